//! The solver: assert terms and orders, solve under named assumptions, read models and cores.
//!
//! Incremental without push and pop: what is asserted stays; anything temporary is an assumption. Models are complete
//! (every term has a value, every placed event a position).

use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;

use cadical_sys::{CaDiCal, Status, Terminator};
use limits::{Limits, Stop};
use rustc_hash::FxHashMap;

use crate::blast::Blaster;
use crate::compile::Progress;
use crate::model::Model;
use crate::orders::Specification;
use crate::stats::Statistics;
use crate::theory::Theory;
use crate::{AssumptionId, SolverError, Sort, TermId, Terms};

/// Settings that do not change answers, only how fast they come. The defaults are what measured best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Emit only the half of a gate's clauses that its polarity needs.
    pub polarity_aware: bool,
    /// Tie sum and carry of adders by redundant clauses.
    pub link_adders: bool,
    /// Decide reads-from literals before anything else.
    pub decide_reads_from: bool,
    /// Orders with up to this many nodes keep a transitive closure; larger ones a dynamic topological order.
    pub closure_limit: usize,
    /// Options of the SAT solver, by name.
    pub sat_options: Vec<(String, i32)>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            polarity_aware: true,
            link_adders: false,
            decide_reads_from: false,
            closure_limit: 4096,
            // Chronological backtracking and clause shrinking do not pay with a propagator: on the fib family they cost
            // 1.3 to 2 times the conflicts.
            // With a propagator each step may take long: the limits are looked at in every one.
            sat_options: vec![("chrono".into(), 0), ("shrink".into(), 0), ("terminateint".into(), 0)],
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownReason {
    Stopped(Stop),
    /// [`Solver::max_conflicts`] was reached.
    ConflictLimit,
}

#[derive(Clone, Debug)]
pub enum Outcome {
    Sat(Model),
    /// Assumptions that cannot hold together; empty if the assertions alone cannot hold.
    Unsat(Vec<AssumptionId>),
    Unknown(UnknownReason),
}

impl Outcome {
    pub fn is_sat(&self) -> bool {
        matches!(self, Outcome::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Outcome::Unsat(_))
    }
}

/// The limits as the SAT solver asks for them.
struct Watchdog(Limits);

impl Terminator for Watchdog {
    fn terminated(&mut self) -> bool {
        self.0.are_reached()
    }
}

pub(crate) struct Assumption {
    name: String,
    term: TermId,
}

pub struct Solver {
    pub terms: Terms,
    /// When to give up.
    pub limits: Limits,
    /// Conflicts of one call of [`Solver::solve`].
    pub max_conflicts: Option<u32>,
    pub(crate) blaster: Blaster,
    pub(crate) specification: Specification,
    pub(crate) theory: Rc<RefCell<Theory>>,
    pub(crate) progress: Progress,
    pub(crate) asserted: Vec<TermId>,
    /// Order atoms to be compiled even if they occur nowhere.
    pub(crate) tracked: Vec<TermId>,
    pub(crate) assumptions: Vec<Assumption>,
    /// SAT variables up to here existed at an earlier solve.
    pub(crate) sealed_vars: i32,
    pub(crate) aliases: FxHashMap<i32, i32>,
    pub(crate) new_observed: Vec<i32>,
    /// The specification was too large for the limits and is half compiled.
    given_up: Option<UnknownReason>,
    sat: CaDiCal,
    statistics: Statistics,
}

impl std::fmt::Debug for Solver {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Solver").field("statistics", &self.statistics()).finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Self {
        Self::new()
    }
}

impl Solver {
    pub fn new() -> Self {
        Self::with_options(&Options::default())
    }

    pub fn with_options(options: &Options) -> Self {
        let mut sat = CaDiCal::new();
        for (name, value) in &options.sat_options {
            if CaDiCal::is_valid_option(name) {
                sat.set(name, *value);
            }
        }
        let theory = Rc::new(RefCell::new(Theory::new(options.closure_limit, options.decide_reads_from)));
        sat.connect_external_propagator(Rc::clone(&theory));
        Solver {
            terms: Terms::new(),
            limits: Limits::default(),
            max_conflicts: None,
            blaster: Blaster::new(options.polarity_aware, options.link_adders),
            specification: Specification::default(),
            theory,
            progress: Progress::default(),
            asserted: Vec::new(),
            tracked: Vec::new(),
            assumptions: Vec::new(),
            sealed_vars: 0,
            aliases: FxHashMap::default(),
            new_observed: Vec::new(),
            given_up: None,
            sat,
            statistics: Statistics::default(),
        }
    }

    /// Requires `term` from now on.
    pub fn assert(&mut self, term: TermId) {
        if self.terms.sort(term) == Sort::Bool {
            self.asserted.push(term);
        } else {
            let found = self.terms.sort(term);
            self.terms.ill_sorted("assert", found, Sort::Bool);
        }
    }

    /// Requires `conclusion` where `premise` holds.
    pub fn assert_not(&mut self, term: TermId) {
        let not = self.terms.not(term);
        self.assert(not);
    }

    pub fn assert_implies(&mut self, premise: TermId, conclusion: TermId) {
        let rule = self.terms.implies(premise, conclusion);
        self.assert(rule);
    }
    /// Requires that both hold or neither.
    pub fn assert_iff(&mut self, a: TermId, b: TermId) {
        let same = self.terms.iff(a, b);
        self.assert(same);
    }
    /// Requires that no two of these hold.
    pub fn assert_at_most_one(&mut self, terms: &[TermId]) {
        let one = self.terms.at_most_one(terms);
        self.assert(one);
    }

    /// A named assumption, to be used in any number of calls of `solve`.
    pub fn assumption(&mut self, name: impl Into<String>, term: TermId) -> AssumptionId {
        let id = AssumptionId(self.assumptions.len() as u32);
        let term = match self.terms.sort(term) {
            Sort::Bool => term,
            found => self.terms.ill_sorted("assumption", found, Sort::Bool),
        };
        self.assumptions.push(Assumption { name: name.into(), term });
        id
    }

    pub fn assumption_name(&self, id: AssumptionId) -> &str {
        self.assumptions.get(id.index()).map_or("", |assumption| &assumption.name)
    }

    pub fn solve(&mut self, assumptions: &[AssumptionId]) -> Result<Outcome, SolverError> {
        if let Some(error) = self.terms.error() {
            return Err(error.clone());
        }
        let start = Instant::now();
        let limits = self.limits.clone();
        if let Some(reason) = self.given_up.or_else(|| limits.reached().map(UnknownReason::Stopped)) {
            return Ok(Outcome::Unknown(reason));
        }
        let mut assumed: Vec<(AssumptionId, i32)> = Vec::new();
        for &id in assumptions {
            let Some(assumption) = self.assumptions.get(id.index()) else {
                return Err(SolverError::UnknownId { kind: "assumption", id: id.0 });
            };
            let lit = self.blaster.lit(&self.terms, assumption.term);
            assumed.push((id, self.blaster.gates.require_true(lit)));
        }
        // Half a problem is no problem to be solved later: whoever gives up here gives up for good.
        self.given_up = self.compile(&limits).err().map(UnknownReason::Stopped);
        self.statistics.encode_time += start.elapsed();
        if let Some(reason) = self.given_up {
            return Ok(Outcome::Unknown(reason));
        }
        self.flush();
        let start = Instant::now();
        let outcome = self.search(&assumed, &limits);
        self.statistics.solve_time += start.elapsed();
        self.statistics.solves += 1;
        Ok(outcome)
    }

    /// Hands new observed variables and clauses to the SAT solver, in this order.
    fn flush(&mut self) {
        for var in self.new_observed.drain(..) {
            self.sat.add_observed_var(var);
        }
        for literal in self.blaster.gates.clauses.drain(..) {
            self.sat.add(literal);
        }
        self.sealed_vars = self.blaster.gates.n_sat_vars();
    }

    fn search(&mut self, assumed: &[(AssumptionId, i32)], limits: &Limits) -> Outcome {
        for &(_, literal) in assumed {
            self.sat.assume(literal);
        }
        if limits.is_any() {
            self.sat.connect_terminator(Watchdog(limits.clone()));
        }
        if let Some(conflicts) = self.max_conflicts {
            self.sat.limit("conflicts", i32::try_from(conflicts).unwrap_or(i32::MAX));
        }
        let status = self.sat.solve();
        self.sat.disconnect_terminator();
        match status {
            Status::SATISFIABLE => Outcome::Sat(self.read_model()),
            Status::UNSATISFIABLE => Outcome::Unsat(self.read_core(assumed)),
            Status::UNKNOWN => {
                let stopped = limits.reached().map(UnknownReason::Stopped);
                Outcome::Unknown(stopped.unwrap_or(UnknownReason::ConflictLimit))
            }
        }
    }

    fn read_core(&mut self, assumed: &[(AssumptionId, i32)]) -> Vec<AssumptionId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut core = Vec::new();
        for &(id, literal) in assumed {
            if self.sat.failed(literal) && seen.insert(literal) {
                core.push(id);
            }
        }
        core
    }

    fn read_model(&mut self) -> Model {
        let mut model = Model::default();
        for &leaf in &self.blaster.leaves {
            let mut value = 0u128;
            for (index, &bit) in self.blaster.leaf_bits(leaf).iter().enumerate() {
                if let Some(literal) = self.blaster.gates.known_sat(bit)
                    && self.sat.val(literal) > 0
                {
                    value |= 1 << index;
                }
            }
            model.values.insert(leaf, value);
        }
        let orders = self.theory.borrow_mut().take_model_orders();
        for (nodes, order) in orders.into_iter().zip(&self.specification.orders) {
            let events: Vec<_> =
                nodes.iter().flat_map(|&node| order.nodes[node as usize].iter().copied()).collect();
            let positions = events.iter().enumerate().map(|(index, &event)| (event, index as u32)).collect();
            model.orders.push(events);
            model.positions.push(positions);
        }
        model
    }

    /// Drops assumptions from an unsatisfiable set until none can be dropped. The flag is false if a limit left some
    /// question open, so that the set may not be minimal.
    pub fn minimise_core(&mut self, core: &[AssumptionId]) -> Result<(Vec<AssumptionId>, bool), SolverError> {
        let mut needed: Vec<AssumptionId> = Vec::new();
        let mut open: Vec<AssumptionId> = core.to_vec();
        let mut minimal = true;
        while let Some(candidate) = open.pop() {
            let trial: Vec<AssumptionId> = needed.iter().chain(&open).copied().collect();
            match self.solve(&trial)? {
                Outcome::Unsat(smaller) => open.retain(|id| smaller.contains(id)),
                Outcome::Sat(_) => needed.push(candidate),
                Outcome::Unknown(_) => {
                    minimal = false;
                    needed.push(candidate);
                }
            }
        }
        needed.sort_unstable();
        Ok((needed, minimal))
    }

    pub fn statistics(&self) -> Statistics {
        let theory = self.theory.borrow();
        Statistics {
            terms: self.terms.len(),
            gates: self.blaster.gates.len(),
            sat_variables: self.blaster.gates.n_sat_vars(),
            clauses: self.blaster.gates.n_clauses,
            observed: theory.sat_vars.len() - 1,
            events: self.specification.event_names.len(),
            orders: self.specification.orders.len(),
            conditional_edges: theory.entries.len(),
            fixed_edges: theory.orders.iter().map(|order| order.fixed.len()).sum(),
            conflicts: self.sat.get_statistic_value("conflicts"),
            decisions: self.sat.get_statistic_value("decisions"),
            propagations: self.sat.get_statistic_value("propagations"),
            theory: theory.statistics.clone(),
            ..self.statistics.clone()
        }
    }

    pub(crate) fn assumption_terms(&self) -> impl Iterator<Item = (&str, TermId)> {
        self.assumptions.iter().map(|assumption| (assumption.name.as_str(), assumption.term))
    }
}
