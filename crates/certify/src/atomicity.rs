//! Broken atomic blocks: two accesses of one thread and one of another between them, to the same bytes, in an order that
//! no serial execution explains (one of R-W-R, R-W-W, W-R-W, W-W-R, W-W-W).
//!
//! The witness ends with the second access of the block. Which accesses come before it is found here, not believed: any
//! two that make such a pattern with it will do. The first access must lie in the same block: the one marked by
//! `selvedge_atomic_begin` that the thread stands in, or else one call of a function that the witness says is atomic.
//! Where it names no functions, it is older than these names, and the block is taken as given.

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
        let Some(begin) = self.block_of(thread.0 as usize, end) else {
            return no("the last access lies in no block that is meant to be atomic");
        };
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

    /// Where the outermost block begins that the event at `position` lies in.
    fn block_of(&self, thread: usize, position: usize) -> Option<usize> {
        let data = self.threads.get(thread)?;
        let holds =
            |begin: usize, end: Option<usize>| begin <= position && end.is_none_or(|end| position < end);
        let marked = data.transactions.iter().filter(|(begin, end)| holds(*begin, *end)).map(|block| block.0);
        let called = data.calls.iter().filter(|(begin, end, _)| holds(*begin, *end)).map(|block| block.0);
        let given = self.witness.program.atomic.is_empty().then_some(0);
        marked.min().or(called.min()).or(given)
    }

    /// Notes which atomic calls of a thread have ended and begun since it was last looked at.
    pub(crate) fn follow_calls(&mut self, thread: u32) {
        let program = self.machine.program().clone();
        let witness = self.witness;
        let names = &witness.program.atomic;
        let any = names.iter().any(|name| name == "locks");
        let data = &mut self.threads[thread as usize];
        let Some(state) = &mut data.state else { return };
        let same = state.take_fewest_calls();
        for call in data.calls.iter_mut().filter(|call| call.1.is_none() && call.2 >= same) {
            call.1 = Some(data.done);
        }
        for (depth, function) in state.call_stack().enumerate().skip(same) {
            let function = program.functions.get(function);
            let is_atomic = |function: &ir::Function| {
                (any && !function.library) || names.iter().any(|name| **name == *function.name)
            };
            if function.is_some_and(is_atomic) {
                data.calls.push((data.done, None, depth));
            }
        }
    }
}
