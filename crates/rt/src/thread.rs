//! What the runtime knows about each thread, and which thread is running.

use crate::intercept::guard;
use crate::live::{Buffer, CAPACITY};
use crate::sys::{self, Spin};
use crate::wire::SITES;
use crate::{modules, output, shadow, stripe};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, Ordering};

/// Word in the buffer from which on it is written out: the longest event (a call with its arguments) still fits.
pub const LIMIT: usize = CAPACITY - 128;
/// Calls that a thread's stack is known for; what is called deeper has the stack of the last one.
pub const FRAMES: usize = 1024;
/// Results that are to be ready when a thread ends, at most.
const NOTES: usize = 16;
/// Kinds of accesses: reads, then writes, of 1, 2, 4, 8 and 16 bytes.
pub const KINDS: usize = 10;

/// All ones where repeated accesses are left out, 0 where every access is logged.
pub static FILTERING: AtomicU64 = AtomicU64::new(u64::MAX);

/// A function that has been called.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Where it returns to, and [`TOLD`].
    pub pc: u64,
    /// Where its part of the stack ends. A call from above it means that it was left by `longjmp`.
    pub stack: u64,
    /// Stands for this call and all around it.
    pub mark: u64,
}

/// In a frame's return address: the trace has been told of the call.
pub const TOLD: u64 = 1 << 63;
/// Bytes of a frame. Calls are counted in them.
pub const FRAME: u64 = size_of::<Frame>() as u64;
/// The innermost call that is known, if all places are taken.
pub const LAST_FRAME: u64 = FRAMES as u64 * FRAME;

impl Frame {
    /// Before the first call: never left, and nothing to tell.
    const OUTERMOST: Frame = Frame { pc: TOLD, stack: u64::MAX, mark: 0 };

    /// What is called when `outer` stands for the calls so far. The factor spreads return addresses over the word.
    #[inline(always)]
    fn new(pc: u64, stack: u64, outer: u64) -> Frame {
        Frame { pc, stack, mark: (outer ^ pc).wrapping_mul(0x9e37_79b9_7f4a_7c15) }
    }
}

/// Addresses of atomic reads that are remembered.
pub const LOOKS: usize = 16;

/// A thread's private side of recording. What comes before `number` is known to `prelude.c`, too.
#[repr(C)]
#[derive(Debug)]
pub struct Thread {
    /// What the shadow of memory that the current section has logged begins with (see `shadow`).
    pub stamp: u64,
    /// Where the next word goes.
    pub cursor: *mut u64,
    /// Where the buffer is full; null sends accesses to the slow path.
    pub end: *mut u64,
    /// The module that was last logged from: return addresses from here on, this many, have locations from `start` on.
    pub low: u64,
    pub span: u64,
    pub start: u64,
    /// Number of the chunk, above the bits of a program counter.
    pub chunk: u64,
    pub filtering: u64,
    /// Words in the buffer that are no event of their own.
    pub extra: u64,
    /// Calls that have not returned, and how many of them the trace has been told of, in bytes of frames.
    pub top: u64,
    pub told: u64,
    /// What words of shadow that are noted begin with: the stamp, or 0 where every access is logged.
    pub noted: u64,
    pub wanted: shadow::Wanted,
    /// Of each site the return address and stack that it stands for, with the chunk that it was told in, as one number.
    pub sites: [u64; SITES],
    /// The first is [`Frame::OUTERMOST`].
    pub frames: [Frame; FRAMES + 1],
    pub number: u32,
    /// Differences in events that are not words are taken to these; 0 at the start of a chunk.
    pub location: u32,
    pub memory: u64,
    pub sync: u64,
    pub ticket: u64,
    pub buffer: *mut Buffer,
    /// Ticket of the last event that had one, and of the last that was committed.
    pub last_ticket: u64,
    pub committed_ticket: u64,
    /// The runtime is at work for this thread; a signal handler that comes in between is not logged.
    pub busy: bool,
    /// The first event, which carries a ticket, has been logged.
    pub started: bool,
    /// Depth of specified calls or ignored regions: nothing is logged.
    pub ignore: u32,
    /// How often the destructor of the thread's key ran.
    pub rounds: u32,
    /// The chunk that the section began in.
    pub section_chunk: u64,
    /// The section has gone on over an atomic access: what was logged before it may be repeated behind it.
    pub section_goes_on: bool,
    /// Sections, by their stamps, and what they have read atomically, but not relaxed (some of it).
    pub looks: [(u64, u64); LOOKS],
    /// The last event was an atomic load of this address when its stripe had this version.
    pub spin_address: u64,
    pub spin_version: u64,
    pub spin_cursor: *mut u64,
    pub spin_chunk: u64,
    /// Stripes that the thread has not logged its last accesses of (see `stripe`).
    pub quiet: [u16; stripe::MOST],
    pub n_quiet: u32,
    /// Function that `pthread_once` is to call.
    pub once_routine: usize,
    pub once_control: u64,
    /// The innermost such function that runs (see `intercept::guard`).
    pub once_running: *mut guard::Running,
    /// What the C++ library is to make ready when the thread ends (see `intercept::cpp`).
    pub notes: [sys::Pointer; NOTES],
    /// While the thread forks: what its child has open (see `output`); -1 otherwise.
    pub forked: i32,
    /// The signal whose handler runs, if that came unasked for; 0 otherwise, and when something was told of it (see `misuse`).
    pub handler: i32,
    /// Calls in which handlers are expected to run.
    pub expects: u32,
    /// The part of the thread's stack that ends with it, and the function that it began with.
    pub stack: (u64, u64),
    pub routine: u64,
    /// The thread is in `daemon`, which ends the process without asking.
    pub becomes_daemon: bool,
    /// The kernel's number of the thread, once it is asked for; 0 before.
    pub id: i32,
    pub next_free: *mut Thread,
}

/// As `prelude.c` has it.
const _: () = {
    assert!(core::mem::offset_of!(Thread, cursor) == 8);
    assert!(core::mem::offset_of!(Thread, wanted) == 96);
    assert!(core::mem::offset_of!(Thread, sites) == 96 + size_of::<shadow::Wanted>());
    assert!(core::mem::offset_of!(Thread, frames) == 96 + size_of::<shadow::Wanted>() + 8 * SITES);
};

/// The kernel's number of the running thread.
pub unsafe fn own_id() -> i32 {
    let thread = current();
    if thread.is_null() {
        return sys::own_id();
    }
    if (*thread).id == 0 {
        (*thread).id = sys::own_id();
    }
    (*thread).id
}

impl Thread {
    /// Whether the runtime is at work: a signal came in between. The fast path shows it by `end` alone.
    #[inline(always)]
    pub fn is_busy(&self) -> bool {
        self.busy || (self.end.is_null() && self.started && self.ignore == 0)
    }

    /// The first word of the buffer.
    #[inline(always)]
    pub fn first_word(&self) -> *mut u64 {
        unsafe { (&raw mut (*self.buffer).words).cast() }
    }

    /// The frame of a call by the bytes up to it; the last one for what is deeper.
    #[inline(always)]
    pub fn frame(&mut self, top: u64) -> *mut Frame {
        unsafe { (&raw mut self.frames).byte_add(top.min(LAST_FRAME) as usize).cast() }
    }

    /// What stands for the calls that have not returned.
    #[inline(always)]
    pub fn mark(&mut self) -> u64 {
        unsafe { (*self.frame(self.top)).mark }
    }

    /// Whether the trace has been told of all calls and returns.
    #[inline(always)]
    pub fn has_told_calls(&mut self) -> bool {
        let top = self.top.min(LAST_FRAME);
        top == self.told && (top == 0 || unsafe { (*self.frame(top)).pc & TOLD != 0 })
    }

    /// The trace is to be told of all calls again.
    pub fn forget_told(&mut self) {
        for call in 1..=(self.top.min(LAST_FRAME) / FRAME) as usize {
            self.frames[call].pc &= !TOLD;
        }
        // No depth, so that the next call is told with its own.
        self.told = LAST_FRAME + FRAME;
    }

    /// A function is called that returns to `pc`. Functions that `longjmp` left are taken off first.
    #[inline(always)]
    pub fn call(&mut self, pc: u64, stack: u64) {
        let mut top = self.top;
        unsafe {
            if (*self.frame(top)).stack <= stack {
                top = top.min(LAST_FRAME);
                while (*self.frame(top)).stack <= stack {
                    top -= FRAME;
                }
            }
            if top < LAST_FRAME {
                *self.frame(top + FRAME) = Frame::new(pc, stack, (*self.frame(top)).mark);
            }
        }
        self.top = top + FRAME;
    }

    /// The site for a return address and the calls that have not returned, and whether the chunk has been told of it.
    #[inline(always)]
    pub fn site(&mut self, pc: u64) -> (usize, bool) {
        let mark = self.mark();
        // Places close to each other have sites close to each other, and few share one.
        let site = (pc >> 3 ^ mark >> 32) as usize % SITES;
        (site, self.sites.get(site) == Some(&(pc ^ mark ^ self.chunk)))
    }

    /// Words in the buffer.
    #[inline(always)]
    pub fn filled(&self) -> usize {
        unsafe { self.cursor.offset_from(self.first_word()) as usize }
    }

    /// Begins a chunk: no location has a site, and differences begin at 0.
    pub fn new_chunk(&mut self) {
        self.cursor = self.first_word();
        self.chunk = self.chunk.wrapping_add(1 << 48);
        if self.chunk == 0 {
            // Sites of a chunk that had the same number.
            self.sites = [0; SITES];
            self.chunk = 1 << 48;
        }
        self.extra = 0;
        (self.location, self.memory, self.sync, self.ticket) = (0, 0, 0, 0);
    }
}

#[cfg(feature = "runtime")]
core::arch::global_asm!(
    ".pushsection .tbss.selvedge_thread_2,\"awT\",@nobits",
    ".p2align 3",
    ".globl selvedge_thread_2",
    ".type selvedge_thread_2,@object",
    ".size selvedge_thread_2, 8",
    "selvedge_thread_2: .zero 8",
    ".popsection",
);

/// The running thread, or null if it is not recorded. Thread-local by the initial-exec model: no call, no allocation.
#[inline(always)]
pub fn current() -> *mut Thread {
    #[cfg(feature = "runtime")]
    {
        let thread: *mut Thread;
        unsafe {
            core::arch::asm!(
                "mov {0}, qword ptr [rip + selvedge_thread_2@GOTTPOFF]",
                "mov {0}, qword ptr fs:[{0}]",
                out(reg) thread,
                options(nostack, preserves_flags, readonly)
            );
        }
        thread
    }
    #[cfg(not(feature = "runtime"))]
    null_mut()
}

pub fn set_current(thread: *mut Thread) {
    #[cfg(feature = "runtime")]
    unsafe {
        core::arch::asm!(
            "mov {0}, qword ptr [rip + selvedge_thread_2@GOTTPOFF]",
            "mov qword ptr fs:[{0}], {1}",
            out(reg) _,
            in(reg) thread,
            options(nostack, preserves_flags)
        );
    }
    #[cfg(not(feature = "runtime"))]
    let _ = thread;
}

static NEXT_NUMBER: AtomicU32 = AtomicU32::new(0);
static FREE: AtomicPtr<Thread> = AtomicPtr::new(null_mut());
static FREE_LOCK: Spin = Spin::new();
/// Key whose destructor tells that a thread ends.
static KEY: AtomicU32 = AtomicU32::new(u32::MAX);

/// A number for a thread that is about to be.
pub fn new_number() -> u32 {
    NEXT_NUMBER.fetch_add(1, Ordering::Relaxed)
}

pub unsafe fn create_key(destructor: unsafe extern "C" fn(sys::Pointer)) {
    let mut key = u32::MAX;
    if sys::pthread_key_create(&mut key, destructor) == 0 {
        KEY.store(key, Ordering::Relaxed);
    }
}

/// Asks that the destructor runs (again) when the thread ends.
pub unsafe fn arm_key(thread: *mut Thread) {
    let key = KEY.load(Ordering::Relaxed);
    if key != u32::MAX {
        sys::pthread_setspecific(key, thread.cast());
    }
}

/// Makes the running thread a recorded one. Null if there is no memory for it: then it is not recorded.
pub unsafe fn register(number: u32) -> *mut Thread {
    let thread = take();
    if thread.is_null() {
        return thread;
    }
    let state = &mut *thread;
    state.number = number;
    (state.busy, state.started, state.ignore, state.rounds) = (false, false, 0, 0);
    state.id = 0;
    (state.handler, state.expects, state.stack) = (0, 0, (0, 0));
    (state.spin_address, state.spin_chunk, state.n_quiet) = (0, 0, 0);
    (state.forked, state.becomes_daemon, state.notes) = (-1, false, [null_mut(); NOTES]);
    (state.last_ticket, state.committed_ticket) = (u64::MAX, u64::MAX);
    state.end = null_mut();
    (state.top, state.told, state.frames[0]) = (0, 0, Frame::OUTERMOST);
    state.filtering = FILTERING.load(Ordering::Relaxed);
    (state.low, state.span, state.start) = modules::executable();
    (state.stamp, state.noted, state.wanted) = (shadow::NO_SECTION, 0, shadow::WANTED);
    state.new_chunk();
    let buffer = &*state.buffer;
    buffer.thread.store(number, Ordering::Relaxed);
    buffer.sequence.store(0, Ordering::Relaxed);
    buffer.used.store(1, Ordering::Release);
    set_current(thread);
    arm_key(thread);
    thread
}

/// From a thread that ended, or new.
unsafe fn take() -> *mut Thread {
    FREE_LOCK.lock();
    let thread = FREE.load(Ordering::Relaxed);
    if !thread.is_null() {
        FREE.store((*thread).next_free, Ordering::Relaxed);
    }
    FREE_LOCK.unlock();
    if !thread.is_null() {
        return thread;
    }
    let buffer = output::new_buffer();
    if buffer.is_null() {
        return null_mut();
    }
    let thread: *mut Thread = sys::map_private(size_of::<Thread>()).cast();
    if !thread.is_null() {
        (*thread).buffer = buffer;
    }
    thread
}

/// The running thread has ended; its memory may serve another.
pub unsafe fn release(thread: *mut Thread) {
    set_current(null_mut());
    (*(*thread).buffer).used.store(0, Ordering::Release);
    FREE_LOCK.lock();
    (*thread).next_free = FREE.load(Ordering::Relaxed);
    FREE.store(thread, Ordering::Relaxed);
    FREE_LOCK.unlock();
}

/// After a fork: the other threads are not there, and their buffers belong to the parent.
pub unsafe fn forget_all() {
    FREE_LOCK.unlock();
    FREE.store(null_mut(), Ordering::Relaxed);
    NEXT_NUMBER.store(0, Ordering::Relaxed);
    set_current(null_mut());
}

impl Thread {
    /// The section, and what it has read atomically that is remembered where this would be.
    fn look(&mut self, address: u64) -> &mut (u64, u64) {
        &mut self.looks[(address >> 3 ^ address >> 9) as usize % LOOKS]
    }

    /// Whether the section has read this atomically, as far as that is remembered.
    pub fn has_looked_at(&mut self, address: u64) -> bool {
        let now = (self.stamp, address);
        *self.look(address) == now
    }

    pub fn looks_at(&mut self, address: u64) {
        *self.look(address) = (self.stamp, address);
    }
}

/// The last event begins a section: what was logged before is to be logged again.
#[inline]
pub fn next_section(thread: &mut Thread) {
    thread.stamp = shadow::stamp(thread.last_ticket);
    thread.noted = thread.stamp & thread.filtering;
    thread.section_chunk = thread.chunk;
    thread.section_goes_on = false;
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::boxed::Box;

    fn thread() -> Box<Thread> {
        let layout = std::alloc::Layout::new::<Thread>();
        // SAFETY: all zeros are a value of integers, pointers and `false`, and the box frees with the same layout.
        let mut thread: Box<Thread> = unsafe { Box::from_raw(std::alloc::alloc_zeroed(layout).cast()) };
        thread.frames[0] = Frame::OUTERMOST;
        thread
    }

    #[test]
    fn calls_and_jumps() {
        let mut thread = thread();
        assert!(thread.has_told_calls() && thread.mark() == 0);
        thread.call(1, 1000);
        thread.call(2, 900);
        let (inner, is_told) = (thread.mark(), thread.has_told_calls());
        assert!(thread.top == 2 * FRAME && !is_told);
        // From above the second: that was left.
        thread.call(3, 950);
        assert!(thread.top == 2 * FRAME && thread.mark() != inner);
        thread.top -= FRAME;
        thread.call(2, 900);
        assert_eq!(thread.mark(), inner);
        // From above all.
        thread.call(2, 2000);
        assert!(thread.top == FRAME && thread.mark() != inner);
    }

    #[test]
    fn deep_calls() {
        let mut thread = thread();
        (0..3000).for_each(|depth| thread.call(depth, 100_000 - 8 * depth));
        assert_eq!(thread.top, 3000 * FRAME);
        let innermost = unsafe { *thread.frame(thread.top) };
        assert_eq!((innermost.pc, innermost.mark), (FRAMES as u64 - 1, thread.mark()));
        // Jumps back to where only ten functions had been called.
        thread.call(7, 100_000 - 8 * 10);
        assert_eq!((thread.top, thread.frames[11].pc), (11 * FRAME, 7));
    }
}
