//! All final states that a model lets a program reach, by solving and blocking what was seen.
//!
//! Each call of the solver yields a new final state; how many executions lead to it does not matter. Threads that are
//! alike but for the names of their registers make states that are permutations of each other: of those one is asked
//! for and the others follow.

use crate::causes::{circle, may_invent_values};
use crate::encode::{AnyModel, EncodeError, Encoding, Setting, encode};
use crate::events::{LocationId, ThreadId, Unfolded};
use crate::rules::{Selection, Switching};
use crate::symmetry::Symmetry;
use crate::unfold::{Options, UnfoldError, unfold};
use ir::{Observable, Program, Prop, Quantifier, Ty};
use lift::bits;
use solver::{AssumptionId, Model as Assignment, Outcome, SolverError, TermId, UnknownReason};
use std::collections::BTreeSet;
use std::sync::Arc;
use thiserror::Error;

/// A final state: a value for each name of [`Results::names`].
pub type State = Vec<i128>;

/// What the model lets happen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Results {
    pub names: Vec<Arc<str>>,
    pub states: BTreeSet<State>,
    /// How many states satisfy the proposition, and how many do not.
    pub n_positive: usize,
    pub n_negative: usize,
    /// Why there may be more: a bound that was reached, or something not supported.
    pub incomplete: Option<String>,
    /// Calls of the solver.
    pub n_solves: usize,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum LitmusError {
    #[error(transparent)]
    Unfold(#[from] UnfoldError),
    #[error(transparent)]
    Encode(#[from] EncodeError),
    #[error("the solver gave up: {0:?}")]
    GaveUp(UnknownReason),
    #[error("{0}")]
    Other(String),
}

impl From<SolverError> for LitmusError {
    fn from(error: SolverError) -> Self {
        LitmusError::Encode(EncodeError::Solver(error))
    }
}

impl Results {
    /// Whether some reachable state satisfies the proposition.
    pub fn allowed(&self) -> bool {
        self.n_positive > 0
    }
    /// `Never`, `Sometimes` or `Always`, as herd says.
    pub fn observation(&self) -> &'static str {
        match (self.n_positive, self.n_negative) {
            (0, _) => "Never",
            (_, 0) => "Always",
            _ => "Sometimes",
        }
    }
    /// Whether the line holds as it is written.
    pub fn holds(&self, quantifier: Quantifier) -> bool {
        match quantifier {
            Quantifier::Exists => self.n_positive > 0,
            Quantifier::NotExists => self.n_positive == 0,
            Quantifier::Forall => self.n_negative == 0,
        }
    }
}

/// Something to observe: its name, its term and its type.
#[derive(Clone, Debug)]
pub(crate) struct Observed {
    pub name: Arc<str>,
    pub term: TermId,
    pub ty: Ty,
}

/// What a program asks: its own condition, or for C without one, whether an assertion can fail.
#[derive(Clone, Debug)]
pub struct Question {
    pub quantifier: Quantifier,
    pub prop: Option<Prop>,
    pub observed: Vec<Observable>,
}

impl Question {
    pub fn of(program: &Program) -> Question {
        match &program.condition {
            Some(condition) => Question {
                quantifier: condition.quantifier,
                prop: Some(condition.prop.clone()),
                observed: condition.observed.clone(),
            },
            None => {
                Question { quantifier: Quantifier::NotExists, prop: None, observed: scalar_globals(program) }
            }
        }
    }
}

/// Global integers of the user: what a C program without a condition is observed by.
fn scalar_globals(program: &Program) -> Vec<Observable> {
    let scalar = |global: &ir::Global| {
        matches!(global.size, 1 | 2 | 4 | 8)
            && !global.thread_local
            && !global.constant
            && global.init.relocations.is_empty()
            && global.span.is_known()
    };
    let globals = program.globals.iter_enumerated().filter(|(_, global)| scalar(global));
    globals
        .map(|(id, data)| Observable::Memory {
            global: id,
            offset: 0,
            ty: Ty::Int(8 * data.size as u8),
            name: data.name.clone(),
        })
        .collect()
}

/// A program under a model, ready to be asked.
#[derive(Debug)]
pub struct Session {
    pub encoding: Encoding,
    pub question: Question,
    pub(crate) observed: Vec<Observed>,
    /// The proposition of the question.
    pub(crate) prop: TermId,
    pub(crate) n_solves: usize,
    max_states: usize,
    /// Whether values out of thin air have to be looked for.
    causal: bool,
}

/// Executions in which a value is its own cause, until the search for another is given up.
const MAX_CIRCULAR: usize = 1000;

/// Without some rules a register can hold anything: so many states are enough to see that.
const MAX_STATES_WITHOUT_RULES: usize = 1000;

impl Session {
    pub fn new(
        program: &Program,
        model: &AnyModel,
        selection: &Selection,
        switching: Switching,
        options: &Options,
    ) -> Result<Session, LitmusError> {
        Session::with_question(program, model, selection, switching, options, Question::of(program))
    }

    pub fn with_question(
        program: &Program,
        model: &AnyModel,
        selection: &Selection,
        switching: Switching,
        options: &Options,
        question: Question,
    ) -> Result<Session, LitmusError> {
        // What can be switched off must be spelled out.
        let spelled_out = switching == Switching::Instances || *selection != Selection::All;
        let locals = spelled_out && matches!(model, AnyModel::Classical(_));
        let model_of = match model {
            AnyModel::BuiltIn(model) => Some(*model),
            _ => None,
        };
        let wanted = Options { locals, free_reads: spelled_out, model: model_of, ..*options };
        let (unfolded, terms) = unfold(program, &wanted, &question.observed)?;
        let layout = ir::Layout::of(program);
        let mut finals = Vec::new();
        for observable in &question.observed {
            finals.extend(locations_of(&unfolded, &layout, observable));
        }
        let setting = Setting { model: model.clone(), selection: selection.clone(), switching, finals };
        let mut encoding = encode(unfolded, terms, &setting)?;
        let mut observed = Vec::new();
        for observable in &question.observed {
            observed.push(observe(&mut encoding, &layout, observable));
        }
        let prop = match &question.prop {
            Some(prop) => crate::question::proposition(&mut encoding, &layout, prop)?,
            None => {
                let fails: Vec<TermId> = encoding.unfolded.assertions.iter().map(|item| item.fails).collect();
                encoding.rules.solver.terms.or_all(fails)
            }
        };
        let few = if spelled_out { MAX_STATES_WITHOUT_RULES } else { options.max_states };
        let max_states = few.min(options.max_states);
        let causal = may_invent_values(model) && *selection == Selection::All;
        Ok(Session { encoding, question, observed, prop, n_solves: 0, max_states, causal })
    }

    pub fn names(&self) -> Vec<Arc<str>> {
        self.observed.iter().map(|observed| observed.name.clone()).collect()
    }

    pub(crate) fn solve(&mut self, extra: &[AssumptionId]) -> Result<Option<Assignment>, LitmusError> {
        let mut assumptions = self.encoding.rules.assumptions();
        assumptions.extend(self.encoding.within);
        assumptions.extend_from_slice(extra);
        for _ in 0..MAX_CIRCULAR {
            self.n_solves += 1;
            let assignment = match self.encoding.rules.solver.solve(&assumptions)? {
                Outcome::Sat(assignment) => assignment,
                Outcome::Unsat(_) => return Ok(None),
                Outcome::Unknown(reason) => return Err(LitmusError::GaveUp(reason)),
            };
            let circle = self.causal.then(|| circle(&mut self.encoding, &assignment)).flatten();
            let Some(circle) = circle else { return Ok(Some(assignment)) };
            let never = self.encoding.rules.solver.terms.not(circle);
            self.encoding.rules.solver.assert(never);
        }
        Err(LitmusError::Other(format!("more than {MAX_CIRCULAR} executions out of thin air")))
    }

    /// The state of one execution.
    pub(crate) fn state(&self, assignment: &Assignment) -> State {
        let mut evaluator = assignment.evaluator(&self.encoding.rules.solver.terms);
        let value = |observed: &Observed| interp::eval::signed(evaluator.bits(observed.term), observed.ty);
        self.observed.iter().map(value).collect()
    }

    /// All states. Temporary in a session with switches: what is blocked is blocked for this call only.
    pub fn states(&mut self, symmetry: &Symmetry) -> Result<Results, LitmusError> {
        let live = self.encoding.rules.solver.terms.bool_var("enumeration");
        let live_assumption = self.encoding.rules.solver.assumption("enumeration", live);
        self.break_symmetry(symmetry, live)?;
        let mut states: BTreeSet<State> = BTreeSet::new();
        let (mut n_positive, mut n_negative) = (0, 0);
        let before = self.n_solves;
        let mut too_many = None;
        while let Some(assignment) = self.solve(&[live_assumption])? {
            if states.len() >= self.max_states {
                too_many = Some(format!("more than {} final states", self.max_states));
                break;
            }
            let state = self.state(&assignment);
            let fails = assignment.bool(&self.encoding.rules.solver.terms, self.prop);
            for state in symmetry.orbit(&state) {
                if states.contains(&state) && self.question.prop.is_some() {
                    continue;
                }
                let positive = self.satisfies(&state).unwrap_or(fails);
                let seen = self.is_state(&state);
                let terms = &mut self.encoding.rules.solver.terms;
                // Without a proposition over states, one state can come with and without a failure.
                let mut differs = terms.not(seen);
                if self.question.prop.is_none() {
                    let other = if positive { terms.not(self.prop) } else { self.prop };
                    differs = terms.or(differs, other);
                }
                let blocks = terms.implies(live, differs);
                self.encoding.rules.solver.assert(blocks);
                states.insert(state);
                *if positive { &mut n_positive } else { &mut n_negative } += 1;
            }
        }
        let incomplete = self.incomplete()?.or(too_many);
        let n_solves = self.n_solves - before;
        Ok(Results { names: self.names(), states, n_positive, n_negative, incomplete, n_solves })
    }

    /// Whether a state satisfies the proposition; `None` where the question is not about states.
    fn satisfies(&self, state: &State) -> Option<bool> {
        let value = |observable: &Observable| {
            let place = self.question.observed.iter().position(|other| other == observable);
            place.and_then(|place| state.get(place)).copied().unwrap_or(0)
        };
        self.question.prop.as_ref().map(|prop| prop.eval(&value))
    }

    /// Where `live` holds, alike threads begin in order.
    fn break_symmetry(&mut self, symmetry: &Symmetry, live: TermId) -> Result<(), LitmusError> {
        let Some(order) = self.encoding.order else { return Ok(()) };
        let Encoding { rules, unfolded, nodes, .. } = &mut self.encoding;
        // The first thread is the one that starts the others.
        let begin = |number: usize| {
            let thread = unfolded.threads.get(ThreadId(number as u32 + 1))?;
            let first = thread.events.iter().find(|&&id| unfolded.events[id].is_access())?;
            (unfolded.events[*first].guard == TermId::TRUE).then(|| nodes[first.0 as usize])
        };
        for swap in symmetry.swaps() {
            if let (Some(a), Some(b)) = (begin(swap.threads.0), begin(swap.threads.1)) {
                rules.solver.add_guarded_edge(order, live, a, b)?;
            }
        }
        Ok(())
    }

    fn is_state(&mut self, state: &State) -> TermId {
        let terms = &mut self.encoding.rules.solver.terms;
        let mut same = Vec::with_capacity(state.len());
        for (observed, &value) in self.observed.iter().zip(state) {
            let bits = terms.bits_const(value as u128 & observed.ty.mask(), observed.ty.bits());
            same.push(terms.eq(observed.term, bits));
        }
        terms.and_all(same)
    }

    /// What the unfolding left out, if it can be reached.
    pub fn incomplete(&mut self) -> Result<Option<String>, LitmusError> {
        if self.encoding.unfolded.frontiers.is_empty() {
            return Ok(None);
        }
        let mut assumptions = self.encoding.rules.assumptions();
        assumptions.extend(self.encoding.beyond);
        match self.encoding.rules.solver.solve(&assumptions)? {
            Outcome::Sat(model) => {
                let mut evaluator = model.evaluator(&self.encoding.rules.solver.terms);
                let reached =
                    self.encoding.unfolded.frontiers.iter().find(|item| evaluator.bool(item.reached));
                Ok(reached.map(|frontier| frontier.reason.clone()))
            }
            Outcome::Unsat(_) => Ok(None),
            Outcome::Unknown(reason) => Err(LitmusError::GaveUp(reason)),
        }
    }

    /// Whether the proposition of the question can be satisfied (`wanted` true) or violated.
    pub fn possible(&mut self, wanted: bool) -> Result<bool, LitmusError> {
        let prop = if wanted { self.prop } else { self.encoding.rules.solver.terms.not(self.prop) };
        let asked = self.encoding.rules.solver.assumption("question", prop);
        Ok(self.solve(&[asked])?.is_some())
    }
}

/// The places that an observable in memory consists of, from the lowest on; none if they do not fit into it.
pub(crate) fn locations_of(
    unfolded: &Unfolded,
    layout: &ir::Layout,
    observable: &Observable,
) -> Vec<LocationId> {
    let Observable::Memory { global, offset, ty, .. } = observable else { return Vec::new() };
    let start = layout.global(*global).wrapping_add(*offset);
    let end = start + ty.bytes();
    let meets = |place: &&crate::events::Location| {
        !place.hidden && place.addr < end && start < place.addr + place.size
    };
    let ids = unfolded.locations.iter_enumerated().filter(|(_, place)| meets(place));
    let mut found: Vec<(u64, LocationId)> = ids.map(|(id, place)| (place.addr, id)).collect();
    found.sort_unstable();
    let within = |&(addr, id): &(u64, LocationId)| start <= addr && addr + unfolded.locations[id].size <= end;
    if found.iter().all(within) { found.into_iter().map(|(_, id)| id).collect() } else { Vec::new() }
}

/// The term of an observable's final value: what a thread observed last, or the last write.
pub(crate) fn observe(encoding: &mut Encoding, layout: &ir::Layout, observable: &Observable) -> Observed {
    let name: Arc<str> = observable.name().into();
    let Encoding { rules, unfolded, finals, .. } = encoding;
    let terms = &mut rules.solver.terms;
    match observable {
        Observable::Register { name: register } => {
            let seen: Vec<_> = unfolded.observations.iter().filter(|item| item.name == *register).collect();
            let ty = seen.first().map_or(Ty::I64, |item| item.ty);
            let mut term = terms.bits_const(0, ty.bits());
            for item in seen {
                let value = bits(terms, item.value);
                let value = terms.resize_unsigned(value, ty.bits());
                term = terms.ite(item.guard, value, term);
            }
            Observed { name, term, ty }
        }
        Observable::Memory { ty, .. } => {
            let places = locations_of(unfolded, layout, observable);
            let value_of =
                |id: LocationId| finals.iter().find(|(place, _)| *place == id).map(|(_, value)| *value);
            let parts = places.into_iter().filter_map(value_of);
            let whole: Option<TermId> =
                parts.fold(None, |low, part| Some(low.map_or(part, |low| terms.concat(part, low))));
            let term = whole.unwrap_or_else(|| terms.bits_const(0, 8 * ty.bytes() as u32));
            Observed { name, term: terms.resize_unsigned(term, ty.bits()), ty: *ty }
        }
    }
}

/// All final states of a program under a model.
pub fn outcomes(
    program: &Program,
    model: &AnyModel,
    selection: &Selection,
    options: &Options,
) -> Result<Results, LitmusError> {
    let mut session = Session::new(program, model, selection, Switching::Fixed, options)?;
    let symmetry = Symmetry::of(program, &session.question.observed);
    session.states(&symmetry)
}

/// Whether some reachable state satisfies the proposition, and whether some does not (asked only where `both`).
pub fn verdict(
    program: &Program,
    model: &AnyModel,
    selection: &Selection,
    options: &Options,
) -> Result<Verdict, LitmusError> {
    let mut session = Session::new(program, model, selection, Switching::Fixed, options)?;
    let symmetry = Symmetry::of(program, &session.question.observed);
    if session.question.prop.as_ref().is_some_and(|prop| symmetry.leaves(prop, &session.question.observed)) {
        session.break_symmetry(&symmetry, TermId::TRUE)?;
    }
    let allowed = session.possible(true)?;
    let always = allowed && !session.possible(false)?;
    let incomplete = session.incomplete()?;
    Ok(Verdict { allowed, always, incomplete })
}

/// The verdict on a question, without the states.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// Some reachable final state satisfies the proposition.
    pub allowed: bool,
    /// All do.
    pub always: bool,
    pub incomplete: Option<String>,
}

impl Verdict {
    pub fn observation(&self) -> &'static str {
        match (self.allowed, self.always) {
            (false, _) => "Never",
            (true, true) => "Always",
            (true, false) => "Sometimes",
        }
    }
    pub fn holds(&self, quantifier: Quantifier) -> bool {
        match quantifier {
            Quantifier::Exists => self.allowed,
            Quantifier::NotExists => !self.allowed,
            Quantifier::Forall => self.always,
        }
    }
}
