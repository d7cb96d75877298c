//! Executions as graphs of events.
//!
//! An [`Execution`] is what a run looks like to a memory model: events in program order per thread, who reads from
//! whom (`rf`), and in which order the writes of each location reach memory (`co`). It is plain data; whether a
//! model permits it is for the crate `model` to say.
//!
//! Conventions:
//! - A read-modify-write is *one* event with both a read and a written value (its halves are never apart in any
//!   of our models). A failing compare-exchange is a `Read`.
//! - `co` lists, per cluster of overlapping accesses, all writes and RMWs in the order they reach memory. The
//!   initial value comes before all and has no event.
//! - Synchronisation (locks, thread start and end, …) is `Sync` events; each names the objects it touches, and
//!   `sync` lists per object the order in which they took effect. What they order besides is for `posix` to say.
//! - `Alloc`, `Free` and `Input` order nothing; they are there so that an execution can be replayed.

mod execution;
mod failure;
mod number;
pub mod trace;

pub use execution::*;
pub use failure::*;
