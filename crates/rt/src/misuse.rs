//! What goes wrong in the run itself, where only the runtime can see it: told as events (`Op::Misuse`).
//!
//! - In the handler of a signal memory is allocated, a stream or a lock is used, or `errno` is left changed. A handler that runs because
//!   the thread asked for it (`raise`, `sigsuspend` …), or for what the thread itself did (`SIGSEGV` …), interrupts nothing that it could
//!   disturb, and is not looked at. Of one run of a handler one call is told.
//! - The child of a fork waits for a mutex that another thread of its parent held: nobody will give it back.
//! - Threads that have ended and were neither joined nor detached: `intercept::thread`.

use crate::output;
use crate::record::{Event, enter};
use crate::sys::{self, Pointer};
use crate::thread::{self, Thread};
use crate::wire::Op;
use core::ffi::c_int;

/// Numbers in the format.
pub const ALLOCATES: u64 = 1;
pub const USES_STREAM: u64 = 2;
pub const LOCKS: u64 = 3;
const CHANGES_ERRNO: u64 = 4;
const LOCK_OF_PARENT: u64 = 5;
pub const NEVER_JOINED: u64 = 6;

pub unsafe fn tell(what: u64, object: u64, pc: u64) {
    if let Some(mut recording) = enter() {
        recording.sync(Event { value: Some(what), ..Event::new(Op::Misuse, object) }, pc);
    }
}

/// The running thread is about to do something that handlers may not.
#[inline(always)]
pub unsafe fn unsafe_call(what: u64, pc: u64) {
    let thread = thread::current();
    if !thread.is_null() && (*thread).handler != 0 {
        in_handler(thread, what, pc);
    }
}

#[cold]
#[inline(never)]
pub unsafe fn in_handler(thread: *mut Thread, what: u64, pc: u64) {
    if !(*thread).is_busy() {
        let signal = core::mem::replace(&mut (*thread).handler, 0);
        tell(what, signal as u64, pc);
    }
}

/// Signals that a thread gets for what it does itself.
fn is_synchronous(signal: c_int) -> bool {
    /// `SIGILL`, `SIGTRAP`, `SIGABRT`, `SIGBUS`, `SIGFPE`, `SIGSEGV`, `SIGPIPE`, `SIGSYS`.
    const LIST: [c_int; 8] = [4, 5, 6, 7, 8, 11, 13, 31];
    LIST.contains(&signal)
}

/// A handler that runs.
#[derive(Debug)]
pub struct Handled {
    thread: *mut Thread,
    signal: c_int,
    /// What was there before.
    outer: c_int,
    errno: c_int,
}

impl Handled {
    /// `None` if it is not looked at.
    pub unsafe fn begin(signal: c_int) -> Option<Handled> {
        let thread = thread::current();
        if thread.is_null() || (*thread).is_busy() || (*thread).expects > 0 || is_synchronous(signal) {
            return None;
        }
        let outer = core::mem::replace(&mut (*thread).handler, signal);
        Some(Handled { thread, signal, outer, errno: sys::errno() })
    }

    /// It returns. `pc` is its own.
    pub unsafe fn end(self, pc: u64) {
        (*self.thread).handler = self.outer;
        if sys::errno() != self.errno && self.thread == thread::current() {
            let _errno = sys::KeepErrno::new();
            tell(CHANGES_ERRNO, self.signal as u64, pc);
        }
    }
}

/// The thread jumps, perhaps out of a handler.
pub unsafe fn forget_handler() {
    let thread = thread::current();
    if !thread.is_null() {
        ((*thread).handler, (*thread).expects) = (0, 0);
    }
}

/// Handlers are expected to run until this is dropped.
#[derive(Debug)]
pub struct Expecting(*mut Thread);

impl Expecting {
    pub unsafe fn begin() -> Expecting {
        let thread = thread::current();
        if !thread.is_null() {
            (*thread).expects += 1;
        }
        Expecting(thread)
    }
}

impl Drop for Expecting {
    fn drop(&mut self) {
        // A jump has forgotten it.
        unsafe {
            if !self.0.is_null() {
                (*self.0).expects = (*self.0).expects.saturating_sub(1);
            }
        }
    }
}

/// The thread is about to wait for a mutex.
#[cold]
#[inline(never)]
pub unsafe fn wants_mutex(mutex: Pointer, owner: c_int, pc: u64) {
    if owner == 0 || !output::is_child() || sys::has_thread(owner) {
        return;
    }
    tell(LOCK_OF_PARENT, mutex as u64, pc);
    // A child that is killed, as this one may be, leaves nothing else.
    if let Some(mut recording) = enter() {
        output::write_out(recording.thread());
    }
}
