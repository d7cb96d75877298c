//! Memory that the program maps and unmaps itself: it comes and goes like blocks of the allocator.
//!
//! All memory that can be given to the program a second time is logged when it is given: blocks (`memory`), mappings, stacks with
//! thread-local variables (`thread`), data of libraries that are loaded ([`loaded`]). So what was done with it before is nothing to
//! whoever has it now, also where nobody has logged that it went.

use crate::record::{Event, enter};
use crate::sys::{self, Pointer};
use crate::wire::{More, Op};
use crate::{entries, modules, plain_entries, real, shadow, thread};
use core::ffi::c_int;

const PAGE: u64 = 4096;
/// One event tells of this much at most.
const MOST: u64 = 1 << 31;
const FAILED: isize = -1;

unsafe fn log(op: Op, address: u64, length: u64, pc: u64) {
    let kind = if op == Op::Free { More::Free } else { More::Alloc };
    let end = address.saturating_add(length);
    let mut from = address;
    while from < end {
        let size = (end - from).min(MOST);
        if let Some(mut recording) = enter() {
            recording.range(kind, Event::sized(op, from, size), pc);
        }
        from += size;
    }
}

/// Memory is the running thread's to give to whom it wants, whatever it was before.
pub(super) unsafe fn comes(address: u64, length: u64, pc: u64) {
    if !thread::current().is_null() {
        log(Op::Alloc, address, length, pc);
    }
}

unsafe fn mapped(found: Pointer, length: usize) {
    if found as isize == FAILED || thread::current().is_null() {
        return;
    }
    let (address, length) = (found as u64, (length as u64).next_multiple_of(PAGE));
    // Memory at a place that the program has chosen needs shadow there.
    shadow::cover(address, length);
    shadow::forget(address, length);
    comes(address, length, 0);
}

pub unsafe extern "C" fn mmap(
    at: Pointer,
    length: usize,
    prot: c_int,
    flags: c_int,
    fd: c_int,
    offset: i64,
) -> Pointer {
    let found = sys::real_mmap(at, length, prot, flags, fd, offset);
    mapped(found, length);
    found
}

pub unsafe extern "C" fn munmap(at: Pointer, length: usize, pc: u64) -> c_int {
    if thread::current().is_null() {
        return sys::munmap(at, length);
    }
    let rounded = (length as u64).next_multiple_of(PAGE);
    log(Op::Free, at as u64, rounded, pc);
    let result = sys::munmap(at, length);
    if result != 0 {
        comes(at as u64, rounded, pc);
    }
    result
}

/// What grows or shrinks where it is stays what it is.
pub unsafe extern "C" fn mremap(
    old: Pointer,
    from: usize,
    to: usize,
    flags: c_int,
    place: Pointer,
) -> Pointer {
    const MAYMOVE: c_int = 1;
    let [before, after] = [from, to].map(|length| (length as u64).next_multiple_of(PAGE));
    let address = old as u64;
    if after < before {
        log(Op::Free, address + after, before - after, 0);
    } else if flags & MAYMOVE != 0 {
        log(Op::Free, address, before, 0);
    }
    let found = sys::mremap(old, from, to, flags, place);
    if thread::current().is_null() {
        return found;
    }
    if found as isize == FAILED || found == old {
        comes(address, before.max(if found == old { after } else { 0 }), 0);
    } else {
        mapped(found, to);
    }
    found
}

/// Memory that processes share.
pub unsafe extern "C" fn attach(segment: c_int, at: Pointer, flags: c_int) -> Pointer {
    real!(shmat: fn(c_int, Pointer, c_int) -> Pointer);
    let found = shmat()(segment, at, flags);
    if found as isize != FAILED && !thread::current().is_null() {
        mapped(found, sys::size_of_segment(segment));
    }
    found
}

/// A module with code that is recorded has been loaded, perhaps with others; none of its code has run.
pub(super) unsafe fn loaded() {
    modules::each_new(|base, span| comes(base, span, 0));
}

entries! {
    "munmap", "rdx" => munmap;
}

plain_entries! {
    "mmap" => mmap;
    "mmap64" => mmap;
    "mremap" => mremap;
    "shmat" => attach;
}
