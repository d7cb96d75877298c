//! A reader over tokens: what all parsers of the formats here share.

use super::lexer::{Tok, Token};
use super::{LitmusError, Pos, Result, limits};

#[derive(Clone, Debug)]
pub(super) struct Cursor<'a> {
    tokens: Vec<Token<'a>>,
    next: usize,
    depth: u32,
    end: Token<'a>,
    /// `int` names an integer of 8 bytes.
    pub wide_int: bool,
}

impl<'a> Cursor<'a> {
    /// `end` names what comes after the last token.
    pub fn new(tokens: Vec<Token<'a>>, end: &'static str) -> Self {
        let pos = tokens.last().map_or(Pos { line: 1, column: 1 }, |last| last.pos);
        Cursor {
            tokens,
            next: 0,
            depth: 0,
            end: Token { tok: Tok::End(end), pos, glued: false },
            wide_int: false,
        }
    }
    fn token_at(&self, ahead: usize) -> Token<'a> {
        self.tokens.get(self.next + ahead).copied().unwrap_or(self.end)
    }
    pub fn peek(&self) -> Tok<'a> {
        self.token_at(0).tok
    }
    pub fn peek_at(&self, ahead: usize) -> Tok<'a> {
        self.token_at(ahead).tok
    }
    /// The next token, and whether it follows the one before without a gap.
    pub fn peek_glued(&self) -> bool {
        self.token_at(0).glued
    }
    pub fn pos(&self) -> Pos {
        self.token_at(0).pos
    }
    pub fn at_end(&self) -> bool {
        self.next >= self.tokens.len()
    }
    pub fn advance(&mut self) -> Token<'a> {
        let token = self.token_at(0);
        self.next += 1;
        token
    }

    pub fn at(&self, punct: &str) -> bool {
        matches!(self.peek(), Tok::Punct(found) if found == punct)
    }
    pub fn eat(&mut self, punct: &str) -> bool {
        let found = self.at(punct);
        if found {
            self.next += 1;
        }
        found
    }
    pub fn at_word(&self, word: &str) -> bool {
        self.peek() == Tok::Ident(word)
    }
    pub fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.next += 1;
        }
        found
    }
    /// Takes a punctuation mark; `context` follows it in the message: `after statement`.
    pub fn expect(&mut self, punct: &str, context: &str) -> Result<Pos> {
        let pos = self.pos();
        match self.eat(punct) {
            true => Ok(pos),
            false => Err(self.unexpected(format!("'{punct}' {context}"))),
        }
    }
    pub fn ident(&mut self, what: &str) -> Result<(&'a str, Pos)> {
        let pos = self.pos();
        match self.peek() {
            Tok::Ident(name) => {
                self.next += 1;
                Ok((name, pos))
            }
            _ => Err(self.unexpected(what)),
        }
    }
    /// A number with an optional minus sign.
    pub fn signed_number(&mut self, what: &str) -> Result<i128> {
        let negative = self.at("-") && matches!(self.peek_at(1), Tok::Number(_));
        if negative {
            self.next += 1;
        }
        match self.peek() {
            Tok::Number(value) => {
                self.next += 1;
                Ok(if negative { -value } else { value })
            }
            _ => Err(self.unexpected(what)),
        }
    }
    /// The error that says what stands here instead of what was expected.
    pub fn unexpected(&self, expected: impl Into<String>) -> LitmusError {
        LitmusError::expected(self.pos(), expected, self.peek())
    }

    /// Runs a parser one level deeper.
    pub fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= limits::NESTING {
            return Err(LitmusError::new(
                self.pos(),
                format!("nested more than {} levels deep", limits::NESTING),
            ));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }
}

/// `P0` → 0, as threads are named.
pub(super) fn thread_number(name: &str) -> Option<u32> {
    let digits = name.strip_prefix('P')?;
    let plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if plain { digits.parse().ok() } else { None }
}
