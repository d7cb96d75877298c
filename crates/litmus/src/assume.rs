//! Outcomes as users type them: `P0:r1=1 /\ P1:r2=0`, over registers of threads and shared variables.

use ir::{Observable, Op, Program, Prop, Ty};
use std::sync::Arc;
use thiserror::Error;

/// What is wrong, and at which column (from 1).
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("column {column}: {message}")]
pub struct AssumeError {
    pub column: usize,
    pub message: String,
}

/// Reads a proposition over the final state of a program: `=`, `!=`, `/\`, `\/`, `=>`, `~`, parentheses.
pub fn parse_outcome(text: &str, program: &Program) -> Result<Prop, AssumeError> {
    let mut parser = Parser { text, at: 0, program, depth: 0 };
    let prop = parser.implication()?;
    parser.blank();
    match parser.rest().is_empty() {
        true => Ok(prop),
        false => Err(parser.expected("'/\\', '\\/' or the end")),
    }
}

/// All registers that threads observe.
pub fn registers(program: &Program) -> Vec<Arc<str>> {
    let mut names: Vec<Arc<str>> = Vec::new();
    for inst in program.functions.iter().flat_map(|f| f.blocks.iter()).flat_map(|block| &block.insts) {
        if let Op::Observe { name, .. } = &inst.op
            && !names.contains(name)
        {
            names.push(name.clone());
        }
    }
    names
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    program: &'a Program,
    depth: u32,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }
    fn blank(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }
    fn eat(&mut self, options: &[&str]) -> bool {
        self.blank();
        match options.iter().find(|option| self.rest().starts_with(**option)) {
            Some(option) => {
                self.at += option.len();
                true
            }
            None => false,
        }
    }
    fn error(&self, message: String) -> AssumeError {
        AssumeError { column: self.text.get(..self.at).map_or(0, |done| done.chars().count()) + 1, message }
    }
    fn expected(&self, what: &str) -> AssumeError {
        let found = match self.rest().chars().next() {
            Some(character) => format!("{character:?}"),
            None => "the end".into(),
        };
        self.error(format!("expected {what}, found {found}"))
    }

    fn implication(&mut self) -> Result<Prop, AssumeError> {
        self.depth += 1;
        if self.depth > 100 {
            return Err(self.error("nested more than 100 levels deep".into()));
        }
        let mut ways = vec![self.conjunction()?];
        while self.eat(&["\\/", "||"]) {
            ways.push(self.conjunction()?);
        }
        let left = if ways.len() == 1 { ways.remove(0) } else { Prop::Or(ways) };
        let result = match self.eat(&["=>"]) {
            true => Prop::Implies(Box::new(left), Box::new(self.implication()?)),
            false => left,
        };
        self.depth -= 1;
        Ok(result)
    }
    fn conjunction(&mut self) -> Result<Prop, AssumeError> {
        let mut parts = vec![self.atom()?];
        while self.eat(&["/\\", "&&", ","]) {
            parts.push(self.atom()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Prop::And(parts) })
    }
    fn atom(&mut self) -> Result<Prop, AssumeError> {
        if self.eat(&["~", "!"]) {
            return Ok(Prop::Not(Box::new(self.atom()?)));
        }
        if self.eat(&["("]) {
            let inner = self.implication()?;
            return match self.eat(&[")"]) {
                true => Ok(inner),
                false => Err(self.expected("')'")),
            };
        }
        let observable = self.observable()?;
        let differs = self.eat(&["!=", "<>"]);
        if !differs && !self.eat(&["==", "="]) {
            return Err(self.expected("'=' or '!='"));
        }
        let number = self.number()?;
        let equals = Prop::Equals(observable, number);
        Ok(if differs { Prop::Not(Box::new(equals)) } else { equals })
    }
    fn number(&mut self) -> Result<i128, AssumeError> {
        self.blank();
        let sign = self.eat(&["-"]);
        self.blank();
        let digits: String = self.rest().chars().take_while(char::is_ascii_digit).collect();
        let number: i128 = digits.parse().map_err(|_| self.expected("a number"))?;
        self.at += digits.len();
        Ok(if sign { -number } else { number })
    }
    fn word(&mut self) -> Result<&'a str, AssumeError> {
        self.blank();
        let rest = self.rest();
        let fits = |c: char| c.is_alphanumeric() || matches!(c, '_' | '\'' | '$' | '.');
        let end = rest.find(|c: char| !fits(c)).unwrap_or(rest.len());
        match &rest[..end] {
            "" => Err(self.expected("a register such as P0:r1, or a shared variable")),
            word => {
                self.at += end;
                Ok(word)
            }
        }
    }
    fn observable(&mut self) -> Result<Observable, AssumeError> {
        let bracket = self.eat(&["["]);
        self.blank();
        let start = self.at;
        let word = self.word()?;
        if self.eat(&[":"]) {
            let register = self.word()?;
            let known = registers(self.program);
            let names =
                [format!("{word}:{register}"), format!("{}:{register}", word.trim_start_matches('P'))];
            return match known.iter().find(|name| names.iter().any(|wanted| wanted.as_str() == &***name)) {
                Some(name) => Ok(Observable::Register { name: name.clone() }),
                None => {
                    self.at = start;
                    let list: Vec<&str> = known.iter().map(|name| &**name).collect();
                    Err(self.error(format!("no register {word}:{register}; there are {}", list.join(", "))))
                }
            };
        }
        if bracket && !self.eat(&["]"]) {
            return Err(self.expected("']'"));
        }
        let Some(global) = self.program.global_named(word) else {
            self.at = start;
            return Err(
                self.error(format!("no shared variable {word}; registers are written thread:register"))
            );
        };
        let size = self.program.globals[global].size;
        if !matches!(size, 1 | 2 | 4 | 8) {
            self.at = start;
            return Err(self.error(format!("{word} is not a single integer")));
        }
        Ok(Observable::Memory { global, offset: 0, ty: Ty::Int(8 * size as u8), name: word.into() })
    }
}
