//! Builds one thread's function in SSA form from code over registers that are assigned many times.
//!
//! After Braun et al., *Simple and Efficient Construction of Static Single Assignment Form* (CC 2013), with two
//! changes: all blocks stay unsealed until [`ThreadBuilder::finish`], so that any control flow (assembly too) needs no
//! care in its callers, and nothing recurses, so that long programs do not end the stack. Parameters that always get
//! one and the same value are removed, so a register that a branch does not touch has no part in the join.

use super::{LitmusError, Pos, Result, limits};
use ir::{
    BlockId, FileId, Function, Id, IndexVec, Inst, Op, Operand, Operands, Span, Target, Term, Ty, ValueData,
    ValueId,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::collections::VecDeque;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct VariableId(u32);

#[derive(Clone, Debug)]
struct Variable {
    ty: Ty,
    name: Option<String>,
    /// What it holds when the thread begins.
    initial: Operand,
}

/// A block parameter in the making.
#[derive(Clone, Debug)]
struct Param {
    block: BlockId,
    variable: VariableId,
    value: ValueId,
}

#[derive(Debug)]
pub(super) struct ThreadBuilder {
    function: Function,
    variables: Vec<Variable>,
    /// Per block: the value of each variable at the point built so far.
    definitions: IndexVec<BlockId, FxHashMap<VariableId, Operand>>,
    params: Vec<Param>,
    current: BlockId,
}

/// The only file of a litmus program.
pub(super) fn span(pos: Pos) -> Span {
    Span::new(FileId(0), pos.line, pos.column)
}

impl ThreadBuilder {
    pub fn new(name: &str, pos: Pos) -> Self {
        let mut function = Function::new(name);
        function.add_param(Ty::Ptr);
        function.results.push(Ty::Ptr);
        function.span = span(pos);
        let current = function.new_block();
        let definitions = IndexVec::from_vec(vec![FxHashMap::default()]);
        ThreadBuilder { function, variables: Vec::new(), definitions, params: Vec::new(), current }
    }

    pub fn variable(&mut self, ty: Ty, name: Option<&str>, initial: Operand, pos: Pos) -> Result<VariableId> {
        if self.variables.len() >= limits::REGISTERS {
            return Err(LitmusError::new(
                pos,
                format!("more than {} registers in one thread", limits::REGISTERS),
            ));
        }
        self.variables.push(Variable { ty, name: name.map(str::to_string), initial });
        Ok(VariableId(self.variables.len() as u32 - 1))
    }
    fn data(&self, variable: VariableId) -> &Variable {
        &self.variables[variable.0 as usize]
    }

    pub fn read(&mut self, variable: VariableId) -> Operand {
        self.read_at(self.current, variable)
    }
    /// Assigns to a register; a value that has no name yet gets the register's.
    pub fn write(&mut self, variable: VariableId, operand: Operand) {
        if let Operand::Value(value) = operand {
            let name = self.data(variable).name.as_deref().map(Into::into);
            let data = &mut self.function.values[value];
            data.name = data.name.take().or(name);
        }
        self.definitions[self.current].insert(variable, operand);
    }
    fn read_at(&mut self, block: BlockId, variable: VariableId) -> Operand {
        if let Some(&known) = self.definitions[block].get(&variable) {
            return known;
        }
        let data = self.data(variable);
        let found = if block == Function::ENTRY {
            data.initial
        } else {
            let (ty, name) = (data.ty, data.name.as_deref().map(Into::into));
            let value = self.function.values.push(ValueData { ty, name });
            self.params.push(Param { block, variable, value });
            Operand::Value(value)
        };
        self.definitions[block].insert(variable, found);
        found
    }

    pub fn operand_ty(&self, operand: Operand) -> Ty {
        self.function.operand_ty(operand)
    }
    pub fn emit(&mut self, op: Op, results: &[Ty], pos: Pos) -> SmallVec<[ValueId; 2]> {
        let values: SmallVec<[ValueId; 2]> = results.iter().map(|&ty| self.function.new_value(ty)).collect();
        let inst = Inst { op, results: values.iter().copied().collect(), span: span(pos) };
        self.function.blocks[self.current].insts.push(inst);
        values
    }
    /// An instruction with one result.
    pub fn value(&mut self, op: Op, ty: Ty, pos: Pos) -> Operand {
        self.emit(op, &[ty], pos).first().map_or(Operand::int(0, ty), |&value| Operand::Value(value))
    }
    /// An instruction without operands of this thread, put before all others, so that its value serves everywhere.
    pub fn value_at_start(&mut self, op: Op, ty: Ty, pos: Pos) -> Operand {
        let value = self.function.new_value(ty);
        let inst = Inst { op, results: [value].into_iter().collect(), span: span(pos) };
        self.function.blocks[Function::ENTRY].insts.insert(0, inst);
        Operand::Value(value)
    }
    /// An instruction without a result.
    pub fn effect(&mut self, op: Op, pos: Pos) {
        self.emit(op, &[], pos);
    }

    pub fn new_block(&mut self, pos: Pos) -> Result<BlockId> {
        if self.function.blocks.len() >= limits::BLOCKS {
            return Err(LitmusError::new(
                pos,
                format!("more than {} branches in one thread", limits::BLOCKS / 2),
            ));
        }
        self.definitions.push(FxHashMap::default());
        Ok(self.function.new_block())
    }
    pub fn switch_to(&mut self, block: BlockId) {
        self.current = block;
    }
    fn terminate(&mut self, term: Term, pos: Pos) {
        let block = &mut self.function.blocks[self.current];
        block.term = term;
        block.span = span(pos);
    }
    pub fn jump(&mut self, to: BlockId, pos: Pos) {
        self.terminate(Term::Jump(Target::new(to)), pos);
    }
    pub fn branch(&mut self, cond: Operand, then: BlockId, other: BlockId, pos: Pos) {
        self.terminate(Term::Branch { cond, then: Target::new(then), other: Target::new(other) }, pos);
    }
    pub fn return_null(&mut self, pos: Pos) {
        self.terminate(Term::Return(Operands::from_slice(&[Operand::NULL])), pos);
    }

    /// Puts the block parameters in place and drops blocks that cannot be reached.
    pub fn finish(mut self) -> Function {
        let reachable = ir::cfg::reverse_postorder(&self.function);
        let mut keep: Vec<BlockId> = reachable.clone();
        keep.sort_unstable();
        let mut predecessors: IndexVec<BlockId, Vec<BlockId>> =
            self.function.blocks.iter().map(|_| Vec::new()).collect();
        for &block in &keep {
            for successor in ir::cfg::successors(&self.function, block) {
                predecessors[successor].push(block);
            }
        }
        let args = self.param_args(&predecessors);
        let replaced = remove_redundant(&self.params, &args);
        self.place_params(&keep, &replaced);
        compact(self.function, &keep, &replaced)
    }

    /// What each parameter gets from each predecessor of its block. Asking may make new parameters further up.
    fn param_args(&mut self, predecessors: &IndexVec<BlockId, Vec<BlockId>>) -> Vec<Vec<Operand>> {
        let mut args: Vec<Vec<Operand>> = Vec::new();
        while let Some(Param { block, variable, .. }) = self.params.get(args.len()).cloned() {
            let from_each = predecessors[block].iter().map(|&from| self.read_at(from, variable)).collect();
            args.push(from_each);
        }
        args
    }

    fn place_params(&mut self, keep: &[BlockId], replaced: &Replacements) {
        let mut of_block: FxHashMap<BlockId, Vec<VariableId>> = FxHashMap::default();
        for Param { block, variable, value } in &self.params {
            if !replaced.0.contains_key(value) {
                self.function.blocks[*block].params.push(*value);
                of_block.entry(*block).or_default().push(*variable);
            }
        }
        for &block in keep {
            let definitions = &self.definitions[block];
            for target in self.function.blocks[block].term.targets_mut() {
                let wanted = of_block.get(&target.block).map_or(&[][..], Vec::as_slice);
                target.args =
                    wanted.iter().filter_map(|variable| definitions.get(variable).copied()).collect();
            }
        }
    }
}

/// Values that stand for another one.
struct Replacements(FxHashMap<ValueId, Operand>);

impl Replacements {
    fn resolve(&self, mut operand: Operand) -> Operand {
        while let Operand::Value(value) = operand {
            match self.0.get(&value) {
                Some(&next) => operand = next,
                None => break,
            }
        }
        operand
    }
}

/// A parameter whose arguments are all the same value (or itself) is that value.
fn remove_redundant(params: &[Param], args: &[Vec<Operand>]) -> Replacements {
    let mut users: FxHashMap<ValueId, Vec<usize>> = FxHashMap::default();
    for (index, from_each) in args.iter().enumerate() {
        from_each.iter().filter_map(|operand| operand.value()).for_each(|value| {
            users.entry(value).or_default().push(index);
        });
    }
    let mut replaced = Replacements(FxHashMap::default());
    let mut pending: VecDeque<usize> = (0..params.len()).collect();
    while let Some(index) = pending.pop_front() {
        let own = params[index].value;
        if replaced.0.contains_key(&own) {
            continue;
        }
        let mut others =
            args[index].iter().map(|&arg| replaced.resolve(arg)).filter(|&arg| arg != own.into());
        // No argument at all: the block cannot be reached and goes away.
        let Some(first) = others.next() else { continue };
        if others.all(|other| other == first) {
            replaced.0.insert(own, first);
            pending.extend(users.get(&own).into_iter().flatten());
        }
    }
    replaced
}

/// Keeps these blocks only and numbers blocks and values anew, in the order they are printed.
fn compact(mut function: Function, keep: &[BlockId], replaced: &Replacements) -> Function {
    let new_block: FxHashMap<BlockId, BlockId> =
        keep.iter().enumerate().map(|(index, &block)| (block, BlockId::from_index(index))).collect();
    let mut values = IndexVec::new();
    let mut new_value: FxHashMap<ValueId, ValueId> = FxHashMap::default();
    let mut blocks: IndexVec<BlockId, ir::Block> =
        keep.iter().map(|&block| function.blocks[block].clone()).collect();
    let mut define = |value: &mut ValueId, data: &ValueData| {
        let fresh = values.push(data.clone());
        new_value.insert(*value, fresh);
        *value = fresh;
    };
    for param in &mut function.params {
        define(param, &function.values[*param]);
    }
    for block in blocks.iter_mut() {
        let results = block.insts.iter_mut().flat_map(|inst| &mut inst.results);
        for value in block.params.iter_mut().chain(results) {
            define(value, &function.values[*value]);
        }
    }
    let rename = |operand: &mut Operand| {
        *operand = replaced.resolve(*operand);
        if let Operand::Value(value) = operand {
            *value = new_value.get(value).copied().unwrap_or(*value);
        }
    };
    for block in blocks.iter_mut() {
        block.insts.iter_mut().for_each(|inst| inst.op.for_each_operand_mut(rename));
        block.term.for_each_operand_mut(rename);
        for target in block.term.targets_mut() {
            target.block = new_block.get(&target.block).copied().unwrap_or(target.block);
        }
    }
    function.blocks = blocks;
    function.values = values;
    function
}
