//! Rules as data: every constraint carries the name of its rule and what it is about, and can be switched.
//!
//! A constraint is an [`Instance`] of a rule: the rule as a whole, or the rule for one event or one pair. In
//! [`Switching::Fixed`] the set of rules is settled before encoding and costs nothing; in [`Switching::Instances`] every
//! instance has a literal of its own that is assumed or not from question to question, which is how what-if questions,
//! interactive sessions and explanations by unsatisfiable cores work, all in one.

use crate::events::EventId;
use rustc_hash::FxHashMap;
use solver::{AssumptionId, Solver, TermId};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A rule of the model at hand: an index into [`Rules::list`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RuleId(pub u32);

/// A rule, its name and its meaning in one sentence.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Rule {
    pub name: Arc<str>,
    pub meaning: Arc<str>,
}

/// What an instance of a rule is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum About {
    Everything,
    Event(EventId),
    Pair(EventId, EventId),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Instance {
    pub rule: RuleId,
    pub about: About,
}

impl RuleId {
    pub fn everything(self) -> Instance {
        Instance { rule: self, about: About::Everything }
    }
    pub fn event(self, event: EventId) -> Instance {
        Instance { rule: self, about: About::Event(event) }
    }
    pub fn pair(self, a: EventId, b: EventId) -> Instance {
        Instance { rule: self, about: About::Pair(a, b) }
    }
}

/// Which rules hold.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Selection {
    #[default]
    All,
    Without(BTreeSet<String>),
    Only(BTreeSet<String>),
}

impl Selection {
    pub fn has(&self, name: &str) -> bool {
        match self {
            Selection::All => true,
            Selection::Without(names) => !names.contains(name),
            Selection::Only(names) => names.contains(name),
        }
    }
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let names = match self {
            Selection::All => None,
            Selection::Without(names) | Selection::Only(names) => Some(names),
        };
        names.into_iter().flatten().map(String::as_str)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Switching {
    Fixed,
    Instances,
}

/// The solver, and the rules of what is asserted in it.
#[derive(Debug)]
pub struct Rules {
    pub solver: Solver,
    pub list: Vec<Rule>,
    pub selection: Selection,
    pub switching: Switching,
    instances: FxHashMap<Instance, (TermId, AssumptionId)>,
    /// In the order they were made.
    made: Vec<(Instance, AssumptionId)>,
}

/// Always the first rule: a read takes the value of the write it reads.
const READ_VALUE: RuleId = RuleId(0);
/// Always the second.
const MUTUAL_EXCLUSION: RuleId = RuleId(1);

pub(crate) fn read_value(read: EventId) -> Instance {
    READ_VALUE.event(read)
}
pub(crate) fn mutual_exclusion(a: EventId, b: EventId) -> Instance {
    MUTUAL_EXCLUSION.pair(a, b)
}

impl Rules {
    pub fn new(solver: Solver, selection: Selection, switching: Switching) -> Rules {
        let mut rules = Rules {
            solver,
            list: Vec::new(),
            selection,
            switching,
            instances: FxHashMap::default(),
            made: Vec::new(),
        };
        rules.rule("read-value", "a read takes its value from exactly one write of the same place");
        rules.rule("mutual-exclusion", "two threads do not hold one lock at the same time");
        rules
    }

    /// The rule of this name, added if it is new.
    pub fn rule(&mut self, name: &str, meaning: &str) -> RuleId {
        if let Some(index) = self.list.iter().position(|rule| &*rule.name == name) {
            return RuleId(index as u32);
        }
        self.list.push(Rule { name: name.into(), meaning: meaning.into() });
        RuleId(self.list.len() as u32 - 1)
    }
    pub fn name(&self, rule: RuleId) -> &str {
        self.list.get(rule.0 as usize).map_or("?", |rule| &rule.name)
    }
    /// The first selected name that no rule has.
    pub fn unknown_name(&self) -> Option<&str> {
        self.selection.names().find(|name| !self.list.iter().any(|rule| &*rule.name == *name))
    }
    pub fn all_fixed(&self) -> bool {
        self.switching == Switching::Fixed && self.selection == Selection::All
    }

    /// The literal under which this instance is in force.
    pub fn label(&mut self, instance: Instance) -> TermId {
        match self.switching {
            Switching::Fixed => {
                let enabled = self.selection.has(self.name(instance.rule));
                self.solver.terms.bool_const(enabled)
            }
            Switching::Instances => {
                if let Some(&(literal, _)) = self.instances.get(&instance) {
                    return literal;
                }
                let literal = self.solver.terms.bool_var("rule");
                let assumption = self.solver.assumption("rule", literal);
                self.instances.insert(instance, (literal, assumption));
                self.made.push((instance, assumption));
                literal
            }
        }
    }
    /// Requires `term` where the instance is in force.
    pub fn require(&mut self, instance: Instance, term: TermId) {
        if term == TermId::TRUE {
            return;
        }
        let label = self.label(instance);
        self.solver.assert_implies(label, term);
    }

    /// The assumptions for all instances of the selected rules.
    pub fn assumptions(&self) -> Vec<AssumptionId> {
        let selected = self.made.iter().filter(|(instance, _)| self.selection.has(self.name(instance.rule)));
        selected.map(|(_, assumption)| *assumption).collect()
    }
    pub fn instance(&self, assumption: AssumptionId) -> Option<Instance> {
        self.made.iter().find(|(_, id)| *id == assumption).map(|(instance, _)| *instance)
    }
}
