//! Pass after pass until nothing is refuted any more; and what all steps of a pass share.

use crate::facts::Facts;
use crate::flow::Flow;
use crate::graph::{Event, FailurePoint, Graph, Point, What};
use crate::guards::GuardId;
use crate::objects::{ObjectId, Objects, Paths};
use crate::options::{Knowledge, Needs, Options};
use crate::pass::Pass;
use crate::ranges::Narrowed;
use crate::shape::Shape;
use crate::sharing::words;
use crate::thread::ThreadContext;
use crate::value::Deps;
use crate::view::View;
use crate::{Refused, Unfolded, arith};
use events::FailureKind;
use ir::{FuncId, Layout, Program, Span};
use rustc_hash::FxHashMap;
use solver::TermId;
use std::rc::Rc;
use std::sync::Arc;
use verdict::Why;

/// After so many passes sets of addresses are widened to objects, then given up, then everything.
pub(crate) const WIDEN_PASS: usize = 6;
const GIVE_UP_PASS: usize = 40;

pub(crate) struct Unfolder<'p> {
    pub(crate) program: &'p Program,
    pub(crate) layout: &'p Layout,
    pub(crate) options: &'p Options,
    pub(crate) needs: Needs,
    /// How often loops go round whose end is known, in this pass.
    pub(crate) known_iterations: u32,
    /// Names of places in the unrolled program, and shapes of its functions: the same in every pass.
    pub(crate) paths: Paths,
    shapes: FxHashMap<FuncId, Rc<Shape>>,
    /// From the passes before.
    pub(crate) facts: Facts,
    /// What the pass yields, and what it finds out on its way.
    pub(crate) graph: Graph,
    pub(crate) pass: Pass,
    /// The thread at hand.
    pub(crate) context: ThreadContext,
}

impl<'p> Unfolder<'p> {
    pub(crate) fn new(program: &'p Program, layout: &'p Layout, options: &'p Options) -> Self {
        let mut facts = Facts::default();
        // A litmus test asks about the final contents of these, whoever touches them.
        if let Some(condition) = &program.condition {
            condition.prop.for_each_observable(&mut |observable| {
                if let ir::Observable::Memory { global, offset, ty, .. } = observable {
                    let words = words(*offset, ty.bytes());
                    facts.shared.extend(words.map(|word| (ObjectId(global.0), word)));
                }
            });
        }
        let needs = Needs::of(program, options);
        Unfolder {
            program,
            layout,
            options,
            needs,
            // First the facts are found with short loops: with optimistic facts a loop that waits for another thread
            // looks like one that never ends.
            known_iterations: options.known_iterations.min(options.unwind),
            paths: Paths::default(),
            shapes: FxHashMap::default(),
            facts: Facts { narrow: needs.causal, ..facts },
            graph: Graph { objects: Objects::new(program, layout), ..Graph::default() },
            pass: Pass::default(),
            context: ThreadContext::of(0),
        }
    }

    pub(crate) fn run_to_rest(mut self) -> Result<Unfolded, Refused> {
        if self.needs.knowledge == Knowledge::Sets {
            self.begin_with_constants();
        }
        for pass in 1..=GIVE_UP_PASS {
            self.begin_pass();
            self.run()?;
            let mut changed = self.refute(pass);
            if !changed && self.pass.cut_known && self.known_iterations < self.options.known_iterations {
                self.known_iterations = self.options.known_iterations;
                changed = true;
            }
            if !changed && self.narrow() == Narrowed::Done {
                self.refuse_overwritten();
                self.refuse_deleted_keys();
                self.graph.shared = self.facts.shared;
                return Ok(Unfolded { graph: self.graph, cut_known: self.pass.cut_known });
            }
        }
        let why = Why::Internal(format!("no fixed point after {GIVE_UP_PASS} passes of unfolding"));
        Err(Refused { why, span: Span::NONE })
    }

    /// Forgets all but the facts, and what the objects of the program are called.
    fn begin_pass(&mut self) {
        let objects = std::mem::take(&mut self.graph.objects);
        self.graph = Graph { objects, ..Graph::default() };
        self.graph.terms.watch(&self.options.limits);
        self.pass = Pass::default();
    }

    fn run(&mut self) -> Result<(), Refused> {
        let main = self.program.entry;
        let path = self.paths.child(Paths::ROOT, u64::from(main.0), 0);
        let arg = arith::constant(&mut self.graph.terms, 0, ir::Ty::I64);
        self.add_thread((path, main, GuardId::TRUE), None, arg, View::default());
        while let Some((id, arg, view)) = self.pass.pending.pop_front() {
            self.thread(id, arg, view);
            let spurious = std::mem::take(&mut self.context.spurious);
            let once = self.graph.terms.at_most_one(&spurious);
            self.graph.constraints.push(once);
            self.refute_scratch(id);
            if let Some(refused) = self.pass.refused.take() {
                return Err(refused);
            }
        }
        self.define_ends();
        self.add_join_edges();
        self.free_once();
        self.refute_released();
        self.refute_scratch_of_others();
        Ok(())
    }

    pub(crate) fn push_event(&mut self, flow: &Flow, guard: GuardId, what: What, full: bool) -> u32 {
        let id = self.graph.events.len() as u32;
        if self.graph.events.len() >= self.options.max_events {
            let most = self.options.max_events;
            self.refuse(Why::TooLarge(format!("the unrolled program has more than {most} events")));
        }
        self.graph.events.push(Event {
            thread: self.context.id,
            what,
            guard,
            is_full_fence: full,
            weaker: None,
            section: flow.section.map(|section| section.number),
        });
        self.graph.threads[self.context.id as usize].events.push(id);
        if self.needs.executions {
            self.note_origin(flow);
        }
        id
    }

    /// The last event of the thread at hand.
    pub(crate) fn last_event(&self) -> Option<u32> {
        self.graph.threads[self.context.id as usize].events.last().copied()
    }

    /// A full fence without memory.
    pub(crate) fn push_step(&mut self, flow: &Flow) -> u32 {
        self.push_event(flow, flow.guard, What::Step, true)
    }

    pub(crate) fn refuse(&mut self, why: Why) {
        let refused = Refused { why, span: self.context.span };
        self.pass.refused.get_or_insert(refused);
    }
    pub(crate) fn is_refused(&mut self) -> bool {
        if self.pass.refused.is_none()
            && let Some(stop) = self.options.limits.reached()
        {
            self.pass.refused = Some(Refused { why: stop.into(), span: Span::NONE });
        }
        self.pass.refused.is_some()
    }

    pub(crate) fn and(&mut self, guard: GuardId, literal: TermId) -> GuardId {
        self.graph.guards.and(&mut self.graph.terms, guard, literal)
    }
    pub(crate) fn and_not(&mut self, guard: GuardId, literal: TermId) -> GuardId {
        let negated = self.graph.terms.not(literal);
        self.and(guard, negated)
    }

    /// The place to show to the user.
    pub(crate) fn shown(&self) -> Span {
        self.context.library_span.unwrap_or(self.context.span)
    }

    /// Where `guard` holds, if it can: the execution may end there.
    pub(crate) fn point(&mut self, guard: GuardId, message: impl Into<Arc<str>>) -> Option<Point> {
        if guard == GuardId::FALSE {
            return None;
        }
        self.section_may_end(guard);
        let (condition, thread, span) = (self.graph.guards.term(guard), self.context.id, self.shown());
        Some(Point { condition, thread, span, message: message.into() })
    }
    /// The program fails here where `guard` holds.
    pub(crate) fn fail(&mut self, guard: GuardId, kind: FailureKind, message: impl Into<Arc<str>>) {
        let at = self.point(guard, message);
        self.graph.failures.extend(at.map(|at| FailurePoint { kind, at, event: None }));
    }
    /// The same where `wrong` holds; the path goes on elsewhere.
    pub(crate) fn fail_where(
        &mut self,
        flow: &mut Flow,
        wrong: TermId,
        kind: FailureKind,
        message: impl Into<Arc<str>>,
    ) {
        let guard = self.and(flow.guard, wrong);
        self.fail(guard, kind, message);
        flow.guard = self.and_not(flow.guard, wrong);
    }
    /// No verdict but `unknown` where `guard` can hold.
    pub(crate) fn unsupported(&mut self, guard: GuardId, reason: impl Into<Arc<str>>) {
        let at = self.point(guard, reason);
        self.graph.unsupported.extend(at);
    }
    /// The bound ends the path where `guard` holds.
    pub(crate) fn cut(&mut self, guard: GuardId, reason: impl Into<Arc<str>>) {
        let at = self.point(guard, reason);
        self.graph.cuts.extend(at);
    }

    pub(crate) fn union_deps(&mut self, a: &Deps, b: &Deps) -> Deps {
        let terms = &mut self.graph.terms;
        a.union_with(b, |x, y| terms.or(x, y))
    }
    pub(crate) fn control_deps(&mut self, flow: &Flow) -> Deps {
        flow.control.iter().fold(Deps::none(), |all, control| self.union_deps(&all, &control.deps))
    }

    pub(crate) fn shape(&mut self, function: FuncId) -> Rc<Shape> {
        let program = self.program;
        self.shapes.entry(function).or_insert_with(|| Rc::new(Shape::of(program, function))).clone()
    }
}
