//! Runs threads from one visible action to the next.
//!
//! What no other thread can tell (arithmetic, private memory, constants, its own keys) happens on the way and is no event.
//! Before the first thread is started everything is private: that part is run once.

use crate::env::{Env, Halt, Result, Where};
use crate::graph::{At, Graph, Kind, Lane, LocId, Positions};
use crate::snapshot::{Action, End, Local, Object, Seen, Snapshot};
use crate::sync::{Class, Effect, ObjectState, Step, apply, class_of};
use events::{FailureKind, Property};
use interp::memory::{AccessKind, ObjectKind, initial_bytes};
use interp::{
    AllocKind, Answer, Fault, ReadSet, Request, RequestKind, RuntimeError, ThreadState, Values, rmw_result,
    thread_handle, thread_of_handle,
};
use ir::sync::errno::{EDEADLK, ESRCH};
use ir::{AssertKind, FenceBits, Order, RmwOp, Span, SyncOp};
use smallvec::smallvec;
use std::cell::RefCell;
use std::rc::Rc;

/// Something went wrong in a thread.
#[derive(Clone, Debug)]
pub(crate) struct Trouble {
    pub lane: usize,
    pub kind: FailureKind,
    pub message: String,
    pub span: Span,
    /// Of a use of memory that is gone: the event that may come too late, if it is another thread's.
    pub late: Option<At>,
}

/// What came of a request.
enum Reaction {
    Answer(Answer),
    Act(Action),
    Fail(FailureKind, String, Option<At>),
}

impl From<Fault> for Reaction {
    fn from(fault: Fault) -> Reaction {
        Reaction::Fail(fault.kind, fault.message, None)
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
    /// Objects of other threads that were come across.
    pub seen: Seen,
    /// What was found depends on other threads in more ways than that.
    pub looked_around: bool,
    n_private: u32,
}

/// Reads of private memory between two events, after which a thread seems to wait there for a thread that has yet to come.
const LONGEST_LOOP: u32 = 1 << 19;
/// The same where dependencies are tracked: they pile up.
const LONGEST_TRACKED_LOOP: u32 = 1 << 11;

impl<'e, 'c, 'g> Runner<'e, 'c, 'g> {
    pub fn new(env: &'e mut Env<'c>, graph: &'g Graph, lane: usize) -> Self {
        Runner { env, graph, lane, trouble: None, seen: Seen::new(), looked_around: false, n_private: 0 }
    }
}

impl Runner<'_, '_, '_> {
    /// Where the thread gets to from a position of its lane when its action there comes out like this.
    pub fn after(&mut self, index: usize, read: u128, variant: u32) -> Result<Snapshot> {
        let before = self.graph.lanes[self.lane].snapshots[index].clone();
        let mut local = before.local.clone();
        let mut state = before.state.clone();
        let tracked = self.env.machine.options().dependencies;
        let answer = match &before.action {
            Action::Read { .. } | Action::Rmw { .. } | Action::Cas { .. } => {
                if tracked {
                    Rc::make_mut(&mut local).reads.push(single(index));
                }
                Answer::Value(read)
            }
            Action::Input { .. } => Answer::Value(read),
            Action::Write { .. } | Action::Fence { .. } => Answer::Done,
            Action::Free { addr } => {
                if local.object_index(*addr).is_none() {
                    self.env.share_if_touched(*addr, self.lane)?;
                }
                let late = self.kill(&mut local, *addr);
                if late.is_some() {
                    let (kind, message) =
                        (FailureKind::UseAfterFree, "use of an object that has been freed".into());
                    self.trouble = Some(Trouble { lane: self.lane, kind, message, span: before.span, late });
                }
                Answer::Done
            }
            Action::Create { lane, .. } => {
                Rc::make_mut(&mut local).n_created += 1;
                Answer::Values(smallvec![u128::from(thread_handle(*lane))])
            }
            Action::Join { .. } => Answer::Values(smallvec![0, read]),
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

    /// What a step on an object means to its thread: the answer, or the next step of the same operation.
    fn synchronised(
        &mut self,
        before: &Snapshot,
        (loc, read, variant): (LocId, u128, u32),
        step: Step,
        arg: u128,
        local: &mut Rc<Local>,
    ) -> Result<std::result::Result<Answer, Action>> {
        let old = self.env.state(read);
        let results = match apply(step, old, self.lane as u32, arg, variant) {
            Effect::Done(_, results) => results,
            Effect::Blocks => return Ok(Err(Action::Over(End::Waits))),
            Effect::Fault(kind, message) => {
                let (lane, span) = (self.lane, before.span);
                self.trouble = Some(Trouble { lane, kind, message: message.into(), span, late: None });
                return Ok(Err(Action::Over(End::Failed)));
            }
        };
        let status = results.first().map_or(0, |&status| status as u32);
        let local = Rc::make_mut(local);
        let Some((cond, mutex, timed)) = local.wait else {
            return Ok(match (step, old) {
                (Step::Do(SyncOp::BarrierWait), ObjectState::Barrier { round, .. }) if status == 0 => {
                    Err(Action::Sync { loc, step: Step::LeaveBarrier { round }, arg: 0 })
                }
                _ => Ok(Answer::Values(results)),
            });
        };
        debug_assert!(matches!(before.action, Action::Sync { .. }));
        local.stage += 1;
        Ok(match local.stage {
            1 => Err(Action::Sync { loc: mutex, step: Step::Do(SyncOp::MutexUnlock), arg: 0 }),
            2 => Err(Action::Sync { loc: cond, step: Step::Leave { timed }, arg: 0 }),
            3 => {
                local.status = status;
                Err(Action::Sync { loc: mutex, step: Step::Do(SyncOp::MutexLock), arg: 0 })
            }
            _ => {
                local.wait = None;
                local.stage = 0;
                Ok(Answer::Values(smallvec![u128::from(local.status)]))
            }
        })
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
            let request = self.env.machine.advance(&mut state);
            let reaction = self.react(&request, &state, &mut local)?;
            match reaction {
                Reaction::Answer(answer) => self.env.machine.answer(&mut state, answer),
                Reaction::Act(action) => {
                    let action = self.unless_spinning(action, &state, &local, last);
                    return Ok(self.snapshot(state, action, &request, local));
                }
                Reaction::Fail(kind, message, late) => {
                    self.trouble = Some(Trouble { lane: self.lane, kind, message, span: request.span, late });
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
        let waits = matches!(action, Action::Read { .. } | Action::Cas { .. } | Action::Rmw { .. })
            || matches!(
                action,
                Action::Sync { step: Step::Do(SyncOp::MutexTryLock | SyncOp::SemTryWait), .. }
            );
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
            let same = self.env.machine.same_place(&snapshot.state, state);
            if same && (Rc::ptr_eq(&snapshot.local, local) || snapshot.local.same_memory(local)) {
                if !is_steady(lane, index, position, read) {
                    return action;
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
                matches!(apply(step, state, self.lane as u32, arg, 0), Effect::Done(next, _) if next == state)
            }
            _ => false,
        }
    }

    fn react(&mut self, request: &Request, state: &ThreadState, local: &mut Rc<Local>) -> Reacted {
        match &request.kind {
            RequestKind::Read { addr, size, .. } => self.read(request, (*addr, *size), local),
            RequestKind::Write { addr, size, value, .. } => {
                match self.locate(request, (*addr, *size), AccessKind::Write, local)? {
                    Err(fault) => Ok(fault.into()),
                    Ok(Where::Shared(loc)) => Ok(Reaction::Act(Action::Write { loc, value: *value })),
                    Ok(_) => {
                        self.write_private(request, (*addr, *size), *value, local);
                        Ok(Reaction::Answer(Answer::Done))
                    }
                }
            }
            RequestKind::Rmw { addr, size, ty, op, value } => {
                match self.locate(request, (*addr, *size), AccessKind::Write, local)? {
                    Err(fault) => Ok(fault.into()),
                    Ok(Where::Shared(loc)) => {
                        let blind = commutes(*op) && self.env.machine.result_is_unused(state);
                        let blind = blind && !self.env.sharing.ordered.contains(addr);
                        Ok(Reaction::Act(Action::Rmw { loc, op: *op, ty: *ty, operand: *value, blind }))
                    }
                    Ok(Where::Private(below)) => {
                        let old = local.read(*addr, *size, below);
                        let new = rmw_result(*op, *ty, old, *value);
                        self.note_private_read(request, *addr, local);
                        self.write_private(request, (*addr, *size), new, local);
                        Ok(answer(old))
                    }
                    Ok(Where::Constant(value)) => Ok(answer(value)),
                }
            }
            RequestKind::CompareExchange { addr, size, ty, expected, desired, failure, .. } => {
                match self.locate(request, (*addr, *size), AccessKind::Write, local)? {
                    Err(fault) => Ok(fault.into()),
                    Ok(Where::Shared(loc)) => Ok(Reaction::Act(Action::Cas {
                        loc,
                        ty: *ty,
                        expected: *expected,
                        desired: *desired,
                        failure: *failure,
                    })),
                    Ok(Where::Private(below)) => {
                        let old = local.read(*addr, *size, below);
                        self.note_private_read(request, *addr, local);
                        if old & ty.mask() == *expected {
                            self.write_private(request, (*addr, *size), *desired, local);
                        }
                        Ok(answer(old))
                    }
                    Ok(Where::Constant(value)) => Ok(answer(value)),
                }
            }
            RequestKind::Sync { op, args } => self.react_sync(request, *op, args, local),
            RequestKind::Fence { bits } if self.env.config.model != model::Model::SC => {
                Ok(Reaction::Act(Action::Fence { bits: *bits }))
            }
            RequestKind::Alloc { .. } => self.allocate(request, local),
            RequestKind::Release { addrs } => {
                for &addr in addrs {
                    if local.object_index(addr).is_none() {
                        self.env.share_if_touched(addr, self.lane)?;
                    }
                    if let Some(late) = self.kill(local, addr) {
                        let message =
                            "a variable on the stack is used after its function has returned".into();
                        return Ok(Reaction::Fail(FailureKind::UseAfterReturn, message, Some(late)));
                    }
                }
                Ok(Reaction::Answer(Answer::Done))
            }
            RequestKind::Free { addr } => self.free(*addr, local),
            RequestKind::ObjectSize { addr } => {
                let own = local.object_at(*addr).filter(|object| !object.dead).map(|object| object.size);
                Ok(answer(u128::from(own.unwrap_or_else(|| self.env.memory.object_size(*addr)))))
            }
            RequestKind::Input { ty, .. } => match &self.env.config.inputs {
                Some(_) => {
                    self.env.sharing.reservations.asked_input = true;
                    Ok(Reaction::Act(Action::Input { ty: *ty }))
                }
                None => {
                    let reason = "the program asks for an input; give its values with --inputs".to_string();
                    Err(Halt::Unsupported { reason, span: request.span })
                }
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

    /// The border of an atomic section is a full fence.
    fn border(&self, outermost: bool) -> Reaction {
        match outermost && self.env.config.model != model::Model::SC {
            true => Reaction::Act(Action::Fence { bits: FenceBits::FULL }),
            false => Reaction::Answer(Answer::Done),
        }
    }

    fn react_last(&mut self, request: &Request) -> Reacted {
        Ok(match &request.kind {
            RequestKind::AssertFailed { kind, message } => match kind {
                AssertKind::Assert | AssertKind::Final => {
                    Reaction::Fail(FailureKind::Assertion, message.to_string(), None)
                }
                AssertKind::ReachError => {
                    Reaction::Fail(FailureKind::ReachError, "the error location is reached".into(), None)
                }
            },
            RequestKind::AssumeFailed => Reaction::Act(Action::Over(End::Assume)),
            RequestKind::Exit { .. } | RequestKind::Abort => Reaction::Act(Action::Over(End::Exit)),
            RequestKind::Finished { values } => {
                Reaction::Act(Action::Over(End::Finished(values.first().copied().unwrap_or(0))))
            }
            RequestKind::Unsupported { reason } => {
                return Err(Halt::Unsupported { reason: reason.to_string(), span: request.span });
            }
            RequestKind::Error(error) => match failure_of(error) {
                Some(kind) => Reaction::Fail(kind, error.to_string(), None),
                None => return Err(Halt::Unsupported { reason: error.to_string(), span: request.span }),
            },
            _ => Reaction::Answer(Answer::Done),
        })
    }

    fn locate(
        &mut self,
        request: &Request,
        extent: (u64, u64),
        kind: AccessKind,
        local: &Local,
    ) -> Result<std::result::Result<Where, Fault>> {
        let place =
            self.env.locate(self.graph, self.lane, local, extent, kind, (request.span, &mut self.seen))?;
        // Nobody else sees the access, but all see the fences that its memory order stands for.
        if matches!(place, Ok(Where::Private(_)))
            && self.fences_others(request)
            && let Some(halt) = self.env.share_place(extent.0, extent.1, local)
        {
            return Err(halt);
        }
        Ok(place)
    }

    /// Whether the order of an access keeps other accesses of its thread apart under the model.
    fn fences_others(&self, request: &Request) -> bool {
        let kind = match &request.kind {
            RequestKind::Read { .. } => model::AccessKind::Load,
            RequestKind::Write { .. } => model::AccessKind::Store,
            _ => model::AccessKind::Rmw,
        };
        let none = ir::FenceBits::NONE;
        self.env.config.model.fences_around(kind, request.order) != (none, none)
    }

    fn read(&mut self, request: &Request, (addr, size): (u64, u64), local: &mut Rc<Local>) -> Reacted {
        match self.locate(request, (addr, size), AccessKind::Read, local)? {
            Err(fault) => Ok(fault.into()),
            Ok(Where::Shared(loc)) => Ok(Reaction::Act(Action::Read { loc })),
            Ok(Where::Private(below)) => {
                self.n_private += 1;
                let tracked = self.env.machine.options().dependencies;
                if self.n_private > if tracked { LONGEST_TRACKED_LOOP } else { LONGEST_LOOP }
                    && let Some(halt) = self.env.share_place(addr, size, local)
                {
                    return Err(halt);
                }
                self.note_private_read(request, addr, local);
                Ok(answer(local.read(addr, size, below)))
            }
            Ok(Where::Constant(value)) => {
                if self.env.machine.options().dependencies {
                    let from = positions(local, &request.deps.addr);
                    Rc::make_mut(local).reads.push(from);
                }
                Ok(answer(value))
            }
        }
    }

    /// A value comes from a private place together with what it depends on.
    fn note_private_read(&self, request: &Request, addr: u64, local: &mut Rc<Local>) {
        if self.env.machine.options().dependencies {
            let local = Rc::make_mut(local);
            let carried = local.carried.iter().find(|(at, _)| *at == addr >> 3);
            let mut carried = carried.map(|(_, from)| from.clone()).unwrap_or_default();
            // Which place it is may depend on something, too.
            union(&mut carried, &positions(local, &request.deps.addr));
            local.reads.push(carried);
        }
    }

    fn write_private(&self, request: &Request, (addr, size): (u64, u64), value: u128, local: &mut Rc<Local>) {
        let tracked = self.env.machine.options().dependencies;
        let local = Rc::make_mut(local);
        local.write(addr, size, value);
        if tracked {
            let mut from = positions(local, &request.deps.addr);
            union(&mut from, &positions(local, &request.deps.data));
            union(&mut from, &positions(local, &request.deps.ctrl));
            // Dependencies of everything ever written there: reads come behind all earlier writes of their place.
            match local.carried.iter_mut().find(|(at, _)| *at == addr >> 3) {
                Some((_, carried)) => union(carried, &from),
                None => local.carried.push((addr >> 3, from)),
            }
        }
    }

    fn allocate(&mut self, request: &Request, local: &mut Rc<Local>) -> Reacted {
        let RequestKind::Alloc { addr, size, kind, .. } = &request.kind else { return Ok(answer(0)) };
        let (addr, size) = (*addr, *size);
        if addr == 0 || !self.env.memory.has_room(size) {
            return match kind {
                AllocKind::Heap => Ok(answer(0)),
                _ => Err(Halt::Unsupported { reason: "out of memory".into(), span: request.span }),
            };
        }
        let local = Rc::make_mut(local);
        let object =
            Object { start: addr, size, heap: *kind == AllocKind::Heap, dead: false, site: request.span };
        if let AllocKind::ThreadLocal(global) = kind {
            if self.env.is_shared_site(request.span) {
                let reason = "a thread-local variable that another thread uses".to_string();
                return Err(Halt::Unsupported { reason, span: request.span });
            }
            let global = &self.env.machine.program().globals[*global];
            for (offset, byte) in initial_bytes(global, self.env.machine.layout()).into_iter().enumerate() {
                if byte != 0 {
                    local.write(addr + offset as u64, 1, u128::from(byte));
                }
            }
        }
        let position = local.objects.partition_point(|other| other.start < addr);
        local.objects.insert(position, object);
        Ok(answer(u128::from(addr)))
    }

    fn free(&mut self, addr: u64, local: &mut Rc<Local>) -> Reacted {
        if let Some(index) = local.object_index(addr) {
            let object = &local.objects[index];
            if !object.heap || object.dead {
                let kind = if object.dead { FailureKind::DoubleFree } else { FailureKind::InvalidFree };
                return Ok(Reaction::Fail(
                    kind,
                    "free of something that is not there to be freed".into(),
                    None,
                ));
            }
            if self.env.is_shared_site(object.site) {
                return Ok(Reaction::Act(Action::Free { addr }));
            }
            self.kill(local, addr);
            return Ok(Reaction::Answer(Answer::Done));
        }
        self.looked_around = true;
        let other = ir::layout::region_of(addr).map(|lane| lane as usize).filter(|&lane| lane != self.lane);
        if let Some(lane) = other.and_then(|lane| self.graph.lanes.get(lane)).filter(|lane| lane.exists())
            && let Some(index) = lane.now().local.object_index(addr)
        {
            let object = lane.now().local.objects[index].clone();
            if !self.env.is_shared_site(object.site) {
                // Whoever frees the object of another thread shares it.
                return Err(self.env.share_site(object.site));
            }
            let gone = object.dead
                || self.graph.lanes.iter().any(|l| l.exists() && l.now().local.killed.contains(&addr));
            return Ok(match (object.heap, gone) {
                (true, false) => Reaction::Act(Action::Free { addr }),
                (true, true) => {
                    Reaction::Fail(FailureKind::DoubleFree, "an object is freed a second time".into(), None)
                }
                (false, _) => {
                    Reaction::Fail(FailureKind::InvalidFree, "free of an object on the stack".into(), None)
                }
            });
        }
        let gone = |local: &Local| local.killed.contains(&addr);
        if gone(local) || self.graph.lanes.iter().any(|lane| lane.exists() && gone(&lane.now().local)) {
            let message = "an object on the heap is freed a second time".to_string();
            return Ok(Reaction::Fail(FailureKind::DoubleFree, message, None));
        }
        match self.env.memory.object_at(addr) {
            Some(object) if object.kind == ObjectKind::Heap && object.start == addr => {
                Ok(Reaction::Act(Action::Free { addr }))
            }
            _ => Ok(Reaction::Fail(
                FailureKind::InvalidFree,
                "free of something that was not allocated".into(),
                None,
            )),
        }
    }

    /// An object is gone. An access of another thread that may as well come later, if there is one.
    fn kill(&mut self, local: &mut Rc<Local>, addr: u64) -> Option<At> {
        let (start, end, shared) = match local.object_index(addr) {
            Some(index) => {
                let object = &local.objects[index];
                let found = (object.start, object.start + object.size, self.env.is_shared_site(object.site));
                Rc::make_mut(local).forget_object(index);
                found
            }
            None => {
                let size = self.env.memory.object_size(addr);
                let theirs = ir::layout::region_of(addr).and_then(|lane| {
                    let lane = self.graph.lanes.get(lane as usize).filter(|lane| lane.exists())?;
                    let index = lane.now().local.object_index(addr)?;
                    Some(lane.now().local.objects[index].size)
                });
                self.looked_around = true;
                self.env.objects_gone = true;
                Rc::make_mut(local).killed.push(addr);
                (addr, addr + theirs.unwrap_or(size), true)
            }
        };
        self.looked_around |= shared;
        shared.then(|| self.late_access(start, end)).flatten()
    }

    /// An access to these bytes that nothing orders before what this thread does now.
    pub fn late_access(&self, start: u64, end: u64) -> Option<At> {
        let clock = self.graph.clock_of_lane(self.lane);
        self.graph.places.iter().enumerate().find_map(|(loc, place)| {
            let info = self.env.locs.get(loc)?;
            if info.size == 0 || info.addr < start || info.addr >= end {
                return None;
            }
            let mut accesses = place.reads.iter().chain(&place.writes);
            accesses.find(|&&at| at.lane as usize != self.lane && !Graph::knows(clock, at)).copied()
        })
    }

    fn react_sync(&mut self, request: &Request, op: SyncOp, args: &Values, local: &mut Rc<Local>) -> Reacted {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let addr = arg(0) as u64;
        let unsupported = |reason: &str| Halt::Unsupported { reason: reason.into(), span: request.span };
        if local.depth > 0 && !op.is_local() && self.env.config.asks(Property::Deadlock) {
            // Who waits inside holds up everybody, whatever they could do for him.
            return Err(unsupported("an operation that may wait inside of an atomic section"));
        }
        Ok(match op {
            SyncOp::ThreadSelf => answer(u128::from(thread_handle(self.lane as u32))),
            SyncOp::Yield => values(Values::new()),
            SyncOp::ThreadDetach => answer(0),
            SyncOp::KeyGet => {
                answer(u128::from(local.keys.iter().find(|(key, _)| *key == addr as u32).map_or(0, |k| k.1)))
            }
            SyncOp::KeySet => {
                let local = Rc::make_mut(local);
                local.keys.retain(|(key, _)| *key != addr as u32);
                if arg(1) != 0 {
                    local.keys.push((addr as u32, arg(1) as u64));
                }
                answer(0)
            }
            SyncOp::KeyCreate | SyncOp::KeyDelete => {
                return Err(unsupported("thread-specific keys made while threads run"));
            }
            SyncOp::ThreadCreate => {
                let Some(function) = self.env.machine.layout().function_at(addr) else {
                    return Ok(Reaction::Fail(
                        FailureKind::BadCall,
                        "thread start at no function".into(),
                        None,
                    ));
                };
                let lane = self.env.lane_of_child(self.lane as u32, local.n_created)?;
                Reaction::Act(Action::Create { lane, function, argument: arg(1) })
            }
            SyncOp::ThreadJoin => match thread_of_handle(addr) {
                Some(lane) if lane as usize == self.lane => values(smallvec![EDEADLK as u128, 0]),
                // Its own child, which may not have a lane yet while this thread runs on from creating it.
                Some(lane)
                    if (0..local.n_created).any(|nth| self.env.is_child(self.lane as u32, nth, lane)) =>
                {
                    Reaction::Act(Action::Join { lane })
                }
                Some(lane) if self.graph.lanes.get(lane as usize).is_some_and(|lane| lane.exists()) => {
                    let parent = self.graph.lanes[lane as usize].parent;
                    self.looked_around |= parent.is_none_or(|at| at.lane as usize != self.lane);
                    Reaction::Act(Action::Join { lane })
                }
                _ => {
                    self.looked_around = true;
                    values(smallvec![ESRCH as u128, 0])
                }
            },
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                let cond = self.env.object(addr, Class::Cond);
                let mutex = self.env.object(arg(1) as u64, Class::Mutex);
                let timed = op == SyncOp::CondTimedWait;
                Rc::make_mut(local).wait = Some((cond, mutex, timed));
                Reaction::Act(Action::Sync { loc: cond, step: Step::Enqueue, arg: 0 })
            }
            _ => match class_of(op) {
                Some(class) => {
                    let loc = self.env.object(addr, class);
                    Reaction::Act(Action::Sync { loc, step: Step::Do(op), arg: arg(1) })
                }
                None => return Err(unsupported(op.name())),
            },
        })
    }

    fn destructors(&self, local: &mut Rc<Local>) -> Vec<(u64, u64)> {
        if local.keys.is_empty() {
            return Vec::new();
        }
        let mut keys = std::mem::take(&mut Rc::make_mut(local).keys);
        keys.sort_unstable();
        let destructor =
            |key: u32| self.env.keys.get(key as usize).copied().flatten().filter(|&addr| addr != 0);
        keys.into_iter().filter_map(|(key, value)| destructor(key).map(|addr| (addr, value))).collect()
    }
}

/// Whether a round of a loop, from one position of a lane up to another where this is read, saw one value of each place: if a
/// place changed in between, the next round goes another way.
fn is_steady(lane: &Lane, from: usize, to: usize, read: u128) -> bool {
    let place = |action: &Action| match action {
        Action::Read { loc }
        | Action::Cas { loc, .. }
        | Action::Rmw { loc, .. }
        | Action::Sync { loc, .. } => Some(*loc),
        _ => None,
    };
    let value = |index: usize| if index == to { Some(read) } else { lane.events.get(index).map(|e| e.read) };
    let seen = |index: usize| (place(&lane.snapshots[index].action), value(index));
    (from..=to).all(|first| {
        (first + 1..=to).all(|second| seen(first).0 != seen(second).0 || seen(first).1 == seen(second).1)
    })
}

/// Whether two of these in either order leave the same behind.
fn commutes(op: RmwOp) -> bool {
    matches!(op, RmwOp::Add | RmwOp::Sub)
}

fn failure_of(error: &RuntimeError) -> Option<FailureKind> {
    Some(match error {
        RuntimeError::DivisionByZero | RuntimeError::DivisionOverflow => FailureKind::DivisionByZero,
        RuntimeError::CallNull
        | RuntimeError::CallNotFunction { .. }
        | RuntimeError::CallArity { .. }
        | RuntimeError::CallResults { .. } => FailureKind::BadCall,
        RuntimeError::Unreachable => FailureKind::UnreachableCode,
        RuntimeError::StackOverflow { .. } => FailureKind::StackOverflow,
        _ => return None,
    })
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
