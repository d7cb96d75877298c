//! A specification as plain data.

use crate::error::Place;

/// All objects of one or several files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Specification {
    pub objects: Vec<Object>,
    /// Name of the file, for messages.
    pub file: String,
}

/// Index of an object in [`Specification::objects`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ObjectId(pub u32);

/// A method of an object.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct MethodId {
    pub object: ObjectId,
    /// Index in [`Object::methods`].
    pub index: u32,
}

/// A type of shared object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Object {
    pub name: String,
    /// Name of the reference implementation it is tested against (`object bag : set`), by default its own name.
    pub reference: String,
    pub methods: Vec<Method>,
    /// Functions of the abstract state that conditions may use (logic L1).
    pub state_functions: Vec<StateFunction>,
    pub conditions: Vec<Condition>,
    pub rules: Vec<Rule>,
    pub place: Place,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Method {
    pub name: String,
    pub parameters: Vec<String>,
    pub result: Option<String>,
    pub functions: Vec<CFunction>,
    pub place: Place,
}

/// `set_add(this, x)`: which C function is a call of the method, and what its arguments are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CFunction {
    pub name: String,
    pub arguments: Vec<CArgument>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CArgument {
    /// The object itself.
    This,
    /// A parameter of the method, by index.
    Parameter(u32),
    /// Of no interest.
    Ignored,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StateFunction {
    pub name: String,
    pub arity: u32,
}

/// When calls of two methods commute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Indices of the two methods.
    pub methods: [u32; 2],
    pub formula: Expr,
    pub place: Place,
}

/// What a user wants to be told about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    pub kind: RuleKind,
    /// Indices of the two methods.
    pub methods: [u32; 2],
    pub message: String,
    pub place: Place,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RuleKind {
    /// `order a before b`: a schedule in which a call of the second that was made later may come first is an error,
    /// whether or not a lock keeps the two apart.
    Order,
    /// `race a, b`: calls that do not commute and that nothing keeps apart are an error.
    Race,
}

/// Which of the two calls.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    First,
    Second,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::First => Side::Second,
            Side::Second => Side::First,
        }
    }
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A term or formula; a truth value is a number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    Number(i64),
    Argument(Side, u32),
    Result(Side),
    /// A function of the abstract state in which that call is made.
    State {
        function: u32,
        side: Side,
        arguments: Vec<Expr>,
    },
    Not(Box<Expr>),
    Negate(Box<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operator {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Operator {
    pub fn symbol(self) -> &'static str {
        use Operator::*;
        match self {
            Or => "||",
            And => "&&",
            Equal => "==",
            NotEqual => "!=",
            Less => "<",
            LessOrEqual => "<=",
            Greater => ">",
            GreaterOrEqual => ">=",
            Add => "+",
            Subtract => "-",
            Multiply => "*",
            Divide => "/",
            Remainder => "%",
        }
    }

    /// How tightly it binds.
    pub(crate) fn level(self) -> u8 {
        use Operator::*;
        match self {
            Or => 1,
            And => 2,
            Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual => 3,
            Add | Subtract => 4,
            Multiply | Divide | Remainder => 5,
        }
    }
}

impl Expr {
    /// Exchanges the two calls.
    pub fn swapped(&self) -> Expr {
        match self {
            Expr::Number(number) => Expr::Number(*number),
            Expr::Argument(side, index) => Expr::Argument(side.other(), *index),
            Expr::Result(side) => Expr::Result(side.other()),
            Expr::State { function, side, arguments } => Expr::State {
                function: *function,
                side: side.other(),
                arguments: arguments.iter().map(Expr::swapped).collect(),
            },
            Expr::Not(inner) => Expr::Not(Box::new(inner.swapped())),
            Expr::Negate(inner) => Expr::Negate(Box::new(inner.swapped())),
            Expr::Binary(operator, left, right) => {
                Expr::Binary(*operator, Box::new(left.swapped()), Box::new(right.swapped()))
            }
        }
    }

    /// Calls `visit` for this and everything in it.
    pub(crate) fn visit(&self, visit: &mut impl FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Number(_) | Expr::Argument(..) | Expr::Result(_) => {}
            Expr::State { arguments, .. } => arguments.iter().for_each(|argument| argument.visit(visit)),
            Expr::Not(inner) | Expr::Negate(inner) => inner.visit(visit),
            Expr::Binary(_, left, right) => {
                left.visit(visit);
                right.visit(visit);
            }
        }
    }

    /// Whether it mentions the abstract state (logic L1 and not L2).
    pub fn needs_state(&self) -> bool {
        let mut found = false;
        self.visit(&mut |expr| found |= matches!(expr, Expr::State { .. }));
        found
    }
}

impl Object {
    pub fn method(&self, name: &str) -> Option<u32> {
        self.methods.iter().position(|method| method.name == name).map(|index| index as u32)
    }

    /// The condition for a pair of methods, and whether the pair is the other way round in it.
    pub fn condition(&self, first: u32, second: u32) -> Option<(&Condition, bool)> {
        let straight = self.conditions.iter().find(|condition| condition.methods == [first, second]);
        let swapped = || self.conditions.iter().find(|condition| condition.methods == [second, first]);
        straight.map(|condition| (condition, false)).or_else(|| swapped().map(|condition| (condition, true)))
    }

    /// Whether some condition mentions the abstract state.
    pub fn needs_state(&self) -> bool {
        self.conditions.iter().any(|condition| condition.formula.needs_state())
    }
}

impl Specification {
    pub fn object(&self, name: &str) -> Option<(ObjectId, &Object)> {
        let index = self.objects.iter().position(|object| object.name == name)?;
        Some((ObjectId(index as u32), self.objects.get(index)?))
    }

    pub fn get(&self, id: ObjectId) -> Option<&Object> {
        self.objects.get(id.0 as usize)
    }

    pub fn method(&self, id: MethodId) -> Option<&Method> {
        self.get(id.object)?.methods.get(id.index as usize)
    }

    /// `object.method`, to a method.
    pub fn method_by_name(&self, object: &str, method: &str) -> Option<MethodId> {
        let (id, object) = self.object(object)?;
        Some(MethodId { object: id, index: object.method(method)? })
    }

    /// Adds the objects of another specification; the first of two with one name that both have is an error.
    pub fn merge(&mut self, other: Specification) -> Result<(), crate::SpecError> {
        if let Some(object) = other.objects.iter().find(|object| self.object(&object.name).is_some()) {
            let message = format!("object `{}` is already specified in {}", object.name, self.file);
            return Err(crate::SpecError::at(&other.file, object.place, message));
        }
        self.objects.extend(other.objects);
        Ok(())
    }
}
