//! What Selvedge says in the end: plain data that every engine produces and every report reads.
//!
//! A [`Verdict`] is `Safe` with its scope, a `Violation` with a [`Witness`], or `Unknown` with a reason and a place.
//! An answer for one question is an [`Answer`]; all answers of one command make a [`Report`], which is the stable
//! machine format (`docs/json.md`).

mod answer;
mod task;
mod unknown;
mod witness;

pub use answer::*;
pub use events::{Failure, FailureKind, Property};
pub use limits::{Interrupt, Limits, Stop};
pub use model::Model;
pub use task::Task;
pub use unknown::{Said, Why};
pub use witness::*;

/// The version of the JSON documents, raised when a field changes its meaning or goes away.
pub const SCHEMA_VERSION: u32 = 1;
