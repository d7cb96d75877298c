//! Events of the graph as events here.

use super::UnfoldError;
use crate::events::{
    Access, Assertion, AtomicBlock, Definition, Event, EventId, Frontier, Kind, LocationId, Observation,
    Reads, State, Thread, ThreadId, Unfolded,
};
use ::events::Property;
use ::unfold::{Deps, Graph, Place, Space, Synchronises, Weaker, What};
use ir::{IndexVec, Layout, Observable, Order, Program, Span, Ty};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use solver::{TermId, Terms};
use std::sync::Arc;

/// Where an access can go.
pub(super) type Places = SmallVec<[(LocationId, TermId); 1]>;

pub(super) struct Converter<'p> {
    pub(super) program: &'p Program,
    pub(super) layout: &'p Layout,
    pub(super) graph: Graph,
    pub(super) terms: Terms,
    pub(super) out: Unfolded,
    pub(super) at: FxHashMap<(Space, u64, u64), LocationId>,
    /// Start and end of the places accessed so far, to find accesses that overlap.
    pub(super) extents: Vec<(u64, u64)>,
    /// The first and the last event that each event of the graph has become.
    pub(super) made: Vec<Option<(EventId, EventId)>>,
}

impl<'p> Converter<'p> {
    pub(super) fn new(program: &'p Program, layout: &'p Layout, mut graph: Graph) -> Converter<'p> {
        let terms = std::mem::take(&mut graph.terms);
        let made = vec![None; graph.events.len()];
        let out = Unfolded {
            threads: IndexVec::new(),
            events: IndexVec::new(),
            locations: IndexVec::new(),
            observations: Vec::new(),
            assertions: Vec::new(),
            assumptions: std::mem::take(&mut graph.constraints),
            frontiers: Vec::new(),
            definitions: Vec::new(),
            blocks: Vec::new(),
            sections: Vec::new(),
            waits: Vec::new(),
            signals: Vec::new(),
            conditions_gone: Vec::new(),
            unwritten_reads: Vec::new(),
            complete: TermId::TRUE,
        };
        let (at, extents) = (FxHashMap::default(), Vec::new());
        Converter { program, layout, graph, terms, out, at, extents, made }
    }

    pub(super) fn run(mut self, observed: &[Observable]) -> Result<(Unfolded, Terms), UnfoldError> {
        self.threads();
        let mutexes = self.mutexes();
        let steps = self.steps();
        for index in 0..self.graph.events.len() {
            self.event(index as u32, &mutexes, &steps)?;
        }
        for observable in observed {
            if let Observable::Memory { global, offset, ty, .. } = observable {
                self.observed(self.layout.global(*global).wrapping_add(*offset), ty.bytes())?;
            }
        }
        self.sections();
        self.conditions();
        self.questions();
        Ok((self.out, self.terms))
    }

    fn threads(&mut self) {
        let mut ends = Vec::new();
        for (id, thread) in self.graph.threads.iter().enumerate() {
            let code = &self.program.functions[thread.function];
            let alike = self.out.threads.iter().filter(|other| other.function == thread.function).count();
            let name: Arc<str> =
                if alike == 0 { code.name.clone() } else { format!("{}#{}", code.name, alike + 1).into() };
            let guards = &self.graph.guards;
            let guard = guards.term(thread.guard);
            let ways: Vec<TermId> = match id {
                0 => vec![guards.term(thread.finished)],
                _ => thread.ends.iter().map(|end| guards.term(end.0)).collect(),
            };
            let ended = self.terms.or_all(ways);
            ends.push(self.terms.implies(guard, ended));
            let (function, events, create) = (thread.function, Vec::new(), None);
            self.out.threads.push(Thread { name, function, events, create, guard });
        }
        self.out.complete = self.terms.and_all(ends);
    }

    pub(super) fn guard(&self, event: u32) -> TermId {
        self.graph.guards.term(self.graph.events[event as usize].guard)
    }

    pub(super) fn reads(&self, deps: &Deps) -> Reads {
        let read = |&(event, when): &(u32, TermId)| Some((self.made[event as usize]?.0, when));
        deps.as_slice().iter().filter_map(read).collect()
    }

    /// Makes an event of this kind out of one of the graph, without dependencies on data or address.
    pub(super) fn push(&mut self, from: u32, kind: Kind, guard: TermId) -> EventId {
        let (event, origin) = (&self.graph.events[from as usize], &self.graph.origins[from as usize]);
        let thread = ThreadId(event.thread);
        let (addr, data, ctrl) = (Reads::new(), Reads::new(), self.reads(&origin.ctrl));
        let id = self.out.events.push(Event {
            thread: Some(thread),
            kind,
            guard,
            span: origin.span,
            addr,
            data,
            ctrl,
        });
        self.out.threads[thread].events.push(id);
        let first = self.made[from as usize].map_or(id, |made| made.0);
        self.made[from as usize] = Some((first, id));
        id
    }

    fn event(
        &mut self,
        index: u32,
        mutexes: &FxHashMap<Place, bool>,
        steps: &FxHashMap<u32, Kind>,
    ) -> Result<(), UnfoldError> {
        let guard = self.guard(index);
        let event = &self.graph.events[index as usize];
        if event.section.is_some() {
            let reason = "an atomic section is not supported in small programs";
            self.frontier(guard, self.graph.origins[index as usize].span, reason);
        }
        match self.graph.events[index as usize].what.clone() {
            What::Access(access) => match access.candidates[..] {
                [place] if access.space == Space::Sync && mutexes.get(&place) == Some(&true) => {
                    self.mutex(index, place, access.read.is_some() && access.expects.is_some())
                }
                _ => self.access(index, &access),
            },
            What::Fence(bits) => {
                self.push(index, Kind::Fence(bits), guard);
                Ok(())
            }
            What::Step => {
                if let Some(kind) = steps.get(&index) {
                    let id = self.push(index, kind.clone(), guard);
                    if let Kind::Create(thread) = kind {
                        self.out.threads[*thread].create = Some(id);
                    }
                }
                Ok(())
            }
            What::Compute { register, value, deps } => {
                let data = self.reads(&deps);
                let id = self.push(index, Kind::Compute { register, value }, guard);
                self.out.events[id].data = data;
                Ok(())
            }
            What::Control { value, deps } => {
                let data = self.reads(&deps);
                let id = self.push(index, Kind::Control { value }, guard);
                self.out.events[id].data = data;
                Ok(())
            }
        }
    }

    /// One half, or two that name each other.
    fn access(&mut self, index: u32, access: &::unfold::Access) -> Result<(), UnfoldError> {
        let origin = &self.graph.origins[index as usize];
        let (span, register, op) = (origin.span, origin.register.clone(), origin.op);
        let mut places = Places::new();
        for &place in access.candidates.iter() {
            let here = match access.candidates.len() {
                1 => TermId::TRUE,
                _ => self.graph.objects.is_at(&mut self.terms, access.addr, place),
            };
            places.push((self.location(access.space, place, access.size, span)?, here));
        }
        let (mut order, mut failure, mut state) = (access.order, access.failure, None);
        if let (Space::Sync, Some(op)) = (access.space, op) {
            let synchronises = self.graph.synchronises.get(&index).copied().unwrap_or(Synchronises::NOTHING);
            let (full, otherwise) = match self.graph.events[index as usize].weaker {
                None => (TermId::TRUE, Order::SeqCst),
                Some(Weaker::Unless(full)) => (full, Order::Acquire),
                Some(Weaker::Store) => (TermId::FALSE, Order::Release),
                Some(Weaker::Ghost) => (TermId::FALSE, Order::Relaxed),
            };
            (order, failure, state) = (otherwise, otherwise, Some(State { op, full, synchronises }));
        }
        let ty = Ty::Int((8 * access.size).min(128) as u8);
        let half = |value, register| Access {
            places: places.clone(),
            value,
            ty,
            order,
            failure,
            other_half: None,
            register,
            state,
        };
        let (addr, data) = (self.reads(&access.addr_deps), self.reads(&access.data_deps));
        let mut read = None;
        if let Some(value) = access.read {
            let id = self.push(index, Kind::Read(half(value, register.clone())), self.guard(index));
            self.out.events[id].addr = addr.clone();
            if access.compares {
                self.out.events[id].data = data.clone();
            }
            read = Some(id);
        }
        if let Some((when, value)) = access.write {
            let register = register.filter(|_| read.is_none());
            let data_of_write = half(value, register);
            let guard = self.graph.guards.term(when);
            let id = self.push(index, Kind::Write(Access { other_half: read, ..data_of_write }), guard);
            (self.out.events[id].addr, self.out.events[id].data) = (addr, data);
            if let Some(read) = read
                && let Kind::Read(half) = &mut self.out.events[read].kind
            {
                half.other_half = Some(id);
            }
        }
        Ok(())
    }

    pub(super) fn frontier(&mut self, reached: TermId, span: Span, reason: &str) {
        if reached != TermId::FALSE {
            let reason = match span.is_known() {
                true => format!("{reason} ({})", self.program.show_span(span)),
                false => reason.to_string(),
            };
            self.out.frontiers.push(Frontier { reached, span, reason });
        }
    }

    /// What was observed, what can fail, and where the graph ends.
    fn questions(&mut self) {
        for seen in std::mem::take(&mut self.graph.observations) {
            let guard = self.graph.guards.term(seen.guard);
            self.out.observations.push(Observation {
                name: seen.name,
                ty: seen.ty,
                guard,
                value: seen.value,
            });
        }
        for failure in std::mem::take(&mut self.graph.failures) {
            let at = failure.at;
            if failure.kind.property() == Property::Assert {
                self.out.assertions.push(Assertion {
                    fails: at.condition,
                    span: at.span,
                    message: at.message,
                });
            } else {
                self.frontier(at.condition, at.span, &format!("{}: {}", failure.kind.title(), at.message));
            }
        }
        let failed: Vec<TermId> = self.out.assertions.iter().map(|assertion| assertion.fails).collect();
        let failed = self.terms.or_all(failed);
        self.out.complete = self.terms.or(self.out.complete, failed);
        let cuts = std::mem::take(&mut self.graph.cuts);
        let unsupported = std::mem::take(&mut self.graph.unsupported);
        for point in cuts.into_iter().chain(unsupported) {
            self.frontier(point.condition, point.span, &point.message);
        }
        let first = |made: &[Option<(EventId, EventId)>], event: u32| made[event as usize].map(|made| made.0);
        for definition in std::mem::take(&mut self.graph.definitions) {
            let ::unfold::Definition { rule, event, equation } = definition;
            let Some(event) = first(&self.made, event) else { continue };
            self.out.definitions.push(Definition { rule, event, equation });
        }
        for block in std::mem::take(&mut self.graph.blocks) {
            let ends = block.events.iter().filter_map(|&event| self.made[event as usize]);
            let events = ends.flat_map(|(first, last)| (first.0..=last.0).map(EventId));
            let thread = ThreadId(block.thread);
            let events: Vec<EventId> =
                events.filter(|&id| self.out.events[id].thread == Some(thread)).collect();
            self.out.blocks.push(AtomicBlock { thread, events, span: block.span });
        }
        for (event, unwritten) in std::mem::take(&mut self.graph.unwritten_reads) {
            self.out.unwritten_reads.extend(first(&self.made, event).map(|event| (event, unwritten)));
        }
    }
}
