//! Functions of the C library that are logged on their way.
//!
//! Each is defined under its own name in the program and calls the library's. What acquires is logged after the call and
//! only if it succeeded; what releases, signals or destroys is logged before.

pub mod condition;
pub mod cpp;
pub mod descriptor;
pub mod epoll;
pub mod file_lock;
pub mod format;
pub mod guard;
pub mod jump;
pub mod library;
pub mod lock;
pub mod made;
pub mod mapping;
pub mod memory;
pub mod notes;
pub mod outside;
pub mod process;
pub mod queue;
pub mod rendezvous;
pub mod signal;
pub mod splice;
pub mod stream;
pub mod text;
pub mod thread;
pub mod touched;
