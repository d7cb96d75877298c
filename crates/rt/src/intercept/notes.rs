//! Functions of the program that the C library calls in threads of its own (`SIGEV_THREAD`): when a timer has gone off, a message has come, or
//! names were found (`getaddrinfo_a`). Those of `aio_…` are not seen; but who sees that a request is done comes after who made it.
//!
//! The C library makes such a thread out of sight. It calls [`run`] in place of the program's function; from there on the thread is recorded. Who set the
//! timer, sent the message or asked for the names comes before. A note says what to call; those that are used once are freed then, timers keep theirs.

use super::memory::{__libc_free, __libc_malloc};
use crate::edge::{self, Name, is_recorded};
use crate::sys::Pointer;
use crate::{channels, entries, real};
use core::ffi::c_int;

const SIGEV_THREAD: c_int = 2;

/// The C library's `struct sigevent`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Event {
    value: usize,
    signal: c_int,
    how: c_int,
    function: usize,
    attributes: usize,
    rest: [usize; 4],
}

struct Note {
    function: usize,
    value: usize,
    /// Who tells, as places; 0 for none.
    places: [u64; 2],
    is_used_once: bool,
}

type Function = unsafe extern "C" fn(usize);

/// Begins a thread of the C library's.
unsafe extern "C" fn run(note: usize) {
    let from = note as *mut Note;
    let Note { function, value, places, is_used_once } = core::ptr::read(from);
    if is_used_once {
        __libc_free(from.cast());
    }
    if !is_recorded() {
        super::thread::begin_unasked(function);
    }
    if is_recorded() {
        places.into_iter().filter(|place| *place != 0).for_each(|place| unsafe { edge::notice(place, 0) });
    }
    core::mem::transmute::<usize, Function>(function)(value);
}

/// What the C library is told in place of what the program says, if that wants a function to be called.
unsafe fn noted(event: *const Event, places: [u64; 2], is_used_once: bool) -> Option<Event> {
    if event.is_null() || (*event).how != SIGEV_THREAD || !is_recorded() {
        return None;
    }
    let note: *mut Note = __libc_malloc(size_of::<Note>()).cast();
    if note.is_null() {
        return None;
    }
    let Event { value, function, .. } = *event;
    core::ptr::write(note, Note { function, value, places, is_used_once });
    Some(Event { value: note as usize, function: run as *const () as usize, ..*event })
}

unsafe fn forget(event: &Event) {
    __libc_free(event.value as Pointer);
}

/// What stands for a timer being set, for who is called when it has gone off.
pub(super) unsafe fn before_timer(timer: usize, pc: u64) {
    if is_recorded() {
        edge::give(edge::place(Name::Timer, [timer as u64, 0]), pc);
    }
}

pub unsafe extern "C" fn make_timer(clock: usize, event: *mut Event, timer: *mut usize) -> c_int {
    real!(timer_create: fn(usize, *mut Event, *mut usize) -> c_int);
    let Some(mut own) = noted(event, [0; 2], false) else { return timer_create()(clock, event, timer) };
    let result = timer_create()(clock, &raw mut own, timer);
    if result == 0 {
        // It is not set yet.
        (*(own.value as *mut Note)).places[0] = edge::place(Name::Timer, [*timer as u64, 0]);
    } else {
        forget(&own);
    }
    result
}

/// Who asks to be told of a message comes before that, and so does who sends it.
pub unsafe extern "C" fn notify_of_message(queue: c_int, event: *const Event, pc: u64) -> c_int {
    real!(mq_notify: fn(c_int, *const Event) -> c_int);
    let place = edge::place(Name::MessageQueue, [queue as u64, 1]);
    let sent = channels::of_queue(queue).map_or(0, |channel| channel.given());
    let Some(own) = noted(event, [place, sent], true) else { return mq_notify()(queue, event) };
    edge::give(place, pc);
    let result = mq_notify()(queue, &raw const own);
    if result != 0 {
        forget(&own);
    }
    result
}

impl core::fmt::Debug for Event {
    fn fmt(&self, to: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        to.debug_struct("Event").finish_non_exhaustive()
    }
}

/// What stands for something that was asked for (`struct aiocb`). The C library looks there for what to call when it is done, and so may the program, so
/// that is left as it is.
fn place_of(request: Pointer) -> u64 {
    edge::place(Name::Request, [request as u64, 0])
}

macro_rules! asking {
    ($($function:ident $name:ident;)*) => {
        $(
            pub unsafe extern "C" fn $function(request: Pointer, pc: u64) -> c_int {
                real!($name: fn(Pointer) -> c_int);
                if is_recorded() {
                    edge::give(place_of(request), pc);
                }
                $name()(request)
            }
        )*
    };
}

asking! {
    read aio_read;
    write aio_write;
}

pub unsafe extern "C" fn synchronise(how: c_int, request: Pointer, pc: u64) -> c_int {
    real!(aio_fsync: fn(c_int, Pointer) -> c_int);
    if is_recorded() {
        edge::give(place_of(request), pc);
    }
    aio_fsync()(how, request)
}

/// Who sees that it is done comes after who has asked for it.
pub unsafe extern "C" fn is_done(request: Pointer, pc: u64) -> c_int {
    const IN_PROGRESS: c_int = 115;
    real!(aio_error: fn(Pointer) -> c_int);
    let result = aio_error()(request);
    if result != IN_PROGRESS && is_recorded() {
        edge::notice(place_of(request), pc);
    }
    result
}

/// Looks up names. When all are found, the function is called.
pub unsafe extern "C" fn look_up(
    how: c_int,
    list: Pointer,
    count: c_int,
    event: *mut Event,
    pc: u64,
) -> c_int {
    real!(getaddrinfo_a: fn(c_int, Pointer, c_int, *mut Event) -> c_int);
    let place = edge::place(Name::Request, [list as u64, 1]);
    let Some(mut own) = noted(event, [place, 0], true) else {
        return getaddrinfo_a()(how, list, count, event);
    };
    edge::give(place, pc);
    let result = getaddrinfo_a()(how, list, count, &raw mut own);
    if result != 0 {
        forget(&own);
    }
    result
}

crate::plain_entries! {
    "timer_create" => make_timer;
}

entries! {
    "mq_notify", "rdx" => notify_of_message;
    "aio_read", "rsi" => read;
    "aio_read64", "rsi" => read;
    "aio_write", "rsi" => write;
    "aio_write64", "rsi" => write;
    "aio_fsync", "rdx" => synchronise;
    "aio_fsync64", "rdx" => synchronise;
    "aio_error", "rsi" => is_done;
    "aio_error64", "rsi" => is_done;
    "getaddrinfo_a", "r8" => look_up;
}
