//! Data races: two accesses of two threads to the same bytes, one of them a write and one of them not atomic, that happens-before
//! ([`model::hb`]) does not order.
//!
//! Looked for in every execution when it is complete, so no race of an explored class is missed. Memory that only one
//! thread touches makes no events and has no races. A race is shown by the execution up to and with the two accesses.

use crate::env::{Env, Result};
use crate::graph::{At, Cut, Event, Graph, Kind, LocId, join};
use crate::search::Search;
use crate::snapshot::Action;
use events::{Failure, FailureKind, Property, ThreadId};
use ir::{Order, SyncOp};
use model::HappensBefore;
use model::hb::{At as Moment, Cause, Causes, Role, on_object};
use posix::{Effect, State, Step};

impl Search<'_> {
    /// Tells of a race in an execution, if there is one and somebody asks.
    pub fn look_for_races(&mut self, graph: &Graph) -> Result {
        if !self.env.config.task.asks(Property::Race) {
            return Ok(());
        }
        let Some(&(first, second)) = races(&self.env, graph, Among::Plain).first() else { return Ok(()) };
        if self.env.config.keep_going {
            self.failures.insert("race".into());
            return Ok(());
        }
        let span = |at: At| graph.snapshot(at).span;
        let message = format!("races with an access of thread {} in line {}", first.lane, span(first).line);
        let failure = Failure::new(FailureKind::Race, ThreadId(second.lane), span(second), message);
        self.violation(graph, &cut_behind(graph, first, second), failure, None)
    }
}

/// Whether threads use the same memory at the same time, atomically or not.
pub(crate) fn touches_at_once(env: &Env<'_>, graph: &Graph) -> bool {
    !races(env, graph, Among::All).is_empty()
}

/// Pairs of accesses that conflict and are not ordered, the one that was inserted first first.
fn races(env: &Env<'_>, graph: &Graph, among: Among) -> Vec<(At, At)> {
    let mut hb = None;
    let mut found = Vec::new();
    for (loc, place) in graph.places.iter().enumerate() {
        let mut all: Vec<At> =
            place.reads.iter().chain(&place.writes).chain(&place.updates).copied().collect();
        let n_accesses = all.len();
        all.extend(frees(env, graph, LocId(loc as u32)));
        for (index, &first) in all.iter().enumerate() {
            for (nth, &second) in all.iter().enumerate().skip(index + 1) {
                let freed = index < n_accesses && nth >= n_accesses && frees_under(graph, first, second);
                if !freed && (nth >= n_accesses || !conflict(graph, first, second, among)) {
                    continue;
                }
                let hb = hb.get_or_insert_with(|| HappensBefore::new(&causes(env, graph, among)));
                if !hb.ordered((first.lane, first.index), (second.lane, second.index)) {
                    let stamp = |at: At| graph.event(at).stamp;
                    found.push(if stamp(first) < stamp(second) { (first, second) } else { (second, first) });
                }
            }
        }
    }
    found.sort_by_key(|&(_, second)| graph.event(second).stamp);
    found
}

/// Where the memory of a place is given back.
fn frees(env: &Env<'_>, graph: &Graph, loc: LocId) -> Vec<At> {
    let info = env.loc(loc);
    let freed = |at: At| matches!(graph.snapshot(at).action, Action::End { freed: true, .. });
    let ends =
        graph.ended.iter().filter(|&&(object, at)| info.size > 0 && info.object == object && freed(at));
    ends.map(|&(_, at)| at).collect()
}

/// An access, and another thread that gives its memory back: that is a write to all of it.
fn frees_under(graph: &Graph, access: At, free: At) -> bool {
    access.lane != free.lane && !graph.event(access).sync
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

/// The execution up to both accesses and with them.
fn cut_behind(graph: &Graph, first: At, second: At) -> Cut {
    let mut cut: Cut = graph.lanes.iter().map(|_| 0).collect();
    join(&mut cut, graph.clock(first));
    join(&mut cut, graph.clock(second));
    // What stays comes with all it reads from, wherever that was inserted.
    loop {
        let mut more = cut.clone();
        graph.join_sources(&cut, &mut more);
        if more == cut {
            return cut;
        }
        cut = more;
    }
}

/// What orders the events of a graph, for [`HappensBefore`].
fn causes(env: &Env<'_>, graph: &Graph, among: Among) -> Causes {
    let mut causes = Causes::default();
    for lane in &graph.lanes {
        causes.threads.push(lane.events.iter().map(|event| cause(event, among)).collect());
    }
    for (number, lane) in graph.lanes.iter().enumerate() {
        if let Some(parent) = lane.parent.filter(|_| lane.len() > 0) {
            causes.edges.push(((parent.lane, parent.index), (number as u32, 0)));
        }
        for (index, event) in lane.events.iter().enumerate().filter(|(_, event)| event.kind == Kind::Join) {
            let child = event.loc.0;
            let last = graph.lanes[child as usize].len().checked_sub(1).map(|last| (child, last as u32));
            let parent = graph.lanes[child as usize].parent.map(|at| (at.lane, at.index));
            causes.edges.extend(last.or(parent).map(|end| (end, (number as u32, index as u32))));
        }
    }
    for place in 0..graph.places.len() as u32 {
        causes.objects.push(operations(env, graph, LocId(place)));
    }
    between_sections(graph, &mut causes.edges);
    causes
}

fn cause(event: &Event, among: Among) -> Cause {
    let atomic = among == Among::Plain && !event.sync && event.order != Order::Plain;
    let source = event.source;
    let sources = source.is_event().then_some((source.lane, source.index)).into_iter().collect();
    Cause {
        read: (atomic && event.kind.reads()).then_some((event.order, sources)),
        write: (atomic && event.kind.writes()).then_some(event.order),
        fence: event.fence,
    }
}

/// The operations on a synchronisation object in their order, with what each does to order others.
fn operations(env: &Env<'_>, graph: &Graph, loc: LocId) -> Vec<(Moment, Role)> {
    let mut roles = Vec::new();
    let mut writer = None;
    let reads = &graph.places[loc.0 as usize].reads;
    let (mut looks, mut leaves) = (Vec::new(), Vec::new());
    for &read in reads.iter().filter(|&&read| graph.event(read).sync && graph.event(read).kind == Kind::Read)
    {
        match graph.snapshot(read).action {
            // Who leaves a barrier has no place in the order.
            Action::Sync { step: Step::LeaveBarrier { round }, .. } => {
                leaves.push(((read.lane, read.index), Role::Leave(round)));
            }
            _ => looks.push(read),
        }
    }
    let mut at = At::INIT;
    loop {
        for &look in looks.iter().filter(|&&look| graph.event(look).source == at) {
            roles.extend(role(env, graph, look, &mut writer).map(|role| ((look.lane, look.index), role)));
        }
        let Some(next) = graph.follower(loc, at) else { break };
        at = next;
        if !graph.event(at).sync {
            return Vec::new();
        }
        let role = role(env, graph, at, &mut writer);
        // Who comes last leaves at once.
        if let (Some(Role::Arrive(round)), State::Barrier { arrived: 0, .. }) =
            (role, env.state(graph.event(at).written))
        {
            leaves.push(((at.lane, at.index), Role::Leave(round)));
        }
        roles.extend(role.map(|role| ((at.lane, at.index), role)));
    }
    roles.extend(leaves);
    roles
}

fn role(env: &Env<'_>, graph: &Graph, at: At, writer: &mut Option<u32>) -> Option<Role> {
    let event = graph.event(at);
    let Action::Sync { step, arg, .. } = graph.snapshot(at).action else { return None };
    let old = env.state(event.read);
    let op = match (step, old) {
        (Step::Do(SyncOp::BarrierWait), State::Barrier { round, .. }) => return Some(Role::Arrive(*round)),
        (Step::Do(op), _) => op,
        (Step::Release, _) => SyncOp::MutexUnlock,
        _ => return None,
    };
    let Effect::Done(_, results) = posix::apply(step, old, at.lane, arg, event.variant) else { return None };
    on_object(op, results.first().map(|&status| status as u32), at.lane, writer)
}

/// Where one atomic section reads what another one wrote, it comes behind it; where it reads what the other one overwrites, before it.
fn between_sections(graph: &Graph, edges: &mut Vec<(Moment, Moment)>) {
    let section = |at: At| {
        let event = graph.event(at);
        (event.section != 0).then_some((at.lane, event.section))
    };
    let ends = |at: At| {
        let (events, section) = (&graph.lanes[at.lane as usize].events, graph.event(at).section);
        let inside = |event: &Event| event.section == section;
        let first = events.iter().position(inside).unwrap_or(at.index as usize);
        let last = events.iter().rposition(inside).unwrap_or(at.index as usize);
        ((at.lane, first as u32), (at.lane, last as u32))
    };
    for place in &graph.places {
        for &read in place.reads.iter().filter(|&&at| section(at).is_some()) {
            let source = graph.event(read).source;
            if source.is_event() && section(source).is_some() && section(source) != section(read) {
                edges.push((ends(source).1, ends(read).0));
            }
        }
    }
}
