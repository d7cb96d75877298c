//! Atomic sections: what happens between a beginning and an end is one node of every order.
//!
//! A thread that blocks inside a section would hold up everybody; instead a section that does not get to its end on every
//! path is entered by choice, and then it does.

use crate::flow::{Flow, Section};
use crate::guards::GuardId;
use crate::objects::PathId;
use crate::step::Here;
use crate::unfolder::Unfolder;
use rustc_hash::FxHashMap;

/// A section as its beginning knows it: guard and place; and the guards of its ends so far.
pub(crate) type Open = (GuardId, PathId, Vec<GuardId>);

/// The sections of one pass.
#[derive(Default)]
pub(crate) struct Sections {
    n: u32,
    /// Those of the thread at hand.
    open: FxHashMap<u32, Open>,
}

impl Unfolder<'_> {
    pub(super) fn begin_section(&mut self, here: &Here<'_>, flow: &mut Flow) {
        if let Some(section) = &mut flow.section {
            section.depth += 1;
            return;
        }
        if self.facts.open_sections.contains(&here.place) {
            let enters = self.graph.terms.bool_var("enters");
            flow.guard = self.and(flow.guard, enters);
        }
        let number = self.new_section();
        self.pass.sections.open.insert(number, (flow.guard, here.place, Vec::new()));
        flow.section = Some(Section { number, depth: 1 });
        self.push_step(flow);
    }

    pub(super) fn end_section(&mut self, flow: &mut Flow) {
        let Some(section) = &mut flow.section else { return };
        section.depth -= 1;
        if section.depth > 0 {
            return;
        }
        if let Some((_, _, ends)) = self.pass.sections.open.get_mut(&section.number) {
            ends.push(flow.guard);
        }
        flow.section = None;
    }

    /// The execution may end here, or nothing is known of what comes: the section that the path is in need not get to its end.
    pub(super) fn section_may_end(&mut self, guard: GuardId) {
        if let Some((_, _, ends)) =
            self.context.section.and_then(|number| self.pass.sections.open.get_mut(&number))
        {
            ends.push(guard);
        }
    }

    pub(super) fn close_sections(&mut self) {
        for (number, (begun, path, ends)) in std::mem::take(&mut self.pass.sections.open) {
            self.close_section(number, begun, path, &ends);
        }
    }

    /// A section that does not get to its end on every path is entered by choice, and then it does.
    fn close_section(&mut self, number: u32, begun: GuardId, path: PathId, ends: &[GuardId]) {
        let end = self.graph.guards.any(&mut self.graph.terms, ends);
        self.graph.section_ends.insert(number, end);
        if self.graph.guards.implies(begun, end) {
            return;
        }
        self.pass.changed |= self.facts.open_sections.insert(path);
        let (begun, end) = (self.graph.guards.term(begun), self.graph.guards.term(end));
        let completes = self.graph.terms.implies(begun, end);
        self.graph.constraints.push(completes);
    }

    fn new_section(&mut self) -> u32 {
        self.pass.sections.n += 1;
        self.pass.sections.n - 1
    }
}
