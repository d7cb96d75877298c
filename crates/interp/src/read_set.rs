//! Sets of a thread's own reads, carried by values as their syntactic dependencies.
//!
//! A read is named by its number: the first `Read`, `Rmw` or `CompareExchange` request of a thread is 0. Sets are
//! shared, so copying one with a value costs a reference count.

use events::{Dependencies, EventId};
use std::sync::Arc;

/// A sorted set of read numbers. Cheap to clone; the empty set owns nothing.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ReadSet(Option<Arc<[u32]>>);

impl ReadSet {
    pub const EMPTY: ReadSet = ReadSet(None);

    pub fn single(read: u32) -> Self {
        ReadSet(Some(Arc::from([read])))
    }
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }
    /// The numbers, ascending.
    pub fn as_slice(&self) -> &[u32] {
        self.0.as_deref().unwrap_or(&[])
    }
    pub fn contains(&self, read: u32) -> bool {
        self.as_slice().binary_search(&read).is_ok()
    }

    pub fn union(&self, other: &ReadSet) -> ReadSet {
        let (left, right) = match (&self.0, &other.0) {
            (_, None) => return self.clone(),
            (None, _) => return other.clone(),
            (Some(left), Some(right)) if Arc::ptr_eq(left, right) => return self.clone(),
            (Some(left), Some(right)) => (left, right),
        };
        let mut merged = Vec::with_capacity(left.len() + right.len());
        let (mut i, mut j) = (0, 0);
        while i < left.len() && j < right.len() {
            let next = left[i].min(right[j]);
            i += usize::from(left[i] == next);
            j += usize::from(right[j] == next);
            merged.push(next);
        }
        merged.extend_from_slice(&left[i..]);
        merged.extend_from_slice(&right[j..]);
        ReadSet(Some(merged.into()))
    }
}

/// What one request depends on: the address it names, the value it stores, the branches that led to it.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct ReadDependencies {
    pub addr: ReadSet,
    pub data: ReadSet,
    pub ctrl: ReadSet,
}

impl ReadDependencies {
    /// The same with the event of each read of the thread, where it has one.
    pub fn named(&self, reads: &[Option<EventId>]) -> Dependencies {
        let events = |set: &ReadSet| -> Vec<EventId> {
            set.as_slice().iter().filter_map(|&read| reads.get(read as usize).copied().flatten()).collect()
        };
        Dependencies { addr: events(&self.addr), data: events(&self.data), ctrl: events(&self.ctrl) }
    }
    pub fn is_empty(&self) -> bool {
        self.addr.is_empty() && self.data.is_empty() && self.ctrl.is_empty()
    }
}
