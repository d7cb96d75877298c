//! Walks the functions of one thread, block by block.
//!
//! A block is visited once per number of jumps back that lead to it, in the order (jumps back, reverse postorder): every
//! path into it has then been walked, and the visits form a graph without cycles.

use super::control::{Control, joins};
use super::events::*;
use super::value::{self, Value, both_numbers, union_reads};
use super::{Held, UnfoldError, Unfolder};
use ir::{Block, BlockId, Callee, FuncId, Function, Inst, Op, Operand, Span, Target, Term, Ty, ValueId};
use rustc_hash::FxHashMap;
use solver::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Calls nested deeper than this are refused.
const MAX_DEPTH: u32 = 64;

pub(super) struct ThreadState {
    pub id: ThreadId,
    pub held: Held,
    /// Atomic blocks that have been entered: where each began in the list of the thread's events, and its span.
    pub open_blocks: Vec<(usize, Span)>,
    pub depth: u32,
}

type Env = Vec<Option<Value>>;

/// A path into a block.
struct Path {
    guard: TermId,
    env: Env,
    args: Vec<Value>,
    control: Control,
    held: Held,
}

/// Where the walk of one call stands.
pub(super) struct Here {
    pub env: Env,
    pub guard: TermId,
    pub control: Control,
}

impl Unfolder<'_> {
    /// Walks one call. Gives back its results and the condition under which it returns.
    pub(super) fn call(
        &mut self,
        state: &mut ThreadState,
        id: FuncId,
        args: &[Value],
        guard: TermId,
        control: &Control,
    ) -> Result<(Vec<Value>, TermId), UnfoldError> {
        let program = self.program;
        let Some(function) = program.functions.get(id) else {
            return Err(self.error(Span::NONE, "call of a function that does not exist"));
        };
        if state.depth >= MAX_DEPTH {
            self.frontier(guard, function.span, format!("calls nested more than {MAX_DEPTH} deep"));
            return Ok((self.zeros(function), TermId::FALSE));
        }
        state.depth += 1;
        let order: FxHashMap<BlockId, u32> =
            ir::cfg::reverse_postorder(function).into_iter().zip(0..).collect();
        let mut env: Env = vec![None; function.values.len()];
        for (&param, arg) in function.params.iter().zip(args) {
            set(&mut env, param, arg.clone());
        }
        let first = Path { guard, env, args: Vec::new(), control: control.clone(), held: state.held.clone() };
        let mut pending: BTreeMap<(u32, u32), (BlockId, Vec<Path>)> = BTreeMap::new();
        pending.insert((0, 0), (Function::ENTRY, vec![first]));
        let mut returns: Vec<(TermId, Vec<Value>, Held)> = Vec::new();
        while let Some(((round, rank), (block_id, paths))) = pending.pop_first() {
            let Some(block) = function.blocks.get(block_id) else { continue };
            let mut here = self.meet(state, function, block, block_id, paths)?;
            for inst in &block.insts {
                self.instruction(state, function, &mut here, inst)?;
            }
            for (target, path) in self.leave(state, (id, function), block_id, here, &mut returns)? {
                let Some(&next) = order.get(&target) else { continue };
                let next_round = if next <= rank { round + 1 } else { round };
                if path.guard == TermId::FALSE {
                    continue;
                }
                if next_round > self.options.unwind {
                    let reason = format!("a loop goes round more than {} times", self.options.unwind);
                    self.frontier(path.guard, block.span, reason);
                    continue;
                }
                pending.entry((next_round, next)).or_insert_with(|| (target, Vec::new())).1.push(path);
            }
        }
        state.depth -= 1;
        self.returned(state, function, returns)
    }

    fn zeros(&mut self, function: &Function) -> Vec<Value> {
        function.results.iter().map(|&ty| value::constant(&mut self.terms, 0, ty)).collect()
    }

    fn returned(
        &mut self,
        state: &mut ThreadState,
        function: &Function,
        returns: Vec<(TermId, Vec<Value>, Held)>,
    ) -> Result<(Vec<Value>, TermId), UnfoldError> {
        let Some((_, _, held)) = returns.first() else {
            return Ok((self.zeros(function), TermId::FALSE));
        };
        if returns.iter().any(|(_, _, other)| other != held) {
            return Err(self.error(function.span, LOCKS_DIFFER));
        }
        state.held = held.clone();
        let guards: Vec<TermId> = returns.iter().map(|(guard, _, _)| *guard).collect();
        let ends = self.terms.or_all(guards);
        let n = function.results.len();
        let mut results = Vec::with_capacity(n);
        for index in 0..n {
            let ways: Vec<(TermId, &Value)> =
                returns.iter().filter_map(|(guard, values, _)| Some((*guard, values.get(index)?))).collect();
            results.push(self.merge_values(&ways));
        }
        Ok((results, ends))
    }

    /// Puts together the paths that meet at a block.
    fn meet(
        &mut self,
        state: &mut ThreadState,
        function: &Function,
        block: &Block,
        id: BlockId,
        mut paths: Vec<Path>,
    ) -> Result<Here, UnfoldError> {
        if paths.iter().any(|path| path.held != paths[0].held) {
            return Err(self.error(block.span, LOCKS_DIFFER));
        }
        for path in &mut paths {
            path.control.enter(state.depth, id);
        }
        let mut here = match paths.len() {
            1 => {
                let path = paths.swap_remove(0);
                let mut here = Here { env: path.env, guard: path.guard, control: path.control };
                for (&param, arg) in block.params.iter().zip(path.args) {
                    set(&mut here.env, param, arg);
                }
                state.held = path.held;
                return Ok(here);
            }
            _ => {
                let guards: Vec<TermId> = paths.iter().map(|path| path.guard).collect();
                let controls: Vec<(&Control, TermId)> =
                    paths.iter().map(|path| (&path.control, path.guard)).collect();
                let control = Control::merge(&mut self.terms, &controls);
                let guard = self.terms.or_all(guards);
                state.held = paths[0].held.clone();
                Here { env: vec![None; function.values.len()], guard, control }
            }
        };
        for index in 0..here.env.len() {
            let ways: Option<Vec<(TermId, &Value)>> =
                paths.iter().map(|path| Some((path.guard, path.env.get(index)?.as_ref()?))).collect();
            if let Some(ways) = ways {
                here.env[index] = Some(self.merge_values(&ways));
            }
        }
        for (index, &param) in block.params.iter().enumerate() {
            let ways: Vec<(TermId, &Value)> =
                paths.iter().filter_map(|path| Some((path.guard, path.args.get(index)?))).collect();
            let merged = self.merge_values(&ways);
            set(&mut here.env, param, merged);
        }
        Ok(here)
    }

    fn merge_values(&mut self, ways: &[(TermId, &Value)]) -> Value {
        let Some(((_, last), rest)) = ways.split_last() else {
            return value::constant(&mut self.terms, 0, Ty::I64);
        };
        if rest.iter().all(|(_, other)| other.term == last.term && other.reads == last.reads) {
            return (*last).clone();
        }
        let mut merged = (*last).clone();
        let (guard, _) = ways[ways.len() - 1];
        for read in &mut merged.reads {
            read.1 = self.terms.and(read.1, guard);
        }
        for (guard, other) in rest.iter().rev() {
            merged.term = self.terms.ite(*guard, other.term, merged.term);
            merged.numbers = both_numbers(&merged.numbers, &other.numbers);
            let guarded: Reads =
                other.reads.iter().map(|&(read, when)| (read, self.terms.and(when, *guard))).collect();
            merged.reads = union_reads(&mut self.terms, &merged.reads, &guarded);
        }
        if let Some(number) = value::known(&self.terms, merged.term) {
            merged.numbers = Some(Rc::from([number]));
        }
        merged
    }

    pub(super) fn operand(&mut self, here: &Here, function: &Function, operand: Operand) -> Value {
        match operand {
            Operand::Value(id) => match here.env.get(ir::Id::index(id)).cloned().flatten() {
                Some(value) => value,
                None => value::constant(&mut self.terms, 0, function.values[id].ty),
            },
            other => {
                let bits = self.layout.constant(other).unwrap_or(0);
                value::constant(&mut self.terms, bits, function.operand_ty(other))
            }
        }
    }

    /// Ends a block: paths to its successors, or a return.
    fn leave(
        &mut self,
        state: &mut ThreadState,
        (id, function): (FuncId, &Function),
        block_id: BlockId,
        here: Here,
        returns: &mut Vec<(TermId, Vec<Value>, Held)>,
    ) -> Result<Vec<(BlockId, Path)>, UnfoldError> {
        let block = &function.blocks[block_id];
        let mut ways: Vec<(TermId, &Target)> = Vec::new();
        let mut here = here;
        match &block.term {
            Term::Jump(target) => ways.push((TermId::TRUE, target)),
            Term::Branch { cond, then, other } => {
                let cond = self.operand(&here, function, *cond);
                let taken = self.branch(state, id, block_id, &mut here, &cond, block.span)?;
                let not_taken = self.terms.not(taken);
                ways.extend([(taken, then), (not_taken, other)]);
            }
            Term::Switch { value, cases, default } => {
                let ty = function.operand_ty(*value);
                let value = self.operand(&here, function, *value);
                let mut none = TermId::TRUE;
                self.open(id, function, block_id, state.depth, &mut here, &value.reads);
                for (number, target) in cases {
                    let number = value::constant(&mut self.terms, *number, ty);
                    let same = value::compare(&mut self.terms, ir::CompareOp::Eq, ty, &value, &number)
                        .map_err(|reason| self.error(block.span, reason))?;
                    let taken = self.terms.and(none, same.term);
                    let differs = self.terms.not(same.term);
                    none = self.terms.and(none, differs);
                    ways.push((taken, target));
                }
                ways.push((none, default));
            }
            Term::Return(values) => {
                let values = values.iter().map(|&value| self.operand(&here, function, value)).collect();
                returns.push((here.guard, values, state.held.clone()));
            }
            Term::Unreachable => {}
        }
        let mut paths = Vec::with_capacity(ways.len());
        for (taken, target) in ways {
            let guard = self.terms.and(here.guard, taken);
            let args = target.args.iter().map(|&arg| self.operand(&here, function, arg)).collect();
            let (env, control, held) = (here.env.clone(), here.control.clone(), state.held.clone());
            paths.push((target.block, Path { guard, env, args, control, held }));
        }
        Ok(paths)
    }

    fn open(
        &mut self,
        id: FuncId,
        function: &Function,
        block: BlockId,
        depth: u32,
        here: &mut Here,
        reads: &Reads,
    ) {
        if !reads.is_empty() {
            let joins = self.joins.entry(id).or_insert_with(|| Rc::new(joins(function))).clone();
            here.control.open(&mut self.terms, depth, joins.get(block).copied().flatten(), reads);
        }
    }

    /// A branch of a thread: records it where asked for, and gives the condition under which it is taken.
    fn branch(
        &mut self,
        state: &ThreadState,
        id: FuncId,
        block: BlockId,
        here: &mut Here,
        cond: &Value,
        span: Span,
    ) -> Result<TermId, UnfoldError> {
        let mut taken = cond.term;
        if self.options.locals && self.terms.as_bool_const(taken).is_none() {
            let event = EventId(self.out.events.len() as u32);
            let read = self.cut(LocalRule::LocalReadValue, event, taken);
            let value = self.cut(LocalRule::Computation, event, read);
            let reads = here.control.reads(&mut self.terms);
            self.push(Event {
                thread: Some(state.id),
                kind: Kind::Control { value },
                guard: here.guard,
                span,
                addr: Reads::new(),
                data: cond.reads.clone(),
                ctrl: reads,
            })?;
            taken = self.cut(LocalRule::ControlReadValue, event, value);
        }
        let function = &self.program.functions[id];
        self.open(id, function, block, state.depth, here, &cond.reads);
        Ok(taken)
    }

    fn instruction(
        &mut self,
        state: &mut ThreadState,
        function: &Function,
        here: &mut Here,
        inst: &Inst,
    ) -> Result<(), UnfoldError> {
        match &inst.op {
            Op::Call { callee: Callee::Direct(callee), args } => {
                let args: Vec<Value> = args.iter().map(|&arg| self.operand(here, function, arg)).collect();
                let (results, returns) = self.call(state, *callee, &args, here.guard, &here.control)?;
                here.guard = returns;
                for (&result, value) in inst.results.iter().zip(results) {
                    set(&mut here.env, result, value);
                }
                Ok(())
            }
            Op::Load { .. } | Op::Store { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => {
                self.access(state, function, here, inst)
            }
            Op::Alloca { .. } | Op::HeapAlloc { .. } | Op::ThreadLocal { .. } | Op::HeapFree { .. } => {
                self.object(state, function, here, inst)
            }
            Op::Sync { op, args } => self.sync(state, function, here, inst, *op, args),
            op if op.is_pure() => self.compute(state, function, here, inst),
            _ => self.effect(state, function, here, inst),
        }
    }

    /// Arithmetic. Under `locals`, a result that goes to a register of the user is an event.
    fn compute(
        &mut self,
        state: &ThreadState,
        function: &Function,
        here: &mut Here,
        inst: &Inst,
    ) -> Result<(), UnfoldError> {
        let operand_ty = |operand: &Operand| function.operand_ty(*operand);
        let Some(&result) = inst.results.first() else { return Ok(()) };
        let ty = function.values[result].ty;
        let computed = match &inst.op {
            Op::Binary { op, a, b } => {
                let same = a == b;
                let (a, b) = (self.operand(here, function, *a), self.operand(here, function, *b));
                let mut computed = value::binary(&mut self.terms, *op, ty, &a, &b);
                if let (true, ir::BinaryOp::Xor | ir::BinaryOp::Sub, Ok(value)) = (same, op, &mut computed) {
                    value.numbers = Some(Rc::from([0]));
                }
                computed
            }
            Op::Compare { op, a, b } => {
                let ty = operand_ty(a);
                let (a, b) = (self.operand(here, function, *a), self.operand(here, function, *b));
                value::compare(&mut self.terms, *op, ty, &a, &b)
            }
            Op::Cast { op, a } => {
                let from = operand_ty(a);
                let a = self.operand(here, function, *a);
                value::cast(&mut self.terms, *op, from, ty, &a)
            }
            Op::Select { cond, then, other } => {
                let [cond, then, other] = [cond, then, other].map(|op| self.operand(here, function, *op));
                Ok(value::select(&mut self.terms, &cond, &then, &other))
            }
            Op::PtrAdd { base, offset } => {
                let (a, b) = (self.operand(here, function, *base), self.operand(here, function, *offset));
                value::binary(&mut self.terms, ir::BinaryOp::Add, Ty::I64, &a, &b)
            }
            other => {
                let name = format!("{other:?}");
                let name = name.split([' ', '{', '(']).next().unwrap_or("this");
                self.frontier(here.guard, inst.span, format!("{name} is not supported in small programs"));
                for &result in &inst.results {
                    let zero = value::constant(&mut self.terms, 0, function.values[result].ty);
                    set(&mut here.env, result, zero);
                }
                return Ok(());
            }
        };
        let mut computed = match computed {
            Ok(computed) => computed,
            Err(reason) => {
                self.frontier(here.guard, inst.span, reason);
                value::constant(&mut self.terms, 0, ty)
            }
        };
        let register = function.values[result].name.clone();
        if let (true, Some(register)) = (self.options.locals, register.filter(|_| ty != Ty::BOOL)) {
            let event = EventId(self.out.events.len() as u32);
            let ctrl = here.control.reads(&mut self.terms);
            let value = self.cut(LocalRule::LocalReadValue, event, computed.term);
            let value = self.cut(LocalRule::Computation, event, value);
            let (addr, data) = (Reads::new(), computed.reads.clone());
            let kind = Kind::Compute { register, value };
            self.push(Event {
                thread: Some(state.id),
                kind,
                guard: here.guard,
                span: inst.span,
                addr,
                data,
                ctrl,
            })?;
            computed.term = value;
        }
        set(&mut here.env, result, computed);
        Ok(())
    }

    /// Everything else that an instruction can do.
    fn effect(
        &mut self,
        state: &mut ThreadState,
        function: &Function,
        here: &mut Here,
        inst: &Inst,
    ) -> Result<(), UnfoldError> {
        match &inst.op {
            Op::Fence { bits } => {
                let kind = Kind::Fence(*bits);
                let event = self.event(state.id, kind, here, inst.span);
                self.push(event)?;
            }
            Op::Observe { name, value } => {
                let ty = function.operand_ty(*value);
                let value = self.operand(here, function, *value).term;
                let observation = Observation { name: name.clone(), ty, guard: here.guard, value };
                self.out.observations.push(observation);
            }
            Op::Assert { cond, kind, message } if !kind.is_undefined_behaviour() => {
                let cond = self.operand(here, function, *cond).term;
                let wrong = self.terms.not(cond);
                let fails = self.terms.and(here.guard, wrong);
                self.out.assertions.push(Assertion { fails, span: inst.span, message: message.clone() });
            }
            Op::Assume { cond } | Op::Assert { cond, .. } => {
                let cond = self.operand(here, function, *cond).term;
                let holds = self.terms.implies(here.guard, cond);
                self.out.assumptions.push(holds);
            }
            // An execution that is given up has no final state.
            Op::Abort => {
                let never = self.terms.not(here.guard);
                self.out.assumptions.push(never);
            }
            Op::Nondet { .. } => {}
            Op::TransactionBegin => {
                let begin = self.out.threads[state.id].events.len();
                state.open_blocks.push((begin, inst.span));
            }
            Op::TransactionEnd => match state.open_blocks.pop() {
                Some((begin, span)) => {
                    let events = self.out.threads[state.id].events.get(begin..).unwrap_or(&[]).to_vec();
                    self.out.blocks.push(AtomicBlock { thread: state.id, events, span });
                }
                None => return Err(self.error(inst.span, "an atomic block ends that did not begin")),
            },
            Op::Print { .. } => {}
            Op::Unsupported { reason } => self.frontier(here.guard, inst.span, reason.to_string()),
            other => {
                let name = format!("{other:?}");
                let name = name.split([' ', '{', '(']).next().unwrap_or("this");
                self.frontier(here.guard, inst.span, format!("{name} is not supported in small programs"));
            }
        }
        // Results nobody determines: an input, or the length that was printed.
        for &result in &inst.results {
            let ty = function.values[result].ty;
            let term = value::fresh_term(&mut self.terms, "input", ty);
            set(&mut here.env, result, Value { term, numbers: None, reads: Reads::new() });
        }
        Ok(())
    }

    /// An event at this place, without dependencies on data or address.
    pub(super) fn event(&mut self, thread: ThreadId, kind: Kind, here: &Here, span: Span) -> Event {
        let ctrl = here.control.reads(&mut self.terms);
        let (addr, data) = (Reads::new(), Reads::new());
        Event { thread: Some(thread), kind, guard: here.guard, span, addr, data, ctrl }
    }
}

pub(super) fn set(env: &mut Env, id: ValueId, value: Value) {
    if let Some(slot) = env.get_mut(ir::Id::index(id)) {
        *slot = Some(value);
    }
}

const LOCKS_DIFFER: &str = "paths meet here that hold different locks: not supported in small programs";
