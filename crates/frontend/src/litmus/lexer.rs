//! Characters to tokens, with lines and columns.
//!
//! One token set serves all dialects and the condition. The comment opener `(*` is also C for "parenthesis, star", so
//! inside the body of a C thread it is not a comment; `//` and `/* */` are comments everywhere.

use super::{LitmusError, Pos, Result};
use std::fmt;

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Tok<'a> {
    Ident(&'a str),
    Number(i128),
    Punct(&'static str),
    /// A character that begins no token; the parser says where it is in the way.
    Bad(char),
    End(&'static str),
}

impl fmt::Display for Tok<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tok::Ident(name) => write!(f, "'{name}'"),
            Tok::Number(value) => write!(f, "'{value}'"),
            Tok::Punct(punct) => write!(f, "'{punct}'"),
            Tok::Bad(character) => write!(f, "{character:?}"),
            Tok::End(what) => f.write_str(what),
        }
    }
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Token<'a> {
    pub tok: Tok<'a>,
    pub pos: Pos,
    /// Nothing stands between this token and the one before it.
    pub glued: bool,
}

/// Longest first, so that the first match is the right one.
const PUNCTUATION: &[&str] = &[
    "<<=", ">>=", "/\\", "\\/", "&&", "||", "==", "!=", "<=", ">=", "=>", "<>", "<<", ">>", "+=", "-=", "*=",
    "/=", "%=", "&=", "|=", "^=", "++", "--", "->", "{", "}", "(", ")", "[", "]", ";", ",", ":", "=", "<",
    ">", "+", "-", "*", "/", "%", "&", "|", "^", "~", "!", "?", ".", "$", "#", "@",
];

/// A place in the text that moves forward.
#[derive(Clone)]
pub(super) struct Scanner<'a> {
    rest: &'a str,
    pos: Pos,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Self {
        let rest = text.strip_prefix('\u{feff}').unwrap_or(text);
        Scanner { rest, pos: Pos { line: 1, column: 1 } }
    }
    pub fn pos(&self) -> Pos {
        self.pos
    }
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }
    pub fn starts_with(&self, prefix: &str) -> bool {
        self.rest.starts_with(prefix)
    }
    pub fn bump(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let character = chars.next()?;
        self.rest = chars.as_str();
        if character == '\n' {
            self.pos = Pos { line: self.pos.line + 1, column: 1 };
        } else {
            self.pos.column += 1;
        }
        Some(character)
    }
    /// Takes characters as long as they fit.
    pub fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let before = self.rest;
        while self.peek().is_some_and(&fits) {
            self.bump();
        }
        &before[..before.len() - self.rest.len()]
    }
    /// The text up to the end of the line, which is passed.
    pub fn take_line(&mut self) -> &'a str {
        let line = self.take_while(|character| character != '\n');
        self.bump();
        line
    }
    fn skip(&mut self, characters: usize) {
        (0..characters).for_each(|_| {
            self.bump();
        });
    }

    /// Passes white space and comments.
    pub fn skip_blank(&mut self, caml_comments: bool) -> Result {
        loop {
            if self.peek().is_some_and(char::is_whitespace) {
                self.bump();
            } else if self.starts_with("//") {
                self.take_line();
            } else if self.starts_with("/*") {
                self.skip_comment("/*", "*/", false)?;
            } else if caml_comments && self.starts_with("(*") {
                self.skip_comment("(*", "*)", true)?;
            } else {
                return Ok(());
            }
        }
    }

    fn skip_comment(&mut self, open: &str, close: &str, nests: bool) -> Result {
        let start = self.pos;
        let mut depth = 0u32;
        loop {
            if self.starts_with(close) && depth > 0 {
                self.skip(2);
                depth -= 1;
                if depth == 0 {
                    return Ok(());
                }
            } else if self.starts_with(open) && (nests || depth == 0) {
                self.skip(2);
                depth += 1;
            } else if self.bump().is_none() {
                return Err(LitmusError::expected(
                    start,
                    format!("'{close}' to end this comment"),
                    "end of file",
                ));
            }
        }
    }

    pub fn skip_string(&mut self) -> Result {
        let start = self.pos;
        self.bump();
        loop {
            match self.bump() {
                Some('"') => return Ok(()),
                Some('\\') => {
                    self.bump();
                }
                Some(_) => {}
                None => return Err(LitmusError::expected(start, "'\"' to end this string", "end of file")),
            }
        }
    }

    fn number(&mut self) -> Result<i128> {
        let pos = self.pos;
        let word = self.take_while(|character| character.is_ascii_alphanumeric() || character == '_');
        let digits = word.trim_end_matches(['u', 'U', 'l', 'L']);
        let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
        let value = match hex {
            Some(hex) => u64::from_str_radix(hex, 16),
            None => digits.parse::<u64>(),
        };
        value
            .map(i128::from)
            .map_err(|_| LitmusError::expected(pos, "a number of at most 64 bits", format!("'{word}'")))
    }

    fn token(&mut self) -> Result<Option<Tok<'a>>> {
        let Some(first) = self.peek() else { return Ok(None) };
        if first.is_ascii_digit() {
            return self.number().map(|value| Some(Tok::Number(value)));
        }
        if first.is_alphabetic() || first == '_' {
            return Ok(Some(Tok::Ident(self.take_while(|c| c.is_alphanumeric() || c == '_' || c == '\''))));
        }
        if let Some(punct) = PUNCTUATION.iter().find(|punct| self.starts_with(punct)) {
            self.skip(punct.len());
            return Ok(Some(Tok::Punct(punct)));
        }
        self.bump();
        Ok(Some(Tok::Bad(first)))
    }
}

/// All tokens from here on. In a C test, `(*` opens a comment up to the end of the initial state and outside braces.
pub(super) fn tokens(mut scanner: Scanner<'_>, c_dialect: bool) -> Result<Vec<Token<'_>>> {
    let mut tokens = Vec::new();
    let mut depth = 0usize;
    let mut init_closed = false;
    loop {
        let before = scanner.pos();
        scanner.skip_blank(!(c_dialect && init_closed && depth > 0))?;
        let pos = scanner.pos();
        let Some(tok) = scanner.token()? else { return Ok(tokens) };
        match tok {
            Tok::Punct("{") => depth += 1,
            Tok::Punct("}") => {
                depth = depth.saturating_sub(1);
                init_closed |= depth == 0;
            }
            _ => {}
        }
        tokens.push(Token { tok, pos, glued: pos == before });
    }
}
