//! `selvedge run`: one program, one schedule at a time.

use crate::flags::{Format, Kind, ReadingFlags, RunFlags};
use crate::output::{Terminal, print_text};
use anyhow::{Context, Result, bail};
use frontend::Loaded;
use interp::{End, Inputs, Outcome, RunConfig, RunResult, Schedule, Scheduler};
use model::Model;
use report::Certification;
use std::io::Write;
use std::time::Instant;
use verdict::{
    Answer, Engine, Failure, Observed, ProgramRef, Property, Report, SCHEMA_VERSION, Verdict, Why, Witness,
};

/// Events that are kept of a failing run; a longer one is told without its execution.
const RECORDED_EVENTS: usize = 2_000_000;

/// Everything that can go wrong is looked for.
fn reading(flags: &RunFlags) -> ReadingFlags {
    flags.input.reading.for_properties(&[Kind::Memory])
}

pub fn run(flags: &RunFlags, terminal: &Terminal) -> Result<u8> {
    let loaded = super::load(&flags.input.file, &reading(flags))?;
    let schedule = match &flags.schedule {
        Some(text) => Some(text.parse::<Schedule>().with_context(|| format!("--schedule {text}"))?),
        None => None,
    };
    let progress = crate::output::progress(flags.runs, "runs");
    let mut last = None;
    for seed in flags.seed..flags.seed.saturating_add(flags.runs.max(1)) {
        let attempt = Attempt::make(flags, &loaded, seed, schedule.clone(), Recording::Off)?;
        progress.inc(1);
        let failed = attempt.result.outcome.failure().is_some();
        let ends_here = failed || attempt.answer(flags, &loaded).is_some();
        // Recording is slow: only a run that fails is done again with it.
        last = Some(if failed {
            Attempt::make(flags, &loaded, seed, schedule.clone(), Recording::On)?
        } else {
            attempt
        });
        if ends_here {
            break;
        }
    }
    progress.finish_and_clear();
    last.context("--runs must be at least 1")?.report(flags, &loaded, terminal)
}

/// Whether the execution is kept, and what the program prints held back (it was printed the first time).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Recording {
    Off,
    On,
}

/// One finished run.
struct Attempt {
    seed: Option<u64>,
    result: RunResult,
    /// What the program printed, where it was held back.
    output: Vec<u8>,
    started: Instant,
}

impl Attempt {
    fn make(
        flags: &RunFlags,
        loaded: &Loaded,
        seed: u64,
        schedule: Option<Schedule>,
        recording: Recording,
    ) -> Result<Attempt> {
        let mut config = RunConfig::seeded(seed);
        let given = schedule.is_some();
        if let Some(schedule) = schedule {
            config.scheduler = Scheduler::Given(schedule);
        }
        if let Some(values) = &flags.input_values {
            config.world.inputs =
                Inputs::list(values.iter().map(|&value| value as i128 as u128).collect::<Vec<_>>());
        }
        config.max_steps = flags.max_steps;
        config.world.spurious = !flags.no_spurious;
        config.world.record = (recording == Recording::On).then_some(RECORDED_EVENTS);
        config.dependencies = recording == Recording::On;
        let print_now = flags.runs <= 1 && flags.output.format == Format::Text;
        let mut output = Vec::new();
        let started = Instant::now();
        let result =
            interp::run(&loaded.program, config, &mut |fd, bytes| match (print_now, recording, fd) {
                (false, ..) => output.extend_from_slice(bytes),
                (true, Recording::On, _) => {}
                // A reader that went away does not stop the program.
                (true, Recording::Off, 2) => drop(std::io::stderr().write_all(bytes)),
                (true, Recording::Off, _) => drop(std::io::stdout().write_all(bytes)),
            });
        drop(std::io::stdout().flush());
        if let Some((position, choice)) = &result.refused {
            bail!("--schedule: step {} (thread {}) is not possible there", position + 1, choice.thread.0);
        }
        Ok(Attempt { seed: (!given).then_some(seed), result, output, started })
    }

    /// The answer of this run, if it has one: a violation, or something that keeps us from knowing.
    fn answer(&self, flags: &RunFlags, loaded: &Loaded) -> Option<Answer> {
        let unknown = |why, span| Some(Verdict::unknown_at(why, &loaded.program, span));
        let verdict = match &self.result.outcome {
            Outcome::Unsupported { reason, span, .. } => unknown(Why::Unsupported(reason.to_string()), *span),
            Outcome::LimitReached { what, span, .. } => unknown(Why::TooLarge(what.clone()), *span),
            outcome => outcome.failure().map(|failure| self.violation(flags, loaded, failure)),
        };
        verdict.map(|verdict| Answer {
            model: Model::SC,
            properties: vec![Property::Assert, Property::Deadlock, Property::Memory],
            verdict,
            engine: Some(Engine::Run),
            seconds: self.started.elapsed().as_secs_f64(),
        })
    }

    fn violation(&self, flags: &RunFlags, loaded: &Loaded, mut failure: Failure) -> Verdict {
        let Some(execution) = self.result.execution.clone() else {
            let what = format!(
                "{} ({}), but the run is too long to keep; replay it with --schedule {}",
                failure.kind.title(),
                failure.message,
                self.result.schedule
            );
            return Verdict::unknown_at(Why::TooLarge(what), &loaded.program, failure.span);
        };
        // Threads have names only now that all of them are known. Larger numbers first: 12 is not 1 and a 2.
        for (number, thread) in execution.threads.iter().enumerate().rev() {
            failure.message = failure.message.replace(&format!("thread {number}"), &thread.name);
        }
        let observed = self.result.observed.iter();
        let witness = Witness {
            schema: SCHEMA_VERSION,
            program: ProgramRef::new(
                &loaded.program,
                &flags.input.file.display().to_string(),
                &super::clang_args(&reading(flags)),
            ),
            model: Model::SC,
            failure,
            execution,
            order: self.result.order.clone(),
            observed: observed
                .map(|(name, (value, _))| Observed { name: name.to_string(), value: value.to_string() })
                .collect(),
        };
        Verdict::Violation { witness: Box::new(witness) }
    }

    fn report(&self, flags: &RunFlags, loaded: &Loaded, terminal: &Terminal) -> Result<u8> {
        let mut report = Report::new(&loaded.program);
        report.answers.extend(self.answer(flags, loaded));
        super::certify_all(&mut report, &loaded.program);
        for answer in &report.answers {
            if let (Verdict::Violation { witness }, Some(path)) = (&answer.verdict, &flags.save) {
                std::fs::write(path, witness.to_json())
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        if flags.output.format == Format::Text && !self.output.is_empty() {
            print_text(&String::from_utf8_lossy(&self.output))?;
        }
        terminal.print_report(&report, &loaded.program, &flags.output, |_| Certification {
            certified: true,
            milliseconds: Some(self.started.elapsed().as_secs_f64() * 1e3),
        })?;
        if flags.output.format == Format::Text {
            eprint!("{}", self.last_words(flags));
        }
        Ok(if report.answers.is_empty() { 0 } else { report.exit_code() })
    }

    /// How it ended and how to have it again.
    fn last_words(&self, flags: &RunFlags) -> String {
        let which = match self.seed {
            Some(seed) => format!("seed {seed}"),
            None => "the given schedule".to_string(),
        };
        let end = match &self.result.outcome {
            Outcome::Finished(End::Exit(code)) => format!("exit code {code}"),
            Outcome::Finished(End::Abort) => "aborted".to_string(),
            Outcome::Finished(End::AllThreadsEnded) => "all threads ended".to_string(),
            Outcome::AssumeViolated { .. } => "an assumption did not hold".to_string(),
            _ => return format!("{which}; the same again: --schedule {}\n", self.result.schedule),
        };
        let state: Vec<String> = self
            .result
            .observed
            .iter()
            .map(|(name, (value, ty))| format!("{name}={}", signed(*value, *ty)))
            .collect();
        let end = if state.is_empty() { end } else { format!("{end}, {}", state.join("; ")) };
        match flags.runs {
            0 | 1 => format!("{end}; nothing failed under {which} (one schedule, not a proof)\n"),
            runs => format!("{end}; nothing failed in {runs} runs (not a proof)\n"),
        }
    }
}

fn signed(value: u128, ty: ir::Ty) -> i128 {
    let shift = 128 - ty.bits();
    ((value << shift) as i128) >> shift
}
