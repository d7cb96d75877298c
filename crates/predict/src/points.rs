//! Calls as access points: which points a call touches, and which earlier ones are in conflict with it.

use crate::calls::resolve;
use crate::ingest::CallRecord;
use events::trace::Tables;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use spec::{AccessPoints, Call, MethodId, Rule, RuleKind, Specification};

/// A number for each point of each object, in the order they are first touched.
#[derive(Debug)]
pub struct CallPoints {
    methods: FxHashMap<u32, Option<MethodId>>,
    /// Per object type of the specification.
    objects: Vec<AccessPoints>,
    rules: Vec<(u32, Rule)>,
    numbers: FxHashMap<(u32, u32, i64), u32>,
}

/// The points of one call.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Touched {
    pub(crate) own: SmallVec<[u32; 4]>,
    pub(crate) against: SmallVec<[u32; 4]>,
}

/// The class of the point that calls without known points touch, and that all others are in conflict with.
const EVERYTHING: u32 = u32::MAX;
/// The class of a point that every call with known points touches, for the sake of `EVERYTHING`.
const KNOWN: u32 = u32::MAX - 1;

impl CallPoints {
    /// With `semantic` off, no two calls of one object commute (WDC instead of EDC).
    pub fn new(tables: &Tables, specification: &Specification, semantic: bool) -> CallPoints {
        let mut methods = resolve(tables, specification);
        if !semantic {
            methods.values_mut().for_each(|method| *method = None);
        }
        let rules = specification.objects.iter().enumerate();
        let rules =
            rules.flat_map(|(object, of)| of.rules.iter().map(move |rule| (object as u32, rule.clone())));
        CallPoints {
            methods,
            objects: specification.objects.iter().map(AccessPoints::coarse).collect(),
            rules: rules.collect(),
            numbers: FxHashMap::default(),
        }
    }

    fn number(&mut self, object: u32, class: u32, value: i64) -> u32 {
        let next = self.numbers.len() as u32;
        *self.numbers.entry((object, class, value)).or_insert(next)
    }

    pub(crate) fn touched(&mut self, record: &CallRecord) -> Touched {
        let object = record.object;
        let mut touched = Touched::default();
        let method = self.methods.get(&record.method).copied().flatten();
        let points = method.and_then(|method| {
            let call = Call {
                method,
                object: u64::from(object),
                arguments: record.arguments.to_vec(),
                result: record.result,
            };
            self.objects.get(method.object.0 as usize)?.points(&call).map(|points| (method, points))
        });
        let everything = self.number(object, EVERYTHING, 0);
        let known = self.number(object, KNOWN, 0);
        touched.against.push(everything);
        let Some((method, points)) = points else {
            touched.own.push(everything);
            touched.against.push(known);
            return touched;
        };
        touched.own.push(known);
        for point in points {
            let own = self.number(object, point.class.0, point.value);
            touched.own.push(own);
            let conflicting = self.objects[method.object.0 as usize].conflicting(point.class).to_vec();
            for class in conflicting {
                let other = self.number(object, class.0, point.value);
                touched.against.push(other);
            }
        }
        touched
    }

    /// The rules that a later call of the second method on an earlier one of the first breaks or may break.
    pub(crate) fn rules(&self, first: &CallRecord, second: &CallRecord) -> SmallVec<[(u32, RuleKind); 2]> {
        let method = |record: &CallRecord| self.methods.get(&record.method).copied().flatten();
        let (Some(first), Some(second)) = (method(first), method(second)) else { return SmallVec::new() };
        let applies = |rule: &Rule| {
            let straight = rule.methods == [first.index, second.index];
            let swapped = rule.methods == [second.index, first.index];
            straight || swapped && rule.kind == RuleKind::Race
        };
        let rules = self.rules.iter().enumerate();
        rules
            .filter(|(_, (object, rule))| *object == first.object.0 && applies(rule))
            .map(|(number, (_, rule))| (number as u32, rule.kind))
            .collect()
    }

    /// A rule by its number in [`crate::Kind`].
    pub fn rule(&self, number: u32) -> Option<&Rule> {
        self.rules.get(number as usize).map(|(_, rule)| rule)
    }
}
