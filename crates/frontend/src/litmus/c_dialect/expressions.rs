//! Parses C expressions by precedence climbing.

use super::ast::{Arithmetic, Expr, ExprKind, Relation};
use crate::litmus::cursor::Cursor;
use crate::litmus::lexer::Tok;
use crate::litmus::types;
use crate::litmus::{LitmusError, Result};

/// What a binary operator makes of its two sides.
#[derive(Clone, Copy)]
enum Infix {
    Arithmetic(Arithmetic),
    Compare(Relation),
    Logical(bool),
}

/// Operators with how tightly they bind; all associate to the left.
fn infix(punct: &str) -> Option<(Infix, u8)> {
    use Infix::{Compare, Logical};
    let arithmetic = |op, level| Some((Infix::Arithmetic(op), level));
    match punct {
        "||" => Some((Logical(false), 1)),
        "&&" => Some((Logical(true), 2)),
        "|" => arithmetic(Arithmetic::Or, 3),
        "^" => arithmetic(Arithmetic::Xor, 4),
        "&" => arithmetic(Arithmetic::And, 5),
        "==" => Some((Compare(Relation::Eq), 6)),
        "!=" => Some((Compare(Relation::Ne), 6)),
        "<" => Some((Compare(Relation::Lt), 7)),
        "<=" => Some((Compare(Relation::Le), 7)),
        ">" => Some((Compare(Relation::Gt), 7)),
        ">=" => Some((Compare(Relation::Ge), 7)),
        "<<" => arithmetic(Arithmetic::Shl, 8),
        ">>" => arithmetic(Arithmetic::Shr, 8),
        "+" => arithmetic(Arithmetic::Add, 9),
        "-" => arithmetic(Arithmetic::Sub, 9),
        "*" => arithmetic(Arithmetic::Mul, 10),
        "/" => arithmetic(Arithmetic::Div, 10),
        "%" => arithmetic(Arithmetic::Rem, 10),
        _ => None,
    }
}

fn assignment_operator(punct: &str) -> Option<Option<Arithmetic>> {
    Some(Some(match punct {
        "=" => return Some(None),
        "+=" => Arithmetic::Add,
        "-=" => Arithmetic::Sub,
        "*=" => Arithmetic::Mul,
        "/=" => Arithmetic::Div,
        "%=" => Arithmetic::Rem,
        "<<=" => Arithmetic::Shl,
        ">>=" => Arithmetic::Shr,
        "&=" => Arithmetic::And,
        "|=" => Arithmetic::Or,
        "^=" => Arithmetic::Xor,
        _ => return None,
    }))
}

/// An expression with assignments; the comma operator is left aside.
pub(super) fn expression(cursor: &mut Cursor<'_>) -> Result<Expr> {
    cursor.nested(|cursor| {
        let left = conditional(cursor)?;
        let Tok::Punct(punct) = cursor.peek() else { return Ok(left) };
        let Some(op) = assignment_operator(punct) else { return Ok(left) };
        let pos = left.pos;
        cursor.advance();
        let right = expression(cursor)?;
        Expr::new(ExprKind::Assign(op, Box::new(left), Box::new(right)), pos)
    })
}

fn conditional(cursor: &mut Cursor<'_>) -> Result<Expr> {
    let cond = binary(cursor, 1)?;
    if !cursor.eat("?") {
        return Ok(cond);
    }
    let pos = cond.pos;
    let then = expression(cursor)?;
    cursor.expect(":", "in the conditional expression")?;
    let other = cursor.nested(conditional)?;
    Expr::new(ExprKind::Conditional(Box::new(cond), Box::new(then), Box::new(other)), pos)
}

fn binary(cursor: &mut Cursor<'_>, lowest: u8) -> Result<Expr> {
    let mut left = unary(cursor)?;
    loop {
        let Tok::Punct(punct) = cursor.peek() else { return Ok(left) };
        let Some((op, level)) = infix(punct).filter(|(_, level)| *level >= lowest) else { return Ok(left) };
        let pos = left.pos;
        cursor.advance();
        let right = cursor.nested(|cursor| binary(cursor, level + 1))?;
        let (a, b) = (Box::new(left), Box::new(right));
        let kind = match op {
            Infix::Arithmetic(op) => ExprKind::Binary(op, a, b),
            Infix::Compare(relation) => ExprKind::Compare(relation, a, b),
            Infix::Logical(and) => ExprKind::Logical(and, a, b),
        };
        left = Expr::new(kind, pos)?;
    }
}

fn unary(cursor: &mut Cursor<'_>) -> Result<Expr> {
    let pos = cursor.pos();
    let Tok::Punct(punct) = cursor.peek() else { return postfix(cursor) };
    let wrap: fn(Box<Expr>) -> ExprKind = match punct {
        "-" => ExprKind::Negate,
        "~" => ExprKind::Complement,
        "!" => ExprKind::Not,
        "*" => ExprKind::Deref,
        "&" => ExprKind::AddressOf,
        "+" => |inner| inner.kind,
        "++" => |target| ExprKind::Step { up: true, prefix: true, target },
        "--" => |target| ExprKind::Step { up: false, prefix: true, target },
        "(" if matches!(cursor.peek_at(1), Tok::Ident(name) if types::begins_type(name)) => {
            return cast(cursor);
        }
        _ => return postfix(cursor),
    };
    cursor.advance();
    let inner = cursor.nested(unary)?;
    Expr::new(wrap(Box::new(inner)), pos)
}

fn cast(cursor: &mut Cursor<'_>) -> Result<Expr> {
    let pos = cursor.expect("(", "before the type")?;
    let ty = types::type_with_stars(cursor)?;
    cursor.expect(")", "after the type of the cast")?;
    let inner = cursor.nested(unary)?;
    Expr::new(ExprKind::Cast(ty, Box::new(inner)), pos)
}

fn postfix(cursor: &mut Cursor<'_>) -> Result<Expr> {
    let mut expr = primary(cursor)?;
    loop {
        let pos = expr.pos;
        let kind = match cursor.peek() {
            Tok::Punct("[") => {
                cursor.advance();
                let index = expression(cursor)?;
                cursor.expect("]", "after the index")?;
                ExprKind::Index(Box::new(expr), Box::new(index))
            }
            Tok::Punct("++") => {
                cursor.advance();
                ExprKind::Step { up: true, prefix: false, target: Box::new(expr) }
            }
            Tok::Punct("--") => {
                cursor.advance();
                ExprKind::Step { up: false, prefix: false, target: Box::new(expr) }
            }
            Tok::Punct(member @ ("->" | ".")) => {
                let message = format!("'{member}': structures are not supported in a litmus test");
                return Err(LitmusError::new(cursor.pos(), message));
            }
            _ => return Ok(expr),
        };
        expr = Expr::new(kind, pos)?;
    }
}

fn primary(cursor: &mut Cursor<'_>) -> Result<Expr> {
    let pos = cursor.pos();
    match cursor.peek() {
        Tok::Number(value) => {
            cursor.advance();
            Expr::new(ExprKind::Number(value), pos)
        }
        Tok::Ident("sizeof") => Err(LitmusError::new(pos, "'sizeof' is not supported in a litmus test")),
        Tok::Ident(name) => {
            cursor.advance();
            match cursor.eat("(") {
                true => call(cursor, name, pos),
                false => Expr::new(named_constant(name), pos),
            }
        }
        Tok::Punct("(") => {
            cursor.advance();
            let inner = expression(cursor)?;
            cursor.expect(")", "after the expression")?;
            Ok(inner)
        }
        _ => Err(cursor.unexpected("an expression")),
    }
}

fn named_constant(name: &str) -> ExprKind {
    match name {
        "NULL" | "false" => ExprKind::Number(0),
        "true" => ExprKind::Number(1),
        _ => ExprKind::Name(name.to_string()),
    }
}

fn call(cursor: &mut Cursor<'_>, name: &str, pos: crate::litmus::Pos) -> Result<Expr> {
    let mut args = Vec::new();
    while !cursor.eat(")") {
        if !args.is_empty() {
            cursor.expect(",", &format!("or ')' in the arguments of {name}"))?;
        }
        args.push(expression(cursor)?);
    }
    Expr::new(ExprKind::Call(name.to_string(), args), pos)
}
