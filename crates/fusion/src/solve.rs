//! Asking the solver about many questions at once.
//!
//! Questions are asked together (is any of these possible?), so that those without an answer cost one call, and a model
//! often settles several. They come in lots, so that what is known grows while a long trace is looked at and is kept when
//! somebody stops it.

use crate::encode::{Encoding, Question};
use crate::predict::{PredictError, Predictor, Subject};
use crate::replay::plan;
use solver::{Model, Outcome, TermId, UnknownReason};
use std::time::Instant;
use verdict::Why;

/// Questions that are asked together. Fewer cost more calls, each of which has to find the same reasons again.
const LOT: usize = 8192;

impl Predictor<'_> {
    /// Answers all questions, or as many as there is time for.
    pub(crate) fn solve(
        &mut self,
        encoding: &mut Encoding<'_>,
        questions: Vec<(Subject, Question)>,
        progress: &mut dyn FnMut(usize, usize),
    ) -> Result<(), PredictError> {
        let total = questions.len();
        let mut later: Vec<(Subject, Question)> =
            questions.into_iter().filter(|(_, question)| question.holds != TermId::FALSE).collect();
        self.statistics.refuted += total - later.len();
        later.reverse();
        while !later.is_empty() {
            let lot = later.split_off(later.len().saturating_sub(LOT));
            let lot = lot.into_iter().rev().filter(|(subject, _)| !self.is_repeated(subject)).collect();
            let open = self.lot(encoding, lot, &mut |left| progress(total - left - later.len(), total))?;
            if open > 0 {
                self.leave_open(open + later.len());
                let open = self.statistics.open;
                progress(total - open.min(total), total);
                return Ok(());
            }
        }
        progress(total, total);
        Ok(())
    }

    /// Whether something was found at the same lines; counts it.
    fn is_repeated(&mut self, subject: &Subject) -> bool {
        let known = self.places.contains(&self.place(subject));
        self.statistics.repeated += usize::from(known);
        known
    }

    /// Asks about one lot until nothing of it is left; how many questions could not be answered.
    fn lot(
        &mut self,
        encoding: &mut Encoding<'_>,
        mut left: Vec<(Subject, Question)>,
        progress: &mut dyn FnMut(usize),
    ) -> Result<usize, PredictError> {
        while !left.is_empty() {
            progress(left.len());
            let any = encoding.solver.terms.or_all(left.iter().map(|(_, question)| question.holds));
            let assumption = encoding.solver.assumption("some question", any);
            encoding.solver.limits = self.limits.clone();
            let solve_started = Instant::now();
            let outcome = encoding.solver.solve(&[assumption])?;
            self.statistics.solve_time += solve_started.elapsed();
            self.statistics.solver_calls += 1;
            match outcome {
                Outcome::Sat(model) => {
                    let before = left.len();
                    left = self.answered(encoding, &model, left);
                    if left.len() == before && !self.limits.are_reached() {
                        self.unknown = Some(Why::Internal("a model that answers no question".into()));
                        return Ok(left.len());
                    }
                }
                Outcome::Unsat(_) => {
                    self.statistics.refuted += left.len();
                    return Ok(0);
                }
                Outcome::Unknown(reason) => {
                    self.unknown = Some(match reason {
                        UnknownReason::Stopped(stop) => stop.into(),
                        UnknownReason::ConflictLimit => Why::TooLarge("too many conflicts".into()),
                    });
                    return Ok(left.len());
                }
            }
        }
        Ok(0)
    }

    /// Takes from a model what it answers; the questions that are left.
    fn answered(
        &mut self,
        encoding: &Encoding<'_>,
        model: &Model,
        left: Vec<(Subject, Question)>,
    ) -> Vec<(Subject, Question)> {
        let mut evaluator = model.evaluator(&encoding.solver.terms);
        let answered: Vec<bool> = left.iter().map(|(_, question)| evaluator.bool(question.holds)).collect();
        let mut rest = Vec::new();
        let mut repeated = 0;
        for ((subject, question), answered) in left.into_iter().zip(answered) {
            if !answered || self.limits.are_reached() {
                rest.push((subject, question));
            } else if self.config.once_per_place && !self.is_new(&subject) {
                repeated += 1;
            } else {
                let plan = plan(encoding, model, &question);
                self.found(&subject, &plan);
            }
        }
        if self.config.once_per_place {
            let open = rest.len();
            rest.retain(|(subject, _)| !self.places.contains(&self.place(subject)));
            self.statistics.repeated += repeated + open - rest.len();
        }
        rest
    }
}
