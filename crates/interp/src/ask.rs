//! From the step at hand to a request.

use crate::code::{Code, Step};
use crate::machine::{Machine, read};
use crate::print::{Need, PrintState};
use crate::shadow::Arg;
use crate::state::{Progress, ThreadState};
use crate::{AllocKind, ReadDependencies, ReadPurpose, ReadSet, Request, RequestKind, RuntimeError, Values};
use ir::{Access, AssertKind, Id, Inst, Op, Operand, Operands, PrintFn, SyncOp, Ty, layout};
use std::sync::Arc;

/// One piece of a copy or fill: at most 8 bytes, aligned to its size on both sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Piece {
    pub dst: u64,
    pub src: u64,
    pub size: u64,
}

/// The next piece after `done` bytes of a memmove; from the end backwards where the target overlaps what is still to
/// be read.
pub(crate) fn copy_piece(dst: u64, src: u64, len: u64, done: u64) -> Option<Piece> {
    let left = len.checked_sub(done).filter(|&left| left > 0)?;
    let backwards = dst > src && dst - src < len;
    let (dst_edge, src_edge) = match backwards {
        true => (dst.wrapping_add(left), src.wrapping_add(left)),
        false => (dst.wrapping_add(done), src.wrapping_add(done)),
    };
    let size = [8, 4, 2, 1].into_iter().find(|&n| n <= left && dst_edge % n == 0 && src_edge % n == 0)?;
    let back = if backwards { size } else { 0 };
    Some(Piece { dst: dst_edge.wrapping_sub(back), src: src_edge.wrapping_sub(back), size })
}

/// A place in the code with the registers that belong to it.
#[derive(Clone, Copy)]
pub(crate) struct Here<'m> {
    pub code: &'m Code,
    pub base: usize,
    pub pc: usize,
}

impl Machine {
    pub(crate) fn here(&self, state: &ThreadState) -> Option<Here<'_>> {
        let frame = state.frames.last()?;
        let code = self.codes.get(frame.function.index())?;
        Some(Here { code, base: frame.base as usize, pc: frame.pc as usize })
    }

    fn taint(&self, state: &ThreadState, operand: Operand) -> ReadSet {
        state.taint(self.slot(state, operand))
    }
    fn operands_taint(&self, state: &ThreadState, operands: &[Operand]) -> ReadSet {
        operands.iter().fold(ReadSet::EMPTY, |taint, &operand| taint.union(&self.taint(state, operand)))
    }

    /// The request of the step at hand; `None`: it could be done without the world after all.
    pub(crate) fn ask(&self, state: &mut ThreadState) -> Option<Request> {
        let here = self.here(state)?;
        match &here.code.steps[here.pc] {
            Step::Load { access, addr, .. } => {
                let access = &here.code.accesses[*access as usize];
                let at = state.taint(addr.slot(here.base));
                let (addr, ty) = (read(state, here.code, here.base, *addr) as u64, access.ty);
                let kind = RequestKind::Read { addr, size: ty.bytes(), ty, purpose: ReadPurpose::Load };
                Some(self.access(state, kind, access, at, ReadSet::EMPTY))
            }
            Step::Store { access, addr, value } => {
                let access = &here.code.accesses[*access as usize];
                let [at, data] = [addr, value].map(|src| state.taint(src.slot(here.base)));
                let (addr, ty) = (read(state, here.code, here.base, *addr) as u64, access.ty);
                let value = read(state, here.code, here.base, *value);
                let kind = RequestKind::Write { addr, size: ty.bytes(), ty, value };
                Some(self.access(state, kind, access, at, data))
            }
            Step::Return { .. } => {
                Some(Request::new(RequestKind::Release { addrs: state.frame_objects() }, self.span(state)))
            }
            Step::Assert { inst, .. } => Some(self.failed_property(state, &here.code.insts[*inst as usize])),
            Step::World { inst } => self.ask_inst(state, &here.code.insts[*inst as usize]),
            _ => Some(self.request(state, RequestKind::Error(RuntimeError::Unreachable))),
        }
    }

    fn request(&self, state: &ThreadState, kind: RequestKind) -> Request {
        let mut request = Request::new(kind, self.span(state));
        if state.tracking {
            request.deps.ctrl = state.control_set();
        }
        request
    }
    /// A request for memory whose address and value depend on these.
    fn access(
        &self,
        state: &ThreadState,
        kind: RequestKind,
        access: &Access,
        addr: ReadSet,
        data: ReadSet,
    ) -> Request {
        let Access { order, volatile, initialised, place, .. } = access.clone();
        let deps = match state.tracking {
            true => ReadDependencies { addr, data, ctrl: state.control_set() },
            false => ReadDependencies::default(),
        };
        Request { kind, span: self.span(state), place, order, volatile, initialised, deps }
    }

    fn failed_property(&self, state: &ThreadState, inst: &Inst) -> Request {
        let kind = match &inst.op {
            Op::Assert { kind, message, .. } => {
                RequestKind::AssertFailed { kind: *kind, message: message.clone() }
            }
            Op::Assume { .. } => RequestKind::AssumeFailed,
            _ => RequestKind::AssertFailed { kind: AssertKind::Assert, message: Arc::from("") },
        };
        self.request(state, kind)
    }

    fn ask_inst(&self, state: &mut ThreadState, inst: &Inst) -> Option<Request> {
        let value = |state: &ThreadState, operand: &Operand| self.number(state, *operand);
        let taint = |state: &ThreadState, operand: &Operand| self.taint(state, *operand);
        let kind = match &inst.op {
            Op::Alloca { size, name, .. } => {
                let size = value(state, size) as u64;
                self.alloc(state, (size, 0), false, AllocKind::Stack, name.clone())
            }
            Op::HeapAlloc { size, by, zeroed } => {
                let size = value(state, size) as u64;
                self.alloc(state, (size, layout::heap_offset(*by)), *zeroed, AllocKind::Heap, None)
            }
            Op::ThreadLocal { global } => {
                if let Some(&(_, addr)) = state.thread_locals.iter().find(|(id, _)| id == global) {
                    self.complete(state, inst, &[u128::from(addr)], ReadSet::EMPTY);
                    return None;
                }
                let data = &self.program().globals[*global];
                let kind = AllocKind::ThreadLocal(*global);
                self.alloc(state, (data.size, 0), true, kind, Some(data.name.clone()))
            }
            Op::Rmw { access, op, addr, value: operand } => {
                let (at, data) = (taint(state, addr), taint(state, operand));
                let (ty, size) = (access.ty, access.ty.bytes());
                let (addr, value) = (value(state, addr) as u64, value(state, operand));
                let kind = RequestKind::Rmw { addr, size, ty, op: *op, value };
                return Some(self.access(state, kind, access, at, data));
            }
            Op::CompareExchange { access, failure, addr, expected, desired, weak } => {
                let data = taint(state, expected).union(&taint(state, desired));
                let at = taint(state, addr);
                let kind = RequestKind::CompareExchange {
                    addr: value(state, addr) as u64,
                    size: access.ty.bytes(),
                    ty: access.ty,
                    expected: value(state, expected),
                    desired: value(state, desired),
                    failure: *failure,
                    weak: *weak,
                };
                return Some(self.access(state, kind, access, at, data));
            }
            Op::Copy { dst, src, len } => return self.ask_copy(state, inst, [*dst, *src, *len]),
            Op::Fill { dst, byte, len } => return self.ask_fill(state, inst, [*dst, *byte, *len]),
            Op::HeapFree { ptr } => match value(state, ptr) as u64 {
                0 => {
                    self.complete(state, inst, &[], ReadSet::EMPTY);
                    return None;
                }
                addr => {
                    let mut request = self.request(state, RequestKind::Free { addr });
                    request.deps.addr = taint(state, ptr);
                    return Some(request);
                }
            },
            Op::ScopeEnd { ptr } => {
                RequestKind::Release { addrs: std::iter::once(value(state, ptr) as u64).collect() }
            }
            Op::ObjectSize { ptr } => RequestKind::ObjectSize { addr: value(state, ptr) as u64 },
            Op::Sync { op: SyncOp::ThreadExit, args } => {
                if state.objects.is_empty() {
                    let result = args.first().map_or(0, |arg| value(state, arg));
                    self.exit_thread(state, result);
                    return None;
                }
                RequestKind::Release { addrs: state.objects.iter().rev().copied().collect() }
            }
            Op::Sync { op, args } => {
                let values: Values = args.iter().map(|arg| value(state, arg)).collect();
                let mut request = self.request(state, RequestKind::Sync { op: *op, args: values });
                request.deps.data = self.operands_taint(state, args);
                return Some(request);
            }
            Op::Print { func, args } => return self.ask_print(state, inst, *func, args),
            Op::Exit { code } => RequestKind::Exit { code: value(state, code) as u32 as i32 },
            Op::Abort => RequestKind::Abort,
            Op::Fence { bits } => RequestKind::Fence { bits: *bits },
            Op::Nondet { kind } => {
                let result = inst.results.first().map(|&id| Operand::Value(id));
                let ty = result.map_or(Ty::I32, |result| self.operand(state, result).ty);
                RequestKind::Input { kind: kind.clone(), ty }
            }
            Op::AtomicBegin => RequestKind::AtomicBegin,
            Op::AtomicEnd => RequestKind::AtomicEnd,
            Op::TransactionBegin => RequestKind::TransactionBegin,
            Op::TransactionEnd => RequestKind::TransactionEnd,
            Op::Observe { name, value: operand } => {
                let Arg { value, ty, .. } = self.operand(state, *operand);
                RequestKind::Observe { name: name.clone(), value, ty }
            }
            Op::Unsupported { reason } => RequestKind::Unsupported { reason: reason.clone() },
            // All others have a step of their own.
            _ => RequestKind::Error(RuntimeError::Unreachable),
        };
        Some(self.request(state, kind))
    }

    fn alloc(
        &self,
        state: &ThreadState,
        (size, offset): (u64, u64),
        zeroed: bool,
        kind: AllocKind,
        name: Option<Arc<str>>,
    ) -> RequestKind {
        match (state.object_address(size, offset), kind) {
            (Some(addr), _) => RequestKind::Alloc { addr, size, zeroed, kind, name },
            // A heap allocation that cannot be had fails; the world sees an address of 0 and answers it.
            (None, AllocKind::Heap) => RequestKind::Alloc { addr: 0, size, zeroed, kind, name },
            (None, _) => RequestKind::Error(RuntimeError::OutOfMemory),
        }
    }

    fn ask_copy(&self, state: &mut ThreadState, inst: &Inst, operands: [Operand; 3]) -> Option<Request> {
        let [dst, src, len] = operands.map(|operand| self.number(state, operand) as u64);
        let taints = operands.map(|operand| self.taint(state, operand));
        let (done, held) = match &state.progress {
            Progress::Copy { done, held } => (*done, held.clone()),
            _ => (0, None),
        };
        let Some(piece) = copy_piece(dst, src, len, done) else {
            self.complete(state, inst, &[], ReadSet::EMPTY);
            return None;
        };
        let Piece { dst, src, size } = piece;
        let ty = Ty::Int((8 * size) as u8);
        let (kind, addr, data) = match held {
            None => (
                RequestKind::Read { addr: src, size, ty, purpose: ReadPurpose::Copy },
                &taints[1],
                ReadSet::EMPTY,
            ),
            Some((value, data)) => (RequestKind::Write { addr: dst, size, ty, value }, &taints[0], data),
        };
        Some(self.access(state, kind, &Access::plain(ty), addr.union(&taints[2]), data))
    }

    fn ask_fill(&self, state: &mut ThreadState, inst: &Inst, operands: [Operand; 3]) -> Option<Request> {
        let [dst, byte, len] = operands.map(|operand| self.number(state, operand) as u64);
        let taints = operands.map(|operand| self.taint(state, operand));
        let done = if let Progress::Fill { done } = state.progress { done } else { 0 };
        let Some(Piece { dst, size, .. }) = copy_piece(dst, dst, len, done) else {
            self.complete(state, inst, &[], ReadSet::EMPTY);
            return None;
        };
        let ty = Ty::Int((8 * size) as u8);
        let value = u128::from(0x0101_0101_0101_0101 * (byte & 0xff)) & ty.mask();
        let kind = RequestKind::Write { addr: dst, size, ty, value };
        let at = taints[0].union(&taints[2]);
        Some(self.access(state, kind, &Access::plain(ty), at, taints[1].clone()))
    }

    fn ask_print(
        &self,
        state: &mut ThreadState,
        inst: &Inst,
        func: PrintFn,
        args: &Operands,
    ) -> Option<Request> {
        if !matches!(state.progress, Progress::Print(_)) {
            let args_of = args.iter().map(|&arg| self.operand(state, arg));
            let values: Vec<(u128, Ty)> = args_of.map(|arg| (arg.value, arg.ty)).collect();
            let taint = self.operands_taint(state, args);
            state.progress = Progress::Print(Box::new(PrintState::start(func, &values, taint)));
        }
        let Progress::Print(print) = &state.progress else { return None };
        let taint = print.taint.clone();
        let kind = match print.need() {
            Need::Read { addr, size } => RequestKind::Read {
                addr: *addr,
                size: *size,
                ty: Ty::Int((8 * size) as u8),
                purpose: ReadPurpose::Print,
            },
            Need::Write { addr, size, value } => {
                RequestKind::Write { addr: *addr, size: *size, ty: Ty::Int((8 * size) as u8), value: *value }
            }
            Need::Output { fd } => RequestKind::Output { fd: *fd, bytes: print.output.as_slice().into() },
            Need::Failed(message) => RequestKind::Error(RuntimeError::Format(message.clone())),
            Need::Done { result } => {
                let result = *result as u32 as u128;
                self.complete(state, inst, &[result], taint);
                return None;
            }
        };
        let mut request = self.request(state, kind);
        if matches!(request.kind, RequestKind::Write { .. }) {
            request.deps.data = taint;
        }
        Some(request)
    }

    /// The instruction at hand is done, with these results.
    pub(crate) fn complete(&self, state: &mut ThreadState, inst: &Inst, results: &[u128], taint: ReadSet) {
        let Some(frame) = state.frames.last_mut() else { return };
        frame.pc += 1;
        let (base, function) = (frame.base as usize, frame.function);
        state.steps.0 += 1;
        state.progress = Progress::None;
        for (&id, &value) in inst.results.iter().zip(results) {
            let mask = self.program().functions[function].values[id].ty.mask();
            state.values[base + id.index()] = value & mask;
            if state.tracking {
                state.taints[base + id.index()] = taint.clone();
            }
        }
    }
}
