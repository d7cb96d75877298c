//! Symbolic prediction from one run: which interleavings of the same steps break an atomic block.
//!
//! Paper 003 (Fusion). A program runs once through `interp`; every thread is then run again along its recorded path with
//! expressions in place of numbers ([`trace`]), so that one run stands for all interleavings of its steps in which every
//! branch goes the same way. A formula over the order solver describes them all, and the solver says which of the potential
//! violations some interleaving shows. The same formula answers for assertions, races and deadlocks.
//!
//! The way of the data: `record` → `shadow` (→ [`trace::Trace`]) → `candidates`, pruned by `must` and `locks` → `slice` →
//! `parts` → `encode` → `solve` → `replay`, led by `predict`.
//!
//! What it never reports: anything that did not run through the interpreter again and was certified. What it misses:
//! interleavings in which a thread leaves its recorded path before the violation, and those that need another value where
//! the trace pins one (floating point, sizes, objects of synchronisation, places beyond 64 per access).

mod candidates;
mod config;
mod encode;
pub mod expr;
mod locks;
mod lower;
mod must;
mod parts;
mod predict;
mod record;
mod replay;
mod shadow;
mod show;
mod slice;
mod solve;
mod space;
pub mod trace;
mod words;

pub use candidates::Candidate;
pub use config::{AtomicBlocks, Config};
pub use predict::{
    PredictError, Prediction, Statistics, Violation, predict, trace as symbolic_trace, without_data,
};
pub use record::{RecordError, RunConfig};
pub use shadow::ShadowError;
pub use show::{show_formula, show_trace};
