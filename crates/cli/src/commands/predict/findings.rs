//! What was found, for people and for machines.

use super::suppressions::Suppressions;
use crate::output::Terminal;
use ::predict::{Event, EventId, Finding, Kind, Observed, Outcome, Pair, Trace};
use serde_json::{Value, json};
use spec::Specification;
use std::fmt::Write;

/// Steps of a schedule that are shown unless `--full` is given.
const SHOWN: usize = 24;

/// Calls of a stack that are shown.
const SHOWN_CALLS: usize = 16;

pub(super) struct Findings<'a> {
    trace: &'a Trace,
    specification: &'a Specification,
    outcome: Outcome,
    suppressed: usize,
    list_unconfirmed: bool,
}

/// All in numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Summary {
    observed: usize,
    found: usize,
    unconfirmed: usize,
    lists_unconfirmed: bool,
    suppressed: usize,
    /// What was at places of which the same was told before.
    pub(super) repeated: usize,
    stopped: bool,
    events: usize,
    pub(super) segments: usize,
    /// Parts that there was not enough memory for.
    short_of_memory: usize,
    /// Segments that were not looked at.
    pub(super) passed_over: usize,
    /// A signal came before all was looked at.
    pub(super) is_interrupted: bool,
}

impl Summary {
    /// Adds another's; its events are counted unless they will be looked at again.
    pub(super) fn add(&mut self, other: &Summary, with_events: bool) {
        self.observed += other.observed;
        self.found += other.found;
        self.unconfirmed += other.unconfirmed;
        self.lists_unconfirmed |= other.lists_unconfirmed;
        self.suppressed += other.suppressed;
        self.repeated += other.repeated;
        self.stopped |= other.stopped;
        if with_events {
            self.events += other.events;
            self.segments += other.segments;
            self.short_of_memory += other.short_of_memory;
        }
    }

    pub(super) fn exit_code(&self) -> u8 {
        match self {
            Summary { found, observed, .. } if found + observed > 0 => 1,
            Summary { stopped: true, .. } | Summary { is_interrupted: true, .. } => 3,
            _ => 0,
        }
    }
}

impl std::fmt::Display for Summary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let count = |number: usize, one: &str, many: &str| {
            if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
        };
        if self.observed > 0 {
            write!(
                f,
                "{}, ",
                count(self.observed, "violation in the run itself", "violations in the run itself")
            )?;
        }
        match self.found {
            0 => write!(f, "nothing found in other schedules of this run")?,
            number => {
                write!(
                    f,
                    "{}",
                    count(number, "violation in other schedules", "violations in other schedules")
                )?;
            }
        }
        if self.unconfirmed > 0 {
            let listed = if self.lists_unconfirmed { "" } else { " (--unconfirmed)" };
            write!(f, ", {} unconfirmed{listed}", self.unconfirmed)?;
        }
        if self.suppressed > 0 {
            write!(f, ", {} suppressed", self.suppressed)?;
        }
        if self.repeated > 0 {
            write!(f, ", {} at places that were told before", self.repeated)?;
        }
        if self.stopped {
            write!(f, ", stopped before all candidates were tried (--timeout)")?;
        }
        write!(f, "; {} events", self.events)?;
        if self.segments + self.passed_over > 1 {
            write!(f, " in {} segments; ", self.segments)?;
            if self.passed_over > 0 {
                let more = count(self.passed_over, "more was", "more were");
                write!(f, "{more} passed over (--skip); ")?;
            }
            write!(f, "pairs across segments were not looked at (--spool)")?;
        }
        match (self.short_of_memory, self.segments) {
            (0, _) => {}
            (_, 1) => write!(f, "; the end of the run was not looked at (--memory)")?,
            (parts, _) => write!(
                f,
                "; the end of {} was not looked at (--memory)",
                count(parts, "segment", "segments")
            )?,
        }
        if self.is_interrupted {
            write!(f, "; stopped by a signal before all was looked at")?;
        }
        Ok(())
    }
}

impl<'a> Findings<'a> {
    pub(super) fn new(
        trace: &'a Trace,
        specification: &'a Specification,
        mut outcome: Outcome,
        suppressions: &Suppressions,
        list_unconfirmed: bool,
    ) -> Self {
        let is_hidden = |kind: &str, events: &[EventId]| {
            let names = events.iter().flat_map(|id| {
                let own = trace.event(*id).and_then(|event| trace.location(event));
                let calls = trace.calls_to(*id).filter_map(|call| trace.tables.locations.get(&call));
                let both = own.into_iter().chain(calls);
                both.flat_map(|location| [location.file.as_str(), location.function.as_str()])
            });
            suppressions.hide(kind, names)
        };
        let before = outcome.findings.len() + outcome.observed.len();
        outcome.observed.retain(|observed| !is_hidden(observed.fault.name(), &observed.events));
        outcome
            .findings
            .retain(|finding| !is_hidden(finding.witness.pair.kind.name(), &finding.witness.subject()));
        let suppressed = before - outcome.findings.len() - outcome.observed.len();
        Findings { trace, specification, outcome, suppressed, list_unconfirmed }
    }

    pub(super) fn statistics(&self) -> String {
        let outcome = &self.outcome;
        format!(
            "{} events, {} of them looked at, {} threads, {} variables, {} synchronisation objects; order {:?}: {} candidates in {:.3} s ({:.3} s of it cycles of locks); \
             confirming and checking {:.3} s: {} confirmed ({} sync-preserving, {} sync-reversal, {} search), \
             {} unconfirmed, {} that did not replay",
            self.trace.n_recorded(),
            self.trace.n_looked_at(),
            self.trace.n_threads,
            self.trace.n_variables,
            self.trace.n_syncs,
            outcome.order,
            outcome.candidates,
            outcome.filter_time.as_secs_f64(),
            outcome.lock_time.as_secs_f64(),
            outcome.confirm_time.as_secs_f64(),
            outcome.findings.len(),
            outcome.by_method(::predict::Method::SyncPreserving),
            outcome.by_method(::predict::Method::SyncReversal),
            outcome.by_method(::predict::Method::Search),
            outcome.unconfirmed.len(),
            outcome.refused,
        )
    }

    pub(super) fn text(&self, terminal: &Terminal, full: bool) -> String {
        let mut out = String::new();
        for observed in &self.outcome.observed {
            self.observed_text(&mut out, terminal, observed);
        }
        for finding in &self.outcome.findings {
            self.finding_text(&mut out, terminal, finding, full);
        }
        if self.list_unconfirmed {
            for unconfirmed in &self.outcome.unconfirmed {
                let headline = unconfirmed.pair.headline(self.trace, self.specification);
                let _ = writeln!(out, "unconfirmed: {headline}");
                self.events_text(&mut out, &[unconfirmed.pair.first, unconfirmed.pair.second]);
            }
        }
        out
    }

    pub(super) fn summary(&self) -> Summary {
        Summary {
            observed: self.outcome.observed.len(),
            found: self.outcome.findings.len(),
            unconfirmed: self.outcome.unconfirmed.len(),
            lists_unconfirmed: self.list_unconfirmed,
            suppressed: self.suppressed,
            repeated: 0,
            stopped: self.outcome.stopped,
            events: self.trace.n_recorded(),
            segments: 1,
            short_of_memory: usize::from(self.trace.is_short_of_memory),
            passed_over: 0,
            is_interrupted: false,
        }
    }

    fn observed_text(&self, out: &mut String, terminal: &Terminal, observed: &Observed) {
        let _ = writeln!(out, "{}", terminal.headline(&observed.headline(self.trace)));
        for id in &observed.events {
            if let Some(event) = self.trace.event(*id) {
                self.event_text(out, event, "");
                self.calls_text(out, *id);
            }
        }
        out.push('\n');
    }

    fn finding_text(&self, out: &mut String, terminal: &Terminal, finding: &Finding, full: bool) {
        let witness = &finding.witness;
        let headline = witness.headline(self.trace, self.specification);
        let _ = writeln!(out, "{}", terminal.headline(&headline));
        self.events_text(out, &witness.subject());
        for id in witness.taken(self.trace) {
            if let Some(event) = self.trace.event(id) {
                self.event_text(out, event, "  and holds it");
                self.calls_text(out, id);
            }
        }
        let skipped = if full { 0 } else { witness.tail.len().saturating_sub(SHOWN) };
        let _ = match (self.trace.place_in_run(witness.prefix), skipped) {
            (0, 0) => writeln!(out, "  a schedule that shows it:"),
            (prefix, 0) => {
                writeln!(out, "  a schedule that shows it, after the first {prefix} events as recorded:")
            }
            (prefix, skipped) => writeln!(
                out,
                "  a schedule that shows it, after the first {prefix} events as recorded and {skipped} more (--full):"
            ),
        };
        for id in &witness.tail[skipped..] {
            let is_it = witness.pair.kind != Kind::Deadlock && witness.subject().contains(id);
            let mark = if is_it { "  <--" } else { "" };
            if let Some(event) = self.trace.event(*id) {
                self.event_text(out, event, mark);
            }
        }
        if witness.pair.kind == Kind::Deadlock {
            let _ = writeln!(out, "    and now each waits for the next");
        }
        let _ = writeln!(out, "  [replayed · {}]\n", witness.method.name());
    }

    fn events_text(&self, out: &mut String, events: &[EventId]) {
        for id in events {
            if let Some(event) = self.trace.event(*id) {
                self.event_text(out, event, &self.held_text(*id, event));
                self.calls_text(out, *id);
            }
        }
    }

    /// The calls that led to an event, the innermost first.
    fn calls_text(&self, out: &mut String, id: EventId) {
        let locations = &self.trace.tables.locations;
        let known = self.trace.calls_to(id).filter_map(|call| Some((call, locations.get(&call)?)));
        for (call, location) in known.filter(|(_, location)| !location.file.is_empty()).take(SHOWN_CALLS) {
            let place = self.trace.tables.location(call);
            let _ = writeln!(out, "      called from {place} in {}", location.function);
        }
    }

    /// ` holding m`
    fn held_text(&self, id: EventId, event: &Event) -> String {
        let mut held: Vec<&Event> = Vec::new();
        for earlier in self.trace.events[..id as usize].iter().filter(|other| other.thread == event.thread) {
            if earlier.is_acquire() {
                held.push(earlier);
            } else if earlier.op == events::trace::Op::Release {
                held.retain(|other| other.target != earlier.target);
            }
        }
        if held.is_empty() {
            return String::new();
        }
        let names: Vec<String> = held.iter().map(|event| self.trace.object_name(event)).collect();
        format!("  holding {}", names.join(", "))
    }

    fn event_text(&self, out: &mut String, event: &Event, note: &str) {
        let (thread, operation) = (self.trace.thread_name(event), self.trace.operation(event));
        let line = format!("    {thread:8} {operation:24} {}", self.trace.place(event));
        let _ = writeln!(out, "{}{note}", line.trim_end());
    }

    fn event_json(&self, id: EventId) -> Value {
        let Some(event) = self.trace.event(id) else { return Value::Null };
        let mut value = json!({
            "event": id,
            "thread": self.trace.thread_name(event),
            "operation": event.op.name(),
            "object": self.trace.object_name(event),
            "text": self.trace.operation(event),
            "location": event.location,
        });
        if let Some(location) = self.trace.location(event) {
            value["file"] = json!(location.file);
            value["line"] = json!(location.line);
            value["column"] = json!(location.column);
            value["function"] = json!(location.function);
        }
        let calls: Vec<Value> = self
            .trace
            .calls_to(id)
            .filter_map(|call| self.trace.tables.locations.get(&call))
            .filter(|call| !call.file.is_empty())
            .map(|call| json!({ "file": call.file, "line": call.line, "function": call.function }))
            .collect();
        if !calls.is_empty() {
            value["calls"] = json!(calls);
        }
        value
    }

    pub(super) fn json(&self) -> Value {
        let pair = |pair: &Pair| {
            json!({
                "kind": pair.kind.name(),
                "message": pair.headline(self.trace, self.specification),
                "first": self.event_json(pair.first),
                "second": self.event_json(pair.second),
            })
        };
        let findings = self.outcome.findings.iter().map(|finding| {
            let witness = &finding.witness;
            let mut value = pair(&witness.pair);
            if !witness.cycle.is_empty() {
                value["message"] = json!(witness.headline(self.trace, self.specification));
                value["events"] = witness.cycle.iter().map(|id| self.event_json(*id)).collect();
                value["held"] = witness.taken(self.trace).iter().map(|id| self.event_json(*id)).collect();
            }
            value["candidates"] = json!(finding.candidates);
            value["method"] = json!(witness.method.name());
            value["prefix"] = json!(self.trace.place_in_run(witness.prefix));
            value["schedule"] = witness.steps_told().iter().map(|id| self.event_json(*id)).collect();
            value
        });
        let observed = self.outcome.observed.iter();
        json!({
            "format": "selvedge-prediction",
            "version": 1,
            "events": self.trace.n_recorded(),
            "threads": self.trace.n_threads,
            "findings": findings.collect::<Vec<_>>(),
            "observed": observed.map(|observed| json!({
                "kind": observed.fault.name(),
                "message": observed.headline(self.trace),
                "events": observed.events.iter().map(|id| self.event_json(*id)).collect::<Vec<_>>(),
            })).collect::<Vec<_>>(),
            "unconfirmed_count": self.outcome.unconfirmed.len(),
            "unconfirmed": match self.list_unconfirmed {
                true => self.outcome.unconfirmed.iter().map(|other| pair(&other.pair)).collect(),
                false => Vec::new(),
            },
            "suppressed": self.suppressed,
            "stopped": self.outcome.stopped,
        })
    }

    pub(super) fn sarif(&self) -> Value {
        let location = |id: EventId| {
            let event = self.trace.event(id);
            let place = event.and_then(|event| self.trace.location(event));
            json!({
                "physicalLocation": {
                    "artifactLocation": { "uri": place.map_or("", |place| place.file.as_str()) },
                    "region": { "startLine": place.map_or(1, |place| place.line.max(1)) },
                },
                "message": { "text": event.map(|event| self.trace.operation(event)).unwrap_or_default() },
            })
        };
        let results = self.outcome.findings.iter().map(|finding| {
            let pair = &finding.witness.pair;
            let steps = finding.witness.steps_told().iter().map(|id| json!({ "location": location(*id) }));
            let subject = finding.witness.subject();
            let mut related: Vec<EventId> = subject.get(1..).unwrap_or_default().to_vec();
            related.extend(finding.witness.taken(self.trace));
            json!({
                "ruleId": pair.kind.name(),
                "level": "error",
                "message": { "text": finding.witness.headline(self.trace, self.specification) },
                "locations": [location(pair.first)],
                "relatedLocations": related.into_iter().map(location).collect::<Vec<_>>(),
                "codeFlows": [{ "threadFlows": [{ "locations": steps.collect::<Vec<_>>() }] }],
            })
        });
        let observed = self.outcome.observed.iter().map(|observed| {
            let mut places = observed.events.iter().rev().map(|id| location(*id));
            json!({
                "ruleId": observed.fault.name(),
                "level": "error",
                "message": { "text": observed.headline(self.trace) },
                "locations": places.next().into_iter().collect::<Vec<_>>(),
                "relatedLocations": places.collect::<Vec<_>>(),
            })
        });
        json!({
            "version": "2.1.0",
            "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
            "runs": [{
                "tool": { "driver": { "name": "selvedge", "version": env!("CARGO_PKG_VERSION") } },
                "results": observed.chain(results).collect::<Vec<_>>(),
            }],
        })
    }
}
