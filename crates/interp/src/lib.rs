//! Executes the IR exactly, one step at a time.
//!
//! Three layers:
//! - [`Machine`] and [`ThreadState`] run *one* thread. Whatever touches memory, other threads or the outside is a
//!   [`Request`] to the caller, who gives an [`Answer`]; an engine or a replayer brings its own memory model.
//! - [`World`] answers by sequential consistency: memory as objects of bytes, exact POSIX synchronisation, one step
//!   of one thread at a time. It detects what can go wrong and records an `events::Execution`.
//! - [`run`] drives a world with a random or a given [`Schedule`].
//!
//! Invariants: the machine holds no mutable state and knows no memory; the same answers give the same requests.
//! Nothing here knows a memory model.

mod answer;
mod ask;
mod code;
pub mod eval;
mod format;
mod inputs;
mod keys;
mod live;
mod machine;
pub mod memory;
mod outcome;
mod print;
mod random;
mod read_set;
mod request;
mod run;
mod schedule;
mod shadow;
mod state;
mod world;

pub use eval::rmw_result;
pub use format::texts_of_format;
pub use inputs::Inputs;
pub use keys::{Key, Keys};
pub use machine::{Machine, MachineOptions};
pub use memory::Memory;
pub use outcome::*;
pub use random::Random;
pub use read_set::{ReadDependencies, ReadSet};
pub use request::*;
pub use run::{RunConfig, RunResult, Scheduler, run};
pub use schedule::{Choice, Schedule, ScheduleError};
pub use shadow::{Arg, Decision, Move, Pure, Shadow};
pub use state::ThreadState;
pub use world::{Answered, NotEnabled, Variants, World, WorldConfig, thread_handle, thread_of_handle};
