//! Synchronisation objects and threads as a running thread sees them: what others can tell of becomes an event.

use super::{Reacted, Reaction, Runner, Trouble, answer, values};
use crate::env::{Halt, Result};
use crate::graph::LocId;
use crate::snapshot::{Action, End, Local, Snapshot};
use events::{FailureKind, Property};
use interp::{Answer, Request, Values, thread_handle, thread_of_handle};
use ir::SyncOp;
use ir::sync::errno::{EDEADLK, ESRCH};
use posix::{Class, Effect, State, Step, apply};
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
    ) -> Result<std::result::Result<Answer, Action>> {
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
                self.trouble = Some(Trouble { lane, kind, message, span, late: None });
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
                let glues = self.env.glues_waits;
                let local = Rc::make_mut(local);
                local.wait = Some((cond, mutex, timed));
                if glues {
                    local.enter_wait();
                }
                Reaction::Act(Action::Sync { loc: cond, step: Step::Enqueue, arg: 0 })
            }
            _ => match Class::of(op) {
                Some(class) => {
                    let loc = self.env.object(addr, class);
                    Reaction::Act(Action::Sync { loc, step: Step::Do(op), arg: arg(1) })
                }
                None => return Err(unsupported(op.name())),
            },
        })
    }

    pub(super) fn destructors(&self, local: &mut Rc<Local>) -> Vec<(u64, u64)> {
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
