//! Runs threads from one visible action to the next.
//!
//! What no other thread can tell (arithmetic, private memory, constants, its own keys) happens on the way and is no event.
//! Before the first thread is started everything is private: that part is run once.

mod memory;
mod objects;

use crate::env::{Env, Halt, Result, Where};
use crate::graph::{Cut, Graph, Kind, Lane, LocId, Positions};
use crate::snapshot::{Action, End, Local, Seen, Snapshot, stands_still};
use events::FailureKind;
use interp::memory::AccessKind;
use interp::{Answer, Fault, ReadSet, Request, RequestKind, ThreadState, Values, rmw_result, thread_handle};
use ir::{FenceBits, NondetKind, Order, RmwOp, Span, SyncOp, Ty};
use memory::known_value;
pub(crate) use memory::unwritten_read;
use posix::{Effect, Step, apply};
use smallvec::smallvec;
use std::cell::RefCell;
use std::rc::Rc;
use verdict::Why;

/// Something went wrong in a thread.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    pub lane: usize,
    pub kind: FailureKind,
    pub message: String,
    pub span: Span,
    /// The execution that it stands at the end of; `None`: what its thread knows of.
    pub cut: Option<Cut>,
}

/// What came of a request.
enum Reaction {
    Answer(Answer),
    Act(Action),
    Fail(FailureKind, String),
}

impl From<Fault> for Reaction {
    fn from(fault: Fault) -> Reaction {
        Reaction::Fail(fault.kind, fault.message)
    }
}

type Reacted = Result<Reaction>;

fn answer(value: u128) -> Reaction {
    Reaction::Answer(Answer::Value(value))
}
fn values(values: Values) -> Reaction {
    Reaction::Answer(Answer::Values(values))
}

pub(crate) struct Runner<'e, 'c, 'g> {
    pub env: &'e mut Env<'c>,
    pub graph: &'g Graph,
    pub lane: usize,
    pub trouble: Option<Trouble>,
    /// Events of the thread so far.
    pub position: u32,
    /// Objects of other threads that were come across.
    pub seen: Seen,
    /// What was found depends on other threads in more ways than that.
    pub looked_around: bool,
    /// It used objects without an event whose end is one.
    pub uses_ending: bool,
    n_private: u32,
    n_requests: u32,
}

/// Reads of private memory between two events, after which a thread seems to wait there for a thread that has yet to come.
const LONGEST_LOOP: u32 = 1 << 19;
/// The same where dependencies are tracked: they pile up.
const LONGEST_TRACKED_LOOP: u32 = 1 << 11;

impl<'e, 'c, 'g> Runner<'e, 'c, 'g> {
    pub fn new(env: &'e mut Env<'c>, graph: &'g Graph, lane: usize) -> Self {
        let (trouble, seen) = (None, Seen::new());
        Runner {
            env,
            graph,
            lane,
            trouble,
            position: 0,
            seen,
            looked_around: false,
            uses_ending: false,
            n_private: 0,
            n_requests: 0,
        }
    }
}

impl Runner<'_, '_, '_> {
    /// Where the thread gets to from a position of its lane when its action there comes out like this.
    pub fn after(&mut self, index: usize, read: u128, variant: u32) -> Result<Snapshot> {
        let before = self.graph.lanes[self.lane].snapshots[index].clone();
        let mut local = before.local.clone();
        let mut state = before.state.clone();
        self.position = index as u32 + 1;
        let tracked = self.env.machine.options().dependencies;
        let answer = match &before.action {
            Action::Read { .. } | Action::Rmw { .. } | Action::Cas { .. } => {
                if tracked {
                    Rc::make_mut(&mut local).reads.push(single(index));
                }
                Answer::Value(read)
            }
            Action::Input { .. } => Answer::Value(read),
            Action::Write { .. } | Action::Fence { .. } | Action::End { .. } => Answer::Done,
            Action::Create { lane, .. } => {
                Rc::make_mut(&mut local).n_created += 1;
                Answer::Values(smallvec![u128::from(thread_handle(*lane))])
            }
            Action::Join { .. } => Answer::Values(smallvec![0, read]),
            Action::Detach { .. } => Answer::Values(smallvec![0]),
            Action::Settle { addr, size } => {
                // The request is asked again, and finds the memory written.
                self.settle_memory((*addr, *size), read, before.span, &mut local)?;
                return self.settle_behind(state, local, Some((index, read)));
            }
            Action::Sync { loc, step, arg } => {
                match self.synchronised(&before, (*loc, read, variant), *step, *arg, &mut local)? {
                    Ok(answer) => answer,
                    Err(action) => return Ok(before.going_on(action, local)),
                }
            }
            Action::Over(_) => return Ok(before.going_on(before.action.clone(), local)),
        };
        self.env.machine.answer(&mut state, answer);
        self.settle_behind(state, local, Some((index, read)))
    }

    /// Runs a thread up to its next visible action.
    pub fn settle(&mut self, state: ThreadState, local: Rc<Local>) -> Result<Snapshot> {
        self.settle_behind(state, local, None)
    }

    /// The same, from an action (its position and what was read) that need not be in the graph yet.
    fn settle_behind(
        &mut self,
        mut state: ThreadState,
        mut local: Rc<Local>,
        last: Option<(usize, u128)>,
    ) -> Result<Snapshot> {
        loop {
            self.n_requests = self.n_requests.wrapping_add(1);
            if self.n_requests & 0x3ff == 0
                && let Some(stop) = self.env.limits.reached()
            {
                return Err(stop.into());
            }
            let request = self.env.advance(&mut state)?;
            let reaction = self.react(&request, &state, &mut local)?;
            match reaction {
                Reaction::Answer(answer) => self.env.machine.answer(&mut state, answer),
                Reaction::Act(action) => {
                    let action = self.unless_spinning(action, &state, &local, last);
                    return Ok(self.snapshot(state, action, &request, local));
                }
                Reaction::Fail(kind, message) => {
                    let (lane, span) = (self.lane, request.span);
                    self.trouble = Some(Trouble { lane, kind, message, span, cut: None });
                    return Ok(self.snapshot(state, Action::Over(End::Failed), &request, local));
                }
            }
        }
    }

    fn snapshot(&self, state: ThreadState, action: Action, request: &Request, local: Rc<Local>) -> Snapshot {
        let from = |set: &ReadSet| positions(&local, set);
        Snapshot {
            order: request.order,
            span: request.span,
            initialised: request.initialised,
            address_from: from(&request.deps.addr),
            data_from: from(&request.deps.data),
            control_from: from(&request.deps.ctrl),
            state,
            action,
            local,
            trouble: None,
            memory: RefCell::default(),
        }
    }

    /// A thread that comes back to a read with nothing changed in between waits for somebody else.
    fn unless_spinning(
        &self,
        action: Action,
        state: &ThreadState,
        local: &Rc<Local>,
        last: Option<(usize, u128)>,
    ) -> Action {
        let waits = match action {
            Action::Read { .. } | Action::Cas { .. } | Action::Rmw { .. } => true,
            Action::Sync { step, .. } => matches!(step, Step::Do(SyncOp::MutexTryLock | SyncOp::SemTryWait)),
            _ => false,
        };
        let Some((position, read)) = last.filter(|_| waits) else { return action };
        let lane = &self.graph.lanes[self.lane];
        if !self.is_idle(&lane.snapshots[position].action, read) {
            return action;
        }
        for index in (0..=position).rev() {
            let (snapshot, event) = (&lane.snapshots[index], lane.events.get(index));
            let idle = index == position
                || event.is_some_and(|event| {
                    event.kind == Kind::Read || (event.kind == Kind::Rmw && event.read == event.written)
                });
            if !idle {
                return action;
            }
            let before = (&snapshot.state, &*snapshot.local);
            if stands_still(&self.env.machine, before, (state, local)) {
                if !is_steady(lane, index, position, read) {
                    // Where reads of one place may go back and forth, such rounds never end.
                    let ordered = crate::search::prefix_is_ordered(self.env.config.task.model);
                    return if ordered { action } else { Action::Over(End::Again) };
                }
                return Action::Over(End::Spin { from: index as u32 });
            }
        }
        action
    }

    /// Whether an action that reads this leaves nothing behind.
    fn is_idle(&self, action: &Action, read: u128) -> bool {
        match *action {
            Action::Read { .. } => true,
            Action::Cas { ty, expected, .. } => read & ty.mask() != expected,
            // One that leaves what it found, as a test-and-set of a lock that is taken.
            Action::Rmw { op, ty, operand, .. } => rmw_result(op, ty, read, operand) == read,
            Action::Sync { step, arg, .. } => {
                let state = self.env.state(read);
                matches!(apply(step, state, self.lane as u32, arg, 0), Effect::Done(next, _) if next == *state)
            }
            _ => false,
        }
    }

    fn react(&mut self, request: &Request, state: &ThreadState, local: &mut Rc<Local>) -> Reacted {
        match &request.kind {
            RequestKind::Read { addr, size, .. } => self.read(request, (*addr, *size), local),
            RequestKind::Write { addr, size, value, .. } => {
                let place = self.locate(request, (*addr, *size), AccessKind::Write, local)?;
                if let Ok(Where::Private(place)) = place {
                    self.write_copy(request, (*addr, *size), *value, place, local);
                }
                if local.copied != 0 {
                    if matches!(place, Ok(Where::Shared(_))) {
                        self.env.sharing.reservations.read_undefined.get_or_insert(request.span);
                    }
                    Rc::make_mut(local).copied = 0;
                }
                match place {
                    Err(fault) => Ok(fault.into()),
                    Ok(Where::Shared(loc)) => Ok(Reaction::Act(Action::Write { loc, value: *value })),
                    Ok(_) => Ok(Reaction::Answer(Answer::Done)),
                }
            }
            RequestKind::Rmw { addr, size, .. } | RequestKind::CompareExchange { addr, size, .. } => {
                match self.locate(request, (*addr, *size), AccessKind::Write, local)? {
                    Err(fault) => Ok(fault.into()),
                    Ok(Where::Shared(loc)) => Ok(Reaction::Act(self.update(request, state, loc))),
                    Ok(Where::Private(place)) => {
                        let Some(old) = known_value(local, (*addr, *size), place) else {
                            return self.unwritten((*addr, *size));
                        };
                        self.note_private_read(request, *addr, local);
                        if let Some(new) = request.leaves(old) {
                            self.write_private(request, (*addr, *size), new, local);
                        }
                        Ok(answer(old))
                    }
                    Ok(Where::Constant(value)) => Ok(answer(value)),
                }
            }
            RequestKind::Sync { op, args } => self.react_sync(request, *op, args, local),
            // Under SC fences matter to happens-before only.
            RequestKind::Fence { bits }
                if self.env.config.task.model != model::Model::SC
                    || self.env.config.task.asks(events::Property::Race) =>
            {
                Ok(Reaction::Act(Action::Fence { bits: *bits }))
            }
            RequestKind::Alloc { .. } => self.allocate(request, local),
            RequestKind::Release { addrs } => self.release(addrs, local),
            RequestKind::Free { addr } => self.free(*addr, local),
            RequestKind::ObjectSize { addr } => {
                let own = local.object_at(*addr).filter(|object| !object.dead).map(|object| object.size);
                Ok(answer(u128::from(own.unwrap_or_else(|| self.env.memory.object_size(*addr)))))
            }
            RequestKind::Input { ty, kind: NondetKind::Uninitialised(_) } => {
                Ok(Reaction::Act(Action::Input { ty: *ty, unwritten: true }))
            }
            // Both values of a truth value are tried, whatever was given.
            RequestKind::Input { ty: Ty::BOOL, .. } => {
                Ok(Reaction::Act(Action::Input { ty: Ty::BOOL, unwritten: false }))
            }
            RequestKind::Input { ty, .. } => match &self.env.config.task.inputs {
                Some(_) => {
                    self.env.sharing.reservations.asked_input = true;
                    Ok(Reaction::Act(Action::Input { ty: *ty, unwritten: false }))
                }
                None => Err(Halt::Unknown { why: Why::NeedsInputs, span: request.span }),
            },
            RequestKind::Observe { name, value, ty } => {
                Rc::make_mut(local).observed.push((name.clone(), *value, *ty));
                Ok(Reaction::Answer(Answer::Done))
            }
            RequestKind::AtomicBegin => {
                let outermost = Rc::make_mut(local).enter_section();
                Ok(self.border(outermost))
            }
            RequestKind::AtomicEnd => {
                let outermost = Rc::make_mut(local).leave_section();
                Ok(self.border(outermost))
            }
            RequestKind::AssumeFailed if self.env.sharing.ahead => {
                // What comes behind it may be promised to those who make it true.
                Rc::make_mut(local).assumed_away = true;
                Ok(Reaction::Answer(Answer::Done))
            }
            RequestKind::Destructors { .. } => Ok(Reaction::Answer(Answer::Calls(self.destructors(local)))),
            _ => self.react_last(request),
        }
    }

    /// An update of a shared place.
    fn update(&self, request: &Request, state: &ThreadState, loc: LocId) -> Action {
        match request.kind {
            RequestKind::Rmw { addr, ty, op, value: operand, .. } => {
                // Who is the first to find it never written is part of what happens.
                let ordered = self.env.sharing.ordered.contains(&addr) || self.env.loc(loc).undefined;
                let blind = commutes(op) && !ordered && self.env.machine.result_is_unused(state);
                Action::Rmw { loc, op, ty, operand, blind }
            }
            RequestKind::CompareExchange { ty, expected, desired, failure, .. } => {
                Action::Cas { loc, ty, expected, desired, failure }
            }
            _ => Action::Read { loc },
        }
    }

    /// The border of an atomic section is a full fence.
    fn border(&self, outermost: bool) -> Reaction {
        match outermost && self.env.config.task.model != model::Model::SC {
            true => Reaction::Act(Action::Fence { bits: FenceBits::FULL }),
            false => Reaction::Answer(Answer::Done),
        }
    }

    fn react_last(&mut self, request: &Request) -> Reacted {
        Ok(match &request.kind {
            RequestKind::AssertFailed { kind, message } => Fault::of_assertion(*kind, message).into(),
            RequestKind::AssumeFailed => Reaction::Act(Action::Over(End::Assume)),
            RequestKind::Exit { .. } | RequestKind::Abort => Reaction::Act(Action::Over(End::Exit)),
            RequestKind::Finished { values } => {
                Reaction::Act(Action::Over(End::Finished(values.first().copied().unwrap_or(0))))
            }
            RequestKind::Unsupported { reason } => {
                return Err(Halt::unsupported(&**reason, request.span));
            }
            RequestKind::Error(error) => match error.failure() {
                Some(kind) => Reaction::Fail(kind, error.to_string()),
                None => {
                    let why = Why::TooLarge(error.to_string());
                    return Err(Halt::Unknown { why, span: request.span });
                }
            },
            _ => Reaction::Answer(Answer::Done),
        })
    }
}

/// Whether a round of a loop, from one position of a lane up to another where this is read, saw one value of each place: if a
/// place changed in between, the next round goes another way.
fn is_steady(lane: &Lane, from: usize, to: usize, read: u128) -> bool {
    let value = |index: usize| if index == to { Some(read) } else { lane.events.get(index).map(|e| e.read) };
    let seen = |index: usize| (lane.snapshots[index].action.loc(), value(index));
    (from..=to).all(|first| {
        (first + 1..=to).all(|second| seen(first).0 != seen(second).0 || seen(first).1 == seen(second).1)
    })
}

/// Whether two of these in either order leave the same behind.
fn commutes(op: RmwOp) -> bool {
    matches!(op, RmwOp::Add | RmwOp::Sub)
}

pub(crate) fn single(index: usize) -> Positions {
    let mut positions: Positions = smallvec![0; index / 64 + 1];
    positions[index / 64] = 1 << (index % 64);
    positions
}

pub(crate) fn union(into: &mut Positions, other: &Positions) {
    if into.len() < other.len() {
        into.resize(other.len(), 0);
    }
    into.iter_mut().zip(other).for_each(|(mine, theirs)| *mine |= theirs);
}

/// The shared reads that a set of read requests stands for.
fn positions(local: &Local, set: &ReadSet) -> Positions {
    let mut result = Positions::new();
    for &read in set.as_slice() {
        if let Some(from) = local.reads.get(read as usize) {
            union(&mut result, from);
        }
    }
    result
}

/// The order of an access as the model takes it: a failing compare-exchange is a load of its own order.
pub(crate) fn order_of(snapshot: &Snapshot, kind: Kind) -> Order {
    match (&snapshot.action, kind) {
        (Action::Cas { failure, .. }, Kind::Read) => *failure,
        _ => snapshot.order,
    }
}
