//! Barriers and semaphores.

use crate::record::{Event, log, log_event};
use crate::sys::Pointer;
use crate::wire::Op;
use crate::{entries, real};
use core::ffi::c_int;

pub unsafe extern "C" fn barrier_wait(barrier: Pointer, pc: u64) -> c_int {
    real!(pthread_barrier_wait: fn(Pointer) -> c_int);
    log(Op::BarrierEnter, barrier as u64, pc);
    let result = pthread_barrier_wait()(barrier);
    log(Op::BarrierLeave, barrier as u64, pc);
    result
}

pub unsafe extern "C" fn barrier_destroy(barrier: Pointer, pc: u64) -> c_int {
    real!(pthread_barrier_destroy: fn(Pointer) -> c_int);
    log(Op::Destroy, barrier as u64, pc);
    pthread_barrier_destroy()(barrier)
}

pub unsafe extern "C" fn post(semaphore: Pointer, pc: u64) -> c_int {
    real!(sem_post: fn(Pointer) -> c_int);
    log(Op::Post, semaphore as u64, pc);
    sem_post()(semaphore)
}

unsafe fn down(result: c_int, semaphore: Pointer, pc: u64) -> c_int {
    if result == 0 {
        log(Op::Down, semaphore as u64, pc);
    }
    result
}

pub unsafe extern "C" fn wait(semaphore: Pointer, pc: u64) -> c_int {
    real!(sem_wait: fn(Pointer) -> c_int);
    down(sem_wait()(semaphore), semaphore, pc)
}

pub unsafe extern "C" fn try_wait(semaphore: Pointer, pc: u64) -> c_int {
    real!(sem_trywait: fn(Pointer) -> c_int);
    down(sem_trywait()(semaphore), semaphore, pc)
}

pub unsafe extern "C" fn timed_wait(semaphore: Pointer, until: Pointer, pc: u64) -> c_int {
    real!(sem_timedwait: fn(Pointer, Pointer) -> c_int);
    down(sem_timedwait()(semaphore, until), semaphore, pc)
}

pub unsafe extern "C" fn clock_wait(semaphore: Pointer, clock: c_int, until: Pointer, pc: u64) -> c_int {
    real!(sem_clockwait: fn(Pointer, c_int, Pointer) -> c_int);
    down(sem_clockwait()(semaphore, clock, until), semaphore, pc)
}

pub unsafe extern "C" fn destroy(semaphore: Pointer, pc: u64) -> c_int {
    real!(sem_destroy: fn(Pointer) -> c_int);
    log(Op::Destroy, semaphore as u64, pc);
    sem_destroy()(semaphore)
}

pub unsafe extern "C" fn barrier_init(barrier: Pointer, how: Pointer, count: u32, pc: u64) -> c_int {
    real!(pthread_barrier_init: fn(Pointer, Pointer, u32) -> c_int);
    let result = pthread_barrier_init()(barrier, how, count);
    if result == 0 {
        log(Op::Init, barrier as u64, pc);
    }
    result
}

pub unsafe extern "C" fn init(semaphore: Pointer, shared: c_int, value: u32, pc: u64) -> c_int {
    real!(sem_init: fn(Pointer, c_int, u32) -> c_int);
    let result = sem_init()(semaphore, shared, value);
    if result == 0 {
        let init = Event::new(Op::Init, semaphore as u64);
        log_event(Event { value: Some(u64::from(value)), ..init }, pc);
    }
    result
}

entries! {
    "pthread_barrier_init", "rcx" => barrier_init;
    "sem_init", "rcx" => init;
    "pthread_barrier_wait", "rsi" => barrier_wait;
    "pthread_barrier_destroy", "rsi" => barrier_destroy;
    "sem_post", "rsi" => post;
    "sem_wait", "rsi" => wait;
    "sem_trywait", "rsi" => try_wait;
    "sem_timedwait", "rdx" => timed_wait;
    "sem_clockwait", "rcx" => clock_wait;
    "sem_destroy", "rsi" => destroy;
}
