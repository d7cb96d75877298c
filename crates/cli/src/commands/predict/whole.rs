//! The report of a run that is analysed in one piece or in several: each finding is told once, as soon as it is known
//! (in the text form; the others come at the end).

use super::findings::{Findings, Summary};
use super::suppressions::Suppressions;
use super::{PredictionFlags, write_page};
use crate::flags::{Format, OutputFlags};
use crate::output::{Terminal, print_text};
use ::predict::{EventId, Fault, Finding, Kind, Loaded, Outcome, Trace};
use anyhow::{Context, Result};
use events::trace::Damage;
use rustc_hash::FxHashSet;
use serde_json::Value;
use spec::Specification;
use std::cell::RefCell;
use std::fs::OpenOptions;
use std::io::Write;
use std::path::Path;
use std::rc::Rc;

/// What of a run is analysed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// All of it, or the rest.
    Last,
    /// A segment; the program goes on.
    Segment,
    /// What there is of a segment so far, which will be analysed again.
    Look,
}

/// Where a report goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Destination<'a> {
    Stdout,
    Stderr,
    /// To the end of a file.
    Log(&'a Path),
}

impl Destination<'_> {
    /// Several programs may be watched at once with one log: what is told at once is written in one piece.
    pub fn tell(self, text: &str) -> Result<()> {
        match self {
            Destination::Stdout => print_text(text),
            Destination::Stderr => {
                // Where nobody reads it there is nobody to tell.
                let _ = std::io::stderr().lock().write_all(text.as_bytes());
                Ok(())
            }
            Destination::Log(log) => {
                let file = OpenOptions::new().create(true).append(true).open(log);
                let written = file.and_then(|mut file| file.write_all(text.as_bytes()));
                written.with_context(|| format!("cannot write {}", log.display()))
            }
        }
    }
}

/// What makes two findings the same for the user: kind and places; where those are not known, operation and object.
type Key = (Option<Kind>, u64, u64);

/// Kind and source places of what has been told, of all processes that are watched at once: copies that the compiler made of a line are the
/// same to the user.
pub type Told = Rc<RefCell<FxHashSet<(&'static str, Vec<String>)>>>;

pub struct Whole<'a> {
    specification: &'a Specification,
    flags: &'a PredictionFlags,
    output: &'a OutputFlags,
    destination: Destination<'a>,
    terminal: &'a Terminal,
    suppressions: Suppressions,
    told: FxHashSet<Key>,
    told_places: Told,
    /// Deadlocks that have been told.
    cycles: FxHashSet<Vec<u64>>,
    /// What went wrong in the run itself and has been told.
    faults: FxHashSet<(Fault, Key)>,
    unconfirmed: FxHashSet<Key>,
    summary: Summary,
    /// In the form asked for, and for a page.
    value: Option<Value>,
    page: Option<Value>,
}

impl<'a> Whole<'a> {
    pub fn new(
        specification: &'a Specification,
        flags: &'a PredictionFlags,
        output: &'a OutputFlags,
        destination: Destination<'a>,
        terminal: &'a Terminal,
    ) -> Result<Self> {
        Ok(Whole {
            specification,
            flags,
            output,
            destination,
            terminal,
            suppressions: Suppressions::new(&flags.suppress, &flags.suppressions)?,
            told: FxHashSet::default(),
            told_places: Told::default(),
            cycles: FxHashSet::default(),
            faults: FxHashSet::default(),
            unconfirmed: FxHashSet::default(),
            summary: Summary::default(),
            value: None,
            page: None,
        })
    }

    /// Tells nothing again that others have told.
    pub fn with_told(self, told: &Told) -> Self {
        Whole { told_places: told.clone(), ..self }
    }

    /// Tells what is new in a part that was analysed. `describe` gives names to what is told.
    pub fn add(
        &mut self,
        loaded: &mut Loaded,
        mut outcome: Outcome,
        part: Part,
        describe: impl FnOnce(&mut Trace, &Outcome) -> Result<()>,
    ) -> Result<()> {
        for warning in warnings(loaded, self.flags) {
            match self.destination {
                Destination::Log(_) => self.tell(&format!("{warning}\n"))?,
                _ => eprintln!("{warning}"),
            }
        }
        self.keep_news(&mut outcome, &loaded.trace, part);
        describe(&mut loaded.trace, &outcome)?;
        crate::native::symbols::keep_operations(&loaded.trace, &mut outcome);
        self.keep_new_places(&mut outcome, &loaded.trace);
        let (suppressions, list) = (&self.suppressions, self.flags.unconfirmed);
        let found = Findings::new(&loaded.trace, self.specification, outcome, suppressions, list);
        if self.flags.statistics {
            eprintln!("{}", found.statistics());
        }
        self.summary.add(&found.summary(), part != Part::Look);
        match self.output.format {
            Format::Text => {
                let text = found.text(self.terminal, self.output.full);
                if part != Part::Last && !text.is_empty() {
                    self.tell(&format!(
                        "while the program runs, in segment {}:\n{text}",
                        self.present(part)
                    ))?;
                } else {
                    self.tell(&text)?;
                }
            }
            Format::Json => merge(&mut self.value, found.json()),
            Format::Sarif => merge(&mut self.value, found.sarif()),
        }
        if self.output.html.is_some() {
            merge(&mut self.page, found.json());
        }
        Ok(())
    }

    /// What is left is not looked at.
    pub fn stop(&mut self) {
        self.summary.is_interrupted = true;
    }

    /// A segment is not looked at.
    pub fn pass_over(&mut self) {
        self.summary.passed_over += 1;
    }

    fn tell(&self, text: &str) -> Result<()> {
        self.destination.tell(text)
    }

    /// The number of the segment that was looked at last.
    fn present(&self, part: Part) -> usize {
        self.summary.segments + usize::from(part == Part::Look)
    }

    /// Leaves out what has been told. Of what is looked at again nothing is unconfirmed yet.
    fn keep_news(&mut self, outcome: &mut Outcome, trace: &Trace, part: Part) {
        if part == Part::Look {
            outcome.unconfirmed.clear();
            outcome.stopped = false;
        }
        if self.flags.every_pair {
            return;
        }
        let told = &mut self.told;
        let cycles = &mut self.cycles;
        outcome.findings.retain(|finding| {
            let witness = &finding.witness;
            let pair = witness.pair;
            match pair.kind {
                Kind::Deadlock => cycles.insert(trace.cycle_places(&witness.cycle)),
                Kind::Atomicity => told.insert(key(trace, Some(pair.kind), witness.subject()[0], pair.first)),
                kind => told.insert(key(trace, Some(kind), pair.first, pair.second)),
            }
        });
        let faults = &mut self.faults;
        outcome.observed.retain(|observed| {
            let (Some(first), Some(last)) = (observed.events.first(), observed.events.last()) else {
                return false;
            };
            faults.insert((observed.fault, key(trace, None, *first, *last)))
        });
        let unconfirmed = &mut self.unconfirmed;
        outcome.unconfirmed.retain(|other| {
            let pair = other.pair;
            let key = key(trace, Some(pair.kind), pair.first, pair.second);
            !told.contains(&key) && unconfirmed.insert(key)
        });
    }

    /// Leaves out what is at the same lines as something that was told.
    fn keep_new_places(&mut self, outcome: &mut Outcome, trace: &Trace) {
        if self.flags.every_pair {
            return;
        }
        let mut told = self.told_places.borrow_mut();
        let mut is_new = |kind: &'static str, events: &[EventId], is_adjacent: bool| {
            let places: Option<Vec<String>> = events.iter().map(|id| source_place(trace, *id)).collect();
            places.is_none_or(|mut places| {
                if is_adjacent {
                    places.sort_unstable();
                }
                told.insert((kind, places))
            })
        };
        let before = outcome.findings.len() + outcome.observed.len();
        outcome.findings.retain(|Finding { witness, .. }| {
            let kind = witness.pair.kind;
            is_new(kind.name(), &witness.subject(), kind.is_adjacent() || kind == Kind::Deadlock)
        });
        // Of the same name, but without a schedule.
        outcome.observed.retain(|observed| {
            let is_race = observed.fault == Fault::Race;
            is_new(observed.fault.name(), &observed.events, is_race)
        });
        self.summary.repeated += before - outcome.findings.len() - outcome.observed.len();
    }

    /// Prints the end of the report, or all of it; the exit code. `name` is what a page is called after.
    pub fn finish(mut self, name: &Path) -> Result<u8> {
        let (segments, passed_over) = (self.summary.segments, self.summary.passed_over);
        let is_interrupted = self.summary.is_interrupted;
        let with_segments = |mut value: Value| {
            if is_interrupted && value.get("format").is_some() {
                value["stopped"] = true.into();
            }
            if segments + passed_over > 1 && value.get("format").is_some() {
                value["segments"] = segments.into();
                if passed_over > 0 {
                    value["segments_passed_over"] = passed_over.into();
                }
            }
            value
        };
        match (self.output.format, self.value.take()) {
            (Format::Text, _) => self.tell(&format!("{}\n", self.summary))?,
            (_, Some(value)) => {
                self.tell(&(serde_json::to_string_pretty(&with_segments(value))? + "\n"))?;
            }
            (_, None) => {}
        }
        if let Some(page) = self.page {
            write_page(self.output, name, || with_segments(page))?;
        }
        Ok(self.summary.exit_code())
    }
}

/// File, line, column and function of an event, and what it does, if that is known.
fn source_place(trace: &Trace, id: EventId) -> Option<String> {
    let event = trace.event(id)?;
    let location = trace.location(event).filter(|location| !location.file.is_empty() && location.line > 0)?;
    let (file, line, column, function) = (&location.file, location.line, location.column, &location.function);
    Some(format!("{file}:{line}:{column} {function} {}", event.op.name()))
}

fn key(trace: &Trace, kind: Option<Kind>, first: EventId, second: EventId) -> Key {
    let place = |id: EventId| match trace.event(id) {
        Some(event) if event.location != 0 => u64::from(event.location),
        Some(event) => {
            let [_, variables, ..] = &trace.originals;
            let object = variables.get(event.target as usize).copied().unwrap_or(0);
            object | 1 << 40 | (event.op as u64) << 48
        }
        None => 0,
    };
    let (first, second) = (place(first), place(second));
    match kind {
        Some(adjacent) if adjacent.is_adjacent() => (kind, first.min(second), first.max(second)),
        _ => (kind, first, second),
    }
}

/// Adds a report to one of the same form: lists are put together, numbers summed up.
fn merge(all: &mut Option<Value>, part: Value) {
    let Some(all) = all else {
        *all = Some(part);
        return;
    };
    let Value::Object(part) = part else { return };
    for (name, value) in part {
        match (all.get_mut(&name), value) {
            // Of SARIF: one run.
            (Some(Value::Array(known)), Value::Array(more)) if name == "runs" => {
                let results = |run: &mut Value| run.get_mut("results").map(Value::take);
                let more: Vec<Value> = more.into_iter().filter_map(|mut run| results(&mut run)).collect();
                let list = known.first_mut().and_then(|run| run.get_mut("results")?.as_array_mut());
                if let Some(list) = list {
                    list.extend(more.into_iter().filter_map(|more| more.as_array().cloned()).flatten());
                }
            }
            (Some(Value::Array(known)), Value::Array(more)) => known.extend(more),
            (Some(Value::Bool(known)), Value::Bool(more)) => *known |= more,
            (Some(known @ Value::Number(_)), Value::Number(more)) => {
                let (one, other) = (known.as_u64().unwrap_or(0), more.as_u64().unwrap_or(0));
                *known = match name.as_str() {
                    "version" | "threads" => one.max(other).into(),
                    _ => (one + other).into(),
                };
            }
            _ => {}
        }
    }
}

/// What is to be known about a trace before its report is read.
fn warnings(loaded: &Loaded, flags: &PredictionFlags) -> Vec<String> {
    let damage = loaded.damage.iter().filter(|damage| **damage != Damage::Part);
    let mut warnings: Vec<String> = damage.map(|damage| format!("damaged trace: {damage}")).collect();
    let oddities = loaded.trace.oddities;
    if oddities.releases_not_held + oddities.acquires_held > 0 {
        let first = loaded.trace.tables.locations.contains_key(&oddities.first);
        let place = if first {
            format!(" at {}", loaded.trace.tables.location(oddities.first))
        } else {
            String::new()
        };
        warnings.push(format!(
            "the run contradicts itself: {} releases of locks that were not held, {} acquires of locks that another thread \
             held (taken to have been given back just before); the first{place}",
            oddities.releases_not_held, oddities.acquires_held
        ));
    }
    if loaded.trace.is_cut && !loaded.trace.is_short_of_memory {
        warnings.push(format!("only the first {} events are looked at (--max-events)", flags.max_events));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::{merge, source_place};
    use events::trace::{Location, Op};
    use predict::{Event, Trace};
    use serde_json::json;

    #[test]
    fn copies_of_a_line_are_one_place() {
        let mut trace = Trace::default();
        for (number, file, line) in [(1, "a.c", 5), (2, "a.c", 5), (3, "a.c", 6), (4, "", 0)] {
            let location =
                Location { file: file.into(), line, function: "copy".into(), ..Location::default() };
            trace.tables.locations.insert(number, location);
        }
        let event = |location: u32, op: Op| Event::new(0, op, 0, location);
        trace.events = vec![
            event(1, Op::Read),
            event(2, Op::Read),
            event(3, Op::Read),
            event(1, Op::Write),
            event(4, Op::Read),
        ];
        let place = |id: u32| source_place(&trace, id);
        assert_eq!(place(0), place(1));
        assert!(place(0).is_some() && place(0) != place(2) && place(0) != place(3));
        assert_eq!(place(4), None);
    }

    #[test]
    fn reports_are_put_together() {
        let mut all = None;
        for (events, name) in [(3, "a"), (4, "b")] {
            let stopped = name == "b";
            let part = json!({"format": "f", "version": 1, "events": events, "threads": events, "findings": [name],
                "stopped": stopped});
            merge(&mut all, part);
        }
        let whole = json!({"format": "f", "version": 1, "events": 7, "threads": 4, "findings": ["a", "b"], "stopped": true});
        assert_eq!(all, Some(whole));
        let mut all = None;
        for result in [1, 2] {
            merge(&mut all, json!({"version": "2.1.0", "runs": [{"results": [result]}]}));
        }
        assert_eq!(all, Some(json!({"version": "2.1.0", "runs": [{"results": [1, 2]}]})));
    }
}
