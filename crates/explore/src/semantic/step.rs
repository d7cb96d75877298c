//! One step of the coarse exploration: a critical section, a call of a specified method, or a single visible event, with
//! all that follows up to the next one; and when two of them commute.

use super::bytes::{Bytes, Footprint};
use super::knowledge::Knowledge;
use smallvec::SmallVec;
use spec::{Call, Specification, Truth};

/// Addresses of locks, sorted.
pub(crate) type Locks = SmallVec<[u64; 2]>;

/// Stands for the lock of atomic sections.
pub(crate) const ATOMIC: u64 = u64::MAX;

/// One access, for the question whether a lock guards it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Access {
    pub addr: u64,
    pub size: u64,
    pub writes: bool,
    pub locks: Locks,
    /// Others may learn of the step (by a lock given back, say) before this access.
    pub is_late: bool,
    /// The step may learn of others (by a lock it takes, say) after this access.
    pub is_early: bool,
}

/// A call of a specified method, and the memory it touches.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Invocation {
    pub call: Call,
    pub footprint: Footprint,
}

#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Step {
    pub thread: u32,
    pub invocations: SmallVec<[Invocation; 1]>,
    /// What is touched outside of calls.
    pub outside: Footprint,
    pub accesses: Vec<Access>,
    /// Locks that are as they were before, or that were found taken.
    pub locks_seen: Locks,
    /// Locks that are held afterwards and were not before, or the other way round.
    pub locks_changed: Locks,
    /// Locks that are made or destroyed, held or not.
    pub locks_made: Locks,
    /// Locks that the thread holds afterwards.
    pub held_after: Locks,
    /// The step tries to take a lock, and goes on if it is not free.
    pub tries: bool,
    /// The step ends before a lock that is not free.
    pub ends_waiting: bool,
    /// The step begins by waiting for this lock.
    pub waits_for: Option<u64>,
    pub created: Option<u32>,
    pub joined: Option<u32>,
    /// How many steps the thread made before.
    pub ordinal: u32,
    /// A thread that was started alike, whose step of the same ordinal comes before this one.
    pub follows: Option<u32>,
    /// Touches memory whose contents depend on the order of calls that commute.
    pub unstable: bool,
    /// Steps of the world.
    pub n_moves: u32,
}

impl Step {
    /// All that is touched.
    pub fn footprints(&self) -> impl Iterator<Item = &Footprint> {
        std::iter::once(&self.outside).chain(self.invocations.iter().map(|invocation| &invocation.footprint))
    }

    pub fn memory_conflicts(&self, other: &Step) -> bool {
        self.footprints().any(|mine| other.footprints().any(|theirs| mine.conflicts(theirs)))
    }

    /// Whether both call methods of one object.
    pub fn shares_object(&self, other: &Step) -> bool {
        let theirs = |mine: &Invocation| other.invocations.iter().any(|it| same_object(&mine.call, &it.call));
        self.invocations.iter().any(theirs)
    }

    fn touches(&self, bytes: &Bytes) -> bool {
        self.footprints().any(|footprint| footprint.touches(bytes))
    }

    /// Notes whether it touches what is not settled.
    pub fn settle(&mut self, knowledge: &Knowledge) {
        self.unstable = knowledge.unstable.values().any(|bytes| self.touches(bytes));
    }
}

fn share(left: &Locks, right: &Locks) -> bool {
    left.iter().any(|lock| right.contains(lock))
}

/// Whether two steps of different threads commute: done one after the other, in either order, they give the same.
pub(crate) fn independent(specification: &Specification, a: &Step, b: &Step) -> bool {
    if a.thread == b.thread || are_tied(a, b) {
        return false;
    }
    if share(&a.locks_changed, &b.locks_changed)
        || share(&a.locks_changed, &b.locks_seen)
        || share(&a.locks_seen, &b.locks_changed)
    {
        return false;
    }
    let outside = |x: &Step, y: &Step| y.footprints().any(|footprint| x.outside.conflicts(footprint));
    if outside(a, b) || outside(b, a) {
        return false;
    }
    a.invocations.iter().all(|mine| {
        b.invocations.iter().all(|theirs| {
            if same_object(&mine.call, &theirs.call) {
                specification.commutes(&mine.call, &theirs.call) == Truth::Yes
                    || !(a.unstable || b.unstable || mine.footprint.conflicts(&theirs.footprint))
            } else {
                !mine.footprint.conflicts(&theirs.footprint)
            }
        })
    })
}

/// Whether one of two steps can only come after the other.
pub(crate) fn are_tied(a: &Step, b: &Step) -> bool {
    let tied = |x: &Step, y: &Step| {
        x.created == Some(y.thread)
            || x.joined == Some(y.thread)
            || (x.follows == Some(y.thread) && x.ordinal == y.ordinal)
    };
    tied(a, b) || tied(b, a)
}

pub(crate) fn same_object(a: &Call, b: &Call) -> bool {
    a.method.object == b.method.object && a.object == b.object
}
