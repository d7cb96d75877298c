//! One thread tells another something by a way that is neither a lock nor memory.
//!
//! Each way has a place, an address that stands for it in the trace. Who tells is logged as an atomic update of the place, before
//! the call that tells; who is told as an atomic read of it, after the call. So in every reordering who was told comes after all
//! who had told when it was. If another thread was about to tell, that one seems to come before, too: more order, never less.

use crate::record::{Event, enter};
use crate::thread;
use crate::wire::Op;
use core::sync::atomic::AtomicU64;

/// Numbers of memory orders in the format.
pub const ACQUIRE: u8 = 3;
pub const RELEASE: u8 = 4;
pub const BOTH: u8 = 5;

const SIZE: u32 = 8;
/// Places that are found by hashing; two that share one are ordered more than they need be.
const PLACES: usize = 1 << 12;

/// Only the addresses of these are used.
static TABLE: [AtomicU64; PLACES] = [const { AtomicU64::new(0) }; PLACES];

/// Kinds of names that are hashed to places.
#[derive(Clone, Copy, Debug)]
pub enum Name {
    Signal,
    Semaphore,
    MessageQueue,
    FileLock,
    Assembly,
    Annotation,
    Once,
    Process,
    Files,
    Child,
    Timer,
    Request,
}

/// The place of something that has these numbers.
pub fn place(name: Name, numbers: [u64; 2]) -> u64 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = numbers.into_iter().fold(name as u64 + 1, |hash, number| {
        let hash = (hash ^ number).wrapping_mul(FACTOR);
        hash ^ hash >> 32
    });
    let index = (hash.wrapping_mul(FACTOR) >> 52) as usize % PLACES;
    &raw const TABLE[index] as u64
}

#[inline]
pub fn is_recorded() -> bool {
    !thread::current().is_null()
}

unsafe fn log(op: Op, place: u64, order: u8, pc: u64) {
    if let Some(mut recording) = enter() {
        recording.sync(Event { size: SIZE, order, ..Event::new(op, place) }, pc);
    }
}

/// The thread is about to tell something.
pub unsafe fn give(place: u64, pc: u64) {
    log(Op::AtomicUpdate, place, RELEASE, pc);
}

/// The thread was told, and others may be told the same.
pub unsafe fn notice(place: u64, pc: u64) {
    log(Op::AtomicRead, place, ACQUIRE, pc);
}

/// The thread was told and tells, as who takes a lock, or takes something out that others want to take out after it.
pub unsafe fn pass(place: u64, pc: u64) {
    log(Op::AtomicUpdate, place, BOTH, pc);
}

/// Assembly is about to lock or unlock here, or has done so (see `selvedge cc`): who works on the same place keeps its order.
pub unsafe extern "C" fn assembly(at: u64, pc: u64) {
    if is_recorded() {
        pass(place(Name::Assembly, [at, 0]), pc);
    }
}

crate::entries! {
    "selvedge_rt_assembly", "rsi" => assembly;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_in_the_table_and_differ() {
        let table = TABLE.as_ptr() as u64;
        let places = [
            place(Name::Signal, [10, 0]),
            place(Name::Signal, [12, 0]),
            place(Name::Semaphore, [10, 0]),
            place(Name::Semaphore, [10, 1]),
        ];
        for (index, one) in places.iter().enumerate() {
            assert!((table..table + 8 * PLACES as u64).contains(one) && one % 8 == 0);
            assert!(!places[..index].contains(one));
        }
    }
}
