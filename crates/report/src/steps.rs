//! The linear order of a witness as steps that a person can follow.
//!
//! The witness's order is the model's: a store stands where it reaches memory. A person thinks of the thread as
//! running in program order with stores waiting in a buffer. So a store that is overtaken by a later event of its
//! thread becomes two steps: it enters the buffer just before the first event that overtakes it, and it reaches
//! memory where the order has it. A load that overtakes an earlier load (RMO) is marked as early. A fence has no place
//! of its own in the model's order; it stands before the first event after it.

use events::{Event, EventId, EventKind};
use verdict::Witness;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phase {
    /// Executes and takes effect at once.
    Whole,
    /// A store executes; other threads do not see it yet.
    Buffered,
    /// An earlier store becomes visible to all.
    ReachesMemory,
    /// Takes effect before an earlier load of its own thread does.
    Early,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step {
    pub event: EventId,
    pub phase: Phase,
}

/// All steps of a witness in order.
pub fn steps(witness: &Witness) -> Vec<Step> {
    let execution = &witness.execution;
    let position = execution.po_index();
    let mut done = vec![false; execution.events.len()];
    let mut buffered = vec![false; execution.events.len()];
    // Per thread, how many events from the start are all done or buffered.
    let mut frontier = vec![0usize; execution.threads.len()];
    let mut steps = Vec::with_capacity(witness.order.len());
    for &id in &witness.order {
        let event = execution.event(id);
        if is_fence(event) {
            continue;
        }
        if std::mem::replace(&mut done[id.0 as usize], true) {
            continue;
        }
        if buffered[id.0 as usize] {
            steps.push(Step { event: id, phase: Phase::ReachesMemory });
            continue;
        }
        let thread = &execution.thread(event.thread).events;
        let mut early = false;
        for &before in &thread[frontier[event.thread.0 as usize]..position[id] as usize] {
            let index = before.0 as usize;
            if done[index] || buffered[index] {
                continue;
            }
            if is_fence(execution.event(before)) {
                done[index] = true;
                steps.push(Step { event: before, phase: Phase::Whole });
            } else if execution.event(before).is_write() && !execution.event(before).is_read() {
                buffered[index] = true;
                steps.push(Step { event: before, phase: Phase::Buffered });
            } else {
                early |= execution.event(before).is_read();
            }
        }
        steps.push(Step { event: id, phase: if early { Phase::Early } else { Phase::Whole } });
        let front = &mut frontier[event.thread.0 as usize];
        while thread.get(*front).is_some_and(|next| done[next.0 as usize] || buffered[next.0 as usize]) {
            *front += 1;
        }
    }
    let rest = witness.order.iter().filter(|id| is_fence(execution.event(**id)) && !done[id.0 as usize]);
    steps.extend(rest.map(|&event| Step { event, phase: Phase::Whole }));
    steps
}

fn is_fence(event: &Event) -> bool {
    matches!(event.kind, EventKind::Fence { .. })
}
