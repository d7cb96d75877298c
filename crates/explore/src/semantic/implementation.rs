//! Tests a specification against an implementation: where it says that two calls commute, they must.
//!
//! A driver ([`driver_source`]) calls the methods that it is told to. States are reached by random sequences of calls; from each, two
//! calls are made in both orders, and then a fixed sequence of calls that looks at the state from all sides. If the specification
//! says that the two commute, all results must be the same. So states count as equal if no such sequence can tell
//! them apart, which is what an abstract state is about; a list in another order is no difference where nobody sees it.
//!
//! What it may miss: a condition that is wrong only for calls and states that were not tried. What it never does: report
//! calls that give the same results. An execution that fails (out of bounds, a full buffer that asserts) is no state of the
//! object, unless only one of the two orders does.

use super::instrument::{self, Mark, mark_of, number};
use super::runner::Names;
use interp::{Choice, Inputs, Machine, MachineOptions, Outcome, RequestKind, World, WorldConfig};
use ir::Program;
use spec::{Call, MethodId, NoState, ObjectId, Place, Replica, Specification, StatesOf, Truth};
use std::cell::RefCell;
use std::fmt;
use std::fmt::Write;
use std::sync::Arc;

/// The function that the driver is.
pub const DRIVER: &str = "selvedge_driver";
/// Instructions of one run.
const MAX_STEPS: u64 = 1_000_000;
/// Accesses and the like of one run.
const MAX_MOVES: u32 = 100_000;
/// Calls before the pair at most.
const LONGEST: u64 = 8;
/// How often a method without parameters is called to look at a state.
const REPEATED: usize = 6;
/// How many combinations of arguments a method is called with to look at a state.
const COMBINATIONS: usize = 16;

/// A C function that is called.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Method {
    id: MethodId,
    name: String,
    n_parameters: usize,
    has_result: bool,
}

/// Calls of one object of a specification, as functions of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Driver {
    object: ObjectId,
    methods: Vec<Method>,
    /// C, to be compiled with [`DRIVER`] as its entry.
    pub source: String,
}

/// A driver for an object whose functions a file defines; `None` if it defines none. `this` is the C expression for the object.
pub fn driver_source(
    specification: &Specification,
    object: ObjectId,
    file: &std::path::Path,
    text: &str,
    this: &str,
) -> Option<Driver> {
    let of = specification.get(object)?;
    let mut methods = Vec::new();
    let mut cases = String::new();
    for (index, method) in of.methods.iter().enumerate() {
        let Some(function) = method.functions.iter().find(|function| defines(text, &function.name)) else {
            continue;
        };
        methods.push(Method {
            id: MethodId { object, index: index as u32 },
            name: method.name.clone(),
            n_parameters: method.parameters.len(),
            has_result: method.result.is_some(),
        });
        let arguments: Vec<String> = function
            .arguments
            .iter()
            .map(|argument| match argument {
                spec::CArgument::This => "self".to_string(),
                spec::CArgument::Parameter(index) => format!("a[{index}]"),
                spec::CArgument::Ignored => "0".to_string(),
            })
            .collect();
        let _ = writeln!(
            cases,
            "        case {}: for (int i = 0; i < {}; i++) a[i] = __VERIFIER_nondet_long(); {}({}); break;",
            methods.len(),
            method.parameters.len(),
            function.name,
            arguments.join(", ")
        );
    }
    let most = methods.iter().map(|method| method.n_parameters).max()?.max(1);
    let path = file.display().to_string().replace('"', "\\\"");
    let mut source =
        format!("#include \"{path}\"\nlong __VERIFIER_nondet_long(void);\nint {DRIVER}(void) {{\n");
    if cases.contains("(self") || cases.contains(", self") {
        let _ = writeln!(source, "    __auto_type self = {this};");
    }
    let _ = writeln!(source, "    long a[{most}];");
    let _ = writeln!(source, "    for (;;) {{\n        switch (__VERIFIER_nondet_long()) {{");
    let _ = writeln!(source, "{cases}        default: return 0;\n        }}\n    }}\n}}");
    Some(Driver { object, methods, source })
}

/// Whether a file mentions a function, with an opening parenthesis behind its name.
fn defines(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let behind = text[at + name.len()..].trim_start().chars().next();
        !before.is_some_and(is_word) && behind == Some('(')
    })
}

/// A call that is to be made: which method, with which arguments.
type Planned = (usize, Vec<i64>);
/// Calls that were made, with their results.
type Run<'r> = (&'r [Planned], &'r [i64]);
/// The calls before, one way and the other, in words.
type Told = [Vec<String>; 3];

/// Two calls that the specification lets commute and that do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    pub condition: String,
    pub place: Place,
    /// Calls that lead to the state, with their results.
    pub before: Vec<String>,
    pub one_way: Vec<String>,
    pub other_way: Vec<String>,
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |calls: &[String]| if calls.is_empty() { "nothing".into() } else { calls.join(", ") };
        writeln!(f, "`{}` holds for calls that do not commute", self.condition)?;
        writeln!(f, "    after          {}", list(&self.before))?;
        writeln!(f, "    this order     {}", list(&self.one_way))?;
        write!(f, "    and the other  {}", list(&self.other_way))
    }
}

/// What testing an implementation found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ImplementationReport {
    /// Pairs of calls that were made in both orders.
    pub pairs: u64,
    /// Those of them that the specification lets commute.
    pub commuting: u64,
    /// At most one for each condition.
    pub counterexamples: Vec<Counterexample>,
    /// Conditions that held for no pair that was tried, and so are untested.
    pub untested: Vec<String>,
    /// Sequences that the implementation does not survive.
    pub failed: u64,
    /// Methods that the file does not implement.
    pub missing: Vec<String>,
    /// Calls that do not come to an end: nothing more was tried.
    pub endless: Option<Vec<String>>,
    /// It was stopped before all pairs were tried.
    pub stopped: bool,
}

/// Tests the conditions of an object with random calls whose arguments are below `values`, until `stop` says so.
pub fn check_implementation(
    program: &Program,
    specification: &Specification,
    driver: &Driver,
    rounds: u64,
    values: u64,
    seed: u64,
    stop: &dyn Fn() -> bool,
) -> ImplementationReport {
    let bindings = specification.bindings();
    let names = Names::new(program, &bindings);
    let marked = instrument::marked(program, |name| bindings.get(name).is_some());
    let options = MachineOptions { max_steps: MAX_STEPS, ..MachineOptions::default() };
    let machine = Arc::new(Machine::with_options(Arc::new(marked), options));
    let (random, endless) = (seed ^ 0x5851_f42d_4c95_7f2d, RefCell::default());
    let mut test = Test { machine, names, specification, driver, random, values, endless, stop };
    test.run(rounds)
}

struct Test<'a> {
    machine: Arc<Machine>,
    names: Names,
    specification: &'a Specification,
    driver: &'a Driver,
    random: u64,
    values: u64,
    endless: RefCell<Option<Vec<String>>>,
    stop: &'a dyn Fn() -> bool,
}

impl Test<'_> {
    fn below(&mut self, limit: u64) -> u64 {
        self.random =
            self.random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.random >> 33) % limit.max(1)
    }

    fn random_call(&mut self) -> Planned {
        let method = self.below(self.driver.methods.len() as u64) as usize;
        self.call_of(method)
    }

    /// Two calls that a condition is about, every other time with the same arguments: there the conditions matter.
    fn random_pair(&mut self, condition: &spec::Condition) -> Option<[Planned; 2]> {
        let method = |index: u32| self.driver.methods.iter().position(|method| method.id.index == index);
        let [mut first, mut second] = [method(condition.methods[0])?, method(condition.methods[1])?];
        if self.below(2) == 0 {
            (first, second) = (second, first);
        }
        let (first, mut second) = (self.call_of(first), self.call_of(second));
        if self.below(2) == 0 {
            second.1.iter_mut().zip(&first.1).for_each(|(theirs, ours)| *theirs = *ours);
        }
        Some([first, second])
    }

    fn call_of(&mut self, method: usize) -> Planned {
        let n = self.driver.methods.get(method).map_or(0, |method| method.n_parameters);
        (method, (0..n).map(|_| self.below(self.values) as i64).collect())
    }

    fn run(&mut self, rounds: u64) -> ImplementationReport {
        let mut report = ImplementationReport::default();
        let Some(object) = self.specification.get(self.driver.object).cloned() else { return report };
        let is_missing = |name: &&str| self.driver.methods.iter().all(|method| method.name != **name);
        let names = object.methods.iter().map(|method| method.name.as_str());
        report.missing = names.filter(is_missing).map(String::from).collect();
        let mut held = vec![false; object.conditions.len()];
        // Each condition in turn, but for those that let nothing commute or that are about methods that are not there.
        let is_here = |index: &u32| self.driver.methods.iter().any(|method| method.id.index == *index);
        let is_asked = |condition: &spec::Condition| {
            condition.formula != spec::Expr::Number(0) && condition.methods.iter().all(is_here)
        };
        let asked: Vec<usize> =
            (0..object.conditions.len()).filter(|&index| is_asked(&object.conditions[index])).collect();
        let probes = self.probes();
        for round in 0..rounds {
            if (self.stop)() {
                report.stopped = true;
                break;
            }
            // Short sequences first: they are easier to read.
            let length = self.below(1 + LONGEST * round / rounds.max(1));
            let before: Vec<Planned> = (0..length).map(|_| self.random_call()).collect();
            let Some(condition) = asked.get((round % asked.len().max(1) as u64) as usize).copied() else {
                break;
            };
            let Some(pair) = object.conditions.get(condition).and_then(|of| self.random_pair(of)) else {
                continue;
            };
            match self.says(&before, &pair) {
                None => report.failed += 1,
                Some(false) => report.pairs += 1,
                Some(true) => {
                    (report.pairs, report.commuting) = (report.pairs + 1, report.commuting + 1);
                    held[condition] = true;
                    self.compare(before, &pair, &object, condition, &probes, &mut report);
                }
            }
            report.endless = self.endless.take();
            if report.endless.is_some() {
                break;
            }
        }
        let untested = asked.iter().filter(|&&index| !held[index]);
        report.untested = untested.map(|&index| object.condition_text(&object.conditions[index])).collect();
        report
    }

    /// Whether the specification lets the pair commute in this state; `None` where the calls fail.
    fn says(&self, before: &[Planned], pair: &[Planned; 2]) -> Option<bool> {
        let plan: Vec<Planned> = before.iter().chain(pair).cloned().collect();
        let results = self.perform(&plan).ok()?;
        let [first, second] =
            [0, 1].map(|side| self.call(&pair[side], results.get(before.len() + side).copied()));
        let states = self.replicas(&plan, &results);
        let truth = match states.as_deref() {
            Some([.., first_state, second_state]) => {
                let states = StatesOf([first_state, second_state]);
                self.specification.commutes_in(&first?, &second?, &states)
            }
            _ => self.specification.commutes_in(&first?, &second?, &NoState),
        };
        Some(truth == Truth::Yes)
    }

    fn call(&self, planned: &Planned, result: Option<i64>) -> Option<Call> {
        let method = self.driver.methods.get(planned.0)?;
        let result = result.filter(|_| method.has_result);
        Some(Call { method: method.id, object: 0, arguments: planned.1.clone(), result })
    }

    /// The abstract state before each call, as far as the implementation agrees with the reference.
    fn replicas(&self, plan: &[Planned], results: &[i64]) -> Option<Vec<Replica>> {
        let mut replica = Replica::new(self.specification.get(self.driver.object)?)?;
        let mut states = Vec::new();
        for (planned, &result) in plan.iter().zip(results) {
            let method = self.driver.methods.get(planned.0)?;
            states.push(replica.clone());
            let expected = replica.call(&method.name, &planned.1)?;
            if method.has_result && expected != result {
                return None;
            }
        }
        Some(states)
    }

    /// Sequences that look at a state: what comes late in the specification mostly reads.
    fn probes(&self) -> Vec<Vec<Planned>> {
        let all = |method: usize| -> Vec<Planned> {
            let n = self.driver.methods.get(method).map_or(0, |method| method.n_parameters);
            if n == 0 {
                return vec![(method, Vec::new()); REPEATED];
            }
            let digit = |number: usize, place: usize| number / (self.values as usize).pow(place as u32);
            let combinations = (self.values as usize).saturating_pow(n as u32).min(COMBINATIONS);
            let arguments =
                |number: usize| (0..n).map(|at| (digit(number, at) % self.values as usize) as i64).collect();
            (0..combinations).map(|number| (method, arguments(number))).collect()
        };
        let count = self.driver.methods.len();
        let forward: Vec<Planned> = (0..count).flat_map(all).collect();
        let backward: Vec<Planned> = (0..count).rev().flat_map(all).collect();
        let mut probes: Vec<Vec<Planned>> = (0..count).map(all).collect();
        probes.extend([backward, forward]);
        probes
    }

    /// Makes the pair both ways; keeps what is different.
    fn compare(
        &self,
        mut before: Vec<Planned>,
        pair: &[Planned; 2],
        object: &spec::Object,
        condition: usize,
        probes: &[Vec<Planned>],
        report: &mut ImplementationReport,
    ) {
        let Some(of) = object.conditions.get(condition) else { return };
        let known = report.counterexamples.iter().any(|found| found.place == of.place);
        let Some(mut found) = (!known).then(|| self.difference(&before, pair, probes)).flatten() else {
            return;
        };
        // Leave out what is not needed.
        let mut at = 0;
        while at < before.len() {
            let mut shorter = before.clone();
            shorter.remove(at);
            let still = self.says(&shorter, pair) == Some(true);
            match still.then(|| self.difference(&shorter, pair, probes)).flatten() {
                Some(difference) => (before, found) = (shorter, difference),
                None => at += 1,
            }
        }
        let ([before, one_way, other_way], condition, place) = (found, object.condition_text(of), of.place);
        report.counterexamples.push(Counterexample { condition, place, before, one_way, other_way });
    }

    /// The calls before, and the calls in both orders up to where they differ.
    fn difference(&self, before: &[Planned], pair: &[Planned; 2], probes: &[Vec<Planned>]) -> Option<Told> {
        let nothing = Vec::new();
        probes.iter().chain([&nothing]).find_map(|probe| {
            let plan = |first: usize| -> Vec<Planned> {
                let calls = [pair[first].clone(), pair[1 - first].clone()];
                before.iter().cloned().chain(calls).chain(probe.iter().cloned()).collect()
            };
            let (straight, swapped) = (plan(0), plan(1));
            let (one, other) = match (self.perform(&straight), self.perform(&swapped)) {
                (Ok(one), Ok(other)) => (one, other),
                // Looking may fail where the calls themselves do not; then another look must do.
                (Err(_), Err(_)) => return None,
                (Ok(one), Err(failure)) if probe.is_empty() => {
                    let (one, other) = ((&straight[..], &one[..]), (&swapped[..], &[][..]));
                    return Some(self.told(before.len(), one, other, Some(failure), 0));
                }
                _ => return None,
            };
            let n = before.len();
            let pair_differs = one.get(n) != other.get(n + 1) || one.get(n + 1) != other.get(n);
            let probe_differs = (n + 2..straight.len()).find(|&at| one.get(at) != other.get(at));
            let shown = match (pair_differs, probe_differs) {
                (true, _) => 0,
                (false, Some(at)) => at - n - 1,
                (false, None) => return None,
            };
            Some(self.told(n, (&straight, &one), (&swapped, &other), None, shown))
        })
    }

    /// In words: the calls before, the pair, and the first `shown` of those that look at the state, of which only the last matters.
    fn told(&self, n: usize, one: Run<'_>, other: Run<'_>, failure: Option<String>, shown: usize) -> Told {
        let text = |(plan, results): Run<'_>, at: usize| {
            plan.get(at).map(|planned| self.text(planned, results.get(at).copied()))
        };
        let way = |run: Run<'_>| -> Vec<String> {
            let looks = (n + 2..n + 2 + shown).filter_map(|at| text(run, at));
            let mut calls: Vec<String> = (n..n + 2).filter_map(|at| text(run, at)).collect();
            let looks: Vec<String> = looks.collect();
            if looks.len() > 4 {
                calls.push("…".into());
            }
            calls.extend(looks.into_iter().rev().take(4).rev());
            calls
        };
        let mut other_way = way(other);
        other_way.extend(failure.map(|failure| format!("which fails: {failure}")));
        [(0..n).filter_map(|at| text(one, at)).collect(), way(one), other_way]
    }

    fn text(&self, planned: &Planned, result: Option<i64>) -> String {
        let Some(method) = self.driver.methods.get(planned.0) else { return String::new() };
        let arguments: Vec<String> = planned.1.iter().map(i64::to_string).collect();
        let result = result.filter(|_| method.has_result).map(|result| format!(" -> {result}"));
        format!("{}({}){}", method.name, arguments.join(", "), result.unwrap_or_default())
    }

    /// Makes calls from the beginning; their results, or why that fails.
    fn perform(&self, plan: &[Planned]) -> Result<Vec<i64>, String> {
        let mut inputs: Vec<u128> = Vec::new();
        for (method, arguments) in plan {
            inputs.push(*method as u128 + 1);
            inputs.extend(arguments.iter().map(|&argument| argument as u128));
        }
        let config = WorldConfig { inputs: Inputs::list(inputs), log: true, ..WorldConfig::default() };
        let mut world = World::new(self.machine.clone(), config);
        let mut depth = 0;
        let mut results = Vec::new();
        if self.endless.borrow().is_some() {
            return Err("an earlier call does not come to an end".into());
        }
        for n_moves in 0.. {
            for answered in world.take_log() {
                let RequestKind::Observe { name, value, ty } = &answered.request.kind else { continue };
                match mark_of(name) {
                    Some(Mark::Begin(function)) if self.names.contains(function) => depth += 1,
                    Some(Mark::End { .. }) => {
                        depth -= 1;
                        if depth == 0 {
                            results.push(number(*value, *ty));
                        }
                    }
                    _ => {}
                }
            }
            if !world.is_running() {
                break;
            }
            if n_moves % 1024 == 1023 && (self.stop)() {
                return Err("stopped".into());
            }
            if n_moves == MAX_MOVES {
                return Err(self.note_endless(plan, results.len()));
            }
            if world.step(Choice::thread(0)).is_err() {
                return Err("the call waits for ever".into());
            }
        }
        match world.outcome() {
            Outcome::Finished(_) => Ok(results),
            Outcome::Violation(failure) => Err(failure.message.clone()),
            Outcome::Deadlock(_) => Err("the call waits for ever".into()),
            Outcome::LimitReached { .. } => Err(self.note_endless(plan, results.len())),
            other => Err(format!("{other:?}")),
        }
    }

    /// The call behind `n` others of a plan does not come to an end.
    fn note_endless(&self, plan: &[Planned], n: usize) -> String {
        let calls = plan.iter().take(n + 1).map(|planned| self.text(planned, None));
        *self.endless.borrow_mut() = Some(calls.collect());
        "the call does not come to an end".into()
    }
}
