//! Accesses that may have been repeated behind a relaxed atomic access.
//!
//! A recorder logs an access once in a section of its thread, and relaxed atomic accesses do not end a section. So a plain
//! access that was logged before such an atomic access stands for the same access behind it, too, anywhere until the
//! section ends: between the two another thread may have done something that depends on the atomic one.
//!
//! What a section has logged before a relaxed access is therefore given again behind it, and once more where the section
//! ends, as events that are in no violation themselves ([`Event::is_repeat`]). They keep their order with all that
//! conflicts with them in every reordering ([`crate::Trace::needs`]; the pair that a reordering ends with is exempt): nothing
//! that conflicts comes between the relaxed access and the end of the section. That is stronger than what the program may
//! have done: some reorderings are missed, none is made up.

use crate::event::Event;
use events::trace::{Op, REPEATED, TraceEvent};
use rustc_hash::FxHashSet;

/// What the open section of each thread has logged of memory that is looked at.
#[derive(Debug, Default)]
pub(crate) struct OpenSections {
    threads: Vec<Section>,
    /// Threads whose sections have a relaxed access in them.
    n_mixed: usize,
}

#[derive(Debug, Default)]
struct Section {
    /// Variables, and whether they are written.
    accesses: Vec<(u32, bool)>,
    known: FxHashSet<(u32, bool)>,
    /// How many of them came before the last relaxed access.
    before: usize,
}

/// What an event means for its thread's section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Plain,
    Relaxed,
    /// Memory comes or goes: the section goes on.
    Lifetime,
    End,
}

fn role(event: &TraceEvent) -> Role {
    match event.op {
        _ if event.ends_section() => Role::End,
        Op::Read | Op::Write => Role::Plain,
        Op::Alloc | Op::Free => Role::Lifetime,
        _ => Role::Relaxed,
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
        let before = std::mem::take(&mut section.before);
        out.extend(section.accesses.drain(..).take(before).map(|access| repeat(thread, access)));
        section.known.clear();
        self.n_mixed -= usize::from(before > 0);
    }

    /// The event has become those from `first` on; adds what may be repeated behind it.
    #[inline]
    pub(crate) fn after(&mut self, thread: u32, event: &TraceEvent, first: usize, out: &mut Vec<Event>) {
        match role(event) {
            Role::Plain => self.section(thread).add(out.get(first..).unwrap_or(&[])),
            // An access that nobody else sees changes nothing for the others.
            Role::Relaxed if out.len() > first => {
                let section = self.section(thread);
                let known = std::mem::replace(&mut section.before, section.accesses.len());
                out.extend(section.accesses[known..].iter().map(|access| repeat(thread, *access)));
                let is_first = known == 0 && section.before > 0;
                self.n_mixed += usize::from(is_first);
            }
            Role::Lifetime if self.n_mixed > 0 => self.forget(out.get(first..).unwrap_or(&[])),
            _ => {}
        }
    }

    /// What has been freed is not repeated.
    fn forget(&mut self, freed: &[Event]) {
        for section in self.threads.iter_mut().filter(|section| section.before > 0) {
            for free in freed {
                let is_known = [false, true].map(|writes| section.known.remove(&(free.target, writes)));
                if is_known.contains(&true) {
                    let of_others = |(target, _): &(u32, bool)| *target != free.target;
                    section.before =
                        section.accesses[..section.before].iter().filter(|a| of_others(a)).count();
                    section.accesses.retain(of_others);
                }
            }
        }
        self.n_mixed = self.threads.iter().filter(|section| section.before > 0).count();
    }
}

fn repeat(thread: u32, (target, writes): (u32, bool)) -> Event {
    Event { target, thread, location: REPEATED, op: if writes { Op::Write } else { Op::Read } }
}

impl Section {
    fn add(&mut self, parts: &[Event]) {
        for part in parts {
            let access = (part.target, part.writes());
            if self.known.insert(access) {
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
            out.push(Event { target: *target, thread: 0, location: 3, op: *op });
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
        assert_eq!(run(&freed), [both, vec![(Read, 1)]]);
        let apart = [steps[0], (AtomicUpdate, SeqCst, 9), (AtomicUpdate, Relaxed, 9), (Acquire, None, 0)];
        assert_eq!(run(&apart), [vec![], vec![]]);
    }
}
