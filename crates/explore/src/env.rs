//! What stays the same through an exploration: the program, memory as the first thread left it before it started a second
//! one, and the names of places.
//!
//! Which memory is shared is found out on the way: a granule of eight bytes belongs to the first thread that touches it
//! and its accesses are no events. When another thread comes, the granule is *shared*, and the exploration begins anew
//! with that knowledge (objects of a thread: all those of one allocation site). So a place is either seen by every
//! event from the beginning or by none.

use crate::config::ExploreConfig;
use crate::graph::{Graph, LocId};
use crate::judge::Reservations;
use crate::snapshot::{Local, Seen};
use events::FailureKind;
use interp::memory::AccessKind;
use interp::{Fault, Machine, Memory, Request, ThreadState};
use ir::{Span, layout};
use limits::{Limits, Stop};
use posix::State;
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::sync::Arc;
use verdict::{Why, Witness};

/// Why an exploration ends before its end.
#[derive(Debug)]
pub(crate) enum Halt {
    /// Something private is shared after all.
    Restart,
    /// The program does what cannot be followed, or we have made a mistake.
    Unknown { why: Why, span: Span },
    /// A limit, or the user.
    Stopped(Why),
    /// It fails, and here is how.
    Violation(Box<Witness>),
    /// More than can be named.
    MoreThreads,
    /// Another worker has ended the exploration.
    ByAnother,
}

impl Halt {
    pub fn unsupported(what: impl Into<String>, span: Span) -> Halt {
        Halt::Unknown { why: Why::Unsupported(what.into()), span }
    }
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Halt {
        Halt::Stopped(stop.into())
    }
}

pub(crate) type Result<T = (), E = Halt> = std::result::Result<T, E>;
/// What an address means, or what is wrong with it.
pub(crate) type Found<T> = Result<Result<T, Fault>>;

#[derive(Clone, Debug)]
pub(crate) struct LocInfo {
    pub addr: u64,
    pub size: u64,
    /// The object in whose bytes it lies, if that can end; 0: none.
    pub object: u64,
    pub initial: u128,
    /// Its initial value is not known, for some of its bytes.
    pub undefined: bool,
    /// Nobody has written any of its bytes: a copy of what was never written would count.
    pub unwritten: bool,
}

/// What is learnt and kept from one attempt to the next; but for promises, in checkpoints too.
#[derive(Clone, PartialEq, Default, Debug, Serialize, Deserialize)]
pub(crate) struct Sharing {
    granules: FxHashSet<u64>,
    /// Objects that are shared as a whole, by address.
    pub objects: FxHashSet<u64>,
    #[serde(skip)]
    counts: FxHashMap<u64, u32>,
    pub sites: FxHashSet<Span>,
    /// Objects from before the first thread was started, and allocation sites, whose end is an event: other threads know of them.
    pub ending: FxHashSet<u64>,
    pub ending_sites: FxHashSet<Span>,
    /// Places where additions that nobody looks at must be ordered after all.
    pub ordered: FxHashSet<u64>,
    pub max_threads: usize,
    /// Somebody can tell what a thread returns that was never set.
    pub results_matter: bool,
    /// Loads may read from later stores, so the exploration is done by promises ([`crate::ahead`]).
    #[serde(skip)]
    pub ahead: bool,
    /// By address.
    #[serde(skip)]
    pub promises: FxHashMap<u64, Promises>,
    #[serde(skip)]
    pub promises_grew: bool,
    /// A value was written that cannot be promised: it rests on promises that were not kept.
    #[serde(skip)]
    pub strays: bool,
    pub reservations: Reservations,
}

/// What may be promised at a place.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Promises {
    pub values: Vec<u128>,
    /// How many of them were known when the round began: only those are promised in it.
    pub n_usable: usize,
}

/// How many granules of an object are told apart.
const GRANULES_PER_OBJECT: u32 = 16;

impl Sharing {
    /// What an earlier exploration has learnt, or nothing.
    pub fn new(learnt: Option<&Sharing>) -> Sharing {
        let mut sharing = learnt.cloned().unwrap_or_default();
        sharing.max_threads = sharing.max_threads.clamp(FIRST_MAX_THREADS, MAX_THREADS);
        sharing
    }
    /// One more granule of an object is shared: of those with many, all.
    fn count_granule(&mut self, object: u64) {
        let count = self.counts.entry(object).or_insert(0);
        *count += 1;
        if *count > GRANULES_PER_OBJECT {
            self.objects.insert(object);
        }
    }
    /// Takes over what another worker has learnt.
    pub fn join(&mut self, other: &Sharing) {
        self.granules.extend(&other.granules);
        self.objects.extend(&other.objects);
        self.sites.extend(&other.sites);
        self.ending.extend(&other.ending);
        self.ending_sites.extend(&other.ending_sites);
        self.ordered.extend(&other.ordered);
        for (&object, &count) in &other.counts {
            let own = self.counts.entry(object).or_default();
            *own = count.max(*own);
        }
        self.max_threads = self.max_threads.max(other.max_threads);
        self.results_matter |= other.results_matter;
        self.reservations.join(&other.reservations);
    }
}

/// Threads that clocks have room for at first; more as needed.
const FIRST_MAX_THREADS: usize = 4;
/// Clocks grow with the square of it.
pub(crate) const MAX_THREADS: usize = 64;

/// How many snapshots are remembered before all are forgotten: so memory stays flat.
const REMEMBERED: u32 = 1 << 15;

pub(crate) struct Env<'a> {
    pub machine: Arc<Machine>,
    pub config: &'a ExploreConfig,
    pub limits: Limits,
    /// As it was when the second thread was started.
    pub memory: Memory,
    /// Bytes of it that were written with what was never written.
    pub open: FxHashSet<u64>,
    pub initial_sync: FxHashMap<u64, State>,
    /// Objects on which somebody operates, from where to where, by granule ([`crate::overwritten`]).
    pub sync_memory: FxHashMap<u64, SmallVec<[(u64, u64); 1]>>,
    pub keys: Vec<Option<u64>>,
    pub sharing: &'a mut Sharing,
    pub locs: Vec<LocInfo>,
    by_extent: FxHashMap<(u64, u64), LocId>,
    by_object: FxHashMap<u64, LocId>,
    pub by_granule: FxHashMap<u64, SmallVec<[LocId; 2]>>,
    pub owners: FxHashMap<u64, u32>,
    /// Who uses and who ends objects from before the first thread was started.
    users: FxHashMap<u64, Users>,
    /// Where each thread is joined or detached: lane and position of the first such place, and whether there are others.
    pub claims: Vec<Option<((usize, usize), bool)>>,
    states: Vec<State>,
    state_ids: FxHashMap<State, u32>,
    lanes: FxHashMap<(u32, u32), u32>,
    /// Private accesses matter, too: some fence orders less than a model can tell of without them.
    all_visible: bool,
    /// The program has atomic sections, or waits that are taken for some.
    pub has_sections: bool,
    pub glues_waits: bool,
    /// Some graph has a use beside an end of what is used; only where there are atomic sections.
    pub late_uses: bool,
    n_remembered: u32,
}

/// Threads that use an object from before the first thread was started.
#[derive(Clone, Copy)]
pub(crate) struct Users {
    pub first: u32,
    pub several: bool,
    pub ended_by: Option<u32>,
}

pub(crate) enum Where {
    Constant(u128),
    Private(Private),
    Shared(LocId),
}

/// A place that one thread alone uses.
#[derive(Clone, Copy)]
pub(crate) struct Private {
    /// What is there unless the thread has written it.
    pub below: u128,
    /// Which of its bytes hold nothing unless the thread has written them, one bit each.
    pub unwritten: u32,
    /// The object, if its end is an event.
    pub ending: Option<u64>,
}

impl<'a> Env<'a> {
    pub fn new(
        machine: Arc<Machine>,
        config: &'a ExploreConfig,
        (memory, limits): (Memory, Limits),
        sharing: &'a mut Sharing,
    ) -> Self {
        let weak = !config.task.model.kept.contains(ir::FenceBits::SS);
        let all_visible = weak && has_single_fences(machine.program());
        let glues_waits = tries_locks(machine.program());
        let has_sections = glues_waits || has_op(machine.program(), |op| *op == ir::Op::AtomicBegin);
        Env {
            all_visible,
            has_sections,
            glues_waits,
            machine,
            config,
            limits,
            memory,
            open: FxHashSet::default(),
            initial_sync: FxHashMap::default(),
            sync_memory: FxHashMap::default(),
            keys: Vec::new(),
            sharing,
            locs: Vec::new(),
            by_extent: FxHashMap::default(),
            by_object: FxHashMap::default(),
            by_granule: FxHashMap::default(),
            owners: FxHashMap::default(),
            users: FxHashMap::default(),
            claims: Vec::new(),
            states: Vec::new(),
            state_ids: FxHashMap::default(),
            lanes: FxHashMap::default(),
            late_uses: false,
            n_remembered: 0,
        }
    }

    /// What a thread asks for next, or that it is time to stop.
    pub fn advance(&self, state: &mut ThreadState) -> Result<Request> {
        self.machine.advance_within(state, &self.limits).map_err(Halt::from)
    }

    /// Which memories of where threads get to are still good.
    pub fn epoch(&self) -> u32 {
        self.n_remembered / REMEMBERED
    }
    /// Nothing of what is remembered is good any more.
    pub fn forget_remembered(&mut self) {
        self.n_remembered = self.n_remembered.wrapping_add(REMEMBERED);
    }
    /// One more is kept in memory.
    pub fn count_remembered(&mut self) -> u32 {
        self.n_remembered += 1;
        self.epoch()
    }

    pub fn loc(&self, loc: LocId) -> &LocInfo {
        &self.locs[loc.0 as usize]
    }
    pub fn state(&self, number: u128) -> &State {
        self.states.get(number as usize).unwrap_or(&State::Uninitialised)
    }
    pub fn state_number(&mut self, state: State) -> u128 {
        if let Some(&number) = self.state_ids.get(&state) {
            return u128::from(number);
        }
        let number = self.states.len() as u32;
        self.states.push(state.clone());
        self.state_ids.insert(state, number);
        u128::from(number)
    }

    /// The lane of the n-th thread that a thread creates: the same in every execution.
    pub fn lane_of_child(&mut self, parent: u32, nth: u32) -> Result<u32> {
        let next = self.lanes.len() as u32 + 1;
        let lane = *self.lanes.entry((parent, nth)).or_insert(next);
        if lane as usize >= self.sharing.max_threads {
            return Err(Halt::MoreThreads);
        }
        Ok(lane)
    }

    pub fn is_child(&self, parent: u32, nth: u32, lane: u32) -> bool {
        self.lanes.get(&(parent, nth)) == Some(&lane)
    }

    /// What an access touches.
    pub fn locate(
        &mut self,
        graph: &Graph,
        lane: usize,
        local: &Local,
        (addr, size): (u64, u64),
        kind: AccessKind,
        (span, seen): (Span, &mut Seen),
    ) -> Found<Where> {
        let owner = layout::region_of(addr);
        if owner.is_none()
            && let Some(&loc) = self.by_extent.get(&(addr, size))
        {
            return Ok(Ok(Where::Shared(loc)));
        }
        if let Some(owner) = owner {
            let theirs = match owner as usize {
                own if own == lane => Some(local),
                other => graph.lane(other).map(|lane| &*lane.now().local),
            };
            let found = theirs.and_then(|local| local.object_at(addr));
            if owner as usize != lane {
                seen.push((owner, addr, found.cloned()));
            }
            if let Some(object) = found {
                return self.in_object(object.clone(), owner as usize == lane, (addr, size), kind, span);
            }
        }
        if let Err(fault) = self.check_old(local, addr, size, kind) {
            return Ok(Err(fault));
        }
        if self.memory.is_constant(addr, size) {
            let value = self.memory.read(addr, size).map_or(0, |(value, _)| value);
            return Ok(Ok(Where::Constant(value)));
        }
        self.in_old_memory(lane, addr, size, span).map(Ok)
    }

    fn in_object(
        &mut self,
        object: crate::snapshot::Object,
        own: bool,
        (addr, size): (u64, u64),
        kind: AccessKind,
        span: Span,
    ) -> Found<Where> {
        let what = if kind == AccessKind::Write { "write" } else { "read" };
        let offset = addr - object.start;
        if offset.saturating_add(size) > object.size {
            let message =
                format!("{what} of {size} bytes at offset {offset} of an object of {} bytes", object.size);
            return Ok(Err(Fault { kind: FailureKind::OutOfBounds, message }));
        }
        if self.sharing.sites.contains(&object.site) {
            let unwritten = if object.zeroed { 0 } else { all_bytes(size) };
            let loc = self.intern((addr, size), (0, unwritten), object.start, span);
            return loc.map(|loc| Ok(Where::Shared(loc)));
        }
        if own && object.dead {
            let kind = crate::lives::failure_of(object.heap);
            let message = format!("{what} of {size} bytes at offset {offset} of an object that has ended");
            return Ok(Err(Fault { kind, message }));
        }
        if own && !self.all_visible {
            let unwritten = if object.zeroed { 0 } else { all_bytes(size) };
            let ending = self.sharing.ending_sites.contains(&object.site).then_some(object.start);
            return Ok(Ok(Where::Private(Private { below: 0, unwritten, ending })));
        }
        self.sharing.sites.insert(object.site);
        Err(Halt::Restart)
    }

    /// Whether all objects of an allocation site are shared.
    pub fn is_shared_site(&self, site: Span) -> bool {
        self.sharing.sites.contains(&site)
    }

    /// An object from before the first thread was started: there, and not gone since.
    pub fn check_old(&self, local: &Local, addr: u64, size: u64, kind: AccessKind) -> Result<(), Fault> {
        self.memory.check(addr, size, kind)?;
        let object = self.memory.object_at(addr).map_or(0, |object| object.start);
        if !local.killed.contains(&object) {
            return Ok(());
        }
        let mut memory = self.memory.clone();
        memory.kill(object);
        memory.check(addr, size, kind).map(|_| ())
    }

    fn in_old_memory(&mut self, lane: usize, addr: u64, size: u64, span: Span) -> Result<Where> {
        let object = self.memory.object_at(addr).map_or(0, |object| object.start);
        let granules = addr >> 3..=(addr + size - 1) >> 3;
        let shared = self.sharing.objects.contains(&object)
            || granules.clone().any(|granule| self.sharing.granules.contains(&granule));
        let value = self.memory.read(addr, size).map_or(0, |(value, _)| value);
        let unwritten = unwritten_bytes(&self.memory, addr, size);
        let mortal = if layout::region_of(addr).is_some() { object } else { 0 };
        self.note_use(mortal, lane)?;
        if shared {
            // All granules of an access share its fate.
            for granule in granules {
                if !self.sharing.objects.contains(&object) && self.sharing.granules.insert(granule) {
                    return Err(Halt::Restart);
                }
            }
            return self.intern((addr, size), (value, unwritten), mortal, span).map(Where::Shared);
        }
        if self.all_visible {
            self.sharing.granules.extend(granules);
            return Err(Halt::Restart);
        }
        for granule in granules {
            if *self.owners.entry(granule).or_insert(lane as u32) != lane as u32 {
                self.sharing.granules.insert(granule);
                self.sharing.count_granule(object);
                return Err(Halt::Restart);
            }
        }
        let ending = (mortal != 0 && self.sharing.ending.contains(&mortal)).then_some(mortal);
        Ok(Where::Private(Private { below: value, unwritten, ending }))
    }

    fn intern(
        &mut self,
        (addr, size): (u64, u64),
        (initial, unwritten): (u128, u32),
        object: u64,
        span: Span,
    ) -> Result<LocId> {
        if let Some(&loc) = self.by_extent.get(&(addr, size)) {
            return Ok(loc);
        }
        let loc = LocId(self.locs.len() as u32);
        for granule in addr >> 3..=(addr + size - 1) >> 3 {
            let here = self.by_granule.entry(granule).or_default();
            let overlaps = |other: &LocId| {
                let info = &self.locs[other.0 as usize];
                info.addr < addr + size && addr < info.addr + info.size
            };
            if here.iter().any(overlaps) {
                return Err(Halt::unsupported("accesses of different sizes to the same bytes", span));
            }
            here.push(loc);
        }
        let undefined = unwritten != 0;
        let unwritten = unwritten & !self.left_open(addr, size) == all_bytes(size);
        self.locs.push(LocInfo { addr, size, object, initial, undefined, unwritten });
        self.by_extent.insert((addr, size), loc);
        Ok(loc)
    }

    /// Which bytes were written with what was never written, before the first thread was started; one bit each.
    pub fn left_open(&self, addr: u64, size: u64) -> u32 {
        if self.open.is_empty() { 0 } else { bits_of(size, |offset| self.open.contains(&(addr + offset))) }
    }

    /// Who uses an object from before the first thread was started, this thread to begin with.
    pub fn users_of(&mut self, object: u64, lane: usize) -> &mut Users {
        let fresh = Users { first: lane as u32, several: false, ended_by: None };
        self.users.entry(object).or_insert(fresh)
    }

    /// The place of a global for the final state; `None` when it is private or never touched.
    pub fn known_loc(&self, addr: u64, size: u64) -> Option<LocId> {
        self.by_extent.get(&(addr, size)).copied()
    }

    /// The place that stands for a synchronisation object, if it has one already.
    pub fn known_object(&self, addr: u64) -> Option<LocId> {
        self.by_object.get(&addr).copied()
    }

    /// The place that stands for a synchronisation object.
    /// `object` is what it lies in, `state` the state that its bytes stand for.
    pub fn object(&mut self, addr: u64, object: u64, state: State) -> LocId {
        let initial = self.state_number(state);
        let loc = LocId(self.locs.len() as u32);
        self.locs.push(LocInfo { addr, size: 0, object, initial, undefined: false, unwritten: false });
        self.by_object.insert(addr, loc);
        loc
    }

    /// Takes a place to be shared before anybody else comes; `None` where that cannot be.
    pub fn share_place(&mut self, addr: u64, size: u64, local: &Local) -> Option<Halt> {
        if let Some(object) = local.object_at(addr) {
            return self.sharing.sites.insert(object.site).then_some(Halt::Restart);
        }
        let fresh = (addr >> 3..=(addr + size.max(1) - 1) >> 3)
            .filter(|&granule| self.sharing.granules.insert(granule));
        if fresh.count() == 0 {
            return None;
        }
        self.sharing.count_granule(self.memory.object_at(addr).map_or(0, |object| object.start));
        Some(Halt::Restart)
    }

    /// Additions at this place must be ordered after all.
    pub fn order_place(&mut self, loc: LocId) -> Halt {
        let addr = self.loc(loc).addr;
        self.sharing.ordered.insert(addr);
        Halt::Restart
    }
}

/// The bits of a value of this many bytes.
pub(crate) fn mask_of(size: u64) -> u128 {
    if size >= 16 { u128::MAX } else { (1 << (8 * size)) - 1 }
}

/// One bit for each byte of an access.
pub(crate) fn all_bytes(size: u64) -> u32 {
    u32::MAX >> (32 - size)
}

/// One bit for each byte that is like this.
pub(crate) fn bits_of(size: u64, mut is_one: impl FnMut(u64) -> bool) -> u32 {
    (0..size).filter(|&offset| is_one(offset)).fold(0, |bits, offset| bits | 1 << offset)
}

/// Bytes that were never written.
pub(crate) fn unwritten_bytes(memory: &Memory, addr: u64, size: u64) -> u32 {
    match memory.read(addr, size) {
        Ok((_, false)) => 0,
        _ => bits_of(size, |offset| memory.read(addr + offset, 1).is_ok_and(|(_, unwritten)| unwritten)),
    }
}

/// Whether a program waits for conditions and tries to take locks: who does sees a lock that is not given back in the same step in
/// which its holder begins to wait.
fn tries_locks(program: &ir::Program) -> bool {
    use ir::SyncOp::{CondTimedWait, CondWait, MutexTimedLock, MutexTryLock};
    let has = |wanted: [ir::SyncOp; 2]| {
        has_op(program, |op| matches!(op, ir::Op::Sync { op, .. } if wanted.contains(op)))
    };
    has([CondWait, CondTimedWait]) && has([MutexTryLock, MutexTimedLock])
}

/// Whether some instruction of a program is like this.
pub(crate) fn has_op(program: &ir::Program, is_one: impl Fn(&ir::Op) -> bool) -> bool {
    program.insts().any(|inst| is_one(&inst.op))
}

/// Whether a program has fences that are neither full nor made of acquire and release: an access to private memory between
/// two of those orders what neither of them orders.
fn has_single_fences(program: &ir::Program) -> bool {
    use ir::{FenceBits, Op};
    let whole =
        [FenceBits::NONE, FenceBits::FULL, FenceBits::ACQUIRE, FenceBits::RELEASE, FenceBits::ACQ_REL];
    has_op(program, |op| matches!(op, Op::Fence { bits } if !whole.contains(bits)))
}
