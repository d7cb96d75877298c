//! What each request means under sequential consistency, synchronisation apart.

use super::record::pieces;
use super::sync::unsupported;
use super::{Halt, Performed, Waiting, World};
use crate::memory::AccessKind;
use crate::thread_handle;
use crate::{AllocKind, Answer, End, Fault, Outcome, ReadPurpose, Request, RequestKind, RuntimeError};
use events::{Event, EventId, EventKind, FailureKind, SyncStep, ThreadId};
use ir::{FenceBits, Ty};
use smallvec::smallvec;
use std::sync::Arc;

type Result<T = Performed> = std::result::Result<T, Halt>;

const DONE: Result = Ok(Performed::Answer(Answer::Done));

fn value(value: u128) -> Result {
    Ok(Performed::Answer(Answer::Value(value)))
}

impl World {
    pub(super) fn perform(&mut self, thread: u32, request: &Request, variant: u32) -> Result {
        match &request.kind {
            RequestKind::Read { addr, size, ty, purpose } => {
                self.read(thread, request, *addr, *size, *ty, *purpose)
            }
            RequestKind::Write { addr, size, value, .. } => self.write(thread, request, *addr, *size, *value),
            RequestKind::Rmw { addr, size, ty, .. } | RequestKind::CompareExchange { addr, size, ty, .. } => {
                let fails = variant == 1;
                let old = self.update(thread, request, (*addr, *size, *ty), fails)?;
                Ok(Performed::Answer(if fails { Answer::CasFailed(old) } else { Answer::Value(old) }))
            }
            RequestKind::Fence { bits } => {
                self.record(thread, request, EventKind::Fence { bits: *bits }, |_| {});
                DONE
            }
            RequestKind::Sync { op, args } => self.synchronise(thread, request, *op, args, variant),
            RequestKind::Alloc { addr, size, zeroed, kind, name, .. } => {
                self.allocate(thread, request, (*addr, *size), *zeroed, *kind, name.clone())
            }
            RequestKind::Release { addrs } => {
                addrs.iter().for_each(|&addr| self.memory.kill(addr));
                DONE
            }
            RequestKind::Free { addr } => {
                let size = self.memory.object_size(*addr);
                self.memory.free(*addr)?;
                self.record(thread, request, EventKind::Free, |event| {
                    (event.addr, event.size) = (*addr, size)
                });
                DONE
            }
            RequestKind::ObjectSize { addr } => value(u128::from(self.memory.object_size(*addr))),
            RequestKind::Input { ty, .. } => {
                let input = self.inputs.next(*ty);
                self.record(thread, request, EventKind::Input, |event| {
                    (event.read, event.size) = (Some(input), ty.bytes());
                });
                value(input)
            }
            RequestKind::AtomicBegin => self.atomic_begin(thread, request),
            RequestKind::AtomicEnd => self.atomic_end(thread, request),
            RequestKind::TransactionBegin | RequestKind::TransactionEnd => DONE,
            RequestKind::Observe { name, value, ty } => {
                self.observed.insert(name.clone(), (*value, *ty));
                DONE
            }
            RequestKind::Output { fd, bytes } => {
                self.output.push((*fd, bytes.clone()));
                DONE
            }
            RequestKind::AssertFailed { kind, message } => Err(Fault::of_assertion(*kind, message).into()),
            RequestKind::Destructors { .. } => {
                let calls = self.threads[thread as usize].keys.destructors(&self.keys);
                Ok(Performed::Answer(Answer::Calls(calls)))
            }
            _ => self.perform_final(thread, request),
        }
    }

    /// The short way for plain reads and writes that nobody records; `None`: take the long one.
    #[inline]
    pub(super) fn access_unrecorded(&mut self, thread: u32) -> Option<Answer> {
        if self.recorder.as_ref().is_some_and(|recorder| !recorder.is_full()) {
            return None;
        }
        match self.threads[thread as usize].pending.kind {
            RequestKind::Read { addr, size, .. } if !self.overwrites_object(addr, size) => {
                match self.memory.read(addr, size) {
                    Ok((value, false)) => Some(Answer::Value(value)),
                    _ => None,
                }
            }
            RequestKind::Write { addr, size, value, .. } if !self.overwrites_object(addr, size) => {
                self.memory.write(addr, size, value, None).ok().map(|()| Answer::Done)
            }
            _ => None,
        }
    }

    fn perform_final(&mut self, thread: u32, request: &Request) -> Result {
        let (span, id) = (request.span, ThreadId(thread));
        let outcome = match &request.kind {
            RequestKind::Finished { values } => {
                self.end_thread(thread, request, values.first().copied().unwrap_or(0));
                return Ok(Performed::Ended);
            }
            RequestKind::Exit { code } => Outcome::Finished(End::Exit(*code)),
            RequestKind::Abort => Outcome::Finished(End::Abort),
            RequestKind::Unsupported { reason } => return Err(unsupported(thread, request, reason.clone())),
            RequestKind::Error(error) => match error.failure() {
                Some(kind) => return Err(Fault::new(kind, error.to_string()).into()),
                None if matches!(error, RuntimeError::Format(_)) => {
                    return Err(unsupported(thread, request, error.to_string()));
                }
                None => Outcome::LimitReached { what: error.to_string(), span, thread: id },
            },
            _ => Outcome::AssumeViolated { span, thread: id },
        };
        Err(Halt::Outcome(outcome))
    }

    fn end_thread(&mut self, thread: u32, request: &Request, result: u128) {
        let locals: Vec<u64> =
            self.threads[thread as usize].state.thread_local_objects().map(|(_, addr)| addr).collect();
        locals.into_iter().for_each(|addr| self.memory.kill(addr));
        let end = EventKind::sync(SyncStep::ThreadEnd, [thread_handle(thread)]);
        self.record(thread, request, end, |_| {});
        // A thread that ends inside an atomic section takes the section with it.
        self.atomic = self.atomic.filter(|(owner, ..)| *owner != thread);
        let data = &mut self.threads[thread as usize];
        (data.result, data.waiting) = (result, Waiting::Ended);
    }

    fn read(
        &mut self,
        thread: u32,
        request: &Request,
        addr: u64,
        size: u64,
        ty: Ty,
        purpose: ReadPurpose,
    ) -> Result {
        let (mut found, unwritten) = self.memory.read(addr, size)?;
        if posix::looks_inside(request.order, size) {
            self.spare_objects(thread, request, (addr, size))?;
        }
        if unwritten {
            found = self.read_unwritten(request, addr, size, ty, purpose)?;
        }
        if self.recorder.is_some() {
            let event = match self.memory.is_constant(addr, size) {
                true => None,
                false => {
                    let rf = pieces(&self.memory.writers(addr, size));
                    self.record(thread, request, EventKind::Read, |event| {
                        (event.addr, event.size, event.read, event.rf) = (addr, size, Some(found), rf);
                    })
                }
            };
            self.number_read(thread, event);
        }
        value(found)
    }

    /// Memory that was never written holds something, from now on always the same.
    fn read_unwritten(
        &mut self,
        request: &Request,
        addr: u64,
        size: u64,
        ty: Ty,
        purpose: ReadPurpose,
    ) -> Result<u128> {
        if request.initialised && self.memory.nothing_written(addr, size) {
            let name = self.named(addr);
            let message = format!("read of {size} bytes of {name} that were never written");
            return Err(Fault::new(FailureKind::UninitialisedRead, message).into());
        }
        let chosen = if purpose == ReadPurpose::Load { self.inputs.uninitialised(ty) } else { 0 };
        Ok(self.memory.settle(addr, size, chosen)?)
    }

    fn write(&mut self, thread: u32, request: &Request, addr: u64, size: u64, value: u128) -> Result {
        self.memory.check(addr, size, AccessKind::Write)?;
        self.spare_objects(thread, request, (addr, size))?;
        let event = self.record(thread, request, EventKind::Write, |event| {
            (event.addr, event.size, event.written) = (addr, size, Some(value));
        });
        self.memory.write(addr, size, value, event.map(|id| id.0))?;
        DONE
    }

    /// A read-modify-write, or the read that it is where it writes nothing (as it does not where it `fails`). The old value.
    fn update(
        &mut self,
        thread: u32,
        request: &Request,
        (addr, size, ty): (u64, u64, Ty),
        fails: bool,
    ) -> Result<u128> {
        self.memory.check(addr, size, AccessKind::Write)?;
        let (mut old, unwritten) = self.memory.read(addr, size)?;
        if unwritten {
            old = self.read_unwritten(request, addr, size, ty, ReadPurpose::Load)?;
        }
        let new = request.leaves(old).filter(|_| !fails);
        if new.is_some() {
            self.spare_objects(thread, request, (addr, size))?;
        }
        let rf = match self.recorder {
            Some(_) => pieces(&self.memory.writers(addr, size)),
            None => smallvec![],
        };
        let kind = if new.is_some() { EventKind::Rmw } else { EventKind::Read };
        let event = self.record(thread, request, kind, |event| {
            (event.addr, event.size, event.read, event.written, event.rf) = (addr, size, Some(old), new, rf);
            event.order = request.order_if(new.is_some());
        });
        self.number_read(thread, event);
        if let Some(new) = new {
            self.memory.write(addr, size, new, event.map(|id| id.0))?;
        }
        Ok(old)
    }

    fn allocate(
        &mut self,
        thread: u32,
        request: &Request,
        (addr, size): (u64, u64),
        zeroed: bool,
        kind: AllocKind,
        name: Option<Arc<str>>,
    ) -> Result {
        if addr == 0 || !self.memory.has_room(size) {
            // `malloc` may fail; a stack object may not.
            return match kind {
                AllocKind::Heap => value(0),
                _ => Err(self.limit(thread, request, RuntimeError::OutOfMemory.to_string())),
            };
        }
        self.machine.allocate(&mut self.memory, (addr, size), zeroed, kind, name.clone());
        let event = EventKind::Alloc { zeroed, stack: kind == AllocKind::Stack };
        self.record(thread, request, event, |event| {
            (event.addr, event.size) = (addr, size);
            event.place = name;
        });
        value(u128::from(addr))
    }

    pub(super) fn limit(&self, thread: u32, request: &Request, what: String) -> Halt {
        Halt::Outcome(Outcome::LimitReached { what, span: request.span, thread: ThreadId(thread) })
    }

    fn atomic_begin(&mut self, thread: u32, request: &Request) -> Result {
        self.atomic = match self.atomic {
            Some((owner, depth, section)) => Some((owner, depth + 1, section)),
            None => {
                self.n_sections += 1;
                Some((thread, 1, self.n_sections - 1))
            }
        };
        self.record(thread, request, EventKind::Fence { bits: FenceBits::FULL }, |_| {});
        DONE
    }

    fn atomic_end(&mut self, thread: u32, request: &Request) -> Result {
        self.record(thread, request, EventKind::Fence { bits: FenceBits::FULL }, |_| {});
        // An end without a begin means nothing.
        self.atomic = match self.atomic {
            Some((owner, depth, section)) if owner == thread => {
                (depth > 1).then_some((owner, depth - 1, section))
            }
            other => other,
        };
        DONE
    }

    /// Adds an event to the record, if there is one.
    pub(super) fn record(
        &mut self,
        thread: u32,
        request: &Request,
        kind: EventKind,
        fill: impl FnOnce(&mut Event),
    ) -> Option<EventId> {
        let section = self.atomic.filter(|(owner, ..)| *owner == thread).map(|(_, _, section)| section);
        let recorder = self.recorder.as_mut().filter(|recorder| !recorder.is_full())?;
        let mut event = Event::new(ThreadId(thread), kind, request.span);
        event.order = request.order;
        event.place = request.place.clone();
        event.deps = recorder.dependencies(thread, &request.deps);
        event.section = section;
        fill(&mut event);
        let id = recorder.push(event);
        if recorder.is_full() {
            self.threads.iter_mut().for_each(|thread| thread.state.stop_tracking());
        }
        id
    }
    fn number_read(&mut self, thread: u32, event: Option<EventId>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.number_read(thread, event);
        }
    }
}
