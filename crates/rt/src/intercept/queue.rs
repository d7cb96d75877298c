//! Message queues, and the semaphores and queues of System V.
//!
//! What comes out of a queue was put in before. A semaphore's operations are logged before the call, as who lets others go on,
//! and after it, where the thread may have waited: they keep their order.

use crate::channels;
use crate::edge::{self, Name, is_recorded};
use crate::sys::Pointer;
use crate::{entries, plain_entries, real};
use core::ffi::c_int;

use super::descriptor::{before_close, give, made, take};

pub unsafe extern "C" fn open(name: usize, flags: usize, mode: usize, attributes: usize) -> c_int {
    real!(mq_open: fn(usize, usize, usize, usize) -> c_int);
    made(mq_open()(name, flags, mode, attributes))
}

pub unsafe extern "C" fn close(queue: c_int, pc: u64) -> c_int {
    real!(mq_close: fn(c_int) -> c_int);
    before_close(queue, pc);
    channels::forget(queue);
    mq_close()(queue)
}

pub unsafe extern "C" fn send(queue: c_int, bytes: Pointer, length: usize, priority: u32, pc: u64) -> c_int {
    real!(mq_send: fn(c_int, Pointer, usize, u32) -> c_int);
    put(queue, pc);
    mq_send()(queue, bytes, length, priority)
}

pub unsafe extern "C" fn timed_send(
    queue: c_int,
    bytes: Pointer,
    length: usize,
    priority: u32,
    until: Pointer,
    pc: u64,
) -> c_int {
    real!(mq_timedsend: fn(c_int, Pointer, usize, u32, Pointer) -> c_int);
    put(queue, pc);
    mq_timedsend()(queue, bytes, length, priority, until)
}

unsafe fn put(queue: c_int, pc: u64) {
    if is_recorded() {
        give(channels::of_queue(queue), pc);
    }
}

unsafe fn received(result: isize, queue: c_int, pc: u64) -> isize {
    if result >= 0 && is_recorded() {
        take(channels::of_queue(queue), pc);
    }
    result
}

pub unsafe extern "C" fn receive(
    queue: c_int,
    bytes: Pointer,
    length: usize,
    priority: Pointer,
    pc: u64,
) -> isize {
    real!(mq_receive: fn(c_int, Pointer, usize, Pointer) -> isize);
    received(mq_receive()(queue, bytes, length, priority), queue, pc)
}

pub unsafe extern "C" fn timed_receive(
    queue: c_int,
    bytes: Pointer,
    length: usize,
    priority: Pointer,
    until: Pointer,
    pc: u64,
) -> isize {
    real!(mq_timedreceive: fn(c_int, Pointer, usize, Pointer, Pointer) -> isize);
    received(mq_timedreceive()(queue, bytes, length, priority, until), queue, pc)
}

fn place_of_queue(queue: c_int) -> u64 {
    edge::place(Name::MessageQueue, [queue as u64, 0])
}

pub unsafe extern "C" fn message_send(
    queue: c_int,
    message: Pointer,
    size: usize,
    flags: c_int,
    pc: u64,
) -> c_int {
    real!(msgsnd: fn(c_int, Pointer, usize, c_int) -> c_int);
    edge::give(place_of_queue(queue), pc);
    msgsnd()(queue, message, size, flags)
}

pub unsafe extern "C" fn message_receive(
    queue: c_int,
    message: Pointer,
    size: usize,
    kind: i64,
    flags: c_int,
    pc: u64,
) -> isize {
    real!(msgrcv: fn(c_int, Pointer, usize, i64, c_int) -> isize);
    let result = msgrcv()(queue, message, size, kind, flags);
    if result >= 0 {
        edge::notice(place_of_queue(queue), pc);
    }
    result
}

/// `struct sembuf`.
#[repr(C)]
#[derive(Debug)]
pub struct Operation {
    semaphore: u16,
    change: i16,
    flags: i16,
}

unsafe fn operate(
    set: c_int,
    operations: *const Operation,
    count: usize,
    pc: u64,
    call: impl FnOnce() -> c_int,
) -> c_int {
    let place =
        |operation: &Operation| edge::place(Name::Semaphore, [set as u64, u64::from(operation.semaphore)]);
    let operations = |waits: bool| {
        let all = (0..count).map(move |index| &*operations.add(index));
        all.filter(move |operation| if waits { operation.change <= 0 } else { operation.change != 0 })
    };
    if is_recorded() {
        operations(false).for_each(|operation| edge::give(place(operation), pc));
    }
    let result = call();
    if result == 0 && is_recorded() {
        operations(true).for_each(|operation| edge::pass(place(operation), pc));
    }
    result
}

pub unsafe extern "C" fn semaphores(
    set: c_int,
    operations: *const Operation,
    count: usize,
    pc: u64,
) -> c_int {
    real!(semop: fn(c_int, *const Operation, usize) -> c_int);
    operate(set, operations, count, pc, || semop()(set, operations, count))
}

pub unsafe extern "C" fn timed_semaphores(
    set: c_int,
    operations: *const Operation,
    count: usize,
    timeout: Pointer,
    pc: u64,
) -> c_int {
    real!(semtimedop: fn(c_int, *const Operation, usize, Pointer) -> c_int);
    operate(set, operations, count, pc, || semtimedop()(set, operations, count, timeout))
}

/// Whatever its fourth argument is, it is in this register. Setting the value of one semaphore may let others go on.
pub unsafe extern "C" fn control(
    set: c_int,
    semaphore: c_int,
    command: c_int,
    argument: usize,
    pc: u64,
) -> c_int {
    const GETVAL: c_int = 12;
    const SETVAL: c_int = 16;
    real!(semctl: fn(c_int, c_int, c_int, usize) -> c_int);
    let place = edge::place(Name::Semaphore, [set as u64, semaphore as u64]);
    if command == SETVAL {
        edge::give(place, pc);
    }
    let result = semctl()(set, semaphore, command, argument);
    if command == GETVAL && result >= 0 {
        edge::notice(place, pc);
    }
    result
}

entries! {
    "mq_close", "rsi" => close;
    "mq_send", "r8" => send;
    "mq_timedsend", "r9" => timed_send;
    "mq_receive", "r8" => receive;
    "mq_timedreceive", "r9" => timed_receive;
    "msgsnd", "r8" => message_send;
    "msgrcv", "r9" => message_receive;
    "semop", "rcx" => semaphores;
    "semtimedop", "r8" => timed_semaphores;
    "semctl", "r8" => control;
}

plain_entries! {
    "mq_open" => open;
}
