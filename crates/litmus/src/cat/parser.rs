//! The syntax of cat: definitions, includes and checks.

use super::lexer::{Error, Pos, Tok, tokens};
use crate::axioms::Check;

#[derive(Clone, Debug)]
pub(super) enum Statement {
    Let { recursive: bool, bindings: Vec<Binding> },
    Check { check: Check, expr: Expr, name: Option<String>, pos: Pos },
    Include { file: String, pos: Pos },
}

#[derive(Clone, Debug)]
pub(super) struct Binding {
    pub name: String,
    /// `None`: a value; otherwise the parameters of a function.
    pub params: Option<Vec<String>>,
    pub body: Expr,
}

#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub kind: ExprKind,
    pub pos: Pos,
}

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Name(String),
    Tag(String),
    Empty,
    Universe,
    Union(Box<Expr>, Box<Expr>),
    Intersection(Box<Expr>, Box<Expr>),
    Difference(Box<Expr>, Box<Expr>),
    Sequence(Box<Expr>, Box<Expr>),
    Product(Box<Expr>, Box<Expr>),
    Inverse(Box<Expr>),
    Plus(Box<Expr>),
    Star(Box<Expr>),
    Optional(Box<Expr>),
    Complement(Box<Expr>),
    Identity(Box<Expr>),
    Apply(Box<Expr>, Vec<Expr>),
    Try(Box<Expr>, Box<Expr>),
    LetIn { recursive: bool, bindings: Vec<Binding>, body: Box<Expr> },
    Function { params: Vec<String>, body: Box<Expr> },
}

#[derive(Debug)]
pub(super) struct Parsed {
    pub title: Option<String>,
    pub statements: Vec<Statement>,
}

const KEYWORDS: &[&str] = &[
    "let",
    "rec",
    "and",
    "in",
    "include",
    "acyclic",
    "irreflexive",
    "empty",
    "as",
    "show",
    "unshow",
    "flag",
    "try",
    "with",
    "fun",
    "undefined_unless",
    "match",
    "end",
    "forall",
    "from",
    "do",
    "call",
    "procedure",
    "enum",
    "instructions",
    "if",
    "then",
    "else",
    "default",
    "assert",
    "narrow",
    "catdep",
];
/// Statements of herd that are not read.
const REFUSED: &[&str] = &[
    "match",
    "forall",
    "with",
    "do",
    "call",
    "procedure",
    "enum",
    "instructions",
    "if",
    "default",
    "assert",
    "undefined_unless",
    "from",
    "narrow",
    "catdep",
];
const MAX_DEPTH: u32 = 120;

pub(super) fn parse(text: &str) -> Result<Parsed, Error> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0 };
    let title = parser.title();
    let mut statements = Vec::new();
    while *parser.peek() != Tok::End {
        parser.statement(&mut statements)?;
    }
    Ok(Parsed { title, statements })
}

struct Parser {
    tokens: Vec<(Tok, Pos)>,
    at: usize,
    depth: u32,
}

type Result2<T> = Result<T, Error>;

impl Parser {
    fn peek(&self) -> &Tok {
        self.tokens.get(self.at).map_or(&Tok::End, |token| &token.0)
    }
    fn pos(&self) -> Pos {
        let last = self.tokens.last().map_or(Pos { line: 1, column: 1 }, |token| token.1);
        self.tokens.get(self.at).map_or(last, |token| token.1)
    }
    fn next(&mut self) -> Tok {
        let tok = self.peek().clone();
        self.at += 1;
        tok
    }
    fn eat(&mut self, punct: &str) -> bool {
        let found = matches!(self.peek(), Tok::Punct(p) if *p == punct);
        self.at += usize::from(found);
        found
    }
    fn word(&self) -> &str {
        match self.peek() {
            Tok::Name(name) => name,
            _ => "",
        }
    }
    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.word() == word;
        self.at += usize::from(found);
        found
    }
    fn expected<T>(&self, what: &str) -> Result2<T> {
        let pos = self.pos();
        let message = format!("expected {what}, found {}", self.peek());
        Err(Error { line: pos.line, column: pos.column, message })
    }
    fn expect(&mut self, punct: &str, what: &str) -> Result2<()> {
        if self.eat(punct) { Ok(()) } else { self.expected(&format!("'{punct}' {what}")) }
    }
    fn name(&mut self, what: &str) -> Result2<String> {
        match self.peek().clone() {
            Tok::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                self.at += 1;
                Ok(name)
            }
            _ => self.expected(what),
        }
    }

    /// A string, or words up to the first statement.
    fn title(&mut self) -> Option<String> {
        if let Tok::Text(text) = self.peek().clone() {
            self.at += 1;
            return Some(text);
        }
        let line = self.pos().line;
        let mut words = Vec::new();
        while self.pos().line == line && !KEYWORDS.contains(&self.word()) {
            match self.peek().clone() {
                Tok::Name(name) => words.push(name),
                _ => break,
            }
            self.at += 1;
        }
        (!words.is_empty()).then(|| words.join(" "))
    }

    fn statement(&mut self, statements: &mut Vec<Statement>) -> Result2<()> {
        let pos = self.pos();
        match self.word().to_string().as_str() {
            "let" => {
                self.at += 1;
                let (recursive, bindings) = self.bindings()?;
                statements.push(Statement::Let { recursive, bindings });
            }
            "include" => {
                self.at += 1;
                match self.next() {
                    Tok::Text(file) => statements.push(Statement::Include { file, pos }),
                    _ => {
                        self.at -= 1;
                        return self.expected("the name of a file in quotes");
                    }
                }
            }
            "show" | "unshow" => {
                self.at += 1;
                loop {
                    self.expression()?;
                    if self.eat_word("as") {
                        self.name("a name")?;
                    }
                    if !self.eat(",") {
                        break;
                    }
                }
            }
            "flag" => {
                self.at += 1;
                self.check(pos)?;
            }
            word if REFUSED.contains(&word) => {
                let message = format!("'{word}' is not supported: expected let, include or a check");
                return Err(Error { line: pos.line, column: pos.column, message });
            }
            _ => {
                let check = self.check(pos)?;
                statements.push(check);
            }
        }
        Ok(())
    }

    fn check(&mut self, pos: Pos) -> Result2<Statement> {
        let negated = self.eat("~");
        let check = match (self.word(), negated) {
            ("acyclic", false) => Check::Acyclic,
            ("irreflexive", false) => Check::Irreflexive,
            ("empty", false) => Check::Empty,
            ("irreflexive", true) => Check::NotIrreflexive,
            ("empty", true) => Check::NotEmpty,
            _ => return self.expected("let, include, acyclic, irreflexive, empty, show or flag"),
        };
        self.at += 1;
        let expr = self.expression()?;
        let name = if self.eat_word("as") { Some(self.name("the name of the check")?) } else { None };
        Ok(Statement::Check { check, expr, name, pos })
    }

    fn bindings(&mut self) -> Result2<(bool, Vec<Binding>)> {
        let recursive = self.eat_word("rec");
        let mut bindings = Vec::new();
        loop {
            let name = self.name("the name that is defined")?;
            let params = self.params()?;
            self.expect("=", "after the name that is defined")?;
            let body = self.expression()?;
            bindings.push(Binding { name, params, body });
            if !self.eat_word("and") {
                return Ok((recursive, bindings));
            }
        }
    }

    /// `(a, b)` or `a b`.
    fn params(&mut self) -> Result2<Option<Vec<String>>> {
        if self.eat("(") {
            let mut params = Vec::new();
            while !self.eat(")") {
                params.push(self.name("a parameter")?);
                if !self.eat(",") && *self.peek() != Tok::Punct(")") {
                    return self.expected("',' or ')' between parameters");
                }
            }
            return Ok(Some(params));
        }
        let mut params = Vec::new();
        while let Tok::Name(_) = self.peek() {
            params.push(self.name("a parameter")?);
        }
        Ok((!params.is_empty()).then_some(params))
    }

    fn expression(&mut self) -> Result2<Expr> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let pos = self.pos();
            let message = format!("nested more than {MAX_DEPTH} levels deep");
            return Err(Error { line: pos.line, column: pos.column, message });
        }
        let pos = self.pos();
        let result = if self.eat_word("let") {
            let (recursive, bindings) = self.bindings()?;
            if !self.eat_word("in") {
                return self.expected("'in' after a local definition");
            }
            let body = Box::new(self.expression()?);
            Ok(Expr { kind: ExprKind::LetIn { recursive, bindings, body }, pos })
        } else if self.eat_word("fun") {
            let params = self.params()?.unwrap_or_default();
            self.expect("->", "after the parameters")?;
            let body = Box::new(self.expression()?);
            Ok(Expr { kind: ExprKind::Function { params, body }, pos })
        } else if self.eat_word("try") {
            let tried = Box::new(self.expression()?);
            if !self.eat_word("with") {
                return self.expected("'with' after what is tried");
            }
            let other = Box::new(self.expression()?);
            Ok(Expr { kind: ExprKind::Try(tried, other), pos })
        } else {
            self.union()
        };
        self.depth -= 1;
        result
    }

    fn union(&mut self) -> Result2<Expr> {
        self.chain(&["|", "||", "++"], Self::sequence, |_, a, b| ExprKind::Union(a, b))
    }
    fn sequence(&mut self) -> Result2<Expr> {
        self.chain(&[";"], Self::difference, |_, a, b| ExprKind::Sequence(a, b))
    }
    fn difference(&mut self) -> Result2<Expr> {
        self.chain(&["\\"], Self::intersection, |_, a, b| ExprKind::Difference(a, b))
    }
    fn intersection(&mut self) -> Result2<Expr> {
        self.chain(&["&"], Self::product, |_, a, b| ExprKind::Intersection(a, b))
    }
    fn product(&mut self) -> Result2<Expr> {
        // `r *` followed by an operand is a product, otherwise a closure; `postfix` leaves the former alone.
        self.chain(&["*"], Self::postfix, |_, a, b| ExprKind::Product(a, b))
    }

    /// Operators of one level, to the left; nothing here depends on the side.
    fn chain(
        &mut self,
        operators: &[&str],
        below: fn(&mut Self) -> Result2<Expr>,
        make: fn(&str, Box<Expr>, Box<Expr>) -> ExprKind,
    ) -> Result2<Expr> {
        let mut left = below(self)?;
        loop {
            let pos = self.pos();
            let Tok::Punct(found) = *self.peek() else { return Ok(left) };
            if !operators.contains(&found) {
                return Ok(left);
            }
            self.at += 1;
            let right = below(self)?;
            left = Expr { kind: make(found, Box::new(left), Box::new(right)), pos };
        }
    }

    fn begins_operand(&self, ahead: usize) -> bool {
        match self.tokens.get(self.at + ahead).map(|token| &token.0) {
            Some(Tok::Name(name)) => !KEYWORDS.contains(&name.as_str()),
            Some(Tok::Tag(_)) => true,
            Some(Tok::Punct(punct)) => matches!(*punct, "(" | "[" | "~" | "{"),
            _ => false,
        }
    }

    fn postfix(&mut self) -> Result2<Expr> {
        let mut operand = self.prefix()?;
        loop {
            let pos = self.pos();
            let kind: fn(Box<Expr>) -> ExprKind = match self.peek() {
                Tok::Punct("^-1") => ExprKind::Inverse,
                Tok::Punct("+" | "^+") => ExprKind::Plus,
                Tok::Punct("^*") => ExprKind::Star,
                Tok::Punct("?") => ExprKind::Optional,
                Tok::Punct("*") if !self.begins_operand(1) => ExprKind::Star,
                _ => return Ok(operand),
            };
            self.at += 1;
            operand = Expr { kind: kind(Box::new(operand)), pos };
        }
    }

    fn prefix(&mut self) -> Result2<Expr> {
        let pos = self.pos();
        if self.eat("~") {
            let inner = self.postfix()?;
            return Ok(Expr { kind: ExprKind::Complement(Box::new(inner)), pos });
        }
        self.application()
    }

    fn application(&mut self) -> Result2<Expr> {
        let mut function = self.atom()?;
        // `f(a, b)` and `f a`, for names only.
        while matches!(function.kind, ExprKind::Name(_) | ExprKind::Apply(..)) && self.begins_argument() {
            let pos = function.pos;
            let mut args = Vec::new();
            if self.eat("(") {
                while !self.eat(")") {
                    args.push(self.expression()?);
                    if !self.eat(",") && *self.peek() != Tok::Punct(")") {
                        return self.expected("',' or ')' between arguments");
                    }
                }
            } else {
                args.push(self.atom()?);
            }
            function = Expr { kind: ExprKind::Apply(Box::new(function), args), pos };
        }
        Ok(function)
    }
    fn begins_argument(&self) -> bool {
        match self.peek() {
            Tok::Punct(punct) => *punct == "(",
            // A name on the same line as the function: `fencerel MFENCE`, but not a title or a new statement.
            Tok::Name(name) => {
                let before = self.at.checked_sub(1).and_then(|at| self.tokens.get(at));
                before.is_some_and(|token| token.1.line == self.pos().line)
                    && !KEYWORDS.contains(&name.as_str())
            }
            _ => false,
        }
    }

    fn atom(&mut self) -> Result2<Expr> {
        let pos = self.pos();
        let kind = match self.peek().clone() {
            Tok::Punct("(") => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect(")", "after the expression")?;
                return Ok(inner);
            }
            Tok::Punct("[") => {
                self.at += 1;
                let inner = self.expression()?;
                self.expect("]", "after the set")?;
                ExprKind::Identity(Box::new(inner))
            }
            Tok::Punct("{") => {
                self.at += 1;
                self.expect("}", "after '{': only the empty set is written so")?;
                ExprKind::Empty
            }
            Tok::Tag(tag) => {
                self.at += 1;
                ExprKind::Tag(tag)
            }
            Tok::Name(name) if !KEYWORDS.contains(&name.as_str()) => {
                self.at += 1;
                match name.as_str() {
                    "0" | "emptyset" => ExprKind::Empty,
                    "_" => ExprKind::Universe,
                    _ => ExprKind::Name(name),
                }
            }
            _ => return self.expected("a relation or a set"),
        };
        Ok(Expr { kind, pos })
    }
}
