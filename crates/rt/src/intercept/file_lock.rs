//! Locks on files that keep threads apart: those of `flock`, and `fcntl`'s that belong to open descriptions. Those of `lockf` and
//! `F_SETLK` belong to the process: they keep no thread from anything, and order nothing.
//!
//! Taking one is logged after it was taken, giving it back before (also by closing the descriptor, if the file was locked at some
//! time), as updates of one place for each file: sections keep their order.

use crate::edge::{self, Name, is_recorded};
use crate::sys::{self, Pointer};
use crate::{channels, entries, real};
use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, Ordering};

const LOCK_UN: c_int = 8;
const F_OFD_SETLK: c_int = 37;
const F_OFD_SETLKW: c_int = 38;
const F_UNLCK: i16 = 2;

/// Whether some file was locked.
static IS_USED: AtomicBool = AtomicBool::new(false);

unsafe fn place(fd: c_int) -> Option<u64> {
    let _errno = sys::KeepErrno::new();
    channels::file(fd).map(|(_, device, inode)| edge::place(Name::FileLock, [device, inode]))
}

unsafe fn changes(fd: c_int, pc: u64) {
    if is_recorded()
        && let Some(place) = place(fd)
    {
        IS_USED.store(true, Ordering::Relaxed);
        edge::pass(place, pc);
    }
}

pub unsafe extern "C" fn flock(fd: c_int, operation: c_int, pc: u64) -> c_int {
    real!(flock: fn(c_int, c_int) -> c_int);
    if operation & LOCK_UN != 0 {
        changes(fd, pc);
        return flock()(fd, operation);
    }
    let result = flock()(fd, operation);
    if result == 0 {
        changes(fd, pc);
    }
    result
}

unsafe fn unlocks(command: c_int, argument: usize) -> Option<bool> {
    let is_lock = command == F_OFD_SETLK || command == F_OFD_SETLKW;
    let lock = argument as Pointer;
    (is_lock && !lock.is_null()).then(|| *lock.cast::<i16>() == F_UNLCK)
}

pub(super) unsafe fn before_control(fd: c_int, command: c_int, argument: usize) {
    if unlocks(command, argument) == Some(true) {
        changes(fd, 0);
    }
}

pub(super) unsafe fn after_control(result: c_int, fd: c_int, command: c_int, argument: usize) {
    if result == 0 && unlocks(command, argument) == Some(false) {
        changes(fd, 0);
    }
}

pub(super) unsafe fn before_close(fd: c_int, pc: u64) {
    const REGULAR: u32 = 0o100_000;
    if IS_USED.load(Ordering::Relaxed) && is_recorded() && {
        let _errno = sys::KeepErrno::new();
        channels::file(fd).is_some_and(|(kind, _, _)| kind == REGULAR)
    } {
        changes(fd, pc);
    }
}

entries! {
    "flock", "rdx" => flock;
}
