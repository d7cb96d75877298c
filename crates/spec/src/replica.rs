//! The abstract state of an object, kept beside an implementation of it, so that conditions over the state can be judged.

use crate::ast::{Object, Side};
use crate::eval::StateOracle;
use crate::reference::{Reference, State};

/// A reference implementation in some state.
#[derive(Clone, Debug)]
pub struct Replica {
    reference: &'static Reference,
    state: State,
}

impl Replica {
    /// The initial state; `None` where there is no reference implementation of the type.
    pub fn new(object: &Object) -> Option<Replica> {
        let reference = Reference::by_name(&object.reference)?;
        Some(Replica { reference, state: (reference.initial)() })
    }

    /// Makes a call; its result, or nothing where the call is an error or is not known (the state stays as it is).
    pub fn call(&mut self, method: &str, arguments: &[i64]) -> Option<i64> {
        let (state, result) = (self.reference.step)(&self.state, method, arguments)?;
        self.state = state;
        Some(result)
    }
}

/// The states in which two calls are made.
#[derive(Clone, Copy, Debug)]
pub struct StatesOf<'a>(pub [&'a Replica; 2]);

impl StateOracle for StatesOf<'_> {
    fn evaluate(&self, function: &str, side: Side, arguments: &[i64]) -> Option<i64> {
        Reference::state_function(&self.0[side.index()].state, function, arguments)
    }
}
