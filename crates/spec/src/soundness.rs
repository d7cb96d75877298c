//! Random testing of a specification: where it says that two calls commute, they must.
//!
//! From a random state two random calls are made in one order; where their condition holds, the other order must be
//! possible, give the same results, and end in the same state (Sun, Definition 4.3.7). What it may miss: a
//! condition that is wrong only in states or for values that were not drawn. What it never does: call a sound
//! condition unsound. Calls that commute in the drawn state though the condition says no are counted as imprecision.

use crate::ast::*;
use crate::eval::{Call, StateOracle, Truth};
use crate::reference::{Reference, State};
use std::fmt;

/// What testing found.
#[derive(Clone, Debug, Default)]
pub struct SoundnessReport {
    pub objects: Vec<ObjectReport>,
}

#[derive(Clone, Debug)]
pub struct ObjectReport {
    pub object: String,
    /// Pairs of calls that were tried in both orders.
    pub pairs: u64,
    /// Pairs that do commute in the state they were tried in.
    pub commuting: u64,
    /// Those of them for which the specification says so.
    pub recognised: u64,
    pub unsound: Vec<Unsound>,
    /// Pairs of methods without a condition; they never commute.
    pub without_condition: Vec<(String, String)>,
    /// Why the object could not be tested.
    pub untested: Option<String>,
}

/// A pair of calls that the specification lets commute and that do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unsound {
    pub condition: String,
    pub place: crate::error::Place,
    pub first: String,
    pub second: String,
    pub state: String,
    pub why: String,
}

impl fmt::Display for Unsound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` holds for {} and then {} in the state {}, but {}",
            self.condition, self.first, self.second, self.state, self.why
        )
    }
}

/// Tests every object that has a reference implementation.
///
/// `stop` is asked before each pair of calls: true ends the test, and the report says how many pairs there were.
pub fn check_soundness(
    specification: &Specification,
    rounds: u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> SoundnessReport {
    let mut report = SoundnessReport::default();
    for (index, object) in specification.objects.iter().enumerate() {
        let id = ObjectId(index as u32);
        report.objects.push(check_object(specification, id, object, rounds, seed, stop));
    }
    report
}

fn check_object(
    specification: &Specification,
    id: ObjectId,
    object: &Object,
    rounds: u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> ObjectReport {
    let mut report = ObjectReport {
        object: object.name.clone(),
        pairs: 0,
        commuting: 0,
        recognised: 0,
        unsound: Vec::new(),
        without_condition: without_condition(object),
        untested: None,
    };
    let reference = match reference(object) {
        Ok(reference) => reference,
        Err(reason) => {
            report.untested = Some(reason);
            return report;
        }
    };
    let mut test = Test { specification, id, object, reference, random: seed ^ 0x5851_f42d_4c95_7f2d };
    for _ in (0..rounds).take_while(|_| !stop()) {
        test.round(&mut report);
    }
    report
}

fn reference(object: &Object) -> Result<&'static Reference, String> {
    let Some(reference) = Reference::by_name(&object.reference) else {
        let known: Vec<&str> = crate::references().iter().map(|reference| reference.name).collect();
        return Err(format!(
            "no reference implementation `{}` (there are {})",
            object.reference,
            known.join(", ")
        ));
    };
    for method in &object.methods {
        let wanted = (method.name.as_str(), method.parameters.len());
        if !reference.methods.contains(&wanted) {
            return Err(format!(
                "the reference `{}` has no method {}/{}",
                reference.name, wanted.0, wanted.1
            ));
        }
    }
    Ok(reference)
}

fn without_condition(object: &Object) -> Vec<(String, String)> {
    let mut missing = Vec::new();
    let count = object.methods.len() as u32;
    for first in 0..count {
        for second in first..count {
            if object.condition(first, second).is_none() {
                let name = |index: u32| object.methods[index as usize].name.clone();
                missing.push((name(first), name(second)));
            }
        }
    }
    missing
}

struct Test<'a> {
    specification: &'a Specification,
    id: ObjectId,
    object: &'a Object,
    reference: &'static Reference,
    random: u64,
}

/// The states in which the two calls are made.
struct States<'a>([&'a State; 2]);

impl StateOracle for States<'_> {
    fn evaluate(&self, function: &str, side: Side, arguments: &[i64]) -> Option<i64> {
        Reference::state_function(self.0[side.index()], function, arguments)
    }
}

impl Test<'_> {
    fn below(&mut self, limit: u64) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % limit.max(1)
    }

    fn random_call(&mut self) -> Call {
        let index = self.below(self.object.methods.len() as u64) as u32;
        let count = self.object.methods[index as usize].parameters.len();
        let arguments = (0..count).map(|_| self.below(4) as i64).collect();
        Call { method: MethodId { object: self.id, index }, object: 0, arguments, result: None }
    }

    /// Makes the call, and fills in its result.
    fn step(&self, state: &State, call: &mut Call) -> Option<State> {
        let method = &self.object.methods[call.method.index as usize];
        let (state, result) = (self.reference.step)(state, &method.name, &call.arguments)?;
        call.result = method.result.as_ref().map(|_| result);
        Some(state)
    }

    fn round(&mut self, report: &mut ObjectReport) {
        if self.object.methods.is_empty() {
            return;
        }
        let mut start = (self.reference.initial)();
        for _ in 0..self.below(6) {
            let mut call = self.random_call();
            start = self.step(&start, &mut call).unwrap_or(start);
        }
        let (mut first, mut second) = (self.random_call(), self.random_call());
        let Some(middle) = self.step(&start, &mut first) else { return };
        let Some(end) = self.step(&middle, &mut second) else { return };
        report.pairs += 1;
        let difference = self.difference(&start, &end, &first, &second);
        let says = self.specification.commutes_in(&first, &second, &States([&start, &middle]));
        report.commuting += u64::from(difference.is_none());
        report.recognised += u64::from(difference.is_none() && says == Truth::Yes);
        if let (Some(why), Truth::Yes) = (difference, says) {
            self.add_unsound(report, &start, [&first, &second], why);
        }
    }

    /// What is different when the second call is made first.
    fn difference(&self, start: &State, end: &State, first: &Call, second: &Call) -> Option<String> {
        let (mut first_again, mut second_again) = (first.clone(), second.clone());
        let Some(middle) = self.step(start, &mut second_again) else {
            return Some(format!("{} cannot come first", self.text(second)));
        };
        let Some(other_end) = self.step(&middle, &mut first_again) else {
            return Some(format!("{} cannot come second", self.text(first)));
        };
        for (before, after) in [(first, &first_again), (second, &second_again)] {
            if before.result != after.result {
                return Some(format!("the other way round it is {}", self.text(after)));
            }
        }
        (other_end != *end).then(|| format!("the states after are {end:?} and {other_end:?}"))
    }

    fn add_unsound(&self, report: &mut ObjectReport, start: &State, calls: [&Call; 2], why: String) {
        let Some((condition, _)) = self.object.condition(calls[0].method.index, calls[1].method.index) else {
            return;
        };
        let text = self.object.condition_text(condition);
        if report.unsound.iter().any(|unsound| unsound.condition == text) {
            return;
        }
        report.unsound.push(Unsound {
            condition: text,
            place: condition.place,
            first: self.text(calls[0]),
            second: self.text(calls[1]),
            state: format!("{start:?}"),
            why,
        });
    }

    fn text(&self, call: &Call) -> String {
        let method = &self.object.methods[call.method.index as usize];
        let arguments: Vec<String> = call.arguments.iter().map(i64::to_string).collect();
        let result = call.result.map(|result| format!(" -> {result}")).unwrap_or_default();
        format!("{}({}){result}", method.name, arguments.join(", "))
    }
}
