//! Runtime library for natively instrumented programs: writes down what their threads do.
//!
//! Programs built with `-fsanitize=thread` call `__tsan_*` functions; this crate defines them in place of the compiler's
//! own runtime, interposes the thread, lock and allocation functions of the C library, and writes events in the format of
//! `docs/trace-format.md`. It analyses nothing.
//!
//! It lives inside other people's processes, so it is `no_std`, links nothing but the C library, allocates with `mmap`
//! only, and never unwinds. The build script of `selvedge` compiles it with the feature `runtime` to a static library;
//! without that feature no C symbol is defined, and the crate is the wire format (used by `selvedge record`) and unit tests.
//!
//! Invariants:
//! - An acquire is logged after the call that acquires, a release before the call that releases, so tickets of one lock
//!   are in the order in which it was held. An atomic access and its ticket are taken under one lock per address.
//! - What a thread has logged is committed by one store; whoever reads a buffer from outside (at exit, after a crash)
//!   sees whole events.
//! - Code of the runtime that is interrupted by a signal is never entered again by the handler: the handler's events are
//!   dropped (counted), its memory operations still happen.
#![no_std]
#![allow(unsafe_code, unsafe_op_in_unsafe_fn)]
// Every entry point is called by compiled C code; what a pointer must be is said by the C interface.
#![allow(clippy::missing_safety_doc)]

#[cfg(test)]
extern crate std;

pub mod access;
pub mod actions;
pub mod annotations;
pub mod atomics;
pub mod channels;
pub mod edge;
pub mod elf;
pub mod entry;
pub mod intercept;
pub mod live;
pub mod misuse;
pub mod modules;
pub mod output;
pub mod record;
pub mod sanitizer;
pub mod shadow;
pub mod stripe;
pub mod sys;
pub mod thread;
pub mod wire;

#[cfg(feature = "runtime")]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    sys::fail("internal error: the runtime panicked")
}
