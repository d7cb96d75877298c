//! One violation as the data its viewer draws: events in words, steps, relations, initial values.
//!
//! Events are numbered anew, in the order of their first step, so that a long execution can be cut. Fields have short names where there is one
//! per event: an execution of ten thousand steps should stay about a megabyte.

use super::links::{Arrows, Coherence};
use super::locks::{Hold, hold};
use crate::describe::Describe;
use crate::text::{failure_words, interesting, show_span};
use crate::why::why_given;
use crate::{Phase, Step, steps};
use events::{Event, EventId, EventKind};
use ir::{IndexVec, Program, Span};
use model::{Model, relaxations};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use verdict::{FailureKind, Witness};

/// More steps than this are not drawn: first those go that only one thread can see, then the oldest.
pub const MAX_STEPS: usize = 20_000;

/// The files that the page quotes; each is named once.
#[derive(Default)]
pub struct Files {
    pub paths: Vec<String>,
    known: FxHashMap<String, usize>,
}

impl Files {
    fn number(&mut self, path: &str) -> usize {
        if let Some(&number) = self.known.get(path) {
            return number;
        }
        self.paths.push(path.to_string());
        self.known.insert(path.to_string(), self.paths.len() - 1);
        self.paths.len() - 1
    }
}

/// Everything the viewer needs to know about a witness.
pub fn witness_data(witness: &Witness, program: &Program, files: &mut Files) -> Value {
    let describe = Describe::new(program, &witness.execution);
    let all = steps(witness);
    let shown: FxHashSet<EventId> =
        interesting(witness, all.clone()).into_iter().map(|step| step.event).collect();
    let n_steps = all.len();
    let kept = cut(all, &shown);
    let mut data = Builder {
        witness,
        describe,
        files,
        shown,
        ids: Vec::new(),
        number: FxHashMap::default(),
        locks: Vec::new(),
        program_order: witness.execution.po_index(),
    };
    data.number_events(&kept);
    let places = data.places();
    let events: Vec<Value> = data.ids.clone().iter().map(|&id| data.event(id, &places)).collect();
    let co: Vec<Vec<usize>> = witness.execution.co.iter().map(|writes| data.numbers(writes)).collect();
    let model = witness.model;
    let taken = relaxations(&witness.execution, model);
    let why = why_given(witness, &data.describe, model, &taken);
    let relaxed: Arrows = taken.iter().map(|taken| (taken.first, taken.second)).collect();
    json!({
        "model": model.title(),
        "title": witness.failure.kind.title(),
        "message": witness.failure.message,
        "place": show_span(witness, witness.failure.span),
        "why": why,
        "observed": witness.observed.iter().map(|o| json!([o.name, o.value])).collect::<Vec<_>>(),
        "buffers": model != Model::SC,
        "threads": witness.execution.threads.iter().map(|thread| &*thread.name).collect::<Vec<_>>(),
        "omitted": n_steps - kept.len(),
        "beginning": kept.len() < MAX_STEPS || kept.len() == n_steps,
        "locks": data.locks.iter().map(|&addr| data.describe.address(addr).trim_start_matches('&').to_string()).collect::<Vec<_>>(),
        "failure": data.failure(),
        "events": events,
        "places": data.place_data(&places),
        "steps": kept.iter().filter_map(|step| Some(json!([data.number.get(&step.event)?, phase(step.phase)]))).collect::<Vec<_>>(),
        "co": co.into_iter().filter(|writes| !writes.is_empty()).collect::<Vec<_>>(),
        "fr": data.arrows(Coherence::new(&witness.execution).fr()),
        "relaxed": data.arrows(relaxed),
    })
}

/// At most [`MAX_STEPS`] of the steps.
fn cut(mut all: Vec<Step>, shown: &FxHashSet<EventId>) -> Vec<Step> {
    if all.len() > MAX_STEPS {
        all.retain(|step| shown.contains(&step.event));
    }
    if all.len() > MAX_STEPS {
        all.drain(..all.len() - MAX_STEPS);
    }
    all
}

/// As `execution.js` knows them.
fn phase(phase: Phase) -> u8 {
    match phase {
        Phase::Whole => 0,
        Phase::Buffered => 1,
        Phase::ReachesMemory => 2,
        Phase::Early => 3,
    }
}

/// Places in memory by first byte and size, with a number each.
type Places = BTreeMap<(u64, u64), usize>;

struct Builder<'a> {
    witness: &'a Witness,
    describe: Describe<'a>,
    files: &'a mut Files,
    /// Events that more than one thread can notice.
    shown: FxHashSet<EventId>,
    ids: Vec<EventId>,
    number: FxHashMap<EventId, usize>,
    /// Addresses of the locks that are taken.
    locks: Vec<u64>,
    program_order: IndexVec<EventId, u32>,
}

impl Builder<'_> {
    fn number_events(&mut self, kept: &[Step]) {
        for step in kept {
            if !self.number.contains_key(&step.event) {
                self.number.insert(step.event, self.ids.len());
                self.ids.push(step.event);
            }
        }
    }

    fn numbers(&self, ids: &[EventId]) -> Vec<usize> {
        ids.iter().filter_map(|id| self.number.get(id).copied()).collect()
    }

    fn arrows(&self, arrows: Arrows) -> Vec<[usize; 2]> {
        let both = |(a, b)| Some([*self.number.get(&a)?, *self.number.get(&b)?]);
        arrows.into_iter().filter_map(both).collect()
    }

    /// File and line as numbers; nothing where the span is unknown.
    fn at(&mut self, span: Span) -> Value {
        match self.witness.program.files.get(span.file.0 as usize) {
            Some(path) if span.is_known() => json!([self.files.number(path), span.line]),
            _ => Value::Null,
        }
    }

    fn event(&mut self, id: EventId, places: &Places) -> Value {
        let event = self.witness.execution.event(id);
        let mut data = json!({
            "t": event.thread.0,
            "k": kind(event),
            "i": self.program_order[id],
            "x": self.describe.event(event),
            "at": self.at(event.span),
        });
        if self.shown.contains(&id) {
            data["s"] = json!(1);
        }
        if let Some(place) = places.get(&(event.addr, event.size)).filter(|_| event.is_access()) {
            data["p"] = json!(place);
        }
        if event.is_write() {
            data["n"] = json!(self.describe.place(event));
            data["v"] = json!(self.describe.value(event.written, event.size));
        }
        if event.is_read() {
            data["rf"] = json!(self.sources(event));
        }
        if let Some((addr, hold)) = hold(event) {
            data["h"] = json!([self.lock(addr), if hold == Hold::Take { 1 } else { -1 }]);
        }
        if event.order != ir::Order::Plain {
            data["o"] = json!(event.order.to_string());
        }
        data
    }

    fn lock(&mut self, addr: u64) -> usize {
        let known = self.locks.iter().position(|&lock| lock == addr);
        known.unwrap_or_else(|| {
            self.locks.push(addr);
            self.locks.len() - 1
        })
    }

    /// The writes a read takes its value from; -1 is the initial value, -2 a write that was cut off.
    fn sources(&self, event: &Event) -> Vec<i64> {
        let source = |source: Option<EventId>| match source {
            None => -1,
            Some(id) => self.number.get(&id).map_or(-2, |&number| number as i64),
        };
        let mut sources: Vec<i64> = event.rf.iter().map(|rf| source(rf.source)).collect();
        sources.sort_unstable();
        sources.dedup();
        sources
    }

    fn failure(&mut self) -> Value {
        let failure = &self.witness.failure;
        if failure.kind == FailureKind::FinalState {
            return Value::Null;
        }
        let at = self.at(failure.span);
        json!({ "t": failure.thread.0, "x": failure_words(failure.kind), "at": at })
    }

    /// Every place that the kept events access. Places that overlap in part have no single value and are left out.
    fn places(&self) -> Places {
        let events = self.ids.iter().map(|&id| self.witness.execution.event(id));
        let touched: BTreeMap<(u64, u64), ()> =
            events.filter(|event| event.is_access()).map(|event| ((event.addr, event.size), ())).collect();
        let keys: Vec<(u64, u64)> = touched.into_keys().collect();
        let mut apart = Places::new();
        let mut reach = 0;
        for (index, &(addr, size)) in keys.iter().enumerate() {
            let end = addr.saturating_add(size);
            let next = keys.get(index + 1).map_or(u64::MAX, |next| next.0);
            if addr >= reach && end <= next {
                apart.insert((addr, size), apart.len());
            }
            reach = reach.max(end);
        }
        apart
    }

    /// Name and initial value of each place, in the order of their numbers, and whether threads share it.
    fn place_data(&self, places: &Places) -> Vec<Value> {
        let mut known: Vec<PlaceData> = vec![Default::default(); places.len()];
        for event in self.ids.iter().map(|&id| self.witness.execution.event(id)) {
            let Some(&number) = places.get(&(event.addr, event.size)).filter(|_| event.is_access()) else {
                continue;
            };
            let Some((name, initial, _)) = known.get_mut(number) else { continue };
            if name.is_empty() {
                *name = self.describe.place(event);
            }
            if initial.is_none() && event.is_read() && event.rf.iter().all(|rf| rf.source.is_none()) {
                *initial = Some(self.describe.value(event.read, event.size));
            }
        }
        for &id in self.ids.iter().filter(|id| self.shown.contains(id)) {
            let event = self.witness.execution.event(id);
            if let Some(entry) =
                places.get(&(event.addr, event.size)).and_then(|&number| known.get_mut(number))
            {
                entry.2 = true;
            }
        }
        for (&(addr, size), &number) in places {
            if let Some((_, initial @ None, _)) = known.get_mut(number) {
                *initial = self.describe.initial(addr, size);
            }
        }
        self.tell_apart(places, &mut known);
        known.into_iter().map(|(name, initial, shared)| json!([name, initial, shared])).collect()
    }

    /// Two places that the program calls by one name (`flag[me]` of two threads) get their address as well.
    fn tell_apart(&self, places: &Places, known: &mut [PlaceData]) {
        let mut counts: FxHashMap<String, u32> = FxHashMap::default();
        for (name, ..) in known.iter() {
            *counts.entry(name.clone()).or_default() += 1;
        }
        for (&(addr, _), &number) in places {
            if let Some((name, ..)) = known.get_mut(number)
                && counts.get(name).is_some_and(|&count| count > 1)
            {
                *name = format!("{name} ({})", self.describe.address(addr).trim_start_matches('&'));
            }
        }
    }
}

/// What is told of a place: its name, its initial value, whether threads share it.
type PlaceData = (String, Option<String>, bool);

fn kind(event: &Event) -> &'static str {
    match event.kind {
        EventKind::Read => "R",
        EventKind::Write => "W",
        EventKind::Rmw => "U",
        EventKind::Fence { .. } => "F",
        EventKind::Sync { .. } => "S",
        EventKind::Alloc { .. } | EventKind::Free => "A",
        EventKind::Input => "I",
    }
}
