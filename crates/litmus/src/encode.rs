//! From a program and a model to constraints: events, relations, axioms, locks, final values.
//!
//! An acyclic relation is an order of the solver with one guarded edge per pair. When all rules are fixed, the halves of
//! a read-modify-write share a node, coherence is decided in the global order, and axioms that follow from the others
//! are left out; otherwise everything is spelled out so that each rule can be taken away.

use crate::axioms::{Axiom, Check, Grain, built_in};
use crate::cat::CatModel;
use crate::events::{EventId, LocationId, Unfolded};
use crate::memory::{CoherenceIn, Memory, writes_of};
use crate::relation::Relation;
use crate::rules::{Instance, Rules, Selection, Switching, mutual_exclusion};
use crate::signals::{unwritten_reads, wake_ups};
use crate::views::{Classical, View};
use model::Model;
use solver::{AssumptionId, OrderId, Solver, SolverError, TermId, Terms};
use std::sync::Arc;
use thiserror::Error;

/// A memory model: built in, classical (by views), or a user's own.
#[derive(Clone, Debug)]
pub enum AnyModel {
    BuiltIn(Model),
    Classical(Classical),
    Cat(Arc<CatModel>),
}

impl AnyModel {
    /// The name as a user types it.
    pub fn name(&self) -> &str {
        match self {
            AnyModel::BuiltIn(model) => model.name(),
            AnyModel::Classical(model) => model.name(),
            AnyModel::Cat(model) => &model.name,
        }
    }
    /// The name in a sentence.
    pub fn title(&self) -> &str {
        match self {
            AnyModel::BuiltIn(model) => model.title(),
            AnyModel::Classical(model) => model.title(),
            AnyModel::Cat(model) => &model.title,
        }
    }
    /// A built-in or classical model by its name; case, `-` and `_` make no difference.
    pub fn by_name(name: &str) -> Option<AnyModel> {
        Model::by_name(name)
            .map(AnyModel::BuiltIn)
            .or_else(|| Classical::by_name(name).map(AnyModel::Classical))
    }
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum EncodeError {
    #[error(transparent)]
    Solver(#[from] SolverError),
    #[error("no rule of {model} is called {name:?}; there are {known}")]
    UnknownRule { model: String, name: String, known: String },
    #[error("{0}")]
    Unsupported(String),
    #[error("{place}: {reason}")]
    Cat { place: String, reason: String },
}

/// A program under a model, in the solver.
#[derive(Debug)]
pub struct Encoding {
    pub rules: Rules,
    pub unfolded: Unfolded,
    pub model: AnyModel,
    pub rf: Relation,
    pub co: Relation,
    pub fr: Relation,
    /// The order that speaks for all: the global one where there is one.
    pub order: Option<OrderId>,
    /// The solver's event of each event.
    pub nodes: Vec<solver::EventId>,
    /// Final value of each location that was asked for.
    pub finals: Vec<(LocationId, TermId)>,
    /// The orders of a model by views.
    pub views: Vec<View>,
    pub(crate) within: Option<AssumptionId>,
    pub(crate) beyond: Option<AssumptionId>,
}

/// What is needed to encode, apart from the program.
#[derive(Clone, Debug)]
pub struct Setting {
    pub model: AnyModel,
    pub selection: Selection,
    pub switching: Switching,
    /// Locations whose final value is wanted.
    pub finals: Vec<LocationId>,
}

/// Puts the program under the model.
pub fn encode(unfolded: Unfolded, terms: Terms, setting: &Setting) -> Result<Encoding, EncodeError> {
    let mut solver = Solver::new();
    solver.terms = terms;
    let mut rules = Rules::new(solver, setting.selection.clone(), setting.switching);
    for &holds in &unfolded.assumptions {
        rules.solver.assert(holds);
    }
    let (within, beyond) = frontiers(&mut rules, &unfolded);
    let mut encoding = match &setting.model {
        AnyModel::Classical(model) => crate::views::encode(rules, unfolded, *model, &setting.finals)?,
        AnyModel::BuiltIn(_) | AnyModel::Cat(_) => relational(rules, unfolded, setting)?,
    };
    (encoding.within, encoding.beyond) = (within, beyond);
    let rules = &encoding.rules;
    match rules.unknown_name() {
        None => Ok(encoding),
        Some(name) => Err(EncodeError::UnknownRule {
            model: setting.model.title().to_string(),
            name: name.to_string(),
            known: rules.list.iter().map(|rule| &*rule.name).collect::<Vec<_>>().join(", "),
        }),
    }
}

/// Assumptions: all threads come to their ends and none to a frontier; some thread comes to one.
fn frontiers(rules: &mut Rules, unfolded: &Unfolded) -> (Option<AssumptionId>, Option<AssumptionId>) {
    let reached: Vec<TermId> = unfolded.frontiers.iter().map(|frontier| frontier.reached).collect();
    let beyond = rules.solver.terms.or_all(reached);
    let within = rules.solver.terms.and_not(unfolded.complete, beyond);
    let mut assume = |name: &str, term: TermId, always: TermId| {
        (term != always).then(|| rules.solver.assumption(name, term))
    };
    (assume("within", within, TermId::TRUE), assume("beyond", beyond, TermId::FALSE))
}

/// One node per event; the halves of a read-modify-write share theirs where `glued`.
fn make_nodes(rules: &mut Rules, unfolded: &Unfolded, glued: bool) -> Vec<solver::EventId> {
    let mut nodes: Vec<solver::EventId> = Vec::with_capacity(unfolded.events.len());
    for (_, event) in unfolded.events.iter_enumerated() {
        let shared = event.write().and_then(|access| access.other_half).filter(|_| glued);
        let node = match shared.and_then(|half| nodes.get(half.0 as usize)) {
            Some(&node) => node,
            None => rules.solver.new_event(""),
        };
        nodes.push(node);
    }
    nodes
}

fn relational(mut rules: Rules, unfolded: Unfolded, setting: &Setting) -> Result<Encoding, EncodeError> {
    let fast = rules.all_fixed() && matches!(setting.model, AnyModel::BuiltIn(_));
    let nodes = make_nodes(&mut rules, &unfolded, fast);
    let global = rules.solver.new_order("global order");
    let coherence = if fast { CoherenceIn::Global(global) } else { CoherenceIn::Own };
    let memory = Memory::new(&mut rules, &unfolded, &nodes, coherence)?;
    let axioms = match &setting.model {
        AnyModel::BuiltIn(model) => built_in(&mut rules, &unfolded, &memory, *model),
        AnyModel::Cat(model) => model.axioms(&mut rules, &unfolded, &memory)?,
        AnyModel::Classical(_) => Vec::new(),
    };
    let is_global = |axiom: &Axiom| axiom.glue.is_some();
    let mut order = None;
    for axiom in &axioms {
        if fast && axiom.implied {
            continue;
        }
        let this = match (axiom.check, is_global(axiom)) {
            (Check::Acyclic, true) => global,
            (Check::Acyclic, false) => rules.solver.new_order(""),
            _ => global,
        };
        if axiom.check == Check::Acyclic {
            order = Some(this);
        }
        require_axiom(&mut rules, &unfolded, &nodes, axiom, this, fast)?;
    }
    let order_of_locks = order.unwrap_or(global);
    exclude(&mut rules, &unfolded, &nodes, order_of_locks)?;
    wake_ups(&mut rules, &unfolded, &mut |rules, a, b| {
        Ok(rules.solver.before(order_of_locks, nodes[a.0 as usize], nodes[b.0 as usize])?)
    })?;
    unwritten_reads(&mut rules, &unfolded, &memory.rf);
    let finals = final_values(&mut rules, &unfolded, &memory.co, &setting.finals);
    let Memory { rf, co, fr, .. } = memory;
    let model = setting.model.clone();
    let (views, within, beyond) = (Vec::new(), None, None);
    Ok(Encoding { rules, unfolded, model, rf, co, fr, order, nodes, finals, views, within, beyond })
}

fn require_axiom(
    rules: &mut Rules,
    unfolded: &Unfolded,
    nodes: &[solver::EventId],
    axiom: &Axiom,
    order: OrderId,
    glued: bool,
) -> Result<(), SolverError> {
    if !rules.selection.has(rules.name(axiom.rule)) && rules.switching == Switching::Fixed {
        return Ok(());
    }
    if matches!(axiom.check, Check::NotEmpty | Check::NotIrreflexive) {
        let mut some = Vec::new();
        for part in &axiom.parts {
            let pairs = part.relation.pairs();
            let counted = pairs.filter(|(a, b, _)| axiom.check == Check::NotEmpty || a == b);
            some.extend(counted.map(|(_, _, term)| term));
        }
        let some = rules.solver.terms.or_all(some);
        rules.require(axiom.rule.everything(), some);
        return Ok(());
    }
    let axiom_label = axiom.rule.everything();
    for part in &axiom.parts {
        for (a, b, condition) in part.relation.pairs() {
            let initial = unfolded.events[a].is_initial() || unfolded.events[b].is_initial();
            if initial && axiom.skip_initial && axiom.check == Check::Acyclic {
                continue;
            }
            let instance = match part.grain {
                Grain::Whole => part.rule.everything(),
                Grain::Pairs => part.rule.pair(a, b),
            };
            match axiom.check {
                Check::Acyclic => {
                    let condition = conditions(rules, condition, &[instance, axiom_label]);
                    edge(rules, unfolded, nodes, axiom, order, (a, b, condition), glued)?;
                }
                Check::Irreflexive if a != b => {}
                _ => {
                    let condition = conditions(rules, condition, &[instance, axiom_label]);
                    let not = rules.solver.terms.not(condition);
                    rules.solver.assert(not);
                }
            }
        }
    }
    Ok(())
}

fn conditions(rules: &mut Rules, condition: TermId, instances: &[Instance]) -> TermId {
    let mut all = condition;
    for &instance in instances {
        let label = rules.label(instance);
        all = rules.solver.terms.and(all, label);
    }
    all
}

fn edge(
    rules: &mut Rules,
    unfolded: &Unfolded,
    nodes: &[solver::EventId],
    axiom: &Axiom,
    order: OrderId,
    (a, b, condition): (EventId, EventId, TermId),
    glued: bool,
) -> Result<(), SolverError> {
    let half = unfolded.events[a].access().and_then(|access| access.other_half);
    let (from, to) = (nodes[a.0 as usize], nodes[b.0 as usize]);
    if glued && half == Some(b) {
        // Inside of a read-modify-write.
        return Ok(());
    }
    if a == b {
        let never = rules.solver.terms.not(condition);
        rules.solver.assert(never);
        return Ok(());
    }
    let within = axiom.glue.is_some() && half == Some(b) && unfolded.events[a].is_read();
    if !within && condition != TermId::FALSE {
        rules.solver.add_guarded_edge(order, condition, from, to)?;
    }
    // pair;ghb: what comes after one half comes after the other.
    if let (Some(rule), Some(half), false) = (axiom.glue, half, glued)
        && half != b
    {
        let write = if unfolded.events[half].is_write() { half } else { a };
        let read = if write == half { a } else { half };
        let label = rules.label(rule.pair(read, write));
        let happens = unfolded.events[write].guard;
        let condition = rules.solver.terms.and_all([condition, happens, label]);
        if condition != TermId::FALSE {
            rules.solver.add_guarded_edge(order, condition, nodes[half.0 as usize], to)?;
        }
    }
    Ok(())
}

/// Sections of one lock do not overlap.
fn exclude(
    rules: &mut Rules,
    unfolded: &Unfolded,
    nodes: &[solver::EventId],
    order: OrderId,
) -> Result<(), SolverError> {
    for (index, one) in unfolded.sections.iter().enumerate() {
        for other in &unfolded.sections[..index] {
            let (x, y) = (&unfolded.events[one.lock], &unfolded.events[other.lock]);
            if one.mutex != other.mutex || x.thread == y.thread {
                continue;
            }
            let rule = mutual_exclusion(other.lock, one.lock);
            let terms = &mut rules.solver.terms;
            let both = terms.and(x.guard, y.guard);
            let first = terms.bool_var("first");
            let second = terms.not(first);
            for (chosen, section, next) in [(first, one, other), (second, other, one)] {
                let terms = &mut rules.solver.terms;
                let chosen = terms.and(both, chosen);
                let ends = terms.or_all(section.unlocks.iter().map(|unlock| unlock.1).collect::<Vec<_>>());
                let given_back = terms.implies(chosen, ends);
                rules.require(rule, given_back);
                for &(unlock, when) in &section.unlocks {
                    let happens = rules.solver.terms.and(chosen, when);
                    let condition = conditions(rules, happens, &[rule]);
                    let (from, to) = (nodes[unlock.0 as usize], nodes[next.lock.0 as usize]);
                    rules.solver.add_guarded_edge(order, condition, from, to)?;
                }
            }
        }
    }
    Ok(())
}

/// The final value of a location is what the last write in coherence order left.
fn final_values(
    rules: &mut Rules,
    unfolded: &Unfolded,
    co: &Relation,
    wanted: &[LocationId],
) -> Vec<(LocationId, TermId)> {
    let mut values = Vec::new();
    for &location in wanted {
        let writes = writes_of(unfolded, location);
        let here = |terms: &mut Terms, id: EventId| {
            let event = &unfolded.events[id];
            let places = event.write().map_or(&[][..], |access| access.places.as_slice());
            let place = places.iter().find(|(place, _)| *place == location);
            terms.and(event.guard, place.map_or(TermId::FALSE, |place| place.1))
        };
        let mut value: Option<TermId> = None;
        for &write in &writes {
            let terms = &mut rules.solver.terms;
            let mut last = vec![here(terms, write)];
            for &other in writes.iter().filter(|&&other| other != write) {
                let happens = here(terms, other);
                let before = co.get(other, write);
                let fits = terms.implies(happens, before);
                last.push(fits);
            }
            let last = terms.and_all(last);
            let Some(written) = unfolded.events[write].write() else { continue };
            value = Some(match value {
                None => written.value,
                Some(other) => terms.ite(last, written.value, other),
            });
        }
        if let Some(value) = value {
            values.push((location, value));
        }
    }
    values
}
