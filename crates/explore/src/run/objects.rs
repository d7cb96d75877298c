//! Synchronisation objects and threads as a running thread sees them: what others can tell of becomes an event.

use super::{Reacted, Reaction, Runner, Trouble, answer, values};
use crate::env::{Found, Halt, LocInfo, Result};
use crate::graph::{Event, Kind, LocId};
use crate::snapshot::{Action, End, Local, Snapshot};
use events::{FailureKind, Property};
use interp::memory::AccessKind;
use interp::{Answer, Fault, Request, Values, thread_handle, thread_of_handle};
use ir::sync::errno::EDEADLK;
use ir::{Span, SyncOp};
use posix::{Class, Effect, State, Step, Unwritten, apply};
use smallvec::smallvec;
use std::rc::Rc;

impl Runner<'_, '_, '_> {
    /// What a step on an object means to its thread: the answer, or the next step of the same operation.
    pub(super) fn synchronised(
        &mut self,
        before: &Snapshot,
        (loc, read, variant): (LocId, u128, u32),
        step: Step,
        arg: u128,
        local: &mut Rc<Local>,
    ) -> Result<Result<Answer, Action>> {
        let old = self.env.state(read);
        let arrived_in = match old {
            State::Barrier { round, .. } => *round,
            _ => 0,
        };
        let results = match apply(step, old, self.lane as u32, arg, variant) {
            Effect::Done(_, results) => results,
            Effect::Blocks => return Ok(Err(Action::Over(End::Waits))),
            Effect::Fault(fault) => {
                let (lane, span, kind) = (self.lane, before.span, fault.kind);
                let message = fault.message(None);
                self.trouble = Some(Trouble { lane, kind, message, span, cut: None });
                return Ok(Err(Action::Over(End::Failed)));
            }
        };
        let status = results.first().map_or(0, |&status| status as u32);
        let local = Rc::make_mut(local);
        let Some((cond, mutex, timed)) = local.wait else {
            return Ok(match step {
                Step::Do(SyncOp::BarrierWait) if status == 0 => {
                    Err(Action::Sync { loc, step: Step::LeaveBarrier { round: arrived_in }, arg: 0 })
                }
                _ => Ok(Answer::Values(results)),
            });
        };
        debug_assert!(matches!(before.action, Action::Sync { .. }));
        local.stage += 1;
        Ok(match local.stage {
            1 => Err(Action::Sync { loc: mutex, step: Step::Release, arg: 0 }),
            2 => {
                local.wait_section = 0;
                Err(Action::Sync { loc: cond, step: Step::Leave { timed }, arg: 0 })
            }
            3 => {
                local.status = status;
                local.wakes += u32::from(variant == posix::WITHOUT_SIGNAL);
                Err(Action::Sync { loc: mutex, step: Step::Do(SyncOp::MutexLock), arg: 0 })
            }
            _ => {
                local.wait = None;
                local.stage = 0;
                Ok(Answer::Values(smallvec![u128::from(local.status)]))
            }
        })
    }

    pub(super) fn react_sync(
        &mut self,
        request: &Request,
        op: SyncOp,
        args: &Values,
        local: &mut Rc<Local>,
    ) -> Reacted {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let addr = arg(0) as u64;
        let unsupported = |what: &str| Halt::unsupported(what, request.span);
        if local.depth > 0 && !op.is_local() && self.env.config.task.asks(Property::Deadlock) {
            // Who waits inside holds up everybody, whatever they could do for him.
            return Err(unsupported("an operation that may wait inside of an atomic section"));
        }
        Ok(match op {
            SyncOp::ThreadSelf => answer(u128::from(thread_handle(self.lane as u32))),
            SyncOp::Yield => values(Values::new()),
            SyncOp::KeyGet | SyncOp::KeySet => {
                let keys = &mut Rc::make_mut(local).keys;
                values(keys.call(&mut self.env.keys, op, args).unwrap_or_default())
            }
            SyncOp::KeyCreate | SyncOp::KeyDelete => {
                return Err(unsupported("thread-specific keys made while threads run"));
            }
            SyncOp::ThreadCreate => {
                let Some(function) = self.env.machine.layout().function_at(addr) else {
                    return Ok(Reaction::Fail(FailureKind::BadCall, "thread start at no function".into()));
                };
                let lane = self.env.lane_of_child(self.lane as u32, local.n_created)?;
                Reaction::Act(Action::Create { lane, function, argument: arg(1) })
            }
            SyncOp::ThreadJoin if thread_of_handle(addr) == Some(self.lane as u32) => {
                values(smallvec![EDEADLK as u128, 0])
            }
            SyncOp::ThreadJoin | SyncOp::ThreadDetach => match self.thread_at(addr, local) {
                Some(lane) if op == SyncOp::ThreadJoin => Reaction::Act(Action::Join { lane }),
                Some(lane) => Reaction::Act(Action::Detach { lane }),
                None => {
                    let message = "what is joined or detached is no thread".into();
                    return Ok(Reaction::Fail(FailureKind::SyncMisuse, message));
                }
            },
            SyncOp::CondWait | SyncOp::CondTimedWait => {
                let cond = match self.object(addr, Class::Cond, request.span, local)? {
                    Ok(cond) => cond,
                    Err(fault) => return Ok(fault.into()),
                };
                let mutex = match self.object(arg(1) as u64, Class::Mutex, request.span, local)? {
                    Ok(mutex) => mutex,
                    Err(fault) => return Ok(fault.into()),
                };
                // Who does not hold the mutex fails: nobody ever sees it in the queue.
                let holds = self.holds(mutex);
                let timed = op == SyncOp::CondTimedWait;
                let glues = self.env.glues_waits;
                let local = Rc::make_mut(local);
                local.wait = Some((cond, mutex, timed));
                if glues && holds {
                    local.enter_wait();
                }
                let step = if holds { Step::Enqueue } else { Step::Look };
                Reaction::Act(Action::Sync { loc: cond, step, arg: 0 })
            }
            _ => match Class::of(op) {
                Some(class) => match self.object(addr, class, request.span, local)? {
                    Ok(loc) => Reaction::Act(Action::Sync { loc, step: Step::Do(op), arg: arg(1) }),
                    Err(fault) => fault.into(),
                },
                None => return Err(unsupported(op.name())),
            },
        })
    }

    /// Whether this thread holds a mutex: its own operations alone decide about that.
    fn holds(&self, mutex: LocId) -> bool {
        let mine = |event: &&Event| event.kind == Kind::Rmw && event.loc == mutex;
        let last = self.graph.lanes[self.lane].events.iter().rfind(mine);
        let state = last.map_or(self.env.loc(mutex).initial, |event| event.written);
        matches!(self.env.state(state), State::Mutex { owner: Some(owner), .. } if *owner as usize == self.lane)
    }

    /// The thread with this handle, if there is one.
    fn thread_at(&mut self, handle: u64, local: &Local) -> Option<u32> {
        let lane = thread_of_handle(handle)?;
        // Its own child may not have a lane yet while this thread runs on from creating it.
        if lane as usize == self.lane
            || (0..local.n_created).any(|nth| self.env.is_child(self.lane as u32, nth, lane))
        {
            return Some(lane);
        }
        self.looked_around = true;
        self.graph.lane(lane as usize).map(|_| lane)
    }

    /// The place that stands for a synchronisation object: its memory must be there.
    fn object(&mut self, addr: u64, class: Class, span: Span, local: &Local) -> Found<LocId> {
        let owner = ir::layout::region_of(addr);
        let made = owner.and_then(|owner| {
            let theirs = match owner as usize {
                own if own == self.lane => local,
                other => &self.graph.lane(other)?.now().local,
            };
            theirs.object_at(addr).cloned().map(|object| (owner, object))
        });
        let Some((owner, object)) = made else { return self.old_object(addr, class, local) };
        let own = owner as usize == self.lane;
        if !own {
            self.seen.push((owner, addr, Some(object.clone())));
            self.env.note_site(object.site)?;
        }
        let fault = |kind, message: &str| Ok(Err(Fault { kind, message: message.into() }));
        if addr - object.start >= object.size {
            return fault(FailureKind::OutOfBounds, "synchronisation behind the end of an object");
        }
        if own && object.dead {
            return fault(
                crate::lives::failure_of(object.heap),
                "synchronisation in an object that has ended",
            );
        }
        if let Some(loc) = self.env.known_object(addr) {
            return Ok(Ok(loc));
        }
        let is_field = |info: &LocInfo| {
            let offsets = if class == Class::Mutex { &[0, 16][..] } else { &[0][..] };
            let overlaps =
                |&offset: &u64| info.addr < addr + offset + 4 && addr + offset < info.addr + info.size;
            offsets.iter().any(overlaps)
        };
        let mut places = self.env.locs.iter().zip(&self.graph.places);
        if places.any(|(info, place)| is_field(info) && !place.writes.is_empty()) {
            let what = "a synchronisation object that is initialised by writing its bytes";
            return Err(Halt::unsupported(what, span));
        }
        let bytes = if own { local } else { &*self.graph.lanes[owner as usize].now().local };
        let state = State::from_bytes(class, |offset| {
            match object.zeroed || bytes.written(addr + offset, 4) == 0xf {
                true => Ok(bytes.read(addr + offset, 4, 0) as u32),
                false => Err(Unwritten),
            }
        });
        self.env.note_object(addr, class, object.start + object.size);
        Ok(Ok(self.env.object(addr, object.start, state)))
    }

    /// The same in memory from before the first thread was started.
    fn old_object(&mut self, addr: u64, class: Class, local: &Local) -> Found<LocId> {
        if let Err(fault) = self.env.check_old(local, addr, 1, AccessKind::Sync) {
            return Ok(Err(fault));
        }
        let mortal = ir::layout::region_of(addr).and_then(|_| self.env.memory.object_at(addr));
        let object = mortal.map_or(0, |object| object.start);
        self.env.note_use(object, self.lane)?;
        if let Some(loc) = self.env.known_object(addr) {
            return Ok(Ok(loc));
        }
        let state = match self.env.initial_sync.get(&addr) {
            Some(state) => state.clone(),
            None => crate::start::state_from_bytes(&self.env.memory, class, addr),
        };
        self.env.note_old_object(addr, class);
        Ok(Ok(self.env.object(addr, object, state)))
    }

    pub(super) fn destructors(&self, local: &mut Rc<Local>) -> Vec<(u64, u64)> {
        if local.keys.is_empty() {
            return Vec::new();
        }
        Rc::make_mut(local).keys.destructors(&self.env.keys)
    }
}
