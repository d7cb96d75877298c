//! What the runtime knows about each thread, and which thread is running.

use crate::live::{Buffer, CAPACITY};
use crate::output;
use crate::sys::{self, Spin};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicPtr, AtomicU32, Ordering};

/// Entries of the filter: what a thread accessed in its current section (see `access`).
pub const FILTER: usize = 2048;
/// Offset in the buffer from which on it is written out: the longest event (a call with its arguments) still fits.
pub const LIMIT: u32 = (CAPACITY - 512) as u32;

/// A thread's private side of recording.
#[repr(C)]
#[derive(Debug)]
pub struct Thread {
    /// [`LIMIT`] while accesses may be logged straight away; 0 sends them to the slow path.
    pub limit: u32,
    /// Bases of differences; 0 at the start of a chunk.
    pub location: u32,
    pub memory: u64,
    pub sync: u64,
    pub ticket: u64,
    pub buffer: *mut Buffer,
    /// Number of the section, in place for the keys of the filter.
    pub section: u64,
    pub number: u32,
    /// The runtime is at work for this thread; a signal handler that comes in between is not logged.
    pub busy: bool,
    /// The first event, which carries a ticket, has been logged.
    pub started: bool,
    /// Depth of specified calls or ignored regions: nothing is logged.
    pub ignore: u32,
    /// How often the destructor of the thread's key ran.
    pub rounds: u32,
    /// The last event was an atomic load of this address when its stripe had this version.
    pub spin_address: u64,
    pub spin_version: u64,
    pub spin_committed: u64,
    /// Function that `pthread_once` is to call.
    pub once_routine: usize,
    pub once_control: u64,
    pub next_free: *mut Thread,
    pub filter: [u64; FILTER],
}

impl Thread {
    /// Whether the runtime is at work: a signal came in between. The fast path shows it by a limit of 0 alone.
    #[inline(always)]
    pub fn is_busy(&self) -> bool {
        self.busy || (self.limit == 0 && self.started && self.ignore == 0)
    }
}

#[cfg(feature = "runtime")]
core::arch::global_asm!(
    ".pushsection .tbss.selvedge_thread,\"awT\",@nobits",
    ".p2align 3",
    ".globl selvedge_thread",
    ".hidden selvedge_thread",
    ".type selvedge_thread,@object",
    ".size selvedge_thread, 8",
    "selvedge_thread: .zero 8",
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
                "mov {0}, qword ptr [rip + selvedge_thread@GOTTPOFF]",
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
            "mov {0}, qword ptr [rip + selvedge_thread@GOTTPOFF]",
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
    (state.location, state.memory, state.sync, state.ticket) = (0, 0, 0, 0);
    state.number = number;
    (state.busy, state.started, state.ignore, state.rounds) = (false, false, 0, 0);
    (state.spin_address, state.spin_committed) = (0, 0);
    state.limit = 0;
    next_section(state);
    let buffer = &*state.buffer;
    buffer.committed.store(0, Ordering::Relaxed);
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

/// Bits of a filter key that hold the section.
const SECTION_STEP: u64 = 1 << 4;
const SECTION_END: u64 = 1 << 16;

/// What was accessed before is no longer known to be in this section.
#[inline]
pub fn next_section(thread: &mut Thread) {
    thread.section += SECTION_STEP;
    if thread.section >= SECTION_END {
        thread.section = SECTION_STEP;
        thread.filter = [0; FILTER];
    }
}
