//! When to stop, whatever is being done: a point in time, or a flag that somebody else sets.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

#[derive(Clone, Default, Debug)]
pub struct Limits {
    deadline: Option<Instant>,
    /// How long it may take in all, for the message.
    timeout: Option<Duration>,
    interrupt: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// So long after the start.
    pub fn new(started: Instant, timeout: Option<Duration>, interrupt: Option<Arc<AtomicBool>>) -> Limits {
        let deadline = timeout.and_then(|timeout| started.checked_add(timeout));
        Limits { deadline, timeout, interrupt }
    }
    pub fn until(deadline: Option<Instant>, interrupt: Option<Arc<AtomicBool>>) -> Limits {
        Limits { deadline, timeout: None, interrupt }
    }

    /// Why to stop now, if there is a reason.
    pub fn reached(&self) -> Option<String> {
        if self.interrupt.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed)) {
            return Some("stopped from outside".into());
        }
        let deadline = self.deadline?;
        let late = Instant::now() >= deadline;
        late.then(|| match self.timeout {
            Some(timeout) => format!("not finished within {} s", timeout.as_secs_f64()),
            None => "out of time".into(),
        })
    }
    pub fn are_reached(&self) -> bool {
        self.reached().is_some()
    }

    /// How much time there is still.
    pub fn left(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_duration_since(Instant::now()))
    }
    /// The same limits, and no more time than this from now on.
    pub fn within(&self, time: Duration) -> Limits {
        let time = self.left().map_or(time, |left| left.min(time));
        Limits { deadline: Instant::now().checked_add(time), ..self.clone() }
    }
    /// The flag, for whoever looks at it himself.
    pub fn interrupt(&self) -> Option<Arc<AtomicBool>> {
        self.interrupt.clone()
    }
}
