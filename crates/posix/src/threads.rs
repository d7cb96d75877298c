//! Threads as what others join and detach.
//!
//! A handle is consumed at most once, by a join or by a detach; what uses it again is undefined, in whatever order the two
//! come: after the first the handle may mean another thread.

use crate::Values;
use events::FailureKind;
use ir::sync::errno::EDEADLK;
use smallvec::smallvec;

/// What is known of the thread that a handle stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handle {
    /// What it returned, once it has ended.
    pub ended: Option<u128>,
    /// Somebody has joined or detached it.
    pub consumed: bool,
}

/// What is wrong with the use of a handle.
pub type Misuse = (FailureKind, &'static str);

fn misuse(message: &'static str) -> Misuse {
    (FailureKind::SyncMisuse, message)
}

/// A join: `Ok(None)` while it has to wait. `itself`: the thread joins itself.
pub fn join(itself: bool, handle: Option<Handle>) -> Result<Option<Values>, Misuse> {
    match handle {
        None => Err(misuse("a thread is joined that does not exist")),
        Some(Handle { consumed: true, .. }) => {
            Err(misuse("a thread is joined that was joined or detached before"))
        }
        Some(_) if itself => Ok(Some(smallvec![EDEADLK as u128, 0])),
        Some(Handle { ended, .. }) => Ok(ended.map(|result| smallvec![0, result])),
    }
}

/// A detach always succeeds, or is undefined.
pub fn detach(handle: Option<Handle>) -> Result<Values, Misuse> {
    match handle {
        None => Err(misuse("a thread is detached that does not exist")),
        Some(Handle { consumed: true, .. }) => {
            Err(misuse("a thread is detached that was joined or detached before"))
        }
        Some(_) => Ok(smallvec![0]),
    }
}
