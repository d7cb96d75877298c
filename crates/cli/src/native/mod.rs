//! Everything around natively instrumented programs that is not a command: the runtime that is linked into them, running
//! them, traces of programs that did not end well, and source lines.

pub mod actions;
pub mod assembly;
pub mod child;
pub mod compiler;
pub mod inline;
pub mod live;
pub mod recover;
pub mod rounds;
pub mod runtime;
pub mod scratch;
pub mod symbols;
