//! Gives `.sel` threads their meaning.

use super::parse::{Atomic, Expr, ExprKind, File, Stmt, StmtKind, Thread, initial};
use crate::litmus::init::{InitItem, InitTarget};
use crate::litmus::lower::LoweredThread;
use crate::litmus::ssa::{ThreadBuilder, VariableId};
use crate::litmus::symbols::Symbols;
use crate::litmus::types::{CType, Kind};
use crate::litmus::{IntWidth, LitmusError, Pos, Result};
use indexmap::IndexMap;
use ir::{Access, BinaryOp, CastOp, CompareOp, GlobalId, Op, Operand, Operands, Order, RmwOp, SyncOp, Ty};

pub(super) fn lower(file: &File) -> Result<(Symbols, Vec<LoweredThread>)> {
    let item = |name: &str, ty: CType, value: Option<i128>, pos: Pos| InitItem {
        target: InitTarget::Memory(name.to_string()),
        ty: Some(ty),
        count: None,
        values: value.map(initial).into_iter().collect(),
        pos,
    };
    let shared = file.shared.iter().map(|(name, value, pos)| item(name, CType::INT, Some(*value), *pos));
    let locks = file.locks.iter().map(|(name, pos)| item(name, CType::of(Kind::Lock), None, *pos));
    let mut symbols = Symbols::from_init(shared.chain(locks).collect(), IntWidth::Four)?;
    // Locks need no declaration: `Lock l` says what l is.
    for thread in &file.threads {
        declare_locks(&mut symbols, &thread.body)?;
    }
    let threads = file.threads.iter().map(|thread| Lowering::new(&symbols, thread).run(thread));
    let threads = threads.collect::<Result<Vec<LoweredThread>>>()?;
    Ok((symbols, threads))
}

fn declare_locks(symbols: &mut Symbols, body: &[Stmt]) -> Result {
    for stmt in body {
        match &stmt.kind {
            StmtKind::Lock(name) | StmtKind::Unlock(name) if symbols.get(name).is_none() => {
                symbols.declare(name, &CType::of(Kind::Lock), stmt.pos)?;
            }
            StmtKind::If { then, other, .. } => {
                declare_locks(symbols, then)?;
                declare_locks(symbols, other)?;
            }
            _ => {}
        }
    }
    Ok(())
}

struct Lowering<'a> {
    symbols: &'a Symbols,
    builder: ThreadBuilder,
    registers: IndexMap<String, VariableId>,
    /// Atomic blocks that are open.
    blocks: Vec<Pos>,
}

impl<'a> Lowering<'a> {
    fn new(symbols: &'a Symbols, thread: &Thread) -> Self {
        let builder = ThreadBuilder::new(&format!("P{}", thread.id), thread.pos);
        Lowering { symbols, builder, registers: IndexMap::new(), blocks: Vec::new() }
    }

    fn run(mut self, thread: &Thread) -> Result<LoweredThread> {
        self.statements(&thread.body)?;
        if let Some(&open) = self.blocks.last() {
            return Err(LitmusError::expected(open, "an AtomicExit for this AtomicEnter", "none"));
        }
        let mut registers = Vec::new();
        for (name, variable) in std::mem::take(&mut self.registers) {
            let name = format!("{}:{name}", thread.id);
            let value = self.builder.read(variable);
            self.builder.effect(Op::Observe { name: name.as_str().into(), value }, thread.end);
            registers.push((name, Ty::I32));
        }
        self.builder.return_null(thread.end);
        Ok(LoweredThread { id: thread.id, function: self.builder.finish(), registers, pos: thread.pos })
    }

    fn statements(&mut self, body: &[Stmt]) -> Result {
        body.iter().try_for_each(|stmt| self.statement(stmt))
    }

    fn statement(&mut self, stmt: &Stmt) -> Result {
        let pos = stmt.pos;
        match &stmt.kind {
            StmtKind::Assign { target, value } => {
                let place = self.place(target, pos)?;
                let value = self.number(value)?;
                match place {
                    Some(global) => {
                        let access = Access::plain(Ty::I32).at(target.as_str());
                        let addr = Operand::Global { id: global, offset: 0 };
                        self.builder.effect(Op::Store { access, addr, value }, pos);
                    }
                    None => self.set_register(target, value, pos)?,
                }
                Ok(())
            }
            StmtKind::Atomic { target, op, place, args } => self.atomic(target, *op, place, args, pos),
            StmtKind::If { condition, then, other, end } => {
                self.conditional(condition, then, other, (pos, *end))
            }
            StmtKind::Lock(name) => self.lock(SyncOp::MutexLock, name, pos),
            StmtKind::Unlock(name) => self.lock(SyncOp::MutexUnlock, name, pos),
            StmtKind::AtomicEnter => {
                self.blocks.push(pos);
                self.builder.effect(Op::TransactionBegin, pos);
                Ok(())
            }
            StmtKind::AtomicExit => match self.blocks.pop() {
                Some(_) => {
                    self.builder.effect(Op::TransactionEnd, pos);
                    Ok(())
                }
                None => Err(LitmusError::expected(pos, "an AtomicEnter before this AtomicExit", "none")),
            },
            StmtKind::Fence(bits) => {
                self.builder.effect(Op::Fence { bits: *bits }, pos);
                Ok(())
            }
        }
    }

    fn conditional(&mut self, condition: &Expr, then: &[Stmt], other: &[Stmt], at: (Pos, Pos)) -> Result {
        let (pos, end) = at;
        let condition = self.flag(condition)?;
        let (yes, no, join) =
            (self.builder.new_block(pos)?, self.builder.new_block(pos)?, self.builder.new_block(pos)?);
        self.builder.branch(condition, yes, no, pos);
        let depth = self.blocks.len();
        for (block, body) in [(yes, then), (no, other)] {
            self.builder.switch_to(block);
            self.statements(body)?;
            if self.blocks.len() != depth {
                let at = self.blocks.last().copied().unwrap_or(pos);
                return Err(LitmusError::new(
                    at,
                    "an atomic block begins and ends on the same side of an if",
                ));
            }
            self.builder.jump(join, end);
        }
        self.builder.switch_to(join);
        Ok(())
    }

    fn atomic(&mut self, target: &str, op: Atomic, place: &str, args: &[Expr], pos: Pos) -> Result {
        let Some(global) = self.place(place, pos)? else {
            return Err(LitmusError::expected(pos, "the name of a shared variable", format!("'{place}'")));
        };
        let values = args.iter().map(|arg| self.number(arg)).collect::<Result<Vec<Operand>>>()?;
        let addr = Operand::Global { id: global, offset: 0 };
        let access = Access::plain(Ty::I32).with_order(Order::Relaxed).at(place);
        let old = match (op, values.as_slice()) {
            (Atomic::CompareExchange, &[expected, desired]) => {
                let failure = Order::Relaxed;
                let op = Op::CompareExchange { access, failure, addr, expected, desired, weak: false };
                let results = self.builder.emit(op, &[Ty::I32, Ty::BOOL], pos);
                results.first().map_or(Operand::i32(0), |&old| old.into())
            }
            (_, &[value]) => {
                let op = if op == Atomic::Exchange { RmwOp::Xchg } else { RmwOp::Add };
                self.builder.value(Op::Rmw { access, op, addr, value }, Ty::I32, pos)
            }
            _ => return Err(LitmusError::new(pos, "wrong number of arguments")),
        };
        self.set_register(target, old, pos)
    }

    fn lock(&mut self, op: SyncOp, name: &str, pos: Pos) -> Result {
        match self.symbols.get(name) {
            Some((id, variable)) if variable.ty.kind == Kind::Lock => {
                let args = Operands::from_slice(&[Operand::Global { id, offset: 0 }]);
                self.builder.emit(Op::Sync { op, args }, op.results(), pos);
                Ok(())
            }
            _ => {
                Err(LitmusError::expected(pos, "the name of a lock", format!("the shared variable '{name}'")))
            }
        }
    }

    /// The shared variable of this name; `None`: a register.
    fn place(&self, name: &str, pos: Pos) -> Result<Option<GlobalId>> {
        match self.symbols.get(name) {
            Some((_, variable)) if variable.ty.kind == Kind::Lock => Err(LitmusError::expected(
                pos,
                "a register or a shared variable",
                format!("the lock '{name}'"),
            )),
            Some((id, _)) => Ok(Some(id)),
            None => Ok(None),
        }
    }

    fn register(&mut self, name: &str, pos: Pos) -> Result<VariableId> {
        if let Some(&known) = self.registers.get(name) {
            return Ok(known);
        }
        let variable = self.builder.variable(Ty::I32, Some(name), Operand::i32(0), pos)?;
        self.registers.insert(name.to_string(), variable);
        Ok(variable)
    }
    fn set_register(&mut self, name: &str, value: Operand, pos: Pos) -> Result {
        if self.symbols.get(name).is_some() {
            return Err(LitmusError::expected(pos, "a register", format!("the shared variable '{name}'")));
        }
        let variable = self.register(name, pos)?;
        self.builder.write(variable, value);
        Ok(())
    }

    /// The value of an expression as a number; a comparison is 0 or 1.
    fn number(&mut self, expr: &Expr) -> Result<Operand> {
        let pos = expr.pos;
        Ok(match &expr.kind {
            ExprKind::Number(value) => match i32::try_from(*value) {
                Ok(value) => Operand::i32(value),
                Err(_) => {
                    return Err(LitmusError::expected(pos, "a number of 32 bits", format!("'{value}'")));
                }
            },
            ExprKind::Name(name) => match self.place(name, pos)? {
                Some(id) => {
                    let access = Access::plain(Ty::I32).at(name.as_str());
                    let addr = Operand::Global { id, offset: 0 };
                    self.builder.value(Op::Load { access, addr }, Ty::I32, pos)
                }
                None => {
                    let variable = self.register(name, pos)?;
                    self.builder.read(variable)
                }
            },
            ExprKind::Binary(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.builder.value(Op::Binary { op: *op, a, b }, Ty::I32, pos)
            }
            ExprKind::Negate(inner) => {
                let b = self.number(inner)?;
                self.builder.value(Op::Binary { op: BinaryOp::Sub, a: Operand::i32(0), b }, Ty::I32, pos)
            }
            _ => {
                let a = self.flag(expr)?;
                self.builder.value(Op::Cast { op: CastOp::ZExt, a }, Ty::I32, pos)
            }
        })
    }

    /// The truth of an expression.
    fn flag(&mut self, expr: &Expr) -> Result<Operand> {
        let pos = expr.pos;
        let both = |op, a, b| Op::Binary { op, a, b };
        Ok(match &expr.kind {
            ExprKind::Compare(op, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                self.builder.value(Op::Compare { op: *op, a, b }, Ty::BOOL, pos)
            }
            ExprKind::And(a, b) => {
                let (a, b) = (self.flag(a)?, self.flag(b)?);
                self.builder.value(both(BinaryOp::And, a, b), Ty::BOOL, pos)
            }
            ExprKind::Or(a, b) => {
                let (a, b) = (self.flag(a)?, self.flag(b)?);
                self.builder.value(both(BinaryOp::Or, a, b), Ty::BOOL, pos)
            }
            ExprKind::Not(inner) => {
                let inner = self.flag(inner)?;
                self.builder.value(both(BinaryOp::Xor, inner, Operand::TRUE), Ty::BOOL, pos)
            }
            _ => {
                let a = self.number(expr)?;
                let op = Op::Compare { op: CompareOp::Ne, a, b: Operand::i32(0) };
                self.builder.value(op, Ty::BOOL, pos)
            }
        })
    }
}
