//! Broken atomic blocks: two accesses of one thread and one of another between them, to the same bytes, in an order that
//! no serial execution explains (one of R-W-R, R-W-W, W-R-W, W-W-R, W-W-W).
//!
//! The witness ends with the second access of the block. Which accesses come before it is found here, not believed: any
//! two that make such a pattern with it will do. If the thread stands in a block marked by `selvedge_atomic_begin`, the
//! first access must lie in the same one; otherwise the block is one that the user named, and is taken as given.

use crate::Refusal;
use crate::replay::Replay;
use events::{Event, EventId, Execution};
use verdict::Witness;

fn overlap(a: &Event, b: &Event) -> bool {
    a.addr < b.addr.saturating_add(b.size) && b.addr < a.addr.saturating_add(a.size)
}

/// Whether no serial order of the three explains them.
fn unserialisable(first: &Event, remote: &Event, second: &Event) -> bool {
    remote.is_write() || (first.is_write() && second.is_write())
}

impl Replay<'_> {
    pub(crate) fn check_atomicity(&self, execution: &Execution, witness: &Witness) -> Result<(), Refusal> {
        let no = |message: &str| Err(Refusal::NoFailure(message.into()));
        let thread = witness.failure.thread;
        let own = |id: &&EventId| execution.event(**id).thread == thread;
        let accesses = |id: &&EventId| execution.event(**id).is_access();
        let Some(&last) = witness.order.iter().rfind(accesses) else {
            return no("there is no access");
        };
        let second = execution.event(last);
        if second.thread != thread || (witness.failure.span.is_known() && second.span != witness.failure.span)
        {
            return no("the last access is not the one that the block is broken at");
        }
        let place = |id: EventId| execution.thread(thread).events.iter().position(|&other| other == id);
        let Some(end) = place(last) else { return no("the last access is in no thread") };
        let begin = self.block_of(thread.0 as usize, end);
        let mut between: Vec<&Event> = Vec::new();
        for id in witness.order.iter().rev().filter(accesses).filter(|id| **id != last) {
            let event = execution.event(*id);
            if !overlap(event, second) {
                continue;
            }
            if !own(&id) {
                between.push(event);
            } else if place(*id).is_some_and(|position| position >= begin)
                && between
                    .iter()
                    .any(|remote| overlap(remote, event) && unserialisable(event, remote, second))
            {
                return Ok(());
            }
        }
        no("the last access completes no pattern that a serial order could not explain")
    }

    /// Where the outermost marked block begins that the event at `position` lies in; 0 if it lies in none.
    fn block_of(&self, thread: usize, position: usize) -> usize {
        let blocks = self.threads.get(thread).map_or(&[][..], |thread| &thread.transactions);
        let holds = |(begin, end): &&(usize, Option<usize>)| {
            *begin <= position && end.is_none_or(|end| position < end)
        };
        blocks.iter().filter(holds).map(|&(begin, _)| begin).min().unwrap_or(0)
    }
}
