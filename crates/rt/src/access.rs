//! Plain accesses: the hot path.
//!
//! An access is not logged again when the thread has already accessed the same bytes in the same way (or written them)
//! in the same *section*, the time between two of its synchronisation events: as to every order that prediction looks at,
//! the first stands for the others. `SELVEDGE_ALL=1` logs every access.

use crate::modules;
use crate::record::{Recording, enter};
use crate::sys::Pointer;
use crate::thread::{self, FILTER, Thread};
use crate::wire::{Op, put, put_short, zigzag};
use crate::{entries, plain_entries, real};
use core::ffi::c_int;
use core::sync::atomic::{AtomicU64, Ordering, compiler_fence};

/// All ones where repeated accesses are left out, 0 where every access is logged.
pub static FILTERING: AtomicU64 = AtomicU64::new(u64::MAX);

const WRITES: u64 = 1;

/// Whether the thread has done this in its section; notes it if not.
#[inline(always)]
unsafe fn is_repeated<const POWER: u64, const WRITE: bool>(thread: *mut Thread, address: u64) -> bool {
    let key = (address << 16) | (*thread).section | (POWER << 1) | if WRITE { WRITES } else { 0 };
    let index = ((address >> POWER) ^ (address >> 13)) as usize % FILTER;
    let slot = (&raw mut (*thread).filter).cast::<u64>().add(index);
    let known = *slot;
    if known == key || (!WRITE && known == key | WRITES) {
        return true;
    }
    *slot = key & FILTERING.load(Ordering::Relaxed);
    false
}

#[inline(always)]
unsafe fn access<const POWER: u64, const WRITE: bool>(address: u64, pc: u64) {
    let thread = thread::current();
    if thread.is_null() || is_repeated::<POWER, WRITE>(thread, address) {
        return;
    }
    let limit = (*thread).limit;
    let (location, is_known) = modules::location_in_executable(pc);
    // From here to the end a signal handler's events go the slow way and are dropped.
    (*thread).limit = 0;
    compiler_fence(Ordering::SeqCst);
    let buffer = (*thread).buffer;
    let committed = (*buffer).committed.load(Ordering::Relaxed);
    if committed as u32 >= limit || !is_known {
        (*thread).limit = limit;
        return slow::<POWER, WRITE>(address, pc);
    }
    let first = (&raw mut (*buffer).bytes).cast::<u8>().add(committed as u32 as usize);
    *first = POWER as u8 + if WRITE { 5 } else { 0 };
    let at = put(first.add(1), zigzag(address.wrapping_sub((*thread).memory) as i64));
    (*thread).memory = address;
    let at = put_short(at, zigzag(i64::from(location) - i64::from((*thread).location)));
    (*thread).location = location;
    let length = at.offset_from(first) as u64;
    (*buffer).committed.store(committed + (1 << 32) + length, Ordering::Release);
    compiler_fence(Ordering::SeqCst);
    (*thread).limit = limit;
}

#[cold]
#[inline(never)]
unsafe fn slow<const POWER: u64, const WRITE: bool>(address: u64, pc: u64) {
    if let Some(mut recording) = enter() {
        recording.access(if WRITE { Op::Write } else { Op::Read }, address, 1 << POWER, pc);
    }
}

/// A range of bytes, as block operations and gcc's struct accesses have.
unsafe fn range(op: Op, address: u64, size: u64, pc: u64) {
    if size > 0
        && let Some(mut recording) = enter()
    {
        recording.access(op, address, size, pc);
    }
}

macro_rules! accesses {
    ($($power:literal $read:ident $write:ident $both:ident)*) => {
        $(
            pub unsafe extern "C" fn $read(address: u64, pc: u64) {
                access::<$power, false>(address, pc);
            }
            pub unsafe extern "C" fn $write(address: u64, pc: u64) {
                access::<$power, true>(address, pc);
            }
            pub unsafe extern "C" fn $both(address: u64, pc: u64) {
                access::<$power, false>(address, pc);
                access::<$power, true>(address, pc);
            }
        )*
    };
}

accesses! {
    0 read1 write1 read_write1
    1 read2 write2 read_write2
    2 read4 write4 read_write4
    3 read8 write8 read_write8
    4 read16 write16 read_write16
}

pub unsafe extern "C" fn read_range(address: u64, size: u64, pc: u64) {
    range(Op::Read, address, size, pc);
}

pub unsafe extern "C" fn write_range(address: u64, size: u64, pc: u64) {
    range(Op::Write, address, size, pc);
}

/// A C++ object's pointer to its virtual functions is set; setting it to what it is (in a destructor) is no write.
pub unsafe extern "C" fn vptr_update(address: *mut Pointer, new: Pointer, pc: u64) {
    if *address == new { read8(address as u64, pc) } else { write8(address as u64, pc) }
}

/// Overlapping ranges are allowed, so this does for `memcpy` too.
pub unsafe extern "C" fn copy(to: Pointer, from: Pointer, size: usize, pc: u64) -> Pointer {
    real!(memmove: fn(Pointer, Pointer, usize) -> Pointer);
    range(Op::Read, from as u64, size as u64, pc);
    range(Op::Write, to as u64, size as u64, pc);
    memmove()(to, from, size)
}

pub unsafe extern "C" fn fill(to: Pointer, byte: c_int, size: usize, pc: u64) -> Pointer {
    real!(memset: fn(Pointer, c_int, usize) -> Pointer);
    range(Op::Write, to as u64, size as u64, pc);
    memset()(to, byte, size)
}

pub extern "C" fn nothing() {}

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
    "__tsan_func_entry" => nothing;
    "__tsan_func_exit" => nothing;
    "__tsan_ignore_thread_begin" => ignore_begin;
    "__tsan_ignore_thread_end" => ignore_end;
}
