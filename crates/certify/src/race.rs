//! Data races: two accesses of two threads to the same bytes, one of them a write and one of them not atomic, with nothing
//! between them that orders them.
//!
//! Looked at are the access a thread stands before and the last access it made. Happens-before is program order, the orders
//! of synchronisation objects, and reads-from between atomic accesses that release and acquire.

use crate::Refusal;
use crate::replay::Replay;
use events::{EventId, EventKind, Execution, Failure};
use interp::RequestKind;
use ir::Order;

/// One side of a race.
struct Side {
    addr: u64,
    size: u64,
    writes: bool,
    atomic: bool,
    /// Position in its thread's program order: behind all events for an access yet to come.
    position: u32,
}

impl Side {
    fn conflicts(&self, other: &Side) -> bool {
        self.addr < other.addr.saturating_add(other.size)
            && other.addr < self.addr.saturating_add(self.size)
            && (self.writes || other.writes)
            && !(self.atomic && other.atomic)
    }
}

impl Replay<'_> {
    pub(crate) fn check_race(&self, execution: &Execution, failure: &Failure) -> Result<(), Refusal> {
        let thread = failure.thread.0 as usize;
        let clocks = Clocks::of(execution);
        for other in (0..self.threads.len()).filter(|&other| other != thread) {
            for mine in self.sides(execution, thread) {
                for theirs in self.sides(execution, other) {
                    let ordered = clocks.before(other, theirs.position, thread, mine.position)
                        || clocks.before(thread, mine.position, other, theirs.position);
                    if mine.conflicts(&theirs) && !ordered {
                        return Ok(());
                    }
                }
            }
        }
        Err(Refusal::NoFailure("no two accesses at the end of the threads race".into()))
    }

    /// The access a thread stands before, and the last one it made.
    fn sides(&self, execution: &Execution, thread: usize) -> Vec<Side> {
        let mut sides = Vec::new();
        let events = &execution.threads[thread].events;
        if let Some(request) = &self.threads[thread].pending
            && let Some((addr, size)) = request.access()
        {
            let writes = !matches!(request.kind, RequestKind::Read { .. });
            let atomic = request.order != Order::Plain || self.threads[thread].in_section();
            sides.push(Side { addr, size, writes, atomic, position: events.len() as u32 });
        }
        let last = events.iter().rposition(|&id| execution.event(id).is_access());
        if let Some(position) = last {
            let event = execution.event(events[position]);
            let atomic = event.order != Order::Plain || event.section.is_some();
            sides.push(Side {
                addr: event.addr,
                size: event.size,
                writes: event.is_write(),
                atomic,
                position: position as u32,
            });
        }
        sides
    }
}

/// For each event, how much of each thread happens before it.
struct Clocks {
    clocks: Vec<Vec<u32>>,
    threads: Vec<Vec<EventId>>,
}

impl Clocks {
    fn of(execution: &Execution) -> Clocks {
        let n_threads = execution.threads.len();
        let mut clocks = vec![vec![0; n_threads]; execution.events.len()];
        // Passes until nothing changes: the edges go forwards in an order we need not know.
        let mut changed = true;
        while changed {
            changed = false;
            for thread in &execution.threads {
                for (position, &id) in thread.events.iter().enumerate() {
                    let mut clock = clocks[id.0 as usize].clone();
                    if let Some(&before) =
                        position.checked_sub(1).and_then(|before| thread.events.get(before))
                    {
                        join(&mut clock, &clocks[before.0 as usize]);
                    }
                    for before in synchronises_with(execution, id) {
                        join(&mut clock, &clocks[before.0 as usize]);
                    }
                    let own = execution.event(id).thread.0 as usize;
                    clock[own] = clock[own].max(position as u32 + 1);
                    if clock != clocks[id.0 as usize] {
                        clocks[id.0 as usize] = clock;
                        changed = true;
                    }
                }
            }
        }
        Clocks { clocks, threads: execution.threads.iter().map(|thread| thread.events.clone()).collect() }
    }

    /// Whether what stands at a position of one thread happens before what stands at a position of another.
    fn before(&self, from: usize, at: u32, to: usize, position: u32) -> bool {
        let events = &self.threads[to];
        let known = events.get((position as usize).min(events.len().wrapping_sub(1)));
        known.is_some_and(|id| self.clocks[id.0 as usize][from] > at)
    }
}

fn join(clock: &mut [u32], other: &[u32]) {
    for (mine, theirs) in clock.iter_mut().zip(other) {
        *mine = (*mine).max(*theirs);
    }
}

/// The events of other threads that an event is directly ordered behind.
fn synchronises_with(execution: &Execution, id: EventId) -> Vec<EventId> {
    let event = execution.event(id);
    let mut before = Vec::new();
    if matches!(event.kind, EventKind::Sync { .. }) {
        for order in &execution.sync {
            if let Some(position) = order.events.iter().position(|&other| other == id) {
                before.extend(position.checked_sub(1).map(|previous| order.events[previous]));
            }
        }
    }
    if event.is_read() && event.order.is_acquire() {
        let sources = event.rf.iter().filter_map(|piece| piece.source);
        before.extend(sources.filter(|&source| execution.event(source).order.is_release()));
    }
    before
}
