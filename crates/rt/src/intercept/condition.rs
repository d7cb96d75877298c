//! Condition variables. The mutex is given up and taken again within a wait.

use crate::record::{Event, enter, log};
use crate::sys::Pointer;
use crate::wire::Op;
use crate::{entries, real};
use core::ffi::{CStr, c_int};
use core::mem::MaybeUninit;

/// Symbols without a version are the old, incompatible ones in the C library.
const VERSION: Option<&CStr> = Some(c"GLIBC_2.3.2");

/// `timed`: the wait ends by itself after some time.
unsafe fn before_wait(condition: Pointer, mutex: Pointer, timed: bool, pc: u64) {
    if let Some(mut recording) = enter() {
        let value = timed.then_some(1);
        recording.sync(Event { value, ..Event::new(Op::Wait, condition as u64) }, pc);
        recording.sync(Event::new(Op::Release, mutex as u64), pc);
    }
}

/// The mutex is held again, however the wait ended; only without an error was there a signal (or a spurious wake-up).
unsafe fn after_wait(result: c_int, condition: Pointer, mutex: Pointer, pc: u64) -> c_int {
    if let Some(mut recording) = enter() {
        recording.sync(Event::new(Op::Acquire, mutex as u64), pc);
        if result == 0 {
            recording.sync(Event::new(Op::Wake, condition as u64), pc);
        }
    }
    result
}

/// The C library's record of what is to be done if the thread is cancelled.
#[repr(C)]
struct Cleanup {
    routine: unsafe extern "C" fn(Pointer),
    argument: Pointer,
    kind: c_int,
    outer: *mut Cleanup,
}

unsafe extern "C" {
    fn _pthread_cleanup_push(record: *mut Cleanup, routine: unsafe extern "C" fn(Pointer), argument: Pointer);
    fn _pthread_cleanup_pop(record: *mut Cleanup, is_done: c_int);
}

/// A thread that is cancelled while it waits holds the mutex again when its clean-up handlers run.
unsafe extern "C" fn cancelled(mutex: Pointer) {
    log(Op::Acquire, mutex as u64, 0);
}

unsafe fn whole_wait(
    condition: Pointer,
    mutex: Pointer,
    timed: bool,
    pc: u64,
    wait: impl FnOnce() -> c_int,
) -> c_int {
    before_wait(condition, mutex, timed, pc);
    let mut record = MaybeUninit::<Cleanup>::uninit();
    _pthread_cleanup_push(record.as_mut_ptr(), cancelled, mutex);
    let result = wait();
    _pthread_cleanup_pop(record.as_mut_ptr(), 0);
    after_wait(result, condition, mutex, pc)
}

pub unsafe extern "C" fn wait(condition: Pointer, mutex: Pointer, pc: u64) -> c_int {
    real!(pthread_cond_wait, VERSION, fn(Pointer, Pointer) -> c_int);
    whole_wait(condition, mutex, false, pc, || pthread_cond_wait()(condition, mutex))
}

pub unsafe extern "C" fn timed_wait(condition: Pointer, mutex: Pointer, until: Pointer, pc: u64) -> c_int {
    real!(pthread_cond_timedwait, VERSION, fn(Pointer, Pointer, Pointer) -> c_int);
    whole_wait(condition, mutex, true, pc, || pthread_cond_timedwait()(condition, mutex, until))
}

pub unsafe extern "C" fn clock_wait(
    condition: Pointer,
    mutex: Pointer,
    clock: c_int,
    until: Pointer,
    pc: u64,
) -> c_int {
    real!(pthread_cond_clockwait: fn(Pointer, Pointer, c_int, Pointer) -> c_int);
    whole_wait(condition, mutex, true, pc, || pthread_cond_clockwait()(condition, mutex, clock, until))
}

pub unsafe extern "C" fn c11_wait(condition: Pointer, mutex: Pointer, pc: u64) -> c_int {
    real!(cnd_wait: fn(Pointer, Pointer) -> c_int);
    whole_wait(condition, mutex, false, pc, || cnd_wait()(condition, mutex))
}

pub unsafe extern "C" fn c11_timed_wait(
    condition: Pointer,
    mutex: Pointer,
    until: Pointer,
    pc: u64,
) -> c_int {
    real!(cnd_timedwait: fn(Pointer, Pointer, Pointer) -> c_int);
    whole_wait(condition, mutex, true, pc, || cnd_timedwait()(condition, mutex, until))
}

/// Whether the C library has it for destroyed. One that was made again by hand, as `std::condition_variable` is, does not look so.
unsafe fn is_destroyed(condition: Pointer) -> bool {
    const WAITERS: usize = 36;
    const DESTROYED: u32 = 4;
    condition.cast::<u8>().add(WAITERS).cast::<u32>().read_volatile() & DESTROYED != 0
}

/// What an event says of a condition: 2 if it has been destroyed, 1 if it ends now and has not.
unsafe fn state(op: Op, condition: Pointer) -> Option<u64> {
    match (is_destroyed(condition), op) {
        (true, _) => Some(2),
        (false, Op::Destroy) => Some(1),
        (false, _) => None,
    }
}

macro_rules! told_before {
    ($($name:ident, $version:expr, $function:ident $op:ident;)*) => {
        $(
            pub unsafe extern "C" fn $function(condition: Pointer, pc: u64) -> c_int {
                real!($name, $version, fn(Pointer) -> c_int);
                if let Some(mut recording) = enter() {
                    let value = state(Op::$op, condition);
                    recording.sync(Event { value, ..Event::new(Op::$op, condition as u64) }, pc);
                }
                $name()(condition)
            }
        )*
    };
}

told_before! {
    pthread_cond_signal, VERSION, signal Signal;
    pthread_cond_broadcast, VERSION, broadcast Broadcast;
    pthread_cond_destroy, VERSION, destroy Destroy;
    cnd_signal, None, c11_signal Signal;
    cnd_broadcast, None, c11_broadcast Broadcast;
    cnd_destroy, None, c11_destroy Destroy;
}

pub unsafe extern "C" fn init(condition: Pointer, how: Pointer, pc: u64) -> c_int {
    real!(pthread_cond_init, VERSION, fn(Pointer, Pointer) -> c_int);
    begun(pthread_cond_init()(condition, how), condition, pc)
}

pub unsafe extern "C" fn c11_init(condition: Pointer, pc: u64) -> c_int {
    real!(cnd_init: fn(Pointer) -> c_int);
    begun(cnd_init()(condition), condition, pc)
}

unsafe fn begun(result: c_int, condition: Pointer, pc: u64) -> c_int {
    if result == 0 {
        log(Op::Init, condition as u64, pc);
    }
    result
}

entries! {
    "pthread_cond_init", "rdx" => init;
    "cnd_init", "rsi" => c11_init;
    "pthread_cond_wait", "rdx" => wait;
    "pthread_cond_timedwait", "rcx" => timed_wait;
    "pthread_cond_clockwait", "r8" => clock_wait;
    "pthread_cond_signal", "rsi" => signal;
    "pthread_cond_broadcast", "rsi" => broadcast;
    "pthread_cond_destroy", "rsi" => destroy;
    "cnd_wait", "rdx" => c11_wait;
    "cnd_timedwait", "rcx" => c11_timed_wait;
    "cnd_signal", "rsi" => c11_signal;
    "cnd_broadcast", "rsi" => c11_broadcast;
    "cnd_destroy", "rsi" => c11_destroy;
}
