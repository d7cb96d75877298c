//! The assembly dialects: threads as columns, one instruction per cell.
//!
//! All variables and registers of one test have one width, the *word*: 4 bytes, or 8 when the test uses 64-bit
//! registers or instructions or lets addresses flow as data (herd has no sizes here either).

mod ppc;
mod ppc_atomic;
mod ppc_parse;
mod thread;
mod x86;
mod x86_parse;

use super::condition::{Question, RawLocation, at_question};
use super::cursor::{Cursor, thread_number};
use super::header::Dialect;
use super::lexer::Token;
use super::lower::LoweredThread;
use super::symbols::Symbols;
use super::{LitmusError, Pos, Result, limits};

/// One thread: its cells from top to bottom, without the empty ones.
#[derive(Clone, Debug)]
pub(super) struct Column<'a> {
    pub id: u32,
    pub pos: Pos,
    cells: Vec<Vec<Token<'a>>>,
}

impl<'a> Column<'a> {
    fn cells(&self) -> impl Iterator<Item = Cursor<'a>> + '_ {
        self.cells.iter().map(|cell| Cursor::new(cell.clone(), "end of instruction"))
    }
}

/// ` P0 | P1 ;` and the rows below it.
pub(super) fn columns<'a>(cursor: &mut Cursor<'a>) -> Result<Vec<Column<'a>>> {
    let mut columns: Vec<Column<'a>> = Vec::new();
    loop {
        let (name, pos) = cursor.ident("a thread, such as P0")?;
        let Some(id) = thread_number(name) else {
            return Err(LitmusError::expected(pos, "a thread, such as P0", format!("'{name}'")));
        };
        if columns.iter().any(|column| column.id == id) {
            return Err(LitmusError::new(pos, format!("a second thread named P{id}")));
        }
        if columns.len() >= limits::THREADS {
            return Err(LitmusError::new(pos, format!("more than {} threads", limits::THREADS)));
        }
        columns.push(Column { id, pos, cells: Vec::new() });
        if cursor.eat(";") {
            break;
        }
        cursor.expect("|", "or ';' after the name of a thread")?;
    }
    while !at_question(cursor) {
        row(cursor, &mut columns)?;
    }
    Ok(columns)
}

fn row<'a>(cursor: &mut Cursor<'a>, columns: &mut [Column<'a>]) -> Result {
    let n_columns = columns.len();
    let mut index = 0;
    loop {
        let mut cell = Vec::new();
        while !cursor.at("|") && !cursor.at(";") && !cursor.at_end() {
            cell.push(cursor.advance());
        }
        if !cell.is_empty() {
            let Some(column) = columns.get_mut(index) else {
                return Err(LitmusError::new(
                    cursor.pos(),
                    format!("a row of more than {n_columns} columns"),
                ));
            };
            column.cells.push(cell);
        }
        index += 1;
        if cursor.eat(";") {
            return Ok(());
        }
        cursor.expect("|", "or ';' after an instruction")?;
    }
}

pub(super) fn lower(
    dialect: Dialect,
    columns: &[Column<'_>],
    question: &Question,
    symbols: &mut Symbols,
) -> Result<Vec<LoweredThread>> {
    match dialect {
        Dialect::Ppc => ppc::lower(columns, question, symbols),
        _ => x86::lower(columns, question, symbols),
    }
}

/// The registers of one thread that the question names, as it spells them.
fn asked_registers(question: &Question, id: u32) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for located in question.located() {
        if let RawLocation::Register { thread, name } = &located.location
            && *thread == id
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names
}
