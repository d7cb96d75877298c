//! Syntax trees of C threads. Every expression knows its height, so that no tree is deeper than the reader allows.

use crate::litmus::types::CType;
use crate::litmus::{LitmusError, Pos, Result, limits};
use ir::BinaryOp;

#[derive(Clone, Debug)]
pub(in crate::litmus) struct Thread {
    pub id: u32,
    pub pos: Pos,
    pub params: Vec<Parameter>,
    pub(super) body: Vec<Stmt>,
    /// The closing brace.
    pub end: Pos,
}

#[derive(Clone, Debug)]
pub(in crate::litmus) struct Parameter {
    pub name: String,
    /// Type of what the parameter points to: of the shared variable.
    pub ty: CType,
    pub pos: Pos,
}

#[derive(Clone, Debug)]
pub(super) struct Expr {
    pub kind: ExprKind,
    pub pos: Pos,
    height: u32,
}

#[derive(Clone, Debug)]
pub(super) enum ExprKind {
    Number(i128),
    Name(String),
    Negate(Box<Expr>),
    Complement(Box<Expr>),
    Not(Box<Expr>),
    Deref(Box<Expr>),
    AddressOf(Box<Expr>),
    Index(Box<Expr>, Box<Expr>),
    Binary(Arithmetic, Box<Expr>, Box<Expr>),
    Compare(Relation, Box<Expr>, Box<Expr>),
    /// `&&` when true, `||` when false.
    Logical(bool, Box<Expr>, Box<Expr>),
    Conditional(Box<Expr>, Box<Expr>, Box<Expr>),
    Assign(Option<Arithmetic>, Box<Expr>, Box<Expr>),
    /// `++e`, `e++`, `--e`, `e--`.
    Step {
        up: bool,
        prefix: bool,
        target: Box<Expr>,
    },
    Cast(CType, Box<Expr>),
    Call(String, Vec<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arithmetic {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    Shl,
    Shr,
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

#[derive(Clone, Debug)]
pub(super) struct Stmt {
    pub kind: StmtKind,
    pub pos: Pos,
}

#[derive(Clone, Debug)]
pub(super) enum StmtKind {
    Empty,
    Block(Vec<Stmt>),
    Declare(Vec<Declarator>),
    Expr(Expr),
    If { cond: Expr, then: Box<Stmt>, other: Option<Box<Stmt>> },
    While { cond: Expr, body: Box<Stmt> },
    DoWhile { body: Box<Stmt>, cond: Expr },
    For { first: Box<Stmt>, cond: Option<Expr>, step: Option<Expr>, body: Box<Stmt> },
    Break,
    Continue,
    Return,
}

#[derive(Clone, Debug)]
pub(super) struct Declarator {
    pub name: String,
    pub ty: CType,
    pub value: Option<Expr>,
    pub pos: Pos,
}

impl Arithmetic {
    /// The operation on integers of this signedness.
    pub fn op(self, signed: bool) -> BinaryOp {
        match self {
            Arithmetic::Add => BinaryOp::Add,
            Arithmetic::Sub => BinaryOp::Sub,
            Arithmetic::Mul => BinaryOp::Mul,
            Arithmetic::Div if signed => BinaryOp::SDiv,
            Arithmetic::Div => BinaryOp::UDiv,
            Arithmetic::Rem if signed => BinaryOp::SRem,
            Arithmetic::Rem => BinaryOp::URem,
            Arithmetic::Shl => BinaryOp::Shl,
            Arithmetic::Shr if signed => BinaryOp::AShr,
            Arithmetic::Shr => BinaryOp::LShr,
            Arithmetic::And => BinaryOp::And,
            Arithmetic::Or => BinaryOp::Or,
            Arithmetic::Xor => BinaryOp::Xor,
        }
    }
}

impl Expr {
    pub fn new(kind: ExprKind, pos: Pos) -> Result<Expr> {
        let height = 1 + kind.children().iter().map(|child| child.height).max().unwrap_or(0);
        if height > limits::NESTING {
            return Err(LitmusError::new(
                pos,
                format!("an expression of more than {} levels", limits::NESTING),
            ));
        }
        Ok(Expr { kind, pos, height })
    }

    /// Whether evaluating it does nothing but compute a value from registers.
    pub fn is_pure(&self) -> bool {
        let itself = !matches!(
            self.kind,
            ExprKind::Deref(_)
                | ExprKind::Index(..)
                | ExprKind::Assign(..)
                | ExprKind::Step { .. }
                | ExprKind::Call(..)
        );
        itself && self.kind.children().iter().all(|child| child.is_pure())
    }

    /// How the place is called in messages: `x` for `*x` and `*(x + r)`, `a[1]`, `*r0`.
    pub fn place_name(&self, is_parameter: &impl Fn(&str) -> bool) -> String {
        match &self.kind {
            ExprKind::Deref(inner) => match inner.base_name(is_parameter) {
                Some(name) => name.to_string(),
                None => format!("*{}", inner.text()),
            },
            _ => self.text(),
        }
    }
    fn base_name(&self, is_parameter: &impl Fn(&str) -> bool) -> Option<&str> {
        match &self.kind {
            ExprKind::Name(name) => is_parameter(name).then_some(name.as_str()),
            kind => kind.children().iter().find_map(|child| child.base_name(is_parameter)),
        }
    }
    fn text(&self) -> String {
        match &self.kind {
            ExprKind::Number(value) => value.to_string(),
            ExprKind::Name(name) => name.clone(),
            ExprKind::Deref(inner) => format!("*{}", inner.text()),
            ExprKind::AddressOf(inner) => format!("&{}", inner.text()),
            ExprKind::Index(base, index) => format!("{}[{}]", base.text(), index.text()),
            ExprKind::Cast(_, inner) => inner.text(),
            _ => "(…)".into(),
        }
    }
}

impl ExprKind {
    fn children(&self) -> Vec<&Expr> {
        match self {
            ExprKind::Number(_) | ExprKind::Name(_) => vec![],
            ExprKind::Negate(a)
            | ExprKind::Complement(a)
            | ExprKind::Not(a)
            | ExprKind::Deref(a)
            | ExprKind::AddressOf(a)
            | ExprKind::Step { target: a, .. }
            | ExprKind::Cast(_, a) => vec![a],
            ExprKind::Index(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Logical(_, a, b)
            | ExprKind::Assign(_, a, b) => vec![a, b],
            ExprKind::Conditional(a, b, c) => vec![a, b, c],
            ExprKind::Call(_, args) => args.iter().collect(),
        }
    }
}
