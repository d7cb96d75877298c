//! Unbounded proofs under SC, TSO, PSO and RMO by thread-modular abstract interpretation (FRUITTREE).
//!
//! Four methods, each sound by itself, tried in this order until every assertion is proved:
//! 1. the abstract interpreter with the interferences of other threads joined ([`analysis`]);
//! 2. for programs whose threads end, all combinations of what all threads read, put to the order solver at once
//!    ([`finite`]): this reasons across any number of threads, where the paper's rules stop at two;
//! 3. the abstract interpreter once for each combination of interferences that the Datalog rules of the paper's Figures
//!    6 and 7 do not exclude ([`combine`], [`datalog`]);
//! 4. under SC, and for programs without data races under TSO and PSO, all states of all threads, with threads counted
//!    and values as symbols where they are many ([`product`]).
//!
//! Never reports a violation: what is not proved is an alarm with the flows of values that stand in the way. Whatever is
//! not understood and may be reached makes the answer `unknown`. An execution that misuses memory ends there; that it
//! does not is not proved here.
//!
//! # For whoever runs this beside other engines
//! - [`ProveConfig::timeout`] is for everything; [`ProveConfig::interrupt`] stops it from outside (also when memory runs
//!   out: limits on the size of what is built are in [`finite`] and [`flatten`], the rest is for who watches the
//!   process). Whatever was proved until then stays proved.
//! - [`ProveResult::assertions`] has each assertion of the program's text once, [`AssertionResult::status`] says proved or
//!   not, and why. Its [`AssertionResult::obligation`] is kind, span and message as in a [`verdict::Failure`].
//! - [`ProveResult::is_proved`] answers for such a name, minding that several assertions may share one and that
//!   one in a library function is named by the lines of its calls. A proved assertion fails in no execution in
//!   which each thread gets past its assertions before: `check` may take it as an assumption.
//! - [`ProveConfig::progress`] is filled while it works: an obligation in it is met for good.
//! - `verdict` speaks of assertions only. Races, deadlocks and misuse of memory are not looked at.

mod analysis;
mod combine;
mod datalog;
mod domain;
mod finite;
mod flatten;
mod order;
mod overwritten;
mod product;
mod result;

pub use result::*;

use analysis::Analysis;
use flatten::AssertionSite;
use ir::{AssertKind, Inst, Op, Program, Span};
use limits::Limits;
use model::Model;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::collections::BTreeSet;
use verdict::{Scope, Verdict, Why};

/// Tries to prove every assertion of a program in every execution under a model.
pub fn prove(program: &Program, config: &ProveConfig) -> ProveResult {
    let program = defined(program);
    let mut attempt = Attempt::new(&program, config);
    attempt.run();
    attempt.finish()
}

/// The program for who asks about assertions alone: undefined behaviour ends an execution, as other misuse does.
fn defined(program: &Program) -> Cow<'_, Program> {
    let undefined = |inst: &Inst| matches!(inst.op, Op::Assert { kind, .. } if kind.is_undefined_behaviour());
    if !program.insts().any(undefined) {
        return Cow::Borrowed(program);
    }
    let mut program = program.clone();
    let blocks = program.functions.iter_mut().flat_map(|function| function.blocks.iter_mut());
    for inst in blocks.flat_map(|block| &mut block.insts) {
        if let Op::Assert { kind, cond, .. } = inst.op
            && kind.is_undefined_behaviour()
        {
            inst.op = Op::Assume { cond };
        }
    }
    Cow::Owned(program)
}

/// The assertions on their way from open to proved.
struct Attempt<'a> {
    program: &'a Program,
    config: ProveConfig,
    limits: Limits,
    results: Vec<AssertionResult>,
    sites: FxHashMap<AssertionSite, usize>,
    statistics: Statistics,
    trouble: Option<(Why, Span)>,
}

impl<'a> Attempt<'a> {
    fn new(program: &'a Program, config: &ProveConfig) -> Self {
        let (sites, mut results): (Vec<_>, Vec<_>) = flatten::assertions(program).into_iter().unzip();
        let sites = sites.into_iter().enumerate().map(|(index, site)| (site, index)).collect();
        if let Some(condition) = &program.condition {
            let message = condition.to_string().into();
            results.push(AssertionResult::new(AssertKind::Final, message, Span::NONE, false));
        }
        let mut config = config.clone();
        if config.interference == Interference::Sc {
            config.task.model = Model::SC;
        }
        let limits = config.task.limits.clone();
        let statistics = Statistics::default();
        Attempt { program, config, limits, results, sites, statistics, trouble: None }
    }

    fn run(&mut self) {
        if self.config.interference == Interference::States {
            return self.product();
        }
        let mut analysis = Analysis::new(self.program, &self.config, self.limits.clone());
        analysis.run();
        self.statistics.threads = analysis.threads.len();
        self.statistics.rounds = analysis.rounds;
        self.statistics.stores = analysis.stores.len();
        self.statistics.loads = analysis.n_loads();
        let usable = analysis.poison.is_none();
        if usable && let Some(span) = overwritten::by_values(&mut analysis) {
            self.trouble = Some((Why::Unsupported(posix::OVERWRITTEN.into()), span));
            return;
        }
        if usable {
            self.joined(&mut analysis);
            self.publish();
        } else {
            self.trouble = analysis.poison.clone();
        }
        let more = self.config.interference != Interference::Oblivious;
        if more && self.is_open() && self.config.interference != Interference::Datalog && self.finite() {
            return;
        }
        if more && usable && self.trouble.is_none() && self.is_open() {
            self.combinations(&mut analysis);
            self.publish();
        }
        if self.config.interference == Interference::Model && self.is_open() {
            self.product();
        }
    }

    /// All states that can be reached, threads counted.
    fn product(&mut self) {
        if self.program.condition.is_some() || !product::speaks_of(self.config.task.model) {
            return;
        }
        let open = self.sites.iter().filter(|&(_, &index)| !self.results[index].is_proved());
        let open: BTreeSet<AssertionSite> = open.map(|(site, _)| *site).collect();
        if open.is_empty() {
            return;
        }
        let Ok(found) = product::prove(self.program, &self.config, &open, &self.limits) else { return };
        self.statistics.states = found.states;
        self.trouble = None;
        for site in &open {
            let index = self.sites[site];
            self.results[index].status = match found.failed.contains(site) {
                false => Status::Proved(Method::Product),
                true => not_proved("some sequence of steps may make it fail"),
            };
        }
    }

    /// Tells what is proved to whoever listens.
    fn publish(&self) {
        let Some(progress) = &self.config.progress else { return };
        if self.trouble.is_some() {
            return;
        }
        let met = self.results.iter().map(AssertionResult::obligation);
        let met = met.filter(|o| all_proved(&self.results, o.kind, o.span, &o.message));
        let mut known = progress.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        for obligation in met {
            if !known.contains(&obligation) {
                known.push(obligation);
            }
        }
    }

    fn is_open(&self) -> bool {
        self.results.is_empty() && self.trouble.is_some()
            || !self.results.iter().all(AssertionResult::is_proved)
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
                true => not_proved("the values that other threads may store allow it to fail"),
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
                false => not_proved("the values that threads may store allow it"),
            };
        }
    }

    /// All threads at once. False: the program is not of that kind.
    fn finite(&mut self) -> bool {
        let model = self.config.task.model;
        let alarms = match finite::prove(self.program, model, &self.limits, &mut self.statistics) {
            Ok(alarms) => alarms,
            Err(refusal) => {
                if self.trouble.is_some() {
                    self.trouble = Some(refusal.why(&self.limits));
                }
                return false;
            }
        };
        self.trouble = None;
        for result in &mut self.results {
            if !result.is_proved() {
                result.status = Status::Proved(Method::Solver);
            }
        }
        for alarm in alarms {
            let status =
                Status::NotProved { reason: "some execution may do so".into(), combination: alarm.flows };
            let named = AssertionResult {
                status: status.clone(),
                ..AssertionResult::new(alarm.kind, alarm.message, alarm.span, false)
            };
            let events::Obligation { kind, span, message } = named.obligation();
            let mut known = false;
            for result in self.results.iter_mut().filter(|result| result.may_be(kind, span, &message)) {
                known = true;
                result.status = status.clone();
            }
            if !known {
                self.results.push(named);
            }
        }
        true
    }

    /// Each feasible combination of interferences by itself.
    fn combinations(&mut self, analysis: &mut Analysis<'_>) {
        let alarms = analysis.alarms();
        if analysis.poison.is_some() {
            return;
        }
        let mut standing: FxHashMap<usize, Vec<Flow>> = FxHashMap::default();
        for alarm in &alarms {
            let Some(&index) = self.sites.get(&alarm.site) else { continue };
            if standing.contains_key(&index) || self.results[index].is_proved() {
                continue;
            }
            if let Some(flows) = combine::stands(analysis, alarm, &self.config, &mut self.statistics) {
                standing.insert(index, flows);
            }
            // What goes wrong here is about this assertion only: it stands.
            analysis.poison = None;
        }
        for &index in self.sites.values() {
            if self.results[index].is_proved() {
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
            result.status = not_proved(reason);
        }
    }

    fn finish(mut self) -> ProveResult {
        self.publish();
        if let Some((why, span)) = self.trouble.take() {
            self.give_up(&why.to_string());
            let verdict = Verdict::unknown_at(why, self.program, span);
            return ProveResult { verdict, assertions: self.results, statistics: self.statistics };
        }
        let failed = self.results.iter().find_map(|result| match &result.status {
            Status::NotProved { reason, .. } => Some((result, reason)),
            Status::Proved(_) => None,
        });
        let verdict = match failed {
            None => Verdict::Safe { scope: Scope::Unbounded },
            Some((result, reason)) => {
                let why = Why::NotProved(format!("{} ({reason})", result.message));
                Verdict::unknown_at(why, self.program, result.span)
            }
        };
        ProveResult { verdict, assertions: self.results, statistics: self.statistics }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use verdict::{FailureKind, Interrupt, Stop};

    fn result(message: &str, library: bool, line: u32, proved: bool) -> AssertionResult {
        let status = if proved { Status::Proved(Method::Joined) } else { not_proved("") };
        let span = Span { line, ..Span::NONE };
        let message = message.into();
        AssertionResult { kind: AssertKind::Assert, message, span, library, status, invariant: None }
    }

    #[test]
    fn a_name_is_proved_if_all_that_share_it_are() {
        let all = [result("a", false, 3, true), result("b", false, 4, true), result("b", false, 4, false)];
        let at = |line: u32| Span { line, ..Span::NONE };
        assert!(all_proved(&all, FailureKind::Assertion, at(3), "a"));
        assert!(!all_proved(&all, FailureKind::Assertion, at(4), "b"));
        assert!(!all_proved(&all, FailureKind::ReachError, at(3), "a"));
        assert!(!all_proved(&all, FailureKind::Assertion, at(9), "a"));
        let library = [result("a", true, 3, false), result("a", false, 9, true)];
        assert!(!all_proved(&library, FailureKind::Assertion, at(9), "a"));
    }

    #[test]
    fn an_interrupt_stops_it_and_proves_nothing() {
        let text = "C MP\n{ x=0; y=0; }\nP0(int *x, int *y) { *x = 1; *y = 1; }\n\
                    P1(int *x, int *y) { int a = *y; int b = *x; }\nexists (1:a=1 /\\ 1:b=0)\n";
        let program = frontend::litmus::read(text, "mp").expect("a litmus test");
        let mut config = ProveConfig::new(Model::SC);
        config.progress = Some(Progress::default());
        let interrupt = Interrupt::new();
        interrupt.set(Stop::Interrupted);
        config.task.limits = Limits::until_set(interrupt.clone());
        let stopped = prove(&program, &config);
        assert!(matches!(stopped.verdict, Verdict::Unknown { .. }) && stopped.n_proved() == 0);
        interrupt.clear();
        let done = prove(&program, &config);
        assert_eq!(done.verdict, Verdict::Safe { scope: Scope::Unbounded });
        let progress = config.progress.expect("given above");
        let met = progress.lock().expect("nobody panicked").clone();
        assert_eq!(met, [done.assertions[0].obligation()]);
        assert!(done.is_proved(met[0].kind, met[0].span, &met[0].message));
    }
}
