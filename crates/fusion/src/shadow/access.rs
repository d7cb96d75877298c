//! Instructions that the world answers, synchronisation apart.

use super::frame::ShadowThread;
use super::{Builder, Result, Told};
use crate::expr::ExprId;
use crate::space::Touch;
use crate::trace::{Access, StepKind};
use interp::{Answer, Need, PrintState, ReadPurpose, ReadSet, Request, RequestKind};
use ir::{CompareOp, FenceBits, Inst, Op, Operand, PrintFn, RmwOp, SyncOp, Ty};

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
        if self.threads[thread as usize].frames.is_empty() {
            return self.destructors(thread, told);
        }
        let Some((op, inst)) = self.instruction(thread) else {
            return self.released(thread, told);
        };
        match op {
            Op::Load { addr, .. } => self.load(thread, *addr, told)?,
            Op::Store { addr, value, .. } => self.store(thread, *addr, *value, told)?,
            Op::Rmw { op, addr, value, .. } => self.update(thread, *addr, Some((*op, *value)), None, told)?,
            Op::CompareExchange { addr, expected, desired, .. } => {
                self.update(thread, *addr, None, Some((*expected, *desired)), told)?
            }
            Op::Copy { dst, src, .. } => self.copy(thread, [*dst, *src], told)?,
            Op::Fill { dst, byte, .. } => self.fill(thread, *dst, *byte, told)?,
            Op::Print { .. } => self.print(thread, told)?,
            Op::Alloca { size, .. } | Op::HeapAlloc { size, .. } => {
                let size = self.operand(thread, *size);
                self.pin(thread, size);
                let addr = self.exprs.constant(value_of(told.answer), Ty::Ptr);
                if let (Op::Alloca { .. }, Some(frame)) =
                    (op, self.threads[thread as usize].frames.last_mut())
                {
                    frame.objects = true;
                }
                self.complete(thread, &[addr]);
            }
            Op::ThreadLocal { global } => {
                let addr = value_of(told.answer) as u64;
                self.threads[thread as usize].thread_locals.push((*global, addr));
                let addr = self.exprs.constant(u128::from(addr), Ty::Ptr);
                self.complete(thread, &[addr]);
            }
            Op::HeapFree { ptr } => {
                let ptr = self.operand(thread, *ptr);
                let start = self.pin(thread, ptr) as u64;
                let size = self.objects.get(&start).copied().unwrap_or(1);
                if let Some(step) = told.step {
                    self.add_step(thread, StepKind::Free { start, size }, step);
                }
                self.complete(thread, &[]);
            }
            Op::ObjectSize { ptr } => {
                let ptr = self.operand(thread, *ptr);
                self.pin(thread, ptr);
                let size = self.exprs.constant(value_of(told.answer), Ty::I64);
                self.complete(thread, &[size]);
            }
            Op::Nondet { .. } => {
                let value = value_of(told.answer);
                match self.last_step(thread) {
                    Some(step) => step.inputs.push(value),
                    None => self.described[thread as usize].inputs.push(value),
                }
                let ty = self.result_ty(thread, inst);
                let value = self.exprs.constant(value, ty);
                self.complete(thread, &[value]);
            }
            Op::Sync { op: SyncOp::ThreadExit, args } => {
                let value = args.first().map(|&arg| self.operand(thread, arg));
                self.note_release(thread, told.request);
                self.exit_thread(thread, value);
            }
            Op::Sync { op, args } => self.synchronise(thread, *op, args, told)?,
            Op::AtomicBegin | Op::AtomicEnd => self.atomic(thread, matches!(op, Op::AtomicBegin), told),
            Op::TransactionBegin | Op::TransactionEnd => self.transaction(thread, op, told.request),
            Op::Fence { bits } => {
                self.note_fence(thread, *bits);
                self.complete(thread, &[]);
            }
            Op::Observe { .. } => self.complete(thread, &[]),
            _ => return self.differs(thread, format!("the record has {:?}", told.request.kind)),
        }
        self.run(thread)
    }

    fn result_ty(&self, thread: u32, inst: &Inst) -> Ty {
        let frame = self.threads[thread as usize].frames.last();
        let function = frame.and_then(|frame| self.function(frame.function));
        match (function, inst.results.first()) {
            (Some(function), Some(&value)) => function.values[value].ty,
            _ => Ty::I32,
        }
    }

    /// The objects of the innermost frame are gone; it returns.
    fn released(&mut self, thread: u32, told: Told<'a>) -> Result {
        if !matches!(told.request.kind, RequestKind::Release { .. }) {
            return self.differs(thread, format!("the record has {:?}", told.request.kind));
        }
        self.note_release(thread, told.request);
        if let Some(frame) = self.threads[thread as usize].frames.last_mut() {
            frame.objects = false;
        }
        self.run(thread)
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
        let thread = &mut self.described[thread as usize];
        thread.fences.push((thread.steps.len() as u32, bits));
    }

    /// The borders of an atomic section are fences.
    fn atomic(&mut self, thread: u32, begins: bool, told: Told<'a>) {
        self.note_fence(thread, FenceBits::FULL);
        let data: &mut ShadowThread = &mut self.threads[thread as usize];
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
        self.complete(thread, &[]);
    }

    fn transaction(&mut self, thread: u32, op: &Op, request: &Request) {
        let next = self.described[thread as usize].steps.len() as u32;
        let data = &mut self.threads[thread as usize];
        if matches!(op, Op::TransactionBegin) {
            data.open.push((next, request.span));
        } else if let Some((first, span)) = data.open.pop()
            && first + 1 < next
        {
            let why = crate::trace::Why::Marked;
            self.transactions.push(crate::trace::Transaction { thread, first, last: next - 1, why, span });
        }
        self.complete(thread, &[]);
    }

    /// Whether others can tell, and where it goes if that is not known. Pins the address where it must be.
    fn place(&mut self, thread: u32, addr: ExprId, told: Told<'a>) -> Result<Place> {
        let Some((seen, size)) = told.request.access() else {
            return self.differs(thread, format!("the record has {:?}", told.request.kind));
        };
        if self.exprs.seen(addr) as u64 != seen {
            return self.differs(thread, "an access to another place");
        }
        if !self.exprs.is_symbolic(addr) {
            return Ok(match self.space.is_shared(seen) {
                true => Place::Shared(None),
                false => Place::Private,
            });
        }
        let places = self.possible_places(addr, seen, size);
        let visible = places.iter().any(|&place| self.space.is_touched_by_others(place, thread));
        if told.step.is_none() || !self.symbolic_addresses || places.len() < 2 || !visible {
            self.pin(thread, addr);
            return Ok(match told.step.is_some() && self.space.is_shared(seen) {
                true => Place::Shared(None),
                false => Place::Private,
            });
        }
        let writes = !matches!(told.request.kind, RequestKind::Read { .. });
        let touches = places.iter().map(|&addr| Touch { addr, size, thread, writes, wild: true });
        self.possible.extend(touches);
        Ok(Place::Shared(Some((addr, places))))
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
        let access = Access { symbolic, order: told.request.order, failure, ..Access::at(addr, size) };
        let id = self.add_step(thread, StepKind::Access(access), step);
        if !reads {
            return None;
        }
        let (read, expr) = self.new_read(id, size, value_of(told.answer));
        if let StepKind::Access(access) = &mut self.steps[id.0 as usize].kind {
            access.read = Some(read);
        }
        Some(expr)
    }

    fn set_write(&mut self, thread: u32, value: ExprId, cond: ExprId) {
        if let Some(step) = self.last_step(thread)
            && let StepKind::Access(access) = &mut step.kind
        {
            access.write = Some((value, cond));
        }
    }

    /// Private memory: the bytes that were written last, or those that were there.
    fn read_private(&mut self, addr: u64, size: u64, seen: u128) -> ExprId {
        let mut result: Option<ExprId> = None;
        for offset in 0..size {
            let byte = match self.memory.get(&(addr + offset)) {
                Some(&(value, index)) => self.exprs.bytes(value, u64::from(index), 1),
                None => self.exprs.constant(seen >> (8 * offset).min(127), Ty::I8),
            };
            result = Some(match result {
                Some(low) => self.exprs.join(low, byte),
                None => byte,
            });
        }
        result.unwrap_or_else(|| self.exprs.constant(0, Ty::I8))
    }
    fn write_private(&mut self, addr: u64, size: u64, value: ExprId) {
        for offset in 0..size {
            self.memory.insert(addr + offset, (value, offset as u8));
        }
    }

    /// The bytes that an access reads.
    fn read_bytes(&mut self, thread: u32, addr: ExprId, told: Told<'a>) -> Result<ExprId> {
        let place = self.place(thread, addr, told)?;
        let (seen_addr, size) = told.request.access().unwrap_or((0, 1));
        let seen = value_of(told.answer);
        let private = matches!(place, Place::Private);
        let read = self.access_step(thread, told, place, !private);
        Ok(match read {
            Some(read) => read,
            None => self.read_private(seen_addr, size, seen),
        })
    }

    fn write_bytes(&mut self, thread: u32, addr: ExprId, bytes: ExprId, told: Told<'a>) -> Result {
        let place = self.place(thread, addr, told)?;
        let (seen_addr, size) = told.request.access().unwrap_or((0, 1));
        if matches!(place, Place::Private) {
            self.write_private(seen_addr, size, bytes);
        }
        self.access_step(thread, told, place, false);
        let always = self.exprs.truth(true);
        self.set_write(thread, bytes, always);
        Ok(())
    }

    fn load(&mut self, thread: u32, addr: Operand, told: Told<'a>) -> Result {
        let addr = self.operand(thread, addr);
        let bytes = self.read_bytes(thread, addr, told)?;
        self.complete(thread, &[bytes]);
        Ok(())
    }

    fn store(&mut self, thread: u32, addr: Operand, value: Operand, told: Told<'a>) -> Result {
        let (addr, value) = (self.operand(thread, addr), self.operand(thread, value));
        let Some((_, size)) = told.request.access() else { return self.differs(thread, "no store") };
        let bytes = self.exprs.to_memory(value, size);
        self.write_bytes(thread, addr, bytes, told)?;
        self.complete(thread, &[]);
        Ok(())
    }

    /// A read-modify-write: by an operation, or a compare-exchange.
    fn update(
        &mut self,
        thread: u32,
        addr: Operand,
        rmw: Option<(RmwOp, Operand)>,
        exchange: Option<(Operand, Operand)>,
        told: Told<'a>,
    ) -> Result {
        let addr = self.operand(thread, addr);
        let (RequestKind::Rmw { ty, size, .. } | RequestKind::CompareExchange { ty, size, .. }) =
            told.request.kind
        else {
            return self.differs(thread, "no read-modify-write");
        };
        // Operands are taken before the step: their guards belong to it.
        let operands = match (rmw, exchange) {
            (Some((_, value)), _) => vec![self.operand(thread, value)],
            (_, Some((expected, desired))) => {
                vec![self.operand(thread, expected), self.operand(thread, desired)]
            }
            _ => Vec::new(),
        };
        let before = self.read_bytes(thread, addr, told)?;
        let old = self.exprs.from_memory(before, ty);
        let always = self.exprs.truth(true);
        let (new, cond, results) = match (rmw, &operands[..]) {
            (Some((op, _)), &[value]) => {
                if matches!(op, RmwOp::FAdd | RmwOp::FSub) {
                    self.require_seen(thread, before);
                }
                (self.rmw(thread, op, ty, old, value)?, always, vec![old])
            }
            (_, &[expected, desired]) => {
                let expected = self.exprs.from_memory(expected, ty);
                let success = match told.answer {
                    Answer::CasFailed(_) => self.exprs.truth(false),
                    _ => self.exprs.compare(CompareOp::Eq, old, expected),
                };
                (desired, success, vec![old, success])
            }
            _ => return self.differs(thread, "a read-modify-write without operands"),
        };
        let bytes = self.exprs.to_memory(new, size);
        let shared = self.last_step(thread).is_some_and(|step| matches!(step.kind, StepKind::Access(_)));
        match (shared, told.request.access()) {
            (true, _) => self.set_write(thread, bytes, cond),
            (false, Some((addr, size))) => {
                let kept = self.exprs.select(cond, bytes, before);
                self.write_private(addr, size, kept);
            }
            _ => {}
        }
        self.complete(thread, &results);
        Ok(())
    }

    /// The last step happens only if it reads what it read in the run.
    fn require_seen(&mut self, thread: u32, read: ExprId) {
        let seen = self.exprs.seen(read);
        let same = self.exprs.equals(read, seen);
        if let Some(step) = self.last_step(thread)
            && let StepKind::Access(access) = &mut step.kind
        {
            access.requires = Some(same);
        }
    }

    fn copy(&mut self, thread: u32, [dst, src]: [Operand; 2], told: Told<'a>) -> Result {
        let base = [dst, src].map(|operand| self.operand(thread, operand));
        base.iter().for_each(|&addr| {
            self.pin(thread, addr);
        });
        let Some((addr, size)) = told.request.access() else {
            return self.differs(thread, "no copy");
        };
        let addr = self.exprs.constant(u128::from(addr), Ty::Ptr);
        match self.threads[thread as usize].piece.take() {
            None => {
                let bytes = self.read_bytes(thread, addr, told)?;
                self.threads[thread as usize].piece = Some(bytes);
            }
            Some(bytes) => {
                self.write_bytes(thread, addr, bytes, told)?;
                self.threads[thread as usize].copied += size;
            }
        }
        Ok(())
    }

    fn fill(&mut self, thread: u32, dst: Operand, byte: Operand, told: Told<'a>) -> Result {
        let (dst, byte) = (self.operand(thread, dst), self.operand(thread, byte));
        self.pin(thread, dst);
        self.pin(thread, byte);
        let RequestKind::Write { addr, size, value, .. } = told.request.kind else {
            return self.differs(thread, "no fill");
        };
        let addr = self.exprs.constant(u128::from(addr), Ty::Ptr);
        let bytes = self.exprs.constant(value, Ty::Int((8 * size) as u8));
        self.write_bytes(thread, addr, bytes, told)?;
        self.threads[thread as usize].copied += size;
        Ok(())
    }

    /// A print begins; whatever decides its path, and its result where somebody looks at it, is pinned. Whether it is over
    /// at once.
    pub(super) fn begin_print(&mut self, thread: u32, func: PrintFn, args: &[Operand], inst: &Inst) -> bool {
        if self.threads[thread as usize].printing.is_some() {
            return false;
        }
        let into_memory = matches!(func, PrintFn::Sprintf | PrintFn::Snprintf | PrintFn::Vsnprintf);
        let all = into_memory || self.is_read(thread, inst);
        let mut values = Vec::new();
        for &arg in args {
            let arg = self.operand(thread, arg);
            let ty = self.exprs.ty(arg);
            if all || ty == Ty::Ptr {
                self.pin(thread, arg);
            }
            values.push((self.exprs.seen(arg), ty));
        }
        let print = PrintState::start(func, &values, ReadSet::EMPTY);
        self.threads[thread as usize].printing = Some(print);
        self.end_print(thread)
    }

    /// Whether anybody reads the result of an instruction.
    fn is_read(&self, thread: u32, inst: &Inst) -> bool {
        let frame = self.threads[thread as usize].frames.last();
        let function = frame.and_then(|frame| self.function(frame.function));
        let result = inst.results.first().map(|&result| Operand::Value(result));
        let (Some(function), Some(result)) = (function, result) else { return false };
        function.blocks.iter().any(|block| {
            let mut found = false;
            block
                .insts
                .iter()
                .for_each(|inst| inst.op.for_each_operand(|operand| found |= operand == result));
            block.term.for_each_operand(|operand| found |= operand == result);
            found
        })
    }

    /// Goes on behind a print that is done; false: it is not.
    fn end_print(&mut self, thread: u32) -> bool {
        let need = self.threads[thread as usize].printing.as_ref().map(PrintState::need);
        let Some(&Need::Done { result }) = need else { return false };
        self.threads[thread as usize].printing = None;
        let result = self.exprs.constant(result as u32 as u128, Ty::I32);
        self.complete(thread, &[result]);
        true
    }

    /// One request of a print.
    fn print(&mut self, thread: u32, told: Told<'a>) -> Result {
        let read = match &told.request.kind {
            RequestKind::Read { addr, purpose: ReadPurpose::Print, .. } => {
                let addr = self.exprs.constant(u128::from(*addr), Ty::Ptr);
                let bytes = self.read_bytes(thread, addr, told)?;
                self.pin(thread, bytes)
            }
            RequestKind::Write { addr, size, value, .. } => {
                let addr = self.exprs.constant(u128::from(*addr), Ty::Ptr);
                let bytes = self.exprs.constant(*value, Ty::Int((8 * size) as u8));
                self.write_bytes(thread, addr, bytes, told)?;
                0
            }
            RequestKind::Output { .. } => {
                if let Some(step) = told.step {
                    self.add_step(thread, StepKind::Private, step);
                }
                0
            }
            other => return self.differs(thread, format!("the record has {other:?} in a print")),
        };
        if let Some(print) = &mut self.threads[thread as usize].printing {
            print.answer(read);
        }
        self.end_print(thread);
        Ok(())
    }
}
