//! Conditions evaluated on two calls, in three-valued logic: what the state would have to tell stays open.

use crate::ast::*;

/// A call of a method on one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Call {
    pub method: MethodId,
    /// Which object of that type, e.g. its address; calls of different objects commute.
    pub object: u64,
    pub arguments: Vec<i64>,
    /// `None` for a method without result, or where it is not known.
    pub result: Option<i64>,
}

/// Whether two calls commute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Truth {
    Yes,
    No,
    /// It depends on the abstract state (or a result) that was not given.
    NeedsState,
}

/// Answers functions of the abstract state.
pub trait StateOracle {
    /// The value of the function in the state in which the call of that side was made; `None` where not known.
    fn evaluate(&self, function: &str, side: Side, arguments: &[i64]) -> Option<i64>;
}

/// Knows no state.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoState;

impl StateOracle for NoState {
    fn evaluate(&self, _function: &str, _side: Side, _arguments: &[i64]) -> Option<i64> {
        None
    }
}

impl Specification {
    /// Whether two calls commute; conditions over the abstract state may stay open.
    pub fn commutes(&self, first: &Call, second: &Call) -> Truth {
        self.commutes_in(first, second, &NoState)
    }

    /// The same where the abstract state is known.
    pub fn commutes_in(&self, first: &Call, second: &Call, state: &dyn StateOracle) -> Truth {
        if first.method.object != second.method.object || first.object != second.object {
            return Truth::Yes;
        }
        let Some(object) = self.get(first.method.object) else { return Truth::No };
        let Some((condition, swapped)) = object.condition(first.method.index, second.method.index) else {
            return Truth::No;
        };
        let calls = if swapped { [second, first] } else { [first, second] };
        let evaluation = Evaluation { calls, object, state, swapped };
        match evaluation.value(&condition.formula) {
            Value::Known(0) | Value::Undefined => Truth::No,
            Value::Known(_) => Truth::Yes,
            Value::Open => Truth::NeedsState,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Known(i64),
    /// Depends on something that was not given.
    Open,
    /// Division by zero.
    Undefined,
}

struct Evaluation<'a> {
    calls: [&'a Call; 2],
    object: &'a Object,
    state: &'a dyn StateOracle,
    /// The calls are the other way round than the caller gave them.
    swapped: bool,
}

impl Evaluation<'_> {
    fn value(&self, expr: &Expr) -> Value {
        match expr {
            Expr::Number(number) => Value::Known(*number),
            Expr::Argument(side, index) => {
                known(self.calls[side.index()].arguments.get(*index as usize).copied())
            }
            Expr::Result(side) => known(self.calls[side.index()].result),
            Expr::State { function, side, arguments } => self.state(*function, *side, arguments),
            Expr::Not(inner) => self.value(inner).map(|value| i64::from(value == 0)),
            Expr::Negate(inner) => self.value(inner).map(i64::wrapping_neg),
            Expr::Binary(operator, left, right) => self.binary(*operator, left, right),
        }
    }

    fn state(&self, function: u32, side: Side, arguments: &[Expr]) -> Value {
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match self.value(argument) {
                Value::Known(value) => values.push(value),
                other => return other,
            }
        }
        let side = if self.swapped { side.other() } else { side };
        let Some(function) = self.object.state_functions.get(function as usize) else { return Value::Open };
        known(self.state.evaluate(&function.name, side, &values))
    }

    fn binary(&self, operator: Operator, left: &Expr, right: &Expr) -> Value {
        let (left, right) = (self.value(left), self.value(right));
        // One side may decide alone.
        match (operator, left, right) {
            (Operator::Or, Value::Known(value), _) | (Operator::Or, _, Value::Known(value)) if value != 0 => {
                return Value::Known(1);
            }
            (Operator::And, Value::Known(0), _) | (Operator::And, _, Value::Known(0)) => {
                return Value::Known(0);
            }
            _ => {}
        }
        match (left, right) {
            (Value::Known(left), Value::Known(right)) => {
                apply(operator, left, right).map_or(Value::Undefined, Value::Known)
            }
            (Value::Undefined, _) | (_, Value::Undefined) => Value::Undefined,
            _ => Value::Open,
        }
    }
}

impl Value {
    fn map(self, change: impl Fn(i64) -> i64) -> Value {
        match self {
            Value::Known(value) => Value::Known(change(value)),
            other => other,
        }
    }
}

fn known(value: Option<i64>) -> Value {
    value.map_or(Value::Open, Value::Known)
}

/// `None` for a division by zero.
pub(crate) fn apply(operator: Operator, left: i64, right: i64) -> Option<i64> {
    use Operator::*;
    Some(match operator {
        Or => i64::from(left != 0 || right != 0),
        And => i64::from(left != 0 && right != 0),
        Equal => i64::from(left == right),
        NotEqual => i64::from(left != right),
        Less => i64::from(left < right),
        LessOrEqual => i64::from(left <= right),
        Greater => i64::from(left > right),
        GreaterOrEqual => i64::from(left >= right),
        Add => left.wrapping_add(right),
        Subtract => left.wrapping_sub(right),
        Multiply => left.wrapping_mul(right),
        Divide if right == 0 => return None,
        Remainder if right == 0 => return None,
        Divide => left.wrapping_div(right),
        Remainder => left.wrapping_rem(right),
    })
}

/// Constants that stand for one call's values: arguments by index, result, and state functions by position.
struct Sample<'a> {
    values: &'a [i64],
    swapped: bool,
}

impl Sample<'_> {
    fn pick(&self, side: Side, slot: usize) -> i64 {
        let side = if self.swapped { side.other() } else { side };
        let length = self.values.len().max(1);
        self.values.get((side.index() * 7 + slot) % length).copied().unwrap_or(0)
    }

    fn value(&self, expr: &Expr) -> i64 {
        match expr {
            Expr::Number(number) => *number,
            Expr::Argument(side, index) => self.pick(*side, *index as usize + 1),
            Expr::Result(side) => self.pick(*side, 0),
            Expr::State { function, side, arguments } => {
                let mixed = arguments.iter().fold(*function as usize, |sum, argument| {
                    sum.wrapping_mul(31).wrapping_add(self.value(argument) as usize)
                });
                self.pick(*side, mixed % 7)
            }
            Expr::Not(inner) => i64::from(self.value(inner) == 0),
            Expr::Negate(inner) => self.value(inner).wrapping_neg(),
            Expr::Binary(operator, left, right) => {
                apply(*operator, self.value(left), self.value(right)).unwrap_or(0)
            }
        }
    }
}

impl Expr {
    /// Whether some hundred samples of small values find no difference when the calls are exchanged.
    pub(crate) fn seems_symmetric(&self) -> bool {
        let mut random = 0x9e37_79b9_7f4a_7c15_u64;
        (0..500).all(|_| {
            let values: Vec<i64> = (0..14)
                .map(|_| {
                    random = random
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    ((random >> 33) % 3) as i64
                })
                .collect();
            let truth = |swapped| Sample { values: &values, swapped }.value(self) != 0;
            truth(false) == truth(true)
        })
    }
}

/// A term over one call only; `None` where it depends on something not given.
pub(crate) fn one_sided(expr: &Expr, object: &Object, call: &Call) -> Option<i64> {
    let evaluation = Evaluation { calls: [call, call], object, state: &NoState, swapped: false };
    match evaluation.value(expr) {
        Value::Known(value) => Some(value),
        Value::Open | Value::Undefined => None,
    }
}
