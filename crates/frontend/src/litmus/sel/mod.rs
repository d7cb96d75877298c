//! Reads `.sel` files: small concurrent programs as Nemos writes them, so that nobody needs assembly.
//!
//! ```text
//! shared x = 0, y = 0;
//! thread 1 { r1 = x; if (r1 > 0) y = 1; }
//! thread 2 { r2 = y; if (r2 >= 0) x = 1; }
//! exists (1:r1 = 1 /\ 2:r2 = 0)
//! ```
//!
//! A name that is declared `shared` is memory, one declared `lock` is a lock, every other name is a register of the
//! thread it stands in and begins as 0. A shared variable in an expression is a read of its own, from left to right.
//! All values are integers of 32 bits. The result is an ordinary program: threads are functions `P1`, `P2`, …, atomic
//! blocks are transactions, and the question is the program's final condition. `docs/sel.md` describes the language.

mod lower;
mod parse;

use super::condition;
use super::cursor::Cursor;
use super::header::{Dialect, Header};
use super::lexer::{self, Scanner};
use super::{LitmusError, Pos, Result, limits};

/// Reads one program. `path` is used for spans and messages only.
pub(super) fn read(text: &str, path: &str) -> Result<ir::Program> {
    let start = Pos { line: 1, column: 1 };
    if text.len() > limits::TEXT {
        let message = format!("a program of {} bytes: at most {} are read", text.len(), limits::TEXT);
        return Err(LitmusError::new(start, message));
    }
    let tokens = lexer::tokens(Scanner::new(text), false)?;
    let mut cursor = Cursor::new(tokens, "end of file");
    let file = parse::file(&mut cursor)?;
    let question = condition::parse(&mut cursor)?;
    let stem = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let name = file.name.clone().unwrap_or_else(|| stem.trim_end_matches(".sel").to_string());
    let header = Header { dialect: Dialect::C, name, pos: start };
    let (symbols, threads) = lower::lower(&file)?;
    let program = super::lower::program(&header, path, &symbols, threads, &question)?;
    ir::verify::verify(&program).map_err(|error| {
        let message = format!("internal error: the .sel reader made an invalid program: {error}");
        LitmusError::new(start, message)
    })?;
    Ok(program)
}
