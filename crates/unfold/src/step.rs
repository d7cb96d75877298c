//! What each instruction does to a path.

use crate::access::Request;
use crate::arith::{self, Refusal};
use crate::flow::{Flow, Results};
use crate::graph::{Observation, What};
use crate::guards::GuardId;
use crate::objects::{ObjectKind, PathId};
use crate::unfolder::Unfolder;
use crate::value::{Deps, NumberSet, SymVal};
use events::FailureKind;
use ir::{BinaryOp, Callee, FuncId, Function, Id, Inst, Op, Operand, Order, Ty};
use solver::TermId;

/// The instruction at hand and where it stands.
pub(super) struct Here<'a> {
    pub(super) function: &'a Function,
    pub(super) inst: &'a Inst,
    pub(super) place: PathId,
}

pub(super) type Values = [Option<SymVal>];

impl Unfolder<'_> {
    /// Executes one instruction; whether the path goes on.
    pub(super) fn step(
        &mut self,
        function: &Function,
        inst: &Inst,
        flow: &mut Flow,
        values: &mut Values,
        place: PathId,
    ) -> bool {
        let here = Here { function, inst, place };
        self.context.section = flow.section.map(|section| section.number);
        self.context.span = inst.span;
        if self.needs.executions {
            self.note_instruction(function, inst);
        }
        let results = match &inst.op {
            Op::Call { callee, args } => self.call_step(&here, *callee, args, flow, values),
            Op::Sync { op, args } => {
                let args: Vec<SymVal> = args.iter().map(|&arg| self.operand(function, values, arg)).collect();
                let n_before = self.graph.events.len() as u32;
                let results = self.sync(&here, *op, &args, flow);
                let last = self.last_event().filter(|&last| last >= n_before);
                if let (Some(results), Some(last)) = (&results, last) {
                    self.graph.results.insert(last, results.iter().map(|result| result.term).collect());
                }
                results
            }
            op if op.is_pure() && !matches!(op, Op::ThreadLocal { .. }) => self.pure(&here, flow, values),
            _ => self.effect(&here, flow, values),
        };
        let Some(results) = results else { return false };
        for (&id, value) in inst.results.iter().zip(results) {
            values[id.index()] = Some(value);
        }
        flow.guard != GuardId::FALSE
    }

    pub(super) fn refuse_step<T>(&mut self, flow: &mut Flow, reason: &str) -> Option<T> {
        self.unsupported(flow.guard, reason);
        flow.guard = GuardId::FALSE;
        None
    }

    fn pure(&mut self, here: &Here<'_>, flow: &mut Flow, values: &Values) -> Results {
        let (function, inst) = (here.function, here.inst);
        let mut operands: smallvec::SmallVec<[SymVal; 3]> = smallvec::SmallVec::new();
        let mut tys: smallvec::SmallVec<[Ty; 3]> = smallvec::SmallVec::new();
        let mut wanted: smallvec::SmallVec<[Operand; 3]> = smallvec::SmallVec::new();
        inst.op.for_each_operand(|operand| wanted.push(operand));
        for operand in wanted {
            tys.push(function.operand_ty(operand));
            operands.push(self.operand(function, values, operand));
        }
        if let Op::Binary { op: BinaryOp::UDiv | BinaryOp::SDiv | BinaryOp::URem | BinaryOp::SRem, .. } =
            inst.op
        {
            self.check_division(inst, tys[0], &operands[0], &operands[1], flow);
            if flow.guard == GuardId::FALSE {
                return None;
            }
        }
        let result_ty = inst.results.first().map_or(Ty::I64, |&id| function.values[id].ty);
        match self.compute(&inst.op, &operands, &tys, result_ty) {
            Ok(mut results) => {
                if self.needs.dependencies {
                    let deps =
                        operands.iter().fold(Deps::none(), |all, value| self.union_deps(&all, &value.deps));
                    results.iter_mut().for_each(|result| result.deps = deps.clone());
                }
                if let (true, [result]) = (self.needs.locals, &mut results[..]) {
                    self.note_computation(here, flow, result);
                }
                Some(results)
            }
            Err(reason) => self.refuse_step(flow, reason),
        }
    }

    fn compute(
        &mut self,
        op: &Op,
        operands: &[SymVal],
        tys: &[Ty],
        result: Ty,
    ) -> Result<Vec<SymVal>, Refusal> {
        let by_sets = self.needs.numbers_decide();
        let graph = &mut self.graph;
        let (terms, objects) = (&mut graph.terms, &graph.objects);
        Ok(match (op, operands) {
            (Op::Unary { op, .. }, [a]) => vec![arith::unary(terms, *op, tys[0], a)?],
            (Op::Binary { op, .. }, [a, b]) => vec![arith::binary(terms, objects, *op, tys[0], a, b)?],
            (Op::Overflow { op, .. }, [a, b]) => {
                let (value, lost) = arith::overflow(terms, *op, tys[0], a, b)?;
                vec![value, lost]
            }
            (Op::Compare { op, .. }, [a, b]) => vec![arith::compare(terms, *op, tys[0], a, b, by_sets)?],
            (Op::Cast { op, .. }, [a]) => vec![arith::cast(terms, *op, tys[0], result, a)?],
            (Op::Select { .. }, [cond, then, other]) => {
                let term = terms.ite(cond.term, then.term, other.term);
                let set = match terms.as_bool_const(cond.term) {
                    Some(true) => then.set.clone(),
                    Some(false) => other.set.clone(),
                    None => arith::union_sets(objects, &then.set, &other.set),
                };
                vec![arith::settle(terms, term, set)]
            }
            (Op::PtrAdd { .. }, [base, offset]) => {
                let offset_bits = arith::bits(terms, offset.term);
                let wide = terms.resize_signed(offset_bits, 64);
                let sum = terms.add(base.term, wide);
                let set = arith::add_sets(objects, &base.set, &offset.set);
                vec![arith::settle(terms, sum, set)]
            }
            _ => return Err("an operation that is not known"),
        })
    }

    fn check_division(&mut self, inst: &Inst, ty: Ty, a: &SymVal, b: &SymVal, flow: &mut Flow) {
        let terms = &mut self.graph.terms;
        let (x, y) = (arith::bits(terms, a.term), arith::bits(terms, b.term));
        let zero = terms.bits_const(0, ty.bits());
        let mut wrong = terms.eq(y, zero);
        if matches!(inst.op, Op::Binary { op: BinaryOp::SDiv | BinaryOp::SRem, .. }) {
            let (least, minus_one) =
                (terms.bits_const(1 << (ty.bits() - 1), ty.bits()), terms.bits_const(ty.mask(), ty.bits()));
            let (at_least, by_minus_one) = (terms.eq(x, least), terms.eq(y, minus_one));
            let overflows = terms.and(at_least, by_minus_one);
            wrong = terms.or(wrong, overflows);
        }
        self.fail_where(flow, wrong, FailureKind::DivisionByZero, "division by zero");
    }

    fn call_step(
        &mut self,
        here: &Here<'_>,
        callee: Callee,
        args: &[Operand],
        flow: &mut Flow,
        values: &Values,
    ) -> Results {
        let args: Vec<SymVal> = args.iter().map(|&arg| self.operand(here.function, values, arg)).collect();
        let targets = match callee {
            Callee::Direct(id) => vec![(TermId::TRUE, id)],
            Callee::Indirect(pointer) => {
                let pointer = self.operand(here.function, values, pointer);
                if self.needs.dependencies && !pointer.deps.is_empty() {
                    self.push_control(self.context.depth + 1, None, &pointer.deps.clone(), flow);
                }
                self.callees(flow, &pointer)?
            }
        };
        let outer_span = self.context.library_span;
        let n_results = here.inst.results.len();
        let mut returned: Vec<(Flow, Vec<SymVal>)> = Vec::new();
        for (condition, target) in targets {
            self.context.span = here.inst.span;
            let function = &self.program.functions[target];
            if function.params.len() != args.len() || function.results.len() < n_results {
                let guard = self.and(flow.guard, condition);
                self.fail(guard, FailureKind::BadCall, function.name.clone());
                continue;
            }
            let mut inner = flow.clone();
            inner.guard = self.and(flow.guard, condition);
            if inner.guard == GuardId::FALSE {
                continue;
            }
            // Library code is shown at the line of the innermost call in the user's own.
            self.context.library_span = match (function.library, here.function.library) {
                (false, _) => None,
                (true, false) => Some(here.inst.span),
                (true, true) => outer_span,
            };
            let path = self.paths.child(here.place, 1 << 44, u64::from(target.0));
            returned.extend(self.call(target, args.clone(), inner, path));
        }
        self.context.library_span = outer_span;
        let (next, mut results) = self.merge_returns(returned, self.context.depth)?;
        *flow = next;
        results.truncate(n_results);
        Some(results)
    }

    /// The functions a pointer can name, each with the condition.
    pub(super) fn callees(&mut self, flow: &mut Flow, pointer: &SymVal) -> Option<Vec<(TermId, FuncId)>> {
        self.note_dependent(pointer.term);
        let Some(addresses) = pointer.set.consts().map(<[u128]>::to_vec) else {
            return self.refuse_step(flow, "call through a pointer whose target is not known");
        };
        let mut targets = Vec::new();
        for addr in addresses {
            let number = self.graph.terms.bits_const(addr, 64);
            let condition = self.graph.terms.eq(pointer.term, number);
            match self.layout.function_at(addr as u64) {
                Some(function) => targets.push((condition, function)),
                None => self.fail_where(flow, condition, FailureKind::BadCall, format!("address {addr:#x}")),
            }
        }
        (!targets.is_empty()).then_some(targets)
    }

    /// Memory, allocation, properties and the rest.
    fn effect(&mut self, here: &Here<'_>, flow: &mut Flow, values: &Values) -> Results {
        let (function, inst) = (here.function, here.inst);
        match &inst.op {
            Op::Load { access, addr } => {
                let addr = self.operand(function, values, *addr);
                let request = Request::of(access, &addr, false);
                let bytes = self.load(flow, &request)?;
                Some(vec![self.typed_value(&bytes, access.ty)])
            }
            Op::Store { access, addr, value } => {
                let (addr, value) =
                    (self.operand(function, values, *addr), self.operand(function, values, *value));
                let request = Request::of(access, &addr, true);
                let value = self.used_register(value);
                let bytes = self.byte_value(&value, access.ty);
                self.store(flow, &request, &bytes)?;
                Some(Vec::new())
            }
            Op::Rmw { access, op, addr, value } => {
                let (addr, value) =
                    (self.operand(function, values, *addr), self.operand(function, values, *value));
                let request = Request::of(access, &addr, true);
                let mut refusal = None;
                let (op, ty) = (*op, access.ty);
                let old = self.modify(flow, &request, &value.deps.clone(), |this, old| {
                    let old = this.typed_value(old, ty);
                    let new =
                        match arith::rmw(&mut this.graph.terms, &this.graph.objects, op, ty, &old, &value) {
                            Ok(new) => new,
                            Err(reason) => {
                                refusal = Some(reason);
                                value.clone()
                            }
                        };
                    (this.byte_value(&new, ty), TermId::TRUE)
                })?;
                if let Some(reason) = refusal {
                    return self.refuse_step(flow, reason);
                }
                Some(vec![self.typed_value(&old, access.ty)])
            }
            Op::CompareExchange { access, failure, addr, expected, desired, weak } => self.compare_exchange(
                here,
                flow,
                values,
                (access, *failure, *weak),
                [*addr, *expected, *desired],
            ),
            Op::Fence { bits } => {
                let event = What::Fence(*bits);
                self.push_event(flow, flow.guard, event, false);
                Some(Vec::new())
            }
            Op::Copy { dst, src, len } => {
                let [dst, src, len] = [dst, src, len].map(|&operand| self.operand(function, values, operand));
                self.copy(flow, &dst, &src, &len)
            }
            Op::Fill { dst, byte, len } => {
                let [dst, byte, len] =
                    [dst, byte, len].map(|&operand| self.operand(function, values, operand));
                self.fill(flow, &dst, &byte, &len)
            }
            Op::Alloca { size, name, .. } => {
                let size = self.operand(function, values, *size);
                self.allocate(here, flow, &size, ObjectKind::Stack, name.clone())
            }
            Op::HeapAlloc { size, by, zeroed } => {
                let size = self.operand(function, values, *size);
                self.allocate(here, flow, &size, ObjectKind::Heap { by: *by, zeroed: *zeroed }, None)
            }
            Op::ThreadLocal { global } => self.thread_local(flow, *global),
            Op::HeapFree { ptr } => {
                let ptr = self.operand(function, values, *ptr);
                self.free(flow, &ptr)?;
                Some(Vec::new())
            }
            Op::ScopeEnd { ptr } => {
                let ptr = self.operand(function, values, *ptr);
                self.end_scope(flow, &ptr)?;
                Some(Vec::new())
            }
            Op::ObjectSize { .. } => self.refuse_step(flow, "the size of an allocated object"),
            Op::Print { .. } => self.print(here, flow, values),
            Op::Exit { .. } if self.needs.executions => {
                self.refuse_step(flow, "the end of the program in the middle of it")
            }
            Op::Exit { .. } | Op::Abort => {
                self.section_may_end(flow.guard);
                None
            }
            Op::Assert { cond, kind, message } => {
                let cond = self.operand(function, values, *cond);
                let fails = self.graph.terms.not(cond.term);
                // A program that tests and then calls the failure (as `assert` of C does) ends there.
                if self.needs.executions && fails != TermId::TRUE && !kind.is_undefined_behaviour() {
                    let guard = self.and(flow.guard, fails);
                    self.fail(guard, (*kind).into(), message.clone());
                } else {
                    self.fail_where(flow, fails, (*kind).into(), message.clone());
                }
                (flow.guard != GuardId::FALSE).then(Vec::new)
            }
            Op::Assume { cond } => {
                let cond = self.operand(function, values, *cond);
                flow.guard = self.and(flow.guard, cond.term);
                Some(Vec::new())
            }
            Op::Nondet { .. } => {
                let ty = inst.results.first().map_or(Ty::I32, |&id| function.values[id].ty);
                let value = arith::fresh(&mut self.graph.terms, "input", ty);
                let guard = flow.guard;
                self.graph.inputs.push((self.context.id, guard, value.term));
                Some(vec![value])
            }
            Op::AtomicBegin => {
                self.begin_section(here, flow);
                Some(Vec::new())
            }
            Op::AtomicEnd => {
                self.end_section(flow);
                Some(Vec::new())
            }
            Op::TransactionBegin | Op::TransactionEnd if !self.needs.executions => Some(Vec::new()),
            Op::TransactionBegin => {
                self.begin_block();
                Some(Vec::new())
            }
            Op::TransactionEnd => {
                self.end_block();
                Some(Vec::new())
            }
            Op::Observe { name, value } => {
                let ty = function.operand_ty(*value);
                let value = self.operand(function, values, *value);
                self.graph.observations.push(Observation {
                    name: name.clone(),
                    guard: flow.guard,
                    value: value.term,
                    ty,
                });
                Some(Vec::new())
            }
            Op::Unsupported { reason } => self.refuse_step(flow, &reason.clone()),
            _ => self.refuse_step(flow, "an operation that is not known"),
        }
    }

    fn compare_exchange(
        &mut self,
        here: &Here<'_>,
        flow: &mut Flow,
        values: &Values,
        (access, failure, weak): (&ir::Access, Order, bool),
        operands: [Operand; 3],
    ) -> Results {
        let [addr, expected, desired] = operands.map(|operand| self.operand(here.function, values, operand));
        let ty = access.ty;
        let request = Request { failure, compares: true, ..Request::of(access, &addr, true) };
        let deps = self.union_deps(&expected.deps, &desired.deps);
        // A weak one that fails without reason is a plain read like any other that fails; a loop around it runs again,
        // so the strong reading covers every state that can be reached.
        let _ = weak;
        let mut succeeds = TermId::TRUE;
        let old = self.modify(flow, &request, &deps, |this, old| {
            let old = this.typed_value(old, ty);
            let (a, b) = (
                arith::bits(&mut this.graph.terms, old.term),
                arith::bits(&mut this.graph.terms, expected.term),
            );
            succeeds = this.graph.terms.eq(a, b);
            (this.byte_value(&desired, ty), succeeds)
        })?;
        let old_value = self.typed_value(&old, ty);
        let mut success = arith::settle(&self.graph.terms, succeeds, NumberSet::ANY);
        success.deps = old.deps.clone();
        Some(vec![old_value, success])
    }
}
