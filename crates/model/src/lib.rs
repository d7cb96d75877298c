//! Each memory model, defined once, and what follows from the definition.
//!
//! A model is a row of data ([`Model`]): which pairs of program order survive, whether dependencies do, whether a
//! thread sees its own write early. From it follow the preserved program order and the fences of an execution
//! ([`ppo_and_fences`]), whether the execution is permitted ([`consistent`]), which liberties it took
//! ([`relaxations`]), and the texts that `selvedge models` prints.
//!
//! Axioms: *coherence* per byte, *atomicity* of read-modify-writes, and one acyclic *global order* of
//! ppo, fences, external reads-from, coherence and from-reads. Whoever adds a model adds a row to [`Model::ALL`].
//!
//! An execution is judged as it stands: values, addresses and dependencies are taken from it. That the program can
//! produce it is for the crate `certify` to say.

mod cells;
mod coherence;
mod consistent;
mod explain;
mod graph;
pub mod hb;
mod order;
mod relation;
mod relaxation;
mod table;
mod well_formed;

pub use consistent::{Axiom, Consistent, Inconsistent, consistent, respects, thin_air};
pub use explain::{relaxation_rows, relaxation_table};
pub use graph::{Edge, Node, OrderGraph};
pub use hb::HappensBefore;
pub use order::ppo_and_fences;
pub use relation::{Halves, Relation};
pub use relaxation::{Relaxation, RelaxationKind, relaxations};
pub use table::{AccessKind, Model, OrderMapping, UnknownModel};
pub use well_formed::{Malformed, structure, well_formed};
