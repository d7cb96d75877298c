//! What the tests of all engines share: oracles that know no engine, random small programs, expectations.
//!
//! - [`enumerate()`]: every execution of a small program under every model, by brute force over `interp` and `model`.
//! - [`explore_sc`]: every final state under SC, by walking all interleavings of `interp::World`; shares nothing with the
//!   former but the interpreter.
//! - [`small`] and [`random`]: small concurrent programs, as IR, as litmus text and as C.
//! - [`sequences`]: all short sequences of synchronisation operations.
//! - [`whole`]: whole C programs from a seed.
//! - [`expect`]: expectations in the heads of C files; [`corpus`]: the tables beside the litmus tests.
//! - [`disagree`]: which differences between two verdicts are permitted, with reasons.
//!
//! Nothing here is fast; it is plain enough to be believed.

mod candidates;
pub mod corpus;
pub mod disagree;
mod enumerate;
pub mod expect;
mod initial;
pub mod random;
mod sc;
pub mod sequences;
pub mod sequential;
pub mod small;
mod sync_orders;
mod trace;

pub mod whole;

pub use enumerate::{Ending, Enumeration, Limits, Outcomes, Refusal, State, enumerate};
pub use sc::{ScOutcomes, explore_sc, explore_sc_with};
