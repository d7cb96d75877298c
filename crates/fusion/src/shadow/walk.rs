//! Beside the machine: what each register was computed by, and what the path asks for.

use super::access::Results;
use super::{Builder, Call};
use crate::expr::ExprId;
use crate::trace::{AssertPoint, Transaction, Why};
use interp::{Answer, Arg, Decision, Machine, Move, Pure, RequestKind, Shadow, ThreadState};
use ir::{
    BinaryOp, BlockId, Callee, CastOp, FuncId, Function, Op, Operand, PrintFn, RmwOp, SyncOp, Term, Ty,
};

/// Blocks and calls between a branch and the failure it guards.
const MAX_WAY_TO_FAILURE: u32 = 4;

/// Whether the solver has a term for an operation on numbers of this type; it has none for floating point, nor for exact
/// products of wide numbers.
fn has_term(op: Pure, ty: Ty) -> bool {
    match op {
        Pure::Unary(op) => !op.is_float(),
        Pure::Binary(op) => !op.is_float() && (op != BinaryOp::Mul || ty.bits() <= 64),
        Pure::Overflow(..) => ty.bits() <= 64,
        Pure::Compare(op) => !op.is_float(),
        Pure::Cast(op, _) => !op.is_float(),
        Pure::Select | Pure::PtrAdd => true,
    }
}

impl Shadow for Builder<'_> {
    fn compute(&mut self, state: &mut ThreadState, op: Pure, args: &[Arg], dst: usize) {
        let thread = state.thread();
        let registers = &self.threads[thread as usize].registers;
        let symbolic = args.iter().any(|arg| arg.slot.is_some_and(|slot| registers[slot].is_some()));
        let result = match symbolic {
            true => {
                let exprs: Vec<ExprId> = args.iter().map(|&arg| self.expr(thread, arg)).collect();
                self.apply(thread, op, &exprs)
            }
            false => None,
        };
        self.set(thread, dst, result);
    }

    fn decide(&mut self, machine: &Machine, state: &mut ThreadState, on: Arg, decision: Decision<'_>) {
        let thread = state.thread();
        let expr = self.expr(thread, on);
        if !self.trace.exprs.is_symbolic(expr) {
            return;
        }
        let is_assert = match decision {
            Decision::Branch { other, .. } => {
                // `assert` is a branch around a failure: what was not taken may be the failure.
                let function = state.call_stack().next_back();
                function.is_some_and(|id| self.fails(id, other, MAX_WAY_TO_FAILURE))
            }
            Decision::Assert(inst) => {
                matches!(inst.op, Op::Assert { kind, .. } if !kind.is_undefined_behaviour())
            }
            Decision::Switch { values, .. } if !values.contains(&on.value) => {
                for &value in values {
                    let same = self.trace.exprs.equals(expr, value);
                    let differs = self.trace.exprs.not(same);
                    self.guard(thread, differs);
                }
                return;
            }
            Decision::Switch { .. } | Decision::Call => {
                self.pin(thread, expr);
                return;
            }
        };
        let holds = if on.value != 0 { expr } else { self.trace.exprs.not(expr) };
        if is_assert {
            self.trace.asserts.push(AssertPoint {
                thread,
                after: self.trace.threads[thread as usize].steps.len() as u32,
                guards: self.threads[thread as usize].guards.clone(),
                cond: holds,
                span: machine.span(state),
            });
        }
        self.guard(thread, holds);
    }

    fn jump(&mut self, state: &mut ThreadState, moves: &[Move], _: BlockId) {
        let registers = &mut self.threads[state.thread() as usize].registers;
        let exprs: Vec<Option<ExprId>> = moves.iter().map(|&(_, from)| registers[from?]).collect();
        for (&(dst, _), expr) in moves.iter().zip(exprs) {
            registers[dst] = expr;
        }
    }

    fn enter(&mut self, state: &mut ThreadState, moves: &[Move]) {
        let thread = state.thread();
        let first_step = self.trace.threads[thread as usize].steps.len() as u32;
        let Some(function) = state.call_stack().next_back() else { return };
        let data = &mut self.threads[thread as usize];
        data.calls.push(Call { function, first_step, locked: Vec::new() });
        data.registers.resize(state.n_registers(), None);
        // From outside, a destructor is called with what its key holds.
        if state.depth() == 1 && !data.destructors.is_empty() {
            let argument = data.destructors.remove(0);
            self.set_parameter(thread, function, argument);
        }
        self.jump(state, moves, Function::ENTRY);
    }

    fn leave(&mut self, state: &mut ThreadState, values: &[Option<usize>], into: &[usize], base: usize) {
        let data = &mut self.threads[state.thread() as usize];
        let values: Vec<Option<ExprId>> = values.iter().map(|&from| data.registers[from?]).collect();
        if state.depth() == 1 && !data.ending {
            data.result = values.first().copied().flatten();
        }
        for (&dst, value) in into.iter().zip(values) {
            data.registers[dst] = value;
        }
        data.registers.truncate(base);
        self.close_calls(state.thread(), state.depth() - 1);
    }

    /// Pins what the world has to be asked the same way in every run.
    fn begin(&mut self, machine: &Machine, state: &ThreadState) {
        let thread = state.thread();
        let Some(inst) = machine.instruction(state) else { return };
        let at = |operand: &Operand| machine.operand(state, *operand);
        match &inst.op {
            Op::Alloca { size: pinned, .. }
            | Op::HeapAlloc { size: pinned, .. }
            | Op::HeapFree { ptr: pinned }
            | Op::ObjectSize { ptr: pinned } => self.pin_args(thread, [at(pinned)]),
            Op::Copy { dst: a, src: b, len } | Op::Fill { dst: a, byte: b, len } => {
                self.pin_args(thread, [at(len)]);
                if at(len).value != 0 {
                    self.pin_args(thread, [at(a), at(b)]);
                }
            }
            // Whatever decides the path of a print, and its result where somebody looks at it.
            Op::Print { func, args } => {
                let into_memory = matches!(func, PrintFn::Sprintf | PrintFn::Snprintf | PrintFn::Vsnprintf);
                let all = into_memory || !machine.result_is_unused(state);
                self.pin_args(thread, args.iter().map(at).filter(|arg| all || arg.ty == Ty::Ptr));
            }
            Op::Sync { op: SyncOp::ThreadExit, args } => {
                let value = args.first().map(|arg| self.expr(thread, at(arg)));
                let data = &mut self.threads[thread as usize];
                (data.result, data.ending) = (value, true);
            }
            _ => {}
        }
        for &result in &inst.results {
            if let Some(slot) = at(&Operand::Value(result)).slot {
                self.set(thread, slot, None);
            }
        }
    }
}

impl<'a> Builder<'a> {
    /// The expression of an operand. A register without one holds what it held in the run.
    pub(super) fn expr(&mut self, thread: u32, arg: Arg) -> ExprId {
        let registers = &self.threads[thread as usize].registers;
        match arg.slot.and_then(|slot| registers.get(slot).copied().flatten()) {
            Some(expr) => self.trace.exprs.of_type(expr, arg.ty),
            None => self.trace.exprs.constant(arg.value, arg.ty),
        }
    }
    pub(super) fn operand(&mut self, thread: u32, operand: Operand) -> ExprId {
        let arg = self.machine.operand(&self.states[thread as usize], operand);
        self.expr(thread, arg)
    }
    fn set(&mut self, thread: u32, slot: usize, expr: Option<ExprId>) {
        let symbolic = expr.filter(|&expr| self.trace.exprs.is_symbolic(expr));
        self.threads[thread as usize].registers[slot] = symbolic;
    }
    pub(super) fn set_parameter(&mut self, thread: u32, function: FuncId, argument: ExprId) {
        if let Some(param) = self.function(function).and_then(|function| function.params.first()) {
            self.set(thread, param.0 as usize, Some(argument));
        }
    }
    fn pin_args(&mut self, thread: u32, args: impl IntoIterator<Item = Arg>) {
        for arg in args {
            let expr = self.expr(thread, arg);
            self.pin(thread, expr);
        }
    }

    pub(super) fn function(&self, id: FuncId) -> Option<&'a Function> {
        self.recording.machine.program().functions.get(id)
    }

    /// The result of a pure operation; `None`: its operands are pinned.
    fn apply(&mut self, thread: u32, op: Pure, args: &[ExprId]) -> Option<ExprId> {
        if args.first().is_some_and(|&a| !has_term(op, self.trace.exprs.ty(a))) {
            for &arg in args {
                self.pin(thread, arg);
            }
            return None;
        }
        Some(match (op, args) {
            (Pure::Unary(op), &[a]) => self.trace.exprs.unary(op, a),
            (Pure::Binary(op), &[a, b]) => {
                self.divides(thread, op, a, b);
                self.trace.exprs.binary(op, a, b)?
            }
            (Pure::Compare(op), &[a, b]) => self.trace.exprs.compare(op, a, b),
            (Pure::Cast(op, to), &[a]) => self.trace.exprs.cast(op, to, a),
            (Pure::Select, &[cond, then, other]) => self.trace.exprs.select(cond, then, other),
            (Pure::Overflow(op, lost), &[a, b]) => self.trace.exprs.overflow(op, a, b, lost),
            (Pure::PtrAdd, &[base, offset]) => {
                let base = self.trace.exprs.cast(CastOp::Bits, Ty::I64, base);
                let sum = self.trace.exprs.binary(BinaryOp::Add, base, offset)?;
                self.trace.exprs.cast(CastOp::Bits, Ty::Ptr, sum)
            }
            _ => return None,
        })
    }

    /// A division is followed by something only if it does not fail.
    fn divides(&mut self, thread: u32, op: BinaryOp, a: ExprId, b: ExprId) {
        if !matches!(op, BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem) {
            return;
        }
        let zero = self.trace.exprs.equals(b, 0);
        let fine = self.trace.exprs.not(zero);
        self.guard(thread, fine);
        if matches!(op, BinaryOp::SDiv | BinaryOp::SRem) {
            let ty = self.trace.exprs.ty(a);
            let smallest = self.trace.exprs.equals(a, 1 << (ty.bits() - 1));
            let minus_one = self.trace.exprs.equals(b, ty.mask());
            let no = self.trace.exprs.truth(false);
            let both = self.trace.exprs.select(smallest, minus_one, no);
            let fine = self.trace.exprs.not(both);
            self.guard(thread, fine);
        }
    }

    /// What a read-modify-write leaves behind; `None`: what it left in the run.
    pub(super) fn rmw(&mut self, thread: u32, op: RmwOp, old: ExprId, value: ExprId) -> Option<ExprId> {
        match (op, interp::eval::rmw_binary(op)) {
            (_, Some(binary)) => self.apply(thread, Pure::Binary(binary), &[old, value]),
            (RmwOp::Nand, _) => {
                let both = self.trace.exprs.binary(BinaryOp::And, old, value)?;
                let ty = self.trace.exprs.ty(old);
                let ones = self.trace.exprs.constant(ty.mask(), ty);
                self.trace.exprs.binary(BinaryOp::Xor, both, ones)
            }
            _ => Some(value),
        }
    }

    /// Runs a thread up to what needs the world.
    pub(super) fn run(&mut self, thread: u32) {
        // Whoever is told of its steps gets the state with them.
        let mut states = std::mem::take(&mut self.states);
        let state = &mut states[thread as usize];
        let request = loop {
            let request = self.machine.advance_beside(state, self);
            let pauses = matches!(request.kind, RequestKind::Error(interp::RuntimeError::StepLimit { .. }));
            if !pauses || state.steps() >= self.machine.options().max_steps {
                break request;
            }
        };
        self.close_calls(thread, state.depth());
        let data = &mut self.threads[thread as usize];
        data.registers.truncate(state.n_registers());
        data.request = Some(request.kind);
        self.states = states;
    }

    /// The thread is told what it asked for, and goes on; its results are the numbers, but for these.
    pub(super) fn complete(&mut self, thread: u32, answer: &Answer, results: Results) {
        let state = &mut self.states[thread as usize];
        let inst = self.machine.instruction(state);
        let ids = inst.map_or(&[][..], |inst| &inst.results[..]);
        let args: Vec<Arg> = ids.iter().map(|&id| self.machine.operand(state, Operand::Value(id))).collect();
        self.machine.answer(state, answer.clone());
        for (arg, result) in args.into_iter().zip(results) {
            if let (Some(slot), Some(result)) = (arg.slot, result) {
                let result = self.trace.exprs.of_type(result, arg.ty);
                self.set(thread, slot, Some(result));
            }
        }
        self.run(thread);
    }

    /// Whether a block does nothing but fail.
    fn fails(&self, function: FuncId, block: BlockId, depth: u32) -> bool {
        let Some(block) = self.function(function).and_then(|function| function.blocks.get(block)) else {
            return false;
        };
        if depth == 0 {
            return false;
        }
        for inst in &block.insts {
            match &inst.op {
                Op::Assert { cond, kind, .. } => {
                    return cond.as_const() == Some(0) && !kind.is_undefined_behaviour();
                }
                Op::Call { callee: Callee::Direct(id), .. } => {
                    return self.fails(*id, Function::ENTRY, depth - 1);
                }
                Op::Unary { .. } | Op::Compare { .. } | Op::Cast { .. } | Op::PtrAdd { .. } => {}
                _ => return false,
            }
        }
        matches!(&block.term, Term::Jump(target) if self.fails(function, target.block, depth - 1))
    }

    /// Destructors get what their keys hold.
    pub(super) fn destructors(&mut self, thread: u32, answer: &Answer) {
        let Answer::Calls(list) = answer else { return };
        let data = &mut self.threads[thread as usize];
        data.ending = true;
        let keys = std::mem::take(&mut data.keys);
        for &(_, value) in list {
            let kept = keys.iter().find(|&&(_, expr)| self.trace.exprs.seen(expr) == u128::from(value));
            let constant = self.trace.exprs.constant(u128::from(value), Ty::Ptr);
            data.destructors.push(kept.map_or(constant, |&(_, expr)| expr));
        }
    }

    /// The transactions that calls made, of all but the `depth` outermost ones in progress.
    pub(super) fn close_calls(&mut self, thread: u32, depth: usize) {
        let end = self.trace.threads[thread as usize].steps.len() as u32;
        while self.threads[thread as usize].calls.len() > depth {
            let Some(call) = self.threads[thread as usize].calls.pop() else { return };
            let Some(function) = self.function(call.function) else { return };
            if self.blocks.functions.iter().any(|name| **name == *function.name) && end > call.first_step {
                let why = Why::Function(function.name.clone());
                self.add_transaction(thread, call.first_step, end - 1, why, function.span);
            }
            if self.blocks.locks && !function.library {
                for (_, first, last, _) in call.locked.into_iter().filter(|&(.., times)| times > 1) {
                    let why = Why::Locks(function.name.clone());
                    self.add_transaction(thread, first, last, why, function.span);
                }
            }
        }
    }
    pub(super) fn add_transaction(&mut self, thread: u32, first: u32, last: u32, why: Why, span: ir::Span) {
        if first < last {
            self.trace.transactions.push(Transaction { thread, first, last, why, span });
        }
    }

    /// Takes leave of a thread at the end of the record.
    pub(super) fn end_thread(&mut self, thread: u32) {
        let data = &mut self.threads[thread as usize];
        let ended = matches!(data.request, Some(RequestKind::Finished { .. })) && thread != 0;
        let tail = std::mem::take(&mut data.guards);
        let open = std::mem::take(&mut data.open);
        let last = (self.trace.threads[thread as usize].steps.len() as u32).saturating_sub(1);
        for (first, span) in open {
            self.add_transaction(thread, first, last, Why::Marked, span);
        }
        self.close_calls(thread, 0);
        let described = &mut self.trace.threads[thread as usize];
        (described.ended, described.tail) = (ended, tail);
    }
}
