//! What comes back to the program from outside because of what it did: by children, and by the system, which tells of changes of files.
//!
//! A child may pass on what it reads from one pipe to another one: what is put into a channel that children share comes before what is taken
//! out of any such channel. Who changes a file comes before who is told so by `inotify`, if the program has such a descriptor at all. Both have one
//! place for all: more order, never less.

use crate::channels;
use crate::edge::{self, Name, is_recorded};
use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Whether the program is told of changes of files, and by which descriptors.
static IS_TOLD: AtomicBool = AtomicBool::new(false);
static NOTIFIERS: [AtomicU64; 64] = [const { AtomicU64::new(0) }; 64];

fn bit(fd: c_int) -> Option<(&'static AtomicU64, u64)> {
    let fd = usize::try_from(fd).ok()?;
    NOTIFIERS.get(fd / 64).map(|word| (word, 1 << (fd % 64)))
}

fn is_notifier(fd: c_int) -> bool {
    IS_TOLD.load(Ordering::Relaxed)
        && bit(fd).is_some_and(|(word, bit)| word.load(Ordering::Relaxed) & bit != 0)
}

/// The descriptor, a new one, tells of changes of files.
pub(super) fn notifies(fd: c_int) -> c_int {
    if let Some((word, bit)) = bit(fd) {
        word.fetch_or(bit, Ordering::Relaxed);
        IS_TOLD.store(true, Ordering::Relaxed);
    }
    fd
}

/// The number is another's.
pub(super) fn forget(fd: c_int) {
    if is_notifier(fd)
        && let Some((word, bit)) = bit(fd)
    {
        word.fetch_and(!bit, Ordering::Relaxed);
    }
}

/// The new descriptor is another number for the old one.
pub(super) fn copy(old: c_int, new: c_int) {
    if is_notifier(old) {
        notifies(new);
    }
}

fn place(name: Name) -> u64 {
    edge::place(name, [0, 0])
}

/// A file is about to be changed, or opened, or closed.
#[inline]
pub(super) unsafe fn file_changes(pc: u64) {
    if IS_TOLD.load(Ordering::Relaxed) && is_recorded() {
        edge::give(place(Name::Files), pc);
    }
}

/// Something is about to be put into a descriptor.
#[inline]
pub(super) unsafe fn before_put(fd: c_int, pc: u64) {
    if channels::is_shared(fd) {
        edge::give(place(Name::Child), pc);
    }
    file_changes(pc);
}

/// Something was taken out of a descriptor, or is known to be there.
#[inline]
pub(super) unsafe fn after_take(fd: c_int, pc: u64) {
    if channels::is_shared(fd) {
        edge::notice(place(Name::Child), pc);
    }
    if is_notifier(fd) {
        edge::notice(place(Name::Files), pc);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_that_tell_of_files() {
        notifies(77);
        assert!(is_notifier(77) && !is_notifier(78) && !is_notifier(-1));
        copy(77, 78);
        forget(77);
        assert!(!is_notifier(77) && is_notifier(78));
        assert_eq!(notifies(-1), -1);
    }
}
