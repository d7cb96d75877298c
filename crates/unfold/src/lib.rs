//! From the program to guarded events: symbolic execution of every thread with calls inlined and loops unrolled, paths
//! merged where they join (WALCYRIE §4: guarded SSA and the events in it).
//!
//! Where it differs from the paper: what is shared, what pointers can point to, which locks can be held for ever, and
//! which threads may fail to end is found by unfolding several times. Each pass begins with the [`facts::Facts`] of the
//! one before, at first the optimistic ones; when a pass breaks none of them, they are true of every execution within
//! the bound (by induction over the execution: the first access that broke one would be in the unfolding). Facts only
//! ever grow.
//!
//! The way of a program: [`unfold`] goes thread by thread (`thread`), call by call (`activation`), instruction by
//! instruction (`step`, and from there `access`, `sync`, …); a [`Graph`] is what comes out, for whoever encodes it.
//! Nothing is dropped: what is not supported, and where a bound cuts a path, is a [`Point`] with its condition.

mod access;
mod activation;
mod arith;
mod bulk;
mod executions;
mod facts;
mod flow;
mod graph;
mod guards;
mod lifetime;
mod objects;
mod options;
mod overwritten;
mod pass;
mod printing;
mod ranges;
mod sections;
mod sets;
mod shape;
mod sharing;
mod step;
mod sync;
mod thread;
mod unfolder;
mod value;
mod view;
mod waiting;
mod written;

pub use graph::*;
pub use guards::{GuardId, Guards};
pub use objects::{Object, ObjectId, ObjectKind, Objects, Place};
pub use options::{MAX_KNOWN_ITERATIONS, Options, Purpose, prints_matter};
pub use sync::{STATE_BYTES, is_dead};
pub use value::Deps;

use ir::{Layout, Program, Span};
use unfolder::Unfolder;
use verdict::Why;

/// Why there is no unfolding.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    pub why: Why,
    pub span: Span,
}

/// A program unfolded, and how.
#[derive(Debug)]
pub struct Unfolded {
    pub graph: Graph,
    /// A loop whose end is known was cut short because it goes round more than `known_iterations` times.
    pub cut_known: bool,
}

/// Unfolds until a pass refutes nothing that it has begun with.
pub fn unfold(program: &Program, options: &Options) -> Result<Unfolded, Refused> {
    let layout = Layout::of(program);
    Unfolder::new(program, &layout, options).run_to_rest()
}
