//! Functions of the C library that do nothing between threads, but read or write memory of the program: a table.
//!
//! Sizes are those of the GNU C library on this machine. What is not here is in `crates/rt/interceptors.txt`, with why.

use super::outside::file_changes;
use super::signal::waited_for;
use super::text::length_up_to;
use super::touched::{self, each_part, moved, text};
use crate::library;
use core::ffi::c_int;

/// `struct tm`, `time_t`, `struct timespec` and `struct timeval`, `struct itimerval`, `struct stat`, `sigset_t`.
const TM: usize = 56;
const TIME: usize = 8;
const SPEC: usize = 16;
const TIMER: usize = 32;
const STAT: usize = 144;
const SET: usize = 128;

/// A size, if a call has succeeded.
fn done(result: c_int, size: usize) -> usize {
    if result == 0 { size } else { 0 }
}

/// A size, if there is a result.
fn some(result: usize, size: usize) -> usize {
    if result == 0 { 0 } else { size }
}

/// A text that a call has written, if it has a result.
unsafe fn some_text(result: usize, at: usize) -> usize {
    if result == 0 { 0 } else { text(at) }
}

/// A text up to its end or a size.
unsafe fn text_up_to(at: usize, most: usize) -> usize {
    if at == 0 { 0 } else { (length_up_to(at as *mut u8, most) + 1).min(most) }
}

/// Up to where a number was read: where it ends, and the byte that ended it.
unsafe fn up_to(at: usize, end: usize) -> usize {
    end.saturating_sub(at) + 1
}

unsafe fn word_at(at: usize) -> usize {
    if at == 0 { 0 } else { *(at as *const usize) }
}

unsafe fn int_at(at: usize) -> usize {
    if at == 0 { 0 } else { *(at as *const u32) as usize }
}

/// A wide text with its end.
unsafe fn wide(at: usize) -> usize {
    if at == 0 { 0 } else { (0..).find(|index| *(at as *const u32).add(*index) == 0).unwrap_or(0) * 4 + 4 }
}

/// An address of the Internet, by its family.
fn address(family: usize) -> usize {
    const INET6: usize = 10;
    if family as u32 as usize == INET6 { 16 } else { 4 }
}

/// Where a part of a text ends. If something was written there to cut it off, the rest is beyond it.
unsafe fn end_of(part: usize) -> usize {
    if part == 0 { usize::MAX } else { part + text(part) - 1 }
}

// Texts and blocks.
library! {
    strdup "rsi" (from: usize) -> usize, reads [from, text(from)];
    __strdup "rsi" (from: usize) -> usize, reads [from, text(from)];
    strndup "rdx" (from: usize, most: usize) -> usize, reads [from, text_up_to(from, most)];
    __strndup "rdx" (from: usize, most: usize) -> usize, reads [from, text_up_to(from, most)];
    strcasestr "rdx" (at: usize, wanted: usize) -> usize,
        looks |found| [at, if found == 0 { text(at) } else { found - at + text(wanted) - 1 }] [wanted, text(wanted)];
    strchrnul "rdx" (at: usize, byte: usize) -> usize, looks |end| [at, end - at + 1];
    strspn "rdx" (at: usize, set: usize) -> usize, looks |size| [at, size + 1] [set, text(set)];
    strcspn "rdx" (at: usize, set: usize) -> usize, looks |size| [at, size + 1] [set, text(set)];
    strpbrk "rdx" (at: usize, set: usize) -> usize,
        looks |found| [at, if found == 0 { text(at) } else { found - at + 1 }] [set, text(set)];
    strsep "rdx" (place: usize, set: usize) -> usize,
        reads [place, 8] [set, text(set)], looks |part| [part, text(part)],
        writes |part| [place, 8] [word_at(place).wrapping_sub(1), usize::from(part != 0 && word_at(place) != 0)];
    strtok_r "rcx" (at: usize, set: usize, place: usize) -> usize,
        reads [place, if at == 0 { 8 } else { 0 }] [set, text(set)], looks |part| [part, text(part)],
        writes |part| [place, 8] [end_of(part), usize::from(word_at(place) > end_of(part))];
    __strtok_r "rcx" (at: usize, set: usize, place: usize) -> usize,
        reads [place, if at == 0 { 8 } else { 0 }] [set, text(set)], looks |part| [part, text(part)],
        writes |part| [place, 8] [end_of(part), usize::from(word_at(place) > end_of(part))];
    strtok "rdx" (at: usize, set: usize) -> usize, reads [set, text(set)], looks |part| [part, text(part)];
    strxfrm "rcx" (to: usize, from: usize, most: usize) -> usize,
        reads [from, text(from)], writes |size| [to, (size + 1).min(most)];
    strcoll "rdx" (one: usize, other: usize) -> c_int, reads [one, text(one)] [other, text(other)];
    strerror_r "rcx" (code: usize, to: usize, room: usize) -> usize,
        writes |told| [to, if told == to { text(to) } else { 0 }];
    __xpg_strerror_r "rcx" (code: usize, to: usize, room: usize) -> c_int,
        writes |result| [to, if room > 0 { text(to) } else { 0 }];
    memmem "r8" (at: usize, size: usize, wanted: usize, length: usize) -> usize,
        looks |found| [at, if found == 0 { size } else { found - at + length }] [wanted, length];
    memrchr "rcx" (at: usize, byte: usize, size: usize) -> usize,
        looks |found| [if found == 0 { at } else { found }, if found == 0 { size } else { at + size - found }];
    mempcpy "rcx" (to: usize, from: usize, size: usize) -> usize, reads [from, size], writes |end| [to, size];
    __mempcpy "rcx" (to: usize, from: usize, size: usize) -> usize, reads [from, size], writes |end| [to, size];
    memccpy "r8" (to: usize, from: usize, byte: usize, size: usize) -> usize,
        looks |end| [from, if end == 0 { size } else { end - to }], writes |end| [to, if end == 0 { size } else { end - to }];
    bzero "rdx" (to: usize, size: usize) -> (), writes |nothing| [to, size];
    __bzero "rdx" (to: usize, size: usize) -> (), writes |nothing| [to, size];
    explicit_bzero "rdx" (to: usize, size: usize) -> (), writes |nothing| [to, size];
}

// Wide texts.
library! {
    wcslen "rsi" (at: usize) -> usize, looks |length| [at, 4 * length + 4];
    wcsnlen "rdx" (at: usize, most: usize) -> usize, looks |length| [at, 4 * (length + 1).min(most)];
    wcscpy "rdx" (to: usize, from: usize) -> usize, reads [from, wide(from)], writes |same| [to, wide(from)];
    wcscat "rdx" (to: usize, from: usize) -> usize,
        reads [to, wide(to)] [from, wide(from)], writes |same| [to + wide(to) - wide(from), wide(from)];
    wcsncat "rcx" (to: usize, from: usize, most: usize) -> usize, reads [to, wide(to)];
    wcscmp "rdx" (one: usize, other: usize) -> c_int,
        looks |result| [one, if result == 0 { wide(one) } else { 4 }] [other, if result == 0 { wide(other) } else { 4 }];
    wcsdup "rsi" (from: usize) -> usize, reads [from, wide(from)];
    wmemcpy "rcx" (to: usize, from: usize, count: usize) -> usize,
        reads [from, 4 * count], writes |same| [to, 4 * count];
    wmemset "rcx" (to: usize, value: usize, count: usize) -> usize, writes |same| [to, 4 * count];
    mbstowcs "rcx" (to: usize, from: usize, most: usize) -> isize,
        looks |count| [from, if (count as usize) < most { text(from) } else { 0 }],
        writes |count| [to, 4 * (moved(count) + usize::from(count >= 0)).min(most)];
    wcstombs "rcx" (to: usize, from: usize, most: usize) -> isize,
        looks |size| [from, if (size as usize) < most { wide(from) } else { 0 }],
        writes |size| [to, (moved(size) + usize::from(size >= 0)).min(most)];
    wctomb "rdx" (to: usize, value: usize) -> c_int, writes |size| [to, moved(size as isize)];
    wcrtomb "rcx" (to: usize, value: usize, state: usize) -> isize, writes |size| [to, moved(size)];
}

// Time.
library! {
    time "rsi" (to: usize) -> usize, writes |result| [to, TIME];
    clock_gettime "rdx" (clock: usize, to: usize) -> c_int, writes |result| [to, done(result, SPEC)];
    clock_getres "rdx" (clock: usize, to: usize) -> c_int, writes |result| [to, done(result, SPEC)];
    clock_settime "rdx" (clock: usize, from: usize) -> c_int, reads [from, SPEC];
    timespec_get "rdx" (to: usize, base: usize) -> c_int, writes |result| [to, some(result as usize, SPEC)];
    gettimeofday "rdx" (to: usize, zone: usize) -> c_int, writes |result| [to, done(result, SPEC)];
    settimeofday "rdx" (from: usize, zone: usize) -> c_int, reads [from, SPEC];
    localtime "rsi" (from: usize) -> usize, reads [from, TIME], writes |day| [day, TM];
    gmtime "rsi" (from: usize) -> usize, reads [from, TIME], writes |day| [day, TM];
    localtime_r "rdx" (from: usize, to: usize) -> usize, reads [from, TIME], writes |day| [day, TM];
    gmtime_r "rdx" (from: usize, to: usize) -> usize, reads [from, TIME], writes |day| [day, TM];
    asctime "rsi" (from: usize) -> usize, reads [from, TM], writes |told| [told, text(told)];
    asctime_r "rdx" (from: usize, to: usize) -> usize, reads [from, TM], writes |told| [told, text(told)];
    ctime "rsi" (from: usize) -> usize, reads [from, TIME], writes |told| [told, text(told)];
    ctime_r "rdx" (from: usize, to: usize) -> usize, reads [from, TIME], writes |told| [told, text(told)];
    mktime "rsi" (day: usize) -> isize, reads [day, TM], writes |result| [day, if result == -1 { 0 } else { TM }];
    timegm "rsi" (day: usize) -> isize, reads [day, TM], writes |result| [day, if result == -1 { 0 } else { TM }];
    strftime "r8" (to: usize, room: usize, format: usize, day: usize) -> usize,
        reads [format, text(format)] [day, TM], writes |size| [to, some(size, size + 1)];
    strptime "rcx" (from: usize, format: usize, to: usize) -> usize,
        reads [format, text(format)], looks |end| [from, some(end, end.saturating_sub(from))], writes |end| [to, some(end, TM)];
    nanosleep "rdx" (from: usize, left: usize) -> c_int, reads [from, SPEC], writes |result| [left, if result == 0 { 0 } else { SPEC }];
    clock_nanosleep "r8" (clock: usize, flags: usize, from: usize, left: usize) -> c_int, reads [from, SPEC];
    times "rsi" (to: usize) -> isize, writes |result| [to, 32];
    getitimer "rdx" (which: usize, to: usize) -> c_int, writes |result| [to, done(result, TIMER)];
    timer_gettime "rdx" (timer: usize, to: usize) -> c_int, writes |result| [to, done(result, TIMER)];
    timerfd_gettime "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, TIMER)];
}

// Files and the system.
library! {
    stat "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, STAT)];
    stat64 "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, STAT)];
    lstat "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, STAT)];
    lstat64 "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, STAT)];
    fstat "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, STAT)];
    fstat64 "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, STAT)];
    fstatat "r8" (fd: usize, path: usize, to: usize, flags: usize) -> c_int,
        reads [path, text(path)], writes |result| [to, done(result, STAT)];
    statfs "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, 120)];
    fstatfs "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, 120)];
    statfs64 "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, 120)];
    fstatfs64 "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, 120)];
    statvfs64 "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, 112)];
    fstatvfs64 "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, 112)];
    statvfs "rdx" (path: usize, to: usize) -> c_int, reads [path, text(path)], writes |result| [to, done(result, 112)];
    fstatvfs "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, 112)];
    getcwd "rdx" (to: usize, room: usize) -> usize, writes |told| [to, some_text(told, to)];
    realpath "rdx" (path: usize, to: usize) -> usize, reads [path, text(path)], writes |told| [to, some_text(told, to)];
    canonicalize_file_name "rsi" (path: usize) -> usize, reads [path, text(path)];
    readlink "rcx" (path: usize, to: usize, room: usize) -> isize,
        reads [path, text(path)], writes |size| [to, moved(size)];
    readlinkat "r8" (fd: usize, path: usize, to: usize, room: usize) -> isize,
        reads [path, text(path)], writes |size| [to, moved(size)];
    unlink "rsi" (path: usize) -> c_int, first file_changes, reads [path, text(path)];
    rmdir "rsi" (path: usize) -> c_int, first file_changes, reads [path, text(path)];
    mkdir "rdx" (path: usize, mode: usize) -> c_int, first file_changes, reads [path, text(path)];
    rename "rdx" (from: usize, to: usize) -> c_int, first file_changes, reads [from, text(from)] [to, text(to)];
    remove "rsi" (path: usize) -> c_int, first file_changes, reads [path, text(path)];
    unlinkat "rcx" (fd: usize, path: usize, flags: usize) -> c_int, first file_changes, reads [path, text(path)];
    mkdirat "rcx" (fd: usize, path: usize, mode: usize) -> c_int, first file_changes, reads [path, text(path)];
    mkdtemp "rsi" (path: usize) -> usize, first file_changes, reads [path, text(path)], writes |made| [made, some_text(made, made)];
    mkfifo "rdx" (path: usize, mode: usize) -> c_int, first file_changes, reads [path, text(path)];
    renameat "r8" (one: usize, from: usize, other: usize, to: usize) -> c_int, first file_changes,
        reads [from, text(from)] [to, text(to)];
    renameat2 "r9" (one: usize, from: usize, other: usize, to: usize, flags: usize) -> c_int, first file_changes,
        reads [from, text(from)] [to, text(to)];
    link "rdx" (from: usize, to: usize) -> c_int, first file_changes, reads [from, text(from)] [to, text(to)];
    linkat "r9" (one: usize, from: usize, other: usize, to: usize, flags: usize) -> c_int, first file_changes,
        reads [from, text(from)] [to, text(to)];
    symlink "rdx" (from: usize, to: usize) -> c_int, first file_changes, reads [from, text(from)] [to, text(to)];
    symlinkat "rcx" (from: usize, other: usize, to: usize) -> c_int, first file_changes,
        reads [from, text(from)] [to, text(to)];
    truncate "rdx" (path: usize, size: usize) -> c_int, first file_changes, reads [path, text(path)];
    truncate64 "rdx" (path: usize, size: usize) -> c_int, first file_changes, reads [path, text(path)];
    ftruncate "rdx" (fd: usize, size: usize) -> c_int, first file_changes;
    ftruncate64 "rdx" (fd: usize, size: usize) -> c_int, first file_changes;
    chmod "rdx" (path: usize, mode: usize) -> c_int, first file_changes, reads [path, text(path)];
    fchmod "rdx" (fd: usize, mode: usize) -> c_int, first file_changes;
    utimensat "r8" (fd: usize, path: usize, times: usize, flags: usize) -> c_int, first file_changes,
        reads [path, text(path)] [times, 2 * SPEC];
    futimens "rdx" (fd: usize, times: usize) -> c_int, first file_changes, reads [times, 2 * SPEC];
    chdir "rsi" (path: usize) -> c_int, reads [path, text(path)];
    access "rdx" (path: usize, mode: usize) -> c_int, reads [path, text(path)];
    opendir "rsi" (path: usize) -> usize, reads [path, text(path)];
    readdir "rsi" (directory: usize) -> usize, writes |entry| [entry, entry_size(entry)];
    readdir64 "rsi" (directory: usize) -> usize, writes |entry| [entry, entry_size(entry)];
    uname "rsi" (to: usize) -> c_int, writes |result| [to, done(result, 390)];
    gethostname "rdx" (to: usize, room: usize) -> c_int, writes |result| [to, if result == 0 { text_up_to(to, room) } else { 0 }];
    sysinfo "rsi" (to: usize) -> c_int, writes |result| [to, done(result, 112)];
    getloadavg "rdx" (to: usize, count: usize) -> c_int, writes |result| [to, 8 * moved(result as isize)];
    getrandom "rcx" (to: usize, size: usize, flags: usize) -> isize, writes |result| [to, moved(result)];
    getentropy "rdx" (to: usize, size: usize) -> c_int, writes |result| [to, done(result, size)];
    getgroups "rdx" (count: usize, to: usize) -> c_int, writes |result| [if count == 0 { 0 } else { to }, 4 * moved(result as isize)];
    getresuid "rcx" (one: usize, two: usize, three: usize) -> c_int,
        writes |result| [one, done(result, 4)] [two, done(result, 4)] [three, done(result, 4)];
    getresgid "rcx" (one: usize, two: usize, three: usize) -> c_int,
        writes |result| [one, done(result, 4)] [two, done(result, 4)] [three, done(result, 4)];
    getrusage "rdx" (who: usize, to: usize) -> c_int, writes |result| [to, done(result, 144)];
    sched_getaffinity "rcx" (process: usize, size: usize, to: usize) -> c_int, writes |result| [to, done(result, size)];
    wait "rsi" (to: usize) -> c_int, writes |process| [to, if process > 0 { 4 } else { 0 }],
        then waited_for;
    waitpid "rcx" (process: usize, to: usize, flags: usize) -> c_int, writes |process| [to, if process > 0 { 4 } else { 0 }],
        then waited_for;
    wait3 "rcx" (to: usize, flags: usize, used: usize) -> c_int,
        writes |process| [to, if process > 0 { 4 } else { 0 }] [used, if process > 0 { 144 } else { 0 }],
        then waited_for;
    wait4 "r8" (process: usize, to: usize, flags: usize, used: usize) -> c_int,
        writes |process| [to, if process > 0 { 4 } else { 0 }] [used, if process > 0 { 144 } else { 0 }],
        then waited_for;
    sem_getvalue "rdx" (semaphore: usize, to: usize) -> c_int, writes |result| [to, done(result, 4)];
    getxattr "r8" (path: usize, name: usize, to: usize, room: usize) -> isize,
        reads [path, text(path)] [name, text(name)], writes |size| [if room == 0 { 0 } else { to }, moved(size)];
    fgetxattr "r8" (fd: usize, name: usize, to: usize, room: usize) -> isize,
        reads [name, text(name)], writes |size| [if room == 0 { 0 } else { to }, moved(size)];
    tcgetattr "rdx" (fd: usize, to: usize) -> c_int, writes |result| [to, done(result, 60)];
}

/// The length of an entry of a directory is behind two words.
unsafe fn entry_size(entry: usize) -> usize {
    if entry == 0 { 0 } else { usize::from(*((entry + 16) as *const u16)) }
}

// Descriptors: what is read and written without being a channel.
library! {
    pread "r8" (fd: usize, to: usize, size: usize, at: usize) -> isize, writes |result| [to, moved(result)];
    pread64 "r8" (fd: usize, to: usize, size: usize, at: usize) -> isize, writes |result| [to, moved(result)];
    __pread_chk "r9" (fd: usize, to: usize, size: usize, at: usize, room: usize) -> isize, writes |result| [to, moved(result)];
    __pread64_chk "r9" (fd: usize, to: usize, size: usize, at: usize, room: usize) -> isize, writes |result| [to, moved(result)];
    pwrite "r8" (fd: usize, from: usize, size: usize, at: usize) -> isize, first file_changes, reads [from, size];
    pwrite64 "r8" (fd: usize, from: usize, size: usize, at: usize) -> isize, first file_changes, reads [from, size];
}

/// Functions that read or write a list of buffers at a place in a file.
macro_rules! vectors {
    ($($kind:ident $name:ident $register:literal ($($more:ident),*);)*) => {
        $(
            pub unsafe extern "C" fn $name(fd: usize, list: usize, count: usize, $($more: usize,)* pc: u64) -> isize {
                crate::real!($name: fn(usize, usize, usize, $(vectors!(# $more)),*) -> isize);
                let result;
                vectors!(@ $kind result $name()(fd, list, count, $($more),*), list, count, pc);
                result
            }
            crate::named_entries! { $name, $register => $name; }
        )*
    };
    (@ puts $result:ident $call:expr, $list:ident, $count:ident, $pc:ident) => {
        parts_read($list, $count, $pc);
        file_changes($pc);
        $result = $call;
    };
    (@ takes $result:ident $call:expr, $list:ident, $count:ident, $pc:ident) => {
        $result = $call;
        parts_written($list, $count, moved($result), $pc);
    };
    (# $argument:ident) => { usize };
}

pub(super) unsafe fn parts_read(list: usize, count: usize, pc: u64) {
    super::touched::reads(list, 16 * count, pc);
    each_part(list, count, usize::MAX, |at, size| unsafe { super::touched::reads(at, size, pc) });
}

pub(super) unsafe fn parts_written(list: usize, count: usize, most: usize, pc: u64) {
    super::touched::reads(list, 16 * count, pc);
    each_part(list, count, most, |at, size| unsafe { super::touched::writes(at, size, pc) });
}

vectors! {
    takes preadv "r8" (at);
    takes preadv64 "r8" (at);
    takes preadv2 "r9" (at, flags);
    puts pwritev "r8" (at);
    puts pwritev64 "r8" (at);
    puts pwritev2 "r9" (at, flags);
}

// Users and terminals, with room that the caller gives.
library! {
    getpwnam_r "r9" (name: usize, to: usize, room: usize, size: usize, found: usize) -> c_int,
        reads [name, text(name)], writes |result| [to, done(result, 48)] [found, 8];
    getpwuid_r "r9" (id: usize, to: usize, room: usize, size: usize, found: usize) -> c_int,
        writes |result| [to, done(result, 48)] [found, 8];
    getgrnam_r "r9" (name: usize, to: usize, room: usize, size: usize, found: usize) -> c_int,
        reads [name, text(name)], writes |result| [to, done(result, 32)] [found, 8];
    getgrgid_r "r9" (id: usize, to: usize, room: usize, size: usize, found: usize) -> c_int,
        writes |result| [to, done(result, 32)] [found, 8];
    ttyname_r "rcx" (fd: usize, to: usize, room: usize) -> c_int, writes |result| [to, if result == 0 { text(to) } else { 0 }];
    ptsname_r "rcx" (fd: usize, to: usize, room: usize) -> c_int, writes |result| [to, if result == 0 { text(to) } else { 0 }];
    tmpnam_r "rsi" (to: usize) -> usize, writes |told| [told, text(told)];
    iconv "r9" (how: usize, from: usize, left: usize, to: usize, room: usize) -> usize,
        reads [from, 8] [left, 8] [to, 8] [room, 8] [word_at(from), word_at(left)],
        writes |result| [from, 8] [left, 8] [to, 8] [room, 8];
}

/// `waitid`. Whoever it was is told in the `siginfo_t`, or nobody (0) where nobody was waited for.
pub unsafe extern "C" fn wait_for_one(kind: usize, id: usize, to: usize, flags: usize, pc: u64) -> c_int {
    const PROCESS: usize = 16;
    crate::real!(waitid: fn(usize, usize, usize, usize) -> c_int);
    let mut own = [0u64; 16];
    let told = if to == 0 { own.as_mut_ptr() as usize } else { to };
    let result = waitid()(kind, id, told, flags);
    if result == 0 {
        touched::writes(to, 128, pc);
        waited_for(*((told + PROCESS) as *const c_int), pc);
    }
    result
}

crate::entries! {
    "waitid", "r8" => wait_for_one;
}

// Addresses of the net.
library! {
    inet_ntop "r8" (family: usize, from: usize, to: usize, room: usize) -> usize,
        reads [from, address(family)], writes |told| [told, text(told)];
    inet_pton "rcx" (family: usize, from: usize, to: usize) -> c_int,
        reads [from, text(from)], writes |result| [to, if result == 1 { address(family) } else { 0 }];
    inet_aton "rdx" (from: usize, to: usize) -> c_int, reads [from, text(from)], writes |result| [to, some(result as usize, 4)];
    getaddrinfo "r8" (node: usize, service: usize, hints: usize, to: usize) -> c_int,
        reads [node, text(node)] [service, text(service)] [hints, 48], writes |result| [to, done(result, 8)];
    bind "rcx" (fd: usize, from: usize, size: usize) -> c_int, reads [from, size as u32 as usize];
    getsockname "rcx" (fd: usize, to: usize, size: usize) -> c_int,
        reads [size, 4], writes |result| [to, done(result, int_at(size))] [size, done(result, 4)];
    getpeername "rcx" (fd: usize, to: usize, size: usize) -> c_int,
        reads [size, 4], writes |result| [to, done(result, int_at(size))] [size, done(result, 4)];
    getsockopt "r9" (fd: usize, level: usize, option: usize, to: usize, size: usize) -> c_int,
        reads [size, 4], writes |result| [to, done(result, int_at(size))] [size, done(result, 4)];
    setsockopt "r9" (fd: usize, level: usize, option: usize, from: usize, size: usize) -> c_int, reads [from, size as u32 as usize];
    if_indextoname "rdx" (index: usize, to: usize) -> usize, writes |told| [told, text(told)];
    if_nametoindex "rsi" (name: usize) -> u32, reads [name, text(name)];
}

// Sets of signals.
library! {
    sigemptyset "rsi" (to: usize) -> c_int, writes |result| [to, SET];
    sigfillset "rsi" (to: usize) -> c_int, writes |result| [to, SET];
    sigandset "rcx" (to: usize, one: usize, other: usize) -> c_int, reads [one, SET] [other, SET], writes |result| [to, SET];
    sigorset "rcx" (to: usize, one: usize, other: usize) -> c_int, reads [one, SET] [other, SET], writes |result| [to, SET];
    sigpending "rsi" (to: usize) -> c_int, writes |result| [to, done(result, 8)];
    sigprocmask "rcx" (how: usize, from: usize, to: usize) -> c_int, reads [from, 8], writes |result| [to, done(result, 8)];
    pthread_sigmask "rcx" (how: usize, from: usize, to: usize) -> c_int, reads [from, 8], writes |result| [to, done(result, 8)];
}

// Numbers.
library! {
    frexp "rsi" (number: f64, to: usize) -> f64, writes |part| [to, 4];
    frexpf "rsi" (number: f32, to: usize) -> f32, writes |part| [to, 4];
    modf "rsi" (number: f64, to: usize) -> f64, writes |part| [to, 8];
    modff "rsi" (number: f32, to: usize) -> f32, writes |part| [to, 4];
    remquo "rsi" (number: f64, by: f64, to: usize) -> f64, writes |rest| [to, 4];
    remquof "rsi" (number: f32, by: f32, to: usize) -> f32, writes |rest| [to, 4];
    lgamma_r "rsi" (number: f64, to: usize) -> f64, writes |result| [to, 4];
    lgammaf_r "rsi" (number: f32, to: usize) -> f32, writes |result| [to, 4];
    sincos "rdx" (number: f64, to: usize, other: usize) -> (), writes |nothing| [to, 8] [other, 8];
    sincosf "rdx" (number: f32, to: usize, other: usize) -> (), writes |nothing| [to, 4] [other, 4];
    drand48_r "rdx" (state: usize, to: usize) -> c_int, reads [state, 24], writes |result| [state, 24] [to, 8];
    lrand48_r "rdx" (state: usize, to: usize) -> c_int, reads [state, 24], writes |result| [state, 24] [to, 8];
    random_r "rdx" (state: usize, to: usize) -> c_int, reads [state, 48], writes |result| [state, 48] [to, 4];
    rand_r "rsi" (state: usize) -> c_int, reads [state, 4], writes |result| [state, 4];
    qsort "r8" (array: usize, count: usize, size: usize, compare: usize) -> (),
        reads [array, count * size], writes |nothing| [array, count * size];
    qsort_r "r9" (array: usize, count: usize, size: usize, compare: usize, argument: usize) -> (),
        reads [array, count * size], writes |nothing| [array, count * size];
}

/// Functions that read a number from a text: as far as they looked, which they tell.
macro_rules! numbers {
    ($($name:ident $register:literal ($($base:ident)?) -> $result:ty;)*) => {
        $(
            pub unsafe extern "C" fn $name(at: usize, end: usize, $($base: usize,)? pc: u64) -> $result {
                crate::real!($name: fn(usize, usize $(, vectors!(# $base))?) -> $result);
                let mut stop = at;
                let result = $name()(at, &raw mut stop as usize $(, $base)?);
                super::touched::reads(at, up_to(at, stop), pc);
                if end != 0 {
                    *(end as *mut usize) = stop;
                    super::touched::writes(end, 8, pc);
                }
                result
            }
            crate::named_entries! { $name, $register => $name; }
        )*
    };
}

numbers! {
    strtol "rcx" (base) -> i64;
    strtoll "rcx" (base) -> i64;
    strtoul "rcx" (base) -> u64;
    strtoull "rcx" (base) -> u64;
    strtoimax "rcx" (base) -> i64;
    strtoumax "rcx" (base) -> u64;
    __isoc23_strtol "rcx" (base) -> i64;
    __isoc23_strtoll "rcx" (base) -> i64;
    __isoc23_strtoul "rcx" (base) -> u64;
    __isoc23_strtoull "rcx" (base) -> u64;
    __isoc23_strtoimax "rcx" (base) -> i64;
    __isoc23_strtoumax "rcx" (base) -> u64;
    strtod "rdx" () -> f64;
    strtof "rdx" () -> f32;
}

/// The same without telling how far.
pub unsafe extern "C" fn to_int(at: usize, pc: u64) -> c_int {
    strtol(at, 0, 10, pc) as c_int
}

pub unsafe extern "C" fn to_long(at: usize, pc: u64) -> i64 {
    strtol(at, 0, 10, pc)
}

pub unsafe extern "C" fn to_double(at: usize, pc: u64) -> f64 {
    strtod(at, 0, pc)
}

crate::entries! {
    "atoi", "rsi" => to_int;
    "atol", "rsi" => to_long;
    "atoll", "rsi" => to_long;
    "atof", "rsi" => to_double;
}
