//! `selvedge predict TRACE --property …`: exact answers about windows of a recorded run.

use super::PredictFlags;
use crate::commands::fusion::PropertyFlag;
use crate::commands::stopping;
use crate::flags::Format;
use crate::output::{Terminal, print_text};
use ::predict::causal::{
    Blocks, CausalFinding, CausalOptions, CausalOutcome, CausalProperty, CausalTrace, Subject, predict_causal,
};
use ::predict::{EventId, load_causal};
use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use limits::Limits;
use serde_json::{Value, json};
use std::fmt::Write;

/// Steps of a schedule that are shown unless `--full` is given.
const SHOWN: usize = 24;

/// Reads a trace, asks what the flags ask and prints what is found; the exit code.
pub(super) fn predict(flags: &PredictFlags, terminal: &Terminal) -> Result<u8> {
    if flags.how.asks_for_an_order() {
        bail!(
            "--property on a trace is exact in each window: --order and the like are for predictions without it"
        );
    }
    let properties = properties(flags)?;
    let blocks = blocks(flags)?;
    let specification = super::specifications(&flags.how.spec)?;
    let bar = super::progress_bar();
    let loaded = load_causal(&flags.file, &specification, flags.how.max_events, blocks, &mut |n| bar.inc(n));
    bar.finish_and_clear();
    let (trace, damage) = loaded.with_context(|| flags.file.display().to_string())?;
    for damage in &damage {
        eprintln!("damaged trace: {damage}");
    }
    if trace.trace.is_cut {
        eprintln!("only the first {} events are looked at (--max-events)", flags.how.max_events);
    }
    if properties.contains(&CausalProperty::Atomicity) && trace.blocks.is_empty() {
        eprintln!(
            "no block is meant to be atomic: mark one with selvedge_atomic_begin/end, or see --atomic locks"
        );
    }
    let options = CausalOptions {
        properties,
        window: flags.window.map_or(CausalOptions::default().window, |window| window as usize),
        every_instance: flags.program.every_instance,
        limits: Limits::new(
            flags.how.timeout.map(stopping::time).transpose()?,
            Some(stopping::interrupt(flags.program.memory_limit)?),
        ),
    };
    let bar = bar_of_events();
    let outcome = predict_causal(&trace, &options, &mut |done, all| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    });
    bar.finish_and_clear();
    let shown = Shown { trace: &trace, outcome: outcome?, full: flags.output.full };
    if flags.how.statistics {
        eprintln!("{}", shown.statistics());
    }
    let text = match flags.output.format {
        Format::Text => shown.text(terminal),
        Format::Json => serde_json::to_string_pretty(&shown.json())? + "\n",
        Format::Sarif => serde_json::to_string_pretty(&shown.sarif())? + "\n",
    };
    print_text(&text)?;
    super::write_page(&flags.output, &flags.file, || shown.json())?;
    Ok(shown.exit_code())
}

fn properties(flags: &PredictFlags) -> Result<Vec<CausalProperty>> {
    if flags.program.property.is_empty() {
        return Ok(vec![CausalProperty::Atomicity]);
    }
    let property = |flag: &PropertyFlag| match flag {
        PropertyFlag::Atomicity => Ok(CausalProperty::Atomicity),
        PropertyFlag::Race => Ok(CausalProperty::Race),
        PropertyFlag::Deadlock => Ok(CausalProperty::Deadlock),
        PropertyFlag::Assert => {
            bail!("a recorded trace has no assertions in it: --property assert is for programs")
        }
    };
    flags.program.property.iter().map(property).collect()
}

fn blocks(flags: &PredictFlags) -> Result<Blocks> {
    if let Some(name) = flags.program.atomic.iter().find(|name| !["locks", "off"].contains(&name.as_str())) {
        bail!(
            "--atomic {name}: a trace does not say where calls begin and end; mark the block with \
             selvedge_atomic_begin/end, or use --atomic locks"
        );
    }
    Ok(Blocks { locks: flags.program.atomic.iter().any(|name| name == "locks") })
}

fn bar_of_events() -> ProgressBar {
    let bar = ProgressBar::new(0);
    let style = ProgressStyle::with_template("{bar:30} {human_pos}/{human_len} events ({elapsed})");
    bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
    bar
}

struct Shown<'a> {
    trace: &'a CausalTrace,
    outcome: CausalOutcome,
    full: bool,
}

impl Shown<'_> {
    fn exit_code(&self) -> u8 {
        match (self.outcome.findings.is_empty(), &self.outcome.unknown) {
            (false, _) => 1,
            (true, Some(_)) => 3,
            (true, None) => 0,
        }
    }

    fn statistics(&self) -> String {
        let s = &self.outcome.statistics;
        format!(
            "{} events, {} atomic blocks, {} windows, {} candidates: {} refuted, {} at lines that are reported, {} open, \
             {} that did not replay; {} calls of the solver, {:.3} s",
            self.trace.trace.len(),
            self.trace.blocks.len(),
            s.windows,
            s.candidates,
            s.refuted,
            s.repeated,
            s.open,
            s.refused,
            s.solver_calls,
            s.time.as_secs_f64()
        )
    }

    fn text(&self, terminal: &Terminal) -> String {
        let mut out = String::new();
        for finding in &self.outcome.findings {
            self.finding(&mut out, terminal, finding);
        }
        let found = match self.outcome.findings.len() {
            0 => "nothing found in other schedules of this run".to_string(),
            1 => "1 violation in other schedules".to_string(),
            number => format!("{number} violations in other schedules"),
        };
        let open = self.outcome.unknown.as_ref().map_or(String::new(), |reason| format!("; {reason}"));
        let _ = writeln!(out, "{found}; {} events{open}", self.trace.trace.len());
        out
    }

    fn finding(&self, out: &mut String, terminal: &Terminal, finding: &CausalFinding) {
        let witness = &finding.witness;
        let _ = writeln!(out, "{}", terminal.headline(&witness.subject.headline(self.trace)));
        let events = witness.subject.events();
        for &id in &events {
            self.event(out, id, "");
        }
        let skipped = if self.full { 0 } else { witness.tail.len().saturating_sub(SHOWN) };
        let after = match (witness.prefix, skipped) {
            (0, 0) => String::new(),
            (prefix, 0) => format!(", after the first {prefix} events as recorded"),
            (0, skipped) => format!(", after {skipped} events (--full)"),
            (prefix, skipped) => {
                format!(", after the first {prefix} events as recorded and {skipped} more (--full)")
            }
        };
        let _ = writeln!(out, "  a schedule that shows it{after}:");
        for id in &witness.tail[skipped..] {
            self.event(out, *id, if events.contains(id) { "  <--" } else { "" });
        }
        match &witness.subject {
            Subject::Block { .. } => {}
            Subject::Race(..) => drop(writeln!(out, "    and now the two come next")),
            Subject::Deadlock(_) => drop(writeln!(out, "    and now each waits for the next")),
        }
        let _ = writeln!(out, "  [replayed]\n");
    }

    fn event(&self, out: &mut String, id: EventId, note: &str) {
        let trace = &self.trace.trace;
        let Some(event) = trace.event(id) else { return };
        let value = self.value(id).map_or(String::new(), |value| format!(" = {value}"));
        let (thread, operation) = (trace.thread_name(event), trace.operation(event) + &value);
        let line = format!("    {thread:16} {operation:24} {}", trace.place(event));
        let _ = writeln!(out, "{}{note}", line.trim_end());
    }

    /// What was read or written in the run.
    fn value(&self, id: EventId) -> Option<u64> {
        let event = self.trace.trace.event(id).filter(|event| event.is_access())?;
        self.trace.value_read(id).or_else(|| self.trace.value_written(id, event.target))
    }

    fn event_json(&self, id: EventId) -> Value {
        let trace = &self.trace.trace;
        let Some(event) = trace.event(id) else { return Value::Null };
        let mut value = json!({
            "event": id,
            "thread": trace.thread_name(event),
            "operation": event.op.name(),
            "object": trace.object_name(event),
            "text": trace.operation(event),
            "location": event.location,
            "value": self.value(id),
        });
        if let Some(location) = trace.location(event) {
            value["file"] = json!(location.file);
            value["line"] = json!(location.line);
            value["column"] = json!(location.column);
            value["function"] = json!(location.function);
        }
        value
    }

    fn json(&self) -> Value {
        let list = |ids: &[EventId]| ids.iter().map(|id| self.event_json(*id)).collect::<Vec<_>>();
        let findings = self.outcome.findings.iter().map(|finding| {
            let witness = &finding.witness;
            json!({
                "kind": witness.subject.name(),
                "message": witness.subject.headline(self.trace),
                "events": list(&witness.subject.events()),
                "prefix": witness.prefix,
                "schedule": list(&witness.tail),
            })
        });
        json!({
            "format": "selvedge-prediction",
            "version": 1,
            "events": self.trace.trace.len(),
            "threads": self.trace.trace.n_threads,
            "findings": findings.collect::<Vec<_>>(),
            "unknown": self.outcome.unknown,
        })
    }

    fn sarif(&self) -> Value {
        let location = |id: EventId| {
            let event = self.trace.trace.event(id);
            let place = event.and_then(|event| self.trace.trace.location(event));
            json!({
                "physicalLocation": {
                    "artifactLocation": { "uri": place.map_or("", |place| place.file.as_str()) },
                    "region": { "startLine": place.map_or(1, |place| place.line.max(1)) },
                },
                "message": { "text": event.map(|event| self.trace.trace.operation(event)).unwrap_or_default() },
            })
        };
        let results = self.outcome.findings.iter().map(|finding| {
            let witness = &finding.witness;
            let steps = witness.tail.iter().map(|id| json!({ "location": location(*id) }));
            let mut places = witness.subject.events().into_iter().map(location);
            json!({
                "ruleId": witness.subject.name(),
                "level": "error",
                "message": { "text": witness.subject.headline(self.trace) },
                "locations": places.next().into_iter().collect::<Vec<_>>(),
                "relatedLocations": places.collect::<Vec<_>>(),
                "codeFlows": [{ "threadFlows": [{ "locations": steps.collect::<Vec<_>>() }] }],
            })
        });
        json!({
            "version": "2.1.0",
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "runs": [{
                "tool": { "driver": { "name": "selvedge", "version": env!("CARGO_PKG_VERSION") } },
                "results": results.collect::<Vec<_>>(),
            }],
        })
    }
}
