//! One function: blocks in reverse postorder, phis as block parameters, terminators.
//!
//! Reverse postorder visits definitions before uses, so an LLVM value can be an alias of operands that exist already
//! (a cast that changes nothing costs no instruction). Blocks that only an exception reaches are never visited.
//! A declaration of a local variable leaves the marker `Observe` of its stack slot behind, so that [`super::promote`]
//! can start a fresh, uninitialised life of the variable there; `promote` removes all markers.

use super::builder::Builder;
use super::context::{Context, Signature};

use super::names::Names;
use super::unit::{Unit, UnitId};
use super::unmarked::Unmarked;
use super::{Lower, Refusal, refuse};
use crate::ll::ast::{self, Instruction, LocalId};
use ir::*;
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;

pub(crate) struct FunctionLowering<'c, 'm> {
    pub cx: &'c mut Context<'m>,
    pub unit: Rc<Unit<'m>>,
    pub source: &'m ast::Function,
    pub builder: Builder,
    /// The scalars of each LLVM value, once it is defined.
    pub locals: Vec<Option<Operands>>,
    pub names: Names<'m>,
    /// The hidden parameter of a variadic function: where its variable arguments lie.
    pub area: Option<Operand>,
    /// The LLVM block being lowered.
    pub position: ast::BlockId,
    /// Calls that start a thread (`__CPROVER_ASYNC_n:`), by block and index.
    pub async_calls: FxHashSet<(ast::BlockId, usize)>,
    /// Blocks whose branch is decided by such a label.
    pub decided: FxHashMap<ast::BlockId, ast::BlockId>,
    /// Only a statement of the source is lowered, with copies of the variables around it.
    pub copies: Option<super::outline::Copies>,
    /// Index of the instruction being lowered within its block.
    pub index: usize,
    /// By LLVM block.
    pub blocks: Vec<Option<BlockId>>,
    /// The whole body is an atomic section.
    pub atomic: bool,
    pub unmarked: Unmarked,
}

/// Lowers a defined function.
pub(crate) fn lower_function<'m>(
    cx: &mut Context<'m>,
    unit: Rc<Unit<'m>>,
    index: usize,
    signature: &Signature,
) -> Function {
    let source = &unit.module.functions[index];
    let symbol = unit.name(source.name);
    let mut builder = Builder::new(function_name(&unit, source));
    builder.function.results = signature.results.clone();
    builder.function.library = unit.id == UnitId::Prelude;
    if let Some(entity) = unit.debug.function(source) {
        // The inside of the C++ library interests the user as little as our model of the C library.
        builder.function.library |=
            entity.file.is_some_and(|file| file.contains("/include/") && file.contains("/c++/"));
        let file = entity.file.map_or(FileId(0), |file| cx.file(file));
        builder.function.span = Span::new(file, entity.line, 0);
    }
    let params: Vec<ValueId> = signature.params.iter().map(|&ty| builder.function.add_param(ty)).collect();
    let names = Names::new(&unit, source);
    let atomic = symbol.starts_with("__VERIFIER_atomic_");
    let mut lowering = FunctionLowering {
        cx,
        source,
        builder,
        locals: vec![None; source.locals.len()],
        names,
        area: params.last().filter(|_| signature.variadic).map(|&area| area.into()),
        position: ast::BlockId(0),
        async_calls: FxHashSet::default(),
        decided: FxHashMap::default(),
        copies: None,
        index: 0,
        blocks: vec![None; source.blocks.len()],
        atomic,
        unmarked: Unmarked::default(),
        unit: unit.clone(),
    };
    lowering.define_parameters(&params);
    lowering.body();
    lowering.builder.function
}

/// The user's name of a function; C++ names with their scopes.
pub(crate) fn function_name(unit: &Unit<'_>, source: &ast::Function) -> Arc<str> {
    let qualified = source.debug.and_then(|debug| unit.debug.qualified_name(debug));
    match (qualified, unit.name(source.name)) {
        (Some(name), _) => name.into(),
        // Threads are called by their function; these two start one for a library.
        (None, "__sv_thread_main") => "std::thread".into(),
        (None, "__sv_thrd_main") => "thrd".into(),
        (None, name) => name.into(),
    }
}

impl<'m> FunctionLowering<'_, 'm> {
    fn define_parameters(&mut self, params: &[ValueId]) {
        let mut rest = params.iter();
        for parameter in &self.source.parameters {
            // The signature has been flattened, so the width is known.
            let width = self.unit.width(parameter.ty).unwrap_or(0);
            let flat: Operands = rest.by_ref().take(width).map(|&value| value.into()).collect();
            if let ([single], Some(name)) = (&*flat, self.names.parameter(&self.unit, parameter.local)) {
                self.builder.name_value(*single, &name);
            }
            self.locals[parameter.local.index()] = Some(flat);
        }
    }

    fn body(&mut self) {
        let order = reverse_postorder(self.source);
        self.make_blocks(&order);
        if self.atomic {
            self.builder.span = self.builder.function.span;
            self.builder.effect(Op::AtomicBegin);
        }
        self.lower_blocks(&order);
    }

    pub fn lower_blocks(&mut self, order: &[ast::BlockId]) {
        for &block in order {
            self.position = block;
            self.builder.block = self.block(block);
            self.builder.span = Span::NONE;
            self.unmarked.enter_block();
            let source = self.source;
            for (index, instruction) in source.blocks[block.index()].instructions.iter().enumerate() {
                self.index = index;
                self.step(instruction);
            }
        }
    }

    /// One block of the result per block that can be reached, with a parameter per scalar of each phi.
    pub fn make_blocks(&mut self, order: &[ast::BlockId]) {
        for &block in order {
            let id = match block.index() {
                0 => Function::ENTRY,
                _ => self.builder.function.new_block(),
            };
            self.blocks[block.index()] = Some(id);
            let source = self.source;
            for instruction in &source.blocks[block.index()].instructions {
                let (ast::Op::Phi { ty, .. }, Some(result)) = (&instruction.op, instruction.result) else {
                    continue;
                };
                let Ok(leaves) = self.unit.leaves(*ty) else { continue };
                let params =
                    leaves.iter().map(|leaf| self.builder.function.add_block_param(id, leaf.ty).into());
                self.locals[result.index()] = Some(params.collect());
            }
        }
    }

    pub fn block(&self, block: ast::BlockId) -> BlockId {
        self.blocks.get(block.index()).copied().flatten().unwrap_or(Function::ENTRY)
    }

    fn step(&mut self, instruction: &'m Instruction) {
        // Without a place of its own an instruction belongs where the one before it stands.
        if instruction.debug.is_some() {
            let unit = self.unit.clone();
            self.builder.span = self.cx.span(&unit, instruction.debug);
        }
        self.end_unmarked(instruction);
        let outcome = match instruction.op.is_terminator() {
            true => self.terminator(&instruction.op, instruction),
            false => self.instruction(instruction),
        };
        if let Err(refusal) = outcome {
            self.refused(instruction, &refusal);
        }
    }

    /// The place of an instruction that is not supported: whoever gets here has no verdict.
    fn refused(&mut self, instruction: &Instruction, refusal: &Refusal) {
        self.builder.unsupported(&*refusal.0);
        if instruction.op.is_terminator() || self.is_last(instruction) {
            self.builder.end(Term::Unreachable);
        }
        if let Some(result) = instruction.result
            && self.locals[result.index()].is_none()
        {
            let ty = self.source.locals[result.index()].ty;
            self.locals[result.index()] = self.undefined(ty, "unsupported").ok();
        }
    }

    fn is_last(&self, instruction: &Instruction) -> bool {
        let block = &self.source.blocks[self.position.index()];
        block.instructions.last().is_some_and(|last| std::ptr::eq(last, instruction))
    }

    pub fn define(&mut self, result: Option<LocalId>, flat: Operands) {
        if let Some(result) = result
            && let Some(slot) = self.locals.get_mut(result.index())
        {
            *slot = Some(flat);
        }
    }

    fn terminator(&mut self, op: &'m ast::Op, instruction: &'m Instruction) -> Lower<()> {
        match op {
            ast::Op::Ret(value) => self.return_from(value.as_ref()),
            ast::Op::Br(target) => {
                let target = self.target(*target)?;
                self.builder.end(Term::Jump(target));
                Ok(())
            }
            ast::Op::CondBr { condition, if_true, if_false } => self.branch(condition, *if_true, *if_false),
            ast::Op::Switch { value, default, cases } => self.switch(value, *default, cases),
            ast::Op::IndirectBr { address, targets } => self.indirect_branch(address, targets),
            ast::Op::Invoke { call, normal, .. } => {
                self.call(instruction, call)?;
                let target = self.target(*normal)?;
                self.builder.end(Term::Jump(target));
                Ok(())
            }
            ast::Op::Unreachable => {
                self.builder.end(Term::Unreachable);
                Ok(())
            }
            ast::Op::CallBr { call, .. } => match &call.callee {
                ast::Value::InlineAsm(asm) => refuse(format!("asm goto \"{}\"", asm.text)),
                _ => refuse("callbr"),
            },
            ast::Op::Resume(_) => refuse("an exception that is passed on"),
            ast::Op::Other { text, .. } => refuse(format!("the instruction `{text}`")),
            _ => refuse("an unknown terminator"),
        }
    }

    fn return_from(&mut self, value: Option<&ast::Operand>) -> Lower<()> {
        let values = match value {
            Some(value) => self.operand(value)?,
            None => Operands::new(),
        };
        if self.atomic {
            self.builder.effect(Op::AtomicEnd);
        }
        self.builder.end(Term::Return(values));
        Ok(())
    }

    fn branch(
        &mut self,
        condition: &ast::Operand,
        if_true: ast::BlockId,
        if_false: ast::BlockId,
    ) -> Lower<()> {
        if let Some(&decided) = self.decided.get(&self.position) {
            let target = self.target(decided)?;
            self.builder.end(Term::Jump(target));
            return Ok(());
        }
        if self.index_check(condition, if_true, if_false) {
            let target = self.target(if_true)?;
            self.builder.end(Term::Jump(target));
            return Ok(());
        }
        let cond = self.scalar(condition)?;
        let (then, other) = (self.target(if_true)?, self.target(if_false)?);
        self.builder.end(Term::Branch { cond, then, other });
        Ok(())
    }

    fn switch(
        &mut self,
        value: &ast::Operand,
        default: ast::BlockId,
        cases: &[(u128, ast::BlockId)],
    ) -> Lower<()> {
        let value = self.scalar(value)?;
        let default = self.target(default)?;
        let cases =
            cases.iter().map(|&(case, block)| Ok((case, self.target(block)?))).collect::<Lower<_>>()?;
        self.builder.end(Term::Switch { value, cases, default });
        Ok(())
    }

    /// The address of a block is its index and one; see [`super::initialiser::block_address`].
    fn indirect_branch(&mut self, address: &ast::Operand, targets: &[ast::BlockId]) -> Lower<()> {
        let address = self.scalar(address)?;
        let value = self.builder.bits(address, Ty::I64);
        let mut cases: Vec<(u128, Target)> = Vec::new();
        for &target in targets {
            let number = target.index() as u128 + 1;
            if cases.iter().all(|(seen, _)| *seen != number) {
                cases.push((number, self.target(target)?));
            }
        }
        let lost = self.builder.function.new_block();
        self.builder.end(Term::Switch { value, cases, default: Target::new(lost) });
        Ok(())
    }

    /// A jump from the current block, with the values that the phis of the target take from here.
    fn target(&mut self, to: ast::BlockId) -> Lower<Target> {
        let source = self.source;
        let Some(block) = source.blocks.get(to.index()) else { return refuse("a jump to nowhere") };
        let mut target = Target::new(self.block(to));
        for instruction in &block.instructions {
            match &instruction.op {
                ast::Op::Phi { ty, incoming } => {
                    if self.unit.leaves(*ty).is_err() {
                        continue;
                    }
                    let Some((value, _)) = incoming.iter().find(|(_, from)| *from == self.position) else {
                        return refuse("a phi without a value for this edge");
                    };
                    target.args.extend(self.flat(value, *ty)?);
                }
                ast::Op::Debug(_) => {}
                _ => break,
            }
        }
        Ok(target)
    }
}

/// The blocks that can be reached without an exception, definitions before uses.
pub(crate) fn reverse_postorder(function: &ast::Function) -> Vec<ast::BlockId> {
    let mut seen = vec![false; function.blocks.len()];
    let mut order = Vec::new();
    let mut stack = vec![(ast::BlockId(0), successors(function, ast::BlockId(0)), 0)];
    if let Some(first) = seen.first_mut() {
        *first = true;
    }
    while let Some((block, targets, next)) = stack.last_mut() {
        match targets.get(*next).copied() {
            Some(target) => {
                *next += 1;
                if let Some(seen @ false) = seen.get_mut(target.index()) {
                    *seen = true;
                    stack.push((target, successors(function, target), 0));
                }
            }
            None => {
                order.push(*block);
                stack.pop();
            }
        }
    }
    order.reverse();
    order
}

/// In reverse, so that the order of the result is that of the source where there is a choice.
pub(crate) fn successors(function: &ast::Function, block: ast::BlockId) -> Vec<ast::BlockId> {
    let terminator = function.blocks.get(block.index()).and_then(|block| block.terminator());
    let mut targets = match terminator.map(|terminator| &terminator.op) {
        Some(ast::Op::Br(target)) => vec![*target],
        Some(ast::Op::CondBr { if_true, if_false, .. }) => vec![*if_true, *if_false],
        Some(ast::Op::Switch { default, cases, .. }) => {
            cases.iter().map(|&(_, target)| target).chain([*default]).collect()
        }
        Some(ast::Op::IndirectBr { targets, .. }) => targets.clone(),
        Some(ast::Op::Invoke { normal, .. }) => vec![*normal],
        _ => vec![],
    };
    targets.reverse();
    targets
}
