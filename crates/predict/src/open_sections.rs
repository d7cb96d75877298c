//! Accesses that may have been repeated behind an atomic access that does not end its section.
//!
//! A recorder logs an access once in a section of its thread, and relaxed atomic accesses and atomic reads do not end a section (ADR 10,
//! ADR 18). So a plain access that was logged before such an atomic access stands for the same access behind it, too, anywhere until
//! the section ends: between the two another thread may have done something that depends on the atomic one.
//!
//! What a section has logged before such an access (a weak one, below) is therefore given again behind it, and once more where the section
//! ends, as events that are in no violation themselves ([`Event::is_repeat`]). They keep their order with all that
//! conflicts with them in every reordering ([`crate::Trace::needs`]; the pair that a reordering ends with is exempt): nothing
//! that conflicts comes between the weak access and the end of the section. That is stronger than what the program may
//! have done: some reorderings are missed, none is made up.

use crate::event::{Event, EventId};
use events::trace::{Op, REPEATED, TraceEvent};
use rustc_hash::FxHashMap;
use std::collections::hash_map::Entry;

/// What the open section of each thread has logged of memory that is looked at.
#[derive(Debug, Default)]
pub(crate) struct OpenSections {
    threads: Vec<Section>,
    /// Threads whose sections have a weak access in them.
    n_mixed: usize,
}

#[derive(Debug, Default)]
struct Section {
    /// Variables, and whether they are written; [`GONE`] where they have been freed.
    accesses: Vec<(u32, bool)>,
    /// Where each is among them.
    known: FxHashMap<(u32, bool), usize>,
    /// How many of them came before the last weak access.
    before: usize,
    /// How many of them were carried over from before a segment of the run.
    carried: usize,
    n_gone: usize,
}

/// No variable.
const GONE: u32 = u32::MAX;
/// So many are not worth to be taken out.
const FEW: usize = 1024;

/// What an event means for its thread's section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Plain,
    Weak,
    /// Memory comes or goes: the section goes on.
    Lifetime,
    End,
}

fn role(event: &TraceEvent) -> Role {
    match event.op {
        _ if event.ends_section() => Role::End,
        Op::Read | Op::Write => Role::Plain,
        Op::Alloc | Op::Free => Role::Lifetime,
        _ => Role::Weak,
    }
}

impl OpenSections {
    fn section(&mut self, thread: u32) -> &mut Section {
        let index = thread as usize;
        if index >= self.threads.len() {
            self.threads.resize_with(index + 1, Section::default);
        }
        &mut self.threads[index]
    }

    /// Before the event is looked at: gives what may have been repeated, if it ends the section.
    #[inline]
    pub(crate) fn before(&mut self, thread: u32, event: &TraceEvent, out: &mut Vec<Event>) {
        if role(event) == Role::End {
            self.end(thread, out);
        }
    }

    /// The thread's section has ended.
    fn end(&mut self, thread: u32, out: &mut Vec<Event>) {
        let section = self.section(thread);
        let was_mixed = section.is_mixed();
        let before = std::mem::take(&mut section.before).max(std::mem::take(&mut section.carried));
        out.extend(repeats(thread, &section.accesses[..before]));
        section.clear();
        self.n_mixed -= usize::from(was_mixed);
    }

    /// The event has become those from `first` on; adds what may be repeated behind it.
    #[inline]
    pub(crate) fn after(&mut self, thread: u32, event: &TraceEvent, first: usize, out: &mut Vec<Event>) {
        match role(event) {
            Role::Plain => self.plain(thread, out.get(first..).unwrap_or(&[]), goes_on_from_before(event)),
            // An access that nobody else sees changes nothing for the others.
            Role::Weak if out.len() > first => self.weak(thread, out),
            Role::Lifetime if self.n_mixed > 0 => self.forget(out.get(first..).unwrap_or(&[])),
            _ => {}
        }
    }

    /// There was a plain access. One that a segment of a run has carried over from before its first event may have been behind a weak access there.
    fn plain(&mut self, thread: u32, parts: &[Event], is_carried: bool) {
        let section = self.section(thread);
        let was_mixed = section.is_mixed();
        section.add(parts);
        if is_carried {
            section.carried = section.accesses.len();
            self.n_mixed += usize::from(!was_mixed && section.carried > 0);
        }
    }

    /// There was a weak access.
    fn weak(&mut self, thread: u32, out: &mut Vec<Event>) {
        let section = self.section(thread);
        let was_mixed = section.is_mixed();
        let known = std::mem::replace(&mut section.before, section.accesses.len());
        out.extend(repeats(thread, &section.accesses[known..]));
        self.n_mixed += usize::from(!was_mixed && section.is_mixed());
    }

    /// What has been freed is not repeated.
    fn forget(&mut self, freed: &[Event]) {
        for section in self.threads.iter_mut().filter(|section| section.is_mixed()) {
            for access in freed.iter().flat_map(|free| [(free.target, false), (free.target, true)]) {
                if let Some(place) = section.known.remove(&access) {
                    section.accesses[place].0 = GONE;
                    section.n_gone += 1;
                }
            }
            section.take_out();
        }
        self.n_mixed = self.threads.iter().filter(|section| section.is_mixed()).count();
    }
}

/// Whether a segment of a run has carried an access over from before its first event, where its section has gone on over a weak one.
pub(crate) fn goes_on_from_before(event: &TraceEvent) -> bool {
    event.location == REPEATED && event.has_value && role(event) == Role::Plain
}

/// Where the repeats of a thread belong, among events without them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    /// Before this event.
    at: EventId,
    thread: u32,
    /// Its section ends; else there was a weak access.
    is_end: bool,
}

impl Mark {
    /// What an event that comes next means.
    pub(crate) fn before(thread: u32, event: &TraceEvent, next: usize) -> Option<Mark> {
        (role(event) == Role::End).then_some(Mark { at: next as EventId, thread, is_end: true })
    }

    /// What an event means that has become those from `first` on.
    pub(crate) fn after(thread: u32, event: &TraceEvent, first: usize, next: usize) -> Option<Mark> {
        let is_seen = role(event) == Role::Weak && next > first;
        is_seen.then_some(Mark { at: next as EventId, thread, is_end: false })
    }
}

/// Repeats that are given afterwards, for events in their order.
pub(crate) struct PutOff<'a> {
    marks: &'a [Mark],
    sections: OpenSections,
}

impl<'a> PutOff<'a> {
    pub(crate) fn new(marks: &'a [Mark]) -> PutOff<'a> {
        PutOff { marks, sections: OpenSections::default() }
    }

    /// What comes before an event.
    pub(crate) fn before(&mut self, id: EventId) -> Vec<Event> {
        let mut out = Vec::new();
        while let Some((mark, rest)) = self.marks.split_first().filter(|(mark, _)| mark.at <= id) {
            self.marks = rest;
            if mark.is_end {
                self.sections.end(mark.thread, &mut out);
            } else {
                self.sections.weak(mark.thread, &mut out);
            }
        }
        out
    }

    /// An event comes.
    pub(crate) fn event(&mut self, event: &Event) {
        if self.marks.is_empty() {
            return;
        }
        match event.op {
            Op::Read | Op::Write => {
                self.sections.plain(event.thread, std::slice::from_ref(event), event.is_repeat());
            }
            Op::Free if self.sections.n_mixed > 0 => self.sections.forget(&[*event]),
            _ => {}
        }
    }
}

fn repeats(thread: u32, accesses: &[(u32, bool)]) -> impl Iterator<Item = Event> {
    let accesses = accesses.iter().filter(|(target, _)| *target != GONE);
    accesses.map(move |(target, writes)| {
        let op = if *writes { Op::Write } else { Op::Read };
        Event::new(thread, op, *target, REPEATED)
    })
}

impl Section {
    /// Whether something in it may have been repeated.
    fn is_mixed(&self) -> bool {
        self.before > 0 || self.carried > 0
    }

    /// Clearing the map costs as much as it was ever large, and most sections are small.
    fn clear(&mut self) {
        if self.known.capacity() / 16 > self.accesses.len() {
            for access in self.accesses.drain(..) {
                self.known.remove(&access);
            }
        } else {
            self.accesses.clear();
            self.known.clear();
        }
        self.n_gone = 0;
    }

    /// Takes out what is gone, if that is most.
    fn take_out(&mut self) {
        if self.n_gone < FEW || 2 * self.n_gone < self.accesses.len() {
            return;
        }
        let is_there = |(target, _): &(u32, bool)| *target != GONE;
        let there = |count: usize| self.accesses[..count].iter().filter(|access| is_there(access)).count();
        (self.before, self.carried) = (there(self.before), there(self.carried));
        self.accesses.retain(is_there);
        self.known = self.accesses.iter().copied().zip(0..).collect();
        self.n_gone = 0;
    }

    fn add(&mut self, parts: &[Event]) {
        for part in parts {
            let access = (part.target, part.writes());
            if let Entry::Vacant(place) = self.known.entry(access) {
                place.insert(self.accesses.len());
                self.accesses.push(access);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::trace::TraceOrder;

    fn event(op: Op, order: TraceOrder) -> TraceEvent {
        TraceEvent { order, ..TraceEvent::new(7, op, 0x1000, 3) }
    }

    /// What is repeated behind the last step but one, and before the last.
    fn run(steps: &[(Op, TraceOrder, u32)]) -> [Vec<(Op, u32)>; 2] {
        let (mut sections, mut out) = (OpenSections::default(), Vec::new());
        let mut behind = 0;
        for (step, (op, order, target)) in steps.iter().enumerate() {
            let event = event(*op, *order);
            if step + 1 == steps.len() {
                behind = out.len();
            }
            sections.before(0, &event, &mut out);
            let first = out.len();
            out.push(Event::new(0, *op, *target, 3));
            sections.after(0, &event, first, &mut out);
        }
        let repeats = |events: &[Event]| {
            events.iter().filter(|event| event.is_repeat()).map(|event| (event.op, event.target)).collect()
        };
        [repeats(&out[..behind]), repeats(&out[behind..])]
    }

    #[test]
    fn what_may_be_repeated() {
        use Op::{Acquire, AtomicUpdate, Free, Read, Write};
        use TraceOrder::{None, Relaxed, SeqCst};
        let steps = [(Read, None, 1), (Write, None, 2), (AtomicUpdate, Relaxed, 9), (Read, None, 3)];
        let with = |last: (Op, TraceOrder, u32)| run(&[&steps[..], &[last]].concat());
        let both = vec![(Read, 1), (Write, 2)];
        assert_eq!(with((Acquire, None, 0)), [both.clone(), both.clone()]);
        assert_eq!(with((AtomicUpdate, SeqCst, 9)), [both.clone(), both.clone()]);
        assert_eq!(with((AtomicUpdate, Relaxed, 9)), [both.clone(), vec![(Read, 3)]]);
        let freed = [&steps[..], &[(Free, None, 2), (Acquire, None, 0)]].concat();
        assert_eq!(run(&freed), [both.clone(), vec![(Read, 1)]]);
        for order in [Relaxed, TraceOrder::Acquire, SeqCst] {
            assert_eq!(with((Op::AtomicRead, order, 9)), [both.clone(), vec![(Read, 3)]]);
        }
        let apart = [steps[0], (AtomicUpdate, SeqCst, 9), (AtomicUpdate, Relaxed, 9), (Acquire, None, 0)];
        assert_eq!(run(&apart), [vec![], vec![]]);
    }

    #[test]
    fn many_frees() {
        let (mut sections, mut out) = (OpenSections::default(), Vec::new());
        let mut step = |op: Op, order: TraceOrder, target: u32, out: &mut Vec<Event>| {
            let event = event(op, order);
            sections.before(0, &event, out);
            let first = out.len();
            out.push(Event::new(0, op, target, 3));
            sections.after(0, &event, first, out);
        };
        const MANY: u32 = 200_000;
        (0..MANY).for_each(|target| step(Op::Write, TraceOrder::None, target, &mut out));
        step(Op::AtomicUpdate, TraceOrder::Relaxed, MANY, &mut out);
        (0..MANY).filter(|target| target % 1000 != 7).for_each(|target| {
            step(Op::Free, TraceOrder::None, target, &mut out);
            // Given again, as another variable, behind the weak access.
            step(Op::Write, TraceOrder::None, MANY + 1 + target, &mut out);
        });
        out.clear();
        step(Op::Acquire, TraceOrder::None, 0, &mut out);
        let left: Vec<u32> = out.iter().filter(|event| event.is_repeat()).map(|event| event.target).collect();
        assert_eq!(left, (7..MANY).step_by(1000).collect::<Vec<_>>());
    }
}
