//! Whether threads at the end of a reordering wait for each other for ever.
//!
//! Each of the cycle's events is an acquire that comes next in its thread, has what it needs, and would wait as long as it takes; its lock is
//! held, in a way that excludes it, by the thread of the next one. Then none of these threads does anything more, whatever others do.

use super::{Overlay, State};
use crate::event::EventId;
use crate::witness::Witness;
use events::trace::Op;
use rustc_hash::FxHashSet;

impl State<'_> {
    /// The witness has been replayed.
    pub(super) fn check_cycle(
        &self,
        witness: &Witness,
        overlay: &Overlay,
    ) -> Result<(), (EventId, &'static str)> {
        let cycle = &witness.cycle;
        let thread = |id: &EventId| self.trace.event(*id).map(|event| event.thread);
        let threads: FxHashSet<Option<u32>> = cycle.iter().map(thread).collect();
        if cycle.len() < 2 || threads.len() != cycle.len() {
            return Err((witness.pair.first, "the events are not of different threads"));
        }
        for (place, id) in cycle.iter().enumerate() {
            let next = cycle.get((place + 1) % cycle.len()).and_then(thread);
            self.waits_for(*id, next, overlay).map_err(|reason| (*id, reason))?;
        }
        Ok(())
    }

    fn waits_for(&self, id: EventId, holder: Option<u32>, overlay: &Overlay) -> Result<(), &'static str> {
        let (Some(event), Some(holder)) = (self.trace.event(id), holder) else { return Err("no such event") };
        let done = self.done(overlay, event.thread);
        if self.threads[event.thread as usize].get(done as usize) != Some(&id) {
            return Err("not the next event of its thread");
        }
        if !event.is_acquire() || self.trace.tried.contains(&id) {
            return Err("does not wait for ever");
        }
        if self.trace.odd_locks.contains(&event.target) {
            return Err("others give the lock back, too");
        }
        let is_destroyed = self.destroyed[event.target as usize];
        if is_destroyed || overlay.gone.contains_key(&(false, event.target)) {
            return Err("the lock has been destroyed");
        }
        if !self.trace.needs(id).iter().all(|need| self.is_done(overlay, *need)) {
            return Err("something it depends on has not happened");
        }
        let lock = overlay.locks.get(&event.target).unwrap_or(&self.locks[event.target as usize]);
        let is_held = lock.owner == Some(holder) || event.op == Op::Acquire && lock.readers.contains(&holder);
        if is_held { Ok(()) } else { Err("the next one's thread does not hold the lock") }
    }
}
