//! What programs tell a race detector that they know of (`__has_feature(thread_sanitizer)`): the interface of ThreadSanitizer, and the older
//! annotations.
//!
//! Release and acquire, and locks of a program's own, are logged as such. What asks to look away (ignored regions, benign races) is taken note of
//! by doing nothing: what is a race stays one, and what was said to order is still an order. Fibers are not followed.

use crate::edge::{self, Name};
use crate::record::{Event, log_event};
use crate::sys::Pointer;
use crate::wire::Op;
use crate::{entries, plain_entries};
use core::ffi::c_int;
use core::ptr::null_mut;

unsafe fn place(of: Pointer) -> u64 {
    edge::place(Name::Annotation, [of as u64, 0])
}

pub unsafe extern "C" fn release(of: Pointer, pc: u64) {
    edge::give(place(of), pc);
}

pub unsafe extern "C" fn acquire(of: Pointer, pc: u64) {
    edge::notice(place(of), pc);
}

pub unsafe extern "C" fn happens_before(_file: Pointer, _line: c_int, of: Pointer, pc: u64) {
    release(of, pc);
}

pub unsafe extern "C" fn happens_after(_file: Pointer, _line: c_int, of: Pointer, pc: u64) {
    acquire(of, pc);
}

const READS: u32 = 1 << 3;
const TRIED: u32 = 1 << 4;
const FAILED: u32 = 1 << 5;

/// A lock has been taken.
pub unsafe extern "C" fn locked(lock: Pointer, flags: u32, _depth: c_int, pc: u64) {
    if flags & FAILED == 0 {
        let op = if flags & READS != 0 { Op::AcquireShared } else { Op::Acquire };
        let value = (flags & TRIED != 0).then_some(1);
        log_event(Event { value, ..Event::new(op, lock as u64) }, pc);
    }
}

/// A lock is about to be given back; how often it was held.
pub unsafe extern "C" fn unlocks(lock: Pointer, _flags: u32, pc: u64) -> c_int {
    log_event(Event::new(Op::Release, lock as u64), pc);
    1
}

pub unsafe extern "C" fn made(lock: Pointer, _flags: u32, pc: u64) {
    log_event(Event::new(Op::Init, lock as u64), pc);
}

pub unsafe extern "C" fn ended(lock: Pointer, _flags: u32, pc: u64) {
    log_event(Event::new(Op::Destroy, lock as u64), pc);
}

pub unsafe extern "C" fn lock_made(_file: Pointer, _line: c_int, lock: Pointer, pc: u64) {
    made(lock, 0, pc);
}

pub unsafe extern "C" fn lock_ended(_file: Pointer, _line: c_int, lock: Pointer, pc: u64) {
    ended(lock, 0, pc);
}

pub unsafe extern "C" fn lock_taken(_file: Pointer, _line: c_int, lock: Pointer, writes: usize, pc: u64) {
    locked(lock, if writes == 0 { READS } else { 0 }, 0, pc);
}

pub unsafe extern "C" fn lock_given(_file: Pointer, _line: c_int, lock: Pointer, _writes: usize, pc: u64) {
    unlocks(lock, 0, pc);
}

pub unsafe extern "C" fn nothing() -> c_int {
    0
}

pub unsafe extern "C" fn no_fiber() -> Pointer {
    null_mut()
}

entries! {
    "__tsan_release", "rsi" => release;
    "__tsan_acquire", "rsi" => acquire;
    "AnnotateHappensBefore", "rcx" => happens_before;
    "AnnotateHappensAfter", "rcx" => happens_after;
    "WTFAnnotateHappensBefore", "rcx" => happens_before;
    "WTFAnnotateHappensAfter", "rcx" => happens_after;
    "__tsan_mutex_create", "rdx" => made;
    "__tsan_mutex_destroy", "rdx" => ended;
    "__tsan_mutex_post_lock", "rcx" => locked;
    "__tsan_mutex_pre_unlock", "rdx" => unlocks;
    "AnnotateRWLockCreate", "rcx" => lock_made;
    "AnnotateRWLockCreateStatic", "rcx" => lock_made;
    "AnnotateRWLockDestroy", "rcx" => lock_ended;
    "AnnotateRWLockAcquired", "r8" => lock_taken;
    "AnnotateRWLockReleased", "r8" => lock_given;
}

plain_entries! {
    "__tsan_mutex_pre_lock" => nothing;
    "__tsan_mutex_post_unlock" => nothing;
    "__tsan_mutex_pre_signal" => nothing;
    "__tsan_mutex_post_signal" => nothing;
    "__tsan_mutex_pre_divert" => nothing;
    "__tsan_mutex_post_divert" => nothing;
    "__tsan_flush_memory" => nothing;
    "__tsan_external_register_tag" => no_fiber;
    "__tsan_external_assign_tag" => nothing;
    "__tsan_external_read" => nothing;
    "__tsan_external_write" => nothing;
    "__tsan_get_current_fiber" => no_fiber;
    "__tsan_create_fiber" => no_fiber;
    "__tsan_destroy_fiber" => nothing;
    "__tsan_switch_to_fiber" => nothing;
    "__tsan_set_fiber_name" => nothing;
    "AnnotateIgnoreReadsBegin" => nothing;
    "AnnotateIgnoreReadsEnd" => nothing;
    "AnnotateIgnoreWritesBegin" => nothing;
    "AnnotateIgnoreWritesEnd" => nothing;
    "AnnotateIgnoreSyncBegin" => nothing;
    "AnnotateIgnoreSyncEnd" => nothing;
    "AnnotateBenignRace" => nothing;
    "AnnotateBenignRaceSized" => nothing;
    "WTFAnnotateBenignRaceSized" => nothing;
    "AnnotateNewMemory" => nothing;
    "AnnotateFlushState" => nothing;
    "AnnotateThreadName" => nothing;
    "AnnotateEnableRaceDetection" => nothing;
    "AnnotateMutexIsNotPHB" => nothing;
    "AnnotateMutexIsUsedAsCondVar" => nothing;
    "AnnotatePublishMemoryRange" => nothing;
    "AnnotateUnpublishMemoryRange" => nothing;
    "AnnotateNoOp" => nothing;
    "AnnotateTraceMemory" => nothing;
    "AnnotateExpectRace" => nothing;
    "AnnotateFlushExpectedRaces" => nothing;
    "AnnotatePCQCreate" => nothing;
    "AnnotatePCQDestroy" => nothing;
    "AnnotatePCQPut" => nothing;
    "AnnotatePCQGet" => nothing;
    "AnnotateCondVarSignal" => nothing;
    "AnnotateCondVarSignalAll" => nothing;
    "AnnotateCondVarWait" => nothing;
    "RunningOnValgrind" => nothing;
}
