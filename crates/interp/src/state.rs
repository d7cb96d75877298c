//! The state of one thread between two steps: frames, registers, what it is in the middle of.
//!
//! Everything a thread knows of itself is here, and nothing of memory, so a clone is a snapshot. Two states are
//! equal when they behave the same from here on; the count of steps done does not take part.

use crate::{Addresses, ReadSet, RuntimeError, Values, print::PrintState};
use ir::{BlockId, FuncId, GlobalId, layout};
use std::hash::{Hash, Hasher};

/// One call in progress. Its registers are a window of the thread's register stack.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Frame {
    pub function: FuncId,
    /// The next step; for all frames but the innermost, the call that is in progress.
    pub pc: u32,
    /// Where its registers begin.
    pub base: u32,
    /// Where its stack objects begin in `ThreadState::objects`.
    pub objects: u32,
}

/// A branch that still controls what happens: until the frame at `depth` reaches the block `join` or returns.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Control {
    pub depth: u32,
    pub join: Option<BlockId>,
    pub own: ReadSet,
    /// The union of this and all entries below it.
    pub all: ReadSet,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Phase {
    /// The first thread: static constructors from this one on, then the entry function.
    Constructors { next: usize },
    /// The entry function of the first thread.
    Main,
    /// The function of a thread that another one has started.
    Body,
    /// `main` returned.
    ExitMain { code: i32 },
    /// Key destructors: the calls still to be made in this round.
    Ending { round: u32, calls: Vec<(u64, u64)>, values: Values },
    /// It has ended with these values.
    Over { values: Values },
    /// Something went wrong in it, and nothing follows.
    Failed(RuntimeError),
}

/// What has been done of an instruction that needs the world more than once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Progress {
    /// Nothing, or it needs the world once only.
    None,
    /// Bytes copied, and the piece that was read but not written yet.
    Copy { done: u64, held: Option<(u128, ReadSet)> },
    /// Bytes filled.
    Fill { done: u64 },
    /// What was printed and read, and what is still to be.
    Print(Box<PrintState>),
}

/// A count that takes no part in comparisons.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Uncompared(pub u64);

impl PartialEq for Uncompared {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}
impl Eq for Uncompared {}
impl Hash for Uncompared {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// One thread, stopped between two steps. See the module head.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ThreadState {
    pub(crate) thread: u32,
    pub(crate) frames: Vec<Frame>,
    pub(crate) values: Vec<u128>,
    /// Whether dependencies are tracked.
    pub(crate) tracking: bool,
    /// Beside each register, what it depends on; empty when dependencies are not tracked.
    pub(crate) taints: Vec<ReadSet>,
    pub(crate) control: Vec<Control>,
    /// Stack objects alive, outermost frame first.
    pub(crate) objects: Vec<u64>,
    pub(crate) thread_locals: Vec<(GlobalId, u64)>,
    pub(crate) next_address: u64,
    pub(crate) n_reads: u32,
    pub(crate) phase: Phase,
    pub(crate) progress: Progress,
    pub(crate) steps: Uncompared,
    /// How few calls were in progress at some time since this was last asked for.
    pub(crate) fewest: Uncompared,
}

impl ThreadState {
    pub(crate) fn new(thread: u32, phase: Phase, tracking: bool) -> Self {
        ThreadState {
            thread,
            frames: Vec::new(),
            values: Vec::new(),
            tracking,
            taints: Vec::new(),
            control: Vec::new(),
            objects: Vec::new(),
            thread_locals: Vec::new(),
            // Page 0 of the region stands for the thread itself.
            next_address: layout::region_start(thread) + layout::PAGE,
            n_reads: 0,
            phase,
            progress: Progress::None,
            steps: Uncompared(0),
            fewest: Uncompared(0),
        }
    }

    /// The number of the thread, as given at its start.
    pub fn thread(&self) -> u32 {
        self.thread
    }
    /// Instructions executed so far.
    pub fn steps(&self) -> u64 {
        self.steps.0
    }
    /// How many `Read`, `Rmw` and `CompareExchange` requests were answered: the number of the next one.
    pub fn n_reads(&self) -> u32 {
        self.n_reads
    }
    /// How many registers all calls in progress have together.
    pub fn n_registers(&self) -> usize {
        self.values.len()
    }
    /// How many calls are in progress.
    pub fn depth(&self) -> usize {
        self.frames.len()
    }
    /// The functions in progress, innermost last.
    pub fn call_stack(&self) -> impl DoubleEndedIterator<Item = FuncId> + '_ {
        self.frames.iter().map(|frame| frame.function)
    }
    /// How few calls were in progress at some time since this was last asked for: those are still the same calls.
    pub fn take_fewest_calls(&mut self) -> usize {
        let fewest = std::mem::replace(&mut self.fewest.0, self.frames.len() as u64);
        fewest as usize
    }
    /// Its stack objects that are alive, outermost call first.
    pub fn stack_objects(&self) -> &[u64] {
        &self.objects
    }
    /// The thread-local objects made so far.
    pub fn thread_local_objects(&self) -> impl Iterator<Item = (GlobalId, u64)> + '_ {
        self.thread_locals.iter().copied()
    }

    /// From now on requests carry no dependencies. Sets grow with every turn of a loop that reads its condition from
    /// memory, so whoever has no use for them any more should say so.
    pub fn stop_tracking(&mut self) {
        self.tracking = false;
        self.taints = Vec::new();
        self.control = Vec::new();
    }

    /// Where the next object of the thread lies, this far into its slot, by the rule of `ir::layout`; `None` when its region is full.
    pub(crate) fn object_address(&self, size: u64, offset: u64) -> Option<u64> {
        let slot = layout::slot_size(size);
        let start = self.next_address.checked_next_multiple_of(slot)?;
        let end = start.checked_add(slot)?;
        (end <= layout::region_start(self.thread + 1)).then_some(start + offset)
    }
    pub(crate) fn reserve_address(&mut self, addr: u64, size: u64) {
        self.next_address = (addr & !(layout::PAGE - 1)).saturating_add(layout::slot_size(size));
    }

    /// What a register depends on.
    pub(crate) fn taint(&self, slot: Option<usize>) -> ReadSet {
        slot.and_then(|slot| self.taints.get(slot)).cloned().unwrap_or_default()
    }
    /// The reads that control what happens now.
    pub(crate) fn control_set(&self) -> ReadSet {
        self.control.last().map_or(ReadSet::EMPTY, |entry| entry.all.clone())
    }
    /// A branch (or a call through a pointer) on a value that depends on `own`.
    pub(crate) fn push_control(&mut self, depth: u32, join: Option<BlockId>, own: ReadSet) {
        if own.is_empty() {
            return;
        }
        // A loop's condition is one entry that grows, not one entry per iteration.
        let own = match self.control.pop_if(|top| top.depth == depth && top.join == join) {
            Some(top) => top.own.union(&own),
            None => own,
        };
        let all = self.control_set().union(&own);
        self.control.push(Control { depth, join, own, all });
    }
    /// The innermost frame enters a block: branches that joined there control no more.
    pub(crate) fn enter_block(&mut self, block: BlockId) {
        let depth = self.frames.len() as u32;
        let ends = |entry: &Control| entry.depth == depth && entry.join == Some(block);
        while self.control.last().is_some_and(ends) {
            self.control.pop();
        }
        if self.control.iter().any(ends) {
            self.control.retain(|entry| !ends(entry));
            let mut all = ReadSet::EMPTY;
            for entry in &mut self.control {
                all = all.union(&entry.own);
                entry.all = all.clone();
            }
        }
    }
    /// The innermost frame is about to go.
    pub(crate) fn leave_frame(&mut self) {
        let depth = self.frames.len() as u32;
        while self.control.last().is_some_and(|entry| entry.depth >= depth) {
            self.control.pop();
        }
    }

    /// Whether returning from the innermost frame must release stack objects first. Not so for `main`: its return ends
    /// the program, and until then threads may use its variables.
    pub(crate) fn must_release(&self) -> bool {
        let last_of_main = self.frames.len() == 1 && self.phase == Phase::Main;
        !last_of_main && self.frames.last().is_some_and(|frame| (frame.objects as usize) < self.objects.len())
    }
    /// The stack objects of the innermost frame, innermost first.
    pub(crate) fn frame_objects(&self) -> Addresses {
        let from = self.frames.last().map_or(0, |frame| frame.objects as usize);
        self.objects.get(from..).unwrap_or(&[]).iter().rev().copied().collect()
    }
}
