//! Allocation. An allocation is logged after the call, a release of memory before it: between the two the address may
//! belong to somebody else.
//!
//! The C library's allocator is called by its second names (`__libc_malloc`), because finding a function allocates.

use crate::record::{Brief, Event, enter};
use crate::sys::Pointer;
use crate::wire::{More, Op};
use crate::{entries, shadow, thread};
use core::ffi::c_int;

unsafe extern "C" {
    fn __libc_malloc(size: usize) -> Pointer;
    fn __libc_calloc(count: usize, size: usize) -> Pointer;
    fn __libc_realloc(old: Pointer, size: usize) -> Pointer;
    fn __libc_memalign(alignment: usize, size: usize) -> Pointer;
    fn __libc_free(memory: Pointer);
    fn malloc_usable_size(memory: Pointer) -> usize;
}

const EINVAL: c_int = 22;
const ENOMEM: c_int = 12;
const PAGE: usize = 4096;

/// Logs that memory comes or goes; its size. That is no synchronisation: the section goes on.
///
/// Both are logged with the size that the allocator set aside, not the one asked for: it is what is known at the end, and
/// the two must cover the same bytes.
#[inline(always)]
unsafe fn log_block(kind: More, memory: Pointer, pc: u64) -> Option<u64> {
    let thread = thread::current();
    if memory.is_null() || thread.is_null() {
        return None;
    }
    let size = malloc_usable_size(memory) as u64;
    let is_logged =
        Brief::begin(thread).is_some_and(|mut brief| brief.put_words(kind, memory as u64, size, pc));
    (is_logged || log_first_block(kind, memory as u64, size, pc)).then_some(size)
}

/// The same where something else must be told before.
#[cold]
#[inline(never)]
unsafe fn log_first_block(kind: More, memory: u64, size: u64, pc: u64) -> bool {
    let op = if kind == More::Free { Op::Free } else { Op::Alloc };
    let recording = enter();
    let is_recorded = recording.is_some();
    if let Some(mut recording) = recording {
        recording.range(kind, Event::sized(op, memory, size), pc);
    }
    is_recorded
}

#[inline(always)]
unsafe fn allocated(memory: Pointer, pc: u64) -> Pointer {
    if let Some(size) = log_block(More::Alloc, memory, pc) {
        shadow::expect(memory as u64, size);
    }
    memory
}

#[inline(always)]
unsafe fn freed(memory: Pointer, pc: u64) {
    if let Some(size) = log_block(More::Free, memory, pc) {
        shadow::forget(memory as u64, size);
    }
}

pub unsafe extern "C" fn malloc(size: usize, pc: u64) -> Pointer {
    allocated(__libc_malloc(size), pc)
}

pub unsafe extern "C" fn calloc(count: usize, size: usize, pc: u64) -> Pointer {
    allocated(__libc_calloc(count, size), pc)
}

pub unsafe extern "C" fn free(memory: Pointer, pc: u64) {
    freed(memory, pc);
    __libc_free(memory);
}

/// The old memory is given up before; if the call fails it is still there, which is logged as given again.
pub unsafe extern "C" fn realloc(old: Pointer, size: usize, pc: u64) -> Pointer {
    freed(old, pc);
    let new = __libc_realloc(old, size);
    if new.is_null() && size > 0 {
        allocated(old, pc);
        return new;
    }
    allocated(new, pc)
}

pub unsafe extern "C" fn reallocarray(old: Pointer, count: usize, size: usize, pc: u64) -> Pointer {
    match count.checked_mul(size) {
        Some(total) => realloc(old, total, pc),
        None => {
            *crate::sys::__errno_location() = ENOMEM;
            core::ptr::null_mut()
        }
    }
}

pub unsafe extern "C" fn memalign(alignment: usize, size: usize, pc: u64) -> Pointer {
    allocated(__libc_memalign(alignment, size), pc)
}

pub unsafe extern "C" fn posix_memalign(to: *mut Pointer, alignment: usize, size: usize, pc: u64) -> c_int {
    if !alignment.is_power_of_two() || !alignment.is_multiple_of(size_of::<Pointer>()) {
        return EINVAL;
    }
    let memory = __libc_memalign(alignment, size);
    if memory.is_null() {
        return ENOMEM;
    }
    *to = allocated(memory, pc);
    0
}

pub unsafe extern "C" fn valloc(size: usize, pc: u64) -> Pointer {
    allocated(__libc_memalign(PAGE, size), pc)
}

entries! {
    "malloc", "rsi" => malloc;
    "calloc", "rdx" => calloc;
    "free", "rsi" => free;
    "cfree", "rsi" => free;
    "realloc", "rdx" => realloc;
    "reallocarray", "rcx" => reallocarray;
    "memalign", "rdx" => memalign;
    "aligned_alloc", "rdx" => memalign;
    "posix_memalign", "rcx" => posix_memalign;
    "valloc", "rsi" => valloc;
}
