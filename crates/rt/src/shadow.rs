//! What has been logged of each 16 bytes of memory: one word of 8 bytes of shadow for them.
//!
//! A *section* of a thread is the time between two of its synchronisation events. An access is not logged again when the
//! same section has logged the same bytes in the same way (or written them): as to every order that prediction looks
//! at, the first stands for the others. The word says which section was the last to log here, and which bytes it has read
//! and written; another section's access takes the word over. So the filter forgets only where threads take turns, and
//! forgetting means an event more.
//!
//! Memory: half of what the program touches. The shadow of an address is at half the address and a constant; the places
//! where programs on x86-64 Linux have memory are mapped for it beforehand, without being reserved. In memory elsewhere
//! (which only `mmap` at a place of the program's choice gives) an access would find no shadow, so `mmap` is interposed
//! and maps it, too.
//!
//! Words are stored whole and without order: of two threads that store at once one is forgotten.
//!
//! A section has a number of 32 bits in its words, so numbers come again. Before that the shadow is cleared, twice in each
//! turn: what a section has noted can be taken for another's only if it goes on while others begin 2^31.

use crate::output;
use crate::sys::{self, Pointer, Spin};
use crate::thread::KINDS;
use core::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// What is added to half an address.
pub const DISTANCE: u64 = 1 << 45;
/// Bytes of memory that one word stands for.
const GRAIN: u64 = 16;
/// In a word: above this the section, below two masks of 16 bytes: not yet written, not yet read.
pub const STAMP_SHIFT: u32 = 32;
const WRITTEN_SHIFT: u32 = 16;
const READ: u64 = 0xffff;
const MASKS: u64 = READ << WRITTEN_SHIFT | READ;
/// The stamp of a thread that has no section yet. Nothing is noted with it.
pub const NO_SECTION: u64 = !MASKS;
/// Ranges from here on are given back to the system instead of being cleared.
const LARGE: usize = 1 << 18;
const PAGE: usize = 4096;
const HUGE: usize = 1 << 21;

/// Where programs have memory, in units of 2^40 bytes: first and how many. At the bottom executables with a fixed place
/// and their heap; others; memory from `mmap` and stacks, in the old layout and the usual one.
const PLACES: [(u64, u64); 4] = [(0, 1), (0x2a, 2), (0x55, 2), (0x7e, 2)];
const UNIT: u32 = 40;

/// Added to tickets, so that a child after a fork does not take its parent's sections for its own.
static BASE: AtomicU64 = AtomicU64::new(0);
/// Sections with different numbers, which are neither 0 nor that of [`NO_SECTION`].
const NUMBERS: u64 = (1 << 32) - 2;
/// How often half of them were used, and the shadow was cleared.
static HALVES: AtomicU64 = AtomicU64::new(0);
static CLEARING: Spin = Spin::new();

/// Where the shadow is, and how long.
fn parts() -> impl Iterator<Item = (Pointer, usize)> {
    let part = |(place, count): (u64, u64)| {
        (word_of(place << UNIT) as Pointer, ((count as usize) << (UNIT - 1)) + PAGE)
    };
    PLACES.iter().copied().map(part)
}

/// Maps the shadow; `false` if there is no room.
pub unsafe fn start() -> bool {
    for (index, (at, length)) in parts().enumerate() {
        if !map(at, length) {
            for (at, length) in parts().take(index) {
                sys::munmap(at, length);
            }
            return false;
        }
    }
    true
}

unsafe fn map(at: Pointer, length: usize) -> bool {
    let flags = sys::MAP_PRIVATE_ANONYMOUS | sys::MAP_NORESERVE | sys::MAP_FIXED_NOREPLACE;
    let found = sys::real_mmap(at, length, sys::PROT_READ_WRITE, flags, -1, 0);
    if found as isize == -1 || found != at {
        return false;
    }
    sys::madvise(at, length, sys::MADV_DONTDUMP);
    sys::madvise(at, length, sys::MADV_NOHUGEPAGE);
    true
}

#[inline(always)]
fn is_usual(address: u64) -> bool {
    PLACES.iter().any(|(place, count)| (address >> UNIT).wrapping_sub(*place) < *count)
}

/// The program has mapped memory: there must be shadow for it.
pub unsafe fn cover(address: u64, length: u64) {
    let end = address.saturating_add(length);
    if is_usual(address) && is_usual(end) {
        return;
    }
    // Memory that one page of shadow stands for.
    let step = 2 * PAGE as u64;
    let (from, to) = (address / step * step, end.next_multiple_of(step).saturating_add(step));
    for page in (from..to).step_by(step as usize) {
        if !is_usual(page) && map(word_of(page) as Pointer, PAGE) {
            add_elsewhere(word_of(page) as u64);
        }
    }
}

/// Shadow elsewhere than in [`parts`], to be cleared with it: where each part begins and ends.
static ELSEWHERE: [(AtomicU64, AtomicU64); 1024] = [const { (AtomicU64::new(0), AtomicU64::new(0)) }; 1024];
/// Parts of it, and perhaps some for which there was no room.
static N_ELSEWHERE: AtomicUsize = AtomicUsize::new(0);

fn add_elsewhere(page: u64) {
    let next = page + PAGE as u64;
    CLEARING.lock();
    let count = N_ELSEWHERE.load(Ordering::Relaxed);
    let last = ELSEWHERE.get(count.wrapping_sub(1)).map(|(_, end)| end);
    if let Some(end) = last.filter(|end| end.load(Ordering::Relaxed) == page) {
        end.store(next, Ordering::Relaxed);
    } else {
        if let Some((start, end)) = ELSEWHERE.get(count) {
            start.store(page, Ordering::Relaxed);
            end.store(next, Ordering::Relaxed);
        }
        N_ELSEWHERE.store(count + 1, Ordering::Relaxed);
    }
    CLEARING.unlock();
}

fn elsewhere() -> impl Iterator<Item = (Pointer, usize)> {
    ELSEWHERE.iter().take(N_ELSEWHERE.load(Ordering::Relaxed)).map(|(start, end)| {
        let [start, end] = [start, end].map(|at| at.load(Ordering::Relaxed));
        (start as Pointer, (end - start) as usize)
    })
}

/// What words of the section that begins with this ticket have above their masks; never 0.
pub fn stamp(ticket: u64) -> u64 {
    let section = ticket.wrapping_add(BASE.load(Ordering::Relaxed));
    if section / (NUMBERS / 2) > HALVES.load(Ordering::Acquire) {
        clear(section / (NUMBERS / 2));
    }
    (section % NUMBERS + 1) << STAMP_SHIFT
}

/// Numbers of sections will come again: nothing is known any more, neither to this thread nor to others.
#[cold]
#[inline(never)]
fn clear(halves: u64) {
    let _errno = sys::KeepErrno::new();
    let _signals = sys::NoSignals::new();
    CLEARING.lock();
    if halves > HALVES.load(Ordering::Relaxed) {
        for (at, length) in parts().chain(elsewhere()) {
            unsafe { sys::madvise(at, length, sys::MADV_DONTNEED) };
        }
        if N_ELSEWHERE.load(Ordering::Relaxed) > ELSEWHERE.len() {
            sys::say("the program maps too much memory at places of its own; recording stops");
            output::stop();
        }
        HALVES.store(halves, Ordering::Release);
    }
    CLEARING.unlock();
}

/// Tickets begin again after this one.
pub fn restart_in_child(ticket: u64) {
    CLEARING.unlock();
    BASE.fetch_add(ticket.wrapping_add(1), Ordering::Relaxed);
}

/// The word for an address.
#[inline(always)]
pub const fn word_of(address: u64) -> *mut u64 {
    ((address >> 1 & !7) + DISTANCE) as *mut u64
}

/// Bytes of an access of up to 16 bytes, from the first word's first byte on.
const fn bytes(address: u64, size: u32) -> u64 {
    ((1 << size) - 1) << (address % GRAIN)
}

/// For each kind of access and each byte of a word that it may begin at, what must be 0 in the difference of the word to
/// the stamp, if the section has logged the access; and the same for the next word, 0 if the access does not reach it.
pub type Wanted = [[u64; GRAIN as usize]; 2 * KINDS];

pub const WANTED: Wanted = {
    let mut table = [[0; GRAIN as usize]; 2 * KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let shift = if kind < KINDS / 2 { 0 } else { WRITTEN_SHIFT };
        let mut at = 0;
        while at < GRAIN as usize {
            let bytes = bytes(at as u64, 1 << (kind % (KINDS / 2)));
            table[kind][at] = !MASKS | (bytes & READ) << shift;
            table[KINDS + kind][at] =
                if bytes >> GRAIN == 0 { 0 } else { !MASKS | (bytes >> GRAIN) << shift };
            at += 1;
        }
        kind += 1;
    }
    table
};

/// Whether the section has logged these bytes (up to 16), from this word on.
#[inline(always)]
pub unsafe fn is_logged(mut word: *const u64, stamp: u64, address: u64, size: u32, writes: bool) -> bool {
    let mut bytes = bytes(address, size);
    while bytes != 0 {
        let wanted = !MASKS | (bytes & READ) << if writes { WRITTEN_SHIFT } else { 0 };
        if (*word ^ stamp) & wanted != 0 {
            return false;
        }
        bytes >>= GRAIN;
        word = word.add(1);
    }
    true
}

/// Notes that the section has logged these bytes (up to 16). `filtering` is all ones, or 0 to note nothing.
#[inline(always)]
pub unsafe fn note(mut word: *mut u64, stamp: u64, address: u64, size: u32, writes: bool, filtering: u64) {
    let mut bytes = bytes(address, size);
    while bytes != 0 {
        let known = if (*word ^ stamp) >> STAMP_SHIFT == 0 { *word } else { stamp | MASKS };
        let here = bytes & READ;
        *word = known & !(here | if writes { here << WRITTEN_SHIFT } else { 0 }) & filtering;
        bytes >>= GRAIN;
        word = word.add(1);
    }
}

/// Whether the section has logged a whole range; if not, notes it.
#[inline(always)]
pub unsafe fn add_range(address: u64, size: u64, stamp: u64, writes: bool, filtering: u64) -> bool {
    if size > 16 {
        return add_long_range(address, size, stamp, writes, filtering);
    }
    let (word, size) = (word_of(address), size as u32);
    let is_known = is_logged(word, stamp, address, size, writes) && filtering != 0;
    if !is_known {
        note(word, stamp, address, size, writes, filtering);
    }
    is_known
}

unsafe fn add_long_range(address: u64, size: u64, stamp: u64, writes: bool, filtering: u64) -> bool {
    let end = address.saturating_add(size);
    write_first(word_of(address) as u64, word_of(end) as u64);
    let (first, last) = (address.next_multiple_of(GRAIN).min(end), end / GRAIN * GRAIN);
    let mut is_known = filtering != 0;
    let mut part = |from: u64, to: u64| {
        let (word, size) = (word_of(from), to.saturating_sub(from) as u32);
        if size > 0 && !is_logged(word, stamp, from, size, writes) {
            is_known = false;
            note(word, stamp, from, size, writes, filtering);
        }
    };
    part(address, first);
    if last < first {
        return is_known;
    }
    part(last, end);
    is_known & add_words(word_of(first), (last - first) / GRAIN, stamp, writes, filtering)
}

/// The same for whole words.
unsafe fn add_words(word: *mut u64, count: u64, stamp: u64, writes: bool, filtering: u64) -> bool {
    let bits = if writes { READ | READ << WRITTEN_SHIFT } else { READ };
    let wanted = !MASKS | if writes { READ << WRITTEN_SHIFT } else { READ };
    let mut different = 0;
    for word in core::slice::from_raw_parts_mut(word, count as usize) {
        different |= (*word ^ stamp) & wanted;
        let known = if (*word ^ stamp) >> STAMP_SHIFT == 0 { *word } else { stamp | MASKS };
        *word = known & !bits & filtering;
    }
    different == 0
}

/// Pages that are read first are mapped twice, and other processors are told of the second time.
unsafe fn write_first(from: u64, to: u64) {
    if to - from < PAGE as u64 / 16 {
        return;
    }
    for page in core::iter::once(from).chain((from.next_multiple_of(PAGE as u64)..to).step_by(PAGE)) {
        // Not something that a compiler knows to write nothing.
        let _ = AtomicU64::from_ptr(page as *mut u64).compare_exchange(
            0,
            0,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
    }
}

/// A block was allocated: what fills large pages by itself gets them, because tables that a program looks up at random
/// are looked up in their shadow, too.
pub unsafe fn expect(address: u64, size: u64) {
    if size < 2 * HUGE as u64 {
        return;
    }
    let (from, to) = (word_of(address) as usize, word_of(address.saturating_add(size)) as usize);
    let (first, last) = (from.next_multiple_of(HUGE), to / HUGE * HUGE);
    if first < last {
        let _errno = sys::KeepErrno::new();
        sys::madvise(first as Pointer, last - first, sys::MADV_HUGEPAGE);
    }
}

/// Memory is given back: what is accessed here from now on is something else.
pub unsafe fn forget(address: u64, size: u64) {
    let (from, to) =
        (word_of(address) as usize, word_of(address.saturating_add(size).saturating_add(GRAIN - 1)) as usize);
    // Not by `memset`: that is the program's, and may be ours that logs.
    let clear = |from: usize, to: usize| {
        (from..to).step_by(8).for_each(|at| (at as *mut u64).write_volatile(0));
    };
    if to.saturating_sub(from) < LARGE {
        return clear(from, to);
    }
    let _errno = sys::KeepErrno::new();
    let (first, last) = (from.next_multiple_of(PAGE), to / PAGE * PAGE);
    clear(from, first);
    clear(last, to);
    sys::madvise(first as Pointer, last - first, sys::MADV_DONTNEED);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sections_and_bytes() {
        let mut words = [0u64; 4];
        let word = words.as_mut_ptr();
        let (one, two) = (stamp(0), stamp(1));
        unsafe {
            let known = |stamp, address, size, writes| is_logged(word, stamp, address, size, writes);
            assert!(!known(one, 0, 1, false));
            note(word, one, 10, 4, true, u64::MAX);
            assert!(known(one, 10, 4, true) && known(one, 12, 1, false) && !known(one, 14, 1, false));
            note(word, one, 14, 4, false, u64::MAX);
            assert!(known(one, 14, 4, false) && known(one, 10, 8, false) && !known(one, 14, 1, true));
            assert!(!known(two, 10, 1, false));
            note(word, two, 9, 1, false, u64::MAX);
            assert!(known(two, 9, 1, false) && !known(one, 10, 1, false));
            note(word, two, 13, 16, true, u64::MAX);
            assert!(known(two, 13, 16, false) && !known(two, 12, 2, false));
            note(word, two, 0, 16, true, 0);
            assert!(!known(two, 0, 16, true));
        }
    }

    #[test]
    fn tables_agree() {
        let mut words = [0u64; 4];
        let word = words.as_mut_ptr();
        let one = stamp(3);
        let mut n_known = 0;
        for seed in 0..1 << 16 {
            let (kind, at) = (seed as usize % KINDS, seed / 16 % GRAIN);
            let (size, writes) = (1 << (kind % (KINDS / 2)), kind >= KINDS / 2);
            // Mostly zeros, so that long accesses are known now and then.
            let random = |factor: u64| {
                let [a, b, c] = [1, 3, 5].map(|odd| (seed + 1).wrapping_mul(factor).wrapping_mul(odd));
                (a & b & c) >> 32
            };
            unsafe {
                word.write(one | random(0x9e37_79b9_7f4a_7c15));
                word.add(1).write(one | random(0xd6e8_feb8_6659_fd93));
                let [first, second] = [kind, KINDS + kind].map(|row| WANTED[row][at as usize]);
                let new = (*word ^ one) & first | (*word.add(1) ^ one) & second;
                assert_eq!(new == 0, is_logged(word, one, at, size, writes), "{seed}");
                n_known += u32::from(new == 0);
            }
        }
        assert!((1 << 13..7 << 13).contains(&n_known), "{n_known}");
    }

    /// Tests with shadow run one after another, because one of them clears it.
    static SHADOW: std::sync::Mutex<()> = std::sync::Mutex::new(());

    /// Memory that has shadow.
    unsafe fn with_shadow(length: usize, test: impl FnOnce(u64)) {
        let _one = SHADOW.lock().unwrap();
        let memory = sys::map_private(length) as u64;
        let from = word_of(memory) as usize / PAGE * PAGE;
        let size = length / 2 + 2 * PAGE;
        assert!(map(from as Pointer, size));
        test(memory);
        sys::munmap(from as Pointer, size);
        sys::munmap(memory as Pointer, length);
    }

    #[test]
    fn ranges() {
        unsafe {
            with_shadow(2 * LARGE + 4 * PAGE, |memory| {
                let (at, one) = (memory + 3, stamp(7));
                let add = |from: u64, size, writes| add_range(at + from, size, one, writes, u64::MAX);
                assert!(!add(0, 300, true));
                assert!(add(0, 300, true) && add(50, 200, false) && !add(299, 2, true));
                forget(at + 99, 5);
                assert!(add(0, 93, true) && !add(0, 97, true));
                let large = 2 * LARGE as u64 + 2 * PAGE as u64;
                assert!(!add(5, large, true));
                assert!(add(5, large, true));
                forget(at + 5, large);
                assert!((5..large).step_by(77).all(|offset| !add(offset, 1, false)));
            });
        }
    }

    #[test]
    fn numbers_of_sections_come_again() {
        let _one = SHADOW.lock().unwrap();
        let half = NUMBERS / 2;
        let stamps = [0, 1, half - 1, half, half + 1, NUMBERS - 1];
        for (index, one) in stamps.into_iter().enumerate() {
            assert!(![0, NO_SECTION].contains(&stamp(one)) && stamp(one) & MASKS == 0);
            assert_eq!(stamp(one), stamp(one + NUMBERS));
            for other in &stamps[..index] {
                assert_ne!(stamp(one), stamp(*other));
            }
        }
    }

    #[test]
    fn cleared_before_numbers_come_again() {
        unsafe {
            with_shadow(PAGE, |memory| {
                let turn = 10 * NUMBERS;
                let first = stamp(turn);
                assert!(!add_range(memory, 100, first, true, u64::MAX));
                assert!(add_range(memory, 100, first, true, u64::MAX));
                stamp(turn + NUMBERS / 2 - 1);
                assert!(add_range(memory, 100, first, true, u64::MAX));
                stamp(turn + NUMBERS / 2);
                assert!(!add_range(memory, 100, first, true, u64::MAX));
                let again = stamp(turn + NUMBERS);
                assert_eq!(first, again);
                assert!(!add_range(memory, 100, again, true, u64::MAX));
            });
        }
    }

    #[test]
    fn shadow_elsewhere_is_remembered() {
        let page = PAGE as u64;
        for at in [0x10, 0x11, 0x12, 0x20, 0x21] {
            add_elsewhere(at * page);
        }
        let found: std::vec::Vec<_> =
            elsewhere().map(|(at, length)| (at as u64 / page, length as u64 / page)).collect();
        assert_eq!(found, [(0x10, 3), (0x20, 2)]);
    }
}
