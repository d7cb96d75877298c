//! Recursive descent over the tokens of a module, one token ahead.
//!
//! Invariant: `token` is the current token, `position`/`line` its place, `previous_line` the line of the
//! token before it (attributes of a declaration end with their line). Nesting of types, constants and
//! in-place metadata is limited by [`MAX_NESTING`].

mod calls;
mod constants;
mod function;
mod globals;
mod instructions;
mod keywords;
mod memory;
mod metadata;
mod numbers;
mod result_types;
mod type_parser;

use super::ParseError;
use super::ast::*;
use super::lexer::{Lexer, Token, unescape_text};
use function::Body;

/// An error before its line and column are worked out: most are swallowed by `Op::Unknown`, and counting
/// lines for each would make hostile input quadratic.
#[derive(Debug)]
struct Failure {
    position: usize,
    message: String,
}

type Parsed<T> = Result<T, Failure>;

/// Deeper nesting than any program has, shallow enough for a thread with a small stack.
const MAX_NESTING: u32 = 150;

struct Parser<'a> {
    text: &'a str,
    lexer: Lexer<'a>,
    token: Token<'a>,
    position: usize,
    line: u32,
    previous_line: u32,
    depth: u32,
    module: Module,
    /// The function being read, if any.
    body: Option<Body>,
    /// `align` and `!dbg` of the instruction being read.
    suffix: Suffix,
}

/// What may follow the operands of any instruction.
#[derive(Clone, Copy, Debug, Default)]
struct Suffix {
    align: Option<u64>,
    debug: Option<MetadataId>,
}

/// Reads a whole module.
pub fn parse_module(text: &str) -> Result<Module, ParseError> {
    if u32::try_from(text.len()).is_err() {
        return Err(ParseError { line: 1, column: 1, message: "the file is larger than 4 GB".into() });
    }
    let mut parser = Parser {
        text,
        lexer: Lexer::new(text),
        token: Token::End,
        position: 0,
        line: 1,
        previous_line: 1,
        depth: 0,
        module: Module::default(),
        body: None,
        suffix: Suffix::default(),
    };
    parser.advance();
    while parser.token != Token::End {
        parser.top_level().map_err(|failure| locate(text, failure))?;
    }
    result_types::assign(&mut parser.module);
    Ok(parser.module)
}

/// Works out line and column.
fn locate(text: &str, failure: Failure) -> ParseError {
    let position = failure.position.min(text.len());
    let before = &text.as_bytes()[..position];
    let line_start = before.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line = before.iter().filter(|&&byte| byte == b'\n').count() + 1;
    ParseError { line: line as u32, column: (position - line_start + 1) as u32, message: failure.message }
}

impl<'a> Parser<'a> {
    fn advance(&mut self) {
        self.previous_line = self.line;
        (self.token, self.position, self.line) = self.lexer.next();
    }

    /// Continues reading at another place.
    fn jump(&mut self, position: usize, line: u32) {
        self.lexer.jump(position, line);
        self.advance();
    }

    fn error<T>(&self, message: impl Into<String>) -> Parsed<T> {
        Err(self.error_at(self.position, message))
    }

    fn error_at(&self, position: usize, message: impl Into<String>) -> Failure {
        Failure { position, message: message.into() }
    }

    fn expected<T>(&self, what: &str) -> Parsed<T> {
        self.error(format!("expected {what}, found {}", self.describe()))
    }

    fn describe(&self) -> String {
        let text = match self.token {
            Token::End => return "end of file".into(),
            Token::Word(text) | Token::Number(text) => text.into(),
            Token::Local(name) | Token::QuotedLocal(name) => format!("%{name}"),
            Token::Global(name) => format!("@{name}"),
            Token::String(_) | Token::CString(_) => return "a string".into(),
            Token::MetadataNumber(number) => format!("!{number}"),
            Token::MetadataName(name) => format!("!{name}"),
            Token::AttributeGroup => return "an attribute group".into(),
            Token::DebugRecord(name) => format!("#{name}"),
            Token::Comdat => return "a comdat".into(),
            Token::Ellipsis => "...".into(),
            Token::Punct(byte) => (byte as char).to_string(),
        };
        let short: String = text.chars().take(40).collect();
        format!("`{}`", short.escape_debug())
    }

    fn at(&self, byte: u8) -> bool {
        self.token == Token::Punct(byte)
    }

    fn at_word(&self, word: &str) -> bool {
        self.token == Token::Word(word)
    }

    fn eat(&mut self, byte: u8) -> bool {
        let found = self.at(byte);
        if found {
            self.advance();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, byte: u8) -> Parsed<()> {
        if self.eat(byte) { Ok(()) } else { self.expected(&format!("`{}`", byte as char)) }
    }

    fn expect_word(&mut self, word: &str) -> Parsed<()> {
        if self.eat_word(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    fn string(&mut self) -> Parsed<&'a str> {
        match self.token {
            Token::String(text) => {
                self.advance();
                Ok(text)
            }
            _ => self.expected("a string"),
        }
    }

    /// An unsigned decimal number.
    fn unsigned(&mut self) -> Parsed<u64> {
        match self.token {
            Token::Number(text) => match text.parse() {
                Ok(number) => {
                    self.advance();
                    Ok(number)
                }
                Err(_) => self.expected("an unsigned number"),
            },
            _ => self.expected("a number"),
        }
    }

    fn small_unsigned(&mut self) -> Parsed<u32> {
        let number = self.unsigned()?;
        u32::try_from(number).or_else(|_| self.error(format!("{number} is too large here")))
    }

    fn intern(&mut self, raw: &str) -> Symbol {
        self.module.symbols.intern(&unescape_text(raw))
    }

    fn global_name(&mut self) -> Parsed<Symbol> {
        match self.token {
            Token::Global(raw) => {
                self.advance();
                Ok(self.intern(raw))
            }
            _ => self.expected("a global name"),
        }
    }

    /// Runs `parse` one level deeper.
    fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_NESTING {
            return self.error(format!("nested more than {MAX_NESTING} deep"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    /// Skips a bracketed group; the current token opens it.
    fn skip_group(&mut self) -> Parsed<()> {
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::Punct(b'(' | b'[' | b'{') => depth += 1,
                Token::Punct(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Token::End => return self.error("a bracket is never closed"),
                _ => {}
            }
            self.advance();
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn top_level(&mut self) -> Parsed<()> {
        match self.token {
            Token::Word("source_filename") => {
                self.advance();
                self.expect(b'=')?;
                self.module.source_filename = unescape_text(self.string()?).into_owned();
                Ok(())
            }
            Token::Word("target") => self.target(),
            Token::Word("module") => {
                self.advance();
                self.expect_word("asm")?;
                let text = unescape_text(self.string()?).into_owned();
                self.module.module_asm.push(text);
                Ok(())
            }
            Token::Word("define") => self.function_definition(),
            Token::Word("declare") => self.function_declaration(),
            Token::Word("attributes") => self.attribute_group(),
            Token::Word("uselistorder" | "uselistorder_bb" | "deplibs") => {
                self.skip_line();
                Ok(())
            }
            Token::Local(_) | Token::QuotedLocal(_) => self.named_type(),
            Token::Global(_) => self.global(),
            Token::Comdat => self.comdat(),
            Token::MetadataNumber(_) | Token::MetadataName(_) => self.metadata_definition(),
            Token::Punct(b'^') => self.summary_entry(),
            _ => self.expected("a top-level entity"),
        }
    }

    fn skip_line(&mut self) {
        let end = self.lexer.line_end(self.position);
        self.jump(end, self.line);
    }

    fn target(&mut self) -> Parsed<()> {
        self.advance();
        let is_triple = self.at_word("triple");
        if !is_triple && !self.at_word("datalayout") {
            return self.expected("`datalayout` or `triple`");
        }
        self.advance();
        self.expect(b'=')?;
        let text = unescape_text(self.string()?).into_owned();
        if is_triple {
            self.module.target_triple = text;
        } else {
            self.module.datalayout = text;
        }
        Ok(())
    }

    /// `attributes #0 = { ... }`
    fn attribute_group(&mut self) -> Parsed<()> {
        self.advance();
        if self.token != Token::AttributeGroup {
            return self.expected("an attribute group");
        }
        self.advance();
        self.expect(b'=')?;
        if !self.at(b'{') {
            return self.expected("`{`");
        }
        self.skip_group()
    }

    /// `$name = comdat any`
    fn comdat(&mut self) -> Parsed<()> {
        self.advance();
        self.expect(b'=')?;
        self.expect_word("comdat")?;
        match self.token {
            Token::Word(_) => {
                self.advance();
                Ok(())
            }
            _ => self.expected("a comdat kind"),
        }
    }

    /// `^0 = module: (...)` and the like.
    fn summary_entry(&mut self) -> Parsed<()> {
        self.advance();
        self.unsigned()?;
        self.expect(b'=')?;
        match self.token {
            Token::Word(_) => self.advance(),
            _ => return self.expected("a summary entry"),
        }
        self.expect(b':')?;
        match self.token {
            Token::Punct(b'(') => self.skip_group(),
            Token::Number(_) => {
                self.advance();
                Ok(())
            }
            _ => self.expected("a summary entry"),
        }
    }
}
