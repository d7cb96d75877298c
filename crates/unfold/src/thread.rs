//! One thread after another: how it begins, and how it ends.

use crate::arith;
use crate::flow::Flow;
use crate::graph::{SyncEdge, Thread};
use crate::guards::GuardId;
use crate::objects::{ObjectId, PathId};
use crate::unfolder::Unfolder;
use crate::value::{Deps, SymVal};
use crate::view::View;
use crate::waiting::PrivateAccess;
use ir::{FuncId, Span, SyncOp, layout};
use solver::TermId;
use std::sync::Arc;

/// What belongs to the thread being unfolded.
#[derive(Debug)]
pub(crate) struct ThreadContext {
    pub(crate) id: u32,
    /// Threads created so far.
    pub(crate) epoch: u32,
    pub(crate) depth: u32,
    pub(crate) call_stack: Vec<FuncId>,
    /// Where in the program it is.
    pub(crate) span: Span,
    /// In library code, where the user's code has called it.
    pub(crate) library_span: Option<Span>,
    /// Stack objects of each call in progress.
    pub(crate) locals: Vec<Vec<ObjectId>>,
    /// The atomic section of the path at hand.
    pub(crate) section: Option<u32>,
    /// The register that the instruction at hand reads into or writes from, and its operation.
    pub(crate) register: Option<Arc<str>>,
    pub(crate) op: Option<SyncOp>,
    /// Blocks that are meant to be atomic: where each began in the list of the thread's events.
    pub(crate) blocks: Vec<(usize, Span)>,
    /// Accesses to private memory so far.
    pub(crate) private_log: Vec<PrivateAccess>,
    /// Wake-ups without a signal so far.
    pub(crate) spurious: Vec<TermId>,
}

impl ThreadContext {
    pub(crate) fn of(id: u32) -> ThreadContext {
        ThreadContext {
            id,
            epoch: 0,
            depth: 0,
            call_stack: Vec::new(),
            span: Span::NONE,
            library_span: None,
            locals: Vec::new(),
            section: None,
            register: None,
            op: None,
            blocks: Vec::new(),
            private_log: Vec::new(),
            spurious: Vec::new(),
        }
    }
}

impl Unfolder<'_> {
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

    pub(crate) fn thread(&mut self, id: u32, arg: SymVal, view: View) {
        let thread = self.graph.threads[id as usize].clone();
        self.context = ThreadContext::of(id);
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
        self.close_sections();
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
}
