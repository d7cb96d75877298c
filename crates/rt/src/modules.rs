//! Program counters as location numbers.
//!
//! The executable and each shared library get a range of the 32-bit numbers, in which a location is its address relative
//! to where the module was loaded. The executable's range begins at 0. Where ranges begin is told in the table of names
//! (namespace 0): the number at which it begins has the module's path as its name, and that number plus 2^32 its load
//! address in hexadecimal. So any location can be resolved later, and the hot path is a subtraction.

use crate::elf::Dynamic;
use crate::output;
use crate::sys::{self, Phdr, PhdrInfo, Pointer, Spin};
use crate::wire::Collector;
use core::ffi::c_int;
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};

/// Modules known at most; what is in others has location 0.
const MODULES: usize = 256;

#[derive(Debug)]
struct Module {
    base: AtomicU64,
    /// Bytes from `base` to the end.
    span: AtomicU64,
    start: AtomicU32,
    /// Where its path is in [`PATHS`], and how long it is.
    path: AtomicU32,
    path_length: AtomicU32,
    /// Some of it is instrumented.
    is_recorded: AtomicBool,
    /// What it has the C library do is done for who calls it: instrumented, or the C++ library.
    is_judged: AtomicBool,
}

impl Module {
    const fn new() -> Module {
        Module {
            base: AtomicU64::new(0),
            span: AtomicU64::new(0),
            start: AtomicU32::new(0),
            path: AtomicU32::new(0),
            path_length: AtomicU32::new(0),
            is_recorded: AtomicBool::new(false),
            is_judged: AtomicBool::new(false),
        }
    }
}

static TABLE: [Module; MODULES] = [const { Module::new() }; MODULES];
/// Paths one after another: a library may be unloaded before its name is written.
static PATHS: [AtomicU8; 1 << 16] = [const { AtomicU8::new(0) }; 1 << 16];
static PATHS_LENGTH: AtomicU32 = AtomicU32::new(0);
/// Modules whose names have been written.
static ANNOUNCED: AtomicU32 = AtomicU32::new(0);
static COUNT: AtomicU32 = AtomicU32::new(0);
/// The executable's, for the hot path.
static BASE: AtomicU64 = AtomicU64::new(0);
static SPAN: AtomicU64 = AtomicU64::new(0);
static SCAN: Spin = Spin::new();
/// Lookups that failed; after many no more scans are made for them.
static MISSES: AtomicU32 = AtomicU32::new(0);

/// The number of the call that returns to `pc`.
#[inline(always)]
pub fn location(pc: u64) -> u32 {
    let relative = pc.wrapping_sub(1).wrapping_sub(BASE.load(Ordering::Relaxed));
    if relative < SPAN.load(Ordering::Relaxed) {
        return relative as u32;
    }
    elsewhere(pc).map_or(0, |(low, _, start)| start.wrapping_add(pc.wrapping_sub(low)) as u32)
}

/// For return addresses in the executable: the lowest, how many there are, and the location of the lowest.
pub fn executable() -> (u64, u64, u64) {
    (BASE.load(Ordering::Relaxed) + 1, SPAN.load(Ordering::Relaxed), 0)
}

/// The same for the module that a return address is in, if it is known or becomes so.
#[cold]
pub fn elsewhere(pc: u64) -> Option<(u64, u64, u64)> {
    if pc == 0 {
        return None;
    }
    find(pc).or_else(|| {
        if MISSES.fetch_add(1, Ordering::Relaxed) < 1000 {
            scan();
        }
        find(pc)
    })
}

fn module_of(pc: u64) -> Option<&'static Module> {
    let count = COUNT.load(Ordering::Acquire) as usize;
    TABLE.iter().take(count).find(|module| {
        let (low, span) = (module.base.load(Ordering::Relaxed) + 1, module.span.load(Ordering::Relaxed));
        pc.wrapping_sub(low) < span
    })
}

fn find(pc: u64) -> Option<(u64, u64, u64)> {
    module_of(pc).map(|module| {
        let (low, span) = (module.base.load(Ordering::Relaxed) + 1, module.span.load(Ordering::Relaxed));
        (low, span, u64::from(module.start.load(Ordering::Relaxed)))
    })
}

/// Whether a return address is in a library that is not instrumented. What is part of the executable counts as instrumented.
#[inline(always)]
pub fn is_plain(pc: u64) -> bool {
    pc.wrapping_sub(1).wrapping_sub(BASE.load(Ordering::Relaxed)) >= SPAN.load(Ordering::Relaxed)
        && is_plain_library(pc)
}

#[cold]
#[inline(never)]
fn is_plain_library(pc: u64) -> bool {
    elsewhere(pc).is_some() && module_of(pc).is_some_and(|module| !module.is_recorded.load(Ordering::Relaxed))
}

/// Whether what the C library does for who is called from there counts (see `intercept::touched`).
#[inline(always)]
pub fn is_judged(pc: u64) -> bool {
    pc.wrapping_sub(1).wrapping_sub(BASE.load(Ordering::Relaxed)) < SPAN.load(Ordering::Relaxed)
        || is_judged_library(pc)
}

#[cold]
#[inline(never)]
fn is_judged_library(pc: u64) -> bool {
    elsewhere(pc).is_some() && module_of(pc).is_some_and(|module| module.is_judged.load(Ordering::Relaxed))
}

/// Calls `act` with where each module is that was not known before, and how long it is.
pub fn each_new(mut act: impl FnMut(u64, u64)) {
    let before = COUNT.load(Ordering::Acquire) as usize;
    scan();
    let count = COUNT.load(Ordering::Acquire) as usize;
    for module in TABLE.iter().take(count).skip(before) {
        act(module.base.load(Ordering::Relaxed), module.span.load(Ordering::Relaxed));
    }
}

/// Looks for modules that are not known yet, and writes their names.
pub fn scan() {
    let _errno = sys::KeepErrno::new();
    let _signals = sys::NoSignals::new();
    SCAN.lock();
    unsafe { sys::dl_iterate_phdr(add, core::ptr::null_mut()) };
    SCAN.unlock();
    output::write_module_names();
}

/// In the child after a fork: nobody else scans, and its own trace has no names yet.
pub fn restart_in_child() {
    SCAN.unlock();
    ANNOUNCED.store(0, Ordering::Relaxed);
}

unsafe fn span(info: &PhdrInfo) -> u64 {
    const PT_LOAD: u32 = 1;
    let headers: &[Phdr] = core::slice::from_raw_parts(info.headers, usize::from(info.n_headers));
    let loaded = headers.iter().filter(|header| header.kind == PT_LOAD);
    loaded.map(|header| header.address.saturating_add(header.memory_size)).max().unwrap_or(0)
}

/// Whether a module has names of instrumentation among those that it wants to have found.
unsafe fn calls_runtime(info: &PhdrInfo) -> bool {
    let Some(dynamic) = Dynamic::of(info) else { return false };
    const NAME: &[u8] = b"__tsan_init";
    let strings = core::slice::from_raw_parts(dynamic.strings as *const u8, dynamic.strings_size as usize);
    let mut places = strings.windows(NAME.len());
    places.any(|place| place[0] == NAME[0] && place.iter().zip(NAME).all(|(a, b)| a == b))
}

fn position(base: u64, span: u64) -> Option<usize> {
    let count = COUNT.load(Ordering::Relaxed) as usize;
    TABLE.iter().take(count).position(|module| {
        module.base.load(Ordering::Relaxed) == base && module.span.load(Ordering::Relaxed) == span
    })
}

unsafe extern "C" fn add(info: *const PhdrInfo, _size: usize, _data: Pointer) -> c_int {
    let info = &*info;
    let span = span(info);
    let count = COUNT.load(Ordering::Relaxed) as usize;
    if span == 0 || position(info.base, span).is_some() || count >= MODULES {
        return 0;
    }
    let start = match count.checked_sub(1).and_then(|last| TABLE.get(last)) {
        Some(last) => {
            let end = u64::from(last.start.load(Ordering::Relaxed)) + last.span.load(Ordering::Relaxed);
            end.next_multiple_of(4096)
        }
        None => 0,
    };
    let (Ok(start), Some(module)) = (u32::try_from(start), TABLE.get(count)) else { return 0 };
    if u64::from(start) + span > u64::from(u32::MAX) {
        return 0;
    }
    module.base.store(info.base, Ordering::Relaxed);
    module.span.store(span, Ordering::Relaxed);
    module.start.store(start, Ordering::Relaxed);
    let is_recorded = calls_runtime(info);
    module.is_recorded.store(is_recorded, Ordering::Relaxed);
    let is_judged = is_recorded || is_cpp_library(sys::bytes_of(info.name));
    module.is_judged.store(is_judged, Ordering::Relaxed);
    if count == 0 {
        BASE.store(info.base, Ordering::Relaxed);
        SPAN.store(span, Ordering::Relaxed);
    }
    keep_path(module, sys::bytes_of(info.name), count == 0);
    COUNT.store(count as u32 + 1, Ordering::Release);
    0
}

fn is_cpp_library(path: &[u8]) -> bool {
    let file = path.rsplit(|byte| *byte == b'/').next().unwrap_or(path);
    let begins = |name: &[u8]| file.get(..name.len()).is_some_and(|start| sys::are_same(start, name));
    begins(b"libstdc++.") || begins(b"libc++.")
}

/// Copies a module's path; the executable's comes without a name.
unsafe fn keep_path(module: &Module, name: &[u8], is_executable: bool) {
    let mut path = [0u8; 4096];
    let mut name = name;
    if is_executable && name.is_empty() {
        let length = sys::readlink(c"/proc/self/exe".as_ptr(), path.as_mut_ptr().cast(), path.len());
        name = path.get(..usize::try_from(length).unwrap_or(0)).unwrap_or(&[]);
    }
    let start = PATHS_LENGTH.load(Ordering::Relaxed);
    let Some(room) = PATHS.get(start as usize..start as usize + name.len()) else { return };
    for (to, from) in room.iter().zip(name) {
        to.store(*from, Ordering::Relaxed);
    }
    module.path.store(start, Ordering::Relaxed);
    module.path_length.store(name.len() as u32, Ordering::Relaxed);
    PATHS_LENGTH.store(start + name.len() as u32, Ordering::Relaxed);
}

/// Calls `write` with table entries (two names) for each module that has none in the trace yet. One caller at a time.
pub fn unannounced(mut write: impl FnMut(&[u8], u32)) {
    let count = COUNT.load(Ordering::Acquire);
    let from = ANNOUNCED.swap(count, Ordering::Relaxed);
    for module in TABLE.iter().take(count as usize).skip(from as usize) {
        let start = u64::from(module.start.load(Ordering::Relaxed));
        let path = module.path.load(Ordering::Relaxed) as usize;
        let length = module.path_length.load(Ordering::Relaxed) as usize;
        let mut bytes = [0u8; 4200];
        let mut names = Collector::new(&mut bytes);
        names.byte(0);
        names.number(start);
        names.number(length as u64);
        for byte in PATHS.iter().skip(path).take(length) {
            names.byte(byte.load(Ordering::Relaxed));
        }
        names.byte(0);
        names.number(start + (1 << 32));
        names.text(&hexadecimal(module.base.load(Ordering::Relaxed)));
        if let Some(names) = names.finish() {
            write(names, 2);
        }
    }
}

fn hexadecimal(number: u64) -> [u8; 16] {
    let digit = |index: usize| b"0123456789abcdef"[(number >> (60 - 4 * index) & 15) as usize];
    core::array::from_fn(digit)
}
