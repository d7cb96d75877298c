//! What is known so far, for each property and model, and what follows from it.

use crate::{Outcome, Question, knows};
use events::{Obligation, Property};
use ir::Program;
use model::Model;
use std::sync::mpsc::Sender;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use verdict::{Engine, Interrupt, Said, Scope, Stop, Verdict, Why, Witness};

/// What one engine says about one cell.
#[derive(Clone, PartialEq, Debug)]
pub struct Opinion {
    pub engine: Engine,
    pub verdict: Verdict,
    /// How long the engine worked on the question; nothing where the answer follows from another model's.
    pub time: Duration,
}

/// The answer for one property under one model.
#[derive(Clone, PartialEq, Debug)]
pub struct Cell {
    pub model: Model,
    pub property: Property,
    pub verdict: Verdict,
    /// Who settled it, or whose answer is the best there is.
    pub engine: Option<Engine>,
    pub time: Duration,
    /// Everything that was said about it, in the order it came in.
    pub opinions: Vec<Opinion>,
}

/// Two engines that cannot both be right.
#[derive(Clone, PartialEq, Debug)]
pub struct Contradiction {
    pub property: Property,
    pub safe: (Model, Opinion),
    pub violation: (Model, Opinion),
}

/// Assertions that hold under a model, as a proof that may still be going on finds them.
pub(crate) struct Proved {
    pub model: Model,
    pub met: prove::Progress,
}

/// For whoever waits for the outcome.
pub(crate) enum News {
    Settled(Cell),
    Left,
}

pub(crate) struct Board<'a> {
    program: &'a Program,
    question: &'a Question,
    state: Mutex<State>,
}

/// Everything that was said about one property under one model.
type Row = (Model, Property, Vec<Opinion>);

struct State {
    cells: Vec<Row>,
    /// What each engine is busy with.
    lanes: Vec<Option<Busy>>,
    n_left: usize,
    stopped: bool,
    proved: Vec<Proved>,
    sender: Sender<News>,
}

struct Busy {
    model: Model,
    properties: Vec<Property>,
    interrupt: Interrupt,
    since: Instant,
}

/// What an engine may take longer than the one that was first: on small programs all of them have a say, whoever is faster.
const GRACE: Duration = Duration::from_millis(50);

/// Tells the board that an engine is done, also when it panics.
pub(crate) struct Leaving<'a, 'b> {
    pub board: &'a Board<'b>,
    pub lane: usize,
}

impl Drop for Leaving<'_, '_> {
    fn drop(&mut self) {
        let mut state = self.board.lock();
        state.lanes[self.lane] = None;
        state.n_left += 1;
        // Nobody listens any more: then nobody needs to know.
        let _ = state.sender.send(News::Left);
    }
}

impl<'a> Board<'a> {
    pub(crate) fn new(program: &'a Program, question: &'a Question, sender: Sender<News>) -> Board<'a> {
        let properties = &question.properties;
        let models = question.models.iter();
        let cells =
            models.flat_map(|&model| properties.iter().map(move |&p| (model, p, Vec::new()))).collect();
        let lanes = question.engines.iter().map(|_| None).collect();
        let state = State { cells, lanes, n_left: 0, stopped: false, proved: Vec::new(), sender };
        Board { program, question, state: Mutex::new(state) }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What an engine should look at next under a model, and how it will be told to stop. `None`: nothing.
    pub(crate) fn begin(
        &self,
        lane: usize,
        engine: Engine,
        model: Model,
    ) -> Option<(Vec<Property>, Interrupt)> {
        let mut state = self.lock();
        if state.stopped {
            return None;
        }
        // What follows from another model's answer is no answer of this engine for this one.
        let has_spoken = |o: &Opinion| o.engine == engine && !o.time.is_zero();
        let is_open = |opinions: &[Opinion]| {
            !opinions.iter().any(has_spoken) && !self.is_over(opinions, Duration::ZERO)
        };
        let cells = state.cells.iter().filter(|(m, p, _)| *m == model && knows(engine, *p));
        let properties: Vec<Property> =
            cells.filter(|(_, _, opinions)| is_open(opinions)).map(|(_, property, _)| *property).collect();
        if properties.is_empty() {
            return None;
        }
        let interrupt = Interrupt::new();
        state.lanes[lane] = Some(Busy {
            model,
            properties: properties.clone(),
            interrupt: interrupt.clone(),
            since: Instant::now(),
        });
        Some((properties, interrupt))
    }

    /// Takes an engine's answer and draws the conclusions.
    pub(crate) fn end(
        &self,
        lane: usize,
        engine: Engine,
        model: Model,
        properties: &[Property],
        verdict: Verdict,
        time: Duration,
    ) {
        let time = time.max(Duration::from_nanos(1));
        let (verdict, answered) = match verdict {
            Verdict::Violation { witness } if properties.contains(&witness.failure.kind.property()) => {
                let property = witness.failure.kind.property();
                (Verdict::Violation { witness }, vec![property])
            }
            Verdict::Violation { witness } => {
                let why = Why::OtherFailure(witness.failure.message);
                (Verdict::unknown(why), properties.to_vec())
            }
            other => (other, properties.to_vec()),
        };
        // Replaying takes a moment and needs no lock.
        let elsewhere = self.elsewhere(model, &verdict);
        let mut state = self.lock();
        state.lanes[lane] = None;
        for property in answered {
            let opinion = Opinion { engine, verdict: verdict.clone(), time };
            state.note(self.question, model, property, opinion);
            for (other, verdict) in &elsewhere {
                let opinion = Opinion { engine, verdict: verdict.clone(), time: Duration::ZERO };
                state.note(self.question, *other, property, opinion);
            }
        }
    }

    /// What the answer for one model says about others: safe under a weaker model is safe under a stronger one, and an execution
    /// of a stronger model is one of a weaker.
    fn elsewhere(&self, model: Model, verdict: &Verdict) -> Vec<(Model, Verdict)> {
        let others = self.question.models.iter().copied().filter(|&other| other != model);
        match verdict {
            Verdict::Safe { .. } => others
                .filter(|&other| model.weaker_or_equal(other))
                .map(|other| (other, verdict.clone()))
                .collect(),
            Verdict::Violation { witness } => {
                let weaker = others.filter(|other| other.weaker_or_equal(model));
                weaker.filter_map(|other| Some((other, self.under(witness, other)?))).collect()
            }
            Verdict::Unknown { .. } => Vec::new(),
        }
    }

    /// The same execution under another model, if that permits it.
    fn under(&self, witness: &Witness, model: Model) -> Option<Verdict> {
        let mut witness = Box::new(witness.clone());
        witness.model = model;
        let spurious = self.question.spurious_wakeups;
        let options = certify::Options { spurious, ..certify::Options::default() };
        certify::certify_with(self.program, &witness, &options).ok()?;
        Some(Verdict::Violation { witness })
    }

    /// Whether an engine that has worked on a cell for some time has nothing to add: it fails, or another engine has found it safe and
    /// this one has had as long.
    fn is_over(&self, opinions: &[Opinion], worked: Duration) -> bool {
        let over = |o: &Opinion| match o.verdict {
            Verdict::Violation { .. } => true,
            _ => is_final(&o.verdict) && worked >= o.time + GRACE,
        };
        !self.question.cross_check && opinions.iter().any(over)
    }

    /// Engines that have nothing to add stop.
    pub(crate) fn stop_the_idle(&self) {
        let state = self.lock();
        for busy in state.lanes.iter().flatten() {
            let over = |&property: &Property| {
                let cell = state.cells.iter().find(|(m, p, _)| (*m, *p) == (busy.model, property));
                cell.is_some_and(|(_, _, opinions)| self.is_over(opinions, busy.since.elapsed()))
            };
            if busy.properties.iter().all(over) {
                busy.interrupt.set(Stop::Settled);
            }
        }
    }

    /// All engines stop and nothing new is begun.
    pub(crate) fn stop_all(&self, why: Stop) {
        let mut state = self.lock();
        state.stopped = true;
        state.lanes.iter().flatten().for_each(|busy| _ = busy.interrupt.set(why));
    }

    pub(crate) fn all_done(&self) -> bool {
        let state = self.lock();
        state.n_left == state.lanes.len()
    }

    /// Proofs have begun.
    pub(crate) fn proves(&self, proved: Proved) {
        self.lock().proved.push(proved);
    }

    /// Assertions that hold under a model: those proved for it or for a weaker one.
    pub(crate) fn proved_under(&self, model: Model) -> Vec<Obligation> {
        let state = self.lock();
        let proved = state.proved.iter().filter(|proved| proved.model.weaker_or_equal(model));
        let met = |proved: &Proved| proved.met.lock().unwrap_or_else(PoisonError::into_inner).clone();
        proved.flat_map(met).collect()
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let state = self.lock();
        let cell = |(model, property, opinions): &Row| cell(self.question, *model, *property, opinions);
        let cells = state.cells.iter().map(cell);
        Outcome { cells: cells.collect(), contradictions: contradictions(&state.cells) }
    }
}

impl State {
    fn note(&mut self, question: &Question, model: Model, property: Property, opinion: Opinion) {
        let Some((_, _, opinions)) = self.cells.iter_mut().find(|(m, p, _)| (*m, *p) == (model, property))
        else {
            return;
        };
        let news = is_final(&opinion.verdict) && !opinions.iter().any(|o| is_final(&o.verdict));
        opinions.push(opinion);
        if news {
            // As above: it may be that nobody listens.
            let _ = self.sender.send(News::Settled(cell(question, model, property, opinions)));
        }
    }
}

/// Whether no other engine can add to it.
fn is_final(verdict: &Verdict) -> bool {
    match verdict {
        Verdict::Violation { .. } => true,
        Verdict::Safe { scope } => matches!(scope, Scope::Unbounded | Scope::Complete),
        Verdict::Unknown { .. } => false,
    }
}

/// The better the smaller; of equals the first that came in counts.
fn rank(verdict: &Verdict) -> u32 {
    match verdict {
        Verdict::Violation { .. } => 0,
        Verdict::Safe { scope: Scope::Unbounded | Scope::Complete } => 1,
        Verdict::Safe { scope: Scope::UpToUnwind(bound) } => u32::MAX - 2 - bound,
        Verdict::Safe { scope: Scope::GivenInputs } => u32::MAX - 1,
        Verdict::Unknown { .. } => u32::MAX,
    }
}

fn cell(question: &Question, model: Model, property: Property, opinions: &[Opinion]) -> Cell {
    let best = opinions.iter().min_by_key(|opinion| rank(&opinion.verdict));
    let longest = || opinions.iter().map(|o| o.time).max().unwrap_or_default();
    let (verdict, engine, time) = match best {
        _ if let Some((safe, other)) = conflict(opinions) => {
            (self_contradiction(safe, other), None, longest())
        }
        // What was proved, was proved of executions without memory errors, and here is one with.
        Some(Opinion { verdict: Verdict::Safe { .. }, .. })
            if let Some(undefined) = opinions.iter().find(|o| o.verdict.is_undefined()) =>
        {
            (unknown(std::slice::from_ref(undefined)), None, longest())
        }
        Some(Opinion { engine, verdict: Verdict::Safe { scope: Scope::UpToUnwind(bound) }, time })
            if !question.accept_bound =>
        {
            (Verdict::unknown(Why::OnlyUpTo(*bound)), Some(*engine), *time)
        }
        Some(Opinion { verdict: Verdict::Unknown { .. }, .. }) | None => (unknown(opinions), None, longest()),
        Some(best) => (best.verdict.clone(), Some(best.engine), best.time),
    };
    Cell { model, property, verdict, engine, time, opinions: opinions.to_vec() }
}

/// A `safe` and what speaks against it: an execution that fails, or a failure that was found and could not be shown.
fn conflict(opinions: &[Opinion]) -> Option<(&Opinion, &Opinion)> {
    let safe = opinions.iter().find(|o| matches!(o.verdict, Verdict::Safe { .. }) && is_final(&o.verdict))?;
    let against =
        |o: &&Opinion| matches!(o.verdict, Verdict::Violation { .. }) || o.verdict.is_unshown_failure();
    Some((safe, opinions.iter().find(against)?))
}

fn self_contradiction(safe: &Opinion, other: &Opinion) -> Verdict {
    let (words, place) = match &other.verdict {
        Verdict::Violation { witness } => {
            (format!("shows an execution that fails: {}", witness.failure.message), None)
        }
        Verdict::Unknown { why, place } => (why.to_string(), place.clone()),
        Verdict::Safe { .. } => (String::new(), None),
    };
    let why = Why::Contradiction(format!("{} says safe, {} {words}", safe.engine, other.engine));
    Verdict::Unknown { why, place }
}

/// Everybody's reason.
fn unknown(opinions: &[Opinion]) -> Verdict {
    let said = |opinion: &Opinion| match &opinion.verdict {
        Verdict::Unknown { why, place } => {
            Some(Said { engine: opinion.engine, why: why.clone(), place: place.clone() })
        }
        Verdict::Safe { .. } | Verdict::Violation { .. } => None,
    };
    let mut said: Vec<Said> = opinions.iter().filter_map(said).collect();
    if said.is_empty() {
        return Verdict::unknown(Why::NotBegun);
    }
    let place = said.iter().find_map(|said| said.place.clone());
    said.iter_mut().filter(|said| said.place == place).for_each(|said| said.place = None);
    Verdict::Unknown { why: Why::Each(said), place }
}

/// Violations of what was called safe, under the same model or a weaker one.
fn contradictions(cells: &[Row]) -> Vec<Contradiction> {
    let mut found = Vec::new();
    let spoken = |opinion: &&Opinion| !opinion.time.is_zero();
    for (safe_model, property, opinions) in cells {
        let safe = opinions
            .iter()
            .filter(spoken)
            .find(|o| is_final(&o.verdict) && matches!(o.verdict, Verdict::Safe { .. }));
        let Some(safe) = safe else { continue };
        for (model, other, opinions) in cells {
            if other != property || !safe_model.weaker_or_equal(*model) {
                continue;
            }
            let violation =
                opinions.iter().filter(spoken).find(|o| matches!(o.verdict, Verdict::Violation { .. }));
            if let Some(violation) = violation {
                found.push(Contradiction {
                    property: *property,
                    safe: (*safe_model, safe.clone()),
                    violation: (*model, violation.clone()),
                });
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::{Execution, Failure, FailureKind};
    use verdict::ProgramRef;

    fn violation(model: Model) -> Verdict {
        let program = ProgramRef {
            path: String::new(),
            clang_args: Vec::new(),
            entry: String::new(),
            fingerprint: String::new(),
            files: Vec::new(),
            atomic: Vec::new(),
        };
        let failure = Failure {
            kind: FailureKind::Assertion,
            thread: events::ThreadId(0),
            span: ir::Span::NONE,
            message: String::new(),
        };
        let execution = Execution::default();
        Verdict::Violation {
            witness: Box::new(Witness {
                schema: verdict::SCHEMA_VERSION,
                program,
                model,
                failure,
                execution,
                order: Vec::new(),
                observed: Vec::new(),
            }),
        }
    }

    fn said(engine: Engine, verdict: Verdict) -> Opinion {
        Opinion { engine, verdict, time: Duration::from_millis(1) }
    }

    fn safe(scope: Scope) -> Verdict {
        Verdict::Safe { scope }
    }

    #[test]
    fn contradictions_are_seen_across_models() {
        let row = |model, opinions| (model, Property::Assert, opinions);
        let wrong = said(Engine::Prove, safe(Scope::Unbounded));
        let right = said(Engine::Check, violation(Model::SC));
        // Safe under TSO, but an execution under SC.
        let cells = [row(Model::SC, vec![right.clone()]), row(Model::TSO, vec![wrong.clone()])];
        let found = contradictions(&cells);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].safe.0, found[0].violation.0), (Model::TSO, Model::SC));
        // The other way round is how memory models are.
        let cells = [row(Model::SC, vec![wrong]), row(Model::TSO, vec![right.clone()])];
        assert!(contradictions(&cells).is_empty());
        // Nothing was claimed beyond the bound.
        let bounded = said(Engine::Check, safe(Scope::UpToUnwind(3)));
        assert!(contradictions(&[row(Model::SC, vec![right, bounded])]).is_empty());
    }

    #[test]
    fn the_best_answer_counts_whoever_is_first() {
        let unknown = said(Engine::Explore, Verdict::unknown(Why::NotProved("no".into())));
        let bounded = said(Engine::Check, safe(Scope::UpToUnwind(3)));
        let further = said(Engine::Check, safe(Scope::UpToUnwind(8)));
        let proved = said(Engine::Prove, safe(Scope::Unbounded));
        let mut question = Question::new(vec![Model::SC]);
        question.accept_bound = true;
        let judge = |question: &Question, opinions: &[&Opinion]| {
            let opinions: Vec<Opinion> = opinions.iter().map(|&opinion| opinion.clone()).collect();
            cell(question, Model::SC, Property::Assert, &opinions).verdict
        };
        let best = |opinions: &[&Opinion]| judge(&question, opinions);
        assert_eq!(best(&[&unknown, &bounded]), bounded.verdict);
        assert_eq!(best(&[&bounded, &further]), further.verdict);
        assert_eq!(best(&[&further, &proved, &unknown]), proved.verdict);
        assert!(
            best(&[&unknown]).why().is_some_and(|why| why.to_string() == "explore: not proved: no"),
            "everybody's reason is told"
        );
        let strict = judge(&Question::new(vec![Model::SC]), &[&unknown, &further]);
        assert!(strict.why() == Some(&Why::OnlyUpTo(8)), "{strict:?}");
    }

    #[test]
    fn no_safe_stands_beside_a_failure() {
        let question = Question::new(vec![Model::SC]);
        let proved = said(Engine::Prove, safe(Scope::Unbounded));
        let shown = said(Engine::Check, violation(Model::SC));
        let not_shown = said(Engine::Explore, Verdict::unknown(Why::NotShown("no".into())));
        for other in [shown.clone(), not_shown] {
            for opinions in [vec![proved.clone(), other.clone()], vec![other, proved.clone()]] {
                let found = cell(&question, Model::SC, Property::Assert, &opinions).verdict;
                let words = found.why().map(ToString::to_string).unwrap_or_default();
                assert!(words.starts_with("selvedge contradicts itself: prove says safe"), "{found:?}");
            }
        }
        let why = Why::Undefined("access out of bounds".into());
        let undefined = said(Engine::Explore, Verdict::unknown(why));
        let found = cell(&question, Model::SC, Property::Assert, &[proved, undefined]).verdict;
        assert!(found.is_undefined(), "the proof is for executions without memory errors: {found:?}");
        let bounded = said(Engine::Check, safe(Scope::UpToUnwind(3)));
        let found = cell(&question, Model::SC, Property::Assert, &[bounded, shown.clone()]).verdict;
        assert_eq!(found, shown.verdict, "nothing was claimed beyond the bound");
    }
}
