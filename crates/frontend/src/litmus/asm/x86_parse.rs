//! Parses x86 instructions: `MOV [x],$1` (Intel order) or, if a test has `%` or `(…)`, `movl $1,(x)` (AT&T order).

use super::Column;
use crate::litmus::cursor::Cursor;
use crate::litmus::lexer::{Tok, Token};
use crate::litmus::{LitmusError, Pos, Result};
use ir::{BinaryOp, CompareOp, FenceBits, RmwOp};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mnemonic {
    Mov,
    Xchg,
    Xadd,
    Cmpxchg,
    /// `ADD` and the like: what it computes, and the same as an atomic update.
    Compute(BinaryOp, RmwOp),
    Inc,
    Dec,
    Not,
    Neg,
    Cmp,
    Test,
    /// `JMP` without a condition.
    Jump(Option<CompareOp>),
    Fence(FenceBits),
    Nop,
}

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Arg {
    /// Canonical (`RAX`) and written name.
    Register {
        name: String,
        shown: String,
        wide: bool,
    },
    Number(i128),
    /// `$x`
    Address {
        name: String,
        pos: Pos,
    },
    Memory(MemoryArg),
    Label(String),
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct MemoryArg {
    pub symbol: Option<(String, Pos)>,
    pub registers: Vec<String>,
    pub displacement: i128,
}

#[derive(Clone, Debug)]
pub(super) struct Instr {
    pub mnemonic: Mnemonic,
    pub locked: bool,
    /// The instruction says that it works on 8 bytes.
    pub wide: bool,
    /// Destination first, in either syntax.
    pub args: Vec<Arg>,
    pub pos: Pos,
}

#[derive(Clone, Debug)]
pub(super) struct Line {
    pub labels: Vec<(String, Pos)>,
    pub instr: Option<Instr>,
}

/// The 64-bit register that a name is a part of, and its own width.
pub(super) fn register(name: &str) -> Option<(String, u32)> {
    let upper = name.to_ascii_uppercase();
    let legacy = ["AX", "BX", "CX", "DX", "SI", "DI", "BP", "SP"];
    for base in legacy {
        match upper.strip_suffix(base) {
            Some("R") => return Some((upper, 64)),
            Some("E") => return Some((format!("R{base}"), 32)),
            Some("") => return Some((format!("R{base}"), 16)),
            _ => {}
        }
    }
    if let [letter @ b'A'..=b'D', b'L' | b'H'] = upper.as_bytes() {
        return Some((format!("R{}X", *letter as char), 8));
    }
    let digits: String = upper.strip_prefix('R')?.chars().take_while(char::is_ascii_digit).collect();
    let number: u32 = digits.parse().ok().filter(|number| (8..=15).contains(number))?;
    let width = match &upper[1 + digits.len()..] {
        "" => 64,
        "D" => 32,
        "W" => 16,
        "B" => 8,
        _ => return None,
    };
    Some((format!("R{number}"), width))
}

/// One name for all parts of a register.
pub(super) fn canonical(name: &str) -> String {
    register(name).map_or_else(|| name.to_ascii_uppercase(), |(name, _)| name)
}

fn exact_mnemonic(name: &str) -> Option<Mnemonic> {
    Some(match name {
        "MOV" => Mnemonic::Mov,
        "XCHG" => Mnemonic::Xchg,
        "XADD" => Mnemonic::Xadd,
        "CMPXCHG" => Mnemonic::Cmpxchg,
        "ADD" => Mnemonic::Compute(BinaryOp::Add, RmwOp::Add),
        "SUB" => Mnemonic::Compute(BinaryOp::Sub, RmwOp::Sub),
        "AND" => Mnemonic::Compute(BinaryOp::And, RmwOp::And),
        "OR" => Mnemonic::Compute(BinaryOp::Or, RmwOp::Or),
        "XOR" => Mnemonic::Compute(BinaryOp::Xor, RmwOp::Xor),
        "INC" => Mnemonic::Inc,
        "DEC" => Mnemonic::Dec,
        "NOT" => Mnemonic::Not,
        "NEG" => Mnemonic::Neg,
        "CMP" => Mnemonic::Cmp,
        "TEST" => Mnemonic::Test,
        _ => return None,
    })
}

fn other_mnemonic(name: &str) -> Option<Mnemonic> {
    Some(match name {
        "MFENCE" => Mnemonic::Fence(FenceBits::FULL),
        "SFENCE" => Mnemonic::Fence(FenceBits::SS),
        "LFENCE" => Mnemonic::Fence(FenceBits::ACQUIRE),
        "NOP" | "PAUSE" | "ENDBR64" => Mnemonic::Nop,
        "JMP" => Mnemonic::Jump(None),
        "JE" | "JZ" => Mnemonic::Jump(Some(CompareOp::Eq)),
        "JNE" | "JNZ" => Mnemonic::Jump(Some(CompareOp::Ne)),
        "JL" => Mnemonic::Jump(Some(CompareOp::Slt)),
        "JLE" => Mnemonic::Jump(Some(CompareOp::Sle)),
        "JG" => Mnemonic::Jump(Some(CompareOp::Sgt)),
        "JGE" => Mnemonic::Jump(Some(CompareOp::Sge)),
        "JB" => Mnemonic::Jump(Some(CompareOp::Ult)),
        "JBE" => Mnemonic::Jump(Some(CompareOp::Ule)),
        "JA" => Mnemonic::Jump(Some(CompareOp::Ugt)),
        "JAE" => Mnemonic::Jump(Some(CompareOp::Uge)),
        _ => return None,
    })
}

/// The instruction, and whether its suffix says 8 bytes.
fn mnemonic(name: &str, pos: Pos) -> Result<(Mnemonic, bool)> {
    let upper = name.to_ascii_uppercase();
    if let Some(found) = exact_mnemonic(&upper).or_else(|| other_mnemonic(&upper)) {
        return Ok((found, false));
    }
    let sized = |suffix| upper.strip_suffix(suffix).and_then(exact_mnemonic);
    match (sized('Q'), sized('L'), sized('B').or(sized('W'))) {
        (Some(found), _, _) => Ok((found, true)),
        (_, Some(found), _) => Ok((found, false)),
        (_, _, Some(_)) => {
            Err(LitmusError::new(pos, format!("{name}: accesses of 1 and 2 bytes are not supported")))
        }
        _ => Err(LitmusError::expected(pos, "an x86 instruction", format!("'{name}'"))),
    }
}

/// How many operands an instruction has.
fn n_operands(mnemonic: Mnemonic) -> usize {
    match mnemonic {
        Mnemonic::Fence(_) | Mnemonic::Nop => 0,
        Mnemonic::Inc | Mnemonic::Dec | Mnemonic::Not | Mnemonic::Neg | Mnemonic::Jump(_) => 1,
        _ => 2,
    }
}

/// Whether the threads are written in AT&T syntax.
fn is_att(columns: &[Column<'_>]) -> bool {
    let is_mark = |token: &Token<'_>| matches!(token.tok, Tok::Punct("%" | "("));
    columns.iter().any(|column| column.cells.iter().flatten().any(is_mark))
}

pub(super) fn parse(columns: &[Column<'_>]) -> Result<Vec<Vec<Line>>> {
    let att = is_att(columns);
    columns.iter().map(|column| column.cells().map(|mut cell| line(&mut cell, att)).collect()).collect()
}

/// `LABEL:` any number of times.
pub(super) fn labels(cell: &mut Cursor<'_>) -> Vec<(String, Pos)> {
    let mut labels = Vec::new();
    while let (Tok::Ident(name), Tok::Punct(":")) = (cell.peek(), cell.peek_at(1)) {
        labels.push((name.to_string(), cell.pos()));
        cell.advance();
        cell.advance();
    }
    labels
}

fn line(cell: &mut Cursor<'_>, att: bool) -> Result<Line> {
    let labels = labels(cell);
    if cell.at_end() {
        return Ok(Line { labels, instr: None });
    }
    let pos = cell.pos();
    let (mut name, mut at) = cell.ident("an x86 instruction")?;
    let locked = name.eq_ignore_ascii_case("LOCK");
    if locked {
        (name, at) = cell.ident("an instruction after LOCK")?;
    }
    let (mnemonic, wide) = mnemonic(name, at)?;
    let mut args = Vec::new();
    while !cell.at_end() {
        if !args.is_empty() {
            cell.expect(",", "between operands")?;
        }
        args.push(match mnemonic {
            Mnemonic::Jump(_) => Arg::Label(cell.ident("a label")?.0.to_string()),
            _ => operand(cell)?,
        });
    }
    if args.len() != n_operands(mnemonic) {
        return Err(LitmusError::expected(
            pos,
            format!("{} operands of {name}", n_operands(mnemonic)),
            args.len(),
        ));
    }
    if att {
        args.reverse();
    }
    Ok(Line { labels, instr: Some(Instr { mnemonic, locked, wide, args, pos }) })
}

fn operand(cell: &mut Cursor<'_>) -> Result<Arg> {
    let what = "a register, $number or [variable]";
    match cell.peek() {
        Tok::Punct("$") => {
            cell.advance();
            match cell.peek() {
                Tok::Ident(name) => {
                    let pos = cell.advance().pos;
                    Ok(Arg::Address { name: name.to_string(), pos })
                }
                _ => cell.signed_number("a number after '$'").map(Arg::Number),
            }
        }
        Tok::Punct("[") => {
            cell.advance();
            let memory = memory(cell, MemoryArg::default(), "+")?;
            cell.expect("]", "after the address")?;
            Ok(Arg::Memory(memory))
        }
        Tok::Punct("(") => att_memory(cell, MemoryArg::default()),
        Tok::Punct("%") => {
            cell.advance();
            let (name, pos) = cell.ident("a register")?;
            register_arg(name, pos)
        }
        Tok::Ident(name) if matches!(cell.peek_at(1), Tok::Punct("(")) => {
            let pos = cell.advance().pos;
            att_memory(cell, MemoryArg { symbol: Some((name.to_string(), pos)), ..MemoryArg::default() })
        }
        Tok::Ident(name) if register(name).is_some() => {
            let pos = cell.advance().pos;
            register_arg(name, pos)
        }
        Tok::Number(_) | Tok::Punct("-") => {
            let number = cell.signed_number(what)?;
            match cell.at("(") {
                true => att_memory(cell, MemoryArg { displacement: number, ..MemoryArg::default() }),
                false => Ok(Arg::Number(number)),
            }
        }
        _ => Err(cell.unexpected(what)),
    }
}

/// `(x)`, `(%rax)`, `(%rax,%rbx)` after what stands before the parenthesis.
fn att_memory(cell: &mut Cursor<'_>, before: MemoryArg) -> Result<Arg> {
    cell.expect("(", "before the address")?;
    let memory = memory(cell, before, ",")?;
    cell.expect(")", "after the address")?;
    Ok(Arg::Memory(memory))
}

fn register_arg(name: &str, pos: Pos) -> Result<Arg> {
    match register(name) {
        Some((canonical, width @ (32 | 64))) => {
            Ok(Arg::Register { name: canonical, shown: name.to_string(), wide: width == 64 })
        }
        Some((_, width)) => {
            Err(LitmusError::new(pos, format!("{name}: registers of {width} bits are not supported")))
        }
        None => Err(LitmusError::expected(pos, "a register", format!("'{name}'"))),
    }
}

/// Variable, registers and numbers, added up.
fn memory(cell: &mut Cursor<'_>, mut memory: MemoryArg, separator: &str) -> Result<MemoryArg> {
    loop {
        cell.eat("%");
        match cell.peek() {
            Tok::Ident(name) if register(name).is_some() => {
                let pos = cell.advance().pos;
                let Arg::Register { name, .. } = register_arg(name, pos)? else { continue };
                memory.registers.push(name);
            }
            Tok::Ident(name) if memory.symbol.is_none() => {
                let pos = cell.advance().pos;
                memory.symbol = Some((name.to_string(), pos));
            }
            Tok::Number(_) | Tok::Punct("-") if separator == "+" => {
                memory.displacement += cell.signed_number("a displacement")?;
            }
            _ => return Err(cell.unexpected("a variable or a register in the address")),
        }
        if !cell.eat(separator) {
            return Ok(memory);
        }
    }
}
