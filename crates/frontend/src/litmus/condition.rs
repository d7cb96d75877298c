//! The question at the end of a test: `locations […]`, `filter …`, then `exists`, `~exists` or `forall` and a
//! proposition over registers and final memory.

use super::cursor::Cursor;
use super::init::{self, InitValue, thread_register};
use super::lexer::Tok;
use super::{LitmusError, Pos, Result};
use ir::Quantifier;

/// The question as it was written.
#[derive(Clone, Debug)]
pub(super) struct Question {
    pub quantifier: Quantifier,
    pub prop: RawProp,
    pub filter: Option<RawProp>,
    pub locations: Vec<Located>,
}

#[derive(Clone, Debug)]
pub(super) struct Located {
    pub location: RawLocation,
    pub pos: Pos,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum RawLocation {
    Register { thread: u32, name: String },
    Memory { name: String, index: Option<u64> },
}

#[derive(Clone, Debug)]
pub(super) enum RawProp {
    True,
    False,
    Equals(Located, RawValue),
    Not(Box<RawProp>),
    And(Vec<RawProp>),
    Or(Vec<RawProp>),
    Implies(Box<RawProp>, Box<RawProp>),
}

#[derive(Clone, Debug)]
pub(super) enum RawValue {
    /// An integer, or the address of a variable.
    Constant(InitValue),
    Location(Located),
}

impl RawProp {
    fn for_each_located<'p>(&'p self, visit: &mut impl FnMut(&'p Located)) {
        match self {
            RawProp::True | RawProp::False => {}
            RawProp::Equals(left, right) => {
                visit(left);
                if let RawValue::Location(right) = right {
                    visit(right);
                }
            }
            RawProp::Not(inner) => inner.for_each_located(visit),
            RawProp::And(parts) | RawProp::Or(parts) => {
                parts.iter().for_each(|part| part.for_each_located(visit))
            }
            RawProp::Implies(premise, conclusion) => {
                premise.for_each_located(visit);
                conclusion.for_each_located(visit);
            }
        }
    }
}

impl Question {
    /// Everything that is named: the `locations` line first, then the rest in order.
    pub fn located(&self) -> Vec<&Located> {
        let mut all: Vec<&Located> = self.locations.iter().collect();
        for prop in self.filter.iter().chain([&self.prop]) {
            prop.for_each_located(&mut |located| all.push(located));
        }
        all
    }
}

/// Whether the part after the threads begins here.
pub(super) fn at_question(cursor: &Cursor<'_>) -> bool {
    match cursor.peek() {
        Tok::Ident("exists" | "forall" | "locations" | "filter" | "observed")
        | Tok::Punct("~")
        | Tok::End(_) => true,
        Tok::Ident("not") => matches!(cursor.peek_at(1), Tok::Ident("exists")),
        _ => false,
    }
}

pub(super) fn parse(cursor: &mut Cursor<'_>) -> Result<Question> {
    let mut locations = Vec::new();
    let mut filter = None;
    loop {
        if cursor.eat_word("locations") {
            locations.extend(location_list(cursor)?);
        } else if cursor.eat_word("filter") {
            filter = Some(proposition(cursor)?);
        } else {
            break;
        }
    }
    let quantifier = quantifier(cursor)?;
    // A test without a question asks nothing of its final states.
    let (quantifier, prop) = match quantifier {
        Some(quantifier) => (quantifier, proposition(cursor)?),
        None => (Quantifier::Forall, RawProp::True),
    };
    cursor.eat(";");
    if !cursor.at_end() {
        return Err(cursor.unexpected("end of file, '/\\' or '\\/' after the condition"));
    }
    Ok(Question { quantifier, prop, filter, locations })
}

fn quantifier(cursor: &mut Cursor<'_>) -> Result<Option<Quantifier>> {
    if cursor.at_end() {
        return Ok(None);
    }
    if cursor.eat_word("exists") || cursor.eat_word("observed") {
        return Ok(Some(Quantifier::Exists));
    }
    if cursor.eat_word("forall") {
        return Ok(Some(Quantifier::Forall));
    }
    if (cursor.eat("~") || cursor.eat_word("not")) && cursor.eat_word("exists") {
        return Ok(Some(Quantifier::NotExists));
    }
    Err(cursor.unexpected("a thread, locations, filter, exists, ~exists or forall"))
}

fn location_list(cursor: &mut Cursor<'_>) -> Result<Vec<Located>> {
    cursor.expect("[", "after locations")?;
    let mut locations = Vec::new();
    loop {
        while cursor.eat(";") {}
        if cursor.eat("]") {
            return Ok(locations);
        }
        locations.push(location(cursor)?);
        if !cursor.at("]") {
            cursor.expect(";", "between locations")?;
        }
    }
}

/// `0:r0`, `P0:r0`, `x`, `[x]`, `*x`, `a[1]`.
fn location(cursor: &mut Cursor<'_>) -> Result<Located> {
    let pos = cursor.pos();
    if let Some((thread, name)) = thread_register(cursor)? {
        return Ok(Located { location: RawLocation::Register { thread, name }, pos });
    }
    let bracketed = cursor.eat("[");
    let starred = !bracketed && cursor.eat("*");
    let (name, _) = cursor.ident("a variable or thread:register")?;
    let index = if starred { None } else { index(cursor)? };
    if bracketed {
        cursor.expect("]", "after the variable")?;
    }
    Ok(Located { location: RawLocation::Memory { name: name.to_string(), index }, pos })
}

fn index(cursor: &mut Cursor<'_>) -> Result<Option<u64>> {
    if !cursor.eat("[") {
        return Ok(None);
    }
    let pos = cursor.pos();
    let number = cursor.signed_number("an index")?;
    cursor.expect("]", "after the index")?;
    u64::try_from(number).map(Some).map_err(|_| LitmusError::expected(pos, "an index from 0", number))
}

/// Implication binds least and to the right, then `\/`, then `/\`.
fn proposition(cursor: &mut Cursor<'_>) -> Result<RawProp> {
    cursor.nested(|cursor| {
        let left = disjunction(cursor)?;
        match cursor.eat("=>") {
            true => Ok(RawProp::Implies(Box::new(left), Box::new(proposition(cursor)?))),
            false => Ok(left),
        }
    })
}

fn disjunction(cursor: &mut Cursor<'_>) -> Result<RawProp> {
    let mut parts = vec![conjunction(cursor)?];
    while cursor.eat("\\/") || cursor.eat("||") {
        parts.push(conjunction(cursor)?);
    }
    Ok(if parts.len() == 1 { parts.swap_remove(0) } else { RawProp::Or(parts) })
}

fn conjunction(cursor: &mut Cursor<'_>) -> Result<RawProp> {
    let mut parts = vec![atom(cursor)?];
    while cursor.eat("/\\") || cursor.eat("&&") {
        parts.push(atom(cursor)?);
    }
    Ok(if parts.len() == 1 { parts.swap_remove(0) } else { RawProp::And(parts) })
}

fn atom(cursor: &mut Cursor<'_>) -> Result<RawProp> {
    match cursor.peek() {
        Tok::Punct("(") => {
            cursor.advance();
            let inner = proposition(cursor)?;
            cursor.expect(")", "after the proposition")?;
            Ok(inner)
        }
        Tok::Punct("~" | "!") | Tok::Ident("not") => {
            cursor.advance();
            cursor.nested(atom).map(|inner| RawProp::Not(Box::new(inner)))
        }
        Tok::Ident("true") => {
            cursor.advance();
            Ok(RawProp::True)
        }
        Tok::Ident("false") => {
            cursor.advance();
            Ok(RawProp::False)
        }
        _ => comparison(cursor),
    }
}

fn comparison(cursor: &mut Cursor<'_>) -> Result<RawProp> {
    let left = location(cursor)?;
    let negated = cursor.eat("!=") || cursor.eat("<>");
    if !negated && !cursor.eat("==") {
        cursor.expect("=", "after the location")?;
    }
    let equals = RawProp::Equals(left, value(cursor)?);
    Ok(if negated { RawProp::Not(Box::new(equals)) } else { equals })
}

/// An integer, an address (`x`, `&x`), or another location (`1:r0`, `[y]`, `*y`).
fn value(cursor: &mut Cursor<'_>) -> Result<RawValue> {
    let is_register = matches!(cursor.peek_at(1), Tok::Punct(":"));
    match cursor.peek() {
        Tok::Punct("[" | "*") => location(cursor).map(RawValue::Location),
        _ if is_register => location(cursor).map(RawValue::Location),
        Tok::Ident("NULL") => {
            cursor.advance();
            Ok(RawValue::Constant(InitValue::Int(0)))
        }
        Tok::Ident(_) | Tok::Punct("&") => init::address(cursor).map(RawValue::Constant),
        _ => {
            let number = cursor.signed_number("an integer, an address or a location")?;
            Ok(RawValue::Constant(InitValue::Int(number)))
        }
    }
}
