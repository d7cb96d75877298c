//! Threads and synchronisation as first-class instructions.
//!
//! Each operation has fixed arguments and results, listed in one table. `status` results are `i32` and follow
//! POSIX: 0 or an error number. What each means and what it orders is said once, in the crate `posix`.
//! Objects (mutexes, …) are named by their address; their state lives beside memory, not in its bytes, but an
//! object that was never initialised by a call takes its kind from its bytes (static initialisers).

use crate::Ty;

macro_rules! sync_ops {
    ($($(#[$doc:meta])* $op:ident $name:literal ($($arg:ident),*) -> ($($result:ident),*);)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
        pub enum SyncOp { $($(#[$doc])* #[serde(rename = $name)] $op,)* }

        impl SyncOp {
            pub const ALL: &[SyncOp] = &[$(SyncOp::$op),*];
            /// The name in the text form.
            pub fn name(self) -> &'static str {
                match self { $(SyncOp::$op => $name,)* }
            }
            pub fn by_name(name: &str) -> Option<SyncOp> {
                match name { $($name => Some(SyncOp::$op),)* _ => None }
            }
            pub fn args(self) -> &'static [Ty] {
                match self { $(SyncOp::$op => &[$(ty::$arg),*],)* }
            }
            pub fn results(self) -> &'static [Ty] {
                match self { $(SyncOp::$op => &[$(ty::$result),*],)* }
            }
        }
    };
}

/// Short words for the table below.
#[allow(non_upper_case_globals)]
mod ty {
    use crate::Ty;
    pub const ptr: Ty = Ty::Ptr;
    pub const status: Ty = Ty::I32;
    pub const int: Ty = Ty::I32;
    pub const handle: Ty = Ty::I64;
    pub const flag: Ty = Ty::BOOL;
}

sync_ops! {
    /// `(function, argument)`: starts a thread that calls `function(argument)`; never fails.
    ThreadCreate "thread_create" (ptr, ptr) -> (handle);
    /// Blocks until the thread has ended; the second result is what it returned.
    ThreadJoin "thread_join" (handle) -> (status, ptr);
    /// Ends the calling thread with this value, after its key destructors.
    ThreadExit "thread_exit" (ptr) -> ();
    ThreadDetach "thread_detach" (handle) -> (status);
    ThreadSelf "thread_self" () -> (handle);
    Yield "yield" () -> ();

    /// `(mutex, kind)`: kind is PTHREAD_MUTEX_NORMAL 0, RECURSIVE 1, ERRORCHECK 2. Spinlocks are of kind 0.
    MutexInit "mutex_init" (ptr, int) -> (status);
    MutexLock "mutex_lock" (ptr) -> (status);
    MutexTryLock "mutex_trylock" (ptr) -> (status);
    /// May give up with ETIMEDOUT whenever it would block.
    MutexTimedLock "mutex_timedlock" (ptr) -> (status);
    MutexUnlock "mutex_unlock" (ptr) -> (status);
    /// As `MutexUnlock`, by a plain store: no fence where stores wait in buffers.
    SpinUnlock "spin_unlock" (ptr) -> (status);
    MutexDestroy "mutex_destroy" (ptr) -> (status);

    RwInit "rw_init" (ptr) -> (status);
    RwReadLock "rw_rdlock" (ptr) -> (status);
    RwTryReadLock "rw_tryrdlock" (ptr) -> (status);
    RwWriteLock "rw_wrlock" (ptr) -> (status);
    RwTryWriteLock "rw_trywrlock" (ptr) -> (status);
    RwUnlock "rw_unlock" (ptr) -> (status);
    RwDestroy "rw_destroy" (ptr) -> (status);

    CondInit "cond_init" (ptr) -> (status);
    /// `(cond, mutex)`: releases the mutex and waits in one step, then takes the mutex again.
    CondWait "cond_wait" (ptr, ptr) -> (status);
    /// May also wake with ETIMEDOUT at any time.
    CondTimedWait "cond_timedwait" (ptr, ptr) -> (status);
    CondSignal "cond_signal" (ptr) -> (status);
    CondBroadcast "cond_broadcast" (ptr) -> (status);
    CondDestroy "cond_destroy" (ptr) -> (status);

    /// `(barrier, count)`.
    BarrierInit "barrier_init" (ptr, int) -> (status);
    /// One thread of each round gets PTHREAD_BARRIER_SERIAL_THREAD (-1), the others 0.
    BarrierWait "barrier_wait" (ptr) -> (status);
    BarrierDestroy "barrier_destroy" (ptr) -> (status);

    /// `(semaphore, value)`.
    SemInit "sem_init" (ptr, int) -> (status);
    SemWait "sem_wait" (ptr) -> (status);
    /// Status is EAGAIN when the count is 0; the front end turns it into -1 and errno.
    SemTryWait "sem_trywait" (ptr) -> (status);
    SemTimedWait "sem_timedwait" (ptr) -> (status);
    SemPost "sem_post" (ptr) -> (status);
    SemGetValue "sem_getvalue" (ptr) -> (status, int);
    SemDestroy "sem_destroy" (ptr) -> (status);

    /// 1: the caller must run the routine and then `OnceEnd`; 0: it has been run. Blocks while another runs it.
    OnceBegin "once_begin" (ptr) -> (flag);
    OnceEnd "once_end" (ptr) -> ();

    /// `(destructor or null)`: a new key, null in every thread.
    KeyCreate "key_create" (ptr) -> (int);
    KeyDelete "key_delete" (int) -> (status);
    KeySet "key_set" (int, ptr) -> (status);
    KeyGet "key_get" (int) -> (ptr);
}

impl SyncOp {
    /// Whether the operation touches nothing that another thread can see.
    pub fn is_local(self) -> bool {
        matches!(self, SyncOp::ThreadSelf | SyncOp::Yield | SyncOp::KeyGet | SyncOp::KeySet)
    }
    /// Whether the operation may have to wait for another thread.
    pub fn may_block(self) -> bool {
        use SyncOp::*;
        matches!(
            self,
            ThreadJoin
                | MutexLock
                | RwReadLock
                | RwWriteLock
                | CondWait
                | CondTimedWait
                | BarrierWait
                | SemWait
                | MutexTimedLock
                | SemTimedWait
                | OnceBegin
        )
    }
}

/// Error numbers that the operations return (Linux).
pub mod errno {
    pub const EPERM: i32 = 1;
    pub const ESRCH: i32 = 3;
    pub const EAGAIN: i32 = 11;
    pub const EBUSY: i32 = 16;
    pub const EINVAL: i32 = 22;
    pub const EDEADLK: i32 = 35;
    pub const ETIMEDOUT: i32 = 110;
    pub const BARRIER_SERIAL_THREAD: i32 = -1;
}
