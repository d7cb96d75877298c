//! Window by window: candidates, formula, models, checked witnesses.

use super::candidates::candidates;
use super::check::{State, check_from};
use super::encode::Encoding;
use super::window::Window;
use super::{CausalProperty, CausalTrace, CausalWitness, Subject};
use crate::event::EventId;
use limits::Limits;
use rustc_hash::FxHashSet;
use solver::{Model, Outcome, SolverError, TermId};
use std::time::{Duration, Instant};

#[derive(Clone, Debug)]
pub struct CausalOptions {
    pub properties: Vec<CausalProperty>,
    /// Events that are reordered at a time. Windows overlap by half.
    pub window: usize,
    /// Every instance, not one per place in the program.
    pub every_instance: bool,
    pub limits: Limits,
}

impl Default for CausalOptions {
    fn default() -> Self {
        // A formula of 1,000 events takes less than a second where locks are busy; twice as many take five times as long.
        let window = 1_000;
        CausalOptions {
            properties: vec![CausalProperty::Atomicity],
            window,
            every_instance: false,
            limits: Limits::default(),
        }
    }
}

/// Something that can go wrong, with a reordering that [`super::check`] accepts.
#[derive(Clone, Debug)]
pub struct CausalFinding {
    pub witness: CausalWitness,
}

#[derive(Clone, Debug, Default)]
pub struct CausalStatistics {
    pub windows: usize,
    pub candidates: usize,
    pub refuted: usize,
    pub repeated: usize,
    /// Not answered for lack of time.
    pub open: usize,
    /// Proposed by the solver and refused by the checker: our own defects.
    pub refused: usize,
    pub solver_calls: u64,
    pub time: Duration,
}

#[derive(Clone, Debug, Default)]
pub struct CausalOutcome {
    pub findings: Vec<CausalFinding>,
    pub statistics: CausalStatistics,
    /// Why something was left open.
    pub unknown: Option<String>,
}

struct Search<'a> {
    causal: &'a CausalTrace,
    options: &'a CausalOptions,
    outcome: CausalOutcome,
    places: FxHashSet<Vec<u32>>,
}

/// Looks at all windows. `progress` is told how many events are done, and how many there are.
pub fn predict_causal(
    causal: &CausalTrace,
    options: &CausalOptions,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<CausalOutcome, SolverError> {
    let (started, outcome) = (Instant::now(), CausalOutcome::default());
    let mut search = Search { causal, options, outcome, places: FxHashSet::default() };
    let n = causal.trace.len() as EventId;
    let size = EventId::try_from(options.window.max(2)).unwrap_or(EventId::MAX / 2);
    let mut state = State::new(causal);
    let (mut from, mut known_before): (EventId, EventId) = (0, 0);
    loop {
        let to = from.saturating_add(size).min(n);
        progress(from as usize, n as usize);
        if search.is_over() {
            search.outcome.unknown =
                Some(format!("stopped after {known_before} of {n} events were looked at"));
            break;
        }
        search.window(&state, from, to, known_before)?;
        if to == n {
            break;
        }
        known_before = to;
        for id in from..from + size / 2 {
            state.apply(id);
        }
        from += size / 2;
    }
    progress(n as usize, n as usize);
    search.outcome.statistics.time = started.elapsed();
    Ok(search.outcome)
}

impl Search<'_> {
    fn is_over(&self) -> bool {
        self.options.limits.are_reached()
    }

    fn window(
        &mut self,
        state: &State<'_>,
        from: EventId,
        to: EventId,
        known_before: EventId,
    ) -> Result<(), SolverError> {
        self.outcome.statistics.windows += 1;
        let window = Window::new(self.causal, from, to, state);
        let options = self.options;
        let mut subjects =
            candidates(self.causal, &window, &options.properties, known_before, options.every_instance);
        self.outcome.statistics.candidates += subjects.len();
        let before = subjects.len();
        subjects.retain(|subject| !self.places.contains(&subject.place(self.causal)));
        self.outcome.statistics.repeated += before - subjects.len();
        let deadlock = options.properties.contains(&CausalProperty::Deadlock);
        if subjects.is_empty() && !deadlock {
            return Ok(());
        }
        let mut encoding = Encoding::new(&window, state)?;
        let mut questions: Vec<(Subject, TermId)> = Vec::new();
        for subject in subjects {
            let holds = encoding.question(&subject)?;
            questions.push((subject, holds));
        }
        self.solve(&mut encoding, state, questions)?;
        if deadlock {
            self.deadlocks(&mut encoding, state)?;
        }
        Ok(())
    }

    fn ask(&mut self, encoding: &mut Encoding<'_, '_>, any: TermId) -> Result<Outcome, SolverError> {
        let assumption = encoding.solver.assumption("some question", any);
        encoding.solver.limits = self.options.limits.clone();
        self.outcome.statistics.solver_calls += 1;
        encoding.solver.solve(&[assumption])
    }

    /// Asks about all that is left until nothing is.
    fn solve(
        &mut self,
        encoding: &mut Encoding<'_, '_>,
        state: &State<'_>,
        mut left: Vec<(Subject, TermId)>,
    ) -> Result<(), SolverError> {
        while !left.is_empty() {
            let any = encoding.solver.terms.or_all(left.iter().map(|(_, holds)| *holds));
            let model = match self.ask(encoding, any)? {
                Outcome::Sat(model) => model,
                Outcome::Unsat(_) => {
                    self.outcome.statistics.refuted += left.len();
                    return Ok(());
                }
                Outcome::Unknown(reason) => {
                    self.outcome.statistics.open += left.len();
                    let open = self.outcome.statistics.open;
                    self.outcome.unknown = Some(format!("{open} candidates left open: {reason:?}"));
                    return Ok(());
                }
            };
            let mut evaluator = model.evaluator(&encoding.solver.terms);
            let answered: Vec<bool> = left.iter().map(|(_, holds)| evaluator.bool(*holds)).collect();
            let mut rest = Vec::new();
            for ((subject, holds), answered) in left.drain(..).zip(answered) {
                match answered {
                    true => self.found(encoding, state, &model, subject),
                    false => rest.push((subject, holds)),
                }
            }
            let open = rest.len();
            rest.retain(|(subject, _)| !self.places.contains(&subject.place(self.causal)));
            self.outcome.statistics.repeated += open - rest.len();
            left = rest;
        }
        Ok(())
    }

    fn deadlocks(&mut self, encoding: &mut Encoding<'_, '_>, state: &State<'_>) -> Result<(), SolverError> {
        let mut some = encoding.deadlock()?;
        loop {
            let model = match self.ask(encoding, some)? {
                Outcome::Sat(model) => model,
                Outcome::Unsat(_) => return Ok(()),
                Outcome::Unknown(reason) => {
                    self.outcome.unknown = Some(format!("deadlocks left open: {reason:?}"));
                    return Ok(());
                }
            };
            let mut evaluator = model.evaluator(&encoding.solver.terms);
            let waits = encoding.waiting.iter().filter(|(_, literal)| evaluator.bool(*literal));
            let waits: Vec<(EventId, TermId)> = waits.copied().collect();
            let subject = Subject::Deadlock(waits.iter().map(|(id, _)| *id).collect());
            let known = self.places.contains(&subject.place(self.causal));
            if !known {
                self.found(encoding, state, &model, subject);
            }
            // Not these again.
            let literals: Vec<TermId> = waits.iter().map(|(_, literal)| *literal).collect();
            let all = encoding.solver.terms.and_all(literals);
            let not = encoding.solver.terms.not(all);
            some = encoding.solver.terms.and(some, not);
        }
    }

    /// Only what the checker accepts is kept.
    fn found(&mut self, encoding: &Encoding<'_, '_>, state: &State<'_>, model: &Model, subject: Subject) {
        let place = subject.place(self.causal);
        if self.places.contains(&place) {
            self.outcome.statistics.repeated += 1;
            return;
        }
        let tail = encoding.tail(model, &subject);
        let witness = CausalWitness { subject, prefix: encoding.window.from, tail };
        match check_from(state, &witness) {
            Ok(()) => {
                if !self.options.every_instance {
                    self.places.insert(place);
                }
                let witness = self.shortened(state, witness);
                self.outcome.findings.push(CausalFinding { witness });
            }
            Err(refusal) => {
                self.outcome.statistics.refused += 1;
                self.outcome.unknown =
                    Some(format!("internal error: a prediction does not replay: {refusal}"));
            }
        }
    }

    /// Leaves out ends of threads that the violation does not need.
    fn shortened(&self, state: &State<'_>, mut witness: CausalWitness) -> CausalWitness {
        let events = &self.causal.trace.events;
        for thread in 0..self.causal.trace.n_threads as u32 {
            let own: Vec<EventId> =
                witness.tail.iter().copied().filter(|&id| events[id as usize].thread == thread).collect();
            // How many of them are known to be enough, and to be too few.
            let (mut enough, mut too_few) = (own.len(), None);
            while too_few.map_or(0, |few: usize| few + 1) < enough {
                let keep = too_few.map_or(0, |few| usize::midpoint(few + 1, enough));
                let after = own.get(keep).copied().unwrap_or(EventId::MAX);
                let mut shorter = witness.clone();
                shorter.tail.retain(|&id| events[id as usize].thread != thread || id < after);
                match check_from(state, &shorter) {
                    Ok(()) => (witness, enough) = (shorter, keep),
                    Err(_) => too_few = Some(keep.min(enough - 1)),
                }
            }
        }
        witness
    }
}
