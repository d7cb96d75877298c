//! What the C++ library does out of sight: it counts who uses an exception, its text or a locale, and makes results ready when a thread ends.
//!
//! An exception that several threads hold (`std::exception_ptr`, `std::future`) is destroyed by whoever is last to let go. The
//! count is in the library's header before the exception; letting go and its place in the trace are one step, as for atomics, so
//! that who destroys comes after all others. Structures are those of the GNU library, which says so in each exception.
//!
//! `std::promise::set_value_at_thread_exit` and its kin leave a note that the library looks at when the thread's keys are
//! destroyed: the runtime's key is destroyed before, and logs what the library is about to store.

#![allow(non_snake_case)]

use crate::edge::RELEASE;
use crate::record::{Event, Recording, enter};
use crate::sys::Pointer;
use crate::wire::Op;
use crate::{atomics, plain_entries, real, thread};
use core::ffi::c_int;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicI32, Ordering};

/// Bytes from the count of an exception's users to the exception.
const HEADER: usize = 128;

unsafe fn count_of(exception: Pointer) -> *const AtomicI32 {
    exception.byte_sub(HEADER).cast::<AtomicI32>()
}

/// Counts one user less, unless that is for the library to do: this is the last one.
unsafe fn count_down(count: *const AtomicI32, last: i32) -> bool {
    let less = |users: i32| (users > last).then(|| users - 1);
    atomics::update_out_of_sight(count as u64, || {
        (*count).fetch_update(Ordering::AcqRel, Ordering::Acquire, less).is_ok()
    })
}

unsafe fn let_go(exception: Pointer) -> bool {
    count_down(count_of(exception), 1)
}

/// An exception with a text (`std::runtime_error`, `std::logic_error` and what is made of them): its copies share that. The count is before the
/// text, and is 0 for the last user.
#[repr(C)]
#[derive(Debug)]
pub struct WithText {
    functions: usize,
    text: *const u8,
}

unsafe fn lets_go_of_text(exception: *const WithText) -> bool {
    const COUNT: usize = 8;
    let text = (*exception).text;
    !text.is_null() && !thread::current().is_null() && count_down(text.sub(COUNT).cast::<AtomicI32>(), 0)
}

pub unsafe extern "C" fn end_runtime_error(exception: *mut WithText) {
    real!(_ZNSt13runtime_errorD2Ev: fn(*mut WithText) -> ());
    if !lets_go_of_text(exception) {
        _ZNSt13runtime_errorD2Ev()(exception);
    }
}

pub unsafe extern "C" fn end_logic_error(exception: *mut WithText) {
    real!(_ZNSt11logic_errorD2Ev: fn(*mut WithText) -> ());
    if !lets_go_of_text(exception) {
        _ZNSt11logic_errorD2Ev()(exception);
    }
}

/// A `std::locale` is a pointer to its parts, which begin with the count of who uses them. The classic one's are there for ever, and may not be counted.
type Locale = *const AtomicI32;

unsafe fn lets_go_of_locale(locale: *const Locale) -> bool {
    real!(_ZNSt6locale7classicEv: fn() -> *const Locale);
    !thread::current().is_null() && *locale != *_ZNSt6locale7classicEv()() && count_down(*locale, 1)
}

pub unsafe extern "C" fn end_locale(locale: *mut Locale) {
    real!(_ZNSt6localeD1Ev: fn(*mut Locale) -> ());
    if !lets_go_of_locale(locale) {
        _ZNSt6localeD1Ev()(locale);
    }
}

pub unsafe extern "C" fn assign_locale(locale: *mut Locale, other: *const Locale) -> *mut Locale {
    real!(_ZNSt6localeaSERKS_: fn(*mut Locale, *const Locale) -> *mut Locale);
    real!(_ZNSt6localeC1ERKS_: fn(*mut Locale, *const Locale) -> ());
    if *locale == *other || !lets_go_of_locale(locale) {
        return _ZNSt6localeaSERKS_()(locale, other);
    }
    _ZNSt6localeC1ERKS_()(locale, other);
    locale
}

/// An `exception_ptr` is a pointer to the exception.
pub unsafe extern "C" fn release(holder: *mut Pointer) {
    real!(_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv: fn(*mut Pointer) -> ());
    release_by(holder, || _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv()(holder));
}

/// Where older headers leave it to the library.
pub unsafe extern "C" fn destroy(holder: *mut Pointer) {
    real!(_ZNSt15__exception_ptr13exception_ptrD1Ev: fn(*mut Pointer) -> ());
    release_by(holder, || _ZNSt15__exception_ptr13exception_ptrD1Ev()(holder));
}

unsafe fn release_by(holder: *mut Pointer, call: impl FnOnce()) {
    if (*holder).is_null() || thread::current().is_null() || !let_go(*holder) {
        return call();
    }
    *holder = null_mut();
}

pub unsafe extern "C" fn assign(holder: *mut Pointer, other: *const Pointer) -> *mut Pointer {
    if !(*other).is_null() {
        (*count_of(*other)).fetch_add(1, Ordering::Relaxed);
    }
    let mut before = core::mem::replace(&mut *holder, *other);
    destroy(&mut before);
    holder
}

/// The library's header of an exception that is being handled, or of one that stands for another (which is its first word).
#[repr(C)]
struct Handled {
    first: Pointer,
    others: [usize; 4],
    handlers: c_int,
    more: [usize; 4],
    class: u64,
}

/// `GNUCC++` and 0, or 1 for what stands for another.
const OWN: u64 = 0x474e_5543_432b_2b00;
/// Bytes from this header to the exception.
const SHORT_HEADER: usize = 112;

/// The exception that the innermost handler lets go of when it ends, if it does.
unsafe fn handled() -> Option<Pointer> {
    real!(__cxa_get_globals: fn() -> *mut *mut Handled);
    let header = *__cxa_get_globals()();
    if header.is_null() || (*header).handlers != 1 {
        return None;
    }
    match (*header).class {
        OWN => Some(header.byte_add(SHORT_HEADER).cast()),
        class if class == OWN + 1 => Some((*header).first),
        _ => None,
    }
}

pub unsafe extern "C" fn end_catch() {
    real!(__cxa_end_catch: fn() -> ());
    let exception = if thread::current().is_null() { None } else { handled() };
    let Some(exception) = exception.filter(|exception| !exception.is_null()) else {
        return __cxa_end_catch()();
    };
    let count = count_of(exception);
    // If others hold it, the library does no more than count.
    let is_done = atomics::update_out_of_sight(count as u64, || {
        let others = (*count).load(Ordering::Acquire) > 1;
        if others {
            __cxa_end_catch()();
        }
        others
    });
    if !is_done {
        __cxa_end_catch()();
    }
}

/// A note for the end of the thread; behind its first two words is a weak pointer to the state.
#[repr(C)]
#[derive(Debug)]
pub struct Note {
    others: [usize; 2],
    state: u64,
    users: *const Users,
}

#[repr(C)]
#[derive(Debug)]
struct Users {
    functions: usize,
    count: AtomicI32,
}

/// Where in a state it says that it is ready.
const STATUS_AT: u64 = 16;
const STATUS: u32 = 4;

pub unsafe extern "C" fn leave_note(note: *mut Note) {
    real!(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv: fn(*mut Note) -> ());
    let thread = thread::current();
    if !thread.is_null()
        && let Some(place) = (*thread).notes.iter_mut().find(|place| place.is_null())
    {
        *place = note.cast();
    }
    _ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv()(note);
}

/// The thread ends: the library is about to look at its notes.
pub(super) unsafe fn before_notes() {
    let thread = thread::current();
    for index in 0..(*thread).notes.len() {
        let note: *const Note = core::mem::replace(&mut (*thread).notes[index], null_mut()).cast();
        if !note.is_null() && (*(*note).users).count.load(Ordering::Relaxed) > 0 {
            make_ready(enter(), (*note).state + STATUS_AT);
        }
    }
}

unsafe fn make_ready(recording: Option<Recording>, status: u64) {
    if let Some(mut recording) = recording {
        let write = Event::new(Op::AtomicWrite, status);
        recording.sync(Event { size: STATUS, order: RELEASE, value: Some(1), ..write }, 0);
    }
}

plain_entries! {
    "_ZNSt15__exception_ptr13exception_ptr10_M_releaseEv" => release;
    "_ZNSt15__exception_ptr13exception_ptrD1Ev" => destroy;
    "_ZNSt15__exception_ptr13exception_ptrD2Ev" => destroy;
    "_ZNSt15__exception_ptr13exception_ptraSERKS0_" => assign;
    "_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv" => leave_note;
    "__cxa_end_catch" => end_catch;
    "_ZNSt13runtime_errorD1Ev" => end_runtime_error;
    "_ZNSt13runtime_errorD2Ev" => end_runtime_error;
    "_ZNSt11logic_errorD1Ev" => end_logic_error;
    "_ZNSt11logic_errorD2Ev" => end_logic_error;
    "_ZNSt6localeD1Ev" => end_locale;
    "_ZNSt6localeD2Ev" => end_locale;
    "_ZNSt6localeaSERKS_" => assign_locale;
}
