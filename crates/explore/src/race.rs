//! Data races: two accesses of two threads to the same bytes, one of them a write and one of them not atomic, with nothing
//! between them that orders them. Happens-before is that of `certify`: program order, the orders of synchronisation objects,
//! and reads-from between atomic accesses that release and acquire.
//!
//! Looked for in every execution when it is complete, so no race of an explored class is missed. Memory that only one
//! thread touches makes no events and has no races. A race is shown by the execution up to the two accesses; where one thread
//! must go on behind its access for the other one to get there, it cannot be shown, and the answer is "unknown".

use crate::env::Result;
use crate::finish::Cut;
use crate::graph::{At, Event, Graph, Kind, join};
use crate::search::Search;
use events::{Failure, FailureKind, Property, ThreadId};
use ir::Order;

impl Search<'_> {
    /// Tells of a race in an execution, if there is one and somebody asks.
    pub fn look_for_races(&mut self, graph: &Graph) -> Result {
        if !self.env.config.asks(Property::Race) {
            return Ok(());
        }
        let races = races(graph, Among::Plain);
        if races.is_empty() {
            return Ok(());
        }
        if self.env.config.keep_going {
            self.failures.insert("race".into());
            return Ok(());
        }
        let shown = races
            .iter()
            .find_map(|&(first, second)| Some((first, second, cut_before(graph, first, second)?)));
        let (first, second, cut) = match shown {
            Some(found) => found,
            None => {
                let (_, second) = races[0];
                let span = graph.lanes[second.lane as usize].snapshots[second.index as usize].span;
                let reason = "a data race that cannot be shown: one of the accesses must be over for the other to come";
                return Err(crate::env::Halt::Unsupported { reason: reason.into(), span });
            }
        };
        let span = |at: At| graph.lanes[at.lane as usize].snapshots[at.index as usize].span;
        let failure = Failure {
            kind: FailureKind::Race,
            thread: ThreadId(second.lane),
            span: span(second),
            message: format!("races with an access of thread {} in line {}", first.lane, span(first).line),
        };
        self.violation(graph, &cut, failure, None)
    }
}

/// Whether threads use the same memory at the same time, atomically or not.
pub(crate) fn touches_at_once(graph: &Graph) -> bool {
    !races(graph, Among::All).is_empty()
}

/// Pairs of accesses that conflict and are not ordered, the one that was inserted first first.
fn races(graph: &Graph, among: Among) -> Vec<(At, At)> {
    let clocks = Clocks::of(graph, among);
    let mut found = Vec::new();
    for place in &graph.places {
        let all: Vec<At> = place.reads.iter().chain(&place.writes).chain(&place.updates).copied().collect();
        for (index, &first) in all.iter().enumerate() {
            for &second in &all[index + 1..] {
                if conflict(graph, first, second, among) && !clocks.ordered(first, second) {
                    let stamp = |at: At| graph.event(at).stamp;
                    found.push(if stamp(first) < stamp(second) { (first, second) } else { (second, first) });
                }
            }
        }
    }
    found.sort_by_key(|&(_, second)| graph.event(second).stamp);
    found
}

/// Neither atomic nor in an atomic section.
fn is_plain(event: &Event) -> bool {
    event.order == Order::Plain && event.section == 0
}

/// Which accesses are looked at.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Among {
    /// Pairs of which one is not atomic; those that release and acquire order others.
    Plain,
    /// All, and only synchronisation objects order them.
    All,
}

fn conflict(graph: &Graph, first: At, second: At, among: Among) -> bool {
    let (a, b) = (graph.event(first), graph.event(second));
    let writes = |kind: Kind| kind.writes() || kind == Kind::Update;
    first.lane != second.lane
        && !a.sync
        && !b.sync
        && (writes(a.kind) || writes(b.kind))
        && (among == Among::All || is_plain(a) || is_plain(b))
}

/// The execution up to both accesses, neither of them made; `None` when one comes only if the other is over.
fn cut_before(graph: &Graph, first: At, second: At) -> Option<Cut> {
    let mut cut: Cut = graph.lanes.iter().map(|_| 0).collect();
    for at in [first, second] {
        join(&mut cut, graph.clock_before(at.lane as usize, at.index as usize));
        cut[at.lane as usize] = cut[at.lane as usize].max(at.index);
    }
    // What stays comes with all it reads from, wherever that was inserted.
    loop {
        let mut more = cut.clone();
        graph.join_sources(&cut, &mut more);
        if more == cut {
            break;
        }
        cut = more;
    }
    let apart = cut[first.lane as usize] == first.index && cut[second.lane as usize] == second.index;
    apart.then_some(cut)
}

/// For each event, how much of each lane happens before it.
struct Clocks {
    clocks: Vec<Vec<u32>>,
    offsets: Vec<usize>,
}

impl Clocks {
    fn of(graph: &Graph, among: Among) -> Clocks {
        let mut offsets = Vec::new();
        let mut total = 0;
        for lane in &graph.lanes {
            offsets.push(total);
            total += lane.len();
        }
        let mut clocks = Clocks { clocks: vec![vec![0; graph.lanes.len()]; total], offsets };
        let mut changed = true;
        while changed {
            changed = false;
            for lane in 0..graph.lanes.len() {
                changed |= clocks.pass(graph, lane, among);
            }
        }
        clocks
    }

    fn number(&self, at: At) -> usize {
        self.offsets[at.lane as usize] + at.index as usize
    }

    /// One pass along a lane; whether something changed.
    fn pass(&mut self, graph: &Graph, lane: usize, among: Among) -> bool {
        let mut changed = false;
        let data = &graph.lanes[lane];
        for index in 0..data.len() {
            let at = At::new(lane, index);
            let mut clock = self.clocks[self.number(at)].clone();
            let previous = match index {
                0 => data.parent,
                n => Some(At::new(lane, n - 1)),
            };
            for before in previous.into_iter().chain(synchronises_with(graph, at, among)) {
                join(&mut clock, &self.clocks[self.number(before)]);
            }
            clock[lane] = clock[lane].max(index as u32 + 1);
            let number = self.number(at);
            changed |= clock != self.clocks[number];
            self.clocks[number] = clock;
        }
        changed
    }

    fn ordered(&self, first: At, second: At) -> bool {
        let before = |a: At, b: At| self.clocks[self.number(b)][a.lane as usize] > a.index;
        before(first, second) || before(second, first)
    }
}

/// The event of another lane that an event is directly ordered behind.
fn synchronises_with(graph: &Graph, at: At, among: Among) -> Option<At> {
    let event = graph.event(at);
    match event.kind {
        Kind::Join => {
            let child = event.loc.0 as usize;
            graph.lanes[child]
                .len()
                .checked_sub(1)
                .map(|last| At::new(child, last))
                .or(graph.lanes[child].parent)
        }
        kind if kind.reads() && event.source.is_event() => {
            let source = graph.event(event.source);
            let atomically = among == Among::Plain && event.order.is_acquire() && source.order.is_release();
            (event.sync || atomically).then_some(event.source)
        }
        _ => None,
    }
}
