//! Evaluates a cat model over a symbolic execution: relations are terms, checks become axioms.
//!
//! A recursive definition over relations that are known is iterated from the empty relation until it no longer changes
//! (terms are hash-consed, so that is seen by comparison). Where it depends on reads-from or coherence it becomes
//! variables that are closed under the definition: the least such relation is among them, and since a check on a
//! smaller relation is easier to pass, a check that passes on some of them passes on the least. That is right only where
//! the relation is not subtracted or complemented, which is refused. What a check speaks of is split at its top-level unions (through definitions, sequences
//! and differences), so that explanations can name the summand.

use super::base::Base;
use super::lexer::Pos;
use super::parser::{Binding, Expr, ExprKind, Statement};
use super::{CatError, CatModel};
use crate::axioms::{Axiom, Check, Grain, Part};
use crate::encode::EncodeError;
use crate::events::{Event, EventId, Kind, Unfolded};
use crate::memory::Memory;
use crate::relation::{Relation, Set};
use crate::rules::Rules;
use solver::{TermId, Terms};
use std::rc::Rc;

#[derive(Clone, Debug)]
pub(super) enum Value {
    Set(Set),
    Relation(Relation),
    /// The empty set or relation, whichever is wanted.
    Empty,
    Function(Rc<Function>),
    /// A function that is built in.
    BuiltIn(String),
}

#[derive(Debug)]
pub(super) struct Function {
    params: Vec<String>,
    body: Expr,
    scope: Scope,
}

/// Definitions, innermost last, each with the expression it came from.
type Scope = Vec<(String, Value, Option<Rc<Expr>>)>;

struct Fault {
    pos: Pos,
    message: String,
}
type Evaluated<T> = Result<T, Fault>;

struct Evaluator<'a> {
    base: Base<'a>,
    terms: &'a mut Terms,
    n: usize,
    depth: u32,
    /// Names whose relation may be larger than it should be.
    upper: &'a mut Vec<String>,
    /// What holds of the variables made here.
    closed: &'a mut Vec<TermId>,
}

const FUNCTIONS: &[&str] = &["domain", "range", "fencerel", "noid", "toid", "tag2events"];
/// The name of a summand without one: it goes by the name of the check.
const UNNAMED: &str = "";
const MAX_CALLS: u32 = 200;
/// Rounds after which a recursive definition that still grows gets variables.
const MAX_ROUNDS: usize = 6;

impl CatModel {
    /// The checks of the model over this execution.
    pub(crate) fn axioms(
        &self,
        rules: &mut Rules,
        unfolded: &Unfolded,
        memory: &Memory,
    ) -> Result<Vec<Axiom>, EncodeError> {
        let is_lock =
            |event: &Event| event.state().is_some() || event.is_sync() && !is_start(unfolded, event);
        if unfolded.events.iter().any(is_lock) {
            let reason = format!("{}: cat models say nothing about locks and starting threads", self.title);
            return Err(EncodeError::Unsupported(reason));
        }
        let mut scope = Scope::new();
        let mut axioms = Vec::new();
        let (mut upper, mut closed) = (Vec::new(), Vec::new());
        for (file, statement) in &self.statements {
            let at = |fault: Fault| {
                let error = CatError {
                    path: file.to_string(),
                    line: fault.pos.line,
                    column: fault.pos.column,
                    message: fault.message,
                };
                EncodeError::Cat {
                    place: format!("{}:{}:{}", error.path, error.line, error.column),
                    reason: error.message,
                }
            };
            let base = Base { unfolded, memory };
            let n = unfolded.events.len();
            let terms = &mut rules.solver.terms;
            let mut evaluator =
                Evaluator { base, terms, n, depth: 0, upper: &mut upper, closed: &mut closed };
            match statement {
                Statement::Let { recursive, bindings } => {
                    evaluator.define(&mut scope, *recursive, bindings).map_err(at)?;
                }
                Statement::Check { check, expr, name, pos } => {
                    if matches!(check, Check::NotEmpty | Check::NotIrreflexive) {
                        evaluator.refuse_upper(expr).map_err(&at)?;
                    }
                    let parts = evaluator.parts(&scope, expr).map_err(at)?;
                    let name = name.clone().unwrap_or_else(|| format!("check-at-line-{}", pos.line));
                    axioms.push(axiom(rules, &name, *check, parts));
                }
                Statement::Include { .. } => {}
            }
        }
        for term in closed {
            rules.solver.assert(term);
        }
        Ok(axioms)
    }
}

/// A `main` that starts the threads of a test is not part of it.
fn is_start(unfolded: &Unfolded, event: &Event) -> bool {
    let own = event.thread.and_then(|thread| unfolded.threads.get(thread));
    own.is_some_and(|thread| {
        thread.events.iter().all(|&id| matches!(unfolded.events[id].kind, Kind::Create(_) | Kind::Join(_)))
    })
}

fn axiom(rules: &mut Rules, name: &str, check: Check, parts: Vec<(String, Relation)>) -> Axiom {
    let rule = rules.rule(name, &format!("the check '{name}' of the model"));
    let mut made = Vec::new();
    for (part, relation) in parts {
        let communicates =
            matches!(&*part, "rf" | "rfe" | "rfi" | "co" | "coe" | "coi" | "fr" | "fre" | "fri" | "com");
        let grain = if communicates { Grain::Whole } else { Grain::Pairs };
        let rule = match part.as_str() {
            UNNAMED => rule,
            part => rules.rule(part, &format!("the relation '{part}' as a summand of what is checked")),
        };
        made.push(Part { rule, grain, relation });
    }
    Axiom { rule, check, parts: made, glue: None, implied: false, skip_initial: false }
}

impl Evaluator<'_> {
    fn fault<T>(&self, pos: Pos, message: impl Into<String>) -> Evaluated<T> {
        Err(Fault { pos, message: message.into() })
    }

    fn define(&mut self, scope: &mut Scope, recursive: bool, bindings: &[Binding]) -> Evaluated<()> {
        if recursive {
            return self.define_recursively(scope, bindings);
        }
        let mut made = Vec::new();
        for binding in bindings {
            if mentions(&binding.body, self.upper) {
                self.upper.push(binding.name.clone());
            }
            let value = self.bound(scope, binding)?;
            let source = binding.params.is_none().then(|| Rc::new(binding.body.clone()));
            made.push((binding.name.clone(), value, source));
        }
        scope.extend(made);
        Ok(())
    }

    fn bound(&mut self, scope: &Scope, binding: &Binding) -> Evaluated<Value> {
        match &binding.params {
            None => self.eval(scope, &binding.body),
            Some(params) => Ok(Value::Function(Rc::new(Function {
                params: params.clone(),
                body: binding.body.clone(),
                scope: scope.clone(),
            }))),
        }
    }

    /// Least fixed point by iteration.
    fn define_recursively(&mut self, scope: &mut Scope, bindings: &[Binding]) -> Evaluated<()> {
        let start = scope.len();
        for binding in bindings {
            if binding.params.is_some() {
                return self.fault(binding.body.pos, "recursive functions are not supported");
            }
            scope.push((binding.name.clone(), Value::Relation(Relation::empty(self.n)), None));
        }
        for _ in 0..MAX_ROUNDS {
            let mut changed = false;
            for (index, binding) in bindings.iter().enumerate() {
                let new = match self.eval(scope, &binding.body)? {
                    Value::Empty => Relation::empty(self.n),
                    Value::Relation(new) => new,
                    _ => {
                        return self.fault(binding.body.pos, "expected a relation in a recursive definition");
                    }
                };
                if let Some((_, Value::Relation(old), _)) = scope.get_mut(start + index)
                    && *old != new
                {
                    *old = new;
                    changed = true;
                }
            }
            if !changed {
                return Ok(());
            }
        }
        self.close(scope, start, bindings)
    }

    /// Variables for the recursive relations, closed under their definitions.
    fn close(&mut self, scope: &mut Scope, start: usize, bindings: &[Binding]) -> Evaluated<()> {
        self.upper.extend(bindings.iter().map(|binding| binding.name.clone()));
        let ids: Vec<EventId> = self.base.unfolded.events.ids().collect();
        for index in 0..bindings.len() {
            let mut variables = Relation::empty(self.n);
            for &a in &ids {
                for &b in &ids {
                    let variable = self.terms.bool_var("closed");
                    variables.add(self.terms, a, b, variable);
                }
            }
            if let Some(entry) = scope.get_mut(start + index) {
                entry.1 = Value::Relation(variables);
            }
        }
        for (index, binding) in bindings.iter().enumerate() {
            let body = self.relation(scope, &binding.body)?;
            let Some((_, Value::Relation(variables), _)) = scope.get(start + index) else { continue };
            for (a, b, term) in body.pairs() {
                let holds = self.terms.implies(term, variables.get(a, b));
                self.closed.push(holds);
            }
        }
        Ok(())
    }

    fn refuse_upper(&self, expr: &Expr) -> Evaluated<()> {
        match mentions(expr, self.upper) {
            true => self
                .fault(expr.pos, "a recursive relation is not supported where less of it would be stricter"),
            false => Ok(()),
        }
    }

    fn relation(&mut self, scope: &Scope, expr: &Expr) -> Evaluated<Relation> {
        match self.eval(scope, expr)? {
            Value::Relation(relation) => Ok(relation),
            Value::Empty => Ok(Relation::empty(self.n)),
            Value::Set(_) => {
                self.fault(expr.pos, "expected a relation, found a set (write [S] for its identity)")
            }
            _ => self.fault(expr.pos, "expected a relation, found a function"),
        }
    }
    fn set(&mut self, scope: &Scope, expr: &Expr) -> Evaluated<Set> {
        match self.eval(scope, expr)? {
            Value::Set(set) => Ok(set),
            Value::Empty => Ok(Set::empty(self.n)),
            Value::Relation(_) => self.fault(expr.pos, "expected a set, found a relation"),
            _ => self.fault(expr.pos, "expected a set, found a function"),
        }
    }

    fn eval(&mut self, scope: &Scope, expr: &Expr) -> Evaluated<Value> {
        self.depth += 1;
        if self.depth > MAX_CALLS {
            return self.fault(expr.pos, "nested too deep");
        }
        let value = self.eval_inner(scope, expr);
        self.depth -= 1;
        value
    }

    fn eval_inner(&mut self, scope: &Scope, expr: &Expr) -> Evaluated<Value> {
        Ok(match &expr.kind {
            ExprKind::Empty => Value::Empty,
            ExprKind::Universe => Value::Set(self.base.universe()),
            ExprKind::Name(name) => return self.name(scope, name, expr.pos),
            ExprKind::Tag(tag) => {
                return self.fault(expr.pos, format!("the tag '{tag} is not supported here"));
            }
            ExprKind::Union(a, b) => return self.both(scope, a, b, Pointwise::Union),
            ExprKind::Intersection(a, b) => return self.both(scope, a, b, Pointwise::Intersection),
            ExprKind::Difference(a, b) => {
                self.refuse_upper(b)?;
                return self.both(scope, a, b, Pointwise::Difference);
            }
            ExprKind::Sequence(a, b) => {
                let (a, b) = (self.relation(scope, a)?, self.relation(scope, b)?);
                Value::Relation(a.sequence(self.terms, &b))
            }
            ExprKind::Product(a, b) => {
                let (a, b) = (self.set(scope, a)?, self.set(scope, b)?);
                Value::Relation(a.times(self.terms, &b))
            }
            ExprKind::Inverse(inner) => Value::Relation(self.relation(scope, inner)?.inverse()),
            ExprKind::Plus(inner) => Value::Relation(self.relation(scope, inner)?.closure(self.terms)),
            ExprKind::Star(inner) => {
                let closed = self.relation(scope, inner)?.closure(self.terms);
                let id = self.base.universe().identity();
                Value::Relation(closed.union(self.terms, &id))
            }
            ExprKind::Optional(inner) => {
                let relation = self.relation(scope, inner)?;
                let id = self.base.universe().identity();
                Value::Relation(relation.union(self.terms, &id))
            }
            ExprKind::Complement(inner) => self.complement(scope, inner)?,
            ExprKind::Identity(inner) => Value::Relation(self.set(scope, inner)?.identity()),
            ExprKind::Apply(function, args) => return self.apply(scope, function, args),
            ExprKind::Try(tried, other) => match self.eval(scope, tried) {
                Ok(value) => value,
                Err(_) => self.eval(scope, other)?,
            },
            ExprKind::LetIn { recursive, bindings, body } => {
                let mut inner = scope.clone();
                self.define(&mut inner, *recursive, bindings)?;
                self.eval(&inner, body)?
            }
            ExprKind::Function { params, body } => Value::Function(Rc::new(Function {
                params: params.clone(),
                body: (**body).clone(),
                scope: scope.clone(),
            })),
        })
    }

    fn name(&mut self, scope: &Scope, name: &str, pos: Pos) -> Evaluated<Value> {
        if let Some((_, value, _)) = scope.iter().rev().find(|(known, _, _)| known == name) {
            return Ok(value.clone());
        }
        if let Some(value) = self.base.value(self.terms, name) {
            return Ok(value);
        }
        let letters = name.len() == 2 && name.chars().all(|letter| "RWMAI".contains(letter));
        if FUNCTIONS.contains(&name) || letters {
            return Ok(Value::BuiltIn(name.to_string()));
        }
        self.fault(pos, format!("expected a relation, a set or a function, found the unknown name '{name}'"))
    }

    fn complement(&mut self, scope: &Scope, inner: &Expr) -> Evaluated<Value> {
        self.refuse_upper(inner)?;
        let universe = self.base.universe();
        Ok(match self.eval(scope, inner)? {
            Value::Set(set) => {
                let terms = &mut *self.terms;
                Value::Set(universe.zip(&set, |all, member| {
                    let not = terms.not(member);
                    terms.and(all, not)
                }))
            }
            Value::Relation(relation) => {
                let all = universe.times(self.terms, &universe);
                Value::Relation(all.difference(self.terms, &relation))
            }
            Value::Empty => Value::Set(universe),
            _ => return self.fault(inner.pos, "expected a relation or a set, found a function"),
        })
    }

    fn both(&mut self, scope: &Scope, a: &Expr, b: &Expr, op: Pointwise) -> Evaluated<Value> {
        let (x, y) = (self.eval(scope, a)?, self.eval(scope, b)?);
        self.combine(x, y, op, b.pos)
    }

    fn combine(&mut self, x: Value, y: Value, op: Pointwise, pos: Pos) -> Evaluated<Value> {
        let terms = &mut *self.terms;
        Ok(match (x, y) {
            (Value::Empty, Value::Empty) => Value::Empty,
            (Value::Empty, y @ (Value::Set(_) | Value::Relation(_))) => match op {
                Pointwise::Union => y,
                _ => Value::Empty,
            },
            (x @ (Value::Set(_) | Value::Relation(_)), Value::Empty) => match op {
                Pointwise::Intersection => Value::Empty,
                _ => x,
            },
            (Value::Set(x), Value::Set(y)) => Value::Set(x.zip(&y, |a, b| match op {
                Pointwise::Union => terms.or(a, b),
                Pointwise::Intersection => terms.and(a, b),
                Pointwise::Difference => {
                    let not = terms.not(b);
                    terms.and(a, not)
                }
            })),
            (Value::Relation(x), Value::Relation(y)) => Value::Relation(match op {
                Pointwise::Union => x.union(terms, &y),
                Pointwise::Intersection => x.intersection(terms, &y),
                Pointwise::Difference => x.difference(terms, &y),
            }),
            _ => return self.fault(pos, "expected two relations or two sets, found one of each"),
        })
    }

    fn apply(&mut self, scope: &Scope, function: &Expr, args: &[Expr]) -> Evaluated<Value> {
        match self.eval(scope, function)? {
            Value::Function(function) => {
                if function.params.len() != args.len() {
                    let pos = args.first().map_or(function.body.pos, |arg| arg.pos);
                    let message =
                        format!("expected {} arguments, found {}", function.params.len(), args.len());
                    return self.fault(pos, message);
                }
                let mut inner = function.scope.clone();
                for (param, arg) in function.params.iter().zip(args) {
                    let value = self.eval(scope, arg)?;
                    inner.push((param.clone(), value, None));
                }
                self.eval(&inner, &function.body)
            }
            Value::BuiltIn(name) => {
                let [arg] = args else {
                    return self.fault(function.pos, format!("expected one argument of '{name}'"));
                };
                self.built_in(scope, &name, arg)
            }
            _ => self.fault(function.pos, "expected a function before its argument"),
        }
    }

    fn built_in(&mut self, scope: &Scope, name: &str, arg: &Expr) -> Evaluated<Value> {
        Ok(match name {
            "domain" => Value::Set(self.relation(scope, arg)?.domain(self.terms)),
            "range" => Value::Set(self.relation(scope, arg)?.range(self.terms)),
            "noid" => Value::Relation(self.relation(scope, arg)?.filter(|a, b| a != b)),
            "toid" => Value::Relation(self.set(scope, arg)?.identity()),
            "fencerel" => {
                let fences = self.set(scope, arg)?;
                Value::Relation(self.base.fence_relation(self.terms, &fences))
            }
            _ => {
                let relation = self.relation(scope, arg)?;
                match self.base.filter(self.terms, name, &relation) {
                    Some(filtered) => Value::Relation(filtered),
                    None => return self.fault(arg.pos, format!("'{name}' is not supported")),
                }
            }
        })
    }

    /// The summands of what a check speaks of, each with a name.
    fn parts(&mut self, scope: &Scope, expr: &Expr) -> Evaluated<Vec<(String, Relation)>> {
        let mut parts: Vec<(String, Relation)> = Vec::new();
        for (name, value) in self.split(scope, expr, "")? {
            let relation = match value {
                Value::Relation(relation) => relation,
                Value::Empty => continue,
                // `empty S`: as a relation that is empty when the set is.
                Value::Set(set) => set.identity(),
                _ => return self.fault(expr.pos, "expected a relation, found a function"),
            };
            match parts.iter_mut().find(|(known, _)| *known == name) {
                Some((_, known)) => *known = known.union(self.terms, &relation),
                None => parts.push((name, relation)),
            }
        }
        Ok(parts)
    }

    fn split(&mut self, scope: &Scope, expr: &Expr, name: &str) -> Evaluated<Vec<(String, Value)>> {
        let named = |own: &str| if name.is_empty() { own.to_string() } else { name.to_string() };
        Ok(match &expr.kind {
            ExprKind::Union(a, b) => {
                let mut parts = self.split(scope, a, "")?;
                parts.extend(self.split(scope, b, "")?);
                if !name.is_empty() {
                    parts
                        .iter_mut()
                        .filter(|(part, _)| part.is_empty())
                        .for_each(|part| part.0 = name.to_string());
                }
                parts
            }
            ExprKind::Sequence(a, b) => {
                // One side is taken apart: the second, unless only the first is a sum.
                let (mut first, mut second) = (self.split(scope, a, name)?, self.split(scope, b, name)?);
                let whole_first = self.relation(scope, a)?;
                let whole_second = self.relation(scope, b)?;
                let by_first = first.len() > 1 && second.len() == 1;
                for (_, value) in if by_first { &mut first } else { &mut second } {
                    if let Value::Relation(relation) = value {
                        *relation = match by_first {
                            true => relation.sequence(self.terms, &whole_second),
                            false => whole_first.sequence(self.terms, relation),
                        };
                    }
                }
                if by_first { first } else { second }
            }
            ExprKind::Difference(a, b) => {
                self.refuse_upper(b)?;
                let without = self.eval(scope, b)?;
                let mut parts = self.split(scope, a, name)?;
                for (_, value) in &mut parts {
                    let old = std::mem::replace(value, Value::Empty);
                    *value = self.combine(old, without.clone(), Pointwise::Difference, b.pos)?;
                }
                parts
            }
            ExprKind::Name(own) => {
                let definition = scope.iter().rev().find(|(known, _, _)| known == own);
                let source = definition.and_then(|(_, _, source)| source.clone());
                match source {
                    // A union of named things is split further; anything else is named as it is.
                    Some(source) if is_sum(&source) => {
                        let position = scope.iter().rposition(|(known, _, _)| known == own).unwrap_or(0);
                        let outer: Scope = scope[..position].to_vec();
                        self.split(&outer, &source, &named(own))?
                    }
                    _ => vec![(own.clone(), self.eval(scope, expr)?)],
                }
            }
            _ => vec![(named(UNNAMED), self.eval(scope, expr)?)],
        })
    }
}

/// Whether an expression names one of these.
fn mentions(expr: &Expr, names: &[String]) -> bool {
    let any = |parts: &[&Expr]| parts.iter().any(|part| mentions(part, names));
    match &expr.kind {
        ExprKind::Name(name) => names.contains(name),
        ExprKind::Tag(_) | ExprKind::Empty | ExprKind::Universe => false,
        ExprKind::Union(a, b)
        | ExprKind::Intersection(a, b)
        | ExprKind::Difference(a, b)
        | ExprKind::Sequence(a, b)
        | ExprKind::Product(a, b)
        | ExprKind::Try(a, b) => any(&[a, b]),
        ExprKind::Inverse(inner)
        | ExprKind::Plus(inner)
        | ExprKind::Star(inner)
        | ExprKind::Optional(inner)
        | ExprKind::Complement(inner)
        | ExprKind::Identity(inner)
        | ExprKind::Function { body: inner, .. } => any(&[inner]),
        ExprKind::Apply(function, args) => any(&[function]) || args.iter().any(|arg| mentions(arg, names)),
        ExprKind::LetIn { bindings, body, .. } => {
            any(&[body]) || bindings.iter().any(|binding| mentions(&binding.body, names))
        }
    }
}

/// Whether splitting an expression leads to names only.
fn is_sum(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Union(a, b) => is_named(a) && is_named(b),
        ExprKind::Difference(a, _) => is_sum(a),
        _ => false,
    }
}
fn is_named(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Name(_)) || is_sum(expr)
}

#[derive(Clone, Copy)]
enum Pointwise {
    Union,
    Intersection,
    Difference,
}
