//! Events into the running thread's buffer.

use crate::atomics::RELAXED;
use crate::live::CAPACITY;
use crate::modules;
use crate::output;
use crate::shadow;
use crate::stripe;
use crate::thread::{self, FRAME, LAST_FRAME, LIMIT, TOLD, Thread};
use crate::wire::{EXTRA, LONGEST_EVENT, More, Op, SITE_SHIFT, SITES, TICKET, VALUE, Word, put, zigzag};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicU64, Ordering, compiler_fence};

static NEXT_TICKET: AtomicU64 = AtomicU64::new(0);

pub fn reset_tickets() {
    shadow::restart_in_child(NEXT_TICKET.swap(0, Ordering::Relaxed));
}

/// An event besides its thread and location. What does not apply is 0.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    pub op: Op,
    pub object: u64,
    pub size: u32,
    /// Number of the memory order in the format.
    pub order: u8,
    pub value: Option<u64>,
}

/// An event that means nothing but that a section ends.
const NOTHING: Event = Event { op: Op::Fence, object: 0, size: 0, order: RELAXED, value: None };

impl Event {
    pub fn new(op: Op, object: u64) -> Event {
        Event { op, object, size: 0, order: 0, value: None }
    }

    pub fn sized(op: Op, object: u64, size: u64) -> Event {
        Event { size: u32::try_from(size).unwrap_or(u32::MAX), ..Event::new(op, object) }
    }
}

/// The runtime at work for the running thread; ends when dropped.
#[derive(Debug)]
pub struct Recording {
    thread: *mut Thread,
}

/// Begins work for the running thread. `None` if nothing is to be logged: recording is off, the thread has ended, is in
/// an ignored region, or a signal came while the runtime was at work.
#[inline]
pub unsafe fn enter() -> Option<Recording> {
    let thread = thread::current();
    if thread.is_null() || (*thread).is_busy() || (*thread).ignore > 0 {
        return None;
    }
    Some(Recording::begin(thread))
}

/// Logs one synchronisation event of the running thread.
#[inline]
pub unsafe fn log(op: Op, object: u64, pc: u64) {
    log_event(Event::new(op, object), pc);
}

#[inline]
pub unsafe fn log_event(event: Event, pc: u64) {
    if let Some(mut recording) = enter() {
        recording.sync(event, pc);
    }
}

/// What the running thread was doing before the handler of a signal will not go on. If that was the runtime, nothing is to
/// be held by the thread any more. What was being logged is dropped as far as it was not committed, and since what the next
/// event goes on from may be half changed, a chunk begins, which is told of all calls.
pub unsafe fn give_up() {
    let thread = thread::current();
    if thread.is_null() || !(*thread).is_busy() {
        return;
    }
    let mut recording = Recording::begin(thread);
    let thread = recording.thread();
    stripe::unlock_all(thread);
    thread.forget_told();
    output::write_committed_only(thread);
    if thread.last_ticket != thread.committed_ticket {
        // Who reads the trace waits for every ticket. (Of one that was not even noted nothing is known.)
        recording.put_nothing();
    }
}

/// The running thread where a word can be written straight away: it has begun, records, and the runtime is not at work.
/// Until this is dropped a signal handler's events go the slow way and are dropped.
#[derive(Debug)]
pub struct Brief {
    thread: *mut Thread,
    end: *mut u64,
}

impl Brief {
    /// `None` if that is not so; [`enter`] may know more.
    #[inline(always)]
    pub unsafe fn begin(thread: *mut Thread) -> Option<Brief> {
        let end = (*thread).end;
        if end.is_null() {
            return None;
        }
        (*thread).end = null_mut();
        compiler_fence(Ordering::SeqCst);
        Some(Brief { thread, end })
    }

    #[inline(always)]
    pub fn thread(&mut self) -> &mut Thread {
        unsafe { &mut *self.thread }
    }

    /// Logs an event as words; `false` if its place must be told first, or there is no room.
    #[inline(always)]
    pub fn put_words(&mut self, kind: More, object: u64, size: u64, pc: u64) -> bool {
        let end = self.end;
        let thread = self.thread();
        let (site, is_known) = thread.site(pc);
        let can_log = is_known && thread.cursor < end;
        if can_log {
            unsafe { put_words(thread, kind, object, u32::try_from(size).unwrap_or(u32::MAX), site) };
        }
        can_log
    }
}

impl Drop for Brief {
    #[inline(always)]
    fn drop(&mut self) {
        compiler_fence(Ordering::SeqCst);
        self.thread().end = self.end;
    }
}

/// Writes an event as words and commits them. There must be room.
#[inline(always)]
unsafe fn put_words(thread: &mut Thread, kind: More, object: u64, size: u32, site: usize) {
    let (mut kind, mut rest) = (kind, u64::from(size) << 32 | site as u64);
    let head = thread.cursor;
    if let More::Alloc | More::Free = kind {
        let ticket = NEXT_TICKET.fetch_add(1, Ordering::SeqCst);
        match kind.shortened(site, ticket.wrapping_sub(thread.ticket), size) {
            Some(shortened) => (kind, rest) = shortened,
            None => *head.add(2) = ticket,
        }
        (thread.ticket, thread.last_ticket) = (ticket, ticket);
    }
    *head.add(1) = rest;
    compiler_fence(Ordering::SeqCst);
    AtomicU64::from_ptr(head).store(kind.with(object), Ordering::Release);
    thread.committed_ticket = thread.last_ticket;
    thread.cursor = head.add(1 + kind.words());
    thread.extra += kind.words() as u64;
}

impl Recording {
    /// As [`enter`] without its questions, for where an ignored region ends.
    pub unsafe fn begin(thread: *mut Thread) -> Recording {
        (*thread).end = null_mut();
        (*thread).busy = true;
        compiler_fence(Ordering::SeqCst);
        Recording { thread }
    }

    pub fn thread(&mut self) -> &mut Thread {
        unsafe { &mut *self.thread }
    }

    /// Makes room for an event with this many bytes beyond the usual, and tells of calls and returns before it.
    pub fn reserve(&mut self, more: usize) {
        self.make_room(more);
        let thread = self.thread();
        if !thread.has_told_calls() {
            tell_calls(thread);
            self.make_room(more);
        }
    }

    /// Makes room for an event with this many bytes beyond the usual.
    fn make_room(&mut self, more: usize) {
        let thread = self.thread();
        if thread.filled() + more / 8 < LIMIT {
            return;
        }
        // One chunk tells all that a section goes on from, and where it ends.
        if core::mem::take(&mut thread.section_goes_on) {
            self.put(NOTHING, 0, true, &[]);
            thread::next_section(self.thread());
        }
        unsafe { output::write_out(self.thread()) };
    }

    /// The site that stands for a return address and the calls that have not returned, told where it was not known; there
    /// is room for an event. `None` if the address is in no module.
    pub fn define_site(&mut self, pc: u64) -> Option<usize> {
        self.make_room(0);
        let (site, is_known) = self.thread().site(pc);
        if is_known {
            return Some(site);
        }
        self.reserve(0);
        let thread = self.thread();
        if pc.wrapping_sub(thread.low) >= thread.span
            && let Some(module) = modules::elsewhere(pc)
        {
            (thread.low, thread.span, thread.start) = module;
        }
        let relative = pc.wrapping_sub(thread.low);
        if relative >= thread.span {
            return None;
        }
        let wanted = pc ^ thread.mark() ^ thread.chunk;
        thread.sites[site % SITES] = wanted;
        tell_word(thread, Word::Site.with(relative.wrapping_add(thread.start)) | (site as u64) << SITE_SHIFT);
        self.make_room(0);
        let (site, is_known) = self.thread().site(pc);
        is_known.then_some(site)
    }

    /// Logs an event with a ticket; a section may end with it.
    pub fn sync(&mut self, event: Event, pc: u64) {
        self.settle();
        self.reserve(0);
        let is_first = !self.thread().started;
        let location = modules::location(pc);
        self.put(event, location, true, &[]);
        self.end_section(&event, is_first);
    }

    /// After an event: a new section, unless the present one goes on behind it. (`TraceEvent::ends_section` says the same to who
    /// reads the trace.)
    ///
    /// A thread that looks at the same place again, as who polls a flag, begins a section by that, and what it does in each round is
    /// logged. An event that means nothing tells of it.
    pub fn end_section(&mut self, event: &Event, is_first: bool) {
        let thread = self.thread();
        let looks = event.op == Op::AtomicRead && event.order != RELAXED;
        let goes_on = match event.op {
            Op::AtomicRead => !looks || !thread.has_looked_at(event.object),
            Op::AtomicWrite | Op::AtomicUpdate => event.order == RELAXED,
            _ => false,
        };
        if looks && !goes_on {
            self.put(NOTHING, 0, true, &[]);
        }
        let thread = self.thread();
        thread.section_goes_on = true;
        if !goes_on || is_first || thread.section_chunk != thread.chunk {
            thread::next_section(thread);
        }
        if looks {
            thread.looks_at(event.object);
        }
    }

    /// Logs an access that the fast path did not take.
    pub fn access(&mut self, op: Op, address: u64, size: u64, pc: u64) {
        let kind = if op == Op::Write { More::WriteRange } else { More::ReadRange };
        self.range(kind, Event::sized(op, address, size), pc);
    }

    /// Logs an event as words; as one with all its fields, and a ticket, where it is the thread's first or its place is not
    /// known.
    pub fn range(&mut self, kind: More, event: Event, pc: u64) {
        let is_first = !self.thread().started;
        let site = if is_first { None } else { self.define_site(pc) };
        if let Some(site) = site {
            return unsafe { put_words(self.thread(), kind, event.object, event.size, site) };
        }
        self.reserve(0);
        self.put(event, modules::location(pc), is_first || matches!(kind, More::Alloc | More::Free), &[]);
        if is_first {
            thread::next_section(self.thread());
        }
    }

    /// Writes an event that stands for earlier ones of a thread, which may be another one. Room must be reserved.
    pub fn put_for(&mut self, number: u32, event: Event) {
        tell_word(self.thread(), More::For.with(u64::from(number)));
        self.put(event, 0, true, &[]);
    }

    /// Writes the event's bytes and commits them. Room must be reserved; `tail` is what a call adds.
    pub fn put(&mut self, event: Event, location: u32, ticketed: bool, tail: &[u8]) {
        let thread = self.thread();
        thread.started = true;
        if thread.filled() + 2 + (LONGEST_EVENT + tail.len()) / 8 > CAPACITY {
            return;
        }
        let has_extra = event.order != 0 || event.value.is_some();
        let mut tag = event.op.code();
        tag |= if ticketed { TICKET } else { 0 } | if has_extra { EXTRA } else { 0 };
        unsafe {
            let head = thread.cursor;
            let first = head.add(1).cast::<u8>();
            *first = tag;
            let mut at = first.add(1);
            if ticketed {
                let ticket = NEXT_TICKET.fetch_add(1, Ordering::SeqCst);
                at = put(at, ticket.wrapping_sub(thread.ticket));
                (thread.ticket, thread.last_ticket) = (ticket, ticket);
            }
            if has_extra {
                at = put(at, u64::from(event.order | if event.value.is_some() { VALUE } else { 0 }));
            }
            at = fields(at, thread, &event, location);
            for byte in tail {
                *at = *byte;
                at = at.add(1);
            }
            commit(thread, head, at);
        }
    }

    /// Writes an event that means nothing, with the ticket of one that was given up. Room must be reserved.
    #[cold]
    #[inline(never)]
    fn put_nothing(&mut self) {
        let thread = self.thread();
        let nothing = NOTHING;
        unsafe {
            let head = thread.cursor;
            let first = head.add(1).cast::<u8>();
            *first = nothing.op.code() | TICKET | EXTRA;
            let at = put(first.add(1), thread.last_ticket.wrapping_sub(thread.ticket));
            thread.ticket = thread.last_ticket;
            let at = put(at, u64::from(nothing.order));
            let at = fields(at, thread, &nothing, 0);
            commit(thread, head, at);
        }
    }
}

/// Commits an event whose bytes lie behind its word.
#[inline(always)]
unsafe fn commit(thread: &mut Thread, head: *mut u64, end: *mut u8) {
    let length = end.offset_from(head.add(1).cast()) as usize;
    let words = length.div_ceil(8);
    // The bytes come before the word that tells of them.
    compiler_fence(Ordering::SeqCst);
    AtomicU64::from_ptr(head).store(Word::Event.with(length as u64), Ordering::Release);
    thread.committed_ticket = thread.last_ticket;
    thread.cursor = head.add(1 + words);
    thread.extra += words as u64;
}

/// Calls of one event that are told at most: the innermost.
const CALLS: u64 = 64;

/// Writes which functions were left and called since the last event.
#[cold]
#[inline(never)]
fn tell_calls(thread: &mut Thread) {
    let top = thread.top.min(LAST_FRAME);
    let mut known = top;
    while known > 0 && unsafe { (*thread.frame(known)).pc & TOLD == 0 } {
        known -= FRAME;
    }
    let (told, depth) = (thread.told / FRAME, top / FRAME);
    let lowest = (known / FRAME).max(depth.saturating_sub(CALLS));
    // A return with a call behind it is one word.
    let mut left = if lowest == told { None } else { Some(lowest) };
    if let Some(depth_left) = left.filter(|left| *left == depth || *left >= SITES as u64) {
        tell(thread, Word::Return, depth_left);
        left = None;
    }
    while known < top {
        known += FRAME;
        let frame = thread.frame(known);
        let pc = unsafe { core::mem::replace(&mut (*frame).pc, (*frame).pc | TOLD) };
        if known <= lowest * FRAME {
            continue;
        }
        let location = u64::from(modules::location(pc));
        match left.take() {
            Some(depth_left) => tell_word(thread, Word::Enter.with(location) | depth_left << SITE_SHIFT),
            None => tell(thread, Word::Call, location),
        }
    }
    thread.told = top;
}

fn tell(thread: &mut Thread, kind: Word, low: u64) {
    tell_word(thread, kind.with(low));
}

fn tell_word(thread: &mut Thread, word: u64) {
    unsafe {
        AtomicU64::from_ptr(thread.cursor).store(word, Ordering::Release);
        thread.cursor = thread.cursor.add(1);
    }
    thread.extra += 1;
}

/// Object, location, size and value.
#[inline(always)]
unsafe fn fields(mut at: *mut u8, thread: &mut Thread, event: &Event, location: u32) -> *mut u8 {
    let base = if event.op.is_memory() { &mut thread.memory } else { &mut thread.sync };
    at = put(at, zigzag(event.object.wrapping_sub(*base) as i64));
    *base = event.object;
    at = put(at, zigzag(i64::from(location) - i64::from(thread.location)));
    thread.location = location;
    if event.op.has_size() {
        at = put(at, u64::from(event.size));
    }
    if let Some(value) = event.value {
        at = put(at, value);
    }
    at
}

impl Drop for Recording {
    fn drop(&mut self) {
        let thread = self.thread();
        compiler_fence(Ordering::SeqCst);
        thread.busy = false;
        let may_log = thread.ignore == 0 && thread.started;
        thread.end = if may_log { unsafe { thread.first_word().add(LIMIT) } } else { null_mut() };
    }
}
