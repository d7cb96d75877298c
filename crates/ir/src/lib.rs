//! The concurrent program, as all engines see it: functions as control-flow graphs in SSA form over scalars, with
//! memory accesses, threads and synchronisation as instructions of their own.
//!
//! Values flow through block parameters instead of phi nodes. Memory is bytes at addresses ([`layout`]); there are
//! no typed pointers and no aggregates. What can be reached but is not supported is an instruction too
//! ([`Op::Unsupported`]), so nothing is dropped in silence. [`verify`] lists and checks the invariants.

#[doc(hidden)]
pub use serde;
extern crate self as ir;

mod assumptions;
pub mod cfg;
mod condition;
mod ids;
mod inst;
pub mod layout;
mod live;
mod operands;
mod program;
pub mod sync;
mod text;
mod types;
pub mod verify;

pub use assumptions::{Assumption, MEMORY_IS_LEFT};
pub use condition::*;
pub use ids::*;
pub use inst::*;
pub use layout::Layout;
pub use live::{Liveness, ValueSet};
pub use program::*;
pub use sync::SyncOp;
pub use types::*;
