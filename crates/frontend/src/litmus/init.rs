//! The initial state: `{ x=1; [l]=1; int *p=&x; 0:r1=1; 0:EAX=1; atomic_int y; int a[2]={1,2}; }`.

use super::cursor::{Cursor, thread_number};
use super::lexer::Tok;
use super::types::{self, CType};
use super::{LitmusError, Pos, Result, limits};

#[derive(Clone, Debug)]
pub(super) struct InitItem {
    pub target: InitTarget,
    pub ty: Option<CType>,
    /// Number of elements, for an array.
    pub count: Option<u64>,
    pub values: Vec<InitValue>,
    pub pos: Pos,
}

#[derive(Clone, Debug)]
pub(super) enum InitTarget {
    Memory(String),
    Register { thread: u32, name: String },
}

#[derive(Clone, Debug)]
pub(super) enum InitValue {
    Int(i128),
    /// The address of element `index` of a shared variable.
    Address {
        name: String,
        index: u64,
        pos: Pos,
    },
}

pub(super) fn read(cursor: &mut Cursor<'_>) -> Result<Vec<InitItem>> {
    cursor.expect("{", "before the initial state")?;
    let mut items = Vec::new();
    loop {
        while cursor.eat(";") {}
        if cursor.eat("}") {
            return Ok(items);
        }
        items.push(item(cursor)?);
        if !cursor.at("}") {
            cursor.expect(";", "after an initial value")?;
        }
    }
}

fn item(cursor: &mut Cursor<'_>) -> Result<InitItem> {
    let ty = match cursor.peek() {
        Tok::Ident(name)
            if types::begins_type(name) && !matches!(cursor.peek_at(1), Tok::Punct("=" | ":")) =>
        {
            Some(types::type_with_stars(cursor)?)
        }
        _ => None,
    };
    let pos = cursor.pos();
    let target = target(cursor)?;
    let mut count = None;
    if cursor.eat("[") {
        count = Some(array_length(cursor)?);
        cursor.expect("]", "after the number of elements")?;
    }
    let mut values = Vec::new();
    if cursor.eat("=") {
        values = initialiser(cursor)?;
    }
    Ok(InitItem { target, ty, count, values, pos })
}

fn array_length(cursor: &mut Cursor<'_>) -> Result<u64> {
    let pos = cursor.pos();
    let length = cursor.signed_number("the number of elements")?;
    match u64::try_from(length) {
        Ok(length) if (1..=limits::ARRAY).contains(&length) => Ok(length),
        _ => Err(LitmusError::expected(pos, format!("an array of 1 to {} elements", limits::ARRAY), length)),
    }
}

fn target(cursor: &mut Cursor<'_>) -> Result<InitTarget> {
    let what = "a variable, [variable] or thread:register";
    match cursor.peek() {
        Tok::Punct("[") => {
            cursor.advance();
            let (name, _) = cursor.ident("a variable")?;
            cursor.expect("]", "after the variable")?;
            Ok(InitTarget::Memory(name.to_string()))
        }
        Tok::Punct("*") => {
            cursor.advance();
            Ok(InitTarget::Memory(cursor.ident("a variable")?.0.to_string()))
        }
        _ => match thread_register(cursor)? {
            Some((thread, name)) => Ok(InitTarget::Register { thread, name }),
            None => Ok(InitTarget::Memory(cursor.ident(what)?.0.to_string())),
        },
    }
}

/// `0:r1`, `P0:r1` or `0:%rax`; nothing is taken if neither stands here.
pub(super) fn thread_register(cursor: &mut Cursor<'_>) -> Result<Option<(u32, String)>> {
    if !matches!(cursor.peek_at(1), Tok::Punct(":")) {
        return Ok(None);
    }
    let thread = match cursor.peek() {
        Tok::Number(number) => u32::try_from(number).ok(),
        Tok::Ident(name) => thread_number(name),
        _ => None,
    };
    let Some(thread) = thread else { return Err(cursor.unexpected("a thread, such as 0 or P0, before ':'")) };
    cursor.advance();
    cursor.advance();
    cursor.eat("%");
    let (name, _) = cursor.ident("a register")?;
    Ok(Some((thread, name.to_string())))
}

fn initialiser(cursor: &mut Cursor<'_>) -> Result<Vec<InitValue>> {
    if !cursor.eat("{") {
        return Ok(vec![value(cursor)?]);
    }
    let mut values = Vec::new();
    while !cursor.eat("}") {
        values.push(value(cursor)?);
        if !cursor.at("}") {
            cursor.expect(",", "between initial values")?;
        }
    }
    Ok(values)
}

fn value(cursor: &mut Cursor<'_>) -> Result<InitValue> {
    let what = "an integer or the name of a variable";
    match cursor.peek() {
        Tok::Ident("ATOMIC_INIT" | "ATOMIC_VAR_INIT") => {
            cursor.advance();
            cursor.expect("(", "after ATOMIC_INIT")?;
            let number = cursor.signed_number("an integer")?;
            cursor.expect(")", "after the initial value")?;
            Ok(InitValue::Int(number))
        }
        Tok::Ident("NULL" | "false") => {
            cursor.advance();
            Ok(InitValue::Int(0))
        }
        Tok::Ident("true") => {
            cursor.advance();
            Ok(InitValue::Int(1))
        }
        Tok::Punct("&") | Tok::Ident(_) => address(cursor),
        _ => cursor.signed_number(what).map(InitValue::Int),
    }
}

/// `&x`, `x`, `&a[1]`.
pub(super) fn address(cursor: &mut Cursor<'_>) -> Result<InitValue> {
    cursor.eat("&");
    let (name, pos) = cursor.ident("the name of a variable")?;
    let mut index = 0;
    if cursor.eat("[") {
        let at = cursor.pos();
        let number = cursor.signed_number("an index")?;
        index = u64::try_from(number).map_err(|_| LitmusError::expected(at, "an index from 0", number))?;
        cursor.expect("]", "after the index")?;
    }
    Ok(InitValue::Address { name: name.to_string(), index, pos })
}
