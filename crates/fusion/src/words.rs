//! What a prediction says to people.

use crate::trace::{StepId, Trace, Transaction, Why};
use events::{Event, EventId, Execution};
use ir::Program;

/// What an event did, with its place in the source: `reads 0 (bank.c:12)`.
fn access(program: &Program, event: &Event) -> String {
    let signed = |value: Option<u128>| {
        let bits = (8 * event.size).clamp(1, 128) as u32;
        let shift = 128 - bits;
        value.map_or("?".to_string(), |value| (((value << shift) as i128) >> shift).to_string())
    };
    let what = match (event.is_read(), event.is_write()) {
        (true, true) => format!("changes it from {} to {}", signed(event.read), signed(event.written)),
        (_, true) => format!("writes {}", signed(event.written)),
        _ => format!("reads {}", signed(event.read)),
    };
    format!("{what} ({})", program.show_span(event.span))
}

/// Who says that the block is meant to be atomic.
fn block(program: &Program, transaction: &Transaction) -> String {
    match &transaction.why {
        Why::Marked => format!("the atomic block of {}", program.show_span(transaction.span)),
        Why::Function(name) => format!("one call of `{name}`"),
        Why::Locks(name) => format!("two critical sections of one call of `{name}`"),
    }
}

pub(crate) fn broken_block(
    program: &Program,
    execution: &Execution,
    three: [EventId; 3],
    transaction: &Transaction,
) -> String {
    let [first, remote, second] = three.map(|id| execution.event(id));
    let place = second.place.clone().or_else(|| remote.place.clone()).or_else(|| first.place.clone());
    let name = |event: &Event| execution.thread(event.thread).name.clone();
    format!(
        "`{}`: in {}, {} {} and {}; in between {} {}",
        place.as_deref().unwrap_or("memory"),
        block(program, transaction),
        name(first),
        access(program, first),
        access(program, second),
        name(remote),
        access(program, remote),
    )
}

pub(crate) fn race(program: &Program, execution: &Execution, trace: &Trace, a: StepId, b: StepId) -> String {
    let side = |id: StepId| {
        let step = trace.step(id);
        let thread = execution.threads.get(step.thread as usize).map_or("?", |thread| &thread.name);
        let what = match trace.access(id).map(|access| access.write.is_some()) {
            None => "frees",
            Some(true) => "writes",
            Some(false) => "reads",
        };
        let place = step.place.as_deref().unwrap_or("memory");
        format!("{thread} {what} `{place}` ({})", program.show_span(step.span))
    };
    format!("{} and {}, and nothing orders them", side(a), side(b))
}

/// Threads by their names instead of their numbers. Larger numbers first: 12 is not 1 and a 2.
pub(crate) fn name_threads(message: &mut String, execution: &Execution) {
    for (number, thread) in execution.threads.iter().enumerate().rev() {
        *message = message.replace(&format!("thread {number}"), &thread.name);
    }
}
