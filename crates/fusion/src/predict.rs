//! The whole way: run, symbolic trace, candidates, formula, models, replayed witnesses.
//!
//! Paper 003 §1: run a test, collect potential violations, prune, and for each that is left find out whether some
//! interleaving shows it. One solver serves all questions. They are asked together (is any of the rest possible?), so
//! that a trace without violations takes one call, and a model often settles several.

use crate::candidates::{Candidate, Pruned, prune, races};
use crate::config::Config;
use crate::encode::{Encoding, Level, Question, View, is_atomic};
use crate::locks::Locks;
use crate::must::MustOrder;
use crate::parts::Parts;
use crate::record::{RecordError, Recording, record};
use crate::replay::{Plan, Replayed, again, replay};
use crate::shadow::{ShadowError, trace_of};
use crate::slice::{Slice, Wanted};
use crate::trace::{StepId, Trace};
use crate::words;
use events::{Failure, FailureKind, ThreadId};
use interp::{Machine, MachineOptions, Outcome as RunOutcome, Schedule};
use ir::Program;
use limits::{Limits, Stop};
use solver::SolverError;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};
use verdict::{Model, ProgramRef, Property, Why, Witness};

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
    /// Parts of the trace that were asked about, each with a formula of its own.
    pub parts: usize,
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
    pub unknown: Option<Why>,
}

/// One run and what follows from it.
pub fn predict(
    program: &Arc<Program>,
    config: &Config,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Prediction, PredictError> {
    let started = Instant::now();
    let machine = Arc::new(Machine::with_options(program.clone(), MachineOptions::default()));
    let limits = config.task.limits.clone();
    let recording = record(&machine, &config.run, &limits)?;
    let trace = trace_of(&recording, &config.blocks, &limits)?;
    let record_time = started.elapsed();
    let mut predictor = Predictor::new(&machine, &recording, &trace, config, limits);
    predictor.statistics.record_time = record_time;
    predictor.run(progress)
}

/// The symbolic trace of one run, for those who want to look at it.
pub fn trace(program: &Arc<Program>, config: &Config) -> Result<Trace, PredictError> {
    let machine = Arc::new(Machine::with_options(program.clone(), MachineOptions::default()));
    let limits = Limits::default();
    let recording = record(&machine, &config.run, &limits)?;
    Ok(trace_of(&recording, &config.blocks, &limits)?)
}

/// How many of a trace's candidates are possible if only creation, join and locks are looked at: the "w/o Data" column
/// of Table 1.
pub fn without_data(trace: &Trace) -> Result<usize, PredictError> {
    let (must, locks) = (MustOrder::of(trace), Locks::of(trace));
    let limits = Limits::default();
    let pruned = prune(trace, &must, &locks, &limits);
    let steps = pruned.left.iter().flat_map(Candidate::steps).collect();
    let slice = Slice::of(trace, &Wanted { steps, ..Wanted::default() });
    let view = View { must: &must, locks: &locks, slice: &slice, old: &[] };
    let mut encoding = Encoding::new(trace, &view, Level::Locks, false, &limits)?;
    let mut possible = 0;
    for candidate in &pruned.left {
        let question = encoding.atomicity(candidate, false)?;
        let assumption = encoding.solver.assumption("candidate", question.holds);
        possible += usize::from(encoding.solver.solve(&[assumption])?.is_sat());
    }
    Ok(possible)
}

/// Source places of a question.
pub(crate) type Place = Vec<ir::Span>;

/// What a question is about, for the words of the report.
#[derive(Clone, Debug)]
pub(crate) enum Subject {
    Block(Candidate),
    /// Which of the trace's.
    Assertion(usize),
    Race(StepId, StepId),
    Deadlock,
}

pub(crate) struct Predictor<'a> {
    machine: &'a Arc<Machine>,
    recording: &'a Recording,
    trace: &'a Trace,
    pub config: &'a Config,
    pub limits: Limits,
    pub statistics: Statistics,
    pub violations: Vec<Violation>,
    pub unknown: Option<Why>,
    /// Where something was found, if one instance per place is enough.
    pub places: BTreeSet<Place>,
}

/// Why a run ended before the program did.
fn cut_short(program: &Program, outcome: &RunOutcome) -> Option<Why> {
    match outcome {
        RunOutcome::Unsupported { reason, span, .. } => {
            Some(Why::Unsupported(format!("{}, where the run ends: {reason}", program.show_span(*span))))
        }
        RunOutcome::LimitReached { what, span, .. } => {
            Some(Why::TooLarge(format!("the run was cut at {}: {what}", program.show_span(*span))))
        }
        _ => None,
    }
}

impl<'a> Predictor<'a> {
    fn new(
        machine: &'a Arc<Machine>,
        recording: &'a Recording,
        trace: &'a Trace,
        config: &'a Config,
        limits: Limits,
    ) -> Self {
        let statistics = Statistics {
            threads: trace.threads.len(),
            shared_cells: trace.cells.len(),
            steps: trace.steps.len(),
            transactions: trace.transactions.len(),
            ..Statistics::default()
        };
        let unknown = recording
            .cut
            .then(|| Why::TooLarge(format!("the run was cut after {} steps", trace.steps.len())));
        let (violations, places) = (Vec::new(), BTreeSet::new());
        Predictor { machine, recording, trace, config, limits, statistics, violations, unknown, places }
    }

    fn asks(&self, property: Property) -> bool {
        self.config.task.asks(property)
    }

    fn run(mut self, progress: &mut dyn FnMut(usize, usize)) -> Result<Prediction, PredictError> {
        self.own_failure();
        let (must, locks) = (MustOrder::of(self.trace), Locks::of(self.trace));
        let pruned = match self.asks(Property::Atomicity) {
            true => prune(self.trace, &must, &locks, &self.limits),
            false => Pruned::default(),
        };
        self.statistics.candidates = pruned.all;
        self.statistics.after_order = pruned.all - pruned.by_order;
        self.statistics.after_locks = pruned.left.len();
        let races = if self.asks(Property::Race) { races(self.trace, &must, &locks) } else { Vec::new() };
        if let Some(stop) = self.limits.reached() {
            self.statistics.open += pruned.all + races.len();
            self.unknown = Some(stop.into());
            return Ok(self.finish());
        }
        let (wanted, old) = self.wanted(&pruned.left, &races);
        let slice = Slice::of(self.trace, &wanted);
        self.statistics.nodes = slice.n_nodes();
        let subjects = self.subjects(pruned.left, races);
        let asked = subjects.iter().map(|subject| self.thread(subject)).collect();
        // A deadlock is of all threads, and so is a whole run.
        let parts = match self.config.complete || self.asks(Property::Deadlock) {
            true => Parts::whole(self.trace),
            false => Parts::of(self.trace, &must, &slice, &asked),
        };
        let mut by_part: BTreeMap<u32, Vec<Subject>> = BTreeMap::new();
        for subject in subjects {
            by_part.entry(parts.of_thread(self.thread(&subject))).or_default().push(subject);
        }
        let total = by_part.values().map(Vec::len).sum();
        let mut done = 0;
        for (part, subjects) in by_part {
            let n_subjects = subjects.len();
            let slice = parts.restrict(self.trace, part, &slice);
            let old: Vec<StepId> = old.iter().filter(|id| slice.nodes[id.0 as usize]).copied().collect();
            let view = View { must: &must, locks: &locks, slice: &slice, old: &old };
            self.part(&view, subjects, &mut |known, _| progress(done + known, total))?;
            done += n_subjects;
        }
        Ok(self.finish())
    }

    fn finish(self) -> Prediction {
        Prediction {
            violations: self.violations,
            statistics: self.statistics,
            outcome: self.trace.outcome.clone(),
            schedule: self.recording.schedule.clone(),
            unknown: self.unknown,
        }
    }

    /// What is asked of the formula.
    fn subjects(&self, candidates: Vec<Candidate>, races: Vec<(StepId, StepId)>) -> Vec<Subject> {
        let mut subjects: Vec<Subject> = candidates.into_iter().map(Subject::Block).collect();
        if self.asks(Property::Assert) {
            subjects.extend((0..self.trace.asserts.len()).map(Subject::Assertion));
        }
        subjects.extend(races.into_iter().map(|(a, b)| Subject::Race(a, b)));
        if self.asks(Property::Deadlock) {
            subjects.push(Subject::Deadlock);
        }
        subjects
    }

    /// A thread that the subject is about.
    fn thread(&self, subject: &Subject) -> u32 {
        match subject {
            Subject::Block(candidate) => self.trace.step(candidate.first).thread,
            Subject::Assertion(point) => self.trace.asserts[*point].thread,
            Subject::Race(a, _) => self.trace.step(*a).thread,
            Subject::Deadlock => 0,
        }
    }

    /// The questions about one part of the trace, with a formula of its own.
    fn part(
        &mut self,
        view: &View<'_>,
        mut subjects: Vec<Subject>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<(), PredictError> {
        let before = subjects.len();
        subjects.retain(|subject| !self.places.contains(&self.place(subject)));
        self.statistics.repeated += before - subjects.len();
        if self.limits.are_reached() {
            self.leave_open(subjects.len());
            return Ok(());
        }
        let encode_started = Instant::now();
        let limits = self.limits.clone();
        let mut encoding = Encoding::new(self.trace, view, Level::Full, self.config.complete, &limits)?;
        let races = subjects.iter().any(|subject| matches!(subject, Subject::Race(..)));
        let sets = if races { [encoding.closed_set()?, encoding.closed_set()?] } else { Default::default() };
        let n_subjects = subjects.len();
        let mut questions: Vec<(Subject, Question)> = Vec::new();
        for subject in subjects {
            if !encoding.goes_on() {
                break;
            }
            let question = match &subject {
                Subject::Block(candidate) => {
                    encoding.atomicity(candidate, self.config.guarded_independence)?
                }
                Subject::Assertion(point) => encoding.assertion(&self.trace.asserts[*point]),
                Subject::Race(a, b) => encoding.race(*a, *b, &sets),
                Subject::Deadlock => encoding.deadlock()?,
            };
            questions.push((subject, question));
        }
        self.statistics.parts += 1;
        self.statistics.encode_time += encode_started.elapsed();
        if encoding.stopped {
            self.leave_open(n_subjects);
            return Ok(());
        }
        self.solve(&mut encoding, questions, progress)
    }

    /// So many questions are not answered.
    pub(crate) fn leave_open(&mut self, open: usize) {
        self.statistics.open += open;
        if open > 0 {
            let why = match self.unknown.take() {
                Some(Why::LeftOpen { why, .. }) => why,
                Some(why) => Box::new(why),
                None => Box::new(Why::Stopped(self.limits.reached().unwrap_or(Stop::Interrupted))),
            };
            self.unknown = Some(Why::LeftOpen { questions: self.statistics.open, why });
        }
    }

    /// The run itself may have failed: that is an answer if it was asked about, and if not, the run is only the beginning
    /// of one.
    fn own_failure(&mut self) {
        let Some(failure) = self.recording.outcome.failure() else {
            self.unknown = cut_short(self.machine.program(), &self.recording.outcome).or(self.unknown.take());
            return;
        };
        if !self.asks(failure.kind.property()) {
            let place = self.machine.program().show_span(failure.span);
            let what = failure.kind.title();
            self.unknown =
                Some(Why::OtherFailure(format!("the run ends at {place}: {what}: {}", failure.message)));
            return;
        }
        match self.witness_of_run(failure) {
            Ok(violation) => self.violations.push(violation),
            Err(reason) => self.unknown = Some(Why::Internal(format!("the run does not replay: {reason}"))),
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
            let three = candidate.steps();
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
        if !races.is_empty() {
            // What atomic accesses read from, and which sections communicate, orders others.
            let atomic = self.trace.ids().filter(|&id| is_atomic(self.trace, id)).collect::<Vec<_>>();
            wanted.reads.extend(atomic.iter().filter_map(|&id| access(id)?.read));
            wanted.steps.extend(atomic);
        }
        if self.asks(Property::Assert) {
            for point in &self.trace.asserts {
                wanted.exprs.push(point.cond);
                wanted.exprs.extend(&point.guards);
            }
        }
        (wanted, old)
    }

    /// The lines that a question is about.
    pub(crate) fn place(&self, subject: &Subject) -> Place {
        let span = |id: StepId| self.trace.step(id).span;
        match subject {
            Subject::Block(three) => three.steps().map(span).to_vec(),
            Subject::Assertion(point) => vec![self.trace.asserts[*point].span],
            Subject::Race(a, b) => {
                let mut both = vec![span(*a), span(*b)];
                both.sort();
                both
            }
            Subject::Deadlock => Vec::new(),
        }
    }

    /// Whether nothing was found at the place yet.
    pub(crate) fn is_new(&mut self, subject: &Subject) -> bool {
        let place = self.place(subject);
        self.places.insert(place)
    }

    /// Runs what the solver found; only what happens is kept.
    pub(crate) fn found(&mut self, subject: &Subject, plan: &Plan) {
        let replay_started = Instant::now();
        let result = self.confirm(subject, plan);
        self.statistics.replay_time += replay_started.elapsed();
        match result {
            Ok(violation) => self.violations.push(violation),
            Err(why) => self.unknown = Some(why),
        }
    }

    /// What was predicted, with its witness, or why it is not shown.
    fn confirm(&self, subject: &Subject, plan: &Plan) -> Result<Violation, Why> {
        let defect = |what: String| Why::Internal(format!("a prediction does not replay: {what}"));
        let candidate = match subject {
            Subject::Block(candidate) => Some(*candidate),
            _ => None,
        };
        let wanted = candidate.map_or_else(Vec::new, |candidate| candidate.steps().to_vec());
        let replayed = replay(self.machine, self.trace, plan, &wanted);
        let replayed = replayed.map_err(|error| defect(error.to_string()))?;
        if let (Subject::Race(..) | Subject::Block(_), Some(first)) = (subject, replayed.outcome.failure()) {
            return Err(Why::OtherFailure(format!("{}, in the schedule that was tried", first.message)));
        }
        let failure = self.failure(subject, &replayed).map_err(defect)?;
        self.violation(failure, replayed, candidate).map_err(defect)
    }

    /// A witness that nobody need believe.
    fn violation(
        &self,
        failure: Failure,
        replayed: Replayed,
        candidate: Option<Candidate>,
    ) -> Result<Violation, String> {
        let program = self.machine.program();
        let mut reference = ProgramRef::new(program, &program.name, &[]);
        reference.atomic = self.config.blocks.names();
        let witness = Witness::new(reference, Model::SC, failure, replayed.execution, replayed.order);
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
                let thread = ThreadId(step.thread);
                Ok(Failure { kind: FailureKind::Atomicity, thread, span: step.span, message })
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
