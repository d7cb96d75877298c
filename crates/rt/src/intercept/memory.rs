//! Allocation. An allocation is logged after the call, a release of memory before it: between the two the address may
//! belong to somebody else.
//!
//! The C library's allocator is called by its second names (`__libc_malloc`), because finding a function allocates.

use crate::record::{Event, enter};
use crate::sys::{self, Pointer};
use crate::wire::Op;
use crate::{entries, plain_entries, shadow};
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

/// Both are logged with the size that the allocator set aside, not the one asked for: it is what is known at the end, and
/// the two must cover the same bytes.
unsafe fn log_block(op: Op, memory: Pointer, pc: u64) {
    if !memory.is_null()
        && let Some(mut recording) = enter()
    {
        recording.lifetime(Event::sized(op, memory as u64, malloc_usable_size(memory) as u64), pc);
    }
}

unsafe fn allocated(memory: Pointer, pc: u64) -> Pointer {
    log_block(Op::Alloc, memory, pc);
    memory
}

unsafe fn freed(memory: Pointer, pc: u64) {
    log_block(Op::Free, memory, pc);
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

/// Memory at a place that the program has chosen needs shadow there.
pub unsafe extern "C" fn mmap(
    at: Pointer,
    length: usize,
    prot: c_int,
    flags: c_int,
    fd: c_int,
    offset: i64,
) -> Pointer {
    let found = sys::real_mmap(at, length, prot, flags, fd, offset);
    if found as isize != -1 && !crate::thread::current().is_null() {
        shadow::cover(found as u64, length as u64);
    }
    found
}

plain_entries! {
    "mmap" => mmap;
    "mmap64" => mmap;
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
