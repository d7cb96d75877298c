//! Executions built by hand, and the definitions of the models spelt out on halves with relations as bit matrices:
//! slow, independent of the crate's own way, and close to the letter of the corpus' README.

#![allow(dead_code)]

use events::*;
use ir::{FenceBits, FuncId, Order, Span};
use model::Model;
use smallvec::smallvec;

pub const X: u64 = 0x1000;
pub const Y: u64 = 0x2000;
pub const Z: u64 = 0x3000;

/// Writes an execution down line by line. `co` is the order of writing unless told otherwise.
pub struct Builder {
    pub execution: Execution,
}

impl Builder {
    pub fn new(n_threads: u32) -> Self {
        let thread =
            |number| Thread { name: format!("P{number}").into(), function: FuncId(0), events: Vec::new() };
        let threads = (0..n_threads).map(thread).collect();
        Builder { execution: Execution { threads, co: vec![Vec::new()], ..Execution::default() } }
    }
    fn push(&mut self, thread: u32, kind: EventKind, addr: u64, size: u64) -> EventId {
        let mut event = Event::new(ThreadId(thread), kind, Span::NONE);
        (event.addr, event.size) = (addr, size);
        self.execution.push(event)
    }
    pub fn event(&mut self, id: EventId) -> &mut Event {
        &mut self.execution.events[id.0 as usize]
    }
    pub fn write(&mut self, thread: u32, addr: u64) -> EventId {
        self.write_sized(thread, addr, 4)
    }
    pub fn write_sized(&mut self, thread: u32, addr: u64, size: u64) -> EventId {
        let id = self.push(thread, EventKind::Write, addr, size);
        self.event(id).written = Some(u128::from(id.0) + 1);
        self.execution.co[0].push(id);
        id
    }
    pub fn read(&mut self, thread: u32, addr: u64, source: Option<EventId>) -> EventId {
        self.read_sized(thread, addr, 4, &[(0, 4, source)])
    }
    pub fn read_sized(
        &mut self,
        thread: u32,
        addr: u64,
        size: u64,
        rf: &[(u64, u64, Option<EventId>)],
    ) -> EventId {
        let id = self.push(thread, EventKind::Read, addr, size);
        self.event(id).rf =
            rf.iter().map(|&(offset, len, source)| ReadsFrom { offset, len, source }).collect();
        id
    }
    pub fn rmw(&mut self, thread: u32, addr: u64, source: Option<EventId>) -> EventId {
        let id = self.push(thread, EventKind::Rmw, addr, 4);
        self.event(id).rf = smallvec![ReadsFrom { offset: 0, len: 4, source }];
        self.execution.co[0].push(id);
        id
    }
    pub fn fence(&mut self, thread: u32, bits: FenceBits) -> EventId {
        self.push(thread, EventKind::Fence { bits }, 0, 0)
    }
    pub fn sync(&mut self, thread: u32, op: SyncStep, object: u64) -> EventId {
        let id = self.push(thread, EventKind::Sync { op, objects: smallvec![ObjectAddress(object)] }, 0, 0);
        match self.execution.sync.iter_mut().find(|order| order.object == object) {
            Some(order) => order.events.push(id),
            None => self.execution.sync.push(SyncOrder { object, events: vec![id] }),
        }
        id
    }
    pub fn order(&mut self, id: EventId, order: Order) {
        self.event(id).order = order;
    }
    pub fn addr(&mut self, id: EventId, from: EventId) {
        self.event(id).deps.addr.push(from);
    }
    pub fn data(&mut self, id: EventId, from: EventId) {
        self.event(id).deps.data.push(from);
    }
    pub fn ctrl(&mut self, id: EventId, from: EventId) {
        self.event(id).deps.ctrl.push(from);
    }
    pub fn co(&mut self, order: &[EventId]) {
        self.execution.co = vec![order.to_vec()];
    }
    /// The titles of the models that permit it.
    pub fn permitted(&self) -> String {
        let titles = Model::ALL.iter().filter(|&&model| model::consistent(&self.execution, model).is_ok());
        titles.map(|model| model.title()).collect::<Vec<_>>().join(" ")
    }
}

/// A relation over at most 64 nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct Matrix(pub Vec<u64>);

impl Matrix {
    pub fn of(n: usize, holds: impl Fn(usize, usize) -> bool) -> Matrix {
        assert!(n <= 64, "too many nodes for the oracle");
        Matrix((0..n).map(|a| (0..n).filter(|&b| holds(a, b)).fold(0, |row, b| row | 1 << b)).collect())
    }
    pub fn has(&self, a: usize, b: usize) -> bool {
        self.0[a] >> b & 1 == 1
    }
    pub fn closure(mut self) -> Matrix {
        for k in 0..self.0.len() {
            for a in 0..self.0.len() {
                if self.has(a, k) {
                    self.0[a] |= self.0[k];
                }
            }
        }
        self
    }
    pub fn acyclic(self) -> bool {
        let closed = self.closure();
        (0..closed.0.len()).all(|a| !closed.has(a, a))
    }
}

/// A half of an access, or a fence.
#[derive(Clone, Copy, PartialEq)]
pub struct Half {
    pub event: EventId,
    pub read: bool,
    pub write: bool,
}

/// The README's definitions on an execution of equal-sized accesses, fences and nothing else.
pub struct Oracle<'a> {
    pub execution: &'a Execution,
    pub halves: Vec<Half>,
    po: Vec<u32>,
    co: Vec<usize>,
}

impl<'a> Oracle<'a> {
    pub fn new(execution: &'a Execution) -> Self {
        let mut halves = Vec::new();
        for id in execution.event_ids() {
            let event = execution.event(id);
            for (read, write) in [(true, false), (false, true)] {
                if (read && event.is_read()) || (write && event.is_write()) {
                    halves.push(Half { event: id, read, write });
                }
            }
        }
        let place = |id| execution.co.iter().flatten().position(|&other| other == id).unwrap_or(usize::MAX);
        let po = execution.po_index();
        Oracle {
            execution,
            halves,
            po: execution.event_ids().map(|id| po[id]).collect(),
            co: execution.event_ids().map(place).collect(),
        }
    }
    fn event(&self, half: usize) -> &Event {
        self.execution.event(self.halves[half].event)
    }
    fn same_address(&self, a: usize, b: usize) -> bool {
        self.event(a).addr == self.event(b).addr
    }
    fn same_thread(&self, a: usize, b: usize) -> bool {
        self.event(a).thread == self.event(b).thread
    }
    /// Program order; the two halves of one RMW are not in it.
    fn po(&self, a: usize, b: usize) -> bool {
        let at = |half: usize| self.po[self.halves[half].event.0 as usize];
        self.same_thread(a, b) && at(a) < at(b)
    }
    fn po_loc(&self, a: usize, b: usize) -> bool {
        self.po(a, b) && self.same_address(a, b)
    }
    fn rmw(&self, a: usize, b: usize) -> bool {
        self.halves[a].event == self.halves[b].event && self.halves[a].read && self.halves[b].write
    }
    fn source(&self, read: usize) -> Option<EventId> {
        self.event(read).rf[0].source
    }
    fn rf(&self, a: usize, b: usize) -> bool {
        self.halves[a].write && self.halves[b].read && self.source(b) == Some(self.halves[a].event)
    }
    fn co(&self, a: usize, b: usize) -> bool {
        let at = |half: usize| self.co[self.halves[half].event.0 as usize];
        self.halves[a].write && self.halves[b].write && self.same_address(a, b) && at(a) < at(b)
    }
    fn fr(&self, a: usize, b: usize) -> bool {
        if !self.halves[a].read || !self.halves[b].write || !self.same_address(a, b) {
            return false;
        }
        let at = |id: EventId| self.co[id.0 as usize];
        self.source(a).is_none_or(|source| at(source) < at(self.halves[b].event))
    }
    fn kind(&self, half: usize) -> (bool, bool) {
        (self.halves[half].read, self.halves[half].write)
    }
    fn membar(&self, a: usize, b: usize) -> bool {
        if !self.po(a, b) {
            return false;
        }
        let wanted = match (self.kind(a).0, self.kind(b).0) {
            (true, true) => FenceBits::LL,
            (true, false) => FenceBits::LS,
            (false, true) => FenceBits::SL,
            (false, false) => FenceBits::SS,
        };
        let thread = self.execution.thread(self.event(a).thread);
        let (from, to) = (self.po[self.halves[a].event.0 as usize], self.po[self.halves[b].event.0 as usize]);
        (from + 1..to).any(|index| match self.execution.event(thread.events[index as usize]).kind {
            EventKind::Fence { bits } => bits.contains(wanted),
            _ => false,
        })
    }
    fn dep_plus(&self) -> Matrix {
        Matrix::of(self.halves.len(), |a, b| {
            let (from, to) = (self.halves[a], self.halves[b]);
            let deps = &self.event(b).deps;
            let register = from.read
                && (deps.addr.contains(&from.event)
                    || (to.write && (deps.data.contains(&from.event) || deps.ctrl.contains(&from.event))));
            register || (from.write && to.read && self.po_loc(a, b)) || self.rmw(a, b)
        })
        .closure()
    }
    /// ppo as the README's table has it.
    pub fn ppo(&self, model: Model) -> Matrix {
        let dep = self.dep_plus();
        let by_dep = |a: usize, b: usize| self.halves[a].read && dep.has(a, b);
        Matrix::of(self.halves.len(), |a, b| {
            let store_load = self.halves[a].write && self.halves[b].read;
            let po_loc = self.po_loc(a, b);
            match model.name() {
                "sc" => self.po(a, b),
                "tso" => self.po(a, b) && !store_load,
                "pso" => {
                    (self.halves[a].read && self.po(a, b))
                        || (po_loc && self.halves[a].write && self.halves[b].write)
                }
                "rmo" => (po_loc && !store_load) || by_dep(a, b),
                "rmo-nodep" => po_loc && !store_load,
                "rmo-v9" => (po_loc && self.halves[b].write) || by_dep(a, b),
                other => panic!("the oracle does not know {other}"),
            }
        })
    }
    /// ppo and fences with the halves of each RMW glued, closed, as pairs of events.
    pub fn kept_events(&self, model: Model) -> Vec<(EventId, EventId)> {
        let ppo = self.ppo(model);
        let kept = self.glued(|a, b| (ppo.has(a, b) || self.membar(a, b)) && !self.rmw(a, b)).closure();
        let mut pairs = Vec::new();
        for a in 0..self.halves.len() {
            for b in 0..self.halves.len() {
                if kept.has(a, b) {
                    pairs.push((self.halves[a].event, self.halves[b].event));
                }
            }
        }
        pairs.sort_unstable();
        pairs.dedup();
        pairs
    }
    /// `pair ; relation`.
    fn glued(&self, relation: impl Fn(usize, usize) -> bool) -> Matrix {
        let n = self.halves.len();
        Matrix::of(n, |a, b| (0..n).any(|c| self.halves[c].event == self.halves[a].event && relation(c, b)))
    }
    pub fn consistent(&self, model: Model) -> bool {
        let n = self.halves.len();
        let both_read = |a: usize, b: usize| self.halves[a].read && self.halves[b].read;
        let v9 = model == Model::RMO_V9;
        let coherent = Matrix::of(n, |a, b| {
            (self.po_loc(a, b) && !(v9 && both_read(a, b))) || self.rf(a, b) || self.co(a, b) || self.fr(a, b)
        });
        let external = |a: usize, b: usize| !self.same_thread(a, b);
        let atomic = (0..n).all(|r| {
            (0..n)
                .filter(|&w| self.rmw(r, w))
                .all(|w| !(0..n).any(|m| self.fr(r, m) && external(r, m) && self.co(m, w) && external(m, w)))
        });
        let ppo = self.ppo(model);
        let sc = model == Model::SC;
        let ghb = self.glued(|a, b| {
            let rf = self.rf(a, b) && (sc || external(a, b));
            (ppo.has(a, b) || self.membar(a, b) || rf || self.co(a, b) || self.fr(a, b)) && !self.rmw(a, b)
        });
        coherent.acyclic() && atomic && ghb.acyclic()
    }
}
