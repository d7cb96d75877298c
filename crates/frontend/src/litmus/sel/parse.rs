//! The syntax of `.sel`.

use crate::litmus::cursor::Cursor;
use crate::litmus::init::InitValue;
use crate::litmus::lexer::Tok;
use crate::litmus::{LitmusError, Pos, Result, limits};
use ir::{BinaryOp, CompareOp, FenceBits};

#[derive(Debug, Default)]
pub(super) struct File {
    pub name: Option<String>,
    pub shared: Vec<(String, i128, Pos)>,
    pub locks: Vec<(String, Pos)>,
    pub threads: Vec<Thread>,
}

#[derive(Debug)]
pub(super) struct Thread {
    pub id: u32,
    pub body: Vec<Stmt>,
    pub pos: Pos,
    pub end: Pos,
}

#[derive(Debug)]
pub(super) struct Stmt {
    pub kind: StmtKind,
    pub pos: Pos,
}

#[derive(Debug)]
pub(super) enum StmtKind {
    Assign { target: String, value: Expr },
    Atomic { target: String, op: Atomic, place: String, args: Vec<Expr> },
    If { condition: Expr, then: Vec<Stmt>, other: Vec<Stmt>, end: Pos },
    Lock(String),
    Unlock(String),
    AtomicEnter,
    AtomicExit,
    Fence(FenceBits),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Atomic {
    Exchange,
    FetchAdd,
    CompareExchange,
}

#[derive(Debug)]
pub(super) struct Expr {
    pub kind: ExprKind,
    pub pos: Pos,
}

#[derive(Debug)]
pub(super) enum ExprKind {
    Number(i128),
    Name(String),
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    Compare(CompareOp, Box<Expr>, Box<Expr>),
    /// `&&` and `||`, which evaluate both sides.
    And(Box<Expr>, Box<Expr>),
    Or(Box<Expr>, Box<Expr>),
    Not(Box<Expr>),
    Negate(Box<Expr>),
}

const WORDS: &[&str] = &[
    "if",
    "else",
    "thread",
    "shared",
    "lock",
    "unlock",
    "initially",
    "fence",
    "atomicenter",
    "atomicexit",
    "skip",
    "exists",
    "forall",
    "locations",
    "filter",
    "program",
];

/// A keyword, however it is capitalised: the paper writes `Lock` and `AtomicEnter`.
fn word(cursor: &Cursor<'_>) -> Option<String> {
    match cursor.peek() {
        Tok::Ident(name) => Some(name.to_ascii_lowercase()).filter(|name| WORDS.contains(&name.as_str())),
        _ => None,
    }
}
fn at_word(cursor: &Cursor<'_>, wanted: &str) -> bool {
    word(cursor).as_deref() == Some(wanted)
}
fn eat_word(cursor: &mut Cursor<'_>, wanted: &str) -> bool {
    let found = at_word(cursor, wanted);
    if found {
        cursor.advance();
    }
    found
}
/// A name that is not a keyword.
fn name(cursor: &mut Cursor<'_>, what: &str) -> Result<(String, Pos)> {
    if word(cursor).is_some() {
        return Err(cursor.unexpected(what));
    }
    cursor.ident(what).map(|(name, pos)| (name.to_string(), pos))
}

/// Everything before the question.
pub(super) fn file(cursor: &mut Cursor<'_>) -> Result<File> {
    let mut file = File::default();
    if eat_word(cursor, "program") {
        file.name = Some(name(cursor, "the name of the program")?.0);
        cursor.eat(";");
    }
    loop {
        if eat_word(cursor, "shared") || eat_word(cursor, "initially") {
            declarations(cursor, &mut file)?;
        } else if eat_word(cursor, "lock") {
            loop {
                file.locks.push(name(cursor, "the name of a lock")?);
                if !cursor.eat(",") {
                    break;
                }
            }
            cursor.expect(";", "after the locks")?;
        } else if at_word(cursor, "thread") {
            let thread = thread(cursor)?;
            if file.threads.iter().any(|other| other.id == thread.id) {
                return Err(LitmusError::new(thread.pos, format!("there is a thread {} already", thread.id)));
            }
            file.threads.push(thread);
            if file.threads.len() > limits::THREADS {
                return Err(LitmusError::new(cursor.pos(), format!("more than {} threads", limits::THREADS)));
            }
        } else if file.threads.is_empty() {
            return Err(cursor.unexpected("shared, lock or thread"));
        } else {
            return Ok(file);
        }
    }
}

/// `x = 0, y = 0;` and `x = y = 0;`
fn declarations(cursor: &mut Cursor<'_>, file: &mut File) -> Result {
    loop {
        let mut names = vec![name(cursor, "the name of a shared variable")?];
        let mut value = 0;
        while cursor.eat("=") {
            match cursor.peek() {
                Tok::Ident(_) => names.push(name(cursor, "the name of a shared variable or a number")?),
                _ => {
                    value = cursor.signed_number("an initial value")?;
                    break;
                }
            }
        }
        file.shared.extend(names.into_iter().map(|(name, pos)| (name, value, pos)));
        if !cursor.eat(",") {
            break;
        }
    }
    cursor.expect(";", "after the shared variables").map(|_| ())
}

fn thread(cursor: &mut Cursor<'_>) -> Result<Thread> {
    let pos = cursor.pos();
    cursor.advance();
    let number_pos = cursor.pos();
    let number = cursor.signed_number("the number of the thread")?;
    let id = u32::try_from(number)
        .map_err(|_| LitmusError::expected(number_pos, "the number of the thread", number))?;
    // A title for the reader: `thread 1 (Deposit)`.
    if cursor.eat("(") {
        while !cursor.at(")") && !cursor.at_end() {
            cursor.advance();
        }
        cursor.expect(")", "after the title of the thread")?;
    }
    cursor.expect("{", "before the statements of the thread")?;
    let (body, end) = statements(cursor)?;
    Ok(Thread { id, body, pos, end })
}

/// Up to the closing brace.
fn statements(cursor: &mut Cursor<'_>) -> Result<(Vec<Stmt>, Pos)> {
    let mut body = Vec::new();
    loop {
        let pos = cursor.pos();
        if cursor.eat("}") {
            return Ok((body, pos));
        }
        if cursor.at_end() {
            return Err(cursor.unexpected("a statement or '}'"));
        }
        statement(cursor, &mut body)?;
    }
}

fn statement(cursor: &mut Cursor<'_>, body: &mut Vec<Stmt>) -> Result {
    let pos = cursor.pos();
    if cursor.eat(";") {
        return Ok(());
    }
    if cursor.eat("{") {
        let (inner, _) = cursor.nested(statements)?;
        body.extend(inner);
        return Ok(());
    }
    if eat_word(cursor, "if") {
        let kind = cursor.nested(|cursor| conditional(cursor, pos))?;
        body.push(Stmt { kind, pos });
        return Ok(());
    }
    let kind = match word(cursor).as_deref() {
        Some(keyword @ ("lock" | "unlock")) => {
            cursor.advance();
            let parenthesis = cursor.eat("(");
            let (name, _) = name(cursor, "the name of a lock")?;
            if parenthesis {
                cursor.expect(")", "after the lock")?;
            }
            if keyword == "lock" { StmtKind::Lock(name) } else { StmtKind::Unlock(name) }
        }
        Some("atomicenter") => {
            cursor.advance();
            StmtKind::AtomicEnter
        }
        Some("atomicexit") => {
            cursor.advance();
            StmtKind::AtomicExit
        }
        Some("fence") => {
            cursor.advance();
            StmtKind::Fence(fence(cursor)?)
        }
        Some("skip") => {
            cursor.advance();
            return cursor.expect(";", "after skip").map(|_| ());
        }
        Some(_) => return Err(cursor.unexpected("a statement")),
        None => assignment(cursor)?,
    };
    cursor.expect(";", "after the statement")?;
    body.push(Stmt { kind, pos });
    Ok(())
}

fn conditional(cursor: &mut Cursor<'_>, pos: Pos) -> Result<StmtKind> {
    cursor.expect("(", "before the condition")?;
    let condition = expression(cursor)?;
    cursor.expect(")", "after the condition")?;
    let (mut then, mut other) = (Vec::new(), Vec::new());
    statement(cursor, &mut then)?;
    if eat_word(cursor, "else") {
        cursor.nested(|cursor| statement(cursor, &mut other))?;
    }
    let end = then.iter().chain(&other).next_back().map_or(pos, |stmt| stmt.pos);
    Ok(StmtKind::If { condition, then, other, end })
}

/// Nothing: a full fence; `(ll, ss)` in parentheses: these pairs.
fn fence(cursor: &mut Cursor<'_>) -> Result<FenceBits> {
    if !cursor.eat("(") || cursor.eat(")") {
        return Ok(FenceBits::FULL);
    }
    let mut bits = FenceBits::NONE;
    loop {
        let what = "ll, ls, sl or ss";
        let pos = cursor.pos();
        let (kind, _) = cursor.ident(what)?;
        bits = bits
            | match kind.to_ascii_lowercase().as_str() {
                "ll" => FenceBits::LL,
                "ls" => FenceBits::LS,
                "sl" => FenceBits::SL,
                "ss" => FenceBits::SS,
                _ => return Err(LitmusError::expected(pos, what, format!("'{kind}'"))),
            };
        if cursor.eat(")") {
            return Ok(bits);
        }
        if !cursor.eat(",") {
            cursor.expect("|", "between kinds of fence, or ')'")?;
        }
    }
}

fn assignment(cursor: &mut Cursor<'_>) -> Result<StmtKind> {
    let (target, _) = name(cursor, "a statement")?;
    cursor.expect("=", "after the name that is assigned to")?;
    let op = match (cursor.peek(), cursor.peek_at(1)) {
        (Tok::Ident("xchg"), Tok::Punct("(")) => Some((Atomic::Exchange, 1)),
        (Tok::Ident("fetch_add"), Tok::Punct("(")) => Some((Atomic::FetchAdd, 1)),
        (Tok::Ident("cas"), Tok::Punct("(")) => Some((Atomic::CompareExchange, 2)),
        _ => None,
    };
    let Some((op, n_args)) = op else {
        return Ok(StmtKind::Assign { target, value: expression(cursor)? });
    };
    cursor.advance();
    cursor.advance();
    let (place, _) = name(cursor, "the name of a shared variable")?;
    let mut args = Vec::new();
    for _ in 0..n_args {
        cursor.expect(",", "between the arguments")?;
        args.push(expression(cursor)?);
    }
    cursor.expect(")", "after the arguments")?;
    Ok(StmtKind::Atomic { target, op, place, args })
}

fn expression(cursor: &mut Cursor<'_>) -> Result<Expr> {
    cursor.nested(|cursor| level(cursor, 0))
}

/// Operators by how tightly they bind, loosest first.
const LEVELS: &[&[&str]] =
    &[&["||"], &["&&"], &["|"], &["^"], &["&"], &["==", "!="], &["<", "<=", ">", ">="], &["+", "-"], &["*"]];

fn level(cursor: &mut Cursor<'_>, depth: usize) -> Result<Expr> {
    let Some(operators) = LEVELS.get(depth) else { return unary(cursor) };
    let mut left = level(cursor, depth + 1)?;
    loop {
        let pos = cursor.pos();
        let Tok::Punct(found) = cursor.peek() else { return Ok(left) };
        if !operators.contains(&found) {
            return Ok(left);
        }
        cursor.advance();
        let right = level(cursor, depth + 1)?;
        let (a, b) = (Box::new(left), Box::new(right));
        let kind = match found {
            "||" => ExprKind::Or(a, b),
            "&&" => ExprKind::And(a, b),
            "|" => ExprKind::Binary(BinaryOp::Or, a, b),
            "^" => ExprKind::Binary(BinaryOp::Xor, a, b),
            "&" => ExprKind::Binary(BinaryOp::And, a, b),
            "==" => ExprKind::Compare(CompareOp::Eq, a, b),
            "!=" => ExprKind::Compare(CompareOp::Ne, a, b),
            "<" => ExprKind::Compare(CompareOp::Slt, a, b),
            "<=" => ExprKind::Compare(CompareOp::Sle, a, b),
            ">" => ExprKind::Compare(CompareOp::Sgt, a, b),
            ">=" => ExprKind::Compare(CompareOp::Sge, a, b),
            "+" => ExprKind::Binary(BinaryOp::Add, a, b),
            "-" => ExprKind::Binary(BinaryOp::Sub, a, b),
            _ => ExprKind::Binary(BinaryOp::Mul, a, b),
        };
        left = Expr { kind, pos };
    }
}

fn unary(cursor: &mut Cursor<'_>) -> Result<Expr> {
    let pos = cursor.pos();
    if cursor.eat("!") {
        let inner = cursor.nested(unary)?;
        return Ok(Expr { kind: ExprKind::Not(Box::new(inner)), pos });
    }
    if cursor.eat("-") {
        let inner = cursor.nested(unary)?;
        return Ok(Expr { kind: ExprKind::Negate(Box::new(inner)), pos });
    }
    if cursor.eat("(") {
        let inner = expression(cursor)?;
        cursor.expect(")", "after the expression")?;
        return Ok(inner);
    }
    if let Tok::Number(value) = cursor.peek() {
        cursor.advance();
        return Ok(Expr { kind: ExprKind::Number(value), pos });
    }
    let (name, pos) = name(cursor, "a number, a register or a shared variable")?;
    Ok(Expr { kind: ExprKind::Name(name), pos })
}

/// The initial value of a shared variable as the litmus reader has it.
pub(super) fn initial(value: i128) -> InitValue {
    InitValue::Int(value)
}
