//! What lowering a thread of any assembly needs: registers, flags, labels, accesses of one word.

use super::asked_registers;
use crate::litmus::condition::Question;
use crate::litmus::init::InitValue;
use crate::litmus::lower::LoweredThread;
use crate::litmus::ssa::{ThreadBuilder, VariableId};
use crate::litmus::symbols::Symbols;
use crate::litmus::{LitmusError, Pos, Result};
use indexmap::IndexMap;
use ir::{Access, BinaryOp, BlockId, CastOp, CompareOp, Op, Operand, Order, RmwOp, Ty};
use rustc_hash::FxHashMap;

/// Where a register's value comes from.
#[derive(Clone, Copy, Debug)]
enum Register {
    /// Assigned somewhere in the thread.
    Variable(VariableId),
    /// Never assigned: what the initial state says, an address or an integer.
    Fixed(Operand),
}

/// Two values that the last flag-setting instruction compared.
#[derive(Clone, Copy, Debug)]
struct Flags {
    left: VariableId,
    right: VariableId,
}

pub(super) struct AsmThread<'a> {
    pub builder: ThreadBuilder,
    pub symbols: &'a Symbols,
    pub word: Ty,
    id: u32,
    pos: Pos,
    last: Pos,
    /// By canonical name.
    registers: IndexMap<String, Register>,
    /// How registers that the thread assigns are shown, in order.
    shown: Vec<(String, String)>,
    flags: Flags,
    labels: FxHashMap<String, BlockId>,
}

/// A place in memory with the name it has for the user.
#[derive(Clone, Debug)]
pub(super) struct AsmPlace {
    pub addr: Operand,
    pub name: Option<String>,
}

impl<'a> AsmThread<'a> {
    /// `assigned`: canonical and shown name of every register that the thread writes; `canonical` gives the former.
    pub fn new(
        (id, pos): (u32, Pos),
        symbols: &'a Symbols,
        word: Ty,
        assigned: &[(String, String)],
        canonical: fn(&str) -> String,
    ) -> Result<Self> {
        let mut builder = ThreadBuilder::new(&format!("P{id}"), pos);
        let mut registers = IndexMap::new();
        for (name, value) in symbols.initial_registers(id) {
            let operand = match (value, symbols.address(value)?) {
                (_, Some(address)) => address,
                (InitValue::Int(number), None) => Operand::int(*number, word),
                (InitValue::Address { .. }, None) => Operand::int(0, word),
            };
            registers.insert(canonical(name), Register::Fixed(operand));
        }
        for (name, shown) in assigned {
            let mut initial = match registers.get(name) {
                Some(Register::Fixed(operand)) => *operand,
                _ => Operand::int(0, word),
            };
            if builder.operand_ty(initial) == Ty::Ptr {
                initial = builder.value(Op::Cast { op: CastOp::Bits, a: initial }, Ty::I64, pos);
            }
            let variable = builder.variable(word, Some(shown), initial, pos)?;
            registers.insert(name.clone(), Register::Variable(variable));
        }
        let left = builder.variable(word, None, Operand::int(0, word), pos)?;
        let right = builder.variable(word, None, Operand::int(0, word), pos)?;
        Ok(AsmThread {
            builder,
            symbols,
            word,
            id,
            pos,
            last: pos,
            registers,
            shown: assigned.to_vec(),
            flags: Flags { left, right },
            labels: FxHashMap::default(),
        })
    }

    pub fn add_label(&mut self, name: &str, pos: Pos) -> Result {
        let block = self.builder.new_block(pos)?;
        match self.labels.insert(name.to_string(), block) {
            None => Ok(()),
            Some(_) => Err(LitmusError::new(pos, format!("a second label {name}"))),
        }
    }
    pub fn label(&self, name: &str, pos: Pos) -> Result<BlockId> {
        let found = self.labels.get(name).copied();
        found.ok_or_else(|| {
            LitmusError::expected(pos, format!("a label of P{}", self.id), format!("'{name}'"))
        })
    }
    /// The instruction after this point is where the label stands.
    pub fn enter_label(&mut self, name: &str, pos: Pos) -> Result {
        let block = self.label(name, pos)?;
        self.builder.jump(block, pos);
        self.builder.switch_to(block);
        Ok(())
    }
    pub fn jump(&mut self, label: &str, pos: Pos) -> Result {
        let block = self.label(label, pos)?;
        self.builder.jump(block, pos);
        let next = self.builder.new_block(pos)?;
        self.builder.switch_to(next);
        Ok(())
    }
    pub fn jump_if(&mut self, cond: Operand, label: &str, pos: Pos) -> Result {
        let block = self.label(label, pos)?;
        let next = self.builder.new_block(pos)?;
        self.builder.branch(cond, block, next, pos);
        self.builder.switch_to(next);
        Ok(())
    }

    pub fn set_flags(&mut self, left: Operand, right: Operand) {
        self.builder.write(self.flags.left, left);
        self.builder.write(self.flags.right, right);
    }
    /// How the two values of the last flag-setting instruction compare.
    pub fn test_flags(&mut self, op: CompareOp, pos: Pos) -> Operand {
        let (a, b) = (self.builder.read(self.flags.left), self.builder.read(self.flags.right));
        self.compare(op, a, b, pos)
    }
    pub fn compare(&mut self, op: CompareOp, a: Operand, b: Operand, pos: Pos) -> Operand {
        self.builder.value(Op::Compare { op, a, b }, Ty::BOOL, pos)
    }

    pub fn int(&self, number: i128) -> Operand {
        Operand::int(number, self.word)
    }
    /// What a register holds: a word, or an address (`Ty::Ptr`) if it is never assigned.
    pub fn raw_register(&mut self, name: &str) -> Operand {
        match self.registers.get(name) {
            Some(Register::Variable(variable)) => self.builder.read(*variable),
            Some(Register::Fixed(operand)) => *operand,
            None => self.int(0),
        }
    }
    /// The register as a word.
    pub fn register(&mut self, name: &str, pos: Pos) -> Result<Operand> {
        let operand = self.raw_register(name);
        self.as_word(operand, pos)
    }
    pub fn set_register(&mut self, name: &str, value: Operand, pos: Pos) -> Result {
        match self.registers.get(name) {
            Some(Register::Variable(variable)) => {
                self.builder.write(*variable, value);
                Ok(())
            }
            _ => Err(LitmusError::new(pos, format!("internal error: {name} was not seen to be assigned"))),
        }
    }
    pub fn as_word(&mut self, operand: Operand, pos: Pos) -> Result<Operand> {
        match self.builder.operand_ty(operand) {
            Ty::Ptr if self.word == Ty::I64 => {
                Ok(self.builder.value(Op::Cast { op: CastOp::Bits, a: operand }, Ty::I64, pos))
            }
            Ty::Ptr => Err(LitmusError::new(pos, "internal error: an address in a test of 4-byte words")),
            _ => Ok(operand),
        }
    }

    /// The place at `base + index + displacement`; one of them should be an address.
    pub fn place(&mut self, parts: &[Operand], displacement: i128, pos: Pos) -> Result<AsmPlace> {
        let name = parts.iter().find_map(|part| match part {
            Operand::Global { id, .. } => self.symbols.name(*id).map(str::to_string),
            _ => None,
        });
        Ok(AsmPlace { addr: self.address(parts, displacement, pos)?, name })
    }
    fn address(&mut self, parts: &[Operand], displacement: i128, pos: Pos) -> Result<Operand> {
        let mut base: Option<Operand> = None;
        let mut offset: Option<Operand> = (displacement != 0).then(|| Operand::int(displacement, Ty::I64));
        for &part in parts {
            if base.is_none() && self.builder.operand_ty(part) == Ty::Ptr {
                base = Some(part);
                continue;
            }
            let part = self.as_word(part, pos)?;
            let wide = self.widen(part, pos);
            offset = Some(match offset {
                Some(sum) => {
                    self.builder.value(Op::Binary { op: BinaryOp::Add, a: sum, b: wide }, Ty::I64, pos)
                }
                None => wide,
            });
        }
        Ok(match (base, offset) {
            (Some(base), None) => base,
            (Some(base), Some(offset)) => self.builder.value(Op::PtrAdd { base, offset }, Ty::Ptr, pos),
            (None, offset) => {
                let a = offset.unwrap_or(Operand::i64(0));
                self.builder.value(Op::Cast { op: CastOp::Bits, a }, Ty::Ptr, pos)
            }
        })
    }
    fn widen(&mut self, operand: Operand, pos: Pos) -> Operand {
        match self.builder.operand_ty(operand) {
            Ty::I64 => operand,
            _ => self.builder.value(Op::Cast { op: CastOp::SExt, a: operand }, Ty::I64, pos),
        }
    }

    pub fn access(&self, place: &AsmPlace, order: Order) -> Access {
        let access = Access::plain(self.word).with_order(order);
        match &place.name {
            Some(name) => access.at(name.as_str()),
            None => access,
        }
    }
    pub fn load(&mut self, place: &AsmPlace, pos: Pos) -> Operand {
        let op = Op::Load { access: self.access(place, Order::Relaxed), addr: place.addr };
        self.builder.value(op, self.word, pos)
    }
    pub fn store(&mut self, place: &AsmPlace, value: Operand, pos: Pos) {
        let access = self.access(place, Order::Relaxed);
        self.builder.effect(Op::Store { access, addr: place.addr, value }, pos);
    }
    /// Gives the old value.
    pub fn rmw(&mut self, place: &AsmPlace, op: RmwOp, value: Operand, order: Order, pos: Pos) -> Operand {
        let op = Op::Rmw { access: self.access(place, order), op, addr: place.addr, value };
        self.builder.value(op, self.word, pos)
    }
    /// Gives the old value and whether it was the expected one.
    pub fn cas(
        &mut self,
        place: &AsmPlace,
        expected: Operand,
        desired: Operand,
        [success, failure]: [Order; 2],
        pos: Pos,
    ) -> (Operand, Operand) {
        let access = self.access(place, success);
        let op = Op::CompareExchange { access, failure, addr: place.addr, expected, desired, weak: false };
        let results = self.builder.emit(op, &[self.word, Ty::BOOL], pos);
        (Operand::Value(results[0]), Operand::Value(results[1]))
    }
    pub fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand, pos: Pos) -> Operand {
        self.builder.value(Op::Binary { op, a, b }, self.word, pos)
    }
    /// Remembers how far the thread has come.
    pub fn at(&mut self, pos: Pos) {
        self.last = pos;
    }
    /// Observes every register that is assigned or asked about, and returns.
    pub fn finish(mut self, question: &Question, canonical: fn(&str) -> String) -> Result<LoweredThread> {
        let asked = asked_registers(question, self.id);
        let mut names: Vec<(String, String)> = Vec::new();
        for (name, shown) in std::mem::take(&mut self.shown) {
            let spelled = asked.iter().find(|spelling| canonical(spelling) == name);
            let shown = spelled.cloned().unwrap_or(shown);
            names.push((name, shown));
        }
        for spelling in asked {
            if !names.iter().any(|(_, shown)| *shown == spelling) {
                names.push((canonical(&spelling), spelling));
            }
        }
        let mut registers = Vec::new();
        for (name, shown) in names {
            let value = self.raw_register(&name);
            let ty = self.builder.operand_ty(value);
            let shown = format!("{}:{shown}", self.id);
            self.builder.effect(Op::Observe { name: shown.as_str().into(), value }, self.last);
            registers.push((shown, ty));
        }
        self.builder.return_null(self.last);
        Ok(LoweredThread { id: self.id, function: self.builder.finish(), registers, pos: self.pos })
    }
}
