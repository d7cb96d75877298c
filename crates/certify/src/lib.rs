//! Believes no engine: replays a witness through the interpreter and re-checks it with the models.
//!
//! 1. The execution is put together rightly, and its linear order is one that the model permits.
//! 2. Each thread, run by itself, does exactly what its events say ([`replay`]): same kind, address, size, memory order and
//!    written value, in program order; reads are answered from the events. Dependencies are taken from this run, not
//!    from the witness.
//! 3. Values agree: the bytes of a read are those of its sources, or the initial ones.
//! 4. Locks, threads and the like are replayed in the witness's order by their POSIX meaning ([`sync`]); every status
//!    must come out as the witness has it.
//! 5. `model::consistent` permits the execution (with the dependencies of step 2), and no value is its own cause
//!    ([`causes`]).
//! 6. The failure really happens at the end ([`failure`]): the assertion is false, nobody can move, the access is
//!    invalid, the final state answers the question; or, for reads of what nobody has written, the last event is one.
//!
//! Invariant: this crate knows no engine, and trusts nothing in the witness but what it has checked. What it does not
//! check: that accesses before the failing one were safe across threads (within one thread they are checked).

mod atomicity;
mod causes;
mod failure;
mod objects;
mod race;
mod replay;
mod sync;
mod wait;

use events::{EventId, Execution};
use ir::{Program, Ty};
use limits::Limits;
use model::{Axiom, Inconsistent, Malformed, Model};
use std::collections::BTreeMap;
use std::sync::Arc;
use thiserror::Error;
use verdict::Witness;

/// What was found out on the way.
#[derive(Clone, PartialEq, Debug)]
pub struct Certificate {
    pub model: Model,
    /// The witness's execution with the dependencies that the program really has.
    pub execution: Execution,
    /// Registers that the threads recorded.
    pub observed: BTreeMap<Arc<str>, (u128, Ty)>,
}

/// What may differ from one replay to the next.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Condition waits may return without a signal, once in each thread.
    pub spurious: bool,
    /// When to give up: the witness is refused then, for want of time ([`Refusal::Stopped`]).
    pub limits: Limits,
}

/// Why a witness is not believed.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Refusal {
    #[error("the witness is of another program (its fingerprint is {witness}, this one's is {program})")]
    OtherProgram { witness: String, program: String },
    #[error("{0}")]
    Malformed(#[from] Malformed),
    #[error("{0}")]
    Inconsistent(#[from] Inconsistent),
    #[error("the linear order is not one the model permits: {0}")]
    Order(Inconsistent),
    /// The program does something else than the witness says.
    #[error("{place}: {message}")]
    Replay { place: String, message: String },
    /// Nothing is known of the witness.
    #[error("the replay was stopped: {0}")]
    Stopped(limits::Stop),
    #[error("the failure does not happen: {0}")]
    NoFailure(String),
}

impl Refusal {
    /// Whether the execution would be permitted if a value might be its own cause.
    pub fn is_thin_air(&self) -> bool {
        matches!(self, Refusal::Inconsistent(Inconsistent { axiom: Axiom::ThinAir, .. }))
    }
    fn at(thread: u32, event: Option<EventId>, message: impl Into<String>) -> Refusal {
        let place = match event {
            Some(event) => format!("thread {thread}, {event}"),
            None => format!("thread {thread}, after its last event"),
        };
        Refusal::Replay { place, message: message.into() }
    }
}

/// Whether some value of an execution that the model permits is its own cause (see [`causes`]).
pub fn invents_a_value(program: &Program, witness: &Witness, options: &Options) -> Result<bool, Refusal> {
    let model = witness.model;
    if !causes::may_invent_values(model) {
        return Ok(false);
    }
    let mut end = replay::Replay::run(program, witness, model, options)?;
    let execution = end.execution();
    match causes::check(&end, &execution) {
        Ok(()) => Ok(false),
        Err(refusal) if refusal.is_thin_air() => Ok(true),
        Err(refusal) => Err(refusal),
    }
}

/// Checks a witness against its program.
pub fn certify(program: &Program, witness: &Witness) -> Result<Certificate, Refusal> {
    certify_with(program, witness, &Options::default())
}

pub fn certify_with(program: &Program, witness: &Witness, options: &Options) -> Result<Certificate, Refusal> {
    let fingerprint = verdict::fingerprint(program);
    if fingerprint != witness.program.fingerprint {
        return Err(Refusal::OtherProgram {
            witness: witness.program.fingerprint.clone(),
            program: fingerprint,
        });
    }
    let model = witness.model;
    model::structure(&witness.execution)?;
    let mut end = replay::Replay::run(program, witness, model, options)?;
    let execution = end.execution();
    let in_time = || options.limits.reached().map_or(Ok(()), |stop| Err(Refusal::Stopped(stop)));
    model::consistent(&execution, model)?;
    in_time()?;
    if causes::may_invent_values(model) {
        causes::check(&end, &execution)?;
    }
    model::respects(&execution, model, &witness.order).map_err(Refusal::Order)?;
    in_time()?;
    end.check_values(&execution)?;
    in_time()?;
    end.check_failure(&execution, witness)?;
    Ok(Certificate { model, execution, observed: end.observed })
}
