//! Lowers PowerPC threads, as far as SC to RMO have a meaning for the instructions.
//!
//! `sync` is a full fence, `lwsync` keeps LL, LS and SS, `eieio` SS. `isync` right after a conditional branch is the
//! usual acquire idiom and keeps LL and LS (of all earlier loads, a little more than the architecture says); elsewhere
//! it orders nothing. Load-reserve and store-conditional are taken as pairs, see [`super::ppc_atomic`].

use super::Column;
use super::ppc_atomic::{self, Atomic};
use super::ppc_parse::{Address, Kind, Line, Source, canonical, line};
use super::thread::{AsmPlace, AsmThread};
use crate::litmus::condition::Question;
use crate::litmus::lower::LoweredThread;
use crate::litmus::symbols::Symbols;
use crate::litmus::types::CType;
use crate::litmus::{Pos, Result};
use ir::{CompareOp, FenceBits, Op, Operand, Order};

pub(super) fn lower(
    columns: &[Column<'_>],
    question: &Question,
    symbols: &mut Symbols,
) -> Result<Vec<LoweredThread>> {
    let mut threads: Vec<Vec<Line>> = Vec::new();
    for column in columns {
        threads.push(column.cells().map(|mut cell| line(&mut cell)).collect::<Result<_>>()?);
    }
    let wide = symbols.needs_wide_word()
        || columns.iter().zip(&threads).any(|(column, lines)| needs_wide_word(column.id, lines, symbols));
    let word = if wide { CType::LONG } else { CType::INT };
    symbols.set_word(&word);
    let all = columns.iter().zip(&threads);
    all.map(|(column, lines)| {
        let assigned: Vec<(String, String)> =
            assigned_registers(lines).into_iter().map(|name| (name.clone(), name)).collect();
        let thread = AsmThread::new((column.id, column.pos), symbols, word.value_ty(), &assigned, canonical)?;
        PpcThread { thread, after_branch: false }.run(lines, question)
    })
    .collect()
}

fn assigned_registers(lines: &[Line]) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for line in lines {
        if let Some(name) = line.kind.target()
            && !found.iter().any(|known| known == name)
        {
            found.push(name.to_string());
        }
    }
    found
}

/// Whether a thread works on 8 bytes or moves addresses around.
fn needs_wide_word(id: u32, lines: &[Line], symbols: &Symbols) -> bool {
    let assigned = assigned_registers(lines);
    let is_address = |name: &str| symbols.begins_as_address(id, |known| canonical(known) == name);
    let is_fixed_address = |name: &String| is_address(name) && !assigned.contains(name);
    assigned.iter().any(|name| is_address(name))
        || lines.iter().any(|line| {
            let computed =
                line.kind.address().is_some_and(|address| !address.registers.iter().any(is_fixed_address));
            line.wide || computed || line.kind.data().into_iter().any(is_address)
        })
}

struct PpcThread<'a> {
    thread: AsmThread<'a>,
    after_branch: bool,
}

impl PpcThread<'_> {
    fn run(mut self, lines: &[Line], question: &Question) -> Result<LoweredThread> {
        for (name, pos) in lines.iter().flat_map(|line| &line.labels) {
            self.thread.add_label(name, *pos)?;
        }
        let mut index = 0;
        while let Some(line) = lines.get(index) {
            for (name, pos) in &line.labels {
                self.thread.enter_label(name, *pos)?;
            }
            self.thread.at(line.pos);
            index += match line.kind {
                Kind::LoadReserve { .. } => self.atomic(ppc_atomic::recognise(&lines[index..])?, line.pos)?,
                _ => {
                    self.instruction(line)?;
                    1
                }
            };
        }
        self.thread.finish(question, canonical)
    }

    fn source(&mut self, source: &Source, pos: Pos) -> Result<Operand> {
        match source {
            Source::Register(name) => self.thread.register(name, pos),
            Source::Number(number) => Ok(self.thread.int(*number)),
        }
    }
    fn place(&mut self, address: &Address, pos: Pos) -> Result<AsmPlace> {
        let parts: Vec<Operand> =
            address.registers.iter().map(|name| self.thread.raw_register(name)).collect();
        self.thread.place(&parts, address.displacement, pos)
    }

    fn instruction(&mut self, line: &Line) -> Result {
        let pos = line.pos;
        let after_branch = std::mem::replace(&mut self.after_branch, false);
        match &line.kind {
            Kind::Set { to, from } => {
                let value = self.source(from, pos)?;
                self.thread.set_register(to, value, pos)
            }
            Kind::Compute { op, to, a, b, record } => {
                let (a, b) = (self.source(a, pos)?, self.source(b, pos)?);
                let value = self.thread.binary(*op, a, b, pos);
                if *record {
                    self.thread.set_flags(value, self.thread.int(0));
                }
                self.thread.set_register(to, value, pos)
            }
            Kind::Load { to, from } => {
                let place = self.place(from, pos)?;
                let value = self.thread.load(&place, pos);
                self.thread.set_register(to, value, pos)
            }
            Kind::Store { from, to } => {
                let place = self.place(to, pos)?;
                let value = self.thread.register(from, pos)?;
                self.thread.store(&place, value, pos);
                Ok(())
            }
            Kind::Compare { a, b } => {
                let (a, b) = (self.thread.register(a, pos)?, self.source(b, pos)?);
                self.thread.set_flags(a, b);
                Ok(())
            }
            Kind::Branch { cond: Some(op), label } => {
                self.after_branch = true;
                let truth = self.thread.test_flags(*op, pos);
                self.thread.jump_if(truth, label, pos)
            }
            Kind::Branch { cond: None, label } => self.thread.jump(label, pos),
            Kind::Fence(bits) => {
                self.thread.builder.effect(Op::Fence { bits: *bits }, pos);
                Ok(())
            }
            Kind::Isync if after_branch => {
                self.thread.builder.effect(Op::Fence { bits: FenceBits::ACQUIRE }, pos);
                Ok(())
            }
            Kind::Nop => {
                // A label on a line of its own.
                self.after_branch = after_branch;
                Ok(())
            }
            Kind::Isync => Ok(()),
            Kind::LoadReserve { .. } | Kind::StoreConditional { .. } => Err(ppc_atomic::refusal(pos)),
        }
    }

    /// Lowers a pair; gives the number of lines that it is made of.
    fn atomic(&mut self, atomic: Atomic<'_>, pos: Pos) -> Result<usize> {
        for line in atomic.before {
            self.instruction(line)?;
        }
        self.after_branch = atomic.ends_in_branch;
        let place = self.place(atomic.address, pos)?;
        let result = atomic.result;
        match atomic.update {
            ppc_atomic::Update::Modify { op, rmw, operand, stored } => {
                let operand = self.source(&operand, pos)?;
                let old = self.thread.rmw(&place, rmw, operand, Order::Relaxed, pos);
                self.thread.set_register(result, old, pos)?;
                if let (Some(op), Some(stored)) = (op, stored) {
                    let new = self.thread.binary(op, old, operand, pos);
                    self.thread.set_register(stored, new, pos)?;
                }
                self.thread.set_flags(self.thread.int(0), self.thread.int(0));
            }
            ppc_atomic::Update::CompareAndSwap { expected, desired, exit } => {
                let expected = self.source(expected, pos)?;
                let desired = self.thread.register(desired, pos)?;
                let (old, _) = self.thread.cas(&place, expected, desired, [Order::Relaxed; 2], pos);
                self.thread.set_register(result, old, pos)?;
                self.thread.set_flags(old, expected);
                let differs = self.thread.test_flags(CompareOp::Ne, pos);
                self.thread.jump_if(differs, exit, pos)?;
            }
        }
        Ok(atomic.n_lines)
    }
}
