//! Parses the threads of a C test and their statements.

use super::ast::{Declarator, Expr, Parameter, Stmt, StmtKind, Thread};
use super::expressions::expression;
use crate::litmus::cursor::{Cursor, thread_number};
use crate::litmus::lexer::Tok;
use crate::litmus::types::{self, CType};
use crate::litmus::{LitmusError, Pos, Result, limits};

/// All threads, up to the condition.
pub(in crate::litmus) fn parse(cursor: &mut Cursor<'_>) -> Result<Vec<Thread>> {
    let mut threads: Vec<Thread> = Vec::new();
    while at_thread(cursor) {
        let thread = thread(cursor)?;
        if threads.iter().any(|known| known.id == thread.id) {
            return Err(LitmusError::new(thread.pos, format!("a second thread named P{}", thread.id)));
        }
        if threads.len() >= limits::THREADS {
            return Err(LitmusError::new(thread.pos, format!("more than {} threads", limits::THREADS)));
        }
        threads.push(thread);
    }
    match threads.is_empty() {
        true => Err(cursor.unexpected("a thread, such as P0(int *x) { … }")),
        false => Ok(threads),
    }
}

fn at_thread(cursor: &Cursor<'_>) -> bool {
    match cursor.peek() {
        Tok::Ident("void" | "static") => true,
        Tok::Ident(name) => thread_number(name).is_some(),
        _ => false,
    }
}

fn thread(cursor: &mut Cursor<'_>) -> Result<Thread> {
    while cursor.eat_word("static") || cursor.eat_word("void") {}
    let (name, pos) = cursor.ident("a thread, such as P0")?;
    let Some(id) = thread_number(name) else {
        return Err(LitmusError::expected(pos, "a thread, such as P0", format!("'{name}'")));
    };
    cursor.expect("(", "before the parameters of the thread")?;
    let params = parameters(cursor)?;
    cursor.expect("{", "before the body of the thread")?;
    let (body, end) = block(cursor)?;
    Ok(Thread { id, pos, params, body, end })
}

fn parameters(cursor: &mut Cursor<'_>) -> Result<Vec<Parameter>> {
    let mut params: Vec<Parameter> = Vec::new();
    if cursor.at_word("void") && matches!(cursor.peek_at(1), Tok::Punct(")")) {
        cursor.advance();
    }
    while !cursor.eat(")") {
        if !params.is_empty() {
            cursor.expect(",", "or ')' after a parameter")?;
        }
        let param = parameter(cursor)?;
        if params.iter().any(|known| known.name == param.name) {
            return Err(LitmusError::new(param.pos, format!("a second parameter named {}", param.name)));
        }
        params.push(param);
    }
    Ok(params)
}

fn parameter(cursor: &mut Cursor<'_>) -> Result<Parameter> {
    let ty = types::type_with_stars(cursor)?;
    let (name, pos) = cursor.ident("the name of a shared variable")?;
    // `int a[2]` as a parameter is `int *a`.
    let mut ty = ty;
    if cursor.eat("[") {
        if matches!(cursor.peek(), Tok::Number(_)) {
            cursor.advance();
        }
        cursor.expect("]", "after the number of elements")?;
        ty = ty.pointer();
    }
    match ty.pointee() {
        Some(target) => Ok(Parameter { name: name.to_string(), ty: target.clone(), pos }),
        None => Err(LitmusError::expected(pos, format!("a pointer parameter, such as {ty} *{name}"), ty)),
    }
}

/// Statements up to the closing brace.
fn block(cursor: &mut Cursor<'_>) -> Result<(Vec<Stmt>, Pos)> {
    let mut statements = Vec::new();
    loop {
        let pos = cursor.pos();
        if cursor.eat("}") {
            return Ok((statements, pos));
        }
        if cursor.at_end() {
            return Err(cursor.unexpected("'}' after the statements"));
        }
        statements.push(cursor.nested(statement)?);
    }
}

fn statement(cursor: &mut Cursor<'_>) -> Result<Stmt> {
    let pos = cursor.pos();
    let kind = match cursor.peek() {
        Tok::Punct(";") => {
            cursor.advance();
            StmtKind::Empty
        }
        Tok::Punct("{") => {
            cursor.advance();
            StmtKind::Block(block(cursor)?.0)
        }
        Tok::Ident(word) => word_statement(cursor, word, pos)?,
        _ => expression_statement(cursor)?,
    };
    Ok(Stmt { kind, pos })
}

fn word_statement(cursor: &mut Cursor<'_>, word: &str, pos: Pos) -> Result<StmtKind> {
    match word {
        "if" => if_statement(cursor),
        "while" => {
            cursor.advance();
            let cond = parenthesised(cursor, "while")?;
            Ok(StmtKind::While { cond, body: sub_statement(cursor)? })
        }
        "do" => {
            cursor.advance();
            let body = sub_statement(cursor)?;
            if !cursor.eat_word("while") {
                return Err(cursor.unexpected("'while' after the body of do"));
            }
            let cond = parenthesised(cursor, "while")?;
            cursor.expect(";", "after do … while")?;
            Ok(StmtKind::DoWhile { body, cond })
        }
        "for" => for_statement(cursor),
        "break" | "continue" | "return" => jump_statement(cursor, word),
        "goto" => Err(refused(pos, "'goto'", "if, while, do or for")),
        "switch" | "case" | "default" => Err(refused(pos, &format!("'{word}'"), "if and else")),
        "asm" | "__asm__" => Err(refused(pos, "inline assembly", "a fence by name or an X86 test")),
        _ if matches!(cursor.peek_at(1), Tok::Punct(":")) => {
            Err(refused(pos, "a label", "if, while, do or for"))
        }
        _ if types::begins_type(word) => declaration(cursor),
        _ => expression_statement(cursor),
    }
}

fn refused(pos: Pos, what: &str, instead: &str) -> LitmusError {
    let message = format!("{what} is not supported in a litmus test: expected {instead}");
    LitmusError { expected: Some(instead.to_string()), ..LitmusError::new(pos, message) }
}

fn sub_statement(cursor: &mut Cursor<'_>) -> Result<Box<Stmt>> {
    cursor.nested(statement).map(Box::new)
}

fn parenthesised(cursor: &mut Cursor<'_>, word: &str) -> Result<Expr> {
    cursor.expect("(", &format!("after {word}"))?;
    let expr = expression(cursor)?;
    cursor.expect(")", "after the condition")?;
    Ok(expr)
}

fn if_statement(cursor: &mut Cursor<'_>) -> Result<StmtKind> {
    cursor.advance();
    let cond = parenthesised(cursor, "if")?;
    let then = sub_statement(cursor)?;
    let other = if cursor.eat_word("else") { Some(sub_statement(cursor)?) } else { None };
    Ok(StmtKind::If { cond, then, other })
}

fn for_statement(cursor: &mut Cursor<'_>) -> Result<StmtKind> {
    cursor.advance();
    cursor.expect("(", "after for")?;
    // The first part ends in its own semicolon, as a statement does.
    let first = sub_statement(cursor)?;
    if !matches!(first.kind, StmtKind::Empty | StmtKind::Declare(_) | StmtKind::Expr(_)) {
        return Err(LitmusError::expected(first.pos, "an expression or a declaration in for", "a statement"));
    }
    let cond = if cursor.at(";") { None } else { Some(expression(cursor)?) };
    cursor.expect(";", "after the condition of for")?;
    let step = if cursor.at(")") { None } else { Some(expression(cursor)?) };
    cursor.expect(")", "after the parts of for")?;
    Ok(StmtKind::For { first, cond, step, body: sub_statement(cursor)? })
}

fn jump_statement(cursor: &mut Cursor<'_>, word: &str) -> Result<StmtKind> {
    cursor.advance();
    if word == "return" && !cursor.at(";") {
        return Err(cursor.unexpected("';' after return (a thread has no value)"));
    }
    cursor.expect(";", &format!("after {word}"))?;
    Ok(match word {
        "break" => StmtKind::Break,
        "continue" => StmtKind::Continue,
        _ => StmtKind::Return,
    })
}

fn expression_statement(cursor: &mut Cursor<'_>) -> Result<StmtKind> {
    let expr = expression(cursor)?;
    cursor.expect(";", "after statement")?;
    Ok(StmtKind::Expr(expr))
}

fn declaration(cursor: &mut Cursor<'_>) -> Result<StmtKind> {
    let base = types::base_type(cursor)?;
    let mut declarators = Vec::new();
    loop {
        declarators.push(declarator(cursor, &base)?);
        if !cursor.eat(",") {
            cursor.expect(";", "after declaration")?;
            return Ok(StmtKind::Declare(declarators));
        }
    }
}

fn declarator(cursor: &mut Cursor<'_>, base: &CType) -> Result<Declarator> {
    let ty = types::stars(cursor, base)?.plain();
    let (name, pos) = cursor.ident("the name of a register")?;
    if cursor.at("[") {
        return Err(refused(cursor.pos(), "an array of a thread", "single registers"));
    }
    if !ty.has_value() {
        return Err(LitmusError::new(pos, format!("a register cannot have type {ty}")));
    }
    let value = if cursor.eat("=") { Some(expression(cursor)?) } else { None };
    Ok(Declarator { name: name.to_string(), ty, value, pos })
}
