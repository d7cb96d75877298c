//! Parses PowerPC instructions.

use super::x86_parse::labels;
use crate::litmus::cursor::Cursor;
use crate::litmus::lexer::Tok;
use crate::litmus::{LitmusError, Pos, Result};
use ir::{BinaryOp, CompareOp, FenceBits};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Register(String),
    Number(i128),
}

impl Source {
    fn register(&self) -> Option<&str> {
        match self {
            Source::Register(name) => Some(name),
            Source::Number(_) => None,
        }
    }
}

/// The sum of registers and a number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Address {
    pub registers: Vec<String>,
    pub displacement: i128,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// `li` and `mr`.
    Set {
        to: String,
        from: Source,
    },
    Compute {
        op: BinaryOp,
        to: String,
        a: Source,
        b: Source,
        record: bool,
    },
    Load {
        to: String,
        from: Address,
    },
    Store {
        from: String,
        to: Address,
    },
    LoadReserve {
        to: String,
        from: Address,
    },
    StoreConditional {
        from: String,
        to: Address,
    },
    Compare {
        a: String,
        b: Source,
    },
    Branch {
        cond: Option<CompareOp>,
        label: String,
    },
    Fence(FenceBits),
    Isync,
    Nop,
}

#[derive(Clone, Debug)]
pub(super) struct Line {
    pub labels: Vec<(String, Pos)>,
    pub kind: Kind,
    pub pos: Pos,
    /// The instruction says that it works on 8 bytes.
    pub wide: bool,
}

/// One name for a register, however it is written.
pub(super) fn canonical(name: &str) -> String {
    name.to_ascii_lowercase()
}

impl Kind {
    /// The register that is assigned.
    pub fn target(&self) -> Option<&str> {
        match self {
            Kind::Set { to, .. }
            | Kind::Compute { to, .. }
            | Kind::Load { to, .. }
            | Kind::LoadReserve { to, .. } => Some(to),
            _ => None,
        }
    }
    /// The registers that are read as data.
    pub fn data(&self) -> Vec<&str> {
        match self {
            Kind::Set { from, .. } => from.register().into_iter().collect(),
            Kind::Compute { a, b, .. } => a.register().into_iter().chain(b.register()).collect(),
            Kind::Store { from, .. } | Kind::StoreConditional { from, .. } => vec![from],
            Kind::Compare { a, b } => std::iter::once(a.as_str()).chain(b.register()).collect(),
            _ => vec![],
        }
    }
    pub fn address(&self) -> Option<&Address> {
        match self {
            Kind::Load { from: address, .. }
            | Kind::LoadReserve { from: address, .. }
            | Kind::Store { to: address, .. }
            | Kind::StoreConditional { to: address, .. } => Some(address),
            _ => None,
        }
    }
}

pub(super) fn line(cell: &mut Cursor<'_>) -> Result<Line> {
    let labels = labels(cell);
    let pos = labels.first().map_or(cell.pos(), |(_, pos)| *pos);
    if cell.at_end() {
        return Ok(Line { labels, kind: Kind::Nop, pos, wide: false });
    }
    let pos = cell.pos();
    let (word, _) = cell.ident("a PowerPC instruction")?;
    let mut name = word.to_ascii_lowercase();
    if cell.at(".") && cell.peek_glued() {
        cell.advance();
        name.push('.');
    }
    let kind = kind(cell, &name, pos)?;
    if !cell.at_end() {
        return Err(cell.unexpected(format!("end of instruction after the operands of {name}")));
    }
    let wide = matches!(name.as_str(), "ld" | "std" | "ldx" | "stdx" | "ldarx" | "stdcx.");
    Ok(Line { labels, kind, pos, wide })
}

fn kind(cell: &mut Cursor<'_>, name: &str, pos: Pos) -> Result<Kind> {
    if let Some(cond) = branch_condition(name) {
        return Ok(Kind::Branch { cond, label: cell.ident("a label")?.0.to_string() });
    }
    Ok(match name {
        "sync" | "hwsync" | "dcs" => Kind::Fence(FenceBits::FULL),
        "lwsync" => Kind::Fence(FenceBits::ACQ_REL),
        "eieio" => Kind::Fence(FenceBits::SS),
        "isync" => Kind::Isync,
        "nop" => Kind::Nop,
        "li" => {
            let to = register(cell)?;
            Kind::Set { to, from: Source::Number(comma_number(cell)?) }
        }
        "mr" => {
            let to = register(cell)?;
            Kind::Set { to, from: Source::Register(comma_register(cell)?) }
        }
        "lwz" | "ld" => Kind::Load { to: register(cell)?, from: displaced(cell)? },
        "lwzx" | "ldx" => Kind::Load { to: register(cell)?, from: indexed(cell)? },
        "stw" | "std" => Kind::Store { from: register(cell)?, to: displaced(cell)? },
        "stwx" | "stdx" => Kind::Store { from: register(cell)?, to: indexed(cell)? },
        "lwarx" | "ldarx" => Kind::LoadReserve { to: register(cell)?, from: indexed(cell)? },
        "stwcx." | "stdcx." => Kind::StoreConditional { from: register(cell)?, to: indexed(cell)? },
        "cmpw" | "cmpd" => {
            let a = compared(cell)?;
            Kind::Compare { a, b: Source::Register(comma_register(cell)?) }
        }
        "cmpwi" | "cmpdi" => {
            let a = compared(cell)?;
            Kind::Compare { a, b: Source::Number(comma_number(cell)?) }
        }
        _ => return computation(cell, name, pos),
    })
}

fn branch_condition(name: &str) -> Option<Option<CompareOp>> {
    Some(match name {
        "b" => None,
        "beq" => Some(CompareOp::Eq),
        "bne" => Some(CompareOp::Ne),
        "blt" => Some(CompareOp::Slt),
        "ble" => Some(CompareOp::Sle),
        "bgt" => Some(CompareOp::Sgt),
        "bge" => Some(CompareOp::Sge),
        _ => return None,
    })
}

fn computation(cell: &mut Cursor<'_>, name: &str, pos: Pos) -> Result<Kind> {
    let (plain, record) = name.strip_suffix('.').map_or((name, false), |plain| (plain, true));
    let (op, immediate, swapped) = match plain {
        "add" => (BinaryOp::Add, false, false),
        "addi" => (BinaryOp::Add, true, false),
        "sub" => (BinaryOp::Sub, false, false),
        "subi" => (BinaryOp::Sub, true, false),
        "subf" => (BinaryOp::Sub, false, true),
        "mullw" => (BinaryOp::Mul, false, false),
        "and" => (BinaryOp::And, false, false),
        "andi" => (BinaryOp::And, true, false),
        "or" => (BinaryOp::Or, false, false),
        "ori" => (BinaryOp::Or, true, false),
        "xor" => (BinaryOp::Xor, false, false),
        "xori" => (BinaryOp::Xor, true, false),
        _ => return Err(LitmusError::expected(pos, "a PowerPC instruction", format!("'{name}'"))),
    };
    let to = register(cell)?;
    let mut a = Source::Register(comma_register(cell)?);
    let mut b = match immediate {
        true => Source::Number(comma_number(cell)?),
        false => Source::Register(comma_register(cell)?),
    };
    if swapped {
        std::mem::swap(&mut a, &mut b);
    }
    Ok(Kind::Compute { op, to, a, b, record })
}

fn register(cell: &mut Cursor<'_>) -> Result<String> {
    match cell.peek() {
        Tok::Ident(name) if name.starts_with(['r', 'R']) => {
            cell.advance();
            Ok(canonical(name))
        }
        _ => Err(cell.unexpected("a register, such as r1")),
    }
}
fn comma_register(cell: &mut Cursor<'_>) -> Result<String> {
    cell.expect(",", "between operands")?;
    register(cell)
}
fn comma_number(cell: &mut Cursor<'_>) -> Result<i128> {
    cell.expect(",", "between operands")?;
    cell.signed_number("a number")
}
/// The first operand of a comparison; `cr0` may stand before it.
fn compared(cell: &mut Cursor<'_>) -> Result<String> {
    if cell.eat_word("cr0") {
        cell.expect(",", "after cr0")?;
    }
    register(cell)
}
/// `,0(r1)`
fn displaced(cell: &mut Cursor<'_>) -> Result<Address> {
    let displacement = comma_number(cell)?;
    cell.expect("(", "before the register of the address")?;
    let base = register(cell)?;
    cell.expect(")", "after the register of the address")?;
    Ok(Address { registers: vec![base], displacement })
}
/// `,r1,r2` or `,0,r2`; `r0` as the first means no register.
fn indexed(cell: &mut Cursor<'_>) -> Result<Address> {
    cell.expect(",", "between operands")?;
    let mut registers = Vec::new();
    match cell.peek() {
        Tok::Number(0) | Tok::Ident("r0" | "R0") => {
            cell.advance();
        }
        _ => registers.push(register(cell)?),
    }
    registers.push(comma_register(cell)?);
    Ok(Address { registers, displacement: 0 })
}
