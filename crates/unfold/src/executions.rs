//! What graphs of executions have beyond others: where events come from, computations and branches as events with values
//! that can be cut from their definitions (Nemos, A.2 and A.3), and blocks that are meant to be atomic.

use crate::flow::Flow;
use crate::graph::{Block, Definition, LocalRule, Origin, What};
use crate::step::Here;
use crate::unfolder::Unfolder;
use crate::value::SymVal;
use ir::{Function, Inst, Op, Ty};
use solver::{Sort, TermId};
use verdict::Why;

impl Unfolder<'_> {
    /// The event that was pushed last comes from the instruction at hand.
    pub(crate) fn note_origin(&mut self, flow: &Flow) {
        let ctrl = self.control_deps(flow);
        let (span, register, op) = (self.context.span, self.context.register.clone(), self.context.op);
        self.graph.origins.push(Origin { span, register, op, ctrl });
    }

    pub(crate) fn note_instruction(&mut self, function: &Function, inst: &Inst) {
        let named = match &inst.op {
            Op::Load { .. } | Op::Rmw { .. } | Op::CompareExchange { .. } => inst.results.first().copied(),
            Op::Store { value, .. } => value.value(),
            _ => None,
        };
        self.context.register = named.and_then(|id| function.values[id].name.clone());
        self.context.op = match &inst.op {
            Op::Sync { op, .. } => Some(*op),
            _ => None,
        };
    }

    /// Cuts a term from its definition, for the event that is pushed next.
    fn cut_from_definition(&mut self, rule: LocalRule, term: TermId) -> TermId {
        let event = self.graph.events.len() as u32;
        let terms = &mut self.graph.terms;
        let (fresh, equation) = match terms.sort(term) {
            Sort::Bool => {
                let fresh = terms.bool_var("cut");
                (fresh, terms.iff(fresh, term))
            }
            Sort::Bits(width) => {
                let fresh = terms.bits_var("cut", width);
                (fresh, terms.eq(fresh, term))
            }
        };
        self.graph.definitions.push(Definition { rule, event, equation });
        fresh
    }

    /// A result that goes to a register of the user is an event.
    pub(crate) fn note_computation(&mut self, here: &Here<'_>, flow: &Flow, result: &mut SymVal) {
        let Some(&id) = here.inst.results.first() else { return };
        let data = &here.function.values[id];
        let Some(register) = data.name.clone().filter(|_| data.ty != Ty::BOOL) else { return };
        let value = self.cut_from_definition(LocalRule::LocalReadValue, result.term);
        let value = self.cut_from_definition(LocalRule::Computation, value);
        result.term = value;
        let what = What::Compute { register, value, deps: result.deps.clone() };
        self.push_event(flow, flow.guard, what, false);
    }

    /// A branch is an event; the condition under which it is taken.
    pub(crate) fn note_branch(&mut self, flow: &Flow, cond: &SymVal) -> TermId {
        if self.graph.terms.as_bool_const(cond.term).is_some() {
            return cond.term;
        }
        let read = self.cut_from_definition(LocalRule::LocalReadValue, cond.term);
        let value = self.cut_from_definition(LocalRule::Computation, read);
        let taken = self.cut_from_definition(LocalRule::ControlReadValue, value);
        let what = What::Control { value, deps: cond.deps.clone() };
        self.push_event(flow, flow.guard, what, false);
        taken
    }

    /// What a store takes from a register.
    pub(crate) fn used_register(&mut self, mut value: SymVal) -> SymVal {
        if self.needs.locals && self.context.register.is_some() {
            value.term = self.cut_from_definition(LocalRule::LocalReadValue, value.term);
        }
        value
    }

    pub(crate) fn begin_block(&mut self) {
        let begin = self.graph.threads[self.context.id as usize].events.len();
        self.context.blocks.push((begin, self.context.span));
    }

    pub(crate) fn end_block(&mut self) {
        let Some((begin, span)) = self.context.blocks.pop() else {
            return self.refuse(Why::Unsupported("an atomic block that ends and did not begin".into()));
        };
        let thread = self.context.id;
        let events = self.graph.threads[thread as usize].events.get(begin..).unwrap_or(&[]).to_vec();
        self.graph.blocks.push(Block { thread, events, span });
    }
}
