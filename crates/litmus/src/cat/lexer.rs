//! Tokens of cat files.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Pos {
    pub line: u32,
    pub column: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Tok {
    Name(String),
    Text(String),
    Tag(String),
    Punct(&'static str),
    End,
}

impl std::fmt::Display for Tok {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Tok::Name(name) => write!(f, "'{name}'"),
            Tok::Text(text) => write!(f, "{text:?}"),
            Tok::Tag(tag) => write!(f, "''{tag}'"),
            Tok::Punct(punct) => write!(f, "'{punct}'"),
            Tok::End => f.write_str("end of file"),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Error {
    pub line: u32,
    pub column: u32,
    pub message: String,
}

const PUNCTUATION: &[&str] = &[
    "^-1", "^+", "^*", "++", "||", "->", "|", "&", ";", "\\", "*", "+", "?", "~", "(", ")", "[", "]", "{",
    "}", "=", ",", "^",
];

pub(super) fn tokens(text: &str) -> Result<Vec<(Tok, Pos)>, Error> {
    let mut scanner = Scanner { rest: text, line: 1, column: 1 };
    let mut tokens = Vec::new();
    loop {
        scanner.blank()?;
        let pos = Pos { line: scanner.line, column: scanner.column };
        let Some(first) = scanner.rest.chars().next() else {
            tokens.push((Tok::End, pos));
            return Ok(tokens);
        };
        let tok = if first.is_alphabetic() || first == '_' {
            Tok::Name(scanner.take(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
        } else if first.is_ascii_digit() {
            Tok::Name(scanner.take(|c| c.is_ascii_digit()))
        } else if first == '\'' {
            scanner.bump();
            Tok::Tag(scanner.take(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.')))
        } else if first == '"' {
            scanner.bump();
            let inside = scanner.take(|c| c != '"' && c != '\n');
            if scanner.rest.starts_with('"') {
                scanner.bump();
            } else {
                return Err(scanner.error(pos, "expected '\"' to end this string"));
            }
            Tok::Text(inside)
        } else if let Some(punct) = PUNCTUATION.iter().find(|punct| scanner.rest.starts_with(**punct)) {
            punct.chars().for_each(|_| scanner.bump());
            Tok::Punct(punct)
        } else {
            return Err(scanner.error(pos, &format!("{first:?} begins nothing that cat has")));
        };
        tokens.push((tok, pos));
    }
}

struct Scanner<'a> {
    rest: &'a str,
    line: u32,
    column: u32,
}

impl Scanner<'_> {
    fn error(&self, pos: Pos, message: &str) -> Error {
        Error { line: pos.line, column: pos.column, message: message.to_string() }
    }
    fn bump(&mut self) {
        let mut characters = self.rest.chars();
        match characters.next() {
            Some('\n') => (self.line, self.column) = (self.line + 1, 1),
            Some(_) => self.column += 1,
            None => {}
        }
        self.rest = characters.as_str();
    }
    fn take(&mut self, fits: impl Fn(char) -> bool) -> String {
        let mut taken = String::new();
        while let Some(character) = self.rest.chars().next().filter(|&character| fits(character)) {
            taken.push(character);
            self.bump();
        }
        taken
    }
    fn blank(&mut self) -> Result<(), Error> {
        loop {
            if self.rest.starts_with(char::is_whitespace) {
                self.bump();
            } else if self.rest.starts_with("//") {
                self.take(|c| c != '\n');
            } else if self.rest.starts_with("(*") {
                self.comment()?;
            } else {
                return Ok(());
            }
        }
    }
    fn comment(&mut self) -> Result<(), Error> {
        let start = Pos { line: self.line, column: self.column };
        let mut depth = 0;
        loop {
            if self.rest.starts_with("(*") {
                depth += 1;
                self.bump();
                self.bump();
            } else if self.rest.starts_with("*)") {
                depth -= 1;
                self.bump();
                self.bump();
                if depth == 0 {
                    return Ok(());
                }
            } else if self.rest.is_empty() {
                return Err(self.error(start, "expected '*)' to end this comment"));
            } else {
                self.bump();
            }
        }
    }
}
