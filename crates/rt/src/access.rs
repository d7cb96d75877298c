//! Plain accesses: the hot path.
//!
//! An access is not logged again when the thread has logged the same bytes in its section (see `shadow`).
//! `SELVEDGE_ALL=1` logs every access.

use crate::record::{Brief, Event, Recording, enter};
use crate::shadow;
use crate::sys::Pointer;
use crate::thread::{self, FRAME, KINDS, Thread};
use crate::wire::{LOW_SHIFT, More, Op, SITE_SHIFT};
use crate::{entries, plain_entries, real};
use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::{Ordering, compiler_fence};

/// Whether the thread has logged this in its section.
#[inline(always)]
unsafe fn is_repeated<const KIND: usize>(thread: *mut Thread, address: u64) -> bool {
    shadow::is_logged(shadow::word_of(address), (*thread).stamp, address, size(KIND), writes(KIND))
}

const fn size(kind: usize) -> u32 {
    1 << (kind % (KINDS / 2))
}

const fn writes(kind: usize) -> bool {
    kind >= KINDS / 2
}

#[inline(always)]
unsafe fn access<const KIND: usize>(address: u64, pc: u64) {
    let thread = thread::current();
    if !thread.is_null() && !is_repeated::<KIND>(thread, address) {
        log_word::<KIND>(thread, address, pc);
    }
}

/// The same as in `prelude.c`.
#[inline(always)]
unsafe fn log_word<const KIND: usize>(thread: *mut Thread, address: u64, pc: u64) {
    let end = (*thread).end;
    // From here to the end a signal handler's events go the slow way and are dropped.
    (*thread).end = null_mut();
    compiler_fence(Ordering::SeqCst);
    let (site, is_known) = (&mut *thread).site(pc);
    let cursor = (*thread).cursor;
    if cursor >= end || !is_known {
        (*thread).end = end;
        return slow::<KIND>(address, pc);
    }
    let (word, stamp, filtering) = (shadow::word_of(address), (*thread).stamp, (*thread).filtering);
    shadow::note(word, stamp, address, size(KIND), writes(KIND), filtering);
    *cursor = address << LOW_SHIFT | (site as u64) << SITE_SHIFT | KIND as u64;
    (*thread).cursor = cursor.add(1);
    compiler_fence(Ordering::SeqCst);
    (*thread).end = end;
}

/// Where a word cannot be written straight away: makes that possible if it can be, else writes an event.
#[cold]
#[inline(never)]
unsafe fn slow<const KIND: usize>(address: u64, pc: u64) {
    let Some(mut recording) = enter() else { return };
    if recording.thread().started && recording.define_site(pc).is_some() {
        let thread: *mut Thread = recording.thread();
        drop(recording);
        return log_word::<KIND>(thread, address, pc);
    }
    let op = if writes(KIND) { Op::Write } else { Op::Read };
    recording.access(op, address, u64::from(size(KIND)), pc);
}

/// What `prelude.c` leaves to the runtime: an access, by its kind.
pub unsafe extern "C" fn access_of_kind(address: u64, kind: u64, pc: u64) {
    match kind {
        0 => slow::<0>(address, pc),
        1 => slow::<1>(address, pc),
        2 => slow::<2>(address, pc),
        3 => slow::<3>(address, pc),
        4 => slow::<4>(address, pc),
        5 => slow::<5>(address, pc),
        6 => slow::<6>(address, pc),
        7 => slow::<7>(address, pc),
        8 => slow::<8>(address, pc),
        _ => slow::<9>(address, pc),
    }
}

// Called by `preserve_most`: all general registers but r11 are kept.
#[cfg(all(feature = "runtime", target_arch = "x86_64"))]
core::arch::global_asm!(
    ".pushsection .text.selvedge_rt_access,\"ax\",@progbits",
    ".globl selvedge_rt_access",
    ".type selvedge_rt_access,@function",
    "selvedge_rt_access:",
    "push rbp",
    "mov rbp, rsp",
    "push rax",
    "push rcx",
    "push rdx",
    "push rsi",
    "push rdi",
    "push r8",
    "push r9",
    "push r10",
    "and rsp, -16",
    "call {target}",
    "lea rsp, [rbp - 64]",
    "pop r10",
    "pop r9",
    "pop r8",
    "pop rdi",
    "pop rsi",
    "pop rdx",
    "pop rcx",
    "pop rax",
    "pop rbp",
    "ret",
    ".size selvedge_rt_access, . - selvedge_rt_access",
    ".popsection",
    target = sym access_of_kind,
);

/// A function is called that returns to `pc`.
pub unsafe extern "C" fn function_entry(pc: u64, stack: u64) {
    let thread = thread::current();
    if !thread.is_null() {
        (*thread).call(pc, stack);
    }
}

pub unsafe extern "C" fn function_exit() {
    let thread = thread::current();
    if !thread.is_null() {
        (*thread).top = (*thread).top.saturating_sub(FRAME);
    }
}

/// A range of bytes, as block operations and gcc's struct accesses have.
#[inline(always)]
unsafe fn range<const WRITES: bool>(address: u64, size: u64, pc: u64) {
    match (size, WRITES) {
        (1, false) => access::<0>(address, pc),
        (2, false) => access::<1>(address, pc),
        (4, false) => access::<2>(address, pc),
        (8, false) => access::<3>(address, pc),
        (16, false) => access::<4>(address, pc),
        (1, true) => access::<5>(address, pc),
        (2, true) => access::<6>(address, pc),
        (4, true) => access::<7>(address, pc),
        (8, true) => access::<8>(address, pc),
        (16, true) => access::<9>(address, pc),
        _ => any_range::<WRITES>(address, size, pc),
    }
}

#[inline(never)]
unsafe fn any_range<const WRITES: bool>(address: u64, size: u64, pc: u64) {
    let thread = thread::current();
    if thread.is_null() || size == 0 {
        return;
    }
    let kind = if WRITES { More::WriteRange } else { More::ReadRange };
    if let Some(mut brief) = Brief::begin(thread) {
        let (stamp, filtering) = (brief.thread().stamp, brief.thread().filtering);
        if shadow::add_range(address, size, stamp, WRITES, filtering)
            || brief.put_words(kind, address, size, pc)
        {
            return;
        }
    }
    first_range(kind, address, size, pc);
}

/// A range that is to be logged where something else must be told before.
#[cold]
#[inline(never)]
unsafe fn first_range(kind: More, address: u64, size: u64, pc: u64) {
    let op = if kind == More::WriteRange { Op::Write } else { Op::Read };
    if let Some(mut recording) = enter() {
        recording.range(kind, Event::sized(op, address, size), pc);
    }
}

macro_rules! accesses {
    ($($read_kind:literal $write_kind:literal $read:ident $write:ident $both:ident)*) => {
        $(
            pub unsafe extern "C" fn $read(address: u64, pc: u64) {
                access::<$read_kind>(address, pc);
            }
            pub unsafe extern "C" fn $write(address: u64, pc: u64) {
                access::<$write_kind>(address, pc);
            }
            pub unsafe extern "C" fn $both(address: u64, pc: u64) {
                access::<$read_kind>(address, pc);
                access::<$write_kind>(address, pc);
            }
        )*
    };
}

accesses! {
    0 5 read1 write1 read_write1
    1 6 read2 write2 read_write2
    2 7 read4 write4 read_write4
    3 8 read8 write8 read_write8
    4 9 read16 write16 read_write16
}

pub unsafe extern "C" fn read_range(address: u64, size: u64, pc: u64) {
    range::<false>(address, size, pc);
}

pub unsafe extern "C" fn write_range(address: u64, size: u64, pc: u64) {
    range::<true>(address, size, pc);
}

/// A C++ object's pointer to its virtual functions is set; setting it to what it is (in a destructor) is no write.
pub unsafe extern "C" fn vptr_update(address: *mut Pointer, new: Pointer, pc: u64) {
    if *address == new { read8(address as u64, pc) } else { write8(address as u64, pc) }
}

/// Overlapping ranges are allowed, so this does for `memcpy` too.
pub unsafe extern "C" fn copy(to: Pointer, from: Pointer, size: usize, pc: u64) -> Pointer {
    real!(memmove: fn(Pointer, Pointer, usize) -> Pointer);
    range::<false>(from as u64, size as u64, pc);
    range::<true>(to as u64, size as u64, pc);
    memmove()(to, from, size)
}

pub unsafe extern "C" fn fill(to: Pointer, byte: c_int, size: usize, pc: u64) -> Pointer {
    real!(memset: fn(Pointer, c_int, usize) -> Pointer);
    range::<true>(to as u64, size as u64, pc);
    memset()(to, byte, size)
}

/// What the thread does from here on is not logged, until as many ends have come.
pub unsafe extern "C" fn ignore_begin() {
    let thread = thread::current();
    if !thread.is_null() && !(*thread).is_busy() {
        let mut recording = Recording::begin(thread);
        recording.thread().ignore += 1;
    }
}

pub unsafe extern "C" fn ignore_end() {
    let thread = thread::current();
    if !thread.is_null() && !(*thread).is_busy() && (*thread).ignore > 0 {
        let mut recording = Recording::begin(thread);
        recording.thread().ignore -= 1;
        thread::next_section(recording.thread());
    }
}

// The address of the stack as it is in the function that was called.
#[cfg(all(feature = "runtime", target_arch = "x86_64"))]
core::arch::global_asm!(
    ".pushsection .text.__tsan_func_entry,\"ax\",@progbits",
    ".weak __tsan_func_entry",
    ".type __tsan_func_entry,@function",
    "__tsan_func_entry:",
    "mov rsi, rsp",
    "jmp {target}",
    ".size __tsan_func_entry, . - __tsan_func_entry",
    ".popsection",
    target = sym function_entry,
);

entries! {
    "__tsan_read1", "rsi" => read1;
    "__tsan_read2", "rsi" => read2;
    "__tsan_read4", "rsi" => read4;
    "__tsan_read8", "rsi" => read8;
    "__tsan_read16", "rsi" => read16;
    "__tsan_write1", "rsi" => write1;
    "__tsan_write2", "rsi" => write2;
    "__tsan_write4", "rsi" => write4;
    "__tsan_write8", "rsi" => write8;
    "__tsan_write16", "rsi" => write16;
    "__tsan_read_write1", "rsi" => read_write1;
    "__tsan_read_write2", "rsi" => read_write2;
    "__tsan_read_write4", "rsi" => read_write4;
    "__tsan_read_write8", "rsi" => read_write8;
    "__tsan_read_write16", "rsi" => read_write16;
    "__tsan_unaligned_read2", "rsi" => read2;
    "__tsan_unaligned_read4", "rsi" => read4;
    "__tsan_unaligned_read8", "rsi" => read8;
    "__tsan_unaligned_read16", "rsi" => read16;
    "__tsan_unaligned_write2", "rsi" => write2;
    "__tsan_unaligned_write4", "rsi" => write4;
    "__tsan_unaligned_write8", "rsi" => write8;
    "__tsan_unaligned_write16", "rsi" => write16;
    "__tsan_unaligned_read_write2", "rsi" => read_write2;
    "__tsan_unaligned_read_write4", "rsi" => read_write4;
    "__tsan_unaligned_read_write8", "rsi" => read_write8;
    "__tsan_unaligned_read_write16", "rsi" => read_write16;
    "__tsan_volatile_read1", "rsi" => read1;
    "__tsan_volatile_read2", "rsi" => read2;
    "__tsan_volatile_read4", "rsi" => read4;
    "__tsan_volatile_read8", "rsi" => read8;
    "__tsan_volatile_read16", "rsi" => read16;
    "__tsan_volatile_write1", "rsi" => write1;
    "__tsan_volatile_write2", "rsi" => write2;
    "__tsan_volatile_write4", "rsi" => write4;
    "__tsan_volatile_write8", "rsi" => write8;
    "__tsan_volatile_write16", "rsi" => write16;
    "__tsan_unaligned_volatile_read2", "rsi" => read2;
    "__tsan_unaligned_volatile_read4", "rsi" => read4;
    "__tsan_unaligned_volatile_read8", "rsi" => read8;
    "__tsan_unaligned_volatile_read16", "rsi" => read16;
    "__tsan_unaligned_volatile_write2", "rsi" => write2;
    "__tsan_unaligned_volatile_write4", "rsi" => write4;
    "__tsan_unaligned_volatile_write8", "rsi" => write8;
    "__tsan_unaligned_volatile_write16", "rsi" => write16;
    "__tsan_vptr_read", "rsi" => read8;
    "__tsan_vptr_update", "rdx" => vptr_update;
    "__tsan_read_range", "rdx" => read_range;
    "__tsan_write_range", "rdx" => write_range;
    "__tsan_memcpy", "rcx" => copy;
    "__tsan_memmove", "rcx" => copy;
    "__tsan_memset", "rcx" => fill;
    "__wrap_memcpy", "rcx" => copy;
    "__wrap_memmove", "rcx" => copy;
    "__wrap_memset", "rcx" => fill;
}

plain_entries! {
    "__tsan_func_exit" => function_exit;
    "__tsan_ignore_thread_begin" => ignore_begin;
    "__tsan_ignore_thread_end" => ignore_end;
}
