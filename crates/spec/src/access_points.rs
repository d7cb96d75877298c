//! Conditions as access points (Sun, Definition 2.3.1): each call touches a few points, and two calls commute
//! exactly when none of their points conflict.
//!
//! The translation follows the idea of Dimitrov et al. (PLDI 2014). For each method, the atoms of its conditions that
//! speak of one call only are collected; a call's truth values for them (its *profile*) are known when it is made. For
//! each pair of profiles what remains of the condition must be true, false, or a conjunction of inequalities
//! `term of the first != term of the second`. False makes the two profiles' plain points conflict; an inequality makes
//! the points of the two terms conflict where their values are equal.
//!
//! Outside of this fragment (a disjunction of inequalities, an equality or `<` between the two calls, the abstract
//! state, division) there is no exact finite representation of this kind: [`AccessPoints::exact`] says where and why,
//! [`AccessPoints::coarse`] takes the pair as never commuting, which is sound and less precise.

use crate::ast::*;
use crate::error::{Place, SpecError};
use crate::eval::{Call, one_sided};

/// Atoms per method; a call has one of 2^n profiles.
const MAX_ATOMS: usize = 8;

/// A kind of point; points of one kind differ by their value.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PointClass(pub u32);

/// A point that a call touches. Two points conflict when their classes do and their values are equal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Point {
    pub class: PointClass,
    /// 0 for a plain point.
    pub value: i64,
}

/// The access points of one object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessPoints {
    object: Object,
    methods: Vec<MethodPoints>,
    /// Per class, the classes that conflict with it, sorted.
    conflicts: Vec<Vec<PointClass>>,
    /// Pairs of methods that were taken as never commuting although their condition says otherwise.
    coarsened: Vec<[u32; 2]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct MethodPoints {
    /// Formulas over `Side::First` that make the profile.
    atoms: Vec<Expr>,
    /// Terms over `Side::First` that are compared with another call's.
    terms: Vec<Expr>,
    /// Per profile, the classes touched: of the plain point (`None`) or of a term.
    touched: Vec<Vec<(PointClass, Option<u32>)>>,
}

impl AccessPoints {
    /// The exact representation, or the first condition that has none.
    pub fn exact(object: &Object, file: &str) -> Result<AccessPoints, SpecError> {
        Builder::new(object).build(Some(file))
    }

    /// The representation in which conditions outside of the fragment never hold.
    pub fn coarse(object: &Object) -> AccessPoints {
        match Builder::new(object).build(None) {
            Ok(points) => points,
            // Without a file nothing is refused.
            Err(_) => Builder::new(object).finish(),
        }
    }

    /// The points a call touches; `None` when its profile depends on a result or argument that is not known.
    pub fn points(&self, call: &Call) -> Option<Vec<Point>> {
        let method = self.methods.get(call.method.index as usize)?;
        let mut profile = 0;
        for (bit, atom) in method.atoms.iter().enumerate() {
            profile |= usize::from(one_sided(atom, &self.object, call)? != 0) << bit;
        }
        let value = |term: Option<u32>| match term {
            Some(term) => one_sided(method.terms.get(term as usize)?, &self.object, call),
            None => Some(0),
        };
        let touched = method.touched.get(profile)?;
        touched.iter().map(|(class, term)| Some(Point { class: *class, value: value(*term)? })).collect()
    }

    pub fn n_classes(&self) -> usize {
        self.conflicts.len()
    }

    /// The classes that conflict with this one.
    pub fn conflicting(&self, class: PointClass) -> &[PointClass] {
        self.conflicts.get(class.0 as usize).map_or(&[], Vec::as_slice)
    }

    pub fn conflict(&self, a: Point, b: Point) -> bool {
        a.value == b.value && self.conflicting(a.class).binary_search(&b.class).is_ok()
    }

    /// Pairs of methods whose condition was replaced by `never` (only in [`AccessPoints::coarse`]).
    pub fn coarsened(&self) -> &[[u32; 2]] {
        &self.coarsened
    }
}

/// A condition with its atoms resolved.
#[derive(Clone, Debug)]
enum Shape {
    Constant(bool),
    Atom(Side, usize),
    /// Terms of the first and of the second call differ.
    Differ(usize, usize),
    Not(Box<Shape>),
    Or(Box<Shape>, Box<Shape>),
    And(Box<Shape>, Box<Shape>),
}

/// What remains of a condition for two profiles.
enum Residual {
    Constant(bool),
    /// All these pairs of terms differ.
    Differ(Vec<(usize, usize)>),
}

struct Builder<'a> {
    object: &'a Object,
    methods: Vec<MethodPoints>,
    /// Per class: method, profile, term.
    classes: Vec<(u32, usize, Option<u32>)>,
    conflicts: Vec<Vec<PointClass>>,
    coarsened: Vec<[u32; 2]>,
}

type Refusal = &'static str;

impl<'a> Builder<'a> {
    fn new(object: &'a Object) -> Self {
        let methods = object.methods.iter().map(|_| MethodPoints::default()).collect();
        Builder { object, methods, classes: Vec::new(), conflicts: Vec::new(), coarsened: Vec::new() }
    }

    fn build(mut self, file: Option<&str>) -> Result<AccessPoints, SpecError> {
        let count = self.object.methods.len() as u32;
        let mut shapes = Vec::new();
        for first in 0..count {
            for second in first..count {
                let (shape, place) = self.pair(first, second);
                shapes.push(([first, second], self.or_never(shape, [first, second], place, file)?));
            }
        }
        for (methods, shape) in shapes {
            let place = self.place(methods);
            let conflicts = self.pair_conflicts(methods, &shape);
            let conflicts = match conflicts {
                Ok(conflicts) => conflicts,
                Err(refusal) => {
                    self.or_never(Err(refusal), methods, place, file)?;
                    self.pair_conflicts(methods, &Shape::Constant(false)).unwrap_or_default()
                }
            };
            for (a, b) in conflicts {
                self.add_conflict(a, b);
            }
        }
        Ok(self.finish())
    }

    fn place(&self, methods: [u32; 2]) -> Place {
        self.object
            .condition(methods[0], methods[1])
            .map_or(self.object.place, |(condition, _)| condition.place)
    }

    fn pair(&mut self, first: u32, second: u32) -> (Result<Shape, Refusal>, Place) {
        let Some((condition, swapped)) = self.object.condition(first, second) else {
            return (Ok(Shape::Constant(false)), self.object.place);
        };
        let formula = if swapped { condition.formula.swapped() } else { condition.formula.clone() };
        (self.shape(&formula, [first, second]), condition.place)
    }

    /// Refuses with a message, or takes the pair as never commuting where no file is given.
    fn or_never(
        &mut self,
        shape: Result<Shape, Refusal>,
        methods: [u32; 2],
        place: Place,
        file: Option<&str>,
    ) -> Result<Shape, SpecError> {
        let refusal = match shape {
            Ok(shape) => return Ok(shape),
            Err(refusal) => refusal,
        };
        if let Some(file) = file {
            let name = |index: u32| &self.object.methods[index as usize].name;
            let message = format!(
                "the condition for `{}` and `{}` has no exact access points: {refusal}",
                name(methods[0]),
                name(methods[1])
            );
            return Err(SpecError::at(file, place, message));
        }
        self.coarsened.push(methods);
        Ok(Shape::Constant(false))
    }

    fn shape(&mut self, formula: &Expr, methods: [u32; 2]) -> Result<Shape, Refusal> {
        let both = |builder: &mut Self, left: &Expr, right: &Expr| {
            Ok((Box::new(builder.shape(left, methods)?), Box::new(builder.shape(right, methods)?)))
        };
        match formula {
            Expr::Binary(Operator::Or, left, right) => {
                both(self, left, right).map(|(left, right)| Shape::Or(left, right))
            }
            Expr::Binary(Operator::And, left, right) => {
                both(self, left, right).map(|(left, right)| Shape::And(left, right))
            }
            Expr::Not(inner) => Ok(Shape::Not(Box::new(self.shape(inner, methods)?))),
            atom => self.atom(atom, methods),
        }
    }

    fn atom(&mut self, atom: &Expr, methods: [u32; 2]) -> Result<Shape, Refusal> {
        match sides(atom)? {
            [false, false] => {
                let call = Call {
                    method: MethodId { object: ObjectId(0), index: 0 },
                    object: 0,
                    arguments: Vec::new(),
                    result: None,
                };
                Ok(Shape::Constant(one_sided(atom, self.object, &call).is_some_and(|value| value != 0)))
            }
            [true, false] => self.one_sided_atom(atom.clone(), Side::First, methods),
            [false, true] => self.one_sided_atom(atom.swapped(), Side::Second, methods),
            [true, true] => self.comparison(atom, methods),
        }
    }

    fn one_sided_atom(&mut self, atom: Expr, side: Side, methods: [u32; 2]) -> Result<Shape, Refusal> {
        let atoms = &mut self.methods[methods[side.index()] as usize].atoms;
        let index = position_or_push(atoms, atom);
        if atoms.len() > MAX_ATOMS {
            return Err("too many different conditions on one call");
        }
        Ok(Shape::Atom(side, index))
    }

    fn comparison(&mut self, atom: &Expr, methods: [u32; 2]) -> Result<Shape, Refusal> {
        let Expr::Binary(operator @ (Operator::NotEqual | Operator::Equal), left, right) = atom else {
            return Err("the two calls are compared by something else than `==` or `!=`");
        };
        let (first, second) = match (sides(left)?, sides(right)?) {
            ([true, false], [false, true]) => (left.as_ref().clone(), right.swapped()),
            ([false, true], [true, false]) => (right.as_ref().clone(), left.swapped()),
            _ => return Err("one side of a comparison speaks of both calls"),
        };
        let first = position_or_push(&mut self.methods[methods[0] as usize].terms, first);
        let second = position_or_push(&mut self.methods[methods[1] as usize].terms, second);
        let differ = Shape::Differ(first, second);
        Ok(if *operator == Operator::Equal { Shape::Not(Box::new(differ)) } else { differ })
    }

    fn pair_conflicts(
        &mut self,
        methods: [u32; 2],
        shape: &Shape,
    ) -> Result<Vec<(PointClass, PointClass)>, Refusal> {
        let profiles = methods.map(|method| 1_usize << self.methods[method as usize].atoms.len());
        let mut wanted = Vec::new();
        for first in 0..profiles[0] {
            for second in 0..profiles[1] {
                match residual(shape, [first, second])? {
                    Residual::Constant(true) => {}
                    Residual::Constant(false) => wanted.push([(first, None), (second, None)]),
                    Residual::Differ(pairs) => wanted.extend(
                        pairs.iter().map(|(a, b)| [(first, Some(*a as u32)), (second, Some(*b as u32))]),
                    ),
                }
            }
        }
        let mut class = |side: usize, (profile, term): (usize, Option<u32>)| {
            let class = position_or_push(&mut self.classes, (methods[side], profile, term));
            PointClass(class as u32)
        };
        Ok(wanted.into_iter().map(|[a, b]| (class(0, a), class(1, b))).collect())
    }

    fn add_conflict(&mut self, a: PointClass, b: PointClass) {
        self.conflicts.resize(self.classes.len(), Vec::new());
        for (from, to) in [(a, b), (b, a)] {
            let list = &mut self.conflicts[from.0 as usize];
            if let Err(position) = list.binary_search(&to) {
                list.insert(position, to);
            }
        }
    }

    fn finish(mut self) -> AccessPoints {
        self.conflicts.resize(self.classes.len(), Vec::new());
        for (index, method) in self.methods.iter_mut().enumerate() {
            method.touched = vec![Vec::new(); 1 << method.atoms.len()];
            for (class, (of, profile, term)) in self.classes.iter().enumerate() {
                if *of as usize == index {
                    method.touched[*profile].push((PointClass(class as u32), *term));
                }
            }
        }
        AccessPoints {
            object: self.object.clone(),
            methods: self.methods,
            conflicts: self.conflicts,
            coarsened: self.coarsened,
        }
    }
}

fn position_or_push<T: PartialEq>(list: &mut Vec<T>, item: T) -> usize {
    list.iter().position(|other| *other == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    })
}

/// Which calls an expression speaks of.
fn sides(expr: &Expr) -> Result<[bool; 2], Refusal> {
    let mut sides = [false; 2];
    let mut refusal = None;
    expr.visit(&mut |expr| match expr {
        Expr::Argument(side, _) | Expr::Result(side) => sides[side.index()] = true,
        Expr::State { .. } => refusal = Some("it depends on the abstract state (logic L1)"),
        Expr::Binary(Operator::Divide | Operator::Remainder, ..) => refusal = Some("it divides"),
        _ => {}
    });
    refusal.map_or(Ok(sides), Err)
}

fn residual(shape: &Shape, profiles: [usize; 2]) -> Result<Residual, Refusal> {
    use Residual::{Constant, Differ};
    Ok(match shape {
        Shape::Constant(value) => Constant(*value),
        Shape::Atom(side, bit) => Constant(profiles[side.index()] >> bit & 1 == 1),
        Shape::Differ(first, second) => Differ(vec![(*first, *second)]),
        Shape::Not(inner) => match residual(inner, profiles)? {
            Constant(value) => Constant(!value),
            Differ(_) => return Err("it asks for values of the two calls to be equal"),
        },
        Shape::Or(left, right) => match (residual(left, profiles)?, residual(right, profiles)?) {
            (Constant(true), _) | (_, Constant(true)) => Constant(true),
            (Constant(false), other) | (other, Constant(false)) => other,
            (Differ(_), Differ(_)) => {
                return Err("one of several inequalities between the two calls is enough");
            }
        },
        Shape::And(left, right) => match (residual(left, profiles)?, residual(right, profiles)?) {
            (Constant(false), _) | (_, Constant(false)) => Constant(false),
            (Constant(true), other) | (other, Constant(true)) => other,
            (Differ(mut left), Differ(right)) => {
                left.extend(right);
                Differ(left)
            }
        },
    })
}
