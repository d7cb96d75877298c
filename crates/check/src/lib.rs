//! Bounded verification under SC, TSO, PSO, RMO and its variants by SAT modulo order.
//!
//! The way of a program: [`unfold`](unfold::unfold) (threads to guarded events, loops unrolled to a bound) → `encode` (events to
//! order and value constraints, from the model's own definition) → the solver → `witness` (a satisfying assignment
//! to an execution, by running the program along it).
//!
//! Implements WALCYRIE §4–5 on the order solver (`solver`); the module heads say where it differs.
//! Never says safe by accident: what is not supported and can be reached makes the verdict unknown. A violation is
//! reported only with an execution that the interpreter has gone through and the model permits.

mod answer;
mod config;
mod encode;
mod query;
mod witness;

pub use config::{CheckConfig, CheckResult, CheckStatistics, Cut};
pub use query::check;
