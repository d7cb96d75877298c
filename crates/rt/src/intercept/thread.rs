//! Threads begin, end and are waited for.

use super::memory::{__libc_free, __libc_malloc};
use crate::record::{Event, enter, log, log_event};
use crate::sys::{self, Pointer, Spin};
use crate::thread::{self, FILTERING};
use crate::wire::{More, Op};
use crate::{entries, misuse, modules, output, plain_entries, real, shadow};
use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicU32, Ordering};

/// 0 before the start, 1 while starting, 2 when recording, 3 when not.
static STATE: AtomicU32 = AtomicU32::new(0);

/// Called by every instrumented module when it is loaded; the first call starts recording.
pub unsafe extern "C" fn init() {
    if STATE.compare_exchange(0, 1, Ordering::AcqRel, Ordering::Acquire).is_err() {
        if is_recording() {
            super::mapping::loaded();
        }
        return;
    }
    let all = sys::getenv(c"SELVEDGE_ALL".as_ptr());
    if !all.is_null() && *all == b'1' as core::ffi::c_char {
        FILTERING.store(0, Ordering::Relaxed);
    }
    if !output::start() {
        STATE.store(3, Ordering::Release);
        return;
    }
    if !shadow::start() {
        sys::say(
            "the address space is limited (ulimit -v, or no overcommitment of memory); nothing is recorded",
        );
        output::stop();
        STATE.store(3, Ordering::Release);
        return;
    }
    thread::create_key(end);
    modules::scan();
    thread::register(thread::new_number());
    super::process::notice_forks();
    super::process::find();
    super::jump::find();
    super::signal::find();
    STATE.store(2, Ordering::Release);
}

fn is_recording() -> bool {
    STATE.load(Ordering::Acquire) == 2
}

/// In the child after a fork.
pub unsafe extern "C" fn restart_in_child() {
    if !is_recording() {
        return;
    }
    let thread = thread::current();
    let was_recorded = !thread.is_null();
    let forked = if was_recorded { (*thread).forked } else { -1 };
    thread::forget_all();
    // Threads are numbered anew, and may get the handles of the parent's.
    *HANDLES.0.get() = Handles::NONE;
    HANDLES_LOCK.unlock();
    crate::record::reset_tickets();
    crate::stripe::restart_in_child();
    if output::restart_in_child(forked) && was_recorded {
        thread::register(thread::new_number());
    }
}

/// Threads by their handle: what `pthread_join` is given.
struct Handles {
    table: *mut Handle,
    capacity: usize,
    used: usize,
}

#[derive(Clone, Copy)]
struct Handle {
    /// 0 if the place is free.
    handle: u64,
    number: u32,
    has_ended: bool,
    /// It was joined or detached.
    is_released: bool,
    /// Where it was made.
    pc: u64,
}

static HANDLES_LOCK: Spin = Spin::new();
static HANDLES: SharedHandles = SharedHandles(core::cell::UnsafeCell::new(Handles::NONE));

/// Used under [`HANDLES_LOCK`] only.
struct SharedHandles(core::cell::UnsafeCell<Handles>);

unsafe impl Sync for SharedHandles {}

impl Handles {
    const NONE: Handles = Handles { table: null_mut(), capacity: 0, used: 0 };

    /// The place of a handle, or the free one where it would be.
    unsafe fn place(&self, handle: u64) -> *mut Handle {
        let mut index = (handle >> 6).wrapping_mul(0x9e37_79b9_7f4a_7c15) as usize;
        loop {
            let place = self.table.add(index % self.capacity);
            if (*place).handle == handle || (*place).handle == 0 {
                return place;
            }
            index = index.wrapping_add(1);
        }
    }

    unsafe fn insert(&mut self, new: Handle) {
        if self.used * 2 >= self.capacity && !self.grow() {
            return;
        }
        let place = self.place(new.handle);
        if (*place).handle == 0 {
            self.used += 1;
            *place = new;
        } else if (*place).number < new.number {
            *place = new;
        }
    }

    unsafe fn grow(&mut self) -> bool {
        let capacity = (self.capacity * 2).max(4096);
        let table: *mut Handle = sys::map_private(capacity * size_of::<Handle>()).cast();
        if table.is_null() {
            return false;
        }
        let old = Handles { table: self.table, capacity: self.capacity, used: self.used };
        (self.table, self.capacity, self.used) = (table, capacity, 0);
        for index in 0..old.capacity {
            let entry = *old.table.add(index);
            if entry.handle != 0 {
                self.insert(entry);
            }
        }
        if !old.table.is_null() {
            sys::munmap(old.table.cast(), old.capacity * size_of::<Handle>());
        }
        true
    }

    unsafe fn find(&mut self, handle: u64) -> Option<&mut Handle> {
        if self.capacity == 0 {
            return None;
        }
        let place = self.place(handle);
        ((*place).handle != 0).then(|| &mut *place)
    }

    /// A thread that has ended, was neither joined nor detached, and has not been told of.
    unsafe fn leak(&mut self) -> Option<Handle> {
        let entries = (0..self.capacity).map(|index| self.table.add(index));
        let mut leaks =
            entries.filter(|entry| (**entry).handle != 0 && (**entry).has_ended && !(**entry).is_released);
        let leak = leaks.next()?;
        (*leak).is_released = true;
        Some(*leak)
    }
}

unsafe fn with_handles<T>(act: impl FnOnce(&mut Handles) -> T) -> T {
    HANDLES_LOCK.lock();
    let result = act(&mut *HANDLES.0.get());
    HANDLES_LOCK.unlock();
    result
}

/// What a new thread is given.
#[repr(C)]
struct Start {
    routine: usize,
    argument: Pointer,
    number: u32,
    is_detached: bool,
    /// The stack is the program's own.
    has_stack: bool,
    pc: u64,
}

type Routine = unsafe extern "C" fn(Pointer) -> Pointer;
/// As C11 has it.
type ShortRoutine = unsafe extern "C" fn(Pointer) -> c_int;

/// How much of a thread's stack is told to end with it: thread-local variables, and the frames of the functions called first. All of it would
/// be much to look through for who reads the trace.
const ENDING: u64 = 1 << 15;

impl Start {
    fn handle(&self, handle: u64) -> Handle {
        let Start { number, is_detached, pc, .. } = *self;
        Handle { handle, number, has_ended: false, is_released: is_detached, pc }
    }
}

/// The running thread begins: what it is to call, and with what. Its stack and thread-local variables may have been another's,
/// which has logged its end before the memory could be given again.
unsafe fn begin(start: Pointer) -> (usize, Pointer) {
    let start_of = core::ptr::read(start.cast::<Start>());
    __libc_free(start);
    let handle = start_of.handle(sys::pthread_self());
    with_handles(|handles| handles.insert(handle));
    let (stack, size) = sys::own_stack();
    let thread = thread::register(start_of.number);
    super::mapping::comes(stack, size, 0);
    if !thread.is_null() && !start_of.has_stack {
        let part = size.min(ENDING);
        ((*thread).stack, (*thread).routine) = ((stack + size - part, part), start_of.routine as u64);
    }
    (start_of.routine, start_of.argument)
}

/// A thread that the C library has made out of sight is about to call a function of the program's.
pub(super) unsafe fn begin_unasked(routine: usize) {
    if !is_recording() {
        return;
    }
    let (stack, size) = sys::own_stack();
    let thread = thread::register(thread::new_number());
    super::mapping::comes(stack, size, 0);
    if !thread.is_null() {
        let part = size.min(ENDING);
        ((*thread).stack, (*thread).routine) = ((stack + size - part, part), routine as u64);
    }
}

unsafe extern "C" fn run(start: Pointer) -> Pointer {
    let (routine, argument) = begin(start);
    core::mem::transmute::<usize, Routine>(routine)(argument)
}

unsafe extern "C" fn run_short(start: Pointer) -> c_int {
    let (routine, argument) = begin(start);
    core::mem::transmute::<usize, ShortRoutine>(routine)(argument)
}

/// The thread's key is destroyed. Other keys' destructors may still run the program's code, so it waits for the last round.
unsafe extern "C" fn end(data: Pointer) {
    const ROUNDS: u32 = 3;
    let state: *mut thread::Thread = data.cast();
    if state != thread::current() {
        return;
    }
    super::cpp::before_notes();
    (*state).rounds += 1;
    if (*state).rounds < ROUNDS {
        thread::arm_key(state);
        return;
    }
    let own = sys::pthread_self();
    with_handles(|handles| {
        if let Some(entry) = handles.find(own) {
            entry.has_ended = true;
        }
    });
    if let Some(mut recording) = enter() {
        super::lock::give_back_robust(&mut recording);
        let (stack, size) = recording.thread().stack;
        if size > 0 {
            // As a return address in it.
            let pc = recording.thread().routine + 1;
            recording.range(More::Free, Event::sized(Op::Free, stack, size), pc);
        }
        recording.settle();
        recording.reserve(0);
        // Its place in the order says when its stack may be another's.
        recording.put(Event::new(Op::ThreadEnd, 0), 0, true, &[]);
        output::write_out(recording.thread());
    }
    thread::release(state);
}

/// Makes a thread that calls `routine`. `make` is given what the thread is to be given; `None` if it is not recorded.
unsafe fn create_by(
    handle: *mut u64,
    routine: usize,
    argument: Pointer,
    (is_detached, has_stack): (bool, bool),
    pc: u64,
    make: impl FnOnce(Option<Pointer>) -> c_int,
) -> c_int {
    if STATE.load(Ordering::Acquire) == 0 {
        init();
    }
    let start: *mut Start =
        if is_recording() { __libc_malloc(size_of::<Start>()).cast() } else { null_mut() };
    if start.is_null() {
        return make(None);
    }
    let number = thread::new_number();
    let start_of = Start { routine, argument, number, is_detached, has_stack, pc };
    let new = start_of.handle(0);
    core::ptr::write(start, start_of);
    log_event(Event { value: Some(routine as u64), ..Event::new(Op::Fork, u64::from(number)) }, pc);
    let result = make(Some(start.cast()));
    if result == 0 {
        let new = Handle { handle: *handle, ..new };
        with_handles(|handles| handles.insert(new));
    } else {
        __libc_free(start.cast());
    }
    result
}

pub unsafe extern "C" fn create(
    handle: *mut u64,
    attributes: Pointer,
    routine: Routine,
    argument: Pointer,
    pc: u64,
) -> c_int {
    real!(pthread_create: fn(*mut u64, Pointer, Routine, Pointer) -> c_int);
    let how = sys::thread_attributes(attributes);
    create_by(handle, routine as usize, argument, how, pc, |start| match start {
        Some(start) => pthread_create()(handle, attributes, run, start),
        None => pthread_create()(handle, attributes, routine, argument),
    })
}

pub unsafe extern "C" fn c11_create(
    handle: *mut u64,
    routine: ShortRoutine,
    argument: Pointer,
    pc: u64,
) -> c_int {
    real!(thrd_create: fn(*mut u64, ShortRoutine, Pointer) -> c_int);
    create_by(handle, routine as usize, argument, (false, false), pc, |start| match start {
        Some(start) => thrd_create()(handle, run_short, start),
        None => thrd_create()(handle, routine, argument),
    })
}

/// The number is looked up before: afterwards the handle may be another thread's.
unsafe fn number_of(handle: u64) -> Option<u32> {
    let number = || with_handles(|handles| handles.find(handle).map(|entry| entry.number));
    if is_recording() { number() } else { None }
}

unsafe fn joined(result: c_int, handle: u64, number: Option<u32>, pc: u64) -> c_int {
    if let (0, Some(number)) = (result, number) {
        log(Op::Join, u64::from(number), pc);
        released(handle, number);
    }
    result
}

/// A thread is looked after, if the handle is still its own.
unsafe fn released(handle: u64, number: u32) {
    with_handles(|handles| {
        if let Some(entry) = handles.find(handle).filter(|entry| entry.number == number) {
            entry.is_released = true;
        }
    });
}

/// When it is detached, its handle may be another's.
unsafe fn before_detach(handle: u64) {
    if let Some(number) = number_of(handle) {
        released(handle, number);
    }
}

pub unsafe extern "C" fn detach(handle: u64) -> c_int {
    real!(pthread_detach: fn(u64) -> c_int);
    before_detach(handle);
    pthread_detach()(handle)
}

pub unsafe extern "C" fn c11_detach(handle: u64) -> c_int {
    real!(thrd_detach: fn(u64) -> c_int);
    before_detach(handle);
    thrd_detach()(handle)
}

/// The program ends: tells of threads that have ended and that nobody has joined. Those of libraries that are not recorded are
/// their own business.
pub(super) unsafe fn tell_leaks() {
    if !is_recording() || thread::current().is_null() || !output::is_owner() {
        return;
    }
    while let Some(leak) = with_handles(|handles| handles.leak()) {
        if !modules::is_plain(leak.pc) {
            misuse::tell(misuse::NEVER_JOINED, u64::from(leak.number), leak.pc);
        }
    }
}

pub unsafe extern "C" fn join(handle: u64, value: Pointer, pc: u64) -> c_int {
    real!(pthread_join: fn(u64, Pointer) -> c_int);
    let number = number_of(handle);
    joined(pthread_join()(handle, value), handle, number, pc)
}

pub unsafe extern "C" fn try_join(handle: u64, value: Pointer, pc: u64) -> c_int {
    real!(pthread_tryjoin_np: fn(u64, Pointer) -> c_int);
    let number = number_of(handle);
    joined(pthread_tryjoin_np()(handle, value), handle, number, pc)
}

pub unsafe extern "C" fn timed_join(handle: u64, value: Pointer, until: Pointer, pc: u64) -> c_int {
    real!(pthread_timedjoin_np: fn(u64, Pointer, Pointer) -> c_int);
    let number = number_of(handle);
    joined(pthread_timedjoin_np()(handle, value, until), handle, number, pc)
}

pub unsafe extern "C" fn clock_join(
    handle: u64,
    value: Pointer,
    clock: c_int,
    until: Pointer,
    pc: u64,
) -> c_int {
    real!(pthread_clockjoin_np: fn(u64, Pointer, c_int, Pointer) -> c_int);
    let number = number_of(handle);
    joined(pthread_clockjoin_np()(handle, value, clock, until), handle, number, pc)
}

pub unsafe extern "C" fn c11_join(handle: u64, value: Pointer, pc: u64) -> c_int {
    real!(thrd_join: fn(u64, Pointer) -> c_int);
    let number = number_of(handle);
    joined(thrd_join()(handle, value), handle, number, pc)
}

plain_entries! {
    "__tsan_init" => init;
    "pthread_detach" => detach;
    "thrd_detach" => c11_detach;
}

entries! {
    "pthread_create", "r8" => create;
    "thrd_create", "rcx" => c11_create;
    "thrd_join", "rdx" => c11_join;
    "pthread_clockjoin_np", "r8" => clock_join;
    "pthread_join", "rdx" => join;
    "pthread_tryjoin_np", "rdx" => try_join;
    "pthread_timedjoin_np", "rcx" => timed_join;
}
