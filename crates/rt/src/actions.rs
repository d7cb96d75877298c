//! Calls of specified methods: what is logged is the call, not what it does inside.
//!
//! `selvedge.h` and the wrappers that `selvedge cc --spec` links make these calls. Between begin and end nothing of the
//! thread is logged, so that two calls that commute are not ordered by the locks within them. The call's place in the
//! order is where it ends.

use crate::record::{Event, Recording, enter};
use crate::sys::{self, Spin};
use crate::thread;
use crate::wire::{Collector, Op, zigzag};
use crate::{entries, modules, output, plain_entries};
use core::ffi::{c_char, c_int};
use core::sync::atomic::{AtomicU32, AtomicUsize, Ordering};

/// Methods at most; calls of others are not logged.
const METHODS: usize = 1024;
/// Arguments at most.
const ARGUMENTS: usize = 8;

/// The two names of each method, by the address of the text in the program.
static NAMES: [[AtomicUsize; 2]; METHODS] = [const { [AtomicUsize::new(0), AtomicUsize::new(0)] }; METHODS];
static COUNT: AtomicU32 = AtomicU32::new(0);
static ADDING: Spin = Spin::new();

/// The number of a method; it is told in the trace when first seen.
unsafe fn number(object: *const c_char, method: *const c_char) -> Option<u32> {
    let find = || {
        let known = NAMES.iter().take(COUNT.load(Ordering::Acquire) as usize);
        known.enumerate().find_map(|(index, [first, second])| {
            let same = first.load(Ordering::Relaxed) == object as usize
                && second.load(Ordering::Relaxed) == method as usize;
            same.then_some(index as u32)
        })
    };
    if let Some(number) = find() {
        return Some(number);
    }
    ADDING.lock();
    let number = find().or_else(|| add(object, method));
    ADDING.unlock();
    number
}

unsafe fn add(object: *const c_char, method: *const c_char) -> Option<u32> {
    let count = COUNT.load(Ordering::Relaxed);
    let [first, second] = NAMES.get(count as usize)?;
    first.store(object as usize, Ordering::Relaxed);
    second.store(method as usize, Ordering::Relaxed);
    let mut bytes = [0u8; 512];
    let mut entry = Collector::new(&mut bytes);
    entry.number(u64::from(count));
    entry.text(sys::bytes_of(object));
    entry.text(sys::bytes_of(method));
    output::write_methods(entry.finish()?, 1);
    COUNT.store(count + 1, Ordering::Release);
    Some(count)
}

/// A call begins: its inside is not logged.
pub unsafe extern "C" fn begin() {
    crate::access::ignore_begin();
}

/// A call has ended. `arguments` has `count` numbers; `result` is looked at if `has_result`.
pub unsafe extern "C" fn end(call: *const Call, pc: u64) {
    let thread = thread::current();
    if thread.is_null() || (*thread).is_busy() {
        return;
    }
    let mut recording = Recording::begin(thread);
    let thread = recording.thread();
    thread.ignore = thread.ignore.saturating_sub(1);
    if thread.ignore == 0 && !call.is_null() {
        log_call(recording, &*call, pc);
    }
}

unsafe fn log_call(mut recording: Recording, call: &Call, pc: u64) {
    let count = usize::try_from(call.count).unwrap_or(0).min(ARGUMENTS);
    let mut bytes = [0u8; 10 * (ARGUMENTS + 2)];
    let mut tail = Collector::new(&mut bytes);
    tail.number((count as u64) << 1 | u64::from(call.has_result != 0));
    for argument in call.arguments.iter().take(count) {
        tail.number(zigzag(*argument));
    }
    if call.has_result != 0 {
        tail.number(zigzag(call.result));
    }
    let (Some(number), Some(tail)) = (number(call.object, call.method), tail.finish()) else { return };
    recording.settle();
    recording.reserve(tail.len());
    let event = Event { size: number, ..Event::new(Op::Call, call.this as u64) };
    let location = modules::location(if call.place != 0 { call.place } else { pc });
    recording.put(event, location, true, tail);
    thread::next_section(recording.thread());
}

/// A call as the header describes it (`struct selvedge_call`).
#[repr(C)]
#[derive(Debug)]
pub struct Call {
    pub object: *const c_char,
    pub method: *const c_char,
    pub this: usize,
    pub count: c_int,
    pub has_result: c_int,
    pub arguments: [i64; ARGUMENTS],
    pub result: i64,
    /// Return address of the call, where a wrapper knows it; else 0.
    pub place: u64,
}

pub unsafe extern "C" fn transaction_begin(pc: u64) {
    transaction(Op::TransactionBegin, pc);
}

pub unsafe extern "C" fn transaction_end(pc: u64) {
    transaction(Op::TransactionEnd, pc);
}

unsafe fn transaction(op: Op, pc: u64) {
    if let Some(mut recording) = enter() {
        recording.sync(Event::new(op, 0), pc);
    }
}

entries! {
    "selvedge_rt_call_end", "rsi" => end;
    "selvedge_rt_transaction_begin", "rdi" => transaction_begin;
    "selvedge_rt_transaction_end", "rdi" => transaction_end;
}

plain_entries! {
    "selvedge_rt_call_begin" => begin;
}
