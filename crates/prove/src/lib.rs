//! Unbounded proofs under SC, TSO, PSO and RMO by thread-modular abstract interpretation (paper 000, FRUITTREE).
//!
//! Three methods, each sound by itself, tried in this order until every assertion is proved:
//! 1. the abstract interpreter with the interferences of other threads joined ([`analysis`]);
//! 2. for programs whose threads end, all combinations of what all threads read, put to the order solver at once
//!    ([`finite`]): this reasons across any number of threads, where the paper's rules stop at two;
//! 3. the abstract interpreter once for each combination of interferences that the Datalog rules of the paper's Figures
//!    6 and 7 do not exclude ([`combine`], [`datalog`]).
//!
//! Never reports a violation: what is not proved is an alarm with the flows of values that stand in the way. Whatever is
//! not understood and may be reached makes the answer `unknown`. An execution that misuses memory ends there; that it
//! does not is not proved here.

mod analysis;
mod combine;
mod datalog;
mod domain;
mod finite;
mod flatten;
mod order;
mod result;

pub use result::*;

use analysis::Analysis;
use flatten::AssertionSite;
use ir::{AssertKind, Program, Span};
use model::Model;
use rustc_hash::FxHashMap;
use std::time::Instant;
use verdict::{Place, Scope, Verdict};

/// Tries to prove every assertion of a program in every execution under a model.
pub fn prove(program: &Program, config: &ProveConfig) -> ProveResult {
    let mut attempt = Attempt::new(program, config);
    attempt.run();
    attempt.finish()
}

/// The assertions on their way from open to proved.
struct Attempt<'a> {
    program: &'a Program,
    config: ProveConfig,
    deadline: Option<Instant>,
    results: Vec<AssertionResult>,
    sites: FxHashMap<AssertionSite, usize>,
    statistics: Statistics,
    trouble: Option<(String, Span)>,
}

fn open() -> Status {
    Status::NotProved { reason: "not looked at".into(), combination: Vec::new() }
}

impl<'a> Attempt<'a> {
    fn new(program: &'a Program, config: &ProveConfig) -> Self {
        let mut results = Vec::new();
        let mut sites = FxHashMap::default();
        for assertion in flatten::assertions(program) {
            sites.insert(assertion.site, results.len());
            results.push(AssertionResult {
                kind: assertion.kind,
                message: assertion.message,
                span: assertion.span,
                status: open(),
                invariant: None,
            });
        }
        if let Some(condition) = &program.condition {
            results.push(AssertionResult {
                kind: AssertKind::Final,
                message: condition.to_string().into(),
                span: Span::NONE,
                status: open(),
                invariant: None,
            });
        }
        let mut config = config.clone();
        if config.interference == Interference::Sc {
            config.model = Model::SC;
        }
        let deadline = config.timeout.map(|time| Instant::now() + time);
        let statistics = Statistics::default();
        Attempt { program, config, deadline, results, sites, statistics, trouble: None }
    }

    fn run(&mut self) {
        let mut analysis = Analysis::new(self.program, &self.config, self.deadline);
        analysis.run();
        self.statistics.threads = analysis.threads.len();
        self.statistics.rounds = analysis.rounds;
        self.statistics.stores = analysis.stores.len();
        self.statistics.loads = analysis.n_loads();
        let usable = analysis.poison.is_none();
        if usable {
            self.joined(&mut analysis);
        } else {
            self.trouble = analysis.poison.clone();
        }
        let more = self.config.interference != Interference::Oblivious;
        if more && self.is_open() && self.config.interference != Interference::Datalog && self.finite() {
            return;
        }
        if more && usable && self.is_open() {
            self.combinations(&mut analysis);
            if let Some(poison) = analysis.poison {
                self.give_up(&poison.0);
            }
        }
    }

    fn is_open(&self) -> bool {
        self.results.is_empty() && self.trouble.is_some()
            || self.results.iter().any(|result| matches!(result.status, Status::NotProved { .. }))
    }

    /// What holds whatever other threads store.
    fn joined(&mut self, analysis: &mut Analysis<'_>) {
        let alarms = analysis.alarms();
        let alarming = |site: &AssertionSite| alarms.iter().any(|alarm| alarm.site == *site);
        if analysis.poison.is_some() {
            self.trouble = analysis.poison.clone();
            return;
        }
        for (site, &index) in &self.sites {
            self.results[index].status = match alarming(site) {
                false => Status::Proved(Method::Joined),
                true => Status::NotProved {
                    reason: "the values that other threads may store allow it to fail".into(),
                    combination: Vec::new(),
                },
            };
        }
        for (site, texts) in analysis.invariants.take().into_iter().flatten() {
            if let Some(&index) = self.sites.get(&site) {
                let texts: Vec<String> = texts.into_iter().filter(|text| !text.is_empty()).collect();
                self.results[index].invariant = Some(texts.join("; or "));
            }
        }
        if self.program.condition.is_some()
            && let Some(last) = self.results.last_mut()
        {
            last.status = match analysis.condition_is_impossible() {
                true => Status::Proved(Method::Joined),
                false => Status::NotProved {
                    reason: "the values that threads may store allow it".into(),
                    combination: Vec::new(),
                },
            };
        }
    }

    /// All threads at once. False: the program is not of that kind.
    fn finite(&mut self) -> bool {
        let limits = finite::Limits {
            deadline: self.deadline,
            interrupt: self.config.interrupt.clone(),
            ..finite::Limits::default()
        };
        let alarms = match finite::prove(self.program, self.config.model, &limits, &mut self.statistics) {
            Ok(alarms) => alarms,
            Err(refusal) => {
                if self.trouble.is_some() {
                    self.trouble = Some(refusal.words());
                }
                return false;
            }
        };
        self.trouble = None;
        for result in &mut self.results {
            if !matches!(result.status, Status::Proved(_)) {
                result.status = Status::Proved(Method::Solver);
            }
        }
        for alarm in alarms {
            let status =
                Status::NotProved { reason: "some execution may do so".into(), combination: alarm.flows };
            let same = |r: &AssertionResult| {
                r.kind == alarm.kind
                    && r.message == alarm.message
                    && (r.span == alarm.span || !r.span.is_known() || !alarm.span.is_known())
            };
            match self.results.iter_mut().find(|result| same(result)) {
                Some(result) => result.status = status,
                None => self.results.push(AssertionResult {
                    kind: alarm.kind,
                    message: alarm.message,
                    span: alarm.span,
                    status,
                    invariant: None,
                }),
            }
        }
        true
    }

    /// Each feasible combination of interferences by itself.
    fn combinations(&mut self, analysis: &mut Analysis<'_>) {
        let alarms = analysis.alarms();
        let mut standing: FxHashMap<usize, Vec<Flow>> = FxHashMap::default();
        for alarm in &alarms {
            let Some(&index) = self.sites.get(&alarm.site) else { continue };
            if standing.contains_key(&index) || matches!(self.results[index].status, Status::Proved(_)) {
                continue;
            }
            if let Some(flows) = combine::stands(analysis, alarm, &self.config, &mut self.statistics) {
                standing.insert(index, flows);
            }
        }
        for &index in self.sites.values() {
            if matches!(self.results[index].status, Status::Proved(_)) {
                continue;
            }
            self.results[index].status = match standing.remove(&index) {
                None => Status::Proved(Method::Combinations),
                Some(combination) => Status::NotProved {
                    reason: "a combination of stores of other threads may make it fail".into(),
                    combination,
                },
            };
        }
    }

    fn give_up(&mut self, reason: &str) {
        for result in &mut self.results {
            result.status = Status::NotProved { reason: reason.to_string(), combination: Vec::new() };
        }
    }

    fn finish(mut self) -> ProveResult {
        if let Some((reason, span)) = self.trouble.take() {
            self.give_up(&reason);
            let verdict = Verdict::Unknown { reason, place: Place::of(self.program, span) };
            return ProveResult { verdict, assertions: self.results, statistics: self.statistics };
        }
        let failed = self.results.iter().find_map(|result| match &result.status {
            Status::NotProved { reason, .. } => Some((result, reason)),
            Status::Proved(_) => None,
        });
        let verdict = match failed {
            None => Verdict::Safe { scope: Scope::Unbounded },
            Some((result, reason)) => Verdict::Unknown {
                reason: format!("not proved: {} ({reason})", result.message),
                place: Place::of(self.program, result.span),
            },
        };
        ProveResult { verdict, assertions: self.results, statistics: self.statistics }
    }
}
