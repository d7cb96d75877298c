//! Things that are initialised once: logged as an atomic flag that the initialiser writes and the others read.

use crate::edge::{self, ACQUIRE, Name, RELEASE};
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

/// A routine that runs; the structure is in the frame of the function that calls it.
#[repr(C)]
#[derive(Debug)]
pub struct Running {
    outer: *mut Running,
    control: u64,
}

/// The place that stands for tries that have failed: who tries again comes after them.
fn failures(flag: u64) -> u64 {
    edge::place(Name::Once, [flag, 0])
}

/// The program's routine is about to be called: which one that is.
unsafe extern "C" fn routine_begins(running: *mut Running) -> usize {
    let thread = thread::current();
    if thread.is_null() {
        return 0;
    }
    *running = Running { outer: (*thread).once_running, control: (*thread).once_control };
    (*thread).once_running = running;
    edge::notice(failures((*running).control), 0);
    (*thread).once_routine
}

unsafe extern "C" fn routine_ends(running: *mut Running) {
    let thread = thread::current();
    if !thread.is_null() {
        (*thread).once_running = (*running).outer;
        published((*running).control, 4, 0);
    }
}

/// The personality of the function that calls the routine. Who unwinds asks it first whether an exception is caught there, which it is not, and then tells
/// it that the routine is left, by an exception or because the thread ends. That is before the C library lets others try.
unsafe extern "C" fn routine_left(_version: c_int, actions: c_int) -> c_int {
    const CLEANUP_PHASE: c_int = 2;
    const CONTINUE_UNWIND: c_int = 8;
    let thread = thread::current();
    if actions & CLEANUP_PHASE != 0 && !thread.is_null() && !(*thread).once_running.is_null() {
        let running = (*thread).once_running;
        (*thread).once_running = (*running).outer;
        edge::give(failures((*running).control), 0);
    }
    CONTINUE_UNWIND
}

// Runs in place of the program's routine, so that its end is logged before others can see it. In assembly since it has a personality of its own.
#[cfg(target_arch = "x86_64")]
core::arch::global_asm!(
    ".pushsection .data.rel.ro.selvedge_rt_once_routine,\"aw\",@progbits",
    ".p2align 3",
    "selvedge_rt_once_left:",
    ".quad {left}",
    ".popsection",
    ".pushsection .text.selvedge_rt_once_routine,\"ax\",@progbits",
    ".hidden selvedge_rt_once_routine",
    ".globl selvedge_rt_once_routine",
    ".type selvedge_rt_once_routine,@function",
    "selvedge_rt_once_routine:",
    ".cfi_startproc",
    // A pointer to it, relative to the place where that is written.
    ".cfi_personality 0x9b, selvedge_rt_once_left",
    "sub rsp, 24",
    ".cfi_adjust_cfa_offset 24",
    "mov rdi, rsp",
    "call {begins}",
    "test rax, rax",
    "je 3f",
    "call rax",
    "mov rdi, rsp",
    "call {ends}",
    "3:",
    "add rsp, 24",
    ".cfi_adjust_cfa_offset -24",
    "ret",
    ".cfi_endproc",
    ".size selvedge_rt_once_routine, . - selvedge_rt_once_routine",
    ".popsection",
    left = sym routine_left,
    begins = sym routine_begins,
    ends = sym routine_ends,
);

unsafe extern "C" {
    #[link_name = "selvedge_rt_once_routine"]
    fn once_routine();
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
    } else if edge::is_recorded() {
        edge::notice(failures(guard as u64), pc);
    }
    result
}

pub unsafe extern "C" fn guard_release(guard: Pointer, pc: u64) {
    real!(__cxa_guard_release: fn(Pointer) -> ());
    published(guard as u64, 1, pc);
    __cxa_guard_release()(guard);
}

/// The initialisation has ended by an exception.
pub unsafe extern "C" fn guard_abort(guard: Pointer, pc: u64) {
    real!(__cxa_guard_abort: fn(Pointer) -> ());
    if edge::is_recorded() {
        edge::give(failures(guard as u64), pc);
    }
    __cxa_guard_abort()(guard);
}

entries! {
    "pthread_once", "rdx" => once;
    "call_once", "rdx" => c11_once;
    "__cxa_guard_acquire", "rsi" => guard_acquire;
    "__cxa_guard_release", "rsi" => guard_release;
    "__cxa_guard_abort", "rsi" => guard_abort;
}
