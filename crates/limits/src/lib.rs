//! When to stop, whatever is being done: at a point in time, or when somebody else says so, and then why.
//!
//! [`Limits`] are made once, when the work begins, and passed down as they are to whoever may take long. Memory is watched from
//! outside, by whoever owns the process: when it runs out, the [`Interrupt`] is set with that reason.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Why to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stop {
    /// It has taken as long as it may.
    Time(#[serde(with = "seconds")] Duration),
    /// The user has had enough.
    Interrupted,
    /// The process takes more memory than this many megabytes.
    Memory(u64),
    /// Somebody else has the answer.
    Settled,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::Time(time) => write!(f, "not finished within {} s", time.as_secs_f64()),
            Stop::Interrupted => f.write_str("interrupted"),
            Stop::Memory(megabytes) => write!(f, "more than {megabytes} MB of memory"),
            Stop::Settled => f.write_str("not finished when the question was settled"),
        }
    }
}

mod seconds {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};
    use std::time::Duration;

    pub fn serialize<S: Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(time.as_secs_f64())
    }
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        Duration::try_from_secs_f64(f64::deserialize(deserializer)?).map_err(D::Error::custom)
    }
}

/// Set from outside to stop the work of all who hold a copy. The first reason stays.
#[derive(Clone, Default)]
pub struct Interrupt(Arc<AtomicU64>);

/// How reasons are kept in one word: these, or the megabytes above [`MEMORY`].
const NONE: u64 = 0;
const INTERRUPTED: u64 = 1;
const SETTLED: u64 = 2;
const MEMORY: u64 = 3;

impl Interrupt {
    pub fn new() -> Interrupt {
        Interrupt::default()
    }
    /// Whether this is the first reason to stop.
    pub fn set(&self, why: Stop) -> bool {
        let word = match why {
            Stop::Interrupted | Stop::Time(_) => INTERRUPTED,
            Stop::Settled => SETTLED,
            Stop::Memory(megabytes) => MEMORY.saturating_add(megabytes),
        };
        self.0.compare_exchange(NONE, word, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
    /// As if nobody had set it.
    pub fn clear(&self) {
        self.0.store(NONE, Ordering::Relaxed);
    }
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed) != NONE
    }
    pub fn reason(&self) -> Option<Stop> {
        match self.0.load(Ordering::Relaxed) {
            NONE => None,
            INTERRUPTED => Some(Stop::Interrupted),
            SETTLED => Some(Stop::Settled),
            memory => Some(Stop::Memory(memory - MEMORY)),
        }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Interrupt").field(&self.reason()).finish()
    }
}

/// How long some work may go on. The clock runs from the moment they are made; by default there are none.
#[derive(Clone, Default, Debug)]
pub struct Limits {
    time: Option<Deadline>,
    interrupt: Option<Interrupt>,
}

#[derive(Clone, Copy, Debug)]
struct Deadline {
    at: Instant,
    /// How long it was from the beginning, for the message.
    after: Duration,
}

impl Limits {
    pub fn new(time: Option<Duration>, interrupt: Option<Interrupt>) -> Limits {
        // A time that no clock can hold is no limit.
        let deadline = |after| Some(Deadline { at: Instant::now().checked_add(after)?, after });
        Limits { time: time.and_then(deadline), interrupt }
    }
    /// So long from now.
    pub fn within(time: Duration) -> Limits {
        Limits::new(Some(time), None)
    }
    pub fn until_set(interrupt: Interrupt) -> Limits {
        Limits::new(None, Some(interrupt))
    }

    /// Why to stop now, if there is a reason.
    pub fn reached(&self) -> Option<Stop> {
        if let Some(why) = self.interrupt.as_ref().and_then(Interrupt::reason) {
            return Some(why);
        }
        let Deadline { at, after } = self.time?;
        (Instant::now() >= at).then_some(Stop::Time(after))
    }
    pub fn are_reached(&self) -> bool {
        self.reached().is_some()
    }
    /// Whether there are any.
    pub fn is_any(&self) -> bool {
        self.time.is_some() || self.interrupt.is_some()
    }
    /// How much time there still is.
    pub fn left(&self) -> Option<Duration> {
        self.time.map(|deadline| deadline.at.saturating_duration_since(Instant::now()))
    }
    /// The same limits, and no more time than this from now on.
    pub fn at_most(&self, time: Duration) -> Limits {
        let time = self.left().map_or(time, |left| left.min(time));
        Limits::new(Some(time), self.interrupt.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_reason_stays() {
        let interrupt = Interrupt::new();
        let limits = Limits::until_set(interrupt.clone());
        assert!(!limits.are_reached());
        assert!(interrupt.set(Stop::Memory(512)) && !interrupt.set(Stop::Interrupted));
        assert_eq!(limits.reached(), Some(Stop::Memory(512)));
        interrupt.clear();
        assert!(!limits.are_reached());
    }

    #[test]
    fn time_runs_from_the_beginning() {
        let none = Limits::default();
        assert!(!none.is_any() && !none.are_reached() && none.left().is_none());
        let over = Limits::within(Duration::ZERO);
        assert_eq!(over.reached(), Some(Stop::Time(Duration::ZERO)));
        assert!(!Limits::within(Duration::MAX).is_any(), "no clock holds that");
        let long = Limits::within(Duration::from_secs(3600));
        assert!(long.at_most(Duration::ZERO).are_reached() && !long.are_reached());
        assert!(over.at_most(Duration::from_secs(3600)).are_reached(), "no longer than before");
    }
}
