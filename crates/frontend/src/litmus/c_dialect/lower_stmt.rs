//! Lowers C threads and their statements. A branch has the shape of its braces: one block for each side, one join.

use super::ast::{Declarator, Expr, ExprKind, Stmt, StmtKind, Thread};
use super::lower_expr::Value;
use crate::litmus::init::InitValue;
use crate::litmus::lower::LoweredThread;
use crate::litmus::ssa::{ThreadBuilder, VariableId};
use crate::litmus::symbols::Symbols;
use crate::litmus::types::{CType, Kind};
use crate::litmus::{LitmusError, Pos, Result};
use indexmap::IndexMap;
use ir::{BlockId, CastOp, GlobalId, Op, Operand, Ty};
use rustc_hash::FxHashMap;

/// Declares the parameters of all threads, then lowers each.
pub(in crate::litmus) fn lower(threads: &[Thread], symbols: &mut Symbols) -> Result<Vec<LoweredThread>> {
    for thread in threads {
        for param in &thread.params {
            symbols.declare(&param.name, &param.ty, param.pos)?;
        }
    }
    threads.iter().map(|thread| ThreadLowering::new(thread, symbols).run(thread)).collect()
}

/// A register: declared once, alive in the whole thread.
#[derive(Clone, Debug)]
pub(super) struct Register {
    pub variable: VariableId,
    pub ty: CType,
}

#[derive(Clone, Copy, Debug)]
struct Loop {
    after: BlockId,
    next: BlockId,
}

pub(super) struct ThreadLowering<'a> {
    pub builder: ThreadBuilder,
    id: u32,
    symbols: &'a Symbols,
    /// Shared variables by parameter name, with the type this thread gives them.
    params: FxHashMap<&'a str, (GlobalId, CType)>,
    registers: IndexMap<String, Register>,
    loops: Vec<Loop>,
    /// Where `return` goes, once there is one.
    end: Option<BlockId>,
}

impl<'a> ThreadLowering<'a> {
    fn new(thread: &'a Thread, symbols: &'a Symbols) -> Self {
        let of_param = |name: &str| symbols.id(name);
        let params = thread
            .params
            .iter()
            .filter_map(|param| Some((param.name.as_str(), (of_param(&param.name)?, param.ty.clone()))));
        ThreadLowering {
            builder: ThreadBuilder::new(&format!("P{}", thread.id), thread.pos),
            id: thread.id,
            symbols,
            params: params.collect(),
            registers: IndexMap::new(),
            loops: Vec::new(),
            end: None,
        }
    }

    fn run(mut self, thread: &Thread) -> Result<LoweredThread> {
        for statement in &thread.body {
            self.statement(statement)?;
        }
        if let Some(end) = self.end {
            self.builder.jump(end, thread.end);
            self.builder.switch_to(end);
        }
        let mut registers = Vec::new();
        for (name, register) in std::mem::take(&mut self.registers) {
            let name = format!("{}:{name}", thread.id);
            let value = self.builder.read(register.variable);
            self.builder.effect(Op::Observe { name: name.as_str().into(), value }, thread.end);
            registers.push((name, register.ty.value_ty()));
        }
        self.builder.return_null(thread.end);
        Ok(LoweredThread { id: thread.id, function: self.builder.finish(), registers, pos: thread.pos })
    }

    pub(super) fn parameter(&self, name: &str) -> Option<(GlobalId, CType)> {
        self.params.get(name).cloned()
    }
    pub(super) fn register(&self, name: &str) -> Option<Register> {
        self.registers.get(name).cloned()
    }
    pub(super) fn thread_name(&self) -> String {
        format!("P{}", self.id)
    }

    /// Makes a register known. A second declaration, in another block, means the same register.
    pub(super) fn declare(&mut self, name: &str, ty: &CType, pos: Pos) -> Result<Register> {
        if self.params.contains_key(name) {
            return Err(LitmusError::new(
                pos,
                format!("{name} is a parameter of {} already", self.thread_name()),
            ));
        }
        match self.registers.get(name) {
            Some(known) if known.ty.kind == ty.kind => return Ok(known.clone()),
            Some(known) => {
                let message = format!("register {name} is declared as {ty} here and as {} before", known.ty);
                return Err(LitmusError::new(pos, message));
            }
            None => {}
        }
        let initial = self.initial_value(name, ty, pos)?;
        let variable = self.builder.variable(ty.value_ty(), Some(name), initial, pos)?;
        let register = Register { variable, ty: ty.plain() };
        self.registers.insert(name.to_string(), register.clone());
        Ok(register)
    }

    /// A register that is not declared but has an initial value is known by it.
    pub(super) fn declare_by_init(&mut self, name: &str, pos: Pos) -> Result<Option<Register>> {
        let ty = match self.symbols.register_init(self.id, name) {
            None => return Ok(None),
            Some(InitValue::Int(_)) => self.symbols.int().clone(),
            Some(InitValue::Address { name, .. }) => match self.symbols.get(name) {
                Some((_, variable)) => variable.ty.plain().pointer(),
                None => self.symbols.int().clone().pointer(),
            },
        };
        self.declare(name, &ty, pos).map(Some)
    }

    /// The pointer that an integer of 8 bytes is, in a test where all variables have 8 bytes.
    pub(super) fn as_pointer(&mut self, value: Value, pos: Pos) -> Result<Value> {
        let is_integer = matches!(value.ty.kind, Kind::Int { bits: 64, .. });
        match is_integer && self.symbols.addresses_are_integers() {
            true => {
                let ty = value.ty.clone().pointer();
                self.convert(value, &ty, pos)
            }
            false => Ok(value),
        }
    }
    pub(super) fn int(&self) -> CType {
        self.symbols.int().clone()
    }

    fn initial_value(&mut self, name: &str, ty: &CType, pos: Pos) -> Result<Operand> {
        let value_ty = ty.value_ty();
        match self.symbols.register_init(self.id, name) {
            None => Ok(Operand::int(0, value_ty)),
            Some(InitValue::Int(number)) => Ok(Operand::int(*number, value_ty)),
            Some(address) => match self.symbols.address(address)? {
                Some(operand) if value_ty == Ty::Ptr => Ok(operand),
                Some(a) if value_ty == Ty::I64 => {
                    Ok(self.builder.value_at_start(Op::Cast { op: CastOp::Bits, a }, Ty::I64, pos))
                }
                _ => Err(LitmusError::expected(
                    pos,
                    format!("{name} to be a pointer: it begins as an address"),
                    ty,
                )),
            },
        }
    }

    fn statement(&mut self, statement: &Stmt) -> Result {
        let pos = statement.pos;
        match &statement.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Block(statements) => statements.iter().try_for_each(|inner| self.statement(inner)),
            StmtKind::Declare(declarators) => {
                declarators.iter().try_for_each(|declarator| self.declarator(declarator))
            }
            StmtKind::Expr(expr) => self.expr(expr).map(|_| ()),
            StmtKind::If { cond, then, other } => self.if_statement(cond, then, other.as_deref(), pos),
            StmtKind::While { cond, body } => self.while_statement(cond, body, pos),
            StmtKind::DoWhile { body, cond } => self.do_statement(body, cond, pos),
            StmtKind::For { first, cond, step, body } => {
                self.statement(first)?;
                self.for_loop(cond.as_ref(), step.as_ref(), body, pos)
            }
            StmtKind::Break => self.leave_loop(|enclosing| enclosing.after, "break", pos),
            StmtKind::Continue => self.leave_loop(|enclosing| enclosing.next, "continue", pos),
            StmtKind::Return => {
                let end = match self.end {
                    Some(end) => end,
                    None => self.builder.new_block(pos)?,
                };
                self.end = Some(end);
                self.go(end, pos)
            }
        }
    }

    fn declarator(&mut self, declarator: &Declarator) -> Result {
        let Declarator { name, ty, value, pos } = declarator;
        let register = self.declare(name, ty, *pos)?;
        if let Some(value) = value {
            let value = self.expr(value)?;
            let value = self.convert(value, &register.ty, *pos)?;
            self.builder.write(register.variable, value.operand);
        }
        Ok(())
    }

    fn if_statement(&mut self, cond: &Expr, then: &Stmt, other: Option<&Stmt>, pos: Pos) -> Result {
        let then_block = self.builder.new_block(pos)?;
        let other_block = if other.is_some() { Some(self.builder.new_block(pos)?) } else { None };
        let join = self.builder.new_block(pos)?;
        self.branch(cond, then_block, other_block.unwrap_or(join), pos)?;
        self.side(then_block, then, join)?;
        if let (Some(block), Some(other)) = (other_block, other) {
            self.side(block, other, join)?;
        }
        self.builder.switch_to(join);
        Ok(())
    }
    fn side(&mut self, block: BlockId, body: &Stmt, join: BlockId) -> Result {
        self.builder.switch_to(block);
        self.statement(body)?;
        self.builder.jump(join, body.pos);
        Ok(())
    }

    /// Ends the block on the truth of a condition. Operands of `&&` and `||` that touch memory are decided one by one.
    fn branch(&mut self, cond: &Expr, then: BlockId, other: BlockId, pos: Pos) -> Result {
        match &cond.kind {
            ExprKind::Logical(and, left, right) if !right.is_pure() => {
                let middle = self.builder.new_block(pos)?;
                let (on_true, on_false) = if *and { (middle, other) } else { (then, middle) };
                self.branch(left, on_true, on_false, pos)?;
                self.builder.switch_to(middle);
                self.branch(right, then, other, pos)
            }
            ExprKind::Not(inner) => self.branch(inner, other, then, pos),
            _ => {
                let value = self.expr(cond)?;
                let truth = self.truth(value, cond.pos)?;
                self.builder.branch(truth, then, other, pos);
                Ok(())
            }
        }
    }

    fn while_statement(&mut self, cond: &Expr, body: &Stmt, pos: Pos) -> Result {
        self.for_loop(Some(cond), None, body, pos)
    }

    fn for_loop(&mut self, cond: Option<&Expr>, step: Option<&Expr>, body: &Stmt, pos: Pos) -> Result {
        let head = self.builder.new_block(pos)?;
        let body_block = self.builder.new_block(pos)?;
        let next = if step.is_some() { self.builder.new_block(pos)? } else { head };
        let after = self.builder.new_block(pos)?;
        self.builder.jump(head, pos);
        self.builder.switch_to(head);
        match cond {
            Some(cond) => self.branch(cond, body_block, after, pos)?,
            None => self.builder.jump(body_block, pos),
        }
        self.loops.push(Loop { after, next });
        self.side(body_block, body, next)?;
        self.loops.pop();
        if let Some(step) = step {
            self.builder.switch_to(next);
            self.expr(step)?;
            self.builder.jump(head, pos);
        }
        self.builder.switch_to(after);
        Ok(())
    }

    fn do_statement(&mut self, body: &Stmt, cond: &Expr, pos: Pos) -> Result {
        let body_block = self.builder.new_block(pos)?;
        let next = self.builder.new_block(pos)?;
        let after = self.builder.new_block(pos)?;
        self.builder.jump(body_block, pos);
        self.loops.push(Loop { after, next });
        self.side(body_block, body, next)?;
        self.loops.pop();
        self.builder.switch_to(next);
        self.branch(cond, body_block, after, cond.pos)?;
        self.builder.switch_to(after);
        Ok(())
    }

    fn leave_loop(&mut self, target: impl Fn(&Loop) -> BlockId, word: &str, pos: Pos) -> Result {
        match self.loops.last().map(target) {
            Some(block) => self.go(block, pos),
            None => Err(LitmusError::new(pos, format!("'{word}' outside a loop"))),
        }
    }
    /// Jumps; what follows in the source goes to a block that cannot be reached.
    fn go(&mut self, block: BlockId, pos: Pos) -> Result {
        self.builder.jump(block, pos);
        let unreachable = self.builder.new_block(pos)?;
        self.builder.switch_to(unreachable);
        Ok(())
    }
}
