//! Text to tokens. `//` and `#` start a comment to the end of the line.

use crate::error::{Place, SpecError};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Word(String),
    Number(i64),
    Text(String),
    Symbol(&'static str),
    End,
}

/// Longest first, so that `->` is not `-`.
const SYMBOLS: [&str; 26] = [
    "->", "==", "!=", "<=", ">=", "&&", "||", "{", "}", "(", ")", ",", ";", ":", "=", "<", ">", "!", "+",
    "-", "*", "/", "%", "∧", "∨", "¬",
];

/// The same in another spelling.
fn canonical(symbol: &'static str) -> &'static str {
    match symbol {
        "∧" => "&&",
        "∨" => "||",
        "¬" => "!",
        symbol => symbol,
    }
}

pub(crate) fn tokens(text: &str, file: &str) -> Result<Vec<(Token, Place)>, SpecError> {
    let mut lexer = Lexer { rest: text, place: Place { line: 1, column: 1 }, file };
    let mut found = Vec::new();
    loop {
        lexer.skip_blank();
        let place = lexer.place;
        let token = lexer.token()?;
        let is_end = token == Token::End;
        found.push((token, place));
        if is_end {
            return Ok(found);
        }
    }
}

struct Lexer<'a> {
    rest: &'a str,
    place: Place,
    file: &'a str,
}

impl<'a> Lexer<'a> {
    fn advance(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        for character in taken.chars() {
            match character {
                '\n' => self.place = Place { line: self.place.line + 1, column: 1 },
                _ => self.place.column += 1,
            }
        }
        self.rest = rest;
        taken
    }

    fn advance_while(&mut self, wanted: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(|character| !wanted(character)).unwrap_or(self.rest.len());
        self.advance(length)
    }

    fn skip_blank(&mut self) {
        loop {
            self.advance_while(char::is_whitespace);
            if !self.rest.starts_with("//") && !self.rest.starts_with('#') {
                return;
            }
            self.advance_while(|character| character != '\n');
        }
    }

    fn token(&mut self) -> Result<Token, SpecError> {
        let place = self.place;
        let Some(first) = self.rest.chars().next() else { return Ok(Token::End) };
        if first.is_ascii_digit() {
            let digits = self.advance_while(|character| character.is_ascii_alphanumeric());
            return number(digits).map(Token::Number).ok_or_else(|| {
                SpecError::at(self.file, place, format!("`{digits}` is not a number of 64 bits"))
            });
        }
        if first.is_alphabetic() || first == '_' {
            let word = self.advance_while(|character| character.is_alphanumeric() || character == '_');
            return Ok(Token::Word(word.into()));
        }
        if first == '"' {
            return self.string(place);
        }
        let Some(symbol) = SYMBOLS.into_iter().find(|symbol| self.rest.starts_with(symbol)) else {
            return Err(SpecError::at(self.file, place, format!("unexpected character {first:?}")));
        };
        self.advance(symbol.len());
        Ok(Token::Symbol(canonical(symbol)))
    }

    fn string(&mut self, place: Place) -> Result<Token, SpecError> {
        self.advance(1);
        let text = self.advance_while(|character| character != '"' && character != '\n').to_owned();
        if !self.rest.starts_with('"') {
            return Err(SpecError::at(self.file, place, "the text that starts here has no closing `\"`"));
        }
        self.advance(1);
        Ok(Token::Text(text))
    }
}

fn number(digits: &str) -> Option<i64> {
    match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok().map(|bits| bits as i64),
        None => digits.parse().ok(),
    }
}
