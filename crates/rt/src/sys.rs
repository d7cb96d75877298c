//! The few functions of the C library that the runtime calls, and finding the ones it replaces.

use core::ffi::{CStr, c_char, c_int, c_void};
use core::ptr::null_mut;
use core::sync::atomic::{AtomicU32, Ordering};

pub type Pointer = *mut c_void;

pub const PROT_READ_WRITE: c_int = 3;
pub const MAP_SHARED: c_int = 1;
pub const MAP_PRIVATE_ANONYMOUS: c_int = 0x22;
pub const MAP_NORESERVE: c_int = 0x4000;
pub const MAP_FIXED_NOREPLACE: c_int = 0x10_0000;
pub const MADV_DONTNEED: c_int = 4;
pub const MADV_HUGEPAGE: c_int = 14;
pub const MADV_NOHUGEPAGE: c_int = 15;
pub const MADV_DONTDUMP: c_int = 16;
pub const O_RDONLY: c_int = 0;
pub const O_WRONLY: c_int = 1;
pub const O_RDWR: c_int = 2;
pub const O_CREAT: c_int = 0o100;
pub const O_EXCL: c_int = 0o200;
pub const O_APPEND: c_int = 0o2000;
pub const O_CLOEXEC: c_int = 0o2000000;
pub const ENOENT: c_int = 2;
pub const EEXIST: c_int = 17;
pub const EINTR: c_int = 4;
pub const EBUSY: c_int = 16;
const RTLD_LAZY: c_int = 1;
const RTLD_NOLOAD: c_int = 4;
const RTLD_NEXT: Pointer = -1isize as Pointer;

unsafe extern "C" {
    pub fn madvise(at: Pointer, length: usize, advice: c_int) -> c_int;
    pub fn ftruncate(fd: c_int, length: i64) -> c_int;
    pub fn unlink(path: *const c_char) -> c_int;
    pub fn getenv(name: *const c_char) -> *const c_char;
    pub fn getpid() -> c_int;
    fn syscall(number: i64, ...) -> i64;
    pub fn sched_yield() -> c_int;
    pub fn abort() -> !;
    pub fn readlink(path: *const c_char, to: *mut c_char, length: usize) -> isize;
    pub fn pthread_self() -> u64;
    fn pthread_getattr_np(thread: u64, attributes: Pointer) -> c_int;
    fn pthread_attr_getstack(attributes: Pointer, at: *mut Pointer, size: *mut usize) -> c_int;
    fn pthread_attr_getdetachstate(attributes: Pointer, state: *mut c_int) -> c_int;
    fn pthread_attr_destroy(attributes: Pointer) -> c_int;
    pub fn pthread_key_create(key: *mut u32, destructor: unsafe extern "C" fn(Pointer)) -> c_int;
    pub fn pthread_setspecific(key: u32, value: *const c_void) -> c_int;
    pub fn dlsym(handle: Pointer, name: *const c_char) -> Pointer;
    fn dlopen(path: *const c_char, flags: c_int) -> Pointer;
    pub fn dlvsym(handle: Pointer, name: *const c_char, version: *const c_char) -> Pointer;
    pub fn dl_iterate_phdr(
        callback: unsafe extern "C" fn(*const PhdrInfo, usize, Pointer) -> c_int,
        data: Pointer,
    ) -> c_int;
    pub fn __errno_location() -> *mut c_int;
}

/// `struct dl_phdr_info`, as far as it is used.
#[repr(C)]
#[derive(Debug)]
pub struct PhdrInfo {
    pub base: u64,
    pub name: *const c_char,
    pub headers: *const Phdr,
    pub n_headers: u16,
}

/// `Elf64_Phdr`.
#[repr(C)]
#[derive(Debug)]
pub struct Phdr {
    pub kind: u32,
    pub flags: u32,
    pub offset: u64,
    pub address: u64,
    pub physical: u64,
    pub file_size: u64,
    pub memory_size: u64,
    pub align: u64,
}

/// Keeps `errno` as the program knows it.
#[derive(Debug)]
pub struct KeepErrno(c_int);

impl KeepErrno {
    pub fn new() -> KeepErrno {
        KeepErrno(errno())
    }
}

impl Default for KeepErrno {
    fn default() -> Self {
        KeepErrno::new()
    }
}

impl Drop for KeepErrno {
    fn drop(&mut self) {
        unsafe { *__errno_location() = self.0 }
    }
}

pub fn errno() -> c_int {
    unsafe { *__errno_location() }
}

const SYS_WRITE: i64 = 1;
const SYS_OPEN: i64 = 2;
const SYS_CLOSE: i64 = 3;
const SYS_FSTAT: i64 = 5;
const SYS_MMAP: i64 = 9;
const SYS_MUNMAP: i64 = 11;
const SYS_MREMAP: i64 = 25;
const SYS_SHMCTL: i64 = 31;
pub const SYS_GETSOCKNAME: i64 = 51;
pub const SYS_GETPEERNAME: i64 = 52;
const SYS_GETSOCKOPT: i64 = 55;
const SYS_FCNTL: i64 = 72;
const SYS_FLOCK: i64 = 73;
const SYS_GET_ROBUST_LIST: i64 = 274;
const SYS_GETTID: i64 = 186;
const SYS_TGKILL: i64 = 234;
const SYS_PRLIMIT: i64 = 302;

/// The system call, as all that follow: the functions of these names are interposed.
pub unsafe fn write(fd: c_int, bytes: *const c_void, length: usize) -> isize {
    syscall(SYS_WRITE, i64::from(fd), bytes, length) as isize
}

pub unsafe fn open(path: *const c_char, flags: c_int, mode: c_int) -> c_int {
    syscall(SYS_OPEN, path, i64::from(flags), i64::from(mode)) as c_int
}

pub unsafe fn close(fd: c_int) -> c_int {
    syscall(SYS_CLOSE, i64::from(fd)) as c_int
}

/// `status` is a `struct stat` of 144 bytes.
pub unsafe fn fstat(fd: c_int, status: Pointer) -> c_int {
    syscall(SYS_FSTAT, i64::from(fd), status) as c_int
}

pub unsafe fn name_of_socket(call: i64, fd: c_int, address: Pointer, length: *mut u32) -> c_int {
    syscall(call, i64::from(fd), address, length) as c_int
}

/// The process that made the other end of a local socket, or 0.
pub unsafe fn peer_process(fd: c_int) -> c_int {
    const SOL_SOCKET: i64 = 1;
    const SO_PEERCRED: i64 = 17;
    let mut credentials = [0 as c_int; 3];
    let mut length = size_of_val(&credentials) as u32;
    let to = credentials.as_mut_ptr();
    let result = syscall(SYS_GETSOCKOPT, i64::from(fd), SOL_SOCKET, SO_PEERCRED, to, &raw mut length);
    if result == 0 { credentials[0] } else { 0 }
}

/// Another number for a descriptor, this or higher; closed by `exec`. -1 if there is none.
pub unsafe fn duplicate(fd: c_int, from: c_int) -> c_int {
    const F_DUPFD_CLOEXEC: i64 = 1030;
    syscall(SYS_FCNTL, i64::from(fd), F_DUPFD_CLOEXEC, i64::from(from)) as c_int
}

/// Asks that this many bytes fit into a pipe. What is no pipe stays as it is.
pub unsafe fn widen_pipe(fd: c_int, bytes: c_int) {
    const F_SETPIPE_SZ: i64 = 1031;
    syscall(SYS_FCNTL, i64::from(fd), F_SETPIPE_SZ, i64::from(bytes));
}

/// Shows others that the file is in use, as long as it is open.
pub unsafe fn mark_in_use(fd: c_int) {
    const LOCK_SH: i64 = 1;
    const LOCK_NB: i64 = 4;
    syscall(SYS_FLOCK, i64::from(fd), LOCK_SH | LOCK_NB);
}

/// Takes that back, whoever else has the file open by a descriptor that was inherited.
pub unsafe fn mark_done(fd: c_int) {
    const LOCK_UN: i64 = 8;
    syscall(SYS_FLOCK, i64::from(fd), LOCK_UN);
}

/// `struct flock`.
#[repr(C)]
struct Lock {
    kind: i16,
    whence: i16,
    start: i64,
    length: i64,
    process: c_int,
}

/// Shows others that there is a process that was forked, as long as it has the file open. That goes by the descriptor and
/// whoever inherits it, and is another kind of lock than [`mark_in_use`].
pub unsafe fn mark_forked(fd: c_int) {
    const F_OFD_SETLK: i64 = 37;
    const F_RDLCK: i16 = 0;
    let lock = Lock { kind: F_RDLCK, whence: 0, start: 0, length: 1, process: 0 };
    syscall(SYS_FCNTL, i64::from(fd), F_OFD_SETLK, &raw const lock);
}

/// No handler of a signal runs in this thread until this is dropped.
#[derive(Debug)]
pub struct NoSignals(u64);

const SYS_SIGPROCMASK: i64 = 14;
const BYTES_OF_MASK: i64 = 8;

impl NoSignals {
    pub fn new() -> NoSignals {
        const SIG_BLOCK: i64 = 0;
        let (all, mut before) = (u64::MAX, 0u64);
        unsafe { syscall(SYS_SIGPROCMASK, SIG_BLOCK, &raw const all, &raw mut before, BYTES_OF_MASK) };
        NoSignals(before)
    }
}

impl Default for NoSignals {
    fn default() -> Self {
        NoSignals::new()
    }
}

impl Drop for NoSignals {
    fn drop(&mut self) {
        const SIG_SETMASK: i64 = 2;
        let nowhere = null_mut::<u64>();
        unsafe { syscall(SYS_SIGPROCMASK, SIG_SETMASK, &raw const self.0, nowhere, BYTES_OF_MASK) };
    }
}

/// The system call, as the two that follow: the functions are interposed.
pub unsafe fn real_mmap(
    at: Pointer,
    length: usize,
    prot: c_int,
    flags: c_int,
    fd: c_int,
    offset: i64,
) -> Pointer {
    let [prot, flags, fd] = [prot, flags, fd].map(i64::from);
    syscall(SYS_MMAP, at, length, prot, flags, fd, offset) as Pointer
}

pub unsafe fn munmap(at: Pointer, length: usize) -> c_int {
    syscall(SYS_MUNMAP, at, length) as c_int
}

pub unsafe fn mremap(old: Pointer, from: usize, to: usize, flags: c_int, place: Pointer) -> Pointer {
    syscall(SYS_MREMAP, old, from, to, i64::from(flags), place) as Pointer
}

/// How long a segment of memory is that processes share; 0 if that is not known.
pub unsafe fn size_of_segment(segment: c_int) -> usize {
    const IPC_STAT: i64 = 2;
    // `struct shmid_ds`, in which the size follows the permissions.
    let mut status = [0u64; 14];
    let result = syscall(SYS_SHMCTL, i64::from(segment), IPC_STAT, status.as_mut_ptr());
    if result == 0 { status[6] as usize } else { 0 }
}

/// The first mutex of a list that the kernel has of those that outlive their owner: the list's head, which ends it, too.
#[repr(C)]
#[derive(Debug)]
pub struct RobustList {
    pub first: u64,
    /// What is added to an entry to get its mutex.
    pub offset: i64,
}

/// The running thread's number.
pub unsafe fn own_id() -> i32 {
    syscall(SYS_GETTID) as i32
}

/// The running thread's.
pub unsafe fn robust_list() -> *const RobustList {
    let (mut head, mut length) = (null_mut::<RobustList>(), 0usize);
    let result = syscall(SYS_GET_ROBUST_LIST, 0i64, &raw mut head, &raw mut length);
    if result == 0 { head } else { null_mut() }
}

/// Where the running thread's stack begins, and how long it is, with its thread-local variables. Allocates.
pub unsafe fn own_stack() -> (u64, u64) {
    let mut attributes = [0u64; 7];
    let attributes: Pointer = attributes.as_mut_ptr().cast();
    if pthread_getattr_np(pthread_self(), attributes) != 0 {
        return (0, 0);
    }
    let (mut at, mut size) = (null_mut(), 0);
    pthread_attr_getstack(attributes, &mut at, &mut size);
    pthread_attr_destroy(attributes);
    (at as u64, size as u64)
}

/// Of attributes that a thread is made with: whether it is detached, and has a stack of the program's.
pub unsafe fn thread_attributes(attributes: Pointer) -> (bool, bool) {
    const DETACHED: c_int = 1;
    if attributes.is_null() {
        return (false, false);
    }
    let (mut state, mut stack, mut size) = (0, null_mut(), 0);
    pthread_attr_getdetachstate(attributes, &mut state);
    pthread_attr_getstack(attributes, &mut stack, &mut size);
    // Where none was given, it seems to end at address 0.
    let has_stack = !stack.is_null() && (stack as usize).checked_add(size).is_some_and(|end| end != 0);
    (state == DETACHED, has_stack)
}

/// Whether a file may be this long (`ulimit -f`): who writes beyond that gets a signal.
pub unsafe fn may_be_long(length: u64) -> bool {
    const FILE_SIZE: i64 = 1;
    let _errno = KeepErrno::new();
    let mut limit = [u64::MAX; 2];
    let none = null_mut::<u64>();
    syscall(SYS_PRLIMIT, 0i64, FILE_SIZE, none, limit.as_mut_ptr());
    length <= limit[0]
}

/// Compares bytes without `memcmp`, which is one of those that are interposed.
pub fn are_same(one: &[u8], other: &[u8]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(a, b)| a == b)
}

/// Whether the process has a thread of this number.
pub unsafe fn has_thread(id: c_int) -> bool {
    const ESRCH: c_int = 3;
    let _errno = KeepErrno::new();
    syscall(SYS_TGKILL, i64::from(getpid()), i64::from(id), 0i64) == 0 || errno() != ESRCH
}

const SYS_NANOSLEEP: i64 = 35;

/// Lets a millisecond pass. The system call: the function is a place where threads are cancelled.
pub fn pause() {
    let time: [i64; 2] = [0, 1_000_000];
    unsafe { syscall(SYS_NANOSLEEP, time.as_ptr(), null_mut::<i64>()) };
}

/// Zeroed memory, or null.
pub unsafe fn map_private(length: usize) -> *mut u8 {
    let at = real_mmap(null_mut(), length, PROT_READ_WRITE, MAP_PRIVATE_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if at as isize == -1 { null_mut() } else { at.cast() }
}

/// A text without its end. Not by `strlen`: that is the program's, and ours that logs.
pub unsafe fn bytes_of<'a>(text: *const c_char) -> &'a [u8] {
    let text = text.cast::<u8>();
    let mut length = 0;
    while text.add(length).read_volatile() != 0 {
        length += 1;
    }
    core::slice::from_raw_parts(text, length)
}

pub fn say(text: &str) {
    for part in ["selvedge: ", text, "\n"] {
        unsafe { write(2, part.as_ptr().cast(), part.len()) };
    }
}

/// Ends the program: something the runtime cannot do without is missing.
pub fn fail(text: &str) -> ! {
    say(text);
    unsafe { abort() }
}

/// The function of this name that would be called if the runtime were not there.
pub unsafe fn next(name: &CStr, version: Option<&CStr>) -> Pointer {
    let mut found = null_mut();
    if let Some(version) = version {
        found = dlvsym(RTLD_NEXT, name.as_ptr(), version.as_ptr());
    }
    if found.is_null() {
        found = dlsym(RTLD_NEXT, name.as_ptr());
    }
    // Loaded with a library of the program's that nobody else is to see; or not loaded, since the runtime has what is needed of it.
    for (library, flags) in [(c"libstdc++.so.6", RTLD_LAZY | RTLD_NOLOAD), (c"libatomic.so.1", RTLD_LAZY)] {
        if found.is_null() {
            let handle = dlopen(library.as_ptr(), flags);
            found = if handle.is_null() { handle } else { dlsym(handle, name.as_ptr()) };
        }
    }
    if found.is_null() {
        say(name.to_str().unwrap_or("?"));
        fail("this function is not in any library that the program is linked with");
    }
    found
}

/// A lock for short sections of the runtime itself.
#[derive(Debug)]
pub struct Spin(AtomicU32);

impl Spin {
    pub const fn new() -> Spin {
        Spin(AtomicU32::new(0))
    }

    #[inline]
    pub fn lock(&self) {
        self.lock_as(1);
    }

    /// Locks it, with a number that is not 0 for who has it.
    #[inline]
    pub fn lock_as(&self, holder: u32) {
        let mut tries = 0u32;
        while self.0.compare_exchange(0, holder, Ordering::Acquire, Ordering::Relaxed).is_err() {
            while self.0.load(Ordering::Relaxed) != 0 {
                tries += 1;
                if tries.is_multiple_of(64) {
                    unsafe { sched_yield() };
                } else {
                    core::hint::spin_loop();
                }
            }
        }
    }

    /// Who has it; 0 if nobody.
    pub fn holder(&self) -> u32 {
        self.0.load(Ordering::Relaxed)
    }

    #[inline]
    pub fn unlock(&self) {
        self.0.store(0, Ordering::Release);
    }
}

impl Default for Spin {
    fn default() -> Self {
        Spin::new()
    }
}

/// The C library's function beneath one that the runtime replaces, found when first called.
#[macro_export]
macro_rules! real {
    ($name:ident: fn($($type:ty),*) -> $result:ty) => {
        $crate::real!($name, None, fn($($type),*) -> $result);
    };
    ($name:ident, $version:expr, fn($($type:ty),*) -> $result:ty) => {
        #[inline]
        pub(crate) unsafe fn $name() -> unsafe extern "C" fn($($type),*) -> $result {
            use core::sync::atomic::{AtomicPtr, Ordering};
            static FOUND: AtomicPtr<core::ffi::c_void> = AtomicPtr::new(core::ptr::null_mut());
            const NAME: &core::ffi::CStr =
                match core::ffi::CStr::from_bytes_with_nul(concat!(stringify!($name), "\0").as_bytes()) {
                    Ok(name) => name,
                    Err(_) => c"",
                };
            let mut found = FOUND.load(Ordering::Relaxed);
            if found.is_null() {
                found = $crate::sys::next(NAME, $version);
                FOUND.store(found, Ordering::Relaxed);
            }
            core::mem::transmute(found)
        }
    };
}
