//! Private stack variables become SSA values.
//!
//! Cytron et al., "Efficiently computing static single assignment form" (1991), pruned by liveness, with block
//! parameters in place of phis; which objects qualify is said in [`super::slots`]. A variable that is read before it
//! is written is an arbitrary value, made at the declaration if control passed it, else at the entry ([`super::simplify`]
//! removes those that nobody reads). Where that is an error ([`super::unwritten`]), a truth value beside the variable says whether it was
//! written, and each read asserts it. Removes the `Observe` markers that the lowering left at declarations.
//!
//! Invariant: every block can be reached from the entry (run [`super::cleanup::remove_unreachable`] before).

use super::slots::{Candidates, Place};
use ir::cfg::{Dominators, predecessors, reverse_postorder};
use ir::*;
use rustc_hash::FxHashMap;
use smallvec::smallvec;
use std::sync::Arc;

/// A slot of an object that qualifies.
struct Variable {
    ty: Ty,
    name: Option<Arc<str>>,
    /// The variable of the user has a name.
    declared: bool,
    /// The truth value that says whether it was written.
    written: Option<usize>,
}

/// What one instruction means for a variable.
#[derive(Clone, Copy)]
pub(crate) enum Effect {
    Read(usize),
    Write(usize),
}

/// `is_constant`: whether an address is that of so many bytes that never change.
pub(crate) fn promote(function: &mut Function, is_constant: &dyn Fn(Operand, i64) -> bool) {
    super::detours::take_apart(function);
    super::cleanup::remove_unreachable(function);
    let order = reverse_postorder(function);
    let candidates = Candidates::find(function, &order, is_constant);
    super::scopes::place(function, &candidates);
    super::unwritten::allow_bit_fields(function);
    let mut promotion = Promotion::new(function, candidates);
    promotion.follow_writes(function, &order);
    promotion.place_params(function, &order);
    promotion.rename(function);
}

pub(crate) struct Promotion {
    candidates: Candidates,
    /// Those of slots, then truth values about them.
    variables: Vec<Variable>,
    n_slots: usize,
    /// Variables of each object by offset.
    index: FxHashMap<(usize, i64), usize>,
    /// New parameters of each block: variable and value.
    params: IndexVec<BlockId, Vec<(usize, ValueId)>>,
    /// What replaces a value that is gone.
    replaced: FxHashMap<ValueId, Operand>,
    current: Vec<Option<Operand>>,
    /// Writes to `current`, to be undone on the way up the dominator tree.
    undo: Vec<(usize, Option<Operand>)>,
    /// Values of variables that were never written, made in the entry block.
    unwritten: Vec<Inst>,
}

impl Promotion {
    fn new(function: &Function, candidates: Candidates) -> Self {
        let mut variables = Vec::new();
        let mut index = FxHashMap::default();
        for (number, object) in candidates.objects.iter().enumerate().filter(|(_, object)| object.qualifies) {
            for (&offset, slot) in &object.slots {
                index.insert((number, offset), variables.len());
                let name = slot.name.clone().or_else(|| object.name.clone());
                variables.push(Variable {
                    ty: slot.ty,
                    name,
                    declared: object.name.is_some(),
                    written: None,
                });
            }
        }
        Promotion {
            current: vec![None; variables.len()],
            candidates,
            n_slots: variables.len(),
            variables,
            index,
            params: function.blocks.iter().map(|_| Vec::new()).collect(),
            replaced: FxHashMap::default(),
            undo: Vec::new(),
            unwritten: Vec::new(),
        }
    }

    pub fn n_variables(&self) -> usize {
        self.variables.len()
    }

    /// Adds the truth values that say whether variables were written, where a read depends on it.
    fn follow_writes(&mut self, function: &Function, order: &[BlockId]) {
        let needed = super::unwritten::read_unwritten(self, function, order);
        let followed = |variable: usize| needed[variable] && self.variables[variable].declared;
        let followed: Vec<usize> = (0..needed.len()).filter(|&variable| followed(variable)).collect();
        for variable in followed {
            self.variables[variable].written = Some(self.variables.len());
            self.variables.push(Variable { ty: Ty::BOOL, name: None, declared: false, written: None });
            self.current.push(None);
        }
    }

    fn variable(&self, place: Place, offset: i64) -> Option<usize> {
        self.index.get(&(place.object, place.offset + offset)).copied()
    }

    fn object_variables(&self, object: usize) -> Vec<usize> {
        let offsets = self.candidates.objects[object].slots.keys();
        offsets.filter_map(|&offset| self.index.get(&(object, offset)).copied()).collect()
    }

    /// Calls `visit` on what an instruction does to variables, reads before writes.
    pub fn effects(&self, op: &Op, mut visit: impl FnMut(Effect)) {
        self.effects_on_variables(op, |effect| {
            visit(effect);
            match effect {
                Effect::Read(v) => self.variables[v].written.into_iter().for_each(|w| visit(Effect::Read(w))),
                Effect::Write(v) => {
                    self.variables[v].written.into_iter().for_each(|w| visit(Effect::Write(w)))
                }
            }
        });
    }

    fn effects_on_variables(&self, op: &Op, mut visit: impl FnMut(Effect)) {
        let range = |operand: Operand, length: u128| {
            let place = self.candidates.place(operand)?;
            let slots = self.candidates.slots_in(place, length as i64).unwrap_or_default();
            Some(
                slots
                    .into_iter()
                    .filter_map(move |(offset, _)| self.variable(place, offset))
                    .collect::<Vec<_>>(),
            )
        };
        match op {
            Op::Load { addr, .. } => {
                let variable = self.candidates.place(*addr).and_then(|place| self.variable(place, 0));
                variable.into_iter().for_each(|variable| visit(Effect::Read(variable)));
            }
            Op::Store { addr, .. } => {
                let variable = self.candidates.place(*addr).and_then(|place| self.variable(place, 0));
                variable.into_iter().for_each(|variable| visit(Effect::Write(variable)));
            }
            Op::Observe { value, .. } => {
                let object = self.candidates.place(*value).map(|place| place.object);
                object
                    .into_iter()
                    .flat_map(|object| self.object_variables(object))
                    .for_each(|v| visit(Effect::Write(v)));
            }
            Op::Copy { dst, src, len: Operand::Const { bits, .. } } => {
                range(*src, *bits).into_iter().flatten().for_each(|variable| visit(Effect::Read(variable)));
                range(*dst, *bits).into_iter().flatten().for_each(|variable| visit(Effect::Write(variable)));
            }
            Op::Fill { dst, len: Operand::Const { bits, .. }, .. } => {
                range(*dst, *bits).into_iter().flatten().for_each(|variable| visit(Effect::Write(variable)));
            }
            _ => {}
        }
    }

    /// Finds where values meet, and gives those blocks a parameter for each variable that is still needed there.
    fn place_params(&mut self, function: &mut Function, order: &[BlockId]) {
        let n = self.variables.len();
        if n == 0 {
            return;
        }
        let mut needed: Vec<Vec<BlockId>> = vec![Vec::new(); n];
        let mut written: Vec<Vec<BlockId>> = vec![Vec::new(); n];
        for &block in order {
            let (needed, written) = (&mut needed, &mut written);
            for inst in &function.blocks[block].insts {
                self.effects(&inst.op, |effect| match effect {
                    Effect::Read(v)
                        if needed[v].last() != Some(&block) && written[v].last() != Some(&block) =>
                    {
                        needed[v].push(block);
                    }
                    Effect::Write(v) if written[v].last() != Some(&block) => written[v].push(block),
                    _ => {}
                });
            }
        }
        let preds = predecessors(function);
        let frontiers = dominance_frontiers(function, &preds, order);
        for v in 0..n {
            let live = live_in(&preds, &needed[v], &written[v]);
            let mut seen: Vec<bool> = vec![false; function.blocks.len()];
            let mut work = written[v].clone();
            while let Some(block) = work.pop() {
                for &meeting in &frontiers[block] {
                    if !std::mem::replace(&mut seen[meeting.index()], true) && live[meeting.index()] {
                        let value = function.add_block_param(meeting, self.variables[v].ty);
                        function.values[value].name = self.variables[v].name.clone();
                        self.params[meeting].push((v, value));
                        work.push(meeting);
                    }
                }
            }
        }
    }

    /// Walks the dominator tree with the current value of each variable.
    fn rename(&mut self, function: &mut Function) {
        let dominators = Dominators::of(function);
        let mut children: IndexVec<BlockId, Vec<BlockId>> =
            function.blocks.iter().map(|_| Vec::new()).collect();
        for block in function.blocks.ids() {
            if let Some(parent) = dominators.immediate(block) {
                children[parent].push(block);
            }
        }
        enum Step {
            Enter(BlockId),
            Leave(usize),
        }
        let mut stack = vec![Step::Enter(Function::ENTRY)];
        while let Some(step) = stack.pop() {
            match step {
                Step::Enter(block) => {
                    stack.push(Step::Leave(self.undo.len()));
                    self.rename_block(function, block);
                    stack.extend(children[block].iter().map(|&child| Step::Enter(child)));
                }
                Step::Leave(mark) => {
                    for (variable, value) in self.undo.drain(mark..).rev() {
                        self.current[variable] = value;
                    }
                }
            }
        }
        let entry = &mut function.blocks[Function::ENTRY].insts;
        entry.splice(0..0, self.unwritten.drain(..));
    }

    fn rename_block(&mut self, function: &mut Function, block: BlockId) {
        for (variable, value) in self.params[block].clone() {
            self.assign(variable, value.into());
        }
        let insts = std::mem::take(&mut function.blocks[block].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for mut inst in insts {
            inst.op.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
            self.rename_inst(function, inst, &mut kept);
        }
        let data = &mut function.blocks[block];
        data.insts = kept;
        let mut term = std::mem::replace(&mut data.term, Term::Unreachable);
        term.for_each_operand_mut(|operand| *operand = self.resolve(*operand));
        for target in term.targets_mut() {
            for (variable, _) in self.params[target.block].clone() {
                let value = self.read(function, variable);
                target.args.push(value);
            }
        }
        function.blocks[block].term = term;
    }

    fn rename_inst(&mut self, function: &mut Function, inst: Inst, kept: &mut Vec<Inst>) {
        match &inst.op {
            Op::Alloca { .. } | Op::PtrAdd { .. }
                if self.candidates.place(inst.results[0].into()).is_some() => {}
            Op::Load { access, addr } => {
                match self.candidates.place(*addr).and_then(|place| self.variable(place, 0)) {
                    Some(variable) => {
                        if access.initialised {
                            kept.extend(self.must_be_written(function, variable, inst.span));
                        }
                        let value = self.read(function, variable);
                        let value = self.converted(function, value, access.ty, inst.span, kept);
                        self.replaced.insert(inst.results[0], value);
                    }
                    None => kept.push(inst),
                }
            }
            Op::Store { addr, value, .. } => {
                match self.candidates.place(*addr).and_then(|place| self.variable(place, 0)) {
                    Some(variable) => self.write(function, variable, *value, inst.span, kept),
                    None => kept.push(inst),
                }
            }
            Op::Observe { value, .. } => {
                let Some(place) = self.candidates.place(*value) else { return };
                for variable in self.object_variables(place.object) {
                    let fresh = self.nondet(function, variable, inst.span);
                    let value = fresh.results[0];
                    kept.push(fresh);
                    self.set(variable, value.into(), Operand::FALSE);
                }
            }
            Op::Copy { dst, src, len } => {
                let (to, from) = (self.candidates.place(*dst), self.candidates.place(*src));
                match len {
                    Operand::Const { bits, .. } if to.is_some() || from.is_some() => {
                        let ends = ((*dst, to), (*src, from));
                        self.copy(function, ends, *bits as i64, inst.span, kept);
                    }
                    _ => kept.push(inst),
                }
            }
            Op::Fill { dst, byte, len } => {
                match (self.candidates.place(*dst), byte.as_const(), len.as_const()) {
                    (Some(place), Some(byte), Some(length)) => {
                        let pattern = u128::from_le_bytes([byte as u8; 16]);
                        for (offset, ty) in self.candidates.slots_in(place, length as i64).unwrap_or_default()
                        {
                            if let Some(variable) = self.variable(place, offset) {
                                let value = Operand::Const { bits: pattern & ty.mask(), ty };
                                self.set(variable, value, Operand::TRUE);
                            }
                        }
                    }
                    _ => kept.push(inst),
                }
            }
            _ => kept.push(inst),
        }
    }

    /// A copy of which at least one side is made of variables.
    fn copy(
        &mut self,
        function: &mut Function,
        ((dst, to), (src, from)): ((Operand, Option<Place>), (Operand, Option<Place>)),
        length: i64,
        span: Span,
        kept: &mut Vec<Inst>,
    ) {
        let Some(shape) = from.or(to) else { return };
        let slots = self.candidates.slots_in(shape, length).unwrap_or_default();
        let mut values = Vec::new();
        for (offset, ty) in slots {
            let source = from.and_then(|place| self.variable(place, offset));
            let value = match source {
                Some(variable) => self.read(function, variable),
                None => {
                    let addr = shifted(function, src, offset, span, kept);
                    let op = Op::Load { access: Access::plain(ty), addr };
                    push_value(function, op, ty, span, kept)
                }
            };
            values.push((offset, ty, value));
        }
        for (offset, ty, value) in values {
            match to {
                Some(place) => {
                    if let Some(variable) = self.variable(place, offset) {
                        self.write(function, variable, value, span, kept);
                    }
                }
                None => {
                    let addr = shifted(function, dst, offset, span, kept);
                    let op = Op::Store { access: Access::plain(ty), addr, value };
                    kept.push(Inst { op, results: smallvec![], span });
                }
            }
        }
    }

    fn resolve(&self, operand: Operand) -> Operand {
        match operand {
            Operand::Value(value) => self.replaced.get(&value).copied().unwrap_or(operand),
            other => other,
        }
    }

    fn assign(&mut self, variable: usize, value: Operand) {
        self.undo.push((variable, self.current[variable]));
        self.current[variable] = Some(value);
    }

    fn write(
        &mut self,
        function: &mut Function,
        variable: usize,
        value: Operand,
        span: Span,
        kept: &mut Vec<Inst>,
    ) {
        let value = self.converted(function, value, self.variables[variable].ty, span, kept);
        if let Operand::Value(id) = value {
            let is_param = function.params.contains(&id);
            let name = &mut function.values[id].name;
            if name.is_none() && !is_param {
                *name = self.variables[variable].name.clone();
            }
        }
        self.set(variable, value, Operand::TRUE);
    }

    /// Gives a variable a value, and notes whether that was written.
    fn set(&mut self, variable: usize, value: Operand, written: Operand) {
        self.assign(variable, value);
        if let Some(truth) = self.variables[variable].written {
            self.assign(truth, written);
        }
    }

    /// What a read that must find something written asserts, if that is not plain.
    fn must_be_written(&mut self, function: &mut Function, variable: usize, span: Span) -> Option<Inst> {
        let truth = self.variables[variable].written?;
        let cond = self.read(function, truth);
        let name = self.variables[variable].name.as_deref().unwrap_or("a variable");
        let message = format!("{name} is read, and nothing was written to it").into();
        let op = Op::Assert { cond, kind: AssertKind::Initialised, message };
        (cond != Operand::TRUE).then_some(Inst { op, results: smallvec![], span })
    }

    fn read(&mut self, function: &mut Function, variable: usize) -> Operand {
        if let Some(value) = self.current[variable] {
            return value;
        }
        if variable >= self.n_slots {
            return Operand::FALSE;
        }
        // Not undone on purpose: the entry block dominates every other reader.
        let fresh = self.nondet(function, variable, function.span);
        let value = fresh.results[0].into();
        self.unwritten.push(fresh);
        self.current[variable] = Some(value);
        value
    }

    fn nondet(&self, function: &mut Function, variable: usize, span: Span) -> Inst {
        let Variable { ty, name, .. } = &self.variables[variable];
        let value = function.new_value(*ty);
        function.values[value].name = name.clone();
        let name = name.clone().unwrap_or_else(|| "temporary".into());
        Inst { op: Op::Nondet { kind: NondetKind::Uninitialised(name) }, results: smallvec![value], span }
    }

    /// The same bits under the type that the reader or the slot has.
    fn converted(
        &self,
        function: &mut Function,
        value: Operand,
        ty: Ty,
        span: Span,
        kept: &mut Vec<Inst>,
    ) -> Operand {
        match function.operand_ty(value) == ty {
            true => value,
            false => push_value(function, Op::Cast { op: CastOp::Bits, a: value }, ty, span, kept),
        }
    }
}

fn push_value(function: &mut Function, op: Op, ty: Ty, span: Span, kept: &mut Vec<Inst>) -> Operand {
    let value = function.new_value(ty);
    kept.push(Inst { op, results: smallvec![value], span });
    value.into()
}

fn shifted(function: &mut Function, base: Operand, offset: i64, span: Span, kept: &mut Vec<Inst>) -> Operand {
    match base {
        _ if offset == 0 => base,
        Operand::Global { id, offset: start } => Operand::Global { id, offset: start.wrapping_add(offset) },
        _ => push_value(function, Op::PtrAdd { base, offset: Operand::i64(offset) }, Ty::Ptr, span, kept),
    }
}

/// Blocks at whose start the value of a variable is still needed.
fn live_in(preds: &IndexVec<BlockId, Vec<BlockId>>, needed: &[BlockId], written: &[BlockId]) -> Vec<bool> {
    let mut writes = vec![false; preds.len()];
    written.iter().for_each(|block| writes[block.index()] = true);
    let mut live = vec![false; preds.len()];
    let mut work = needed.to_vec();
    while let Some(block) = work.pop() {
        if !std::mem::replace(&mut live[block.index()], true) {
            work.extend(preds[block].iter().filter(|pred| !writes[pred.index()]));
        }
    }
    live
}

/// Cooper, Harvey and Kennedy's computation.
fn dominance_frontiers(
    function: &Function,
    preds: &IndexVec<BlockId, Vec<BlockId>>,
    order: &[BlockId],
) -> IndexVec<BlockId, Vec<BlockId>> {
    let dominators = Dominators::of(function);
    let mut frontiers: IndexVec<BlockId, Vec<BlockId>> = function.blocks.iter().map(|_| Vec::new()).collect();
    for &block in order.iter().filter(|&&block| preds[block].len() >= 2) {
        let stop = dominators.immediate(block);
        for &pred in &preds[block] {
            let mut runner = Some(pred);
            while let Some(current) = runner.filter(|_| runner != stop) {
                if frontiers[current].last() != Some(&block) {
                    frontiers[current].push(block);
                }
                runner = dominators.immediate(current);
            }
        }
    }
    frontiers
}
