//! Atomic accesses: the access, its ticket and its place in the trace are one step.
//!
//! An access and its ticket are taken while its stripe is locked (see `stripe`, also for relaxed accesses that are not
//! logged). The access itself is done with the strongest order: the trace says which was asked for. A load that follows the
//! thread's own load of the same address with no write to the stripe in between (a thread that spins) is not logged again.
//!
//! Relaxed accesses and reads of any order do not end the thread's section (ADR 10, ADR 18): they are in the trace where they
//! were, but plain accesses before them stand for the same ones after them. Who reads the trace takes those to last until the
//! section ends. A section that began in another chunk ends all the same, so that one chunk tells all that a section goes on
//! from.

use crate::record::{Brief, Event, Recording, enter};
use crate::stripe::stripe;
use crate::wire::Op;
use crate::{entries, plain_entries, thread};
use core::ffi::c_int;
use core::sync::atomic::{
    AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering, compiler_fence, fence as full_fence,
};

/// The compiler's number of a memory order (relaxed 0 … seq_cst 5) as the format's.
fn order(number: c_int) -> u8 {
    match number & 0xff {
        0..=5 => number as u8 + 1,
        _ => 6,
    }
}

/// Whether the value of an access of this size is logged.
fn is_known(size: u32) -> bool {
    matches!(size, 1 | 2 | 4 | 8)
}

/// As the format has it.
pub const RELAXED: u8 = 1;

/// Does an access of any kind. `act` returns the operation it turned out to be, the value for the log, and its result.
#[inline(always)]
unsafe fn perform<T>(
    address: u64,
    size: u32,
    order_number: c_int,
    failure_order: c_int,
    pc: u64,
    act: impl FnOnce() -> (Op, u64, T),
) -> T {
    let thread = thread::current();
    if order_number & 0xff == 0
        && failure_order & 0xff == 0
        && !thread.is_null()
        && let Some(mut brief) = Brief::begin(thread)
    {
        let stripe = stripe(address);
        stripe.lock(brief.thread());
        if stripe.is_quiet(brief.thread(), address) {
            let (op, value, result) = act();
            stripe.add_quiet(brief.thread(), op, size, value);
            stripe.lock.unlock();
            return result;
        }
        stripe.lock.unlock();
    }
    perform_and_log(address, size, order_number, failure_order, pc, act)
}

/// The same where it is to be logged, or nothing is.
#[inline(never)]
unsafe fn perform_and_log<T>(
    address: u64,
    size: u32,
    order_number: c_int,
    failure_order: c_int,
    pc: u64,
    act: impl FnOnce() -> (Op, u64, T),
) -> T {
    let Some(mut recording) = enter() else { return act().2 };
    let orders = [order(order_number), order(failure_order)];
    lock(&mut recording, address, orders == [RELAXED; 2]);
    let (op, value, result) = act();
    let order = orders[usize::from(op == Op::AtomicRead)];
    let value = is_known(size).then_some(value);
    let event = Event { op, object: address, size, order, value };
    log(recording, &event, orders == [RELAXED; 2], pc);
    result
}

/// An update, by code that is not instrumented, of four bytes: it and its place in the trace are one step all the same.
pub unsafe fn update_out_of_sight<T>(address: u64, act: impl FnOnce() -> T) -> T {
    const ACQUIRE_AND_RELEASE: c_int = 4;
    let Some(mut recording) = enter() else { return act() };
    lock(&mut recording, address, false);
    let result = act();
    let order = order(ACQUIRE_AND_RELEASE);
    log(recording, &Event { op: Op::AtomicUpdate, object: address, size: 4, order, value: None }, false, 0);
    result
}

/// Locks the stripe of an address; room for an event is reserved.
#[inline(never)]
fn lock(recording: &mut Recording, address: u64, is_relaxed: bool) {
    if !is_relaxed {
        recording.settle();
    }
    recording.reserve(0);
    let stripe = stripe(address);
    stripe.lock(recording.thread());
    stripe.tell(recording);
}

/// Logs what was done while the stripe was locked, and unlocks it.
#[inline(never)]
fn log(mut recording: Recording, event: &Event, is_relaxed: bool, pc: u64) {
    let stripe = stripe(event.object);
    let version = stripe.note(event.op);
    if event.op != Op::AtomicRead || !is_spinning(&mut recording, event.object, version) {
        let is_first = !recording.thread().started;
        recording.put(*event, crate::modules::location(pc), true, &[]);
        recording.end_section(event, is_first);
        note_load(&mut recording, event.op, event.object, version);
        stripe.logged(&mut recording, event.object, is_relaxed);
    }
    stripe.lock.unlock();
}

fn is_spinning(recording: &mut Recording, address: u64, version: u64) -> bool {
    let thread = recording.thread();
    let is_last = thread.spin_cursor == thread.cursor && thread.spin_chunk == thread.chunk;
    is_last && thread.spin_address == address && thread.spin_version == version
}

fn note_load(recording: &mut Recording, op: Op, address: u64, version: u64) {
    let thread = recording.thread();
    thread.spin_address = if op == Op::AtomicRead { address } else { 0 };
    thread.spin_version = version;
    (thread.spin_cursor, thread.spin_chunk) = (thread.cursor, thread.chunk);
}

macro_rules! atomics {
    ($($module:ident $atomic:ident $type:ty, $size:literal;)*) => {
        $(
            /// Accesses of one width.
            pub mod $module {
                use super::*;

                unsafe fn cell<'a>(address: *mut $type) -> &'a $atomic {
                    $atomic::from_ptr(address)
                }

                pub unsafe extern "C" fn load(address: *mut $type, order: c_int, pc: u64) -> $type {
                    perform(address as u64, $size, order, order, pc, || {
                        let value = cell(address).load(Ordering::SeqCst);
                        (Op::AtomicRead, value as u64, value)
                    })
                }

                pub unsafe extern "C" fn store(address: *mut $type, value: $type, order: c_int, pc: u64) {
                    perform(address as u64, $size, order, order, pc, || {
                        cell(address).store(value, Ordering::SeqCst);
                        (Op::AtomicWrite, value as u64, ())
                    })
                }

                unsafe fn update(
                    address: *mut $type,
                    order: c_int,
                    pc: u64,
                    change: impl Fn(&$atomic) -> ($type, $type),
                ) -> $type {
                    perform(address as u64, $size, order, order, pc, || {
                        let (old, new) = change(cell(address));
                        (Op::AtomicUpdate, new as u64, old)
                    })
                }

                pub unsafe extern "C" fn exchange(a: *mut $type, value: $type, order: c_int, pc: u64) -> $type {
                    update(a, order, pc, |cell| (cell.swap(value, Ordering::SeqCst), value))
                }

                pub unsafe extern "C" fn add(a: *mut $type, value: $type, order: c_int, pc: u64) -> $type {
                    update(a, order, pc, |cell| {
                        let old = cell.fetch_add(value, Ordering::SeqCst);
                        (old, old.wrapping_add(value))
                    })
                }

                pub unsafe extern "C" fn sub(a: *mut $type, value: $type, order: c_int, pc: u64) -> $type {
                    update(a, order, pc, |cell| {
                        let old = cell.fetch_sub(value, Ordering::SeqCst);
                        (old, old.wrapping_sub(value))
                    })
                }

                pub unsafe extern "C" fn and(a: *mut $type, value: $type, order: c_int, pc: u64) -> $type {
                    update(a, order, pc, |cell| {
                        let old = cell.fetch_and(value, Ordering::SeqCst);
                        (old, old & value)
                    })
                }

                pub unsafe extern "C" fn or(a: *mut $type, value: $type, order: c_int, pc: u64) -> $type {
                    update(a, order, pc, |cell| {
                        let old = cell.fetch_or(value, Ordering::SeqCst);
                        (old, old | value)
                    })
                }

                pub unsafe extern "C" fn xor(a: *mut $type, value: $type, order: c_int, pc: u64) -> $type {
                    update(a, order, pc, |cell| {
                        let old = cell.fetch_xor(value, Ordering::SeqCst);
                        (old, old ^ value)
                    })
                }

                pub unsafe extern "C" fn nand(a: *mut $type, value: $type, order: c_int, pc: u64) -> $type {
                    update(a, order, pc, |cell| {
                        let old = cell.fetch_nand(value, Ordering::SeqCst);
                        (old, !(old & value))
                    })
                }

                /// Compare and exchange; the old value.
                pub unsafe extern "C" fn compare(
                    address: *mut $type,
                    expected: $type,
                    new: $type,
                    order: c_int,
                    failure: c_int,
                    pc: u64,
                ) -> $type {
                    perform(address as u64, $size, order, failure, pc, || {
                        let tried = cell(address).compare_exchange(
                            expected,
                            new,
                            Ordering::SeqCst,
                            Ordering::SeqCst,
                        );
                        match tried {
                            Ok(old) => (Op::AtomicUpdate, new as u64, old),
                            Err(old) => (Op::AtomicRead, old as u64, old),
                        }
                    })
                }

                /// Compare and exchange as the C standard has it: whether it succeeded; `expected` becomes the old value.
                pub unsafe extern "C" fn compare_strong(
                    address: *mut $type,
                    expected: *mut $type,
                    new: $type,
                    order: c_int,
                    failure: c_int,
                    pc: u64,
                ) -> c_int {
                    let wanted = *expected;
                    let old = compare(address, wanted, new, order, failure, pc);
                    if old != wanted {
                        *expected = old;
                    }
                    c_int::from(old == wanted)
                }
            }
        )*
    };
}

atomics! {
    wide8 AtomicU8 u8, 1;
    wide16 AtomicU16 u16, 2;
    wide32 AtomicU32 u32, 4;
    wide64 AtomicU64 u64, 8;
}

/// 16 bytes: under the stripe's lock alone, without the processor's own instruction. Code that is not instrumented and
/// uses the same 16 bytes atomically would not be seen; there is none in practice.
pub mod wide128 {
    use super::*;

    pub unsafe extern "C" fn load(address: *mut u128, order: c_int, pc: u64) -> u128 {
        perform(address as u64, 16, order, order, pc, || (Op::AtomicRead, 0, *address))
    }

    pub unsafe extern "C" fn store(address: *mut u128, value: u128, order: c_int, pc: u64) {
        perform(address as u64, 16, order, order, pc, || (Op::AtomicWrite, 0, *address = value))
    }

    unsafe fn update(address: *mut u128, order: c_int, pc: u64, change: impl Fn(u128) -> u128) -> u128 {
        perform(address as u64, 16, order, order, pc, || {
            let old = *address;
            *address = change(old);
            (Op::AtomicUpdate, 0, old)
        })
    }

    pub unsafe extern "C" fn exchange(a: *mut u128, value: u128, order: c_int, pc: u64) -> u128 {
        update(a, order, pc, |_| value)
    }

    pub unsafe extern "C" fn add(a: *mut u128, value: u128, order: c_int, pc: u64) -> u128 {
        update(a, order, pc, |old| old.wrapping_add(value))
    }

    pub unsafe extern "C" fn sub(a: *mut u128, value: u128, order: c_int, pc: u64) -> u128 {
        update(a, order, pc, |old| old.wrapping_sub(value))
    }

    pub unsafe extern "C" fn and(a: *mut u128, value: u128, order: c_int, pc: u64) -> u128 {
        update(a, order, pc, |old| old & value)
    }

    pub unsafe extern "C" fn or(a: *mut u128, value: u128, order: c_int, pc: u64) -> u128 {
        update(a, order, pc, |old| old | value)
    }

    pub unsafe extern "C" fn xor(a: *mut u128, value: u128, order: c_int, pc: u64) -> u128 {
        update(a, order, pc, |old| old ^ value)
    }

    pub unsafe extern "C" fn nand(a: *mut u128, value: u128, order: c_int, pc: u64) -> u128 {
        update(a, order, pc, |old| !(old & value))
    }

    /// The caller's address has no register left; the place is not known.
    pub unsafe extern "C" fn compare(
        address: *mut u128,
        expected: u128,
        new: u128,
        order: c_int,
        failure: c_int,
    ) -> u128 {
        perform(address as u64, 16, order, failure, 0, || {
            let old = *address;
            if old != expected {
                return (Op::AtomicRead, 0, old);
            }
            *address = new;
            (Op::AtomicUpdate, 0, old)
        })
    }

    pub unsafe extern "C" fn compare_strong(
        address: *mut u128,
        expected: *mut u128,
        new: u128,
        order: c_int,
        failure: c_int,
    ) -> c_int {
        let wanted = *expected;
        let old = compare(address, wanted, new, order, failure);
        if old != wanted {
            *expected = old;
        }
        c_int::from(old == wanted)
    }
}

/// Objects of other sizes: what a library does for them under locks of its own.
pub mod any_size {
    use super::*;
    use crate::real;
    use crate::sys::Pointer;

    fn sized(size: usize) -> u32 {
        u32::try_from(size).unwrap_or(u32::MAX)
    }

    unsafe fn act(address: Pointer, size: usize, orders: [c_int; 2], pc: u64, act: impl FnOnce() -> Op) {
        let ([order, failure], size) = (orders, sized(size));
        perform_and_log(address as u64, size, order, failure, pc, || (act(), 0, ()));
    }

    pub unsafe extern "C" fn load(size: usize, from: Pointer, to: Pointer, order: c_int, pc: u64) {
        real!(__atomic_load: fn(usize, Pointer, Pointer, c_int) -> ());
        let library = __atomic_load();
        act(from, size, [order; 2], pc, || {
            library(size, from, to, order);
            Op::AtomicRead
        });
    }

    pub unsafe extern "C" fn store(size: usize, to: Pointer, from: Pointer, order: c_int, pc: u64) {
        real!(__atomic_store: fn(usize, Pointer, Pointer, c_int) -> ());
        let library = __atomic_store();
        act(to, size, [order; 2], pc, || {
            library(size, to, from, order);
            Op::AtomicWrite
        });
    }

    pub unsafe extern "C" fn exchange(
        size: usize,
        at: Pointer,
        new: Pointer,
        old: Pointer,
        order: c_int,
        pc: u64,
    ) {
        real!(__atomic_exchange: fn(usize, Pointer, Pointer, Pointer, c_int) -> ());
        let library = __atomic_exchange();
        act(at, size, [order; 2], pc, || {
            library(size, at, new, old, order);
            Op::AtomicUpdate
        });
    }

    /// The caller's address has no register left; the place is not known.
    pub unsafe extern "C" fn compare(
        size: usize,
        at: Pointer,
        expected: Pointer,
        new: Pointer,
        order: c_int,
        failure: c_int,
    ) -> bool {
        real!(__atomic_compare_exchange: fn(usize, Pointer, Pointer, Pointer, c_int, c_int) -> bool);
        let library = __atomic_compare_exchange();
        let mut is_done = false;
        act(at, size, [order, failure], 0, || {
            is_done = library(size, at, expected, new, order, failure);
            if is_done { Op::AtomicUpdate } else { Op::AtomicRead }
        });
        is_done
    }
}

pub unsafe extern "C" fn thread_fence(order_number: c_int, pc: u64) {
    full_fence(Ordering::SeqCst);
    crate::record::log_event(Event { order: order(order_number), ..Event::new(Op::Fence, 0) }, pc);
}

pub extern "C" fn signal_fence(_order: c_int) {
    compiler_fence(Ordering::SeqCst);
}

entries! {
    "__atomic_load", "r8" => any_size::load;
    "__atomic_store", "r8" => any_size::store;
    "__atomic_exchange", "r9" => any_size::exchange;
    "__tsan_atomic_thread_fence", "rsi" => thread_fence;
    "__tsan_atomic_signal_fence", "rsi" => signal_fence;
    "__tsan_atomic8_load", "rdx" => wide8::load;
    "__tsan_atomic8_store", "rcx" => wide8::store;
    "__tsan_atomic8_exchange", "rcx" => wide8::exchange;
    "__tsan_atomic8_fetch_add", "rcx" => wide8::add;
    "__tsan_atomic8_fetch_sub", "rcx" => wide8::sub;
    "__tsan_atomic8_fetch_and", "rcx" => wide8::and;
    "__tsan_atomic8_fetch_or", "rcx" => wide8::or;
    "__tsan_atomic8_fetch_xor", "rcx" => wide8::xor;
    "__tsan_atomic8_fetch_nand", "rcx" => wide8::nand;
    "__tsan_atomic8_compare_exchange_val", "r9" => wide8::compare;
    "__tsan_atomic8_compare_exchange_strong", "r9" => wide8::compare_strong;
    "__tsan_atomic8_compare_exchange_weak", "r9" => wide8::compare_strong;
    "__tsan_atomic16_load", "rdx" => wide16::load;
    "__tsan_atomic16_store", "rcx" => wide16::store;
    "__tsan_atomic16_exchange", "rcx" => wide16::exchange;
    "__tsan_atomic16_fetch_add", "rcx" => wide16::add;
    "__tsan_atomic16_fetch_sub", "rcx" => wide16::sub;
    "__tsan_atomic16_fetch_and", "rcx" => wide16::and;
    "__tsan_atomic16_fetch_or", "rcx" => wide16::or;
    "__tsan_atomic16_fetch_xor", "rcx" => wide16::xor;
    "__tsan_atomic16_fetch_nand", "rcx" => wide16::nand;
    "__tsan_atomic16_compare_exchange_val", "r9" => wide16::compare;
    "__tsan_atomic16_compare_exchange_strong", "r9" => wide16::compare_strong;
    "__tsan_atomic16_compare_exchange_weak", "r9" => wide16::compare_strong;
    "__tsan_atomic32_load", "rdx" => wide32::load;
    "__tsan_atomic32_store", "rcx" => wide32::store;
    "__tsan_atomic32_exchange", "rcx" => wide32::exchange;
    "__tsan_atomic32_fetch_add", "rcx" => wide32::add;
    "__tsan_atomic32_fetch_sub", "rcx" => wide32::sub;
    "__tsan_atomic32_fetch_and", "rcx" => wide32::and;
    "__tsan_atomic32_fetch_or", "rcx" => wide32::or;
    "__tsan_atomic32_fetch_xor", "rcx" => wide32::xor;
    "__tsan_atomic32_fetch_nand", "rcx" => wide32::nand;
    "__tsan_atomic32_compare_exchange_val", "r9" => wide32::compare;
    "__tsan_atomic32_compare_exchange_strong", "r9" => wide32::compare_strong;
    "__tsan_atomic32_compare_exchange_weak", "r9" => wide32::compare_strong;
    "__tsan_atomic64_load", "rdx" => wide64::load;
    "__tsan_atomic64_store", "rcx" => wide64::store;
    "__tsan_atomic64_exchange", "rcx" => wide64::exchange;
    "__tsan_atomic64_fetch_add", "rcx" => wide64::add;
    "__tsan_atomic64_fetch_sub", "rcx" => wide64::sub;
    "__tsan_atomic64_fetch_and", "rcx" => wide64::and;
    "__tsan_atomic64_fetch_or", "rcx" => wide64::or;
    "__tsan_atomic64_fetch_xor", "rcx" => wide64::xor;
    "__tsan_atomic64_fetch_nand", "rcx" => wide64::nand;
    "__tsan_atomic64_compare_exchange_val", "r9" => wide64::compare;
    "__tsan_atomic64_compare_exchange_strong", "r9" => wide64::compare_strong;
    "__tsan_atomic64_compare_exchange_weak", "r9" => wide64::compare_strong;
    "__tsan_atomic128_load", "rdx" => wide128::load;
    "__tsan_atomic128_store", "r8" => wide128::store;
    "__tsan_atomic128_exchange", "r8" => wide128::exchange;
    "__tsan_atomic128_fetch_add", "r8" => wide128::add;
    "__tsan_atomic128_fetch_sub", "r8" => wide128::sub;
    "__tsan_atomic128_fetch_and", "r8" => wide128::and;
    "__tsan_atomic128_fetch_or", "r8" => wide128::or;
    "__tsan_atomic128_fetch_xor", "r8" => wide128::xor;
    "__tsan_atomic128_fetch_nand", "r8" => wide128::nand;
}

plain_entries! {
    "__atomic_compare_exchange" => any_size::compare;
    "__tsan_atomic128_compare_exchange_val" => wide128::compare;
    "__tsan_atomic128_compare_exchange_strong" => wide128::compare_strong;
    "__tsan_atomic128_compare_exchange_weak" => wide128::compare_strong;
}
