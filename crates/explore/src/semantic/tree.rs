//! Wakeup trees (Abdulla, Aronsson, Jonsson, Sagonas: "Optimal dynamic partial order reduction", POPL 2014, §6): the beginnings of
//! executions that are still to be explored from some point.

use super::Halt;
use super::runner::{Runner, State};
use super::step::{Step, independent};
use spec::Specification;
use std::rc::Rc;

/// Children in the order in which they will be explored.
#[derive(Clone, Default, Debug)]
pub(crate) struct Tree {
    children: Vec<(Rc<Step>, Tree)>,
}

impl Tree {
    pub fn is_empty(&self) -> bool {
        self.children.is_empty()
    }
    /// The thread that moves first in the first branch.
    pub fn first(&self) -> Option<u32> {
        self.children.first().map(|(step, _)| step.thread)
    }
    /// What follows in the first branch, which stays as a leaf.
    pub fn take_below_first(&mut self) -> Tree {
        self.children.first_mut().map(|(_, below)| std::mem::take(below)).unwrap_or_default()
    }
    pub fn remove_first(&mut self) {
        if !self.children.is_empty() {
            self.children.remove(0);
        }
    }
    pub fn add_leaf(&mut self, step: Rc<Step>) {
        self.children.push((step, Tree::default()));
    }

    /// Adds a sequence unless an execution that begins with it will come up anyway. `state` is where the sequence leads to.
    pub fn insert(
        &mut self,
        sequence: Vec<Rc<Step>>,
        state: &State,
        judge: &mut Judge<'_, '_>,
    ) -> Result<(), Halt> {
        self.insert_below(sequence, state, judge, true)
    }

    fn insert_below(
        &mut self,
        mut rest: Vec<Rc<Step>>,
        state: &State,
        judge: &mut Judge<'_, '_>,
        is_root: bool,
    ) -> Result<(), Halt> {
        // A leaf stands for everything that begins like this.
        if rest.is_empty() || (self.children.is_empty() && !is_root) {
            return Ok(());
        }
        for (step, below) in &mut self.children {
            match judge.can_come_first(step, &rest, state)? {
                First::No => {}
                First::Member(at) => {
                    rest.remove(at);
                    return below.insert_below(rest, state, judge, false);
                }
                First::Commutes(next) => return below.insert_below(rest, &next, judge, false),
            }
        }
        let chain = rest
            .into_iter()
            .rev()
            .fold(Tree::default(), |below, step| Tree { children: vec![(step, below)] });
        self.children.extend(chain.children);
        Ok(())
    }
}

/// Whether an execution that begins with a sequence can as well begin with some other step.
pub(crate) enum First {
    No,
    /// That step is in the sequence at this position and depends on nothing before it.
    Member(usize),
    /// It is not, and commutes with all of it; with the state after both.
    Commutes(Box<State>),
}

/// Judges whether steps commute that were not made one after the other: by making them so. What a specification says is about two
/// calls in a row, and the results of calls that were both made first say nothing about that.
pub(crate) struct Judge<'r, 'a> {
    pub specification: &'a Specification,
    pub runner: &'r mut Runner<'a>,
}

impl Judge<'_, '_> {
    pub fn can_come_first(
        &mut self,
        step: &Step,
        sequence: &[Rc<Step>],
        state: &State,
    ) -> Result<First, Halt> {
        let fits = |others: &[Rc<Step>], step: &Step| {
            others.iter().all(|other| independent(self.specification, other, step))
        };
        if let Some(at) = sequence.iter().position(|other| other.thread == step.thread) {
            // What the thread does first may go further than what it does later, where others hold a lock.
            let is_same = sequence[at].ends_waiting == step.ends_waiting;
            return Ok(if is_same && fits(&sequence[..at], &sequence[at]) {
                First::Member(at)
            } else {
                First::No
            });
        }
        let by_memory =
            |other: &Rc<Step>| other.shares_object(step) || independent(self.specification, other, step);
        if !state.is_enabled(step.thread) || !sequence.iter().all(by_memory) {
            return Ok(First::No);
        }
        let mut state = state.clone();
        let later = self.runner.step(&mut state, step.thread)?;
        let is_same = later.ends_waiting == step.ends_waiting;
        Ok(if is_same && fits(sequence, &later) { First::Commutes(Box::new(state)) } else { First::No })
    }

    /// A step that could have been made before another was made instead: what it is now, if the two commute.
    pub fn still(&mut self, step: &Rc<Step>, made: &Step, state: &State) -> Result<Option<Rc<Step>>, Halt> {
        if !step.shares_object(made) {
            return Ok(independent(self.specification, step, made).then(|| step.clone()));
        }
        if !state.is_enabled(step.thread) {
            return Ok(None);
        }
        let later = self.runner.step(&mut state.clone(), step.thread)?;
        Ok(independent(self.specification, made, &later).then(|| Rc::new(later)))
    }
}
