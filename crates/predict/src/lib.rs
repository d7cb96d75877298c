//! What other schedules of a recorded run would have broken (Sun ch. 2–3, put right).
//!
//! A recorded stream (`events::trace`) becomes a [`Trace`]: well-formed events, and for each what it needs to have
//! happened. One pass of an [`Order`] (HB, SHB, WDC, EDC, or the weakest that reorderings keep) gives candidate pairs:
//! races, uses that a free may overtake, signals that may come before their wait, calls that a specification wants in the
//! other order, also where both are under one lock; deadlocks of locks ([`deadlock`]), and operations in two sections of one lock that another thread can come into ([`atomicity`]). For each, [`confirm`] looks for a reordering of the trace that shows
//! it, first keeping the order of critical sections (SyncP), then not (OSR), and [`check_all`], which knows nothing of
//! how it was found, replays it. Only what replays is reported.
//!
//! Never reported: a pair that no correct reordering shows (tested against an exhaustive oracle). May be missed: what is
//! in no reordering of this run, what falls out of the bounds of the filter or of the search (counted as unconfirmed),
//! and what needs the order of semaphore operations or barriers to change.
//!
//! [`causal`] asks further and costs more: broken atomic blocks, races and deadlocks, exactly, with recorded values.
//!
//! Invariants: events are in trace order, and [`EventId`]s are their places. Locks of a [`Trace`] are exclusive and
//! released by their holder. A [`Witness`] is its prefix of the trace as recorded, then its tail.

mod analysis;
mod atomicity;
mod bounded;
mod calls;
pub mod causal;
mod cells;
mod checker;
mod clock;
mod conditions;
mod confirm;
mod deadlock;
mod describe;
mod edc;
mod event;
mod filter;
mod freed;
mod gather;
mod hb;
mod ideal;
mod index;
mod ingest;
mod load;
mod locksets;
mod memory;
mod misuse;
mod open_sections;
mod partition;
mod points;
#[cfg(test)]
mod random_runs;
mod recorded;
mod refine;
mod schedule;
mod touches;
mod trace;
mod unordered;
mod waiting;
mod windows;
mod witness;

pub use analysis::{Finding, Options, Order, Outcome, Unconfirmed, analyse, filter};
pub use atomicity::Operations;
pub use bounded::{BoundedEdc, VARIABLE_BYTES};
pub use checker::{Refusal, check, check_all};
pub use clock::{Epoch, VectorClock};
pub use confirm::{Effort, confirm};
pub use describe::rule;
pub use edc::{Edc, EdcOptions};
pub use event::{Event, EventId, NONE};
pub use filter::Filter;
pub use hb::HappensBefore;
pub use index::Index;
pub use ingest::{CallRecord, Ingest, Oddities};
pub use load::{Loaded, add_chunks, analyse_file, load_causal};
pub use misuse::{Fault, Observed};
pub use partition::{Partition, Table};
pub use points::CallPoints;
pub use recorded::analyse_recorded;
pub use trace::{Room, Trace};
pub use unordered::is_ordered;
pub use witness::{Kind, Method, Pair, Witness};
