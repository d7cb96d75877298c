//! Threads that tell each other by descriptors that are waited for in a set (`epoll`).
//!
//! Who is told that something has come out of a descriptor comes after who has put it in, even if it is never read (an eventfd that is only there
//! to wake somebody up). What is told is not the descriptor, but a number that was given with it: which descriptor that was is remembered.

use super::descriptor::{before_put, notice, used};
use super::touched;
use crate::edge::is_recorded;
use crate::misuse::Expecting;
use crate::sys::Pointer;
use crate::{channels, entries, real};
use core::ffi::c_int;
use core::sync::atomic::{AtomicU64, Ordering};

/// `struct epoll_event`: what happened, and the number.
const EVENT: usize = 12;
const NUMBER: usize = 4;
/// That it can be written to tells nothing about what was put in.
const WRITABLE: u32 = 4;

/// Numbers that are remembered.
const NUMBERS: usize = 1 << 16;
/// How far one may lie from its place.
const PROBES: usize = 16;
/// What is left of the hash of a set and a number, above the descriptor and one.
const FD_BITS: u32 = 20;
static DESCRIPTORS: [AtomicU64; NUMBERS] = [const { AtomicU64::new(0) }; NUMBERS];

fn hash(set: c_int, number: u64) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mixed = (number ^ (set as u64) << 48).wrapping_mul(FACTOR);
    (mixed ^ mixed >> 32).wrapping_mul(FACTOR)
}

fn entries_of(hash: u64) -> impl Iterator<Item = &'static AtomicU64> {
    (0..PROBES).filter_map(move |step| DESCRIPTORS.get((hash as usize).wrapping_add(step) % NUMBERS))
}

/// The number stands for the descriptor in this set.
fn remember(set: c_int, number: u64, fd: c_int) {
    if !(0..1 << FD_BITS).contains(&(i64::from(fd) + 1)) {
        return;
    }
    let hash = hash(set, number);
    let tag = hash >> FD_BITS << FD_BITS;
    let is_usable = |known: u64| known == 0 || known >> FD_BITS << FD_BITS == tag;
    let entry = entries_of(hash).find(|entry| is_usable(entry.load(Ordering::Relaxed)));
    if let Some(entry) = entry.or_else(|| entries_of(hash).next()) {
        entry.store(tag | (fd as u64 + 1), Ordering::Relaxed);
    }
}

fn remembered(set: c_int, number: u64) -> Option<c_int> {
    let hash = hash(set, number);
    let known = entries_of(hash).map(|entry| entry.load(Ordering::Relaxed));
    let found = known.take_while(|known| *known != 0).find(|known| known >> FD_BITS == hash >> FD_BITS)?;
    Some((found & ((1 << FD_BITS) - 1)) as c_int - 1)
}

pub unsafe extern "C" fn epoll_control(
    set: c_int,
    operation: c_int,
    fd: c_int,
    event: usize,
    pc: u64,
) -> c_int {
    real!(epoll_ctl: fn(c_int, c_int, c_int, usize) -> c_int);
    const DELETE: c_int = 2;
    used(set, pc);
    before_put(set, pc);
    if operation != DELETE && event != 0 {
        touched::reads(event, EVENT, pc);
        remember(set, ((event + NUMBER) as *const u64).read_unaligned(), fd);
    }
    epoll_ctl()(set, operation, fd, event)
}

/// What was put into the set of descriptors (`epoll_ctl`) comes out with them, and what was put into each.
unsafe fn after_wait(result: c_int, set: c_int, events: Pointer, pc: u64) -> c_int {
    if result <= 0 || !is_recorded() {
        return result;
    }
    notice(channels::of(set), pc);
    for at in (0..result as usize).map(|index| events as usize + EVENT * index) {
        let (happened, number) = (*(at as *const u32), ((at + NUMBER) as *const u64).read_unaligned());
        if happened & !WRITABLE != 0
            && let Some(fd) = remembered(set, number)
            && let Some(channel) = channels::of(fd)
            && channels::is_within(channel)
        {
            notice(Some(channel), pc);
        }
    }
    touched::writes(events as usize, EVENT * result as usize, pc);
    result
}

pub unsafe extern "C" fn epoll_wait(
    set: c_int,
    events: Pointer,
    count: c_int,
    timeout: c_int,
    pc: u64,
) -> c_int {
    real!(epoll_wait: fn(c_int, Pointer, c_int, c_int) -> c_int);
    after_wait(epoll_wait()(set, events, count, timeout), set, events, pc)
}

pub unsafe extern "C" fn epoll_pwait(
    set: c_int,
    events: Pointer,
    count: c_int,
    timeout: c_int,
    mask: Pointer,
    pc: u64,
) -> c_int {
    real!(epoll_pwait: fn(c_int, Pointer, c_int, c_int, Pointer) -> c_int);
    let _expecting = (!mask.is_null()).then(|| Expecting::begin());
    after_wait(epoll_pwait()(set, events, count, timeout, mask), set, events, pc)
}

pub unsafe extern "C" fn epoll_pwait2(
    set: c_int,
    events: Pointer,
    count: c_int,
    timeout: Pointer,
    mask: Pointer,
    pc: u64,
) -> c_int {
    real!(epoll_pwait2: fn(c_int, Pointer, c_int, Pointer, Pointer) -> c_int);
    const TIME: usize = 16;
    let _expecting = (!mask.is_null()).then(|| Expecting::begin());
    touched::reads(timeout as usize, TIME, pc);
    after_wait(epoll_pwait2()(set, events, count, timeout, mask), set, events, pc)
}

entries! {
    "epoll_ctl", "r8" => epoll_control;
    "epoll_wait", "r8" => epoll_wait;
    "epoll_pwait", "r9" => epoll_pwait;
    "epoll_pwait2", "r9" => epoll_pwait2;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_stand_for_descriptors() {
        assert_eq!(remembered(3, 7), None);
        remember(3, 7, 12);
        remember(4, 7, 13);
        assert_eq!([remembered(3, 7), remembered(4, 7), remembered(5, 7)], [Some(12), Some(13), None]);
        remember(3, 7, 0);
        assert_eq!(remembered(3, 7), Some(0));
        (0..100_000).for_each(|number| remember(6, number, 1));
        assert_eq!(remembered(6, 99_999), Some(1));
    }
}
