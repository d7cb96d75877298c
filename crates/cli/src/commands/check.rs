//! `selvedge check`: bounded verification under one or several models.

use super::session::Session;
use super::stopping;
use crate::flags::{CheckFlags, Unwind};
use crate::output::Terminal;
use ::check::{CheckConfig, CheckStatistics};
use anyhow::{Context, Result};
use model::Model;
use std::path::Path;
use std::time::Instant;
use verdict::{Engine, Verdict};

pub fn check(flags: &CheckFlags, terminal: &Terminal) -> Result<u8> {
    let mut session = Session::new(&flags.input, &flags.question, &flags.model, Engine::Check)?;
    while let Some(model) = session.next_model() {
        let time = flags.timeout.map(stopping::time).transpose()?;
        let mut config = CheckConfig { task: session.task(model, time), ..CheckConfig::new(model) };
        config.ask_bound = session.asks_bound();
        config.unwind_at = flags.unwind_at.clone();
        config.exact_bound = flags.exact_unwind;
        config.all = flags.all;
        config.smtlib = flags.dump_smt2.is_some();
        let started = Instant::now();
        let program = &session.loaded.program;
        let result = match flags.unwind {
            Unwind::To(bound) => ::check::check(program, &CheckConfig { unwind: bound, ..config.clone() }),
            Unwind::Growing => portfolio::check_growing(program, &config, |_| {}),
        };
        if flags.statistics {
            print_statistics(&config, &result.statistics);
        }
        if let (Some(path), Some(text)) = (&flags.dump_smt2, &result.smtlib) {
            dump(path, model, flags.model.len() > 1, text)?;
        }
        session.answer(model, result.verdict, started.elapsed());
        for witness in result.violations.into_iter().skip(1) {
            session.answer(model, Verdict::Violation { witness: Box::new(witness) }, started.elapsed());
        }
    }
    session.finish(&flags.output, terminal)
}

/// Writes a query; where there are several models, each to a file of its own.
fn dump(path: &Path, model: Model, several: bool, text: &str) -> Result<()> {
    let mut path = path.as_os_str().to_owned();
    if several {
        path.push(format!(".{}", model.name()));
    }
    std::fs::write(&path, text).with_context(|| format!("cannot write {}", Path::new(&path).display()))
}

fn print_statistics(config: &CheckConfig, statistics: &CheckStatistics) {
    let CheckStatistics { threads, events, shared_accesses, cells, reads_from, reads_from_pruned, .. } =
        statistics;
    eprintln!(
        "{}: {threads} threads, {events} events ({shared_accesses} shared accesses of {cells} cells), {reads_from} \
         reads-from ({reads_from_pruned} pruned), unfolding {:.1} ms, encoding {:.1} ms; {:?}",
        config.task.model.name(),
        statistics.unfold_time.as_secs_f64() * 1e3,
        statistics.encode_time.as_secs_f64() * 1e3,
        statistics.solver,
    );
}
