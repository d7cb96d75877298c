//! Where a thread stands between two events: its registers, its private memory, and what it will do next.

use crate::env::Env;
use crate::graph::{Graph, LocId, Positions};
use crate::run::Trouble;
use interp::{Keys, Machine, Request, RequestKind, ThreadState};
use ir::{FenceBits, FuncId, Order, RmwOp, Span, SyncOp, Ty};
use posix::Step;
use smallvec::SmallVec;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// What a thread does next that others can see.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Loads from a place.
    Read { loc: LocId },
    /// Stores to a place.
    Write { loc: LocId, value: u128 },
    /// Updates a place. `blind`: the value read is never used and the operation commutes with itself.
    Rmw { loc: LocId, op: RmwOp, ty: Ty, operand: u128, blind: bool },
    /// Puts `desired` where it finds `expected`; else it is a read of order `failure`.
    Cas { loc: LocId, ty: Ty, expected: u128, desired: u128, failure: Order },
    /// One step on a synchronisation object, of an operation that may have several.
    Sync { loc: LocId, step: Step, arg: u128 },
    /// Starts a thread.
    Create { lane: u32, function: FuncId, argument: u128 },
    /// Waits for a thread to end.
    Join { lane: u32 },
    /// Says that nobody will wait for a thread.
    Detach { lane: u32 },
    /// Objects end that others know of: freed, or with their function or block.
    End { objects: SmallVec<[u64; 2]>, freed: bool },
    /// Orders what is around it.
    Fence { bits: FenceBits },
    /// `unwritten`: not by its own will, the value is one that was never set.
    Input { ty: Ty, unwritten: bool },
    /// Private memory is read that nobody has written: what it holds from now on is an input.
    Settle { addr: u64, size: u64 },
    /// Nothing follows.
    Over(End),
}

impl Action {
    /// The place or object that it is on.
    pub fn loc(&self) -> Option<LocId> {
        match self {
            Action::Read { loc }
            | Action::Write { loc, .. }
            | Action::Rmw { loc, .. }
            | Action::Cas { loc, .. }
            | Action::Sync { loc, .. } => Some(*loc),
            _ => None,
        }
    }
    /// The thread that it is about.
    pub fn other_thread(&self) -> Option<u32> {
        match self {
            Action::Create { lane, .. } | Action::Join { lane } | Action::Detach { lane } => Some(*lane),
            _ => None,
        }
    }
    /// Whether a request is for it.
    pub fn is_asked_by(&self, env: &Env<'_>, request: &Request) -> bool {
        match (self, &request.kind) {
            (Action::End { objects, .. }, RequestKind::Free { addr }) => objects.contains(addr),
            (Action::End { objects, .. }, RequestKind::Release { addrs }) => addrs.contains(&objects[0]),
            (Action::Settle { addr, size }, _) => request.access() == Some((*addr, *size)),
            (Action::Sync { .. }, RequestKind::Sync { op, .. }) => !op.is_local(),
            (Action::Create { .. }, RequestKind::Sync { op: SyncOp::ThreadCreate, .. })
            | (Action::Join { .. }, RequestKind::Sync { op: SyncOp::ThreadJoin, .. })
            | (Action::Detach { .. }, RequestKind::Sync { op: SyncOp::ThreadDetach, .. })
            | (Action::Input { .. }, RequestKind::Input { .. })
            | (Action::Fence { .. }, RequestKind::Fence { .. }) => true,
            _ if self.is_access() => self.loc().is_some_and(|loc| {
                let info = env.loc(loc);
                request.access() == Some((info.addr, info.size))
            }),
            _ => false,
        }
    }
    /// Whether it is an access to memory.
    pub fn is_access(&self) -> bool {
        self.loc().is_some() && !matches!(self, Action::Sync { .. })
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// With this result.
    Finished(u128),
    /// The program ends here.
    Exit,
    /// An assumption is false.
    Assume,
    /// It waits in a loop for a value that nobody has written yet; its last round began with this event.
    Spin { from: u32 },
    /// It came back to where it was in a loop that does nothing, though it saw a change on the way: what follows does so without that
    /// round, too.
    Again,
    /// It waits for a synchronisation object.
    Waits,
    /// Something went wrong; the exploration goes on without it.
    Failed,
}

#[derive(Debug)]
pub(crate) struct Snapshot {
    pub state: ThreadState,
    pub action: Action,
    pub order: Order,
    pub span: Span,
    /// It reads what somebody must have written.
    pub initialised: bool,
    /// What the pending access depends on, as positions of the lane: through its address, its value, branches.
    pub address_from: Positions,
    pub data_from: Positions,
    pub control_from: Positions,
    pub local: Rc<Local>,
    /// What went wrong, where the thread has failed and it could not be told at once.
    pub trouble: Option<Box<Trouble>>,
    pub memory: RefCell<Memo>,
}

/// Objects of other threads that a run came across: whose, the address looked up, and what was found.
pub(crate) type Seen = SmallVec<[(u32, u64, Option<Object>); 1]>;

/// Where a thread got to from here, by what it read: running it again would come to the same.
#[derive(Default, Debug)]
pub(crate) struct Memo {
    /// Memories of an earlier epoch are dropped when met, so that they do not pile up.
    epoch: u32,
    next: SmallVec<[Successor; 1]>,
}

#[derive(Debug)]
struct Successor {
    read: u128,
    variant: u32,
    snapshot: Rc<Snapshot>,
    seen: Seen,
    /// It used objects without an event that may have ended elsewhere.
    uses: bool,
}

impl Snapshot {
    /// The same thread in the middle of an operation that has further steps.
    pub fn going_on(&self, action: Action, local: Rc<Local>) -> Snapshot {
        Snapshot {
            state: self.state.clone(),
            action,
            order: self.order,
            span: self.span,
            initialised: self.initialised,
            address_from: self.address_from.clone(),
            data_from: self.data_from.clone(),
            control_from: self.control_from.clone(),
            local,
            trouble: None,
            memory: RefCell::default(),
        }
    }

    /// Where the thread gets to, if it went there before and what it saw of others is still the same.
    pub fn known_successor(
        &self,
        graph: &Graph,
        epoch: u32,
        read: u128,
        variant: u32,
    ) -> Option<Rc<Snapshot>> {
        let mut memo = self.memory.borrow_mut();
        if memo.epoch != epoch {
            memo.next.clear();
            return None;
        }
        let same = |(lane, addr, object): &(u32, u64, Option<Object>)| {
            graph.lane(*lane as usize).and_then(|lane| lane.now().local.object_at(*addr)) == object.as_ref()
        };
        let nothing_ended = graph.ended.is_empty();
        let fits = |next: &&Successor| {
            next.read == read
                && next.variant == variant
                && (nothing_ended || !next.uses)
                && next.seen.iter().all(same)
        };
        memo.next.iter().find(fits).map(|next| next.snapshot.clone())
    }

    pub fn remember(
        &self,
        epoch: u32,
        (read, variant): (u128, u32),
        snapshot: Rc<Snapshot>,
        (seen, uses): (Seen, bool),
    ) {
        let mut memo = self.memory.borrow_mut();
        memo.epoch = epoch;
        memo.next.push(Successor { read, variant, snapshot, seen, uses });
    }

    /// The atomic section that the thread stands in, if its program is not over; 0: none.
    pub fn section(&self) -> u32 {
        match self.action {
            Action::Over(End::Exit | End::Finished(_)) => 0,
            _ => self.local.section(),
        }
    }

    /// Keeps what went wrong with a thread that has failed.
    pub fn keep_trouble(&mut self, trouble: Option<&Trouble>) {
        if matches!(self.action, Action::Over(End::Failed)) {
            self.trouble = trouble.cloned().map(Box::new);
        }
    }

    pub fn spins(&self) -> bool {
        matches!(self.action, Action::Over(End::Spin { .. }))
    }
}

/// A stretch of memory of one thread.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Object {
    pub start: u64,
    pub size: u64,
    pub heap: bool,
    pub zeroed: bool,
    /// It has ended, and nobody else ever knew of it.
    pub dead: bool,
    /// Where it was allocated: all objects of a site are shared, or none.
    pub site: Span,
}

/// A use of an object between two events of a thread.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    pub object: u64,
    /// Events of the thread before it.
    pub position: u32,
    pub span: Span,
}

/// Eight bytes of private memory.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    addr: u64,
    bytes: [u8; 8],
    /// Bytes whose contents are known: they were written, or settled.
    written: u8,
    /// Bytes that the program has written, if only with what was never written.
    given: u8,
}

/// What a thread knows that no other thread touches.
#[derive(Clone, Default, Debug)]
pub(crate) struct Local {
    words: Vec<Word>,
    /// Objects made since the first thread was started, by address.
    pub objects: Vec<Object>,
    /// Objects made before that which this thread alone knew of, gone since.
    pub killed: Vec<u64>,
    /// Where it used, without an event, objects whose end is one: for each behind which event the last time was.
    pub uses: Vec<Use>,
    /// Thread-specific values that are not null.
    pub keys: Keys,
    pub observed: Vec<(Arc<str>, u128, Ty)>,
    /// Bytes of the piece of memory that is being copied which were never written, one bit each.
    pub copied: u32,
    /// An assumption was false on the way.
    pub assumed_away: bool,
    /// Threads that it has created, events of a wait that is under way.
    pub n_created: u32,
    pub stage: u8,
    pub status: u32,
    /// How deep in atomic sections, and how many there were.
    pub depth: u32,
    pub n_sections: u32,
    /// The section that joining a condition's queue and giving back the mutex are together, where that can be told; 0: none.
    pub wait_section: u32,
    n_waits: u32,
    /// How often it has woken from condition waits without a signal.
    pub wakes: u32,
    /// A condition wait under way: condition, mutex, timed.
    pub wait: Option<(LocId, LocId, bool)>,
    /// For each read request so far, the positions of the shared reads it stands for (only with dependencies).
    pub reads: Vec<Positions>,
    /// Per private place, what its contents depend on.
    pub carried: Vec<(u64, Positions)>,
}

impl Local {
    /// The number of the atomic section that it is in; 0: none.
    pub fn section(&self) -> u32 {
        if self.depth > 0 { self.n_sections } else { self.wait_section }
    }
    /// A condition wait begins whose first two steps are one.
    pub fn enter_wait(&mut self) {
        self.n_waits += 1;
        self.wait_section = 1 << 31 | self.n_waits;
    }
    /// Enters an atomic section; whether it is the outermost one.
    pub fn enter_section(&mut self) -> bool {
        self.depth += 1;
        self.n_sections += u32::from(self.depth == 1);
        self.depth == 1
    }
    /// Leaves one (without having entered any, that means nothing); whether it was the outermost.
    pub fn leave_section(&mut self) -> bool {
        let outermost = self.depth == 1;
        self.depth = self.depth.saturating_sub(1);
        outermost
    }

    fn find(&self, addr: u64) -> Result<usize, usize> {
        self.words.binary_search_by_key(&addr, |word| word.addr)
    }

    /// Puts the bytes that were written here over those given.
    pub fn read(&self, addr: u64, size: u64, below: u128) -> u128 {
        self.read_written(addr, size, below).0
    }

    /// The same, and which of the bytes were written here, one bit each.
    pub fn read_written(&self, addr: u64, size: u64, below: u128) -> (u128, u32) {
        if self.words.is_empty() {
            return (below, 0);
        }
        let (mut bytes, mut written) = (below.to_le_bytes(), 0);
        let mut word_addr = addr & !7;
        while word_addr < addr + size {
            if let Ok(index) = self.find(word_addr) {
                let word = &self.words[index];
                for byte in 0..8 {
                    let at = word_addr + byte;
                    if word.written >> byte & 1 == 1 && at >= addr && at < addr + size {
                        bytes[(at - addr) as usize] = word.bytes[byte as usize];
                        written |= 1 << (at - addr);
                    }
                }
            }
            word_addr += 8;
        }
        (u128::from_le_bytes(bytes), written)
    }

    /// Which of these bytes were written here, one bit each.
    pub fn written(&self, addr: u64, size: u64) -> u32 {
        self.read_written(addr, size, 0).1
    }

    /// Which of these bytes the program has written here, whether it is known with what or not; one bit each.
    pub fn given(&self, addr: u64, size: u64) -> u32 {
        let given = |byte: u64| {
            let word = self.find((addr + byte) & !7).map(|index| self.words[index].given);
            word.is_ok_and(|given| given >> ((addr + byte) & 7) & 1 == 1)
        };
        crate::env::bits_of(size, given)
    }

    pub fn note_use(&mut self, object: u64, position: u32, span: Span) {
        match self.uses.iter_mut().find(|other| other.object == object) {
            // The first of those between two events is where it comes to that.
            Some(used) if used.position == position => {}
            Some(used) => (used.position, used.span) = (position, span),
            None => self.uses.push(Use { object, position, span }),
        }
    }

    fn word(&mut self, addr: u64) -> &mut Word {
        let index = match self.find(addr & !7) {
            Ok(index) => index,
            Err(index) => {
                self.words.insert(index, Word { addr: addr & !7, bytes: [0; 8], written: 0, given: 0 });
                index
            }
        };
        &mut self.words[index]
    }

    pub fn write(&mut self, addr: u64, size: u64, value: u128) {
        let bytes = value.to_le_bytes();
        for offset in 0..size {
            let word = self.settle(addr + offset, bytes[offset as usize]);
            word.given |= 1 << ((addr + offset) & 7);
        }
    }
    /// A byte holds this, without being written by anybody.
    pub fn settle(&mut self, addr: u64, byte: u8) -> &mut Word {
        let word = self.word(addr);
        word.bytes[(addr & 7) as usize] = byte;
        word.written |= 1 << (addr & 7);
        word
    }
    /// A byte is written with what was never written.
    pub fn leave_open(&mut self, addr: u64) {
        self.word(addr).given |= 1 << (addr & 7);
    }

    /// The object of this thread in whose bytes an address lies (or right behind them).
    pub fn object_at(&self, addr: u64) -> Option<&Object> {
        let after = self.objects.partition_point(|object| object.start <= addr);
        let object = self.objects.get(after.checked_sub(1)?)?;
        (addr - object.start < ir::layout::slot_size(object.size)).then_some(object)
    }
    /// Which object begins here.
    pub fn object_index(&self, start: u64) -> Option<usize> {
        self.objects.binary_search_by_key(&start, |object| object.start).ok()
    }

    /// Whether private memory holds the same as that of another moment.
    pub fn same_memory(&self, other: &Local) -> bool {
        self.same_memory_up_to(other, |a, b| a == b)
    }

    fn same_memory_up_to(&self, other: &Local, same_address: impl Fn(u128, u128) -> bool) -> bool {
        let of = |word: &Word| (word.bytes, word.written, word.given);
        let same = |(a, b): (&Word, &Word)| same_address(a.addr.into(), b.addr.into()) && of(a) == of(b);
        self.words.len() == other.words.len()
            && self.words.iter().zip(&other.words).all(same)
            && self.keys == other.keys
    }

    /// Forgets what an object holds.
    pub fn forget_bytes(&mut self, start: u64, size: u64) {
        self.words.retain(|word| word.addr + 8 <= start || word.addr >= start + size);
    }
}

/// Whether a thread stands where it stood at an earlier moment with nothing changed that only it knows of. A variable of a block lies elsewhere
/// each time the block is entered: that alone is no change.
pub(crate) fn stands_still(
    machine: &Machine,
    (before, memory_before): (&ThreadState, &Local),
    (now, memory): (&ThreadState, &Local),
) -> bool {
    let object = |memory: &Local, start: u64| memory.object_index(start).map(|at| memory.objects[at].clone());
    let pairs = before.stack_objects().iter().zip(now.stack_objects());
    let renewed = pairs.filter(|(before, now)| before != now).filter_map(|(&before, &now)| {
        let (old, new) = (object(memory_before, before)?, object(memory, now)?);
        ((old.site, old.size) == (new.site, new.size)).then_some((before, now, old.size))
    });
    let renewed: SmallVec<[(u64, u64, u64); 2]> = renewed.collect();
    let same = |before: u128, now: u128| {
        let moved = |&(from, to, size): &(u64, u64, u64)| {
            let offset = before.wrapping_sub(from.into());
            offset <= size.into() && now.wrapping_sub(to.into()) == offset
        };
        before == now || renewed.iter().any(moved)
    };
    machine.same_place_up_to(before, now, same)
        && (std::ptr::eq(memory_before, memory) || memory_before.same_memory_up_to(memory, same))
}
