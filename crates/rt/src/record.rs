//! Events into the running thread's buffer.

use crate::live::Buffer;
use crate::modules;
use crate::output;
use crate::sys::KeepErrno;
use crate::thread::{self, LIMIT, Thread};
use crate::wire::{EXTRA, LONGEST_EVENT, Op, TICKET, VALUE, put, zigzag};
use core::sync::atomic::{AtomicU64, Ordering, compiler_fence};

static NEXT_TICKET: AtomicU64 = AtomicU64::new(0);

pub fn reset_tickets() {
    NEXT_TICKET.store(0, Ordering::Relaxed);
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
    _errno: KeepErrno,
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

impl Recording {
    /// As [`enter`] without its questions, for where an ignored region ends.
    pub unsafe fn begin(thread: *mut Thread) -> Recording {
        (*thread).limit = 0;
        (*thread).busy = true;
        compiler_fence(Ordering::SeqCst);
        Recording { thread, _errno: KeepErrno::new() }
    }

    pub fn thread(&mut self) -> &mut Thread {
        unsafe { &mut *self.thread }
    }

    fn buffer(&self) -> &Buffer {
        unsafe { &*(*self.thread).buffer }
    }

    /// Makes room for an event with this many bytes beyond the usual.
    pub fn reserve(&mut self, more: usize) {
        let offset = self.buffer().committed.load(Ordering::Relaxed) as u32 as usize;
        if offset + more > LIMIT as usize {
            unsafe { output::write_out(self.thread()) };
        }
    }

    /// Logs an event with a ticket and begins a new section.
    pub fn sync(&mut self, event: Event, pc: u64) {
        self.reserve(0);
        let location = modules::location(pc);
        self.put(event, location, true, &[]);
        thread::next_section(self.thread());
    }

    /// Logs an access that the fast path did not take.
    pub fn access(&mut self, op: Op, address: u64, size: u64, pc: u64) {
        self.reserve(0);
        let location = modules::location(pc);
        let ticketed = !self.thread().started;
        self.put(Event::sized(op, address, size), location, ticketed, &[]);
    }

    /// Writes the event's bytes and commits them. Room must be reserved; `tail` is what a call adds.
    pub fn put(&mut self, event: Event, location: u32, ticketed: bool, tail: &[u8]) {
        let thread = self.thread();
        thread.started = true;
        let buffer = unsafe { &mut *thread.buffer };
        let committed = buffer.committed.load(Ordering::Relaxed);
        let start = committed as u32 as usize;
        if start + LONGEST_EVENT + tail.len() > buffer.bytes.len() {
            return;
        }
        let has_extra = event.order != 0 || event.value.is_some();
        let mut tag = event.op.code();
        tag |= if ticketed { TICKET } else { 0 } | if has_extra { EXTRA } else { 0 };
        unsafe {
            let first = buffer.bytes.as_mut_ptr().add(start);
            *first = tag;
            let mut at = first.add(1);
            if ticketed {
                let ticket = NEXT_TICKET.fetch_add(1, Ordering::SeqCst);
                at = put(at, ticket.wrapping_sub(thread.ticket));
                thread.ticket = ticket;
            }
            if has_extra {
                at = put(at, u64::from(event.order | if event.value.is_some() { VALUE } else { 0 }));
            }
            at = fields(at, thread, &event, location);
            for byte in tail {
                *at = *byte;
                at = at.add(1);
            }
            let length = at.offset_from(first) as u64;
            buffer.committed.store(committed + (1 << 32) + length, Ordering::Release);
        }
    }
}

/// Object, location, size and value.
#[inline]
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
        thread.limit = if thread.ignore == 0 && thread.started { LIMIT } else { 0 };
    }
}
