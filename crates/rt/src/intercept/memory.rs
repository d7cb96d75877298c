//! Allocation. An allocation is logged after the call, a release of memory before it: between the two the address may
//! belong to somebody else.
//!
//! The C library's allocator is called by its second names (`__libc_malloc`), found without allocating (`elf`). Another allocator that is
//! preloaded or linked as a library (jemalloc, mimalloc) is not used: its `malloc`, and its `operator new`, would give memory that is not
//! seen to come and go. All that gives memory which `free` takes is therefore here.

#![allow(non_snake_case)]

use crate::record::{Brief, Event, enter};
use crate::sys::Pointer;
use crate::wire::{More, Op};
use crate::{entries, misuse, own_functions, plain_entries, shadow, thread};
use core::ffi::c_int;

own_functions! {
    C __libc_malloc(size: usize) -> Pointer;
    C __libc_calloc(count: usize, size: usize) -> Pointer;
    C __libc_realloc(old: Pointer, size: usize) -> Pointer;
    C __libc_memalign(alignment: usize, size: usize) -> Pointer;
    C __libc_pvalloc(size: usize) -> Pointer;
    C __libc_free(memory: Pointer) -> ();
    CPP _Znwm(size: usize) -> Pointer;
    CPP _ZnwmSt11align_val_t(size: usize, alignment: usize) -> Pointer;
}

/// How large a block of the C library's allocator is: `malloc_usable_size` may be another allocator's. Before a block is its size with
/// that of what is before it, and flags; one that was mapped by itself has no neighbour whose first word it may use.
#[inline]
unsafe fn usable_size(memory: Pointer) -> usize {
    const FLAGS: usize = 7;
    const MAPPED: usize = 2;
    let head = *memory.cast::<usize>().sub(1);
    let own = if head & MAPPED != 0 { 16 } else { 8 };
    (head & !FLAGS).saturating_sub(own)
}

pub unsafe extern "C" fn size_of_block(memory: Pointer) -> usize {
    if memory.is_null() { 0 } else { usable_size(memory) }
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
    if (*thread).handler != 0 {
        misuse::in_handler(thread, misuse::ALLOCATES, pc);
    }
    let size = usable_size(memory) as u64;
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

pub unsafe extern "C" fn pvalloc(size: usize, pc: u64) -> Pointer {
    allocated(__libc_pvalloc(size), pc)
}

/// `operator new`; where there is no memory, the library's own says so.
pub unsafe extern "C" fn new(size: usize, pc: u64) -> Pointer {
    let memory = allocated(__libc_malloc(size), pc);
    if memory.is_null() { _Znwm(size) } else { memory }
}

pub unsafe extern "C" fn new_or_null(size: usize, _nothrow: Pointer, pc: u64) -> Pointer {
    allocated(__libc_malloc(size), pc)
}

pub unsafe extern "C" fn new_aligned(size: usize, alignment: usize, pc: u64) -> Pointer {
    let memory = allocated(__libc_memalign(alignment, size), pc);
    if memory.is_null() { _ZnwmSt11align_val_t(size, alignment) } else { memory }
}

pub unsafe extern "C" fn new_aligned_or_null(
    size: usize,
    alignment: usize,
    _nothrow: Pointer,
    pc: u64,
) -> Pointer {
    allocated(__libc_memalign(alignment, size), pc)
}

pub unsafe extern "C" fn delete_sized(memory: Pointer, _one: usize, pc: u64) {
    free(memory, pc);
}

pub unsafe extern "C" fn delete_sized_aligned(memory: Pointer, _one: usize, _other: usize, pc: u64) {
    free(memory, pc);
}

plain_entries! {
    "malloc_usable_size" => size_of_block;
}

// In C++: operators new and delete, of one and of many, with an alignment, a size, and without exceptions.
entries! {
    "_Znwm", "rsi" => new;
    "_Znam", "rsi" => new;
    "_ZnwmRKSt9nothrow_t", "rdx" => new_or_null;
    "_ZnamRKSt9nothrow_t", "rdx" => new_or_null;
    "_ZnwmSt11align_val_t", "rdx" => new_aligned;
    "_ZnamSt11align_val_t", "rdx" => new_aligned;
    "_ZnwmSt11align_val_tRKSt9nothrow_t", "rcx" => new_aligned_or_null;
    "_ZnamSt11align_val_tRKSt9nothrow_t", "rcx" => new_aligned_or_null;
    "_ZdlPv", "rsi" => free;
    "_ZdaPv", "rsi" => free;
    "_ZdlPvm", "rdx" => delete_sized;
    "_ZdaPvm", "rdx" => delete_sized;
    "_ZdlPvRKSt9nothrow_t", "rdx" => delete_sized;
    "_ZdaPvRKSt9nothrow_t", "rdx" => delete_sized;
    "_ZdlPvSt11align_val_t", "rdx" => delete_sized;
    "_ZdaPvSt11align_val_t", "rdx" => delete_sized;
    "_ZdlPvmSt11align_val_t", "rcx" => delete_sized_aligned;
    "_ZdaPvmSt11align_val_t", "rcx" => delete_sized_aligned;
    "_ZdlPvSt11align_val_tRKSt9nothrow_t", "rcx" => delete_sized_aligned;
    "_ZdaPvSt11align_val_tRKSt9nothrow_t", "rcx" => delete_sized_aligned;
}

entries! {
    "pvalloc", "rsi" => pvalloc;
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
