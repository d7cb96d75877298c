//! Who takes and who lets go of a lock, event by event.

use events::{Event, EventKind, ObjectAddress, SyncStep};
use ir::SyncOp;

/// Whether a thread takes the lock or lets go of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hold {
    Take,
    Release,
}

/// What an event does to a lock, if it does: the lock's address and which of both. An operation that failed does nothing;
/// waiting on a condition variable lets go of its mutex and takes it again when woken.
pub fn hold(event: &Event) -> Option<(u64, Hold)> {
    use SyncOp::*;
    let EventKind::Sync { op, objects } = &event.kind else { return None };
    let object = |index: usize| objects.get(index).map(|&ObjectAddress(addr)| addr);
    let succeeded = event.read.is_none_or(|status| status == 0);
    match op {
        SyncStep::Do(CondWait | CondTimedWait) => Some((object(1)?, Hold::Release)),
        SyncStep::Resume(CondWait | CondTimedWait) => Some((object(1)?, Hold::Take)),
        SyncStep::Do(
            MutexLock | MutexTryLock | MutexTimedLock | RwReadLock | RwTryReadLock | RwWriteLock
            | RwTryWriteLock,
        ) if succeeded => Some((object(0)?, Hold::Take)),
        SyncStep::Do(MutexUnlock | SpinUnlock | RwUnlock) if succeeded => Some((object(0)?, Hold::Release)),
        _ => None,
    }
}
