//! Control flow of a shadow thread: frames, branches, calls, its end.

use super::{Builder, Result, Told};
use crate::expr::ExprId;
use crate::trace::{AssertPoint, Transaction, Why};
use interp::{Answer, DESTRUCTOR_ROUNDS, PrintState, RequestKind};
use ir::{BlockId, Callee, FuncId, Function, Inst, Op, Operand, Span, SyncOp, Target, Term, Ty, ValueId};

/// Blocks and calls between a branch and the failure it guards.
const MAX_WAY_TO_FAILURE: u32 = 4;

/// Where a thread stands outside of any frame.
#[derive(Clone, Debug)]
pub(super) enum Phase {
    Constructors { next: usize },
    Main,
    Body,
    Ending { round: u32, calls: Vec<(FuncId, ExprId)> },
    Over,
}

#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub function: FuncId,
    pub block: BlockId,
    /// The next instruction; behind the last one: the terminator.
    pub at: usize,
    pub registers: Vec<ExprId>,
    /// Where the caller wants the results.
    pub results: Vec<ValueId>,
    /// It has stack objects.
    pub objects: bool,
    /// The step its call began at.
    pub first_step: u32,
    /// Locks that it took and gave back itself: lock, first step, last step, how often.
    pub locked: Vec<(u64, u32, u32, u32)>,
}

#[derive(Clone, Debug)]
pub(crate) struct ShadowThread {
    pub(super) frames: Vec<Frame>,
    pub(super) phase: Phase,
    pub(super) guards: Vec<ExprId>,
    pub(super) result: ExprId,
    /// In the middle of a print.
    pub(super) printing: Option<PrintState>,
    /// Bytes done of a copy or fill, and the piece that was read last.
    pub(super) copied: u64,
    pub(super) piece: Option<ExprId>,
    pub(super) thread_locals: Vec<(ir::GlobalId, u64)>,
    pub(super) keys: Vec<(u32, ExprId)>,
    /// The atomic section it is in, and how deep.
    pub(super) section: Option<u32>,
    pub(super) depth: u32,
    /// Where transactions began.
    pub(super) open: Vec<(u32, Span)>,
    /// Number of its wait in progress.
    pub(super) wait: Option<u32>,
}

impl ShadowThread {
    pub(super) fn new(phase: Phase, zero: ExprId) -> Self {
        ShadowThread {
            frames: Vec::new(),
            phase,
            guards: Vec::new(),
            result: zero,
            printing: None,
            copied: 0,
            piece: None,
            thread_locals: Vec::new(),
            keys: Vec::new(),
            section: None,
            depth: 0,
            open: Vec::new(),
            wait: None,
        }
    }
}

impl<'a> Builder<'a> {
    pub(super) fn function(&self, id: FuncId) -> Option<&'a Function> {
        self.recording.machine.program().functions.get(id)
    }

    pub(super) fn span(&self, thread: &ShadowThread) -> Span {
        let spans = thread.frames.iter().rev().filter_map(|frame| {
            let function = self.function(frame.function).filter(|function| !function.library)?;
            let block = function.blocks.get(frame.block)?;
            let span = block.insts.get(frame.at).map_or(block.span, |inst| inst.span);
            span.is_known().then_some(span)
        });
        spans.into_iter().next().unwrap_or(Span::NONE)
    }

    /// The instruction at hand.
    pub(super) fn instruction(&self, thread: u32) -> Option<(&'a Op, &'a Inst)> {
        let frame = self.threads.get(thread as usize)?.frames.last()?;
        let inst = self.function(frame.function)?.blocks.get(frame.block)?.insts.get(frame.at)?;
        Some((&inst.op, inst))
    }
    fn terminator(&self, thread: u32) -> Option<&'a Term> {
        let frame = self.threads.get(thread as usize)?.frames.last()?;
        let block = self.function(frame.function)?.blocks.get(frame.block)?;
        (frame.at >= block.insts.len()).then_some(&block.term)
    }

    /// The instruction at hand is done with these results.
    pub(super) fn complete(&mut self, thread: u32, results: &[ExprId]) {
        let Some((_, inst)) = self.instruction(thread) else { return };
        let function = self.threads[thread as usize].frames.last().and_then(|f| self.function(f.function));
        let typed: Vec<(ValueId, ExprId)> = inst
            .results
            .iter()
            .zip(results)
            .map(|(&value, &expr)| {
                let ty = function.map_or(Ty::I64, |function| function.values[value].ty);
                (value, self.exprs.from_memory(expr, ty))
            })
            .collect();
        if let Some(frame) = self.threads[thread as usize].frames.last_mut() {
            for (value, expr) in typed {
                if let Some(register) = frame.registers.get_mut(value.0 as usize) {
                    *register = expr;
                }
            }
            frame.at += 1;
        }
    }

    pub(super) fn push_frame(
        &mut self,
        thread: u32,
        id: FuncId,
        args: &[ExprId],
        results: Vec<ValueId>,
    ) -> Result {
        let Some(function) = self.function(id) else {
            return self.differs(thread, "a call of no function");
        };
        let zero = self.exprs.constant(0, Ty::I64);
        let mut registers = vec![zero; function.values.len()];
        for (&param, &arg) in function.params.iter().zip(args) {
            registers[param.0 as usize] = self.exprs.from_memory(arg, function.values[param].ty);
        }
        let first_step = self.described[thread as usize].steps.len() as u32;
        self.threads[thread as usize].frames.push(Frame {
            function: id,
            block: Function::ENTRY,
            at: 0,
            registers,
            results,
            objects: false,
            first_step,
            locked: Vec::new(),
        });
        Ok(())
    }

    /// Runs a thread up to what needs the world.
    pub(super) fn run(&mut self, thread: u32) -> Result {
        loop {
            if self.threads[thread as usize].frames.is_empty() {
                if !self.between_frames(thread)? {
                    return Ok(());
                }
                continue;
            }
            let goes_on = match self.instruction(thread) {
                Some((op, inst)) => self.execute(thread, op, inst)?,
                None => self.terminate(thread)?,
            };
            if !goes_on {
                return Ok(());
            }
        }
    }

    /// Whether the instruction could be done.
    fn execute(&mut self, thread: u32, op: &'a Op, inst: &'a Inst) -> Result<bool> {
        match op {
            Op::Call { callee, args } => {
                let arguments: Vec<ExprId> = args.iter().map(|&arg| self.operand(thread, arg)).collect();
                let id = match callee {
                    Callee::Direct(id) => *id,
                    Callee::Indirect(pointer) => {
                        let pointer = self.operand(thread, *pointer);
                        let addr = self.pin(thread, pointer) as u64;
                        match self.machine.layout().function_at(addr) {
                            Some(id) => id,
                            // The run ends here.
                            None => return Ok(false),
                        }
                    }
                };
                self.push_frame(thread, id, &arguments, inst.results.to_vec())?;
            }
            Op::Assert { cond, .. } | Op::Assume { cond } => {
                let cond = self.operand(thread, *cond);
                if self.exprs.seen(cond) == 0 {
                    return Ok(false);
                }
                let asserts = matches!(op, Op::Assert { kind, .. } if !kind.is_undefined_behaviour());
                if asserts && self.exprs.is_symbolic(cond) {
                    self.note_assert(thread, cond);
                }
                self.guard(thread, cond);
                self.complete(thread, &[]);
            }
            Op::ThreadLocal { global } => {
                let known = &self.threads[thread as usize].thread_locals;
                let Some(&(_, addr)) = known.iter().find(|(id, _)| id == global) else { return Ok(false) };
                let addr = self.exprs.constant(u128::from(addr), Ty::Ptr);
                self.complete(thread, &[addr]);
            }
            Op::HeapFree { ptr } => {
                let ptr = self.operand(thread, *ptr);
                if self.exprs.seen(ptr) != 0 {
                    return Ok(false);
                }
                self.pin(thread, ptr);
                self.complete(thread, &[]);
            }
            Op::Copy { len, .. } | Op::Fill { len, .. } => {
                let len = self.operand(thread, *len);
                let len = self.pin(thread, len) as u64;
                let data = &mut self.threads[thread as usize];
                if data.copied < len {
                    return Ok(false);
                }
                data.copied = 0;
                self.complete(thread, &[]);
            }
            Op::Print { func, args } => return Ok(self.begin_print(thread, *func, args, inst)),
            Op::Sync { op: SyncOp::ThreadExit, args } => {
                let value = args.first().map(|&arg| self.operand(thread, arg));
                if self.threads[thread as usize].frames.iter().any(|frame| frame.objects) {
                    return Ok(false);
                }
                self.exit_thread(thread, value);
            }
            _ => {
                let function = self.threads[thread as usize].frames.last().map(|frame| frame.function);
                let result = function
                    .and_then(|id| self.function(id))
                    .and_then(|function| inst.results.first().map(|&value| function.values[value].ty));
                let divides_by_zero = |op: &Op, this: &mut Self| match op {
                    Op::Binary { op, a, b } => {
                        let (a, b) = (this.operand(thread, *a), this.operand(thread, *b));
                        let exprs = &this.exprs;
                        interp::eval::binary(*op, exprs.ty(a), exprs.seen(a), exprs.seen(b)).is_err()
                    }
                    _ => false,
                };
                // The run ends here.
                if divides_by_zero(op, self) {
                    return Ok(false);
                }
                match self.pure(thread, op, result)? {
                    Some(results) => self.complete(thread, &results),
                    None => return Ok(false),
                }
            }
        }
        Ok(true)
    }

    /// Whether a block of the thread's function does nothing but fail.
    fn fails(&self, thread: u32, target: &Target) -> bool {
        let Some(frame) = self.threads[thread as usize].frames.last() else { return false };
        self.block_fails(frame.function, target.block, MAX_WAY_TO_FAILURE)
    }
    fn block_fails(&self, function: FuncId, block: BlockId, depth: u32) -> bool {
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
                    return self.block_fails(*id, Function::ENTRY, depth - 1);
                }
                Op::Unary { .. } | Op::Compare { .. } | Op::Cast { .. } | Op::PtrAdd { .. } => {}
                _ => return false,
            }
        }
        matches!(&block.term, Term::Jump(target) if self.block_fails(function, target.block, depth - 1))
    }

    fn note_assert(&mut self, thread: u32, cond: ExprId) {
        let span = self.span(&self.threads[thread as usize]);
        self.asserts.push(AssertPoint {
            thread,
            after: self.described[thread as usize].steps.len() as u32,
            guards: self.threads[thread as usize].guards.clone(),
            cond,
            span,
        });
    }

    /// Whether the end of the block could be done.
    fn terminate(&mut self, thread: u32) -> Result<bool> {
        match self.terminator(thread) {
            Some(Term::Jump(target)) => self.jump(thread, target),
            Some(Term::Branch { cond, then, other }) => {
                let cond = self.operand(thread, *cond);
                let taken = self.exprs.seen(cond) != 0;
                let holds = if taken { cond } else { self.exprs.not(cond) };
                // `assert` is a branch around a failure: what was not taken may be the failure.
                if self.exprs.is_symbolic(holds) && self.fails(thread, if taken { other } else { then }) {
                    self.note_assert(thread, holds);
                }
                self.guard(thread, holds);
                self.jump(thread, if taken { then } else { other });
            }
            Some(Term::Switch { value, cases, default }) => {
                let value = self.operand(thread, *value);
                let seen = self.exprs.seen(value);
                match cases.iter().find(|(case, _)| *case == seen) {
                    Some((case, target)) => {
                        let same = self.exprs.equals(value, *case);
                        self.guard(thread, same);
                        self.jump(thread, target);
                    }
                    None => {
                        for (case, _) in cases {
                            let same = self.exprs.equals(value, *case);
                            let differs = self.exprs.not(same);
                            self.guard(thread, differs);
                        }
                        self.jump(thread, default);
                    }
                }
            }
            Some(Term::Return(values)) => {
                let data = &self.threads[thread as usize];
                let last_of_main = data.frames.len() == 1 && matches!(data.phase, Phase::Main);
                if !last_of_main && data.frames.last().is_some_and(|frame| frame.objects) {
                    return Ok(false);
                }
                let values: Vec<ExprId> = values.iter().map(|&value| self.operand(thread, value)).collect();
                return self.leave(thread, &values).map(|()| true);
            }
            Some(Term::Unreachable) | None => return Ok(false),
        }
        Ok(true)
    }

    fn jump(&mut self, thread: u32, target: &Target) {
        let args: Vec<ExprId> = target.args.iter().map(|&arg: &Operand| self.operand(thread, arg)).collect();
        let Some(id) = self.threads[thread as usize].frames.last().map(|frame| frame.function) else {
            return;
        };
        let Some(function) = self.function(id) else { return };
        let Some(block) = function.blocks.get(target.block) else { return };
        if let Some(frame) = self.threads[thread as usize].frames.last_mut() {
            for (param, arg) in block.params.iter().zip(args) {
                frame.registers[param.0 as usize] = arg;
            }
            frame.block = target.block;
            frame.at = 0;
        }
    }

    /// Back to the caller.
    fn leave(&mut self, thread: u32, values: &[ExprId]) -> Result {
        let Some(frame) = self.threads[thread as usize].frames.pop() else { return Ok(()) };
        self.close_call(thread, &frame);
        let Some(caller) = self.threads[thread as usize].frames.last().map(|frame| frame.function) else {
            self.outermost_returned(thread, values);
            return Ok(());
        };
        let Some(function) = self.function(caller) else { return Ok(()) };
        for (index, &result) in frame.results.iter().enumerate() {
            let zero = self.exprs.constant(0, function.values[result].ty);
            let value = values.get(index).copied().unwrap_or(zero);
            if let Some(frame) = self.threads[thread as usize].frames.last_mut() {
                frame.registers[result.0 as usize] = value;
            }
        }
        if let Some(frame) = self.threads[thread as usize].frames.last_mut() {
            frame.at += 1;
        }
        Ok(())
    }

    fn outermost_returned(&mut self, thread: u32, values: &[ExprId]) {
        let data = &mut self.threads[thread as usize];
        match data.phase {
            Phase::Main => data.phase = Phase::Over,
            Phase::Body => {
                data.result = values.first().copied().unwrap_or(data.result);
                data.phase = Phase::Ending { round: 0, calls: Vec::new() };
            }
            _ => {}
        }
    }

    pub(super) fn exit_thread(&mut self, thread: u32, value: Option<ExprId>) {
        while let Some(frame) = self.threads[thread as usize].frames.pop() {
            self.close_call(thread, &frame);
        }
        let data = &mut self.threads[thread as usize];
        data.result = value.unwrap_or(data.result);
        data.phase = Phase::Ending { round: 0, calls: Vec::new() };
    }

    /// Whether a frame could be pushed, or the phase changed.
    fn between_frames(&mut self, thread: u32) -> Result<bool> {
        let program = self.recording.machine.program();
        let phase = self.threads[thread as usize].phase.clone();
        match phase {
            Phase::Constructors { next } if next < program.constructors.len() => {
                self.threads[thread as usize].phase = Phase::Constructors { next: next + 1 };
                self.push_frame(thread, program.constructors[next], &[], Vec::new())?;
            }
            Phase::Constructors { .. } => {
                self.threads[thread as usize].phase = Phase::Main;
                let args = program.entry_arguments();
                let args: Vec<ExprId> =
                    args.into_iter().map(|arg| self.exprs.constant(arg, Ty::I64)).collect();
                self.push_frame(thread, program.entry, &args, Vec::new())?;
            }
            Phase::Ending { round, mut calls } if !calls.is_empty() => {
                let (function, argument) = calls.remove(0);
                self.threads[thread as usize].phase = Phase::Ending { round, calls };
                self.push_frame(thread, function, &[argument], Vec::new())?;
            }
            Phase::Ending { round, .. } if round >= DESTRUCTOR_ROUNDS => {
                self.threads[thread as usize].phase = Phase::Over;
            }
            Phase::Main | Phase::Body | Phase::Ending { .. } | Phase::Over => return Ok(false),
        }
        Ok(true)
    }

    pub(super) fn destructors(&mut self, thread: u32, told: Told<'_>) -> Result {
        let (RequestKind::Destructors { .. }, Answer::Calls(list)) = (&told.request.kind, told.answer) else {
            return self.differs(thread, format!("the record has {:?} after the end", told.request.kind));
        };
        let Phase::Ending { round, .. } = self.threads[thread as usize].phase else {
            return self.differs(thread, "destructors before the end");
        };
        let keys = std::mem::take(&mut self.threads[thread as usize].keys);
        let mut calls = Vec::new();
        for &(addr, value) in list {
            let Some(function) = self.machine.layout().function_at(addr) else {
                return self.differs(thread, "a destructor that is no function");
            };
            let kept = keys.iter().find(|&&(_, expr)| self.exprs.seen(expr) == u128::from(value));
            let constant = self.exprs.constant(u128::from(value), Ty::Ptr);
            calls.push((function, kept.map_or(constant, |&(_, expr)| expr)));
        }
        let data = &mut self.threads[thread as usize];
        data.phase = if calls.is_empty() { Phase::Over } else { Phase::Ending { round: round + 1, calls } };
        self.run(thread)
    }

    /// The transactions that a call makes.
    fn close_call(&mut self, thread: u32, frame: &Frame) {
        let Some(function) = self.function(frame.function) else { return };
        let end = self.described[thread as usize].steps.len() as u32;
        let mut add = |first: u32, last: u32, why: Why| {
            if first < last {
                let span = function.span;
                self.transactions.push(Transaction { thread, first, last, why, span });
            }
        };
        if self.blocks.functions.iter().any(|name| **name == *function.name) && end > frame.first_step {
            add(frame.first_step, end - 1, Why::Function(function.name.clone()));
        }
        if self.blocks.locks && !function.library {
            for &(_, first, last, times) in &frame.locked {
                if times > 1 {
                    add(first, last, Why::Locks(function.name.clone()));
                }
            }
        }
    }

    /// Takes leave of a thread at the end of the record.
    pub(super) fn end_thread(&mut self, thread: u32) {
        let data = &mut self.threads[thread as usize];
        let ended = matches!(data.phase, Phase::Over) && data.frames.is_empty() && thread != 0;
        let tail = std::mem::take(&mut data.guards);
        let open = std::mem::take(&mut data.open);
        let frames = std::mem::take(&mut data.frames);
        let last = (self.described[thread as usize].steps.len() as u32).saturating_sub(1);
        for (first, span) in open {
            if first < last {
                self.transactions.push(Transaction { thread, first, last, why: Why::Marked, span });
            }
        }
        for frame in frames {
            self.close_call(thread, &frame);
        }
        let described = &mut self.described[thread as usize];
        (described.ended, described.tail) = (ended, tail);
    }
}
