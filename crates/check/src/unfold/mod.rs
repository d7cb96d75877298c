//! From the program to guarded events: symbolic execution of every thread with calls inlined and loops unrolled, paths
//! merged where they join (paper 001 §4: guarded SSA and the events in it).
//!
//! Where it differs from the paper: what is shared, what pointers can point to, which locks can be held for ever, and
//! which threads may fail to end is found by unfolding several times. Each pass begins with the [`Facts`] of the one
//! before, at first the optimistic ones; when a pass breaks none of them, they are true of every execution within the
//! bound (by induction over the execution: the first access that broke one would be in the unfolding). Facts only
//! ever grow.

mod access;
mod activation;
mod arith;
mod bulk;
mod lifetime;
mod overwritten;
mod printing;
mod ranges;
mod sections;
mod sharing;
mod step;
mod sync;
mod waiting;
mod written;

use crate::config::CheckConfig;
use crate::graph::{Event, FailurePoint, Graph, Point, Space, SyncEdge, Thread, What};
use crate::guards::GuardId;
use crate::objects::{ObjectId, Objects, PathId, Paths, Place};
use crate::shape::Shape;
use crate::value::{Deps, NumberSet, SymVal};
use crate::view::View;
use events::FailureKind;
use ir::{BlockId, FuncId, Layout, Program, Span, layout};
use rustc_hash::{FxHashMap, FxHashSet};
use sharing::AccessLog;
use solver::TermId;
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::Arc;
use verdict::Why;

pub(crate) use sharing::words;
pub(crate) use sync::is_dead;

/// Passes after which sets of addresses are widened to objects, then given up, then everything.
const WIDEN_PASS: usize = 6;
const GIVE_UP_PASS: usize = 40;

/// Iterations of a loop whose end is known, at most.
pub(crate) const MAX_KNOWN_ITERATIONS: u32 = 10_000;

/// What one pass may rely on because no pass has refuted it.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    /// Objects that need events: threads may meet there without being ordered by creation.
    pub(crate) shared: FxHashSet<Place>,
    /// What a cell of a shared object can hold.
    pub(crate) contents: FxHashMap<(Space, ObjectId, u64, u64), NumberSet>,
    /// How large what a cell holds can get; not looked for any more once it was wrong or no use.
    pub(crate) ranges: FxHashMap<ranges::CellKey, solver::Interval>,
    pub(crate) ranges_given_up: bool,
    /// Synchronisation objects on which somebody may wait for ever.
    pub(crate) stuck: FxHashSet<Place>,
    /// Kinds of mutexes and counts of barriers that were initialised by a call; `None`: not always the same.
    pub(crate) mutex_kinds: FxHashMap<Place, Option<u32>>,
    /// What synchronisation objects are, and what becomes of them.
    pub(crate) lives: FxHashMap<Place, sync::Life>,
    /// Atomic sections that may not get to their end.
    pub(crate) open_sections: FxHashSet<PathId>,
    /// Loops that do more than wait, though it looked otherwise.
    pub(crate) working: FxHashSet<PathId>,
    /// Threads that may not end although they began.
    pub(crate) endless: FxHashSet<PathId>,
    /// Threads whose handle more than one operation may use up.
    pub(crate) consumed_twice: FxHashSet<PathId>,
    /// Objects with the threads that free them (or leave them behind by returning), and objects that others than their
    /// owner touch.
    pub(crate) freed: FxHashSet<(ObjectId, u32)>,
    pub(crate) escaped: FxHashSet<ObjectId>,
    /// What each thread returns where it is one constant; `None`: it is not.
    pub(crate) returns: FxHashMap<PathId, Option<u128>>,
}

/// Why there is no unfolding.
#[derive(Clone, Debug)]
pub(crate) struct Refused {
    pub(crate) why: Why,
    pub(crate) span: Span,
}

/// A program unfolded, and how.
pub(crate) struct Unfolded {
    pub(crate) graph: Graph,
    /// A loop whose end is known was cut short because it goes round more than `known_iterations` times.
    pub(crate) cut_known: bool,
}

pub(crate) fn unfold(
    program: &Program,
    config: &CheckConfig,
    known_iterations: u32,
) -> Result<Unfolded, Refused> {
    let layout = Layout::of(program);
    let mut unfolder = Unfolder::new(program, config, &layout);
    // First the facts are found with short loops: with optimistic facts a loop that waits for another thread looks
    // like one that never ends.
    unfolder.known_iterations = known_iterations.min(config.unwind);
    for pass in 1..=GIVE_UP_PASS {
        unfolder.begin_pass();
        unfolder.run()?;
        let mut changed = unfolder.refute(pass);
        if !changed && unfolder.pass.cut_known && unfolder.known_iterations < known_iterations {
            unfolder.known_iterations = known_iterations;
            changed = true;
        }
        if !changed && unfolder.narrow() == ranges::Narrowed::Done {
            unfolder.refuse_overwritten();
            unfolder.refuse_deleted_keys();
            let (mut graph, shared) = (unfolder.graph, unfolder.facts.shared);
            graph.shared = shared;
            return Ok(Unfolded { graph, cut_known: unfolder.pass.cut_known });
        }
    }
    let why = Why::Internal(format!("no fixed point after {GIVE_UP_PASS} passes of unfolding"));
    Err(Refused { why, span: Span::NONE })
}

/// A branch that controls what follows until the frame at `depth` enters `join`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Control {
    pub(crate) depth: u32,
    pub(crate) join: Option<BlockId>,
    pub(crate) deps: Deps,
}

/// What an instruction gives; `None`: the path cannot go on.
type Results = Option<Vec<SymVal>>;

/// The state of a path that outlives calls.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) guard: GuardId,
    pub(crate) view: View,
    pub(crate) control: Vec<Control>,
    pub(crate) section: Option<Section>,
    /// Values of thread-specific keys.
    pub(crate) keys: Vec<(u32, SymVal)>,
    /// Wake-ups without a signal on the way here, but for those within loops that were left: they have had a round for it.
    pub(crate) spurious: Vec<TermId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    pub(crate) number: u32,
    pub(crate) depth: u32,
    /// Guard at the beginning.
    pub(crate) begun: GuardId,
    pub(crate) path: PathId,
}

/// What belongs to the thread being unfolded.
#[derive(Debug, Default)]
pub(crate) struct ThreadContext {
    pub(crate) id: u32,
    /// Threads created so far.
    pub(crate) epoch: u32,
    pub(crate) depth: u32,
    pub(crate) call_stack: Vec<FuncId>,
    /// In library code, where the user's code has called it.
    pub(crate) library_span: Option<Span>,
    /// Stack objects of each call in progress.
    pub(crate) locals: Vec<Vec<ObjectId>>,
}

/// What one pass finds out on its way.
#[derive(Default)]
struct Pass {
    log: AccessLog,
    /// Writes, and operations on synchronisation objects.
    sync_uses: overwritten::SyncUses,
    /// A loop whose end is known was cut short.
    cut_known: bool,
    /// Threads to be unfolded, with their argument and what they know of memory.
    pending: VecDeque<(u32, SymVal, View)>,
    n_sections: u32,
    n_keys: u32,
    key_uses: Vec<sync::KeyUse>,
    /// Events that initialise semaphores.
    semaphores_made: FxHashSet<u32>,
    /// What is stored into cells of shared objects.
    stored: FxHashMap<(Space, ObjectId, u64, u64), NumberSet>,
    /// A fact was refuted on the way.
    changed: bool,
    /// How often objects are initialised by a call.
    n_inits: FxHashMap<Place, u32>,
    /// How often the handles of threads are used up.
    n_consumers: FxHashMap<PathId, u32>,
    /// Objects that are freed.
    freed_now: FxHashSet<ObjectId>,
    /// Locks taken (`true`) and let go in each thread, in program order.
    lock_guards: Vec<(Place, u32, GuardId, bool)>,
    /// What to call at the end of a thread that has set a key.
    destructors: Vec<Option<FuncId>>,
    /// For each section: guard and place of its beginning, guards of its ends.
    sections: FxHashMap<u32, (GuardId, PathId, Vec<GuardId>)>,
    /// The section of the path at hand.
    active_section: Option<u32>,
    refused: Option<Refused>,
    /// For each thread: a term that holds iff it has ended, where that is not known to follow from its beginning.
    ended: FxHashMap<u32, TermId>,
    /// Accesses of the thread being unfolded to private memory.
    private_log: Vec<waiting::PrivateAccess>,
    ranges: solver::Ranges,
    read_variables: Vec<ranges::Spot>,
    scratch: Vec<waiting::Scratch>,
    not_waiting: Vec<PathId>,
    returned: FxHashMap<u32, TermId>,
    /// Wake-ups without a signal of the thread being unfolded.
    spurious: Vec<TermId>,
}

pub(crate) struct Unfolder<'p> {
    pub(crate) program: &'p Program,
    pub(crate) config: &'p CheckConfig,
    pub(crate) layout: &'p Layout,
    pub(crate) facts: Facts,
    pub(crate) paths: Paths,
    pub(crate) shapes: FxHashMap<FuncId, Rc<Shape>>,
    pub(crate) graph: Graph,
    pub(crate) context: ThreadContext,
    /// Where in the program that thread is.
    span: Span,
    pub(crate) track_deps: bool,
    /// Some read must find something written.
    tracks_written: bool,
    /// How often loops go round whose end is known.
    known_iterations: u32,
    /// No event is its own cause in this model: loads keep their order to later stores, or dependencies do.
    pub(crate) causal: bool,
    /// Private accesses are nodes of program order too.
    pub(crate) keep_private: bool,
    pass: Pass,
}

impl<'p> Unfolder<'p> {
    fn new(program: &'p Program, config: &'p CheckConfig, layout: &'p Layout) -> Self {
        let model = config.task.model;
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
        Unfolder {
            program,
            config,
            layout,
            facts,
            paths: Paths::default(),
            shapes: FxHashMap::default(),
            graph: Graph { objects: Objects::new(program, layout), ..Graph::default() },
            context: ThreadContext::default(),
            span: Span::NONE,
            track_deps: model.keeps_dependencies,
            tracks_written: written::is_asked(program),
            known_iterations: MAX_KNOWN_ITERATIONS,
            causal: model.keeps_dependencies || model.kept.contains(ir::FenceBits::LS),
            keep_private: model != model::Model::SC && model != model::Model::TSO,
            pass: Pass::default(),
        }
    }

    /// Forgets all but the facts, and what the objects of the program are called.
    fn begin_pass(&mut self) {
        let objects = std::mem::take(&mut self.graph.objects);
        self.graph = Graph { objects, ..Graph::default() };
        self.graph.terms.watch(&self.config.task.limits);
        self.pass = Pass::default();
    }

    fn run(&mut self) -> Result<(), Refused> {
        let main = self.program.entry;
        let path = self.paths.child(Paths::ROOT, u64::from(main.0), 0);
        let arg = arith::constant(&mut self.graph.terms, 0, ir::Ty::I64);
        self.add_thread((path, main, GuardId::TRUE), None, arg, View::default());
        while let Some((id, arg, view)) = self.pass.pending.pop_front() {
            self.thread(id, arg, view);
            let spurious = std::mem::take(&mut self.pass.spurious);
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

    /// Ties the stand-ins for "thread t has ended" and its result to what was found out.
    fn define_ends(&mut self) {
        for (id, ended) in std::mem::take(&mut self.pass.ended) {
            let guards: Vec<GuardId> = self.graph.threads[id as usize].ends.iter().map(|end| end.0).collect();
            let guard = self.graph.guards.any(&mut self.graph.terms, &guards);
            let defined = self.graph.terms.iff(ended, self.graph.guards.term(guard));
            self.graph.constraints.push(defined);
        }
        for (id, returned) in std::mem::take(&mut self.pass.returned) {
            for (guard, _, value) in self.graph.threads[id as usize].ends.clone() {
                let same = self.graph.terms.eq(returned, value);
                let defined = self.graph.terms.implies(self.graph.guards.term(guard), same);
                self.graph.constraints.push(defined);
            }
        }
    }

    fn thread(&mut self, id: u32, arg: SymVal, view: View) {
        let thread = self.graph.threads[id as usize].clone();
        self.pass.private_log.clear();
        self.context = ThreadContext { id, ..ThreadContext::default() };
        let mut flow = Flow {
            guard: thread.guard,
            view,
            control: Vec::new(),
            section: None,
            keys: Vec::new(),
            spurious: Vec::new(),
        };
        if let Some(create) = thread.create {
            let begin = self.push_step(&flow);
            self.graph.edges.push(SyncEdge { from: create, to: begin, condition: TermId::TRUE });
        } else {
            for (index, &constructor) in self.program.constructors.iter().enumerate() {
                let path = self.paths.child(thread.path, 1 << 40, index as u64);
                match self.call(constructor, Vec::new(), flow, path) {
                    Some((next, _)) => flow = next,
                    None => return,
                }
            }
        }
        let function = &self.program.functions[thread.function];
        let of_entry = self.program.entry_arguments();
        let mut args = Vec::new();
        for (index, &param) in function.params.iter().enumerate() {
            let ty = function.values[param].ty;
            args.push(match (index, thread.create) {
                (0, Some(_)) => {
                    let mut value = arg.clone();
                    let bits = arith::bits(&mut self.graph.terms, arg.term);
                    let bits = self.graph.terms.resize_unsigned(bits, ty.bits());
                    value.term = arith::typed(&mut self.graph.terms, bits, ty);
                    value.deps = Deps::none();
                    value
                }
                (_, Some(_)) => arith::constant(&mut self.graph.terms, 0, ty),
                (_, None) => {
                    let given = of_entry.get(index).copied().unwrap_or(0);
                    arith::constant(&mut self.graph.terms, given, ty)
                }
            });
        }
        let ended = self.call(thread.function, args, flow, thread.path);
        if let Some((flow, results)) = ended {
            self.graph.threads[id as usize].finished = flow.guard;
            let value = match results.first() {
                Some(value) => {
                    let bits = arith::bits(&mut self.graph.terms, value.term);
                    self.graph.terms.resize_unsigned(bits, 64)
                }
                None => self.graph.terms.bits_const(0, 64),
            };
            if id != 0 {
                self.return_from_thread(flow, value);
            }
        }
        for (number, (begun, path, ends)) in std::mem::take(&mut self.pass.sections) {
            self.close_section(number, begun, path, &ends);
        }
    }

    fn return_from_thread(&mut self, mut flow: Flow, value: TermId) {
        let place = self.paths.child(self.graph.threads[self.context.id as usize].path, 1 << 48, 0);
        if self.run_destructors(place, &mut flow).is_some() {
            self.end_thread(&flow, value);
        }
    }

    pub(crate) fn end_thread(&mut self, flow: &Flow, value: TermId) {
        let event = self.push_step(flow);
        self.leave_thread_locals(flow.guard);
        self.graph.threads[self.context.id as usize].ends.push((flow.guard, event, value));
    }

    pub(crate) fn push_event(&mut self, flow: &Flow, guard: GuardId, what: What, full: bool) -> u32 {
        let id = self.graph.events.len() as u32;
        if self.graph.events.len() >= self.config.max_events {
            let most = self.config.max_events;
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
        id
    }

    /// The last event of the thread at hand.
    fn last_event(&self) -> Option<u32> {
        self.graph.threads[self.context.id as usize].events.last().copied()
    }

    /// A full fence without memory.
    pub(crate) fn push_step(&mut self, flow: &Flow) -> u32 {
        self.push_event(flow, flow.guard, What::Step, true)
    }

    pub(crate) fn refuse(&mut self, why: Why) {
        let refused = Refused { why, span: self.span };
        self.pass.refused.get_or_insert(refused);
    }
    pub(crate) fn is_refused(&mut self) -> bool {
        if self.pass.refused.is_none()
            && let Some(stop) = self.config.task.limits.reached()
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
    fn shown(&self) -> Span {
        self.context.library_span.unwrap_or(self.span)
    }

    /// Where `guard` holds, if it can: the execution may end there.
    fn point(&mut self, guard: GuardId, message: impl Into<Arc<str>>) -> Option<Point> {
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
    fn fail_where(
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

    /// Registers a thread to be unfolded later, with the event that creates it; its handle.
    pub(crate) fn add_thread(
        &mut self,
        (path, function, guard): (PathId, FuncId, GuardId),
        create: Option<u32>,
        arg: SymVal,
        view: View,
    ) -> u64 {
        let id = self.graph.threads.len() as u32;
        // What `pthread_t` holds: the address of the thread's own object.
        let handle = layout::region_start(id);
        self.graph.objects.add_thread(id);
        self.graph.threads.push(Thread {
            path,
            function,
            guard,
            parent: create.map(|_| (self.context.id, self.context.epoch)),
            handle,
            create,
            arg: arg.term,
            events: Vec::new(),
            ends: Vec::new(),
            finished: GuardId::FALSE,
        });
        self.pass.pending.push_back((id, arg, view));
        handle
    }
}
