//! The question a litmus test asks about its final state.

use crate::{GlobalId, Ty};
use std::fmt;
use std::sync::Arc;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifier {
    Exists,
    NotExists,
    Forall,
}

/// Something with a value at the end of an execution.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Observable {
    /// Final memory: the last write in coherence order.
    Memory { global: GlobalId, offset: u64, ty: Ty, name: Arc<str> },
    /// What a thread recorded by `Op::Observe` under this name (`1:r0`); 0 when it recorded nothing.
    Register { name: Arc<str> },
}

impl Observable {
    pub fn name(&self) -> &str {
        match self {
            Observable::Memory { name, .. } | Observable::Register { name } => name,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Prop {
    True,
    False,
    /// The observable equals this integer (signed reading of its bits), or another observable.
    Equals(Observable, i128),
    Same(Observable, Observable),
    Not(Box<Prop>),
    And(Vec<Prop>),
    Or(Vec<Prop>),
    Implies(Box<Prop>, Box<Prop>),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FinalCondition {
    pub quantifier: Quantifier,
    pub prop: Prop,
    /// What makes up a final state (the `locations` line plus what the proposition names).
    pub observed: Vec<Observable>,
}

impl Prop {
    /// The truth of the proposition, given the signed value of each observable.
    pub fn eval(&self, value: &impl Fn(&Observable) -> i128) -> bool {
        match self {
            Prop::True => true,
            Prop::False => false,
            Prop::Equals(observable, wanted) => value(observable) == *wanted,
            Prop::Same(left, right) => value(left) == value(right),
            Prop::Not(inner) => !inner.eval(value),
            Prop::And(parts) => parts.iter().all(|part| part.eval(value)),
            Prop::Or(parts) => parts.iter().any(|part| part.eval(value)),
            Prop::Implies(premise, conclusion) => !premise.eval(value) || conclusion.eval(value),
        }
    }

    /// Calls `visit` on every observable named.
    pub fn for_each_observable(&self, visit: &mut impl FnMut(&Observable)) {
        match self {
            Prop::True | Prop::False => {}
            Prop::Equals(observable, _) => visit(observable),
            Prop::Same(left, right) => {
                visit(left);
                visit(right);
            }
            Prop::Not(inner) => inner.for_each_observable(visit),
            Prop::And(parts) | Prop::Or(parts) => {
                parts.iter().for_each(|part| part.for_each_observable(visit))
            }
            Prop::Implies(premise, conclusion) => {
                premise.for_each_observable(visit);
                conclusion.for_each_observable(visit);
            }
        }
    }
}

impl fmt::Display for Prop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let join = |f: &mut fmt::Formatter<'_>, parts: &[Prop], sep: &str| {
            for (index, part) in parts.iter().enumerate() {
                if index > 0 {
                    f.write_str(sep)?;
                }
                write!(f, "{part}")?;
            }
            Ok(())
        };
        match self {
            Prop::True => f.write_str("true"),
            Prop::False => f.write_str("false"),
            Prop::Equals(observable, value) => write!(f, "{}={value}", observable.name()),
            Prop::Same(left, right) => write!(f, "{}={}", left.name(), right.name()),
            Prop::Not(inner) => write!(f, "~({inner})"),
            Prop::And(parts) => {
                f.write_str("(")?;
                join(f, parts, " /\\ ")?;
                f.write_str(")")
            }
            Prop::Or(parts) => {
                f.write_str("(")?;
                join(f, parts, " \\/ ")?;
                f.write_str(")")
            }
            Prop::Implies(premise, conclusion) => write!(f, "({premise} => {conclusion})"),
        }
    }
}

impl fmt::Display for FinalCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.quantifier {
            Quantifier::Exists => "exists",
            Quantifier::NotExists => "~exists",
            Quantifier::Forall => "forall",
        };
        write!(f, "{word} {}", self.prop)
    }
}
