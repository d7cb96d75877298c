//! Mutexes, spinlocks and reader-writer locks.

use super::made;
use crate::edge::{ACQUIRE, BOTH, RELEASE};
use crate::misuse::{self, unsafe_call};
use crate::record::{Event, Recording, log_event};
use crate::sys::{self, Pointer};
use crate::wire::Op;
use crate::{entries, modules, real};
use core::ffi::c_int;

/// The previous owner died: the lock is held all the same.
const EOWNERDEAD: c_int = 130;
/// What trying to take a lock gives that is held, by the two interfaces.
const EBUSY: c_int = 16;
const THRD_BUSY: c_int = 1;
/// What a want says that will not be: the call has ended without the lock.
const GAVE_UP: u64 = 2;
/// What taking a mutex gives that has been destroyed.
const EINVAL: c_int = 22;
/// Bytes at the beginning of a mutex that stand for its owner having died.
const FUTEX: u32 = 4;

/// `waits`: the call would have waited as long as it takes.
unsafe fn acquired(result: c_int, op: Op, lock: Pointer, waits: bool, pc: u64) -> c_int {
    if result == 0 || result == EOWNERDEAD {
        let value = (!waits).then_some(1);
        log_event(Event { value, ..Event::new(op, lock as u64) }, pc);
        keep_order(lock, pc);
    }
    if result == EOWNERDEAD {
        let read = Event::new(Op::AtomicRead, lock as u64);
        log_event(Event { size: FUTEX, order: ACQUIRE, ..read }, pc);
    }
    result
}

/// The thread is about to wait for a lock that is held, or wants one that is none any more.
#[cold]
#[inline(never)]
unsafe fn wants(how: u64, lock: Pointer, pc: u64) {
    log_event(Event { value: Some(how), ..Event::new(Op::Want, lock as u64) }, pc);
}

/// The C library's mutex, as far as it is looked at.
#[repr(C)]
struct Mutex {
    lock: c_int,
    count: u32,
    owner: c_int,
    users: u32,
    kind: c_int,
}

/// Whether a mutex that knows its owner (recursive, checking or robust) will not be given back by this thread, which is told so.
#[inline]
unsafe fn refuses_to_unlock(lock: Pointer) -> bool {
    const RECURSIVE: c_int = 1;
    const CHECKING: c_int = 2;
    const TYPES: c_int = 3;
    const ROBUST: c_int = 16;
    let mutex = lock.cast::<Mutex>();
    let kind = (*mutex).kind;
    let knows_owner = kind > 0 && (matches!(kind & TYPES, RECURSIVE | CHECKING) || kind & ROBUST != 0);
    knows_owner && (*mutex).owner != crate::thread::own_id()
}

/// A mutex is held by somebody: by a thread that is there? (One that processes share, or whose owner may die, tells by itself.)
unsafe fn looks_for_owner(lock: Pointer, pc: u64) {
    const ROBUST_OR_SHARED: c_int = 16 | 128;
    let mutex = lock.cast::<Mutex>();
    if (*mutex).kind & ROBUST_OR_SHARED == 0 {
        misuse::wants_mutex(lock, (*mutex).owner, pc);
    }
}

/// What a library that is not instrumented does under its locks is not seen, so nobody knows whether two such sections could
/// change places: they keep their order.
#[inline]
unsafe fn keep_order(lock: Pointer, pc: u64) {
    if modules::is_plain(pc) {
        let update = Event::new(Op::AtomicUpdate, lock as u64);
        log_event(Event { size: FUTEX, order: BOTH, ..update }, pc);
    }
}

/// A lock of another kind was tried.
pub(super) unsafe fn tried(result: c_int, lock: Pointer, pc: u64) -> c_int {
    acquired(result, Op::Acquire, lock, false, pc)
}

/// The thread ends, and the kernel gives back what it holds of mutexes that allow for that. Who takes one next is told that the
/// owner has died, so comes after this.
pub(super) unsafe fn give_back_robust(recording: &mut Recording) {
    const MOST: usize = 2048;
    let head = sys::robust_list();
    if head.is_null() {
        return;
    }
    let mut entry = (*head).first;
    for _ in 0..MOST {
        // The lowest bit marks those that inherit priorities.
        let at = entry & !1;
        if at == head as u64 || at == 0 {
            return;
        }
        let mutex = at.wrapping_add_signed((*head).offset);
        let died = Event::new(Op::AtomicUpdate, mutex);
        recording.sync(Event { size: FUTEX, order: RELEASE, ..died }, 0);
        recording.sync(Event::new(Op::Release, mutex), 0);
        entry = *(at as *const u64);
    }
}

/// Where the locks of a function say which kind they are; nowhere for those that are nothing but a word.
#[inline(always)]
const fn kind_at(function: &str) -> Option<usize> {
    const OF_MUTEX: usize = core::mem::offset_of!(Mutex, kind);
    const OF_READ_WRITE_LOCK: usize = 48;
    match function.as_bytes() {
        [b'm', ..] | [_, _, _, _, _, _, _, _, b'm', ..] => Some(OF_MUTEX),
        [_, _, _, _, _, _, _, _, b'r', ..] => Some(OF_READ_WRITE_LOCK),
        _ => None,
    }
}

/// Functions that take one lock: name, what a success is, what comes before the call.
macro_rules! locks {
    ($($name:ident $function:ident $kind:ident $op:ident $($try:ident $busy:ident)?;)*) => {
        $(locks!(@ $kind $name $function $op $($try $busy)?);)*
    };
    (@ acquire $name:ident $function:ident $op:ident $try:ident $busy:ident) => {
        pub unsafe extern "C" fn $function(lock: Pointer, pc: u64) -> c_int {
            real!($name: fn(Pointer) -> c_int);
            real!($try: fn(Pointer) -> c_int);
            unsafe_call(misuse::LOCKS, pc);
            if let Some(kind) = kind_at(stringify!($name)) {
                made::used(lock, kind, pc);
            }
            let mut result = $try()(lock);
            if result == $busy || result == EINVAL {
                if matches!(stringify!($name), "pthread_mutex_lock" | "mtx_lock") {
                    looks_for_owner(lock, pc);
                }
                wants(u64::from(matches!(Op::$op, Op::AcquireShared)), lock, pc);
                result = $name()(lock);
                if result != 0 && result != EOWNERDEAD {
                    wants(GAVE_UP, lock, pc);
                }
            }
            acquired(result, Op::$op, lock, true, pc)
        }
    };
    (@ tried $name:ident $function:ident $op:ident) => {
        pub unsafe extern "C" fn $function(lock: Pointer, pc: u64) -> c_int {
            real!($name: fn(Pointer) -> c_int);
            acquired($name()(lock), Op::$op, lock, false, pc)
        }
    };
    (@ timed $name:ident $function:ident $op:ident) => {
        pub unsafe extern "C" fn $function(lock: Pointer, until: Pointer, pc: u64) -> c_int {
            real!($name: fn(Pointer, Pointer) -> c_int);
            acquired($name()(lock, until), Op::$op, lock, false, pc)
        }
    };
    (@ clocked $name:ident $function:ident $op:ident) => {
        pub unsafe extern "C" fn $function(lock: Pointer, clock: c_int, until: Pointer, pc: u64) -> c_int {
            real!($name: fn(Pointer, c_int, Pointer) -> c_int);
            acquired($name()(lock, clock, until), Op::$op, lock, false, pc)
        }
    };
    (@ before $name:ident $function:ident $op:ident) => {
        pub unsafe extern "C" fn $function(lock: Pointer, pc: u64) -> c_int {
            real!($name: fn(Pointer) -> c_int);
            if let Op::Release = Op::$op {
                keep_order(lock, pc);
            }
            log_event(Event::new(Op::$op, lock as u64), pc);
            $name()(lock)
        }
    };
    (@ unlock $name:ident $function:ident $op:ident) => {
        pub unsafe extern "C" fn $function(lock: Pointer, pc: u64) -> c_int {
            real!($name: fn(Pointer) -> c_int);
            if !refuses_to_unlock(lock) {
                keep_order(lock, pc);
                log_event(Event::new(Op::$op, lock as u64), pc);
            }
            $name()(lock)
        }
    };
    (@ init2 $name:ident $function:ident $op:ident) => {
        pub unsafe extern "C" fn $function(lock: Pointer, how: usize, pc: u64) -> c_int {
            real!($name: fn(Pointer, usize) -> c_int);
            let result = $name()(lock, how);
            if result == 0 {
                log_event(Event::new(Op::$op, lock as u64), pc);
                if let Some(kind) = kind_at(stringify!($name)) {
                    made::made(lock, kind, pc);
                }
            }
            result
        }
    };
}

locks! {
    pthread_mutex_lock mutex_lock acquire Acquire pthread_mutex_trylock EBUSY;
    pthread_mutex_trylock mutex_trylock tried Acquire;
    pthread_mutex_timedlock mutex_timedlock timed Acquire;
    pthread_mutex_clocklock mutex_clocklock clocked Acquire;
    pthread_mutex_unlock mutex_unlock unlock Release;
    pthread_mutex_destroy mutex_destroy before Destroy;
    pthread_spin_lock spin_lock acquire Acquire pthread_spin_trylock EBUSY;
    pthread_spin_trylock spin_trylock tried Acquire;
    pthread_spin_unlock spin_unlock before Release;
    pthread_spin_destroy spin_destroy before Destroy;
    pthread_rwlock_rdlock read_lock acquire AcquireShared pthread_rwlock_tryrdlock EBUSY;
    pthread_rwlock_tryrdlock read_trylock tried AcquireShared;
    pthread_rwlock_timedrdlock read_timedlock timed AcquireShared;
    pthread_rwlock_clockrdlock read_clocklock clocked AcquireShared;
    pthread_rwlock_wrlock write_lock acquire Acquire pthread_rwlock_trywrlock EBUSY;
    pthread_rwlock_trywrlock write_trylock tried Acquire;
    pthread_rwlock_timedwrlock write_timedlock timed Acquire;
    pthread_rwlock_clockwrlock write_clocklock clocked Acquire;
    pthread_rwlock_unlock rwlock_unlock before Release;
    pthread_rwlock_destroy rwlock_destroy before Destroy;
    mtx_lock c11_lock acquire Acquire mtx_trylock THRD_BUSY;
    mtx_trylock c11_trylock tried Acquire;
    mtx_timedlock c11_timedlock timed Acquire;
    mtx_unlock c11_unlock unlock Release;
    mtx_destroy c11_destroy before Destroy;
    pthread_mutex_init mutex_init init2 Init;
    pthread_rwlock_init rwlock_init init2 Init;
    pthread_spin_init spin_init init2 Init;
    mtx_init c11_init init2 Init;
}

entries! {
    "pthread_mutex_lock", "rsi" => mutex_lock;
    "pthread_mutex_trylock", "rsi" => mutex_trylock;
    "pthread_mutex_timedlock", "rdx" => mutex_timedlock;
    "pthread_mutex_clocklock", "rcx" => mutex_clocklock;
    "pthread_mutex_unlock", "rsi" => mutex_unlock;
    "pthread_mutex_destroy", "rsi" => mutex_destroy;
    "pthread_spin_lock", "rsi" => spin_lock;
    "pthread_spin_trylock", "rsi" => spin_trylock;
    "pthread_spin_unlock", "rsi" => spin_unlock;
    "pthread_spin_destroy", "rsi" => spin_destroy;
    "pthread_rwlock_rdlock", "rsi" => read_lock;
    "pthread_rwlock_tryrdlock", "rsi" => read_trylock;
    "pthread_rwlock_timedrdlock", "rdx" => read_timedlock;
    "pthread_rwlock_clockrdlock", "rcx" => read_clocklock;
    "pthread_rwlock_wrlock", "rsi" => write_lock;
    "pthread_rwlock_trywrlock", "rsi" => write_trylock;
    "pthread_rwlock_timedwrlock", "rdx" => write_timedlock;
    "pthread_rwlock_clockwrlock", "rcx" => write_clocklock;
    "pthread_rwlock_unlock", "rsi" => rwlock_unlock;
    "pthread_rwlock_destroy", "rsi" => rwlock_destroy;
    "mtx_lock", "rsi" => c11_lock;
    "mtx_trylock", "rsi" => c11_trylock;
    "mtx_timedlock", "rdx" => c11_timedlock;
    "mtx_unlock", "rsi" => c11_unlock;
    "mtx_destroy", "rsi" => c11_destroy;
    "pthread_mutex_init", "rdx" => mutex_init;
    "pthread_rwlock_init", "rdx" => rwlock_init;
    "pthread_spin_init", "rdx" => spin_init;
    "mtx_init", "rdx" => c11_init;
}
