//! The whole way: run, symbolic trace, candidates, formula, models, replayed witnesses.
//!
//! Paper 003 §1: run a test, collect potential violations, prune, and for each that is left find out whether some
//! interleaving shows it. One solver serves all questions. They are asked together (is any of the rest possible?), so
//! that a trace without violations takes one call, and a model often settles several.

use crate::candidates::{Candidate, Pruned, prune};
use crate::config::Config;
use crate::encode::{Encoding, Level, Question};
use crate::locks::Locks;
use crate::must::MustOrder;
use crate::record::{RecordError, Recording, record};
use crate::replay::{Plan, Replayed, again, plan, replay};
use crate::shadow::{ShadowError, trace_of};
use crate::slice::{Slice, Wanted};
use crate::trace::{StepId, Trace};
use crate::words;
use events::{Failure, FailureKind, ThreadId};
use interp::{Machine, MachineOptions, Outcome as RunOutcome, Schedule};
use ir::Program;
use solver::{Limits, Outcome, SolverError, TermId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{ProgramRef, Property, SCHEMA_VERSION, Witness};

/// Why there is no prediction.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PredictError {
    #[error(transparent)]
    Schedule(#[from] RecordError),
    #[error(transparent)]
    Shadow(#[from] ShadowError),
    #[error("internal error in the formula: {0}")]
    Solver(#[from] SolverError),
}

/// What can go wrong in another interleaving of the run.
#[derive(Clone, Debug)]
pub struct Violation {
    pub witness: Witness,
    /// The schedule of the prefix, for `selvedge run --schedule`.
    pub schedule: Schedule,
    /// For a broken block: its candidate.
    pub candidate: Option<Candidate>,
}

/// Counts and times of one prediction.
#[derive(Clone, Debug, Default)]
pub struct Statistics {
    pub threads: usize,
    /// Cells that more than one thread touches.
    pub shared_cells: usize,
    /// Steps of the run, and those that have a place in the formula.
    pub steps: usize,
    pub nodes: usize,
    pub transactions: usize,
    /// Candidates in all, and left after each way of pruning.
    pub candidates: usize,
    pub after_order: usize,
    pub after_locks: usize,
    /// Refuted by the formula, and left open for lack of time.
    pub refuted: usize,
    pub open: usize,
    /// About the same lines as one that is reported.
    pub repeated: usize,
    /// Found by the solver but refused by the replay: our own defects.
    pub not_replayed: usize,
    pub record_time: Duration,
    pub encode_time: Duration,
    pub solve_time: Duration,
    pub replay_time: Duration,
    pub solver_calls: u64,
}

/// The answer.
#[derive(Clone, Debug)]
pub struct Prediction {
    pub violations: Vec<Violation>,
    pub statistics: Statistics,
    /// How the run itself ended.
    pub outcome: RunOutcome,
    pub schedule: Schedule,
    /// Why something was left open.
    pub unknown: Option<String>,
}

/// One run and what follows from it.
pub fn predict(
    program: &Arc<Program>,
    config: &Config,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Prediction, PredictError> {
    let started = Instant::now();
    let machine = Arc::new(Machine::with_options(program.clone(), MachineOptions::default()));
    let recording = record(&machine, &config.run)?;
    let trace = trace_of(&recording, &config.blocks)?;
    let record_time = started.elapsed();
    let mut predictor = Predictor::new(&machine, &recording, &trace, config, started);
    predictor.statistics.record_time = record_time;
    predictor.run(progress)
}

/// The symbolic trace of one run, for those who want to look at it.
pub fn trace(program: &Arc<Program>, config: &Config) -> Result<Trace, PredictError> {
    let machine = Arc::new(Machine::with_options(program.clone(), MachineOptions::default()));
    let recording = record(&machine, &config.run)?;
    Ok(trace_of(&recording, &config.blocks)?)
}

/// How many of a trace's candidates are possible if only creation, join and locks are looked at: the "w/o Data" column
/// of Table 1.
pub fn without_data(trace: &Trace) -> Result<usize, PredictError> {
    let (must, locks) = (MustOrder::of(trace), Locks::of(trace));
    let pruned = prune(trace, &must, &locks, true);
    let steps = pruned.left.iter().flat_map(|c| [c.first, c.remote, c.second]).collect();
    let slice = Slice::of(trace, &Wanted { steps, ..Wanted::default() });
    let mut encoding = Encoding::new(trace, &must, &locks, &slice, Level::Locks, false, &[])?;
    let mut possible = 0;
    for candidate in &pruned.left {
        let question = encoding.atomicity(candidate, false)?;
        let assumption = encoding.solver.assumption("candidate", question.holds);
        possible += usize::from(encoding.solver.solve(&[assumption])?.is_sat());
    }
    Ok(possible)
}

/// Source places of a question.
type Place = Vec<ir::Span>;

/// What a question is about, for the words of the report.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Block(Candidate),
    /// Which of the trace's.
    Assertion(usize),
    Race(StepId, StepId),
    Deadlock,
}

struct Predictor<'a> {
    machine: &'a Arc<Machine>,
    recording: &'a Recording,
    trace: &'a Trace,
    config: &'a Config,
    started: Instant,
    statistics: Statistics,
    violations: Vec<Violation>,
    unknown: Option<String>,
}

/// Dynamic instances of one pair of source places that are asked about races.
const RACES_PER_PAIR: usize = 16;

impl<'a> Predictor<'a> {
    fn new(
        machine: &'a Arc<Machine>,
        recording: &'a Recording,
        trace: &'a Trace,
        config: &'a Config,
        started: Instant,
    ) -> Self {
        let statistics = Statistics {
            threads: trace.threads.len(),
            shared_cells: trace.cells.len(),
            steps: trace.steps.len(),
            transactions: trace.transactions.len(),
            ..Statistics::default()
        };
        let unknown = recording.cut.then(|| format!("the run was cut after {} steps", trace.steps.len()));
        Predictor { machine, recording, trace, config, started, statistics, violations: Vec::new(), unknown }
    }

    fn asks(&self, property: Property) -> bool {
        self.config.properties.contains(&property)
    }

    fn run(mut self, progress: &mut dyn FnMut(usize, usize)) -> Result<Prediction, PredictError> {
        let (must, locks) = (MustOrder::of(self.trace), Locks::of(self.trace));
        let pruned = match self.asks(Property::Atomicity) {
            true => prune(self.trace, &must, &locks, self.config.prune_by_locks),
            false => Pruned::default(),
        };
        self.statistics.candidates = pruned.all;
        self.statistics.after_order = pruned.all - pruned.by_order;
        self.statistics.after_locks = pruned.left.len();
        let races = match self.asks(Property::Race) {
            true => self.race_candidates(&must, &locks),
            false => Vec::new(),
        };
        let (wanted, old) = self.wanted(&pruned.left, &races);
        let slice = Slice::of(self.trace, &wanted);
        self.statistics.nodes = slice.n_nodes();
        let encode_started = Instant::now();
        let complete = self.config.complete;
        let mut encoding = Encoding::new(self.trace, &must, &locks, &slice, Level::Full, complete, &old)?;
        let mut questions: Vec<(Subject, Question)> = Vec::new();
        for candidate in pruned.left {
            let question = encoding.atomicity(&candidate, self.config.guarded_independence)?;
            questions.push((Subject::Block(candidate), question));
        }
        if self.asks(Property::Assert) {
            for (index, point) in self.trace.asserts.iter().enumerate() {
                questions.push((Subject::Assertion(index), encoding.assertion(point)));
            }
        }
        for (a, b) in races {
            questions.push((Subject::Race(a, b), encoding.race(a, b)));
        }
        if self.asks(Property::Deadlock) {
            questions.push((Subject::Deadlock, encoding.deadlock()?));
        }
        self.statistics.encode_time = encode_started.elapsed();
        self.own_failure();
        self.solve(&mut encoding, questions, progress)?;
        Ok(Prediction {
            violations: self.violations,
            statistics: self.statistics,
            outcome: self.trace.outcome.clone(),
            schedule: self.recording.schedule.clone(),
            unknown: self.unknown,
        })
    }

    /// The run itself may have failed.
    fn own_failure(&mut self) {
        let Some(failure) = self.recording.outcome.failure() else { return };
        if !self.asks(failure.kind.property()) {
            return;
        }
        match self.witness_of_run(failure) {
            Ok(violation) => self.violations.push(violation),
            Err(reason) => self.unknown = Some(format!("internal error: the run does not replay: {reason}")),
        }
    }

    fn witness_of_run(&self, mut failure: Failure) -> Result<Violation, String> {
        let replayed = again(self.machine, &self.recording.schedule, self.recording.inputs.clone())
            .map_err(|error| error.to_string())?;
        words::name_threads(&mut failure.message, &replayed.execution);
        self.violation(failure, replayed, None)
    }

    /// What the questions are about, and the writes for which they need to know what was there before.
    fn wanted(&self, candidates: &[Candidate], races: &[(StepId, StepId)]) -> (Wanted, Vec<StepId>) {
        let mut wanted = Wanted::default();
        let mut old = Vec::new();
        let access = |id: StepId| self.trace.access(id);
        for candidate in candidates {
            let three = [candidate.first, candidate.remote, candidate.second];
            wanted.steps.extend(three);
            wanted.exprs.extend(three.into_iter().filter_map(|id| Some(access(id)?.write?.1)));
            if self.config.guarded_independence {
                wanted.exprs.extend(three.into_iter().filter_map(|id| Some(access(id)?.write?.0)));
                for (a, b) in [(three[0], three[1]), (three[1], three[2])] {
                    let (Some(x), Some(y)) = (access(a), access(b)) else { continue };
                    if y.write.is_some() {
                        wanted.reads.extend(x.read);
                    }
                    if x.write.is_some() && y.read.is_some() {
                        match x.read {
                            Some(read) => wanted.reads.push(read),
                            None => old.push(a),
                        }
                    }
                }
            }
        }
        old.sort_unstable();
        old.dedup();
        wanted.contents = old.clone();
        wanted.steps.extend(races.iter().flat_map(|&(a, b)| [a, b]));
        if self.asks(Property::Assert) {
            for point in &self.trace.asserts {
                wanted.exprs.push(point.cond);
                wanted.exprs.extend(&point.guards);
            }
        }
        (wanted, old)
    }

    /// Pairs of conflicting accesses that neither program order, creation and join nor one lock keeps apart.
    fn race_candidates(&self, must: &MustOrder, locks: &Locks) -> Vec<(StepId, StepId)> {
        let trace = self.trace;
        let mut cells: BTreeMap<usize, Vec<StepId>> = BTreeMap::new();
        for id in trace.ids() {
            let Some(access) = trace.access(id).filter(|access| !access.sync) else { continue };
            for place in access.places() {
                trace.cells_of(place, access.size).for_each(|cell| cells.entry(cell).or_default().push(id));
            }
        }
        let mut per_pair: BTreeMap<(ir::Span, ir::Span), usize> = BTreeMap::new();
        let mut found = Vec::new();
        for steps in cells.values() {
            for (index, &b) in steps.iter().enumerate() {
                for &a in &steps[..index] {
                    let (Some(x), Some(y)) = (trace.access(a), trace.access(b)) else { continue };
                    let together = |id: StepId| trace.step(id).section.is_some();
                    let conflict = (x.write.is_some() || y.write.is_some())
                        && !((x.atomic || together(a)) && (y.atomic || together(b)))
                        && trace.step(a).thread != trace.step(b).thread;
                    if !conflict || must.before(a, b) || must.before(b, a) || locks.exclude(a, a, b) {
                        continue;
                    }
                    let count = per_pair.entry((trace.step(a).span, trace.step(b).span)).or_default();
                    *count += 1;
                    if *count <= RACES_PER_PAIR && !found.contains(&(a, b)) {
                        found.push((a, b));
                    }
                }
            }
        }
        found
    }

    /// The lines that a question is about.
    fn place(&self, subject: &Subject) -> Place {
        let span = |id: StepId| self.trace.step(id).span;
        match subject {
            Subject::Block(three) => vec![span(three.first), span(three.remote), span(three.second)],
            Subject::Assertion(point) => vec![self.trace.asserts[*point].span],
            Subject::Race(a, b) => {
                let mut both = vec![span(*a), span(*b)];
                both.sort();
                both
            }
            Subject::Deadlock => Vec::new(),
        }
    }

    fn limits(&self) -> Limits {
        Limits {
            time: self.config.time.map(|time| time.saturating_sub(self.started.elapsed())),
            interrupt: self.config.interrupt.clone(),
            ..Limits::default()
        }
    }

    /// Asks about all that is left until nothing is.
    fn solve(
        &mut self,
        encoding: &mut Encoding<'_>,
        questions: Vec<(Subject, Question)>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<(), PredictError> {
        let total = questions.len();
        let mut left: Vec<(Subject, Question)> =
            questions.into_iter().filter(|(_, question)| question.holds != TermId::FALSE).collect();
        self.statistics.refuted = total - left.len();
        while !left.is_empty() && self.violations.len() < self.config.max_violations {
            progress(total - left.len(), total);
            let any = encoding.solver.terms.or_all(left.iter().map(|(_, question)| question.holds));
            let assumption = encoding.solver.assumption("some question", any);
            encoding.solver.limits = self.limits();
            let solve_started = Instant::now();
            let outcome = encoding.solver.solve(&[assumption])?;
            self.statistics.solve_time += solve_started.elapsed();
            self.statistics.solver_calls += 1;
            let model = match outcome {
                Outcome::Sat(model) => model,
                Outcome::Unsat(_) => {
                    self.statistics.refuted += left.len();
                    left.clear();
                    break;
                }
                Outcome::Unknown(reason) => {
                    self.unknown = Some(format!("{} of {total} questions left open: {reason:?}", left.len()));
                    break;
                }
            };
            let mut evaluator = model.evaluator(&encoding.solver.terms);
            let answered: Vec<bool> =
                left.iter().map(|(_, question)| evaluator.bool(question.holds)).collect();
            let mut rest = Vec::new();
            let before = left.len();
            let mut places: BTreeSet<Place> = BTreeSet::new();
            let mut repeated = 0;
            for ((subject, question), answered) in left.drain(..).zip(answered) {
                if !answered {
                    rest.push((subject, question));
                } else if self.config.once_per_place && !places.insert(self.place(&subject)) {
                    repeated += 1;
                } else if self.violations.len() < self.config.max_violations {
                    let plan = plan(encoding, &model, &question);
                    self.found(&subject, &plan);
                }
            }
            if self.config.once_per_place {
                let open = rest.len();
                rest.retain(|(subject, _)| !places.contains(&self.place(subject)));
                self.statistics.repeated += repeated + open - rest.len();
            }
            left = rest;
            if left.len() == before {
                self.unknown = Some("internal error: a model that answers no question".into());
                break;
            }
        }
        self.statistics.open = left.len();
        progress(total - left.len(), total);
        Ok(())
    }

    /// Runs what the solver found; only what happens is kept.
    fn found(&mut self, subject: &Subject, plan: &Plan) {
        let replay_started = Instant::now();
        let result = self.confirm(subject, plan);
        self.statistics.replay_time += replay_started.elapsed();
        match result {
            Ok(violation) => self.violations.push(violation),
            Err(reason) => {
                self.statistics.not_replayed += 1;
                self.unknown = Some(format!("internal error: a prediction does not replay: {reason}"));
            }
        }
    }

    fn confirm(&self, subject: &Subject, plan: &Plan) -> Result<Violation, String> {
        let wanted: Vec<StepId> = match subject {
            Subject::Block(candidate) => vec![candidate.first, candidate.remote, candidate.second],
            _ => Vec::new(),
        };
        let replayed = replay(self.machine, self.trace, plan, &wanted).map_err(|error| error.to_string())?;
        let failure = self.failure(subject, &replayed)?;
        let candidate = match subject {
            Subject::Block(candidate) => Some(*candidate),
            _ => None,
        };
        self.violation(failure, replayed, candidate)
    }

    /// A witness that nobody need believe.
    fn violation(
        &self,
        failure: Failure,
        replayed: Replayed,
        candidate: Option<Candidate>,
    ) -> Result<Violation, String> {
        let program = self.machine.program();
        let witness = Witness {
            schema: SCHEMA_VERSION,
            program: ProgramRef::new(program, &program.name, &[]),
            model: "sc".into(),
            failure,
            execution: replayed.execution,
            order: replayed.order,
            observed: Vec::new(),
        };
        certify::certify(program, &witness).map_err(|refusal| refusal.to_string())?;
        Ok(Violation { witness, schedule: replayed.schedule, candidate })
    }

    /// What the replay shows, checked against what was predicted.
    fn failure(&self, subject: &Subject, replayed: &Replayed) -> Result<Failure, String> {
        let program = self.machine.program();
        match subject {
            Subject::Block(candidate) => {
                let event = |id: StepId| replayed.events.get(&id).copied().ok_or("an access did not happen");
                let three = [event(candidate.first)?, event(candidate.remote)?, event(candidate.second)?];
                let transaction = &self.trace.transactions[candidate.transaction];
                let message = words::broken_block(program, &replayed.execution, three, transaction);
                let step = self.trace.step(candidate.second);
                Ok(Failure {
                    kind: FailureKind::Atomicity,
                    thread: ThreadId(step.thread),
                    span: step.span,
                    message,
                })
            }
            Subject::Race(a, b) => {
                let message = words::race(program, &replayed.execution, self.trace, *a, *b);
                let step = self.trace.step(*b);
                let thread = ThreadId(step.thread);
                Ok(Failure { kind: FailureKind::Race, thread, span: step.span, message })
            }
            Subject::Assertion(_) | Subject::Deadlock => {
                let mut failure = replayed.outcome.failure().ok_or("nothing fails")?;
                words::name_threads(&mut failure.message, &replayed.execution);
                Ok(failure)
            }
        }
    }
}
