//! What has been logged of each 8 bytes of memory: one word of shadow for them.
//!
//! A *section* of a thread is the time between two of its synchronisation events. An access is not logged again when the
//! same section has logged the same bytes in the same way (or written them): as to every order that prediction looks
//! at, the first stands for the others. The word says which section was the last to log here, and which bytes it has read
//! and written; another section's access takes the word over. So the filter forgets only where threads take turns, and
//! forgetting means an event more.
//!
//! Memory: as much again as the program touches. The shadow of an address is at the address with one bit changed; the
//! places where programs on x86-64 Linux have memory are mapped for it beforehand, without being reserved. In memory
//! elsewhere (which only `mmap` at a place of the program's choice gives) an access would find no shadow, so `mmap` is
//! interposed and maps it, too.
//!
//! Words are stored whole and without order: of two threads that store at once one is forgotten.

use crate::sys::{self, Pointer};
use crate::thread::KINDS;
use core::sync::atomic::{AtomicU64, Ordering};

/// What is different in the address of the shadow.
pub const DISTANCE: u64 = 1 << 45;
/// And added to it, so that memory and its shadow do not compete for the same places of a cache.
pub const SHIFTED: u64 = 0x840;
/// In a word: above this the section, below two masks of 8 bytes: not yet written, not yet read.
pub const STAMP_SHIFT: u32 = 16;
const WRITTEN_SHIFT: u32 = 8;
const MASKS: u64 = 0xffff;
/// The stamp of a thread that has no section yet. Nothing is noted with it.
pub const NO_SECTION: u64 = !MASKS;
/// Ranges from here on are given back to the system instead of being cleared.
const LARGE: usize = 1 << 18;
/// Ranges up to here are cleared word by word.
const SMALL: usize = 64;
const PAGE: usize = 4096;
const HUGE: usize = 1 << 21;

/// Where programs have memory, in units of 2^40 bytes: first and how many. At the bottom executables with a fixed place
/// and their heap; others; memory from `mmap` and stacks, in the old layout and the usual one.
const PLACES: [(u64, u64); 4] = [(0, 1), (0x2a, 2), (0x55, 2), (0x7e, 2)];
const UNIT: u32 = 40;

/// Added to tickets, so that a child after a fork does not take its parent's sections for its own.
static BASE: AtomicU64 = AtomicU64::new(1);

/// Maps the shadow; `false` if there is no room.
pub unsafe fn start() -> bool {
    let at = |place: u64| (place << UNIT ^ DISTANCE) as Pointer;
    for (index, (place, count)) in PLACES.iter().copied().enumerate() {
        if !map(at(place), ((count as usize) << UNIT) + PAGE) {
            for (place, count) in PLACES.iter().copied().take(index) {
                sys::munmap(at(place), ((count as usize) << UNIT) + PAGE);
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
    let (from, to) = (address / PAGE as u64 * PAGE as u64, end.next_multiple_of(PAGE as u64) + PAGE as u64);
    for page in (from..to).step_by(PAGE) {
        if !is_usual(page) {
            map((page ^ DISTANCE) as Pointer, PAGE);
        }
    }
}

/// What words of the section that begins with this ticket have above their masks; never 0.
pub fn stamp(ticket: u64) -> u64 {
    ticket.wrapping_add(BASE.load(Ordering::Relaxed)) << STAMP_SHIFT
}

/// Tickets begin again after this one.
pub fn restart_in_child(ticket: u64) {
    BASE.fetch_add(ticket.wrapping_add(1), Ordering::Relaxed);
}

/// The word for an address.
#[inline(always)]
pub fn word_of(address: u64) -> *mut u64 {
    ((address & !7 ^ DISTANCE) + SHIFTED) as *mut u64
}

/// Bytes of an access of up to 16 bytes, from the first word's first byte on.
const fn bytes(address: u64, size: u32) -> u64 {
    ((1 << size) - 1) << (address & 7)
}

/// For each kind of access and each byte of a word that it may begin at, what must be 0 in the difference of the word to
/// the stamp, if the section has logged the access; and the same for the next word, 0 if the access does not reach it.
pub type Wanted = [[u64; 8]; 2 * KINDS];

pub const WANTED: Wanted = {
    let mut table = [[0; 8]; 2 * KINDS];
    let mut kind = 0;
    while kind < KINDS {
        let shift = if kind < KINDS / 2 { 0 } else { WRITTEN_SHIFT };
        let mut at = 0;
        while at < 8 {
            let bytes = bytes(at as u64, 1 << (kind % (KINDS / 2)));
            table[kind][at] = !MASKS | (bytes & 0xff) << shift;
            table[KINDS + kind][at] = if bytes >> 8 == 0 { 0 } else { !MASKS | (bytes >> 8 & 0xff) << shift };
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
        let wanted = !MASKS | (bytes & 0xff) << if writes { WRITTEN_SHIFT } else { 0 };
        if (*word ^ stamp) & wanted != 0 {
            return false;
        }
        bytes >>= 8;
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
        let here = bytes & 0xff;
        *word = known & !(here | if writes { here << WRITTEN_SHIFT } else { 0 }) & filtering;
        bytes >>= 8;
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
    let (first, last) = (address.next_multiple_of(8).min(end), end & !7);
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
    is_known & add_words(word_of(first), (last - first) / 8, stamp, writes, filtering)
}

/// The same for whole words.
unsafe fn add_words(word: *mut u64, count: u64, stamp: u64, writes: bool, filtering: u64) -> bool {
    const READ: u64 = 0xff;
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
        (word_of(address) as usize, word_of(address.saturating_add(size).saturating_add(7)) as usize);
    if to.saturating_sub(from) <= SMALL {
        // Not by a call.
        for at in (from..to).step_by(8) {
            (at as *mut u64).write_volatile(0);
        }
        return;
    }
    let clear = |from: usize, to: usize| {
        core::slice::from_raw_parts_mut(from as *mut u64, to.saturating_sub(from) / 8).fill(0);
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
            note(word, one, 2, 4, true, u64::MAX);
            assert!(known(one, 2, 4, true) && known(one, 4, 1, false) && !known(one, 6, 1, false));
            note(word, one, 6, 4, false, u64::MAX);
            assert!(known(one, 6, 4, false) && known(one, 2, 8, false) && !known(one, 6, 1, true));
            assert!(!known(two, 2, 1, false));
            note(word, two, 1, 1, false, u64::MAX);
            assert!(known(two, 1, 1, false) && !known(one, 2, 1, false));
            note(word, two, 5, 16, true, u64::MAX);
            assert!(known(two, 5, 16, false) && !known(two, 4, 2, false));
            note(word, two, 0, 8, true, 0);
            assert!(!known(two, 0, 8, true));
        }
    }

    #[test]
    fn tables_agree() {
        let mut words = [0u64; 4];
        let word = words.as_mut_ptr();
        let one = stamp(3);
        for seed in 0..4096u64 {
            let (kind, at) = (seed as usize % KINDS, seed / 16 % 8);
            let (size, writes) = (1 << (kind % (KINDS / 2)), kind >= KINDS / 2);
            unsafe {
                word.write(one | seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 50);
                word.add(1).write(one | seed.wrapping_mul(0xd6e8_feb8_6659_fd93) >> 50);
                word.add(2).write(one);
                let [first, second] = [kind, KINDS + kind].map(|row| WANTED[row][at as usize]);
                let new = (*word ^ one) & first | (*word.add(1) ^ one) & second;
                assert_eq!(new == 0, is_logged(word, one, at, size, writes), "{seed}");
            }
        }
    }

    #[test]
    fn ranges() {
        let length = LARGE + 4 * PAGE;
        unsafe {
            let memory = sys::map_private(length) as u64;
            let shadow = (memory ^ DISTANCE) as Pointer;
            assert!(map(shadow, length + PAGE));
            let (at, one) = (memory + 3, stamp(7));
            let add = |from: u64, size, writes| add_range(at + from, size, one, writes, u64::MAX);
            assert!(!add(0, 300, true));
            assert!(add(0, 300, true) && add(50, 200, false) && !add(299, 2, true));
            forget(at + 99, 5);
            assert!(add(0, 93, true) && !add(0, 97, true));
            let large = LARGE as u64 + 2 * PAGE as u64;
            assert!(!add(5, large, true));
            forget(at + 5, large);
            assert!((5..large).step_by(77).all(|offset| !add(offset, 1, false)));
            sys::munmap(shadow, length + PAGE);
            sys::munmap(memory as Pointer, length);
        }
    }
}
