//! Instructions that the world answers, synchronisation apart.

use super::{Builder, Result, Told};
use crate::expr::ExprId;
use crate::space::Touch;
use crate::trace::{Access, StepKind, Why};
use interp::{Answer, ReadPurpose, Request, RequestKind, rmw_result};
use ir::{CompareOp, FenceBits, Op, RmwOp, Ty};

/// The results of an instruction that are more than the numbers of the run.
pub(super) type Results = [Option<ExprId>; 2];

/// Places that a symbolic address may have; with more of them it is pinned to that of the run.
const MAX_PLACES: usize = 64;

/// What an access finds at its address.
enum Place {
    Private,
    Shared(Option<(ExprId, Vec<u64>)>),
}

fn value_of(answer: &Answer) -> u128 {
    match answer {
        Answer::Value(value) | Answer::CasFailed(value) => *value,
        Answer::Values(values) => values.first().copied().unwrap_or(0),
        Answer::Done | Answer::Calls(_) => 0,
    }
}

impl<'a> Builder<'a> {
    /// A thread is told something.
    pub(super) fn consume(&mut self, thread: u32, told: Told<'a>) -> Result {
        let asked = self.threads[thread as usize].request.as_ref();
        if asked != Some(&told.request.kind) {
            let asked = format!("{asked:?}");
            return self.differs(thread, format!("it has {:?} for {asked}", told.request.kind));
        }
        let mut results: Results = [None; 2];
        match &told.request.kind {
            RequestKind::Read { purpose, .. } => {
                let bytes = self.read(thread, told);
                match purpose {
                    ReadPurpose::Load => results[0] = Some(bytes),
                    ReadPurpose::Copy => self.threads[thread as usize].piece = Some(bytes),
                    ReadPurpose::Print => {
                        self.pin(thread, bytes);
                    }
                }
            }
            RequestKind::Write { .. } => self.write(thread, told),
            RequestKind::Rmw { .. } | RequestKind::CompareExchange { .. } => {
                results = self.update(thread, told)?;
            }
            &RequestKind::Free { addr: start } => {
                let size = self.objects.get(&start).copied().unwrap_or(1);
                if let Some(step) = told.step {
                    self.add_step(thread, StepKind::Free { start, size }, step);
                }
            }
            RequestKind::Input { .. } => {
                let value = value_of(told.answer);
                match self.last_step(thread) {
                    Some(step) => step.inputs.push(value),
                    None => self.trace.threads[thread as usize].inputs.push(value),
                }
            }
            RequestKind::Output { .. } => {
                if let Some(step) = told.step {
                    self.add_step(thread, StepKind::Private, step);
                }
            }
            RequestKind::Release { .. } => self.note_release(thread, told.request),
            RequestKind::Sync { op, .. } => results = self.synchronise(thread, *op, told)?,
            RequestKind::AtomicBegin => self.atomic(thread, true, told),
            RequestKind::AtomicEnd => self.atomic(thread, false, told),
            RequestKind::TransactionBegin => {
                let next = self.trace.threads[thread as usize].steps.len() as u32;
                self.threads[thread as usize].open.push((next, told.request.span));
            }
            RequestKind::TransactionEnd => {
                let next = self.trace.threads[thread as usize].steps.len() as u32;
                if let Some((first, span)) = self.threads[thread as usize].open.pop() {
                    self.add_transaction(thread, first, next.saturating_sub(1), Why::Marked, span);
                }
            }
            &RequestKind::Fence { bits } => self.note_fence(thread, bits),
            RequestKind::Destructors { .. } => self.destructors(thread, told.answer),
            _ => {}
        }
        self.complete(thread, told.answer, results);
        Ok(())
    }

    fn note_release(&mut self, thread: u32, request: &Request) {
        let RequestKind::Release { addrs } = &request.kind else { return };
        let objects: Vec<(u64, u64)> =
            addrs.iter().map(|&start| (start, self.objects.get(&start).copied().unwrap_or(1))).collect();
        if let Some(step) = self.last_step(thread) {
            step.kills.extend(objects);
        }
    }

    fn note_fence(&mut self, thread: u32, bits: FenceBits) {
        let thread = &mut self.trace.threads[thread as usize];
        thread.fences.push((thread.steps.len() as u32, bits));
    }

    /// The borders of an atomic section are fences.
    fn atomic(&mut self, thread: u32, begins: bool, told: Told<'a>) {
        self.note_fence(thread, FenceBits::FULL);
        let data = &mut self.threads[thread as usize];
        if begins {
            data.depth += 1;
            if data.depth == 1 {
                data.section = Some(self.n_sections);
                self.n_sections += 1;
            }
            if let Some(step) = told.step {
                self.add_step(thread, StepKind::Private, step);
            }
        } else if data.depth > 0 {
            data.depth -= 1;
            if data.depth == 0 {
                data.section = None;
                let guards = std::mem::take(&mut data.guards);
                if let Some(step) = self.last_step(thread) {
                    step.closing.extend(guards);
                }
            }
        }
    }

    /// Whether others can tell, and where it goes if that is not known. Pins the address where it must be.
    fn place(&mut self, thread: u32, addr: ExprId, told: Told<'a>) -> Place {
        let (seen, size) = told.request.access().unwrap_or((0, 1));
        if !self.trace.exprs.is_symbolic(addr) {
            return if self.space.is_shared(seen) { Place::Shared(None) } else { Place::Private };
        }
        let places = self.possible_places(addr, seen, size);
        let visible = places.iter().any(|&place| self.space.is_touched_by_others(place, thread));
        if told.step.is_none() || !self.symbolic_addresses || places.len() < 2 || !visible {
            self.pin(thread, addr);
            return match told.step.is_some() && self.space.is_shared(seen) {
                true => Place::Shared(None),
                false => Place::Private,
            };
        }
        let writes = !matches!(told.request.kind, RequestKind::Read { .. });
        let touches = places.iter().map(|&addr| Touch { addr, size, thread, writes, wild: true });
        self.possible.extend(touches);
        Place::Shared(Some((addr, places)))
    }

    /// Where an access may go beside where it went: elsewhere in the object, or to the same offset of another object.
    fn possible_places(&self, addr: ExprId, seen: u64, size: u64) -> Vec<u64> {
        let Some((start, length)) = self.object_at(seen) else { return vec![seen] };
        let offset = seen - start;
        if length / size.max(1) > MAX_PLACES as u64 {
            return vec![seen];
        }
        let mut places = Vec::new();
        if self.has_fixed_base(addr) {
            let mut place = start + offset % size;
            while place + size <= start + length {
                places.push(place);
                place += size;
            }
        } else {
            places.push(seen);
            for &other in self.pointed_to.iter().filter(|&&other| other != start) {
                if self.objects.get(&other).is_some_and(|&length| offset + size <= length) {
                    places.push(other + offset);
                }
            }
        }
        places.retain(|&place| self.space.is_clean(place, size) && !self.is_constant(place));
        places.sort_unstable();
        if places.len() > MAX_PLACES { vec![seen] } else { places }
    }

    fn is_constant(&self, addr: u64) -> bool {
        self.recording.world.memory().is_constant(addr, 1)
    }

    /// Adds the step of an access. The read variable, if it reads.
    fn access_step(&mut self, thread: u32, told: Told<'a>, place: Place, reads: bool) -> Option<ExprId> {
        let step = told.step?;
        let (addr, size) = told.request.access()?;
        let Place::Shared(symbolic) = place else {
            self.add_step(thread, StepKind::Private, step);
            return None;
        };
        let failure = match told.request.kind {
            RequestKind::CompareExchange { failure, .. } => Some(failure),
            _ => None,
        };
        let (read, expr) = reads.then(|| self.new_read(size, value_of(told.answer))).unzip();
        let access = Access { symbolic, read, order: told.request.order, failure, ..Access::at(addr, size) };
        self.add_step(thread, StepKind::Access(access), step);
        expr
    }
    /// The access that the thread did last, if its last step was one.
    fn last_access(&mut self, thread: u32) -> Option<&mut Access> {
        match &mut self.last_step(thread)?.kind {
            StepKind::Access(access) => Some(access),
            _ => None,
        }
    }

    fn set_write(&mut self, thread: u32, value: ExprId, cond: ExprId) {
        if let Some(access) = self.last_access(thread) {
            access.write = Some((value, cond));
        }
    }

    /// Private memory: the bytes that were written last, or those that were there.
    fn read_private(&mut self, addr: u64, size: u64, seen: u128) -> ExprId {
        let mut result: Option<ExprId> = None;
        for offset in 0..size {
            let byte = match self.memory.get(&(addr + offset)) {
                Some(&(value, index)) => self.trace.exprs.bytes(value, u64::from(index), 1),
                None => self.trace.exprs.constant(seen >> (8 * offset).min(127), Ty::I8),
            };
            result = Some(match result {
                Some(low) => self.trace.exprs.join(low, byte),
                None => byte,
            });
        }
        result.unwrap_or_else(|| self.trace.exprs.constant(0, Ty::I8))
    }
    fn write_private(&mut self, addr: u64, size: u64, value: ExprId) {
        for offset in 0..size {
            self.memory.insert(addr + offset, (value, offset as u8));
        }
    }

    /// The address of the access at hand. That of a copy, a fill or a print is pinned.
    fn address(&mut self, thread: u32, told: Told<'a>) -> ExprId {
        match self.instruction(thread) {
            Some(
                &(Op::Load { addr, .. }
                | Op::Store { addr, .. }
                | Op::Rmw { addr, .. }
                | Op::CompareExchange { addr, .. }),
            ) => self.operand(thread, addr),
            _ => {
                let (addr, _) = told.request.access().unwrap_or((0, 1));
                self.trace.exprs.constant(u128::from(addr), Ty::Ptr)
            }
        }
    }

    /// The bytes that an access reads.
    fn read(&mut self, thread: u32, told: Told<'a>) -> ExprId {
        let addr = self.address(thread, told);
        let place = self.place(thread, addr, told);
        let (seen_addr, size) = told.request.access().unwrap_or((0, 1));
        let private = matches!(place, Place::Private);
        let read = self.access_step(thread, told, place, !private);
        read.unwrap_or_else(|| self.read_private(seen_addr, size, value_of(told.answer)))
    }

    fn write(&mut self, thread: u32, told: Told<'a>) {
        let &RequestKind::Write { addr: seen_addr, size, value: seen, .. } = &told.request.kind else {
            return;
        };
        let addr = self.address(thread, told);
        let bytes = match (self.instruction(thread), self.threads[thread as usize].piece.take()) {
            (_, Some(piece)) => piece,
            (Some(&Op::Store { value, .. }), _) => {
                let value = self.operand(thread, value);
                self.trace.exprs.to_memory(value, size)
            }
            _ => self.trace.exprs.constant(seen, Ty::Int((8 * size) as u8)),
        };
        let place = self.place(thread, addr, told);
        if matches!(place, Place::Private) {
            self.write_private(seen_addr, size, bytes);
        }
        self.access_step(thread, told, place, false);
        let always = self.trace.exprs.truth(true);
        self.set_write(thread, bytes, always);
    }

    /// A read-modify-write: by an operation, or a compare-exchange.
    fn update(&mut self, thread: u32, told: Told<'a>) -> Result<Results> {
        let (RequestKind::Rmw { ty, addr, size, .. } | RequestKind::CompareExchange { ty, addr, size, .. }) =
            told.request.kind
        else {
            return self.differs(thread, "no read-modify-write");
        };
        let before = self.read(thread, told);
        let old = self.trace.exprs.of_type(before, ty);
        let (new, cond, success) = match self.instruction(thread) {
            Some(&Op::Rmw { op, value, .. }) => {
                let value = self.operand(thread, value);
                if matches!(op, RmwOp::FAdd | RmwOp::FSub) {
                    self.require_seen(thread, before);
                }
                let left = rmw_result(op, ty, self.trace.exprs.seen(old), self.trace.exprs.seen(value));
                let new = self.rmw(thread, op, old, value);
                (
                    new.unwrap_or_else(|| self.trace.exprs.constant(left, ty)),
                    self.trace.exprs.truth(true),
                    None,
                )
            }
            Some(&Op::CompareExchange { expected, desired, .. }) => {
                let (expected, desired) = (self.operand(thread, expected), self.operand(thread, desired));
                let success = match told.answer {
                    Answer::CasFailed(_) => self.trace.exprs.truth(false),
                    _ => self.trace.exprs.compare(CompareOp::Eq, old, expected),
                };
                (desired, success, Some(success))
            }
            _ => return self.differs(thread, "a read-modify-write without operands"),
        };
        let bytes = self.trace.exprs.to_memory(new, size);
        match self.last_access(thread).is_some() {
            true => self.set_write(thread, bytes, cond),
            false => {
                let kept = self.trace.exprs.select(cond, bytes, before);
                self.write_private(addr, size, kept);
            }
        }
        Ok([Some(old), success])
    }

    /// The last step happens only if it reads what it read in the run.
    fn require_seen(&mut self, thread: u32, read: ExprId) {
        let seen = self.trace.exprs.seen(read);
        let same = self.trace.exprs.equals(read, seen);
        if let Some(access) = self.last_access(thread) {
            access.requires = Some(same);
        }
    }
}
