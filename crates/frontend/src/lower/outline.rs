//! `__CPROVER_ASYNC_n: statement` starts a thread that runs the statement, whatever it is.
//!
//! The preprocessor makes it `if (marker()) ; else label: statement` ([`crate::clang`]), so that the blocks of the
//! statement are those between the two ways of the branch. They become a function of their own. The thread has copies of
//! the local variables that it uses, as they are when it starts, as in CBMC. A call whose arguments are constants and
//! local variables is started as it is.

use super::builder::Builder;
use super::context::{FunctionKey, Resolved, Signature};
use super::function::{FunctionLowering, reverse_postorder, successors};
use super::names::Names;
use super::unit::UnitId;
use super::{Lower, refuse};
use crate::ll::ast::{self, LocalId, Value};
use crate::ll::metadata::MetadataNode;
use ir::*;
use std::collections::BTreeMap;

/// Labels that the preprocessor did not see, by the beginning of their names.
pub(crate) const ASYNC_LABEL: &str = "__CPROVER_ASYNC_";

/// The local variables that an outlined statement has copies of.
#[derive(Debug)]
pub(crate) struct Copies {
    /// Where they are.
    packet: Operand,
    size: i64,
    offsets: BTreeMap<LocalId, i64>,
}

/// The blocks of a statement, and the one behind it.
struct Region {
    blocks: Vec<ast::BlockId>,
    start: ast::BlockId,
    end: ast::BlockId,
}

impl<'m> FunctionLowering<'_, 'm> {
    /// The call of the marker before a statement that is to run in a thread of its own.
    pub fn async_marker(&mut self, marker: &str) -> Lower<Operands> {
        let Some(region) = self.region() else {
            return refuse(
                "a statement labelled __CPROVER_ASYNC that control enters or leaves in the middle",
            );
        };
        let next = match self.plain_call(&region) {
            Some(call) => {
                self.async_calls.insert(call);
                region.start
            }
            None => {
                self.outline(marker, &region)?;
                region.end
            }
        };
        self.decided.insert(self.position, next);
        Ok(Operands::from_elem(Operand::i32(0), 1))
    }

    /// A label of this kind that the preprocessor did not replace must not be run over.
    pub fn async_label(&self, label: ast::MetadataId) -> Lower<()> {
        match self.unit.module.metadata.get(label) {
            MetadataNode::Label { name: Some(name), .. }
                if self.unit.name(*name).starts_with(ASYNC_LABEL) =>
            {
                refuse(format!("the label {} (made where it is not looked for)", self.unit.name(*name)))
            }
            _ => Ok(()),
        }
    }

    fn region(&self) -> Option<Region> {
        let terminator = |block: ast::BlockId| Some(&self.source.blocks.get(block.index())?.terminator()?.op);
        let Some(&ast::Op::CondBr { if_true, if_false: start, .. }) = terminator(self.position) else {
            return None;
        };
        let Some(&ast::Op::Br(end)) = terminator(if_true) else { return None };
        let mut blocks = vec![start];
        let mut next = 0;
        while let Some(&block) = blocks.get(next) {
            next += 1;
            let targets = successors(self.source, block);
            let ends = matches!(terminator(block), Some(ast::Op::Unreachable));
            if targets.is_empty() && !ends {
                return None;
            }
            for target in targets.into_iter().filter(|target| *target != end) {
                if !blocks.contains(&target) {
                    blocks.push(target);
                }
            }
        }
        let all = reverse_postorder(self.source);
        let entered = |from: ast::BlockId| {
            !blocks.contains(&from)
                && successors(self.source, from).iter().any(|to| *to != start && blocks.contains(to))
        };
        let has_phi = self.source.blocks[end.index()]
            .instructions
            .iter()
            .any(|instruction| matches!(instruction.op, ast::Op::Phi { .. }));
        let closed = !blocks.contains(&self.position) && !all.iter().any(|&from| entered(from)) && !has_phi;
        closed.then_some(Region { blocks, start, end })
    }

    /// The one call of a statement that does nothing else but put together its arguments, from what no other thread
    /// changes.
    fn plain_call(&mut self, region: &Region) -> Option<(ast::BlockId, usize)> {
        let mut found = None;
        for &block in &region.blocks {
            for (index, instruction) in self.source.blocks[block.index()].instructions.iter().enumerate() {
                match &instruction.op {
                    ast::Op::Debug(_) | ast::Op::Br(_) => {}
                    _ if found.is_some() => return None,
                    ast::Op::Call(call) => {
                        let symbol = call.direct_callee()?;
                        let unit = self.unit.clone();
                        let ours =
                            matches!(self.cx.resolve(&unit, symbol), Resolved::Function(UnitId::User, _));
                        let known = self.is_fixed_word(unit.name(symbol));
                        found = (ours && !known).then_some((block, index));
                        found?;
                    }
                    ast::Op::Load(load) if self.is_own(&load.address.value) => {}
                    ast::Op::Cast { .. } | ast::Op::GetElementPtr(_) => {}
                    _ => return None,
                }
            }
        }
        found
    }

    /// Whether an address is that of a local variable.
    fn is_own(&self, address: &Value) -> bool {
        let Value::Local(local) = address else { return false };
        match self.defining(*local) {
            Some(ast::Op::Alloca { .. }) => true,
            Some(ast::Op::GetElementPtr(gep)) => self.is_own(&gep.base.value),
            _ => false,
        }
    }

    fn defining(&self, local: LocalId) -> Option<&'m ast::Op> {
        let all = self.source.blocks.iter().flat_map(|block| &block.instructions);
        all.into_iter().find(|instruction| instruction.result == Some(local)).map(|found| &found.op)
    }

    /// Makes a function of a statement and starts a thread with it.
    fn outline(&mut self, marker: &str, region: &Region) -> Lower<()> {
        let label = marker.replace("__selvedge_async_", ASYNC_LABEL);
        let (mut body, copies) = self.outlined(&label, region);
        self.cx.tidy(&mut body);
        let packet = match copies.size {
            0 => Operand::NULL,
            size => {
                let size = Operand::i64(size);
                self.builder.value(Op::HeapAlloc { size, by: Allocator::Malloc, zeroed: true }, Ty::Ptr)
            }
        };
        for (&local, &offset) in &copies.offsets {
            let place = self.builder.ptr_add(packet, offset);
            self.copy_local(local, place)?;
        }
        let key = FunctionKey::thunk(&format!("{label} {} {}", body.name, self.cx.entries.len()));
        let signature = Signature { params: vec![Ty::Ptr], results: vec![Ty::Ptr], variadic: false };
        let function = self.cx.add_built(key, signature, body);
        let args = [Operand::Func(function), packet].into_iter().collect();
        self.builder.value(Op::Sync { op: SyncOp::ThreadCreate, args }, Ty::I64);
        Ok(())
    }

    fn outlined(&mut self, label: &str, region: &Region) -> (Function, Copies) {
        let mut builder = Builder::new(label);
        let packet = builder.function.add_param(Ty::Ptr).into();
        builder.function.results = vec![Ty::Ptr];
        builder.function.span = self.builder.span;
        builder.span = self.builder.span;
        let names = Names::new(&self.unit, self.source);
        let mut inner = FunctionLowering::bare(self.cx, self.unit.clone(), self.source, builder, names);
        inner.locals = vec![None; self.source.locals.len()];
        inner.blocks = vec![None; self.source.blocks.len()];
        inner.copies = Some(Copies { packet, size: 0, offsets: BTreeMap::new() });
        let end = inner.builder.function.new_block();
        inner.blocks[region.end.index()] = Some(end);
        let mut order = reverse_postorder(self.source);
        order.retain(|block| region.blocks.contains(block));
        inner.make_blocks(&order);
        let start = inner.block(region.start);
        inner.builder.end(Term::Jump(Target::new(start)));
        inner.lower_blocks(&order);
        inner.builder.block = end;
        inner.builder.end(Term::Return(Operands::from_elem(Operand::NULL, 1)));
        let copies = inner.copies.take().unwrap_or(Copies { packet, size: 0, offsets: BTreeMap::new() });
        (inner.builder.function, copies)
    }

    /// A value from outside of the statement, for whoever lowers the statement.
    pub fn copied(&mut self, local: LocalId) -> Lower<Operands> {
        let variable = self.variable_size(local)?;
        let leaves = self.unit.leaves(self.source.locals[local.index()].ty)?;
        let Some(copies) = &mut self.copies else { return refuse("a value of an unsupported instruction") };
        let size = variable.unwrap_or(16 * leaves.len() as u64).next_multiple_of(16) as i64;
        let next = copies.size;
        let offset = *copies.offsets.entry(local).or_insert(next);
        copies.size = copies.size.max(offset + size);
        let place = copies.packet;
        let place = self.builder.ptr_add(place, offset);
        if variable.is_some() {
            return Ok(Operands::from_elem(place, 1));
        }
        let one = |(position, ty): (usize, Ty)| {
            let addr = self.builder.ptr_add(place, 16 * position as i64);
            self.builder.load(Access::plain(ty), addr)
        };
        Ok(leaves.iter().map(|leaf| leaf.ty).enumerate().map(one).collect())
    }

    fn copy_local(&mut self, local: LocalId, place: Operand) -> Lower<()> {
        let ty = self.source.locals[local.index()].ty;
        let flat = self.flat(&Value::Local(local), ty)?;
        if let (Some(size), &[src]) = (self.variable_size(local)?, &*flat) {
            self.builder.effect(Op::Copy { dst: place, src, len: Operand::i64(size as i64) });
            return Ok(());
        }
        for (position, &value) in flat.iter().enumerate() {
            let addr = self.builder.ptr_add(place, 16 * position as i64);
            let access = Access::plain(self.builder.ty(value));
            self.builder.store(access, addr, value);
        }
        Ok(())
    }

    /// How large the variable is whose address this is; `None`: it is no address of a variable.
    fn variable_size(&self, local: LocalId) -> Lower<Option<u64>> {
        match self.defining(local) {
            Some(ast::Op::Alloca { ty, count: None, .. }) => self.unit.size(*ty).map(Some),
            Some(ast::Op::Alloca { .. }) => {
                refuse("an array of variable length in an asynchronous statement")
            }
            _ => Ok(None),
        }
    }
}
