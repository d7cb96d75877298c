//! Locks that are made by a call: who takes one has to come after that.
//!
//! Making a lock writes the bytes that say which kind it is, and taking it reads them, before it waits. Each thread's first use since it was made is logged as
//! such a read; where nothing but the lock itself keeps a thread from taking it before it is made, the two are a data race.

use super::touched::{is_judged, reads, writes};
use crate::sys::Pointer;
use crate::thread;
use core::sync::atomic::{AtomicU64, Ordering};

/// Locks that are remembered; of two that share a place, the one that was made last.
const PLACES: usize = 1 << 12;
/// What is read and written.
const SIZE: usize = 4;

struct Made {
    address: AtomicU64,
    /// Threads that have used it since, by number, with those that share a bit: uses may be missed, none is made up.
    users: AtomicU64,
}

static TABLE: [Made; PLACES] =
    [const { Made { address: AtomicU64::new(0), users: AtomicU64::new(0) } }; PLACES];

fn place(lock: u64) -> &'static Made {
    &TABLE[((lock >> 3).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 52) as usize % PLACES]
}

unsafe fn own_bit() -> u64 {
    1 << ((*thread::current()).number % u64::BITS)
}

/// A lock was made that says at `kind` which kind it is.
pub unsafe fn made(lock: Pointer, kind: usize, pc: u64) {
    if !is_judged(pc) {
        return;
    }
    writes(lock as usize + kind, SIZE, pc);
    let place = place(lock as u64);
    place.users.store(own_bit(), Ordering::Relaxed);
    place.address.store(lock as u64, Ordering::Relaxed);
}

/// A lock is about to be taken.
#[inline]
pub unsafe fn used(lock: Pointer, kind: usize, pc: u64) {
    let place = place(lock as u64);
    if place.address.load(Ordering::Relaxed) == lock as u64 {
        used_first(place, lock, kind, pc);
    }
}

#[inline(never)]
unsafe fn used_first(place: &Made, lock: Pointer, kind: usize, pc: u64) {
    if thread::current().is_null() || place.users.load(Ordering::Relaxed) & own_bit() != 0 || !is_judged(pc) {
        return;
    }
    place.users.fetch_or(own_bit(), Ordering::Relaxed);
    reads(lock as usize + kind, SIZE, pc);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_have_places_of_their_own() {
        let places = [0x1000u64, 0x1028, 0x1050].map(|lock| &raw const *place(lock));
        assert!(places[0] != places[1] && places[1] != places[2] && places[0] != places[2]);
    }
}
