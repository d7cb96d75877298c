//! Lowers x86 threads. `MOV` is a relaxed access; a locked instruction (and `XCHG` with memory) is an atomic update
//! with the strength of a full fence; other instructions on memory are a load and a store.

use super::Column;
use super::thread::{AsmPlace, AsmThread};
use super::x86_parse::{Arg, Instr, Line, MemoryArg, Mnemonic, canonical, parse};
use crate::litmus::condition::Question;
use crate::litmus::lower::LoweredThread;
use crate::litmus::symbols::Symbols;
use crate::litmus::types::CType;
use crate::litmus::{LitmusError, Pos, Result};
use ir::{BinaryOp, CompareOp, FenceBits, Op, Operand, Order, RmwOp};

/// The register that `CMPXCHG` compares with.
const ACCUMULATOR: &str = "RAX";

pub(super) fn lower(
    columns: &[Column<'_>],
    question: &Question,
    symbols: &mut Symbols,
) -> Result<Vec<LoweredThread>> {
    let threads = parse(columns)?;
    for arg in threads.iter().flatten().filter_map(|line| line.instr.as_ref()).flat_map(|instr| &instr.args) {
        match arg {
            Arg::Address { name, pos } | Arg::Memory(MemoryArg { symbol: Some((name, pos)), .. }) => {
                symbols.mention(name, &CType::INT, *pos)?;
            }
            _ => {}
        }
    }
    let assigned: Vec<Vec<(String, String)>> =
        threads.iter().map(|lines| assigned_registers(lines)).collect();
    let wide = symbols.needs_wide_word()
        || columns
            .iter()
            .zip(threads.iter().zip(&assigned))
            .any(|(column, (lines, assigned))| needs_wide_word(column.id, lines, assigned, symbols));
    let word = if wide { CType::LONG } else { CType::INT };
    symbols.set_word(&word);
    let all = columns.iter().zip(threads.iter().zip(&assigned));
    all.map(|(column, (lines, assigned))| {
        let thread = AsmThread::new((column.id, column.pos), symbols, word.value_ty(), assigned, canonical)?;
        X86Thread { thread, uses_flags: uses_flags(lines), flags: FlagSource::Unknown }.run(lines, question)
    })
    .collect()
}

/// Canonical and written names of the registers that a thread assigns, in order.
fn assigned_registers(lines: &[Line]) -> Vec<(String, String)> {
    let mut found: Vec<(String, String)> = Vec::new();
    let mut add = |name: &str, shown: &str| {
        if !found.iter().any(|(known, _)| known == name) {
            found.push((name.to_string(), shown.to_string()));
        }
    };
    for instr in lines.iter().filter_map(|line| line.instr.as_ref()) {
        let n_written = match instr.mnemonic {
            Mnemonic::Cmp | Mnemonic::Test | Mnemonic::Jump(_) | Mnemonic::Fence(_) | Mnemonic::Nop => 0,
            Mnemonic::Xchg | Mnemonic::Xadd => 2,
            _ => 1,
        };
        for arg in instr.args.iter().take(n_written) {
            if let Arg::Register { name, shown, .. } = arg {
                add(name, shown);
            }
        }
        if instr.mnemonic == Mnemonic::Cmpxchg {
            add(ACCUMULATOR, "EAX");
        }
    }
    found
}

/// Whether a thread works on 8 bytes or moves addresses around.
fn needs_wide_word(id: u32, lines: &[Line], assigned: &[(String, String)], symbols: &Symbols) -> bool {
    let is_assigned = |name: &str| assigned.iter().any(|(known, _)| known == name);
    let is_address = |name: &str| symbols.begins_as_address(id, |known| canonical(known) == name);
    let mut instrs = lines.iter().filter_map(|line| line.instr.as_ref());
    assigned.iter().any(|(name, _)| is_address(name))
        || instrs.any(|instr| {
            instr.wide
                || instr.args.iter().any(|arg| match arg {
                    Arg::Register { name, wide, .. } => *wide || is_address(name),
                    Arg::Address { .. } => true,
                    Arg::Memory(MemoryArg { symbol: None, registers, .. }) => {
                        !registers.iter().any(|name| is_address(name) && !is_assigned(name))
                    }
                    _ => false,
                })
        })
}

fn uses_flags(lines: &[Line]) -> bool {
    let mut instrs = lines.iter().filter_map(|line| line.instr.as_ref());
    instrs.any(|instr| matches!(instr.mnemonic, Mnemonic::Jump(Some(_))))
}

/// What is known about the flags at a point of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum FlagSource {
    Comparison,
    /// Only "zero or not" can be told.
    Result,
    Unknown,
}

struct X86Thread<'a> {
    thread: AsmThread<'a>,
    uses_flags: bool,
    flags: FlagSource,
}

impl X86Thread<'_> {
    fn run(mut self, lines: &[Line], question: &Question) -> Result<LoweredThread> {
        for (name, pos) in lines.iter().flat_map(|line| &line.labels) {
            self.thread.add_label(name, *pos)?;
        }
        for line in lines {
            for (name, pos) in &line.labels {
                self.thread.enter_label(name, *pos)?;
                self.flags = FlagSource::Unknown;
            }
            if let Some(instr) = &line.instr {
                self.thread.at(instr.pos);
                self.instruction(instr)?;
            }
        }
        self.thread.finish(question, canonical)
    }

    fn instruction(&mut self, instr: &Instr) -> Result {
        let pos = instr.pos;
        if instr.locked {
            check_lockable(instr)?;
        }
        match (instr.mnemonic, instr.args.as_slice()) {
            (Mnemonic::Mov, [Arg::Memory(_), Arg::Memory(_)]) => {
                Err(LitmusError::expected(pos, "at most one memory operand", "two"))
            }
            (Mnemonic::Mov, [to, from]) => {
                let value = self.value(from, pos)?;
                self.write(to, value, pos)
            }
            (Mnemonic::Xchg, [a, b]) => self.exchange(a, b, pos),
            (Mnemonic::Xadd, [to, from]) => {
                let addend = self.value(from, pos)?;
                let old = self.update(to, (BinaryOp::Add, RmwOp::Add), addend, instr.locked, pos)?;
                self.write(from, old, pos)
            }
            (Mnemonic::Cmpxchg, [to, from]) => self.compare_exchange(to, from, instr.locked, pos),
            (Mnemonic::Compute(op, rmw), [to, from]) => {
                if let (Arg::Memory(_), Arg::Memory(_)) = (to, from) {
                    return Err(LitmusError::expected(pos, "at most one memory operand", "two"));
                }
                let value = self.value(from, pos)?;
                self.update(to, (op, rmw), value, instr.locked, pos).map(|_| ())
            }
            (Mnemonic::Inc, [to]) => self.update_by(to, (BinaryOp::Add, RmwOp::Add), 1, instr.locked, pos),
            (Mnemonic::Dec, [to]) => self.update_by(to, (BinaryOp::Sub, RmwOp::Sub), 1, instr.locked, pos),
            (Mnemonic::Not, [to]) => self.complement(to, instr.locked, pos),
            (Mnemonic::Neg, [to]) => self.negate(to, instr.locked, pos),
            (Mnemonic::Cmp, [a, b]) => {
                let (a, b) = (self.value(a, pos)?, self.value(b, pos)?);
                self.set_flags(a, b, FlagSource::Comparison);
                Ok(())
            }
            (Mnemonic::Test, [a, b]) => {
                let (a, b) = (self.value(a, pos)?, self.value(b, pos)?);
                let both = self.thread.binary(BinaryOp::And, a, b, pos);
                self.set_flags(both, self.thread.int(0), FlagSource::Comparison);
                Ok(())
            }
            (Mnemonic::Jump(cond), [Arg::Label(label)]) => self.jump(cond, label, pos),
            (Mnemonic::Fence(bits), _) => {
                self.thread.builder.effect(Op::Fence { bits }, pos);
                Ok(())
            }
            (Mnemonic::Nop, _) => Ok(()),
            _ => Err(LitmusError::new(pos, "this instruction does not take these operands")),
        }
    }

    fn set_flags(&mut self, left: Operand, right: Operand, source: FlagSource) {
        self.thread.set_flags(left, right);
        self.flags = source;
    }

    fn place(&mut self, memory: &MemoryArg, pos: Pos) -> Result<AsmPlace> {
        let mut parts = Vec::new();
        if let Some((name, at)) = &memory.symbol {
            let id = self.thread.symbols.id(name);
            let id = id.ok_or_else(|| LitmusError::new(*at, format!("{name} is not a shared variable")))?;
            parts.push(Operand::Global { id, offset: 0 });
        }
        parts.extend(memory.registers.iter().map(|name| self.thread.raw_register(name)));
        self.thread.place(&parts, memory.displacement, pos)
    }

    fn value(&mut self, arg: &Arg, pos: Pos) -> Result<Operand> {
        match arg {
            Arg::Register { name, .. } => self.thread.register(name, pos),
            Arg::Number(number) => Ok(self.thread.int(*number)),
            Arg::Address { name, pos } => match self.thread.symbols.id(name) {
                Some(id) => self.thread.as_word(Operand::Global { id, offset: 0 }, *pos),
                None => Err(LitmusError::new(*pos, format!("{name} is not a shared variable"))),
            },
            Arg::Memory(memory) => {
                let place = self.place(memory, pos)?;
                Ok(self.thread.load(&place, pos))
            }
            Arg::Label(name) => Err(LitmusError::expected(pos, "a value", format!("label {name}"))),
        }
    }

    fn write(&mut self, arg: &Arg, value: Operand, pos: Pos) -> Result {
        match arg {
            Arg::Register { name, .. } => self.thread.set_register(name, value, pos),
            Arg::Memory(memory) => {
                let place = self.place(memory, pos)?;
                self.thread.store(&place, value, pos);
                Ok(())
            }
            _ => Err(LitmusError::expected(pos, "a register or [variable] as destination", "a constant")),
        }
    }

    /// `XCHG` with memory is locked, with or without the prefix.
    fn exchange(&mut self, a: &Arg, b: &Arg, pos: Pos) -> Result {
        match (a, b) {
            (Arg::Memory(memory), Arg::Register { name, .. })
            | (Arg::Register { name, .. }, Arg::Memory(memory)) => {
                let place = self.place(memory, pos)?;
                let value = self.thread.register(name, pos)?;
                let old = self.thread.rmw(&place, RmwOp::Xchg, value, Order::SeqCst, pos);
                self.thread.set_register(name, old, pos)
            }
            (Arg::Register { name: first, .. }, Arg::Register { name: second, .. }) => {
                let (one, two) = (self.thread.register(first, pos)?, self.thread.register(second, pos)?);
                self.thread.set_register(first, two, pos)?;
                self.thread.set_register(second, one, pos)
            }
            _ => Err(LitmusError::expected(
                pos,
                "a register and a register or [variable] in XCHG",
                "other operands",
            )),
        }
    }

    fn update_by(&mut self, to: &Arg, op: (BinaryOp, RmwOp), amount: i128, locked: bool, pos: Pos) -> Result {
        let amount = self.thread.int(amount);
        self.update(to, op, amount, locked, pos).map(|_| ())
    }

    /// `to = to op value`; gives the old value.
    fn update(
        &mut self,
        to: &Arg,
        (op, rmw): (BinaryOp, RmwOp),
        value: Operand,
        locked: bool,
        pos: Pos,
    ) -> Result<Operand> {
        let Arg::Memory(memory) = to else {
            let old = self.value(to, pos)?;
            let new = self.thread.binary(op, old, value, pos);
            self.set_flags(new, self.thread.int(0), FlagSource::Result);
            self.write(to, new, pos)?;
            return Ok(old);
        };
        let place = self.place(memory, pos)?;
        if !locked {
            let old = self.thread.load(&place, pos);
            let new = self.thread.binary(op, old, value, pos);
            self.set_flags(new, self.thread.int(0), FlagSource::Result);
            self.thread.store(&place, new, pos);
            return Ok(old);
        }
        let old = self.thread.rmw(&place, rmw, value, Order::SeqCst, pos);
        if self.uses_flags {
            let new = self.thread.binary(op, old, value, pos);
            self.set_flags(new, self.thread.int(0), FlagSource::Result);
        }
        Ok(old)
    }

    /// `NOT` leaves the flags alone.
    fn complement(&mut self, to: &Arg, locked: bool, pos: Pos) -> Result {
        let ones = self.thread.int(-1);
        match to {
            Arg::Memory(memory) if locked => {
                let place = self.place(memory, pos)?;
                self.thread.rmw(&place, RmwOp::Xor, ones, Order::SeqCst, pos);
                Ok(())
            }
            _ => {
                let old = self.value(to, pos)?;
                let new = self.thread.binary(BinaryOp::Xor, old, ones, pos);
                self.write(to, new, pos)
            }
        }
    }

    fn negate(&mut self, to: &Arg, locked: bool, pos: Pos) -> Result {
        if locked {
            return Err(LitmusError::new(pos, "LOCK NEG is not supported"));
        }
        let old = self.value(to, pos)?;
        let new = self.thread.binary(BinaryOp::Sub, self.thread.int(0), old, pos);
        self.set_flags(new, self.thread.int(0), FlagSource::Result);
        self.write(to, new, pos)
    }

    fn compare_exchange(&mut self, to: &Arg, from: &Arg, locked: bool, pos: Pos) -> Result {
        let expected = self.thread.register(ACCUMULATOR, pos)?;
        let desired = self.value(from, pos)?;
        let old = match to {
            Arg::Memory(memory) if locked => {
                let place = self.place(memory, pos)?;
                // A locked instruction is a full fence even if it fails; the failing exchange of the IR is a load.
                let fence = Op::Fence { bits: FenceBits::FULL };
                self.thread.builder.effect(fence.clone(), pos);
                let (old, _) = self.thread.cas(&place, expected, desired, [Order::SeqCst; 2], pos);
                self.thread.builder.effect(fence, pos);
                old
            }
            _ => {
                let old = self.value(to, pos)?;
                let success = self.thread.compare(CompareOp::Eq, old, expected, pos);
                let (equal, join) =
                    (self.thread.builder.new_block(pos)?, self.thread.builder.new_block(pos)?);
                self.thread.builder.branch(success, equal, join, pos);
                self.thread.builder.switch_to(equal);
                self.write(to, desired, pos)?;
                self.thread.builder.jump(join, pos);
                self.thread.builder.switch_to(join);
                old
            }
        };
        self.set_flags(old, expected, FlagSource::Result);
        self.thread.set_register(ACCUMULATOR, old, pos)
    }

    fn jump(&mut self, cond: Option<CompareOp>, label: &str, pos: Pos) -> Result {
        let Some(op) = cond else { return self.thread.jump(label, pos) };
        if !matches!(op, CompareOp::Eq | CompareOp::Ne) && self.flags != FlagSource::Comparison {
            return Err(LitmusError::expected(
                pos,
                "CMP or TEST right before an ordered jump",
                "other instructions",
            ));
        }
        let truth = self.thread.test_flags(op, pos);
        self.thread.jump_if(truth, label, pos)
    }
}

/// `LOCK` goes with instructions that read and write memory.
fn check_lockable(instr: &Instr) -> Result {
    let updates = matches!(
        instr.mnemonic,
        Mnemonic::Xchg
            | Mnemonic::Xadd
            | Mnemonic::Cmpxchg
            | Mnemonic::Compute(..)
            | Mnemonic::Inc
            | Mnemonic::Dec
            | Mnemonic::Not
            | Mnemonic::Neg
    );
    let memory_first = matches!(instr.args.first(), Some(Arg::Memory(_)));
    let exchange =
        instr.mnemonic == Mnemonic::Xchg && instr.args.iter().any(|arg| matches!(arg, Arg::Memory(_)));
    match updates && (memory_first || exchange) {
        true => Ok(()),
        false => Err(LitmusError::expected(
            instr.pos,
            "an instruction that updates [variable] after LOCK",
            "another",
        )),
    }
}
