//! Where the trace goes: a file (or pipe) named by `SELVEDGE_TRACE`, and the buffers on their way to it.
//!
//! The first recorded process makes the file of that name; further ones (children, programs run one after another) put
//! their process number behind it. In a forked child the file is made when there is something to write, so a child that
//! only calls `exec` leaves none. Until then the child has its parent's trace open, with a lock that whoever waits for
//! processes can see: a fork is known before the parent can end.
//!
//! A handler of a signal may end the program, and what is left is then written by the thread that it interrupted. So no
//! handler runs in a thread that writes.

use crate::live::{self, Buffer, CAPACITY, HEAD, Head, MAGIC, STRIDE};
use crate::modules;
use crate::sys::{self, NoSignals, Spin};
use crate::thread::{LIMIT, Thread};
use crate::wire::{self, CHUNK_HEADER, KIND_END, KIND_METHODS, KIND_NAMES};
use core::ffi::{c_char, c_int};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicI32, AtomicPtr, AtomicU32, AtomicU64, Ordering};

const PATH: usize = 4096;
/// Buffers that are mapped at once.
const SEGMENT: usize = 16;
/// Segments at most: 65,536 threads at the same time.
const SEGMENTS: usize = 4096;

/// Bytes that are to fit into a pipe; more is not allowed to everybody.
const PIPE: c_int = 1 << 20;

/// What a file descriptor's number comes after.
const DESCRIPTOR: &[u8] = b"fd:";

static FILE: AtomicI32 = AtomicI32::new(-1);
static LIVE: AtomicI32 = AtomicI32::new(-1);
/// The head of that file, and how long the trace is.
static LIVE_HEAD: AtomicPtr<Head> = AtomicPtr::new(null_mut());
static WRITTEN: AtomicU64 = AtomicU64::new(0);
/// A descriptor of the parent's trace, in a child that has none of its own yet.
static FORKED: AtomicI32 = AtomicI32::new(-1);
/// The process that records: a child of `vfork` is another one in the same memory.
static OWNER: AtomicI32 = AtomicI32::new(0);
/// What is written after this is dropped.
static FINISHED: AtomicBool = AtomicBool::new(true);
/// This process was forked by a recorded one: its file is made when there is something to write.
static IS_CHILD: AtomicBool = AtomicBool::new(false);
static OUTPUT: Spin = Spin::new();
static BUFFERS: Spin = Spin::new();
static SEGMENT_TABLE: [AtomicPtr<Buffer>; SEGMENTS] = [const { AtomicPtr::new(null_mut()) }; SEGMENTS];
/// Buffers handed out.
static N_BUFFERS: AtomicU32 = AtomicU32::new(0);
static N_EVENTS: AtomicU64 = AtomicU64::new(0);
/// The path of the trace, then of the file with the buffers.
static TRACE_PATH: SharedPath = SharedPath::new();
static LIVE_PATH: SharedPath = SharedPath::new();

/// A path that is written once, before there are other threads.
#[derive(Debug)]
struct SharedPath(core::cell::UnsafeCell<[u8; PATH]>);

unsafe impl Sync for SharedPath {}

impl SharedPath {
    const fn new() -> SharedPath {
        SharedPath(core::cell::UnsafeCell::new([0; PATH]))
    }

    fn pointer(&self) -> *const c_char {
        self.0.get().cast()
    }

    unsafe fn bytes(&self) -> &[u8] {
        sys::bytes_of(self.pointer())
    }

    /// Sets it to the parts one after another; `false` if that is too long.
    unsafe fn set(&self, parts: &[&[u8]]) -> bool {
        let to = &mut *self.0.get();
        let mut length = 0;
        for byte in parts.iter().copied().flatten() {
            if length + 1 >= PATH {
                return false;
            }
            to[length] = *byte;
            length += 1;
        }
        to[length] = 0;
        true
    }
}

/// [`OUTPUT`] is held, and no handler of a signal runs in this thread.
#[derive(Debug)]
struct Writing {
    _signals: NoSignals,
}

impl Writing {
    fn begin() -> Writing {
        let signals = NoSignals::new();
        OUTPUT.lock();
        Writing { _signals: signals }
    }
}

/// Before signals come again.
impl Drop for Writing {
    fn drop(&mut self) {
        OUTPUT.unlock();
    }
}

/// Reads where to record to; `false` if nowhere.
pub unsafe fn start() -> bool {
    let wanted = sys::getenv(c"SELVEDGE_TRACE".as_ptr());
    if wanted.is_null() || *wanted == 0 {
        return false;
    }
    let wanted = sys::bytes_of(wanted);
    if let Some(number) = wanted.strip_prefix(DESCRIPTOR) {
        let Some(number) = number_of(number) else {
            sys::say("SELVEDGE_TRACE is fd: without a number; nothing is recorded");
            return false;
        };
        FILE.store(number, Ordering::Relaxed);
        // If it is a pipe: the reader need not be woken for every chunk.
        sys::widen_pipe(number, PIPE);
        write_all(&wire::file_header());
    } else if !TRACE_PATH.set(&[wanted]) {
        sys::say("the path in SELVEDGE_TRACE is too long; nothing is recorded");
        return false;
    }
    OWNER.store(sys::getpid(), Ordering::Relaxed);
    FINISHED.store(false, Ordering::Release);
    true
}

fn number_of(digits: &[u8]) -> Option<c_int> {
    digits.iter().try_fold(0i32, |sum, digit| {
        let digit = char::from(*digit).to_digit(10)?;
        sum.checked_mul(10)?.checked_add(digit as i32)
    })
}

/// Programs count on the lowest numbers being theirs, and some close or use all they know of.
unsafe fn out_of_the_way(file: c_int) -> c_int {
    const FROM: c_int = 960;
    let moved = if file >= 0 { sys::duplicate(file, FROM) } else { -1 };
    if moved < 0 {
        return file;
    }
    sys::close(file);
    moved
}

static OWN: [&AtomicI32; 3] = [&FILE, &LIVE, &FORKED];

/// Whether a descriptor is the runtime's own.
pub fn owns(fd: c_int) -> bool {
    fd >= 0 && OWN.iter().any(|file| file.load(Ordering::Relaxed) == fd)
}

/// The runtime's own descriptors, in order.
pub fn owned() -> impl Iterator<Item = u32> {
    let mut own = OWN.map(|file| file.load(Ordering::Relaxed));
    own.sort_unstable();
    own.into_iter().filter_map(|fd| u32::try_from(fd).ok())
}

/// The program is about to use a number for something of its own.
pub unsafe fn make_room(fd: c_int) {
    if !owns(fd) {
        return;
    }
    let _errno = sys::KeepErrno::new();
    let _writing = Writing::begin();
    for file in OWN {
        if file.load(Ordering::Relaxed) == fd {
            file.store(sys::duplicate(fd, fd.saturating_add(1)).max(-1), Ordering::Relaxed);
        }
    }
}

/// Whether this process was forked by a recorded one.
pub fn is_child() -> bool {
    IS_CHILD.load(Ordering::Relaxed)
}

/// Whether this is the process that records, and not a child that has its memory for a while.
pub unsafe fn is_owner() -> bool {
    sys::getpid() == OWNER.load(Ordering::Relaxed)
}

/// Nothing is recorded after all.
pub fn stop() {
    FINISHED.store(true, Ordering::Release);
}

/// Decimal digits of a number.
fn digits(mut number: u32, to: &mut [u8; 10]) -> &[u8] {
    let mut at = to.len();
    loop {
        at -= 1;
        to[at] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 || at == 0 {
            return &to[at..];
        }
    }
}

/// Opens the trace, under [`OUTPUT`]: the wanted path if nobody has it, else with the process number behind.
unsafe fn open_trace() -> bool {
    if FILE.load(Ordering::Relaxed) >= 0 {
        return true;
    }
    let flags = sys::O_WRONLY | sys::O_CREAT | sys::O_APPEND | sys::O_CLOEXEC;
    let mut file = sys::open(TRACE_PATH.pointer(), flags | sys::O_EXCL, 0o644 as c_int);
    if file < 0 && sys::errno() == sys::EEXIST {
        let mut wanted = [0u8; PATH];
        let length = TRACE_PATH.bytes().len();
        wanted[..length].copy_from_slice(TRACE_PATH.bytes());
        let wanted = &wanted[..length];
        if !wanted.starts_with(b"/dev/") {
            file = open_numbered(wanted, flags | sys::O_EXCL);
        } else {
            file = sys::open(TRACE_PATH.pointer(), sys::O_WRONLY | sys::O_CLOEXEC, 0);
        }
    }
    if file < 0 {
        // A directory that was there when the parent began.
        let is_gone = IS_CHILD.load(Ordering::Relaxed) && sys::errno() == sys::ENOENT;
        sys::say(if is_gone {
            "nobody watches any more; nothing is recorded"
        } else {
            "the trace cannot be made; nothing is recorded (is SELVEDGE_TRACE a place that can be written?)"
        });
        FINISHED.store(true, Ordering::Release);
        close(&FORKED);
        return false;
    }
    let file = out_of_the_way(file);
    sys::mark_in_use(file);
    FILE.store(file, Ordering::Relaxed);
    close(&FORKED);
    write_all(&wire::file_header());
    modules::unannounced(|names, count| unsafe { write_table(KIND_NAMES, names, count) });
    true
}

unsafe fn close(file: &AtomicI32) {
    let file = file.swap(-1, Ordering::Relaxed);
    if file >= 0 {
        sys::close(file);
    }
}

unsafe fn open_numbered(wanted: &[u8], flags: c_int) -> c_int {
    let (mut process, mut turn) = ([0; 10], [0; 10]);
    let process = digits(sys::getpid() as u32, &mut process);
    for number in 1..1000 {
        let turn: &[u8] = digits(number, &mut turn);
        let parts: [&[u8]; 5] = [wanted, b".", process, b".", turn];
        let fits = TRACE_PATH.set(if number == 1 { &parts[..3] } else { &parts });
        let file = if fits { sys::open(TRACE_PATH.pointer(), flags, 0o644 as c_int) } else { -1 };
        if file >= 0 || sys::errno() != sys::EEXIST {
            return file;
        }
    }
    -1
}

/// Writes everything, or gives up recording.
unsafe fn write_all(mut bytes: &[u8]) {
    let is_file = *TRACE_PATH.pointer() != 0 && !TRACE_PATH.bytes().starts_with(b"/dev/");
    if is_file && !sys::may_be_long(WRITTEN.load(Ordering::Relaxed) + bytes.len() as u64) {
        if !FINISHED.swap(true, Ordering::AcqRel) {
            sys::say("the size of files is limited (ulimit -f); recording stops here");
        }
        return;
    }
    while !bytes.is_empty() {
        let count = sys::write(FILE.load(Ordering::Relaxed), bytes.as_ptr().cast(), bytes.len());
        match usize::try_from(count) {
            Ok(count) => {
                WRITTEN.fetch_add(count as u64, Ordering::Relaxed);
                bytes = bytes.get(count..).unwrap_or(&[]);
            }
            Err(_) if sys::errno() == sys::EINTR => {}
            Err(_) => {
                if !FINISHED.swap(true, Ordering::AcqRel) {
                    sys::say("the trace cannot be written to; recording stops");
                }
                return;
            }
        }
    }
}

/// A buffer for a thread, in the file that outlives the program where there is one. Null without memory.
pub unsafe fn new_buffer() -> *mut Buffer {
    let _errno = sys::KeepErrno::new();
    BUFFERS.lock();
    let number = N_BUFFERS.load(Ordering::Relaxed) as usize;
    let mut buffer = null_mut();
    if let Some(segment) = SEGMENT_TABLE.get(number / SEGMENT) {
        if segment.load(Ordering::Relaxed).is_null() {
            segment.store(new_segment(number / SEGMENT), Ordering::Release);
        }
        let base = segment.load(Ordering::Relaxed);
        if !base.is_null() {
            buffer = base.add(number % SEGMENT);
            N_BUFFERS.store(number as u32 + 1, Ordering::Release);
        }
    }
    BUFFERS.unlock();
    if buffer.is_null() {
        sys::say("no memory for one more thread; it is not recorded");
    }
    buffer
}

unsafe fn new_segment(index: usize) -> *mut Buffer {
    let length = SEGMENT * STRIDE;
    let live = live_file();
    if live >= 0 {
        let offset = HEAD + index * length;
        if sys::may_be_long((offset + length) as u64) && sys::ftruncate(live, (offset + length) as i64) == 0 {
            let at = sys::real_mmap(
                null_mut(),
                length,
                sys::PROT_READ_WRITE,
                sys::MAP_SHARED,
                live,
                offset as i64,
            );
            if at as isize != -1 {
                return at.cast();
            }
        }
    }
    sys::map_private(length).cast()
}

/// Opens the file for buffers beside the trace; -1 if the trace is no plain file.
unsafe fn live_file() -> c_int {
    let live = LIVE.load(Ordering::Relaxed);
    let is_lazy = IS_CHILD.load(Ordering::Relaxed) && FILE.load(Ordering::Relaxed) < 0;
    if live >= 0 || is_lazy || *TRACE_PATH.pointer() == 0 || TRACE_PATH.bytes().starts_with(b"/dev/") {
        return live;
    }
    let writing = Writing::begin();
    let opened = open_trace();
    drop(writing);
    if !opened || !sys::may_be_long(HEAD as u64) || !LIVE_PATH.set(&[TRACE_PATH.bytes(), b".live"]) {
        return -1;
    }
    let flags = sys::O_RDWR | sys::O_CREAT | sys::O_EXCL | sys::O_CLOEXEC;
    let live = out_of_the_way(sys::open(LIVE_PATH.pointer(), flags, 0o644 as c_int));
    if live >= 0 {
        sys::write(live, MAGIC.as_ptr().cast(), MAGIC.len());
        LIVE.store(live, Ordering::Relaxed);
        if sys::ftruncate(live, HEAD as i64) == 0 {
            LIVE_HEAD.store(live::map_head(live), Ordering::Release);
        }
    }
    live
}

/// Looks for who set the limit every so many milliseconds.
const LOOK: u32 = 128;

/// Waits until the trace may be longer. When who set the limit is gone, nobody will read it: it is removed.
#[cold]
unsafe fn wait_for_room(limit: &AtomicU64) {
    let mut turn = 0u32;
    let must_wait = || {
        let limit = limit.load(Ordering::Relaxed);
        limit != 0 && WRITTEN.load(Ordering::Relaxed) >= limit && !FINISHED.load(Ordering::Acquire)
    };
    while must_wait() {
        turn = turn.wrapping_add(1);
        if turn.is_multiple_of(LOOK) && !live::is_held(LIVE.load(Ordering::Relaxed)) {
            let _writing = Writing::begin();
            if !FINISHED.swap(true, Ordering::AcqRel) {
                sys::say("nobody watches any more; recording stops");
                sys::unlink(LIVE_PATH.pointer());
                sys::unlink(TRACE_PATH.pointer());
            }
            return;
        }
        sys::pause();
    }
}

/// Whether the process is about to be another program: who finds the buffers then knows that nothing is missing. If that fails, it goes on.
pub unsafe fn set_replaced(is_replaced: bool) {
    let head = LIVE_HEAD.load(Ordering::Acquire);
    if !head.is_null() && (*head).replaced.load(Ordering::Relaxed) != u64::from(is_replaced) {
        (*head).replaced.store(u64::from(is_replaced), Ordering::Relaxed);
    }
}

/// Writes a thread's buffer as a chunk and empties it.
pub unsafe fn write_out(thread: &mut Thread) {
    let _errno = sys::KeepErrno::new();
    let head = LIVE_HEAD.load(Ordering::Acquire);
    if !head.is_null() && (*head).limit.load(Ordering::Relaxed) != 0 {
        wait_for_room(&(*head).limit);
    }
    set_replaced(false);
    // From here on until the buffer is empty.
    let _signals = NoSignals::new();
    let filled = thread.filled();
    let events = (filled as u64).saturating_sub(thread.extra) as u32;
    let buffer = &mut *thread.buffer;
    let Some(words) = buffer.words.get(..filled) else { return };
    let number = buffer.thread.load(Ordering::Relaxed);
    // The check takes a while, so it is made before others have to wait.
    let header = wire::words_header(number, buffer.sequence.load(Ordering::Relaxed), events, words);
    OUTPUT.lock();
    buffer.header = header;
    if !FINISHED.load(Ordering::Acquire) && open_trace() {
        write_buffer(buffer, filled, events);
    }
    // Not a store: what follows must not come before it.
    buffer.emptied.swap(1, Ordering::SeqCst);
    OUTPUT.unlock();
    if let Some(words) = buffer.words.get_mut(..filled) {
        words.fill(0);
    }
    buffer.sequence.fetch_add(1, Ordering::Release);
    buffer.emptied.store(0, Ordering::Release);
    thread.new_chunk();
}

/// The same if a thread was interrupted in the middle of an event, which is left out unless it was committed.
pub unsafe fn write_committed_only(thread: &mut Thread) {
    let (filled, events) = wire::extent(&(*thread.buffer).words);
    // What follows must not seem to be committed when there are words up to here again.
    (*thread.buffer).words.iter_mut().skip(filled).take(CAPACITY - LIMIT).for_each(|word| *word = 0);
    thread.cursor = thread.first_word().add(filled);
    thread.extra = (filled as u64).saturating_sub(u64::from(events));
    if events > 0 {
        return write_out(thread);
    }
    // A chunk without events is not written, and has no number.
    (*thread.buffer).words.iter_mut().take(filled).for_each(|word| *word = 0);
    thread.new_chunk();
}

/// Writes words whose header has been made.
unsafe fn write_buffer(buffer: &Buffer, filled: usize, events: u32) {
    if events == 0 {
        return;
    }
    let start = (&raw const buffer.header).cast::<u8>();
    write_all(core::slice::from_raw_parts(start, CHUNK_HEADER + 8 * filled));
    N_EVENTS.fetch_add(u64::from(events), Ordering::Relaxed);
}

/// Writes what another thread, which may be running, has committed.
unsafe fn write_committed(buffer: &mut Buffer) {
    let (filled, events) = wire::extent(&buffer.words);
    let Some(words) = buffer.words.get(..filled) else { return };
    let (number, sequence) = (buffer.thread.load(Ordering::Relaxed), buffer.sequence.load(Ordering::Relaxed));
    buffer.header = wire::words_header(number, sequence, events, words);
    write_buffer(buffer, filled, events);
}

unsafe fn write_table(kind: u8, entries: &[u8], count: u32) {
    write_all(&wire::chunk_header(kind, 0, 0, count, entries));
    write_all(entries);
}

/// Writes the names of modules that have become known; before there is a trace, opening it will.
pub fn write_module_names() {
    let _errno = sys::KeepErrno::new();
    let _writing = Writing::begin();
    if !FINISHED.load(Ordering::Acquire) && FILE.load(Ordering::Relaxed) >= 0 {
        modules::unannounced(|names, count| unsafe { write_table(KIND_NAMES, names, count) });
    }
}

/// Writes entries of the table of methods.
pub fn write_methods(entries: &[u8], count: u32) {
    locked_table(KIND_METHODS, entries, count);
}

fn locked_table(kind: u8, entries: &[u8], count: u32) {
    let _errno = sys::KeepErrno::new();
    let _writing = Writing::begin();
    unsafe {
        if !FINISHED.load(Ordering::Acquire) && open_trace() {
            write_table(kind, entries, count);
        }
    }
}

/// The program ends: writes what all threads have committed, and the end mark. Other threads may still run; what they
/// do from now on is not recorded.
pub unsafe fn finish() {
    let _errno = sys::KeepErrno::new();
    if !is_owner() {
        return;
    }
    let _writing = Writing::begin();
    if FINISHED.load(Ordering::Acquire) || !open_trace() {
        return;
    }
    let count = N_BUFFERS.load(Ordering::Acquire) as usize;
    for number in 0..count {
        let Some(segment) = SEGMENT_TABLE.get(number / SEGMENT) else { break };
        let buffer = segment.load(Ordering::Acquire).add(number % SEGMENT);
        // What is being emptied has been written.
        if (*buffer).used.load(Ordering::Acquire) == 1 && (*buffer).emptied.load(Ordering::Acquire) == 0 {
            write_committed(&mut *buffer);
        }
    }
    write_table(KIND_END, &N_EVENTS.load(Ordering::Relaxed).to_le_bytes(), 0);
    FINISHED.store(true, Ordering::Release);
    if LIVE.load(Ordering::Relaxed) >= 0 {
        sys::unlink(LIVE_PATH.pointer());
    }
    // A child that is being forked may still have it.
    sys::mark_done(FILE.load(Ordering::Relaxed));
}

/// Before a fork: what the child is to have open, so that it is seen to run; -1 if there is no such thing. In a child that
/// has no trace yet there is its parent's, which goes on to its own children.
pub unsafe fn before_fork() -> c_int {
    let is_plain = !TRACE_PATH.bytes().is_empty() && !TRACE_PATH.bytes().starts_with(b"/dev/");
    if !is_plain || FILE.load(Ordering::Relaxed) < 0 || FINISHED.load(Ordering::Acquire) {
        return -1;
    }
    let _errno = sys::KeepErrno::new();
    let trace = out_of_the_way(sys::open(TRACE_PATH.pointer(), sys::O_RDONLY | sys::O_CLOEXEC, 0));
    if trace >= 0 {
        sys::mark_forked(trace);
    }
    trace
}

/// After a fork, in the parent: that is the child's.
pub unsafe fn after_fork(forked: c_int) {
    if forked >= 0 {
        let _errno = sys::KeepErrno::new();
        sys::close(forked);
    }
}

/// In the child after a fork: a trace of its own, made when there is something to write. `forked` is from [`before_fork`].
pub unsafe fn restart_in_child(forked: c_int) -> bool {
    for lock in [&OUTPUT, &BUFFERS] {
        lock.unlock();
    }
    let was_recording = !FINISHED.swap(true, Ordering::AcqRel);
    for file in [&FILE, &LIVE] {
        let file = file.swap(-1, Ordering::Relaxed);
        if file >= 0 && *TRACE_PATH.pointer() != 0 {
            sys::close(file);
        }
    }
    for segment in &SEGMENT_TABLE {
        let at = segment.swap(null_mut(), Ordering::Relaxed);
        if at.is_null() {
            break;
        }
        sys::munmap(at.cast(), SEGMENT * STRIDE);
    }
    N_BUFFERS.store(0, Ordering::Relaxed);
    N_EVENTS.store(0, Ordering::Relaxed);
    WRITTEN.store(0, Ordering::Relaxed);
    live::unmap_head(LIVE_HEAD.swap(null_mut(), Ordering::AcqRel));
    IS_CHILD.store(true, Ordering::Relaxed);
    modules::restart_in_child();
    if forked >= 0 {
        close(&FORKED);
        FORKED.store(forked, Ordering::Relaxed);
    }
    let goes_on = was_recording && *TRACE_PATH.pointer() != 0 && start();
    if !goes_on {
        close(&FORKED);
    }
    goes_on
}
