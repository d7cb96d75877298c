//! Execution validation (Nemos §4): is an outcome legal, with an execution and the matrix of orders; if not, why not.
//!
//! Why not is a minimal set of instances of rules, from an unsatisfiable core over all of them: without any one of
//! these (and all others kept) the outcome is possible. That goes beyond the paper, which leaves it to the user to
//! comment out rules by hand.

use crate::events::EventId;
use crate::execution::{Execution, before, execution, numbering};
use crate::outcomes::{LitmusError, Session};
use crate::rules::{About, Instance};
use ir::{Program, Prop};
use solver::{AssumptionId, Outcome, TermId};

/// The answer to "is this outcome legal?".
#[derive(Clone, Debug)]
pub enum Validation {
    Legal(Box<Execution>),
    Illegal(Explanation),
}

/// Why an outcome is impossible.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explanation {
    /// Each is needed. Empty: no rule forbids it, the program cannot do it at all.
    pub instances: Vec<Instance>,
    /// In words: `program order 6→7`, `read value of 3`, `total order`.
    pub reasons: Vec<String>,
    /// Whether the set is known to be minimal.
    pub minimal: bool,
}

impl Session {
    /// A named question that holds where `prop` does.
    pub(crate) fn assume(&mut self, program: &Program, prop: &Prop) -> Result<AssumptionId, LitmusError> {
        let layout = ir::Layout::of(program);
        let term = crate::question::proposition(&mut self.encoding, &layout, prop)?;
        Ok(self.encoding.rules.solver.assumption("question", term))
    }

    /// Whether an outcome is possible under the rules in force, and an execution or the reason.
    pub fn validate(&mut self, program: &Program, prop: &Prop) -> Result<Validation, LitmusError> {
        let asked = self.assume(program, prop)?;
        if let Some(assignment) = self.solve(&[asked])? {
            return Ok(Validation::Legal(Box::new(execution(&self.encoding, program, &assignment))));
        }
        Ok(Validation::Illegal(self.explain(asked)?))
    }

    /// The question is made hard and only the rules can give way.
    fn explain(&mut self, asked: AssumptionId) -> Result<Explanation, LitmusError> {
        let fixed: Vec<AssumptionId> = [asked].into_iter().chain(self.encoding.within).collect();
        let mut open = self.encoding.rules.assumptions();
        let mut needed: Vec<AssumptionId> = Vec::new();
        let mut minimal = true;
        // First whatever the solver did not need, then one by one; rules as a whole go last, so that what stays is
        // about as few events as possible.
        let solver = &mut self.encoding.rules.solver;
        let trial: Vec<AssumptionId> = fixed.iter().chain(&open).copied().collect();
        if let Outcome::Unsat(core) = solver.solve(&trial)? {
            open.retain(|id| core.contains(id));
        }
        let rules = &self.encoding.rules;
        open.sort_by_key(|&id| rules.instance(id).map(|instance| instance.about));
        while let Some(candidate) = open.pop() {
            let trial: Vec<AssumptionId> = fixed.iter().chain(&needed).chain(&open).copied().collect();
            match self.encoding.rules.solver.solve(&trial)? {
                Outcome::Unsat(core) => open.retain(|id| core.contains(id)),
                Outcome::Sat(_) => needed.push(candidate),
                Outcome::Unknown(_) => {
                    minimal = false;
                    needed.push(candidate);
                }
            }
        }
        let mut instances: Vec<Instance> =
            needed.iter().filter_map(|&id| self.encoding.rules.instance(id)).collect();
        instances.sort_unstable();
        let reasons = instances.iter().map(|instance| self.words(instance)).collect();
        Ok(Explanation { instances, reasons, minimal })
    }

    /// An instance in words, with the numbers of operations.
    pub fn words(&self, instance: &Instance) -> String {
        let numbers = numbering(&self.encoding.unfolded);
        let number = |id: EventId| match numbers.iter().position(|&other| other == id) {
            Some(index) => (index + 1).to_string(),
            None => "?".into(),
        };
        let name = self.encoding.rules.name(instance.rule).replace('-', " ");
        match instance.about {
            About::Everything => name,
            About::Event(event) => format!("{name} of {}", number(event)),
            About::Pair(a, b) => format!("{name} {}→{}", number(a), number(b)),
        }
    }

    /// Whether the outcome is possible when these instances alone are dropped.
    pub fn possible_without(
        &mut self,
        program: &Program,
        prop: &Prop,
        dropped: &[Instance],
        kept: &[Instance],
    ) -> Result<bool, LitmusError> {
        let asked = self.assume(program, prop)?;
        let rules = &self.encoding.rules;
        let selected = |id: &AssumptionId| {
            rules
                .instance(*id)
                .is_some_and(|instance| kept.contains(&instance) && !dropped.contains(&instance))
        };
        let mut assumptions: Vec<AssumptionId> = rules.assumptions().into_iter().filter(selected).collect();
        assumptions.push(asked);
        assumptions.extend(self.encoding.within);
        Ok(self.encoding.rules.solver.solve(&assumptions)?.is_sat())
    }
}

/// An entry of the matrix of Nemos, Fig. 5.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Entry {
    /// Never before.
    No,
    /// Always before.
    Yes,
    /// Before in some executions, not in others.
    Either,
    /// One of the two never happens.
    Absent,
}

impl Entry {
    pub fn digit(self) -> char {
        match self {
            Entry::No => '0',
            Entry::Yes => '1',
            Entry::Either => 'X',
            Entry::Absent => '.',
        }
    }
}

/// Which operation comes before which in all executions with this outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matrix {
    pub events: Vec<EventId>,
    pub rows: Vec<Vec<Entry>>,
}

impl Matrix {
    /// Rows of digits separated by blanks, with numbers, as in the paper.
    pub fn render(&self) -> String {
        let n = self.events.len();
        let width = n.to_string().len();
        let mut text = format!("{:width$}", "");
        for number in 1..=n {
            text += &format!(" {number:>width$}");
        }
        text.push('\n');
        for (index, row) in self.rows.iter().enumerate() {
            text += &format!("{:>width$}", index + 1);
            for entry in row {
                text += &format!(" {:>width$}", entry.digit());
            }
            text.push('\n');
        }
        text
    }
    /// The digits alone, row by row.
    pub fn digits(&self) -> Vec<String> {
        self.rows.iter().map(|row| row.iter().map(|entry| entry.digit()).collect()).collect()
    }
}

impl Session {
    /// The matrix of all executions with this outcome, or `None` if there is none or the model has no order of all.
    pub fn matrix(&mut self, program: &Program, prop: &Prop) -> Result<Option<Matrix>, LitmusError> {
        if self.encoding.views.len() > 1 {
            return Ok(None);
        }
        let asked = self.assume(program, prop)?;
        let events = numbering(&self.encoding.unfolded);
        let n = events.len();
        let mut terms: Vec<Option<TermId>> = Vec::with_capacity(n * n);
        for &a in &events {
            for &b in &events {
                let before = if a == b { Some(TermId::FALSE) } else { before(&mut self.encoding, a, b) };
                let both = [self.encoding.unfolded.events[a].guard, self.encoding.unfolded.events[b].guard];
                let both = self.encoding.rules.solver.terms.and_all(both);
                terms.push(before.map(|term| self.encoding.rules.solver.terms.and(both, term)));
            }
        }
        let Some(first) = self.solve(&[asked])? else { return Ok(None) };
        let (mut yes, mut no) = (vec![false; n * n], vec![false; n * n]);
        let note = |session: &Session, assignment: &solver::Model, yes: &mut [bool], no: &mut [bool]| {
            let mut evaluator = assignment.evaluator(&session.encoding.rules.solver.terms);
            for (index, term) in terms.iter().enumerate() {
                let Some(term) = term else { continue };
                if evaluator.bool(*term) { yes[index] = true } else { no[index] = true }
            }
        };
        note(self, &first, &mut yes, &mut no);
        for index in 0..n * n {
            let Some(term) = terms[index] else { continue };
            if yes[index] && no[index] {
                continue;
            }
            let other = if yes[index] { self.encoding.rules.solver.terms.not(term) } else { term };
            let wanted = self.encoding.rules.solver.assumption("entry", other);
            if let Some(assignment) = self.solve(&[asked, wanted])? {
                note(self, &assignment, &mut yes, &mut no);
            }
        }
        let entry = |index: usize| match (terms[index].is_some(), yes[index], no[index]) {
            (false, _, _) => Entry::Absent,
            (true, true, true) => Entry::Either,
            (true, true, false) => Entry::Yes,
            (true, false, _) => Entry::No,
        };
        let rows = (0..n).map(|a| (0..n).map(|b| entry(a * n + b)).collect()).collect();
        Ok(Some(Matrix { events, rows }))
    }
}
