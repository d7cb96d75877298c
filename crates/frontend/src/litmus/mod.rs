//! Reads herd's `.litmus` tests (C, X86, X86_64 and PPC dialects) into the program IR, with the test's question as
//! the program's final condition.
//!
//! The way of a test: [`header`] (dialect, name) → [`lexer`] → [`init`] (initial state) → threads ([`c_dialect`] or
//! [`asm`]) → [`condition`] → [`lower`] (globals, `main`, observables). Threads become functions `P0`, `P1`, … in
//! SSA form, built by [`ssa`]; `main` starts them in order, joins them in order and returns 0.
//!
//! Invariants:
//! * Syntactic dependencies survive: nothing is folded, `r ^ r` stays an instruction, and a branch controls exactly
//!   what its braces hold (post-dominance in the CFG says the same as the source).
//! * Reading never panics: nesting, size, registers and blocks are limited ([`limits`]), and every refusal carries a
//!   line, a column and what was expected.
//!
//! Where it differs from herd: locks are mutexes (full fences, as every lock in Selvedge) instead of acquire and
//! release annotations; `filter F` is folded into the question (`exists F /\ P`, `forall F => P`);
//! `rcu_read_lock`/`unlock` order nothing and grace periods are refused; a store-conditional never fails without
//! cause. `&&` and `||` branch only if their right side touches memory (herd never branches there). herd has no types:
//! a C test that keeps addresses in an `int` is read a second time with an `int` of 8 bytes.

mod asm;
mod c_dialect;
mod condition;
mod cursor;
mod header;
mod init;
mod lexer;
mod lower;
mod sel;
mod ssa;
mod symbols;
mod types;

#[cfg(test)]
mod tests;

use cursor::Cursor;
use header::{Dialect, Header};
use lexer::{Scanner, Token};
use symbols::Symbols;

/// Bounds on what is read: far above any real test, low enough that hostile input costs little.
mod limits {
    /// Bytes of one test. The largest tests in use have some ten thousand.
    pub const TEXT: usize = 1 << 20;
    /// Depth of nested statements, expressions and propositions: keeps recursion far from the end of a 2 MB stack.
    pub const NESTING: u32 = 100;
    pub const THREADS: usize = 256;
    /// Registers and blocks of one thread: their product bounds the work of building SSA.
    pub const REGISTERS: usize = 256;
    pub const BLOCKS: usize = 4096;
    pub const ARRAY: u64 = 4096;
    pub const VARIABLES: usize = 4096;
}

/// Why a text is not a litmus test that can be read, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{path}:{line}:{column}: {message}")]
pub struct LitmusError {
    pub path: String,
    /// From 1.
    pub line: u32,
    /// From 1, in characters.
    pub column: u32,
    /// The whole sentence.
    pub message: String,
    /// What would have been accepted here, where that can be said.
    pub expected: Option<String>,
}

/// A place in the text; both count from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Pos {
    line: u32,
    column: u32,
}

type Result<T = ()> = std::result::Result<T, LitmusError>;

impl LitmusError {
    fn new(pos: Pos, message: impl Into<String>) -> Self {
        LitmusError {
            path: String::new(),
            line: pos.line,
            column: pos.column,
            message: message.into(),
            expected: None,
        }
    }
    fn place(&self) -> (u32, u32) {
        (self.line, self.column)
    }
    fn expected(pos: Pos, expected: impl Into<String>, found: impl std::fmt::Display) -> Self {
        let expected = expected.into();
        let message = format!("expected {expected}, found {found}");
        LitmusError { expected: Some(expected), ..LitmusError::new(pos, message) }
    }
}

/// Reads one test. `path` is used for spans and messages only.
pub fn read(text: &str, path: &str) -> std::result::Result<ir::Program, LitmusError> {
    read_test(text, path).map_err(|error| LitmusError { path: path.to_string(), ..error })
}

/// Reads one program in the small language of `.sel` files. `path` is used for spans and messages only.
pub fn read_sel(text: &str, path: &str) -> std::result::Result<ir::Program, LitmusError> {
    sel::read(text, path).map_err(|error| LitmusError { path: path.to_string(), ..error })
}

/// What an `int` is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum IntWidth {
    Four,
    /// Wide enough for an address, for tests that make no difference.
    Eight,
}

fn read_test(text: &str, path: &str) -> Result<ir::Program> {
    if text.len() > limits::TEXT {
        let message = format!("a litmus test of {} bytes: at most {} are read", text.len(), limits::TEXT);
        return Err(LitmusError::new(Pos { line: 1, column: 1 }, message));
    }
    let mut scanner = Scanner::new(text);
    let header = header::read(&mut scanner)?;
    let tokens = lexer::tokens(scanner, header.dialect == Dialect::C)?;
    let program =
        read_body(&header, tokens.clone(), IntWidth::Four, path).or_else(|error| match header.dialect {
            // The reading that got further knows better what is wrong.
            Dialect::C => read_body(&header, tokens, IntWidth::Eight, path)
                .map_err(|second| if second.place() > error.place() { second } else { error }),
            _ => Err(error),
        })?;
    ir::verify::verify(&program).map_err(|error| {
        let message = format!("internal error: the litmus reader made an invalid program: {error}");
        LitmusError::new(header.pos, message)
    })?;
    Ok(program)
}

/// Everything after the header.
fn read_body(header: &Header, tokens: Vec<Token<'_>>, int: IntWidth, path: &str) -> Result<ir::Program> {
    let mut cursor = Cursor::new(tokens, "end of file");
    cursor.wide_int = int == IntWidth::Eight;
    let mut symbols = Symbols::from_init(init::read(&mut cursor)?, int)?;
    let (threads, question) = match header.dialect {
        Dialect::C => {
            let threads = c_dialect::parse(&mut cursor)?;
            let question = condition::parse(&mut cursor)?;
            (c_dialect::lower(&threads, &mut symbols)?, question)
        }
        dialect => {
            let columns = asm::columns(&mut cursor)?;
            let question = condition::parse(&mut cursor)?;
            (asm::lower(dialect, &columns, &question, &mut symbols)?, question)
        }
    };
    lower::program(header, path, &symbols, threads, &question)
}
