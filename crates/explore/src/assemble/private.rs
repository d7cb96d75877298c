//! What nobody else can tell of is an event of a witness all the same.

use super::{Assembly, Moment, Outcome, Walker, handle};
use crate::graph::At;
use crate::snapshot::Action;
use events::{EventId, EventKind, ReadsFrom, SyncStep};
use interp::{AllocKind, Answer, Request, RequestKind, Values};
use ir::sync::errno::EDEADLK;
use ir::{FenceBits, SyncOp};
use smallvec::{SmallVec, smallvec};

impl Assembly<'_, '_> {
    /// What nobody else can tell: an event all the same.
    pub(super) fn private(&mut self, walker: &mut Walker, request: &Request) -> Outcome<Option<Answer>> {
        walker.sequence += 1;
        let moment: Moment = if walker.begun { (1, 0, walker.sequence) } else { (0, walker.sequence, 0) };
        let value = |value: u128| Ok(Some(Answer::Value(value)));
        match &request.kind {
            RequestKind::Read { addr, size, .. } => {
                let read = self.read(*addr, *size)?;
                if self.memory.is_constant(*addr, *size) {
                    self.reads[walker.lane].push(None);
                    return value(read);
                }
                let mut draft = self.draft(walker, request, EventKind::Read);
                (draft.addr, draft.size, draft.read) = (*addr, *size, Some(read));
                draft.rf = self.pieces(*addr, *size);
                let id = self.add(draft, moment);
                self.reads[walker.lane].push(Some(id));
                value(read)
            }
            RequestKind::Write { addr, size, value: written, .. } => {
                let mut draft = self.draft(walker, request, EventKind::Write);
                (draft.addr, draft.size, draft.written) = (*addr, *size, Some(*written));
                let id = self.add(draft, moment);
                self.write(*addr, *size, *written, id)?;
                Ok(Some(Answer::Done))
            }
            RequestKind::Rmw { addr, size, .. } | RequestKind::CompareExchange { addr, size, .. } => {
                self.update(walker, request, (*addr, *size), moment)
            }
            RequestKind::Fence { bits } => {
                let draft = self.draft(walker, request, EventKind::Fence { bits: *bits });
                self.add(draft, moment);
                Ok(Some(Answer::Done))
            }
            RequestKind::Alloc { addr, size, zeroed, kind, name, .. } => {
                if *addr == 0 {
                    return value(0);
                }
                self.machine.allocate(&mut self.memory, (*addr, *size), *zeroed, *kind, name.clone());
                let stack = *kind == AllocKind::Stack;
                let mut draft = self.draft(walker, request, EventKind::Alloc { zeroed: *zeroed, stack });
                (draft.addr, draft.size, draft.place) = (*addr, *size, name.clone());
                self.add(draft, moment);
                value(u128::from(*addr))
            }
            RequestKind::Free { addr } => {
                let mut draft = self.draft(walker, request, EventKind::Free);
                (draft.addr, draft.size) = (*addr, self.memory.object_size(*addr));
                self.add(draft, moment);
                Ok(Some(Answer::Done))
            }
            RequestKind::ObjectSize { addr } => value(u128::from(self.memory.object_size(*addr))),
            RequestKind::Sync { op, args } => self.private_sync(walker, request, *op, args, moment),
            RequestKind::Observe { name, value, ty } => {
                self.observed.insert(name.clone(), (*value, *ty));
                Ok(Some(Answer::Done))
            }
            RequestKind::Destructors { .. } => {
                Ok(Some(Answer::Calls(walker.keys.destructors(&self.early_keys))))
            }
            RequestKind::Finished { .. } => {
                let last = self.graph.lanes[walker.lane].len().min(self.cut[walker.lane] as usize);
                let place = (0..last).filter_map(|index| self.places.get(&At::new(walker.lane, index))).max();
                let place = place.copied().or_else(|| {
                    let parent = self.graph.lanes[walker.lane].parent?;
                    self.places.get(&parent).copied()
                });
                let kind = EventKind::sync(SyncStep::ThreadEnd, [handle(walker.lane)]);
                let draft = self.draft(walker, request, kind);
                self.add(draft, (1, place.unwrap_or(0), 2));
                Ok(None)
            }
            RequestKind::AtomicBegin | RequestKind::AtomicEnd => {
                self.cross_border(walker, request, moment);
                Ok(Some(Answer::Done))
            }
            RequestKind::Release { .. }
            | RequestKind::Output { .. }
            | RequestKind::TransactionBegin
            | RequestKind::TransactionEnd => Ok(Some(Answer::Done)),
            _ => Ok(None),
        }
    }

    /// Into an atomic section or out of it, with a fence at the border; under the weak models the graph has it, too.
    pub(super) fn cross_border(&mut self, walker: &mut Walker, request: &Request, moment: Moment) {
        let begins = request.kind == RequestKind::AtomicBegin;
        let mut outermost = begins && walker.sections.enter_section();
        let draft = self.draft(walker, request, EventKind::Fence { bits: FenceBits::FULL });
        self.add(draft, moment);
        outermost |= !begins && walker.sections.leave_section();
        let lane = &self.graph.lanes[walker.lane];
        let fence = matches!(lane.snapshots[walker.position].action, Action::Fence { .. });
        if outermost && fence && walker.position < self.cut[walker.lane] as usize && self.past_start(walker) {
            walker.position += 1;
        }
    }

    pub(super) fn update(
        &mut self,
        walker: &Walker,
        request: &Request,
        (addr, size): (u64, u64),
        moment: Moment,
    ) -> Outcome<Option<Answer>> {
        let old = self.read(addr, size)?;
        let new = request.leaves(old);
        let kind = if new.is_some() { EventKind::Rmw } else { EventKind::Read };
        let mut draft = self.draft(walker, request, kind);
        (draft.addr, draft.size, draft.read, draft.written) = (addr, size, Some(old), new);
        draft.rf = self.pieces(addr, size);
        draft.order = request.order_if(new.is_some());
        let id = self.add(draft, moment);
        self.reads[walker.lane].push(Some(id));
        if let Some(new) = new {
            self.write(addr, size, new, id)?;
        }
        Ok(Some(Answer::Value(old)))
    }

    pub(super) fn private_sync(
        &mut self,
        walker: &mut Walker,
        request: &Request,
        op: SyncOp,
        args: &Values,
        moment: Moment,
    ) -> Outcome<Option<Answer>> {
        let arg = |index: usize| args.get(index).copied().unwrap_or(0);
        let (lane, first) = (walker.lane, arg(0) as u64);
        let results: Values = match op {
            SyncOp::ThreadSelf => smallvec![u128::from(handle(lane))],
            SyncOp::Yield => Values::new(),
            SyncOp::KeyGet | SyncOp::KeySet => {
                walker.keys.call(&mut self.early_keys, op, args).unwrap_or_default()
            }
            // A thread that joins itself.
            SyncOp::ThreadJoin if first == handle(lane) => smallvec![EDEADLK as u128, 0],
            _ if walker.begun => return Ok(None),
            SyncOp::KeyCreate | SyncOp::KeyDelete => {
                walker.keys.call(&mut self.early_keys, op, args).unwrap_or_default()
            }
            _ => match crate::start::operate(&self.memory, &mut self.early_objects, op, args) {
                Some(results) => results,
                None => return Ok(None),
            },
        };
        if !op.is_local() {
            let objects: &[u64] =
                if matches!(op, SyncOp::KeyCreate | SyncOp::KeyDelete) { &[] } else { &[first] };
            self.add_sync(walker, request, (SyncStep::Do(op), objects), &results, moment);
        }
        Ok(Some(Answer::Values(results)))
    }

    pub(super) fn read(&mut self, addr: u64, size: u64) -> Outcome<u128> {
        match self.memory.read(addr, size) {
            Ok((value, false)) => Ok(value),
            Ok((_, true)) => self.memory.settle(addr, size, 0).map_err(|fault| fault.message),
            Err(fault) => Err(fault.message),
        }
    }

    pub(super) fn write(&mut self, addr: u64, size: u64, value: u128, id: EventId) -> Outcome {
        self.memory.write(addr, size, value, None).map_err(|fault| fault.message)?;
        self.writers.extend((addr..addr + size).map(|byte| (byte, id)));
        Ok(())
    }

    pub(super) fn pieces(&self, addr: u64, size: u64) -> SmallVec<[ReadsFrom; 1]> {
        let writer = |byte: u64| self.writers.get(&byte).or_else(|| self.early_writers.get(&byte)).copied();
        ReadsFrom::pieces((addr..addr + size).map(writer))
    }
}
