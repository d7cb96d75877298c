//! Signals: who sends one comes before who gets it, by `sigwait`, by a `signalfd`, or in a handler.
//!
//! Handlers are called by [`handle`], which logs that the thread was told; what a program asks for and is told about its handlers
//! are its own. A timer that is set sends, too. Nothing is logged for signals that this process has not sent.

use super::touched;
use crate::edge::{self, Name, is_recorded};
use crate::misuse::{Expecting, Handled};
use crate::sys::{self, Pointer};
use crate::{entries, plain_entries, real};
use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

const SIGNALS: usize = 65;
const SIGALRM: c_int = 14;
const SIGVTALRM: c_int = 26;
/// In place of a signal's number: timers that may send any.
const ANY: c_int = 0;
const SIG_IGN: usize = 1;
const SIG_ERR: usize = usize::MAX;

/// Signals that were sent, by their number.
static SENT: [AtomicU64; 2] = [const { AtomicU64::new(0) }; 2];
/// The program's handlers.
static HANDLERS: [AtomicUsize; SIGNALS] = [const { AtomicUsize::new(0) }; SIGNALS];
/// Which signals can be read from a descriptor.
static DESCRIPTORS: [AtomicU64; 1 << 12] = [const { AtomicU64::new(0) }; 1 << 12];

fn bit(signal: c_int) -> Option<(&'static AtomicU64, u64)> {
    let signal = usize::try_from(signal).ok()?;
    SENT.get(signal / 64).map(|word| (word, 1 << (signal % 64)))
}

unsafe fn sends(signal: c_int, pc: u64) {
    if is_recorded()
        && let Some((word, bit)) = bit(signal)
    {
        if word.load(Ordering::Relaxed) & bit == 0 {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        edge::give(edge::place(Name::Signal, [signal as u64, 0]), pc);
    }
}

/// The thread has got a signal.
unsafe fn got(signal: c_int, pc: u64) {
    for signal in [signal, ANY] {
        if is_recorded() && bit(signal).is_some_and(|(word, bit)| word.load(Ordering::Relaxed) & bit != 0) {
            edge::notice(edge::place(Name::Signal, [signal as u64, 0]), pc);
        }
    }
}

/// Whether the program has sent signals to other processes.
static SENT_OUTSIDE: AtomicBool = AtomicBool::new(false);
/// In place of a process: a group of them.
const GROUP: c_int = 0;

/// A signal is about to go to another process, which it may end; 0 only asks whether there is one.
unsafe fn sends_outside(process: c_int, signal: c_int, pc: u64) -> c_int {
    if signal != 0 && is_recorded() {
        SENT_OUTSIDE.store(true, Ordering::Relaxed);
        edge::give(edge::place(Name::Process, [process.max(GROUP) as u64, 0]), pc);
    }
    signal
}

/// A child was waited for: it may have ended by a signal that this process has sent.
pub(super) unsafe fn waited_for(process: c_int, pc: u64) {
    if process > 0 && SENT_OUTSIDE.load(Ordering::Relaxed) && is_recorded() {
        for process in [process, GROUP] {
            edge::notice(edge::place(Name::Process, [process as u64, 0]), pc);
        }
    }
}

/// Something was read from a descriptor: it may be signals.
pub(super) unsafe fn after_read(fd: c_int, pc: u64) {
    let mask = usize::try_from(fd).ok().and_then(|fd| DESCRIPTORS.get(fd));
    let mask = mask.map_or(0, |mask| mask.load(Ordering::Relaxed));
    if mask != 0 {
        (1..=64).filter(|signal| mask >> (signal - 1) & 1 == 1).for_each(|signal| got(signal, pc));
    }
}

/// The descriptor's number is another's.
pub(super) fn forget(fd: c_int) {
    if let Some(mask) = usize::try_from(fd).ok().and_then(|fd| DESCRIPTORS.get(fd))
        && mask.load(Ordering::Relaxed) != 0
    {
        mask.store(0, Ordering::Relaxed);
    }
}

pub unsafe extern "C" fn signalfd(fd: c_int, mask: *const u64, flags: c_int) -> c_int {
    real!(signalfd: fn(c_int, *const u64, c_int) -> c_int);
    let result = signalfd()(fd, mask, flags);
    if fd < 0 {
        super::descriptor::made(result);
    }
    if let Some(known) = usize::try_from(result).ok().and_then(|fd| DESCRIPTORS.get(fd)) {
        known.store(*mask, Ordering::Relaxed);
    }
    result
}

/// Functions that send a signal: their arguments, which are passed on, and which of them tells the signal.
macro_rules! senders {
    ($($function:ident $name:ident ($($argument:ident: $type:ty),*) $pc:ident => $signal:expr;)*) => {
        mod library {
            use super::{Pointer, c_int};
            $(crate::real!($name: fn($($type),*) -> c_int);)*
        }
        $(
            pub unsafe extern "C" fn $function($($argument: $type,)* $pc: u64) -> c_int {
                sends($signal, $pc);
                let _expecting = Expecting::begin();
                library::$name()($($argument),*)
            }
        )*
    };
}

/// Finds the functions that handlers call: a handler must not look for them.
pub(super) unsafe fn find() {
    // Found in case a handler waits.
    library::kill();
    library::raise();
    library::pthread_kill();
}

senders! {
    kill kill (process: c_int, signal: c_int) pc => sends_outside(process, signal, pc);
    kill_group killpg (group: c_int, signal: c_int) pc => sends_outside(GROUP, signal, pc);
    kill_thread pthread_kill (thread: u64, signal: c_int) pc => signal;
    kill_by_number tgkill (process: c_int, thread: c_int, signal: c_int) pc => signal;
    raise raise (signal: c_int) pc => signal;
    queue sigqueue (process: c_int, signal: c_int, value: usize) pc => sends_outside(process, signal, pc);
    queue_to_thread pthread_sigqueue (thread: u64, signal: c_int, value: usize) pc => signal;
    set_interval setitimer (which: c_int, new: Pointer, old: Pointer) pc =>
        if which == 0 { SIGALRM } else { SIGVTALRM + which - 1 };
    set_timer timer_settime (timer: Pointer, flags: c_int, new: Pointer, old: Pointer) pc => {
        super::notes::before_timer(timer as usize, pc);
        ANY
    };
    alarm alarm (seconds: c_int) pc => SIGALRM;
    alarm_soon ualarm (microseconds: c_int, interval: c_int) pc => SIGALRM;
}

/// A handler is what it waits for.
pub unsafe extern "C" fn suspend(mask: Pointer) -> c_int {
    real!(sigsuspend: fn(Pointer) -> c_int);
    let _expecting = Expecting::begin();
    sigsuspend()(mask)
}

pub unsafe extern "C" fn wait(set: Pointer, signal: *mut c_int, pc: u64) -> c_int {
    real!(sigwait: fn(Pointer, *mut c_int) -> c_int);
    let result = sigwait()(set, signal);
    if result == 0 {
        got(*signal, pc);
        touched::writes(signal as usize, 4, pc);
    }
    result
}

unsafe fn waited(signal: c_int, pc: u64) -> c_int {
    if signal > 0 {
        got(signal, pc);
    }
    signal
}

pub unsafe extern "C" fn wait_for_details(set: Pointer, details: Pointer, pc: u64) -> c_int {
    real!(sigwaitinfo: fn(Pointer, Pointer) -> c_int);
    waited(sigwaitinfo()(set, details), pc)
}

pub unsafe extern "C" fn timed_wait(set: Pointer, details: Pointer, timeout: Pointer, pc: u64) -> c_int {
    real!(sigtimedwait: fn(Pointer, Pointer, Pointer) -> c_int);
    waited(sigtimedwait()(set, details, timeout), pc)
}

type Handler = unsafe extern "C" fn(c_int, Pointer, Pointer);

/// Called by the system for every signal that the program handles.
unsafe extern "C" fn handle(signal: c_int, details: Pointer, context: Pointer) {
    let handler = handler(signal).map_or(0, |handler| handler.load(Ordering::Acquire));
    {
        let _errno = sys::KeepErrno::new();
        got(signal, 0);
    }
    if handler > SIG_IGN {
        let handled = Handled::begin(signal);
        core::mem::transmute::<usize, Handler>(handler)(signal, details, context);
        if let Some(handled) = handled {
            // As a return address in it.
            handled.end(handler as u64 + 1);
        }
    }
}

fn handler(signal: c_int) -> Option<&'static AtomicUsize> {
    usize::try_from(signal).ok().and_then(|signal| HANDLERS.get(signal))
}

/// What the system is to call for a handler of the program's, which is remembered; and the one before.
fn exchange(signal: c_int, new: usize) -> (usize, usize) {
    let Some(known) = handler(signal) else { return (new, 0) };
    if new <= SIG_IGN || new == SIG_ERR || !is_recorded() {
        return (new, known.load(Ordering::Relaxed));
    }
    (handle as *const () as usize, known.swap(new, Ordering::AcqRel))
}

/// What the program is told in place of what the system said.
fn translated(told: usize, before: usize) -> usize {
    if told == handle as *const () as usize { before } else { told }
}

/// The C library's `struct sigaction`; its first word is the handler.
type Action = [usize; 19];

pub unsafe extern "C" fn action(signal: c_int, new: *const Action, old: *mut Action) -> c_int {
    real!(sigaction: fn(c_int, *const Action, *mut Action) -> c_int);
    let mut copy = [0; 19];
    let (mut before, mut given) = (handler(signal).map_or(0, |known| known.load(Ordering::Relaxed)), new);
    if !new.is_null() {
        copy = *new;
        (copy[0], before) = exchange(signal, copy[0]);
        given = &raw const copy;
    }
    let mut told = [0; 19];
    let result = sigaction()(signal, given, if old.is_null() { null_mut() } else { &raw mut told });
    if result == 0 && !old.is_null() {
        told[0] = translated(told[0], before);
        *old = told;
    }
    if result != 0 && !new.is_null() && copy[0] != (*new)[0] {
        exchange(signal, before);
    }
    result
}

/// Functions that set a handler and return the one before.
macro_rules! setters {
    ($($function:ident $name:ident;)*) => {
        $(
            pub unsafe extern "C" fn $function(number: c_int, new: usize) -> usize {
                real!($name: fn(c_int, usize) -> usize);
                let (given, before) = exchange(number, new);
                let told = $name()(number, given);
                if told == SIG_ERR && given != new {
                    exchange(number, before);
                }
                translated(told, before)
            }
        )*
    };
}

setters! {
    signal signal;
    system_v_signal __sysv_signal;
}

entries! {
    "kill", "rdx" => kill;
    "killpg", "rdx" => kill_group;
    "pthread_kill", "rdx" => kill_thread;
    "tgkill", "rcx" => kill_by_number;
    "raise", "rsi" => raise;
    "sigqueue", "rcx" => queue;
    "pthread_sigqueue", "rcx" => queue_to_thread;
    "setitimer", "rcx" => set_interval;
    "timer_settime", "r8" => set_timer;
    "alarm", "rsi" => alarm;
    "ualarm", "rdx" => alarm_soon;
    "sigwait", "rdx" => wait;
    "sigwaitinfo", "rdx" => wait_for_details;
    "sigtimedwait", "rcx" => timed_wait;
}

plain_entries! {
    "signalfd" => signalfd;
    "sigsuspend" => suspend;
    "sigaction" => action;
    "__sigaction" => action;
    "signal" => signal;
    "bsd_signal" => signal;
    "ssignal" => signal;
    "sysv_signal" => system_v_signal;
    "__sysv_signal" => system_v_signal;
}
