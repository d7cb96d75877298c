//! Things that are initialised once: logged as an atomic flag that the initialiser writes and the others read.

use crate::edge::{ACQUIRE, RELEASE};
use crate::record::{Event, log_event};
use crate::sys::Pointer;
use crate::thread;
use crate::wire::Op;
use crate::{entries, real};
use core::ffi::c_int;

unsafe fn published(flag: u64, size: u32, pc: u64) {
    log_event(Event { op: Op::AtomicWrite, object: flag, size, order: RELEASE, value: Some(1) }, pc);
}

unsafe fn seen(flag: u64, size: u32, pc: u64) {
    log_event(Event { op: Op::AtomicRead, object: flag, size, order: ACQUIRE, value: Some(1) }, pc);
}

/// Runs in place of the program's routine, so that its end is logged before others can see it.
unsafe extern "C" fn once_routine() {
    let thread = thread::current();
    if thread.is_null() {
        return;
    }
    let (routine, control) = ((*thread).once_routine, (*thread).once_control);
    if routine != 0 {
        let routine: unsafe extern "C" fn() = core::mem::transmute(routine);
        routine();
        published(control, 4, 0);
    }
}

unsafe fn once_by<T>(
    control: Pointer,
    routine: unsafe extern "C" fn(),
    pc: u64,
    call: impl FnOnce(unsafe extern "C" fn()) -> T,
) -> T {
    let thread = thread::current();
    if thread.is_null() {
        return call(routine);
    }
    let outer = ((*thread).once_routine, (*thread).once_control);
    (*thread).once_routine = routine as usize;
    (*thread).once_control = control as u64;
    let result = call(once_routine);
    ((*thread).once_routine, (*thread).once_control) = outer;
    seen(control as u64, 4, pc);
    result
}

pub unsafe extern "C" fn once(control: Pointer, routine: unsafe extern "C" fn(), pc: u64) -> c_int {
    real!(pthread_once: fn(Pointer, unsafe extern "C" fn()) -> c_int);
    once_by(control, routine, pc, |routine| pthread_once()(control, routine))
}

pub unsafe extern "C" fn c11_once(control: Pointer, routine: unsafe extern "C" fn(), pc: u64) {
    real!(call_once: fn(Pointer, unsafe extern "C" fn()) -> ());
    once_by(control, routine, pc, |routine| call_once()(control, routine));
}

/// A static variable of a C++ function: 1 if the caller is to initialise it.
pub unsafe extern "C" fn guard_acquire(guard: Pointer, pc: u64) -> c_int {
    real!(__cxa_guard_acquire: fn(Pointer) -> c_int);
    let result = __cxa_guard_acquire()(guard);
    if result == 0 {
        seen(guard as u64, 1, pc);
    }
    result
}

pub unsafe extern "C" fn guard_release(guard: Pointer, pc: u64) {
    real!(__cxa_guard_release: fn(Pointer) -> ());
    published(guard as u64, 1, pc);
    __cxa_guard_release()(guard);
}

entries! {
    "pthread_once", "rdx" => once;
    "call_once", "rdx" => c11_once;
    "__cxa_guard_acquire", "rsi" => guard_acquire;
    "__cxa_guard_release", "rsi" => guard_release;
}
