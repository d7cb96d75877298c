//! The one meaning of threads and synchronisation objects: what each operation does in each state, as pure functions.
//!
//! `interp::World` and `explore` run on this table; `check` and `litmus` are tested equal to it. `certify` has its own, as the
//! adversary of all others. `docs/posix.md` says in words what is decided here and why.
//!
//! An operation is one [`Step`] on one object, but for waits, which are several: a condition wait joins the queue, gives the mutex
//! back, is woken, and takes the mutex again (nobody can tell the first two apart from one step, since a signal in between wakes the
//! waiter all the same); a barrier wait arrives, and leaves when its round is complete.
//!
//! Invariants: [`apply`] never changes what it is given, asks nobody, and gives [`Effect::Fault`] for all that POSIX leaves
//! undefined; an operation that is not in the table does not exist ([`Class::of`] is exhaustive).

mod order;
mod possible;
mod state;
mod table;
mod threads;

pub use order::{OrdersLike, Synchronises, may_reorder_locks, orders_like, synchronises};
pub use possible::{CALLER, OTHER, states, statuses, steps};
pub use state::{Class, Once, Sizes, State, Threads, Unwritten};
pub use table::{Effect, Fault, Step, WITHOUT_SIGNAL, apply, may_wake, variants};
pub use threads::{Handle, detach, join};

use ir::Order;
use smallvec::SmallVec;

/// The results of an operation, as bits.
pub type Values = SmallVec<[u128; 2]>;

/// How often a thread may wake from condition waits without a signal in one execution. A wait in a `while` loop shows nothing new in
/// a second such wake that it does not in the first (it looks at its condition again and waits); one behind an `if` shows its error in
/// the first. Without a limit no loop around a wait would ever end. Deadlocks are judged without such wakes: who is asleep and
/// was not signalled is stuck.
pub const WAKES_WITHOUT_SIGNAL: u32 = 1;

/// What is not modelled: the state of an object lies apart from its bytes.
pub const OVERWRITTEN: &str =
    "memory of a synchronisation object is read or written otherwise than by its calls";

/// Whether a read can tell so: all but that of the byte by which compilers ask whether a static local is initialised.
pub fn looks_inside(order: Order, size: u64) -> bool {
    order == Order::Plain || size > 1
}

/// What `SEM_VALUE_MAX` is on Linux.
pub const SEM_VALUE_MAX: u32 = i32::MAX as u32;
