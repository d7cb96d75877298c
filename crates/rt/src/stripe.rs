//! Atomic accesses that a thread repeats: what they become when somebody else looks.
//!
//! Each address belongs to a stripe, and an access and its ticket are taken while the stripe is locked, so the order of
//! tickets agrees with the values read. The stripe remembers which section (see `shadow`) was the last to log an access
//! here. A *relaxed* access of the same address in the same section is then *quiet*: it is done and not logged, and the
//! stripe remembers what it was. Counters that one thread increments all the time cost next to nothing so.
//!
//! Quiet accesses are logged as one (an update if any of them writes, else a read) as soon as that matters: before the
//! section ends, by their own thread; and before another thread's access of the stripe, by that thread on behalf of the
//! other (`More::For`). The event is then later in its thread's order than the accesses were, and is marked so: whoever sees its
//! value is ordered after a little more than it must be, and it is in no violation itself. A pair may be missed, none is made
//! up.

use crate::record::{Event, Recording};
use crate::sys::Spin;
use crate::thread::Thread;
use crate::wire::Op;
use core::sync::atomic::{AtomicU64, Ordering};

const STRIPES: usize = 1024;
/// Stripes that a thread is quiet in at the same time; accesses of others are logged.
pub const MOST: usize = 8;

/// In `quiet`: what was done, then the size, then the thread.
const READ: u64 = 1;
const UPDATE: u64 = 2;
const SIZE_SHIFT: u32 = 8;
const THREAD_SHIFT: u32 = 32;

/// All but the lock is looked at under the lock only.
#[repr(align(64))]
#[derive(Debug)]
pub struct Stripe {
    pub lock: Spin,
    /// How often something was written under this stripe.
    pub version: AtomicU64,
    /// The section that was the last to log here, and what it logged; 0 if that does not make others quiet.
    stamp: AtomicU64,
    address: AtomicU64,
    /// The quiet accesses since then, 0 if there are none; the value they left.
    quiet: AtomicU64,
    value: AtomicU64,
}

static TABLE: [Stripe; STRIPES] = [const { Stripe::new() }; STRIPES];

fn number_of(address: u64) -> usize {
    ((address >> 3) ^ (address >> 15)) as usize % STRIPES
}

pub fn stripe(address: u64) -> &'static Stripe {
    &TABLE[number_of(address)]
}

/// In the child after a fork: nobody holds a lock, and what the parent did is in the parent's trace.
pub fn restart_in_child() {
    for stripe in &TABLE {
        stripe.lock.unlock();
        stripe.stamp.store(0, Ordering::Relaxed);
        stripe.quiet.store(0, Ordering::Relaxed);
    }
}

fn holder(thread: &Thread) -> u32 {
    thread.number.wrapping_add(1)
}

/// Unlocks what a thread has locked.
pub fn unlock_all(thread: &Thread) {
    TABLE
        .iter()
        .filter(|stripe| stripe.lock.holder() == holder(thread))
        .for_each(|stripe| stripe.lock.unlock());
}

impl Stripe {
    const fn new() -> Stripe {
        let [version, stamp, address, quiet, value] = [const { AtomicU64::new(0) }; 5];
        Stripe { lock: Spin::new(), version, stamp, address, quiet, value }
    }

    /// Locks it for a thread.
    #[inline(always)]
    pub fn lock(&self, thread: &Thread) {
        self.lock.lock_as(holder(thread));
    }

    /// Whether a relaxed access of this address need not be logged.
    #[inline(always)]
    pub fn is_quiet(&self, thread: &mut Thread, address: u64) -> bool {
        let own = thread.stamp & thread.filtering;
        own != 0
            && self.stamp.load(Ordering::Relaxed) == own
            && self.address.load(Ordering::Relaxed) == address
            && (self.quiet.load(Ordering::Relaxed) != 0 || thread.note_quiet(number_of(address)))
    }

    /// Remembers an access that is not logged.
    #[inline(always)]
    pub fn add_quiet(&self, thread: &Thread, op: Op, size: u32, value: u64) {
        self.note(op);
        let kind = if op == Op::AtomicRead { READ } else { UPDATE };
        if kind == READ && self.quiet.load(Ordering::Relaxed) & UPDATE != 0 {
            return;
        }
        let quiet = kind | u64::from(size) << SIZE_SHIFT | u64::from(thread.number) << THREAD_SHIFT;
        self.quiet.store(quiet, Ordering::Relaxed);
        self.value.store(value, Ordering::Relaxed);
    }

    /// Counts what was done, if it writes; the version that it leaves.
    #[inline(always)]
    pub fn note(&self, op: Op) -> u64 {
        let version = self.version.load(Ordering::Relaxed) + u64::from(op != Op::AtomicRead);
        self.version.store(version, Ordering::Relaxed);
        version
    }

    /// Logs what others were quiet about here. The lock is held, and room is reserved.
    pub fn tell(&self, recording: &mut Recording) {
        let quiet = self.quiet.load(Ordering::Relaxed);
        if quiet == 0 {
            return;
        }
        self.quiet.store(0, Ordering::Relaxed);
        let op = if quiet & UPDATE != 0 { Op::AtomicUpdate } else { Op::AtomicRead };
        let size = (quiet >> SIZE_SHIFT) as u32 & 0xff;
        let value = (size <= 8).then(|| self.value.load(Ordering::Relaxed));
        let object = self.address.load(Ordering::Relaxed);
        let event = Event { op, object, size, order: super::atomics::RELAXED, value };
        recording.put_for((quiet >> THREAD_SHIFT) as u32, event);
    }

    /// What has just been logged; `makes_quiet` if the section goes on after it.
    pub fn logged(&self, recording: &mut Recording, address: u64, makes_quiet: bool) {
        let thread = recording.thread();
        let stamp = if makes_quiet { thread.stamp & thread.filtering } else { 0 };
        self.stamp.store(stamp, Ordering::Relaxed);
        self.address.store(address, Ordering::Relaxed);
    }
}

impl Recording {
    /// Before the section ends: logs what the thread was quiet about. No stripe may be locked.
    #[inline]
    pub fn settle(&mut self) {
        if self.thread().n_quiet != 0 {
            self.settle_all();
        }
    }

    #[cold]
    #[inline(never)]
    fn settle_all(&mut self) {
        self.reserve(0);
        let thread = self.thread();
        let (count, stripes) = (core::mem::take(&mut thread.n_quiet) as usize, thread.quiet);
        let own = u64::from(thread.number);
        for number in stripes.iter().take(count) {
            let Some(stripe) = TABLE.get(usize::from(*number)) else { continue };
            stripe.lock(self.thread());
            let quiet = stripe.quiet.load(Ordering::Relaxed);
            if quiet != 0 && quiet >> THREAD_SHIFT == own {
                stripe.tell(self);
            }
            stripe.lock.unlock();
        }
    }
}

impl Thread {
    /// Remembers that the thread is quiet in a stripe; `false` if it is in too many.
    fn note_quiet(&mut self, stripe: usize) -> bool {
        let count = self.n_quiet as usize;
        let is_known = self.quiet.iter().take(count).any(|known| usize::from(*known) == stripe);
        match self.quiet.get_mut(count) {
            _ if is_known => true,
            Some(place) => {
                *place = stripe as u16;
                self.n_quiet += 1;
                true
            }
            None => false,
        }
    }
}
