//! Threads that tell each other by pipes, sockets and eventfds.
//!
//! What comes out of a descriptor was put in before: `write`, `send`, `close` … release, `read`, `recv`, `poll` … acquire. A
//! channel (`crate::channels`) has two places of its own. Putting in is logged as an atomic update of the first, before the
//! call; taking out, after the call, as an atomic read of the first and an atomic update of the second. So in every
//! reordering a call takes out what was there when it did, and those who take out do so in the same order; but who puts
//! something in need not wait for what was taken out before. If another thread was about to put something in, the read
//! seems to come after that, too: more order, never less.
//!
//! A number is given out again only after it was closed: what was done before `close` comes before what is done with the
//! new descriptor of that number (servers keep connections in tables by number). So each number has a place, too.
//!
//! Files and terminals do not make anybody wait, and are not logged. Calls that fail are not logged, as with locks.
//! The runtime's own descriptors are not the program's to close.

use super::library::{parts_read, parts_written};
use super::outside;
use super::touched::{self, moved};
use crate::channels::{self, Channel};
use crate::edge::{self, is_recorded};
use crate::misuse::Expecting;
use crate::sys::{self, Pointer};
use crate::{entries, output, plain_entries, real, shadow};
use core::ffi::c_int;

/// Something is about to be put into the channel.
pub(super) unsafe fn give(channel: Option<Channel>, pc: u64) {
    if let Some(channel) = channel {
        edge::give(channel.given(), pc);
    }
}

/// The thread knows that something was put in, and leaves it there.
pub(super) unsafe fn notice(channel: Option<Channel>, pc: u64) {
    if let Some(channel) = channel {
        edge::notice(channel.given(), pc);
        channel.feeders().for_each(|feeder| edge::notice(feeder.given(), pc));
    }
}

/// Something was taken out.
pub(super) unsafe fn take(channel: Option<Channel>, pc: u64) {
    notice(channel, pc);
    if let Some(channel) = channel {
        edge::pass(channel.taken(), pc);
    }
}

/// Descriptors that are looked at.
const NUMBERS: usize = 1 << 12;

// A byte for each number, under a name that reports can show.
#[cfg(feature = "runtime")]
core::arch::global_asm!(
    ".pushsection .bss.file_descriptor,\"aw\",@nobits",
    ".weak file_descriptor",
    ".type file_descriptor,@object",
    ".size file_descriptor, 4096",
    "file_descriptor: .zero 4096",
    ".popsection",
);

#[cfg(feature = "runtime")]
unsafe extern "C" {
    static file_descriptor: [u8; NUMBERS];
}

#[cfg(not(feature = "runtime"))]
#[allow(non_upper_case_globals)]
static file_descriptor: [u8; NUMBERS] = [0; NUMBERS];

/// What stands for a descriptor: using it reads that, closing it writes it, and a new one of the same number is a new place.
#[allow(unused_unsafe)]
fn place_of(fd: c_int) -> Option<usize> {
    let fd = usize::try_from(fd).ok().filter(|fd| *fd < NUMBERS)?;
    Some(unsafe { &raw const file_descriptor } as usize + fd)
}

/// A descriptor is used.
#[inline]
pub(super) unsafe fn used(fd: c_int, pc: u64) {
    if let Some(place) = place_of(fd) {
        touched::reads(place, 1, pc);
    }
}

#[inline]
pub(super) unsafe fn before_put(fd: c_int, pc: u64) {
    if is_recorded() {
        give(channels::of(fd), pc);
        outside::before_put(fd, pc);
    }
}

#[inline]
pub(super) unsafe fn after_take(result: isize, fd: c_int, pc: u64) -> isize {
    if result >= 0 && is_recorded() {
        take(channels::of(fd), pc);
        outside::after_take(fd, pc);
        super::signal::after_read(fd, pc);
    }
    result
}

/// Calls on one descriptor with two to four more arguments, which are passed on; then what they read and write of the program's memory.
macro_rules! transfers {
    ($($kind:ident $function:ident $name:ident ($($argument:ident),*) -> $result:ty
        $(, reads [$from:expr, $length:expr])? $(, writes |$value:ident| $([$to:expr, $size:expr])+)?
        $(, by $by:ident($list:expr, $count:expr))?;)*) => {
        $(
            pub unsafe extern "C" fn $function(fd: c_int, $($argument: usize,)* pc: u64) -> $result {
                real!($name: fn(c_int, $(transfers!(# $argument)),*) -> $result);
                used(fd, pc);
                $(touched::reads($from, $length, pc);)?
                transfers!(@ before $kind fd, pc, $($by($list, $count))?);
                // Some return an `int`, whose upper half is undefined.
                let result = $name()(fd, $($argument),*);
                transfers!(@ after $kind fd, pc, result, $($by($list, $count))?);
                $(
                    let $value = result;
                    $(touched::writes($to, $size, pc);)+
                )?
                result
            }
        )*
    };
    (@ before put $fd:ident, $pc:ident, $($by:ident($list:expr, $count:expr))?) => {
        $($by($list, $count, usize::MAX, false, $pc);)?
        before_put($fd, $pc);
    };
    (@ after take $fd:ident, $pc:ident, $result:ident, $($by:ident($list:expr, $count:expr))?) => {
        after_take($result as isize, $fd, $pc);
        $($by($list, $count, moved($result as isize), true, $pc);)?
    };
    (@ $when:ident $kind:ident $($rest:tt)*) => {};
    (# $argument:ident) => { usize };
}

/// A list of buffers that is read, or written as far as that many bytes go.
unsafe fn parts(list: usize, count: usize, most: usize, are_written: bool, pc: u64) {
    if are_written { parts_written(list, count, most, pc) } else { parts_read(list, count, pc) }
}

/// `struct msghdr`: an address, and a list of buffers.
unsafe fn message(at: usize, _one: usize, most: usize, are_written: bool, pc: u64) {
    const ADDRESS: usize = 0;
    const LIST: usize = 2;
    const CONTROL: usize = 4;
    let words = at as *const usize;
    let (address, length) = (*words.add(ADDRESS), *words.add(ADDRESS + 1) as u32 as usize);
    if !are_written {
        touched::reads(address, length, pc);
    } else if most > 0 {
        touched::writes(address, length, pc);
    }
    parts(*words.add(LIST), *words.add(LIST + 1), most, are_written, pc);
    if most > 0 {
        descriptors(*words.add(CONTROL), *words.add(CONTROL + 1), are_written);
    }
}

/// What goes with a message: descriptors, which whoever gets it has under numbers that are new to the process.
unsafe fn descriptors(control: usize, length: usize, are_received: bool) {
    const HEAD: usize = 16;
    /// `SOL_SOCKET` and `SCM_RIGHTS`.
    const RIGHTS: [c_int; 2] = [1, 1];
    if control == 0 || !is_recorded() {
        return;
    }
    let (mut at, end) = (control, control + length);
    while at + HEAD <= end {
        let size = *(at as *const usize);
        if size < HEAD || size > end - at {
            return;
        }
        if *((at + 8) as *const [c_int; 2]) == RIGHTS {
            for place in (at + HEAD..at + size).step_by(4) {
                let fd = *(place as *const c_int);
                if are_received {
                    made(fd);
                    channels::receive(fd);
                } else {
                    channels::pass(fd);
                }
            }
        }
        at += size.next_multiple_of(8);
    }
}

/// `struct mmsghdr`: messages with how long each one was. So many were sent or received.
unsafe fn messages(list: usize, count: usize, most: usize, are_written: bool, pc: u64) {
    const SIZE: usize = 64;
    const LENGTH: usize = 56;
    for at in (0..count.min(most)).map(|index| list + SIZE * index) {
        let length = *((at + LENGTH) as *const u32) as usize;
        message(at, 1, if are_written { length } else { usize::MAX }, are_written, pc);
    }
}

transfers! {
    put write write (bytes, length) -> isize, reads [bytes, length];
    put write_vector writev (vector, count) -> isize, by parts(vector, count);
    put send send (bytes, length, flags) -> isize, reads [bytes, length];
    put send_message sendmsg (at, flags) -> isize, by message(at, 1);
    put send_messages sendmmsg (list, count, flags) -> c_int, by messages(list, count as u32 as usize);
    put event_write eventfd_write (value) -> c_int;
    put shut_down shutdown (how) -> c_int;
    put set_timer timerfd_settime (flags, new, old) -> c_int, reads [new, 32], writes |result| [old, if result == 0 { 32 } else { 0 }];
    take read read (bytes, length) -> isize, writes |result| [bytes, moved(result)];
    take read_checked __read_chk (bytes, length, room) -> isize, writes |result| [bytes, moved(result)];
    take read_vector readv (vector, count) -> isize, by parts(vector, count);
    take receive recv (bytes, length, flags) -> isize, writes |result| [bytes, moved(result)];
    take receive_checked __recv_chk (bytes, length, room, flags) -> isize, writes |result| [bytes, moved(result)];
    take receive_message recvmsg (at, flags) -> isize, by message(at, 1);
    take receive_messages recvmmsg (list, count, flags, timeout) -> c_int, by messages(list, count as u32 as usize);
    take event_read eventfd_read (value) -> c_int, writes |result| [value, if result == 0 { 8 } else { 0 }];
}

pub unsafe extern "C" fn send_to(
    fd: c_int,
    bytes: usize,
    n: usize,
    flags: c_int,
    to: Pointer,
    length: u32,
    pc: u64,
) -> isize {
    real!(sendto: fn(c_int, usize, usize, c_int, Pointer, u32) -> isize);
    used(fd, pc);
    touched::reads(bytes, n, pc);
    touched::reads(to as usize, length as usize, pc);
    if is_recorded() {
        give(if to.is_null() { channels::of(fd) } else { channels::at_address(to, length) }, pc);
        outside::before_put(fd, pc);
    }
    sendto()(fd, bytes, n, flags, to, length)
}

pub unsafe extern "C" fn receive_from(
    fd: c_int,
    bytes: usize,
    n: usize,
    flags: c_int,
    from: Pointer,
    length: Pointer,
    pc: u64,
) -> isize {
    real!(recvfrom: fn(c_int, usize, usize, c_int, Pointer, Pointer) -> isize);
    used(fd, pc);
    let result = after_take(recvfrom()(fd, bytes, n, flags, from, length), fd, pc);
    received(result, bytes, from, length, pc);
    result
}

unsafe fn received(result: isize, bytes: usize, from: Pointer, length: Pointer, pc: u64) {
    touched::writes(bytes, moved(result), pc);
    if result >= 0 && !from.is_null() && !length.is_null() {
        touched::writes(from as usize, *length.cast::<u32>() as usize, pc);
        touched::writes(length as usize, 4, pc);
    }
}

/// As called where sizes are checked. The caller's address has no register left.
pub unsafe extern "C" fn receive_from_checked(
    fd: c_int,
    bytes: usize,
    n: usize,
    room: usize,
    flags: c_int,
    from: Pointer,
    length: Pointer,
) -> isize {
    real!(__recvfrom_chk: fn(c_int, usize, usize, usize, c_int, Pointer, Pointer) -> isize);
    after_take(__recvfrom_chk()(fd, bytes, n, room, flags, from, length), fd, 0)
}

/// `struct pollfd`.
#[repr(C)]
#[derive(Debug)]
pub struct Polled {
    fd: c_int,
    wanted: i16,
    found: i16,
}

/// That it can be written to tells nothing about what was put in.
const POLLOUT: i16 = 4;

unsafe fn after_poll(result: c_int, list: *const Polled, count: usize, pc: u64) -> c_int {
    touched::reads(list as usize, 8 * count, pc);
    if result >= 0 {
        (0..count).for_each(|index| touched::writes(list as usize + 8 * index + 6, 2, pc));
    }
    if result > 0 && is_recorded() {
        for index in 0..count {
            let polled = &*list.add(index);
            if polled.fd >= 0 && polled.found & !POLLOUT != 0 {
                notice(channels::of(polled.fd), pc);
                outside::after_take(polled.fd, pc);
            }
        }
    }
    result
}

pub unsafe extern "C" fn poll(list: *mut Polled, count: usize, timeout: c_int, pc: u64) -> c_int {
    real!(poll: fn(*mut Polled, usize, c_int) -> c_int);
    after_poll(poll()(list, count, timeout), list, count, pc)
}

pub unsafe extern "C" fn ppoll(
    list: *mut Polled,
    count: usize,
    timeout: Pointer,
    mask: Pointer,
    pc: u64,
) -> c_int {
    real!(ppoll: fn(*mut Polled, usize, Pointer, Pointer) -> c_int);
    let _expecting = (!mask.is_null()).then(|| Expecting::begin());
    after_poll(ppoll()(list, count, timeout, mask), list, count, pc)
}

pub unsafe extern "C" fn poll_checked(
    list: *mut Polled,
    count: usize,
    timeout: c_int,
    room: usize,
    pc: u64,
) -> c_int {
    real!(__poll_chk: fn(*mut Polled, usize, c_int, usize) -> c_int);
    after_poll(__poll_chk()(list, count, timeout, room), list, count, pc)
}

pub unsafe extern "C" fn ppoll_checked(
    list: *mut Polled,
    count: usize,
    timeout: Pointer,
    mask: Pointer,
    room: usize,
    pc: u64,
) -> c_int {
    real!(__ppoll_chk: fn(*mut Polled, usize, Pointer, Pointer, usize) -> c_int);
    let _expecting = (!mask.is_null()).then(|| Expecting::begin());
    after_poll(__ppoll_chk()(list, count, timeout, mask, room), list, count, pc)
}

unsafe fn after_select(result: c_int, count: c_int, readable: *const u64, pc: u64) -> c_int {
    if result > 0 && !readable.is_null() && is_recorded() {
        for fd in 0..count {
            if *readable.add(fd as usize / 64) >> (fd % 64) & 1 == 1 {
                notice(channels::of(fd), pc);
                outside::after_take(fd, pc);
            }
        }
    }
    result
}

pub unsafe extern "C" fn select(
    count: c_int,
    readable: *mut u64,
    writable: Pointer,
    other: Pointer,
    timeout: Pointer,
    pc: u64,
) -> c_int {
    real!(select: fn(c_int, *mut u64, Pointer, Pointer, Pointer) -> c_int);
    after_select(select()(count, readable, writable, other, timeout), count, readable, pc)
}

pub unsafe extern "C" fn pselect(
    count: c_int,
    readable: *mut u64,
    writable: Pointer,
    other: Pointer,
    timeout: Pointer,
    mask: Pointer,
) -> c_int {
    real!(pselect: fn(c_int, *mut u64, Pointer, Pointer, Pointer, Pointer) -> c_int);
    let _expecting = (!mask.is_null()).then(|| Expecting::begin());
    after_select(pselect()(count, readable, writable, other, timeout, mask), count, readable, 0)
}

/// The other side's `accept` comes after this.
pub unsafe extern "C" fn connect(fd: c_int, to: Pointer, length: u32, pc: u64) -> c_int {
    real!(connect: fn(c_int, Pointer, u32) -> c_int);
    if is_recorded() {
        give(channels::at_address(to, length), pc);
    }
    channels::forget(fd);
    connect()(fd, to, length)
}

/// A descriptor is new: what was known about its number is not true any more. Whoever had the number has closed it.
pub(super) unsafe fn made(fd: c_int) -> c_int {
    channels::forget(fd);
    channels::made(fd);
    super::signal::forget(fd);
    outside::forget(fd);
    if fd >= 0 && is_recorded() {
        notice(Some(channels::of_number(fd)), 0);
        if let Some(place) = place_of(fd) {
            shadow::forget(place as u64, 1);
            super::mapping::comes(place as u64, 1, 0);
        }
    }
    fd
}

unsafe fn accepted(result: c_int, fd: c_int, pc: u64) -> c_int {
    if made(result) >= 0 && is_recorded() {
        notice(channels::listening(fd), pc);
    }
    result
}

pub unsafe extern "C" fn accept(fd: c_int, from: Pointer, length: Pointer, pc: u64) -> c_int {
    real!(accept: fn(c_int, Pointer, Pointer) -> c_int);
    used(fd, pc);
    accepted(accept()(fd, from, length), fd, pc)
}

pub unsafe extern "C" fn accept4(fd: c_int, from: Pointer, length: Pointer, flags: c_int, pc: u64) -> c_int {
    real!(accept4: fn(c_int, Pointer, Pointer, c_int) -> c_int);
    used(fd, pc);
    accepted(accept4()(fd, from, length, flags), fd, pc)
}

/// Functions that make a descriptor.
macro_rules! makers {
    ($($function:ident $name:ident ($($argument:ident),*) $(, then $then:path)?;)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: usize),*) -> c_int {
                real!($name: fn($(transfers!(# $argument)),*) -> c_int);
                makers!(@ made($name()($($argument),*)), $($then)?)
            }
        )*
    };
    (@ $made:expr, ) => { $made };
    (@ $made:expr, $then:path) => { $then($made) };
}

makers! {
    socket socket (domain, kind, protocol);
    eventfd eventfd (count, flags);
    epoll_create epoll_create (size);
    epoll_create1 epoll_create1 (flags);
    make_timer timerfd_create (clock, flags);
    make_notifier inotify_init (), then outside::notifies;
    make_notifier1 inotify_init1 (flags), then outside::notifies;
    make_notifier_of_all fanotify_init (flags, events), then outside::notifies;
    make_terminal posix_openpt (flags);
    make_of_process pidfd_open (process, flags);
    make_memory memfd_create (name, flags);
}

/// Functions that open a file, whose path they read.
macro_rules! openers {
    ($($function:ident $name:ident ($($argument:ident),*) $path:ident;)*) => {
        $(
            pub unsafe extern "C" fn $function($($argument: usize,)* pc: u64) -> c_int {
                real!($name: fn($(transfers!(# $argument)),*) -> c_int);
                touched::reads($path, touched::text($path), pc);
                outside::file_changes(pc);
                made($name()($($argument),*))
            }
        )*
    };
}

openers! {
    open open (path, flags, mode) path;
    open_at openat (directory, path, flags, mode) path;
    open_checked __open_2 (path, flags) path;
    open_at_checked __openat_2 (directory, path, flags) path;
    create creat (path, mode) path;
    open_memory shm_open (name, flags, mode) name;
    make_temporary mkstemp (path) path;
    make_temporary_with mkostemp (path, flags) path;
    make_temporary_named mkstemps (path, length) path;
    make_temporary_named_with mkostemps (path, length, flags) path;
}

unsafe fn made_pair(result: c_int, pair: *const c_int) -> c_int {
    if result == 0 {
        made(*pair);
        made(*pair.add(1));
    }
    result
}

pub unsafe extern "C" fn pipe(pair: *mut c_int) -> c_int {
    real!(pipe: fn(*mut c_int) -> c_int);
    made_pair(pipe()(pair), pair)
}

pub unsafe extern "C" fn pipe2(pair: *mut c_int, flags: c_int) -> c_int {
    real!(pipe2: fn(*mut c_int, c_int) -> c_int);
    made_pair(pipe2()(pair, flags), pair)
}

pub unsafe extern "C" fn socket_pair(domain: c_int, kind: c_int, protocol: c_int, pair: *mut c_int) -> c_int {
    real!(socketpair: fn(c_int, c_int, c_int, *mut c_int) -> c_int);
    let result = made_pair(socketpair()(domain, kind, protocol, pair), pair);
    if result == 0 {
        channels::join(*pair, *pair.add(1));
    }
    result
}

unsafe fn duplicated(new: c_int, old: c_int) -> c_int {
    if new != old {
        made(new);
        channels::copy(old, new);
        outside::copy(old, new);
    }
    new
}

/// A number is about to be free for others.
pub(crate) unsafe fn before_close(fd: c_int, pc: u64) {
    if let Some(place) = place_of(fd) {
        touched::writes(place, 1, pc);
    }
    if fd >= 0 && is_recorded() {
        give(channels::of(fd), pc);
        outside::before_put(fd, pc);
        give(Some(channels::of_number(fd)), pc);
    }
}

pub unsafe extern "C" fn dup(old: c_int) -> c_int {
    real!(dup: fn(c_int) -> c_int);
    duplicated(dup()(old), old)
}

pub unsafe extern "C" fn dup2(old: c_int, new: c_int, pc: u64) -> c_int {
    real!(dup2: fn(c_int, c_int) -> c_int);
    if old != new {
        output::make_room(new);
        before_close(new, pc);
    }
    duplicated(dup2()(old, new), old)
}

pub unsafe extern "C" fn dup3(old: c_int, new: c_int, flags: c_int, pc: u64) -> c_int {
    real!(dup3: fn(c_int, c_int, c_int) -> c_int);
    if old != new {
        output::make_room(new);
        before_close(new, pc);
    }
    duplicated(dup3()(old, new, flags), old)
}

/// Whatever its third argument is, it is in this register.
pub unsafe extern "C" fn control(fd: c_int, command: c_int, argument: usize) -> c_int {
    const DUPLICATE: c_int = 0;
    const DUPLICATE_CLOEXEC: c_int = 1030;
    real!(fcntl: fn(c_int, c_int, usize) -> c_int);
    super::file_lock::before_control(fd, command, argument);
    let result = fcntl()(fd, command, argument);
    super::file_lock::after_control(result, fd, command, argument);
    if command == DUPLICATE || command == DUPLICATE_CLOEXEC {
        return duplicated(result, fd);
    }
    result
}

/// Who reads on the other side may see the end. The number may be another's as soon as it is closed.
pub unsafe extern "C" fn close(fd: c_int, pc: u64) -> c_int {
    const EBADF: c_int = 9;
    real!(close: fn(c_int) -> c_int);
    if output::owns(fd) {
        *sys::__errno_location() = EBADF;
        return -1;
    }
    before_close(fd, pc);
    channels::forget(fd);
    super::file_lock::before_close(fd, pc);
    close()(fd)
}

/// Closes everything but what is the runtime's, and says nothing to who waits at the other end of a pipe: who closes
/// everything is about to be another program.
pub unsafe extern "C" fn close_range(first: u32, last: u32, flags: c_int) -> c_int {
    real!(close_range: fn(u32, u32, c_int) -> c_int);
    let mut from = first;
    for kept in output::owned() {
        if kept < from || kept > last {
            continue;
        }
        if kept > from {
            let result = close_range()(from, kept - 1, flags);
            if result != 0 {
                return result;
            }
        }
        from = kept + 1;
    }
    channels::forget_from(first);
    if from > last && from != first { 0 } else { close_range()(from, last, flags) }
}

pub unsafe extern "C" fn close_from(first: c_int) {
    close_range(first.max(0) as u32, u32::MAX, 0);
}

entries! {
    "open", "rcx" => open;
    "open64", "rcx" => open;
    "openat", "r8" => open_at;
    "openat64", "r8" => open_at;
    "__open_2", "rdx" => open_checked;
    "__open64_2", "rdx" => open_checked;
    "__openat_2", "rcx" => open_at_checked;
    "__openat64_2", "rcx" => open_at_checked;
    "creat", "rdx" => create;
    "creat64", "rdx" => create;
    "shm_open", "rcx" => open_memory;
    "mkstemp", "rsi" => make_temporary;
    "mkstemp64", "rsi" => make_temporary;
    "mkostemp", "rdx" => make_temporary_with;
    "mkostemp64", "rdx" => make_temporary_with;
    "mkstemps", "rdx" => make_temporary_named;
    "mkstemps64", "rdx" => make_temporary_named;
    "mkostemps", "rcx" => make_temporary_named_with;
    "mkostemps64", "rcx" => make_temporary_named_with;
    "write", "rcx" => write;
    "writev", "rcx" => write_vector;
    "send", "r8" => send;
    "sendmsg", "rcx" => send_message;
    "sendmmsg", "r8" => send_messages;
    "eventfd_write", "rdx" => event_write;
    "shutdown", "rdx" => shut_down;
    "timerfd_settime", "r8" => set_timer;
    "read", "rcx" => read;
    "__read_chk", "r8" => read_checked;
    "readv", "rcx" => read_vector;
    "recv", "r8" => receive;
    "__recv_chk", "r9" => receive_checked;
    "recvmsg", "rcx" => receive_message;
    "recvmmsg", "r9" => receive_messages;
    "eventfd_read", "rdx" => event_read;
    "poll", "rcx" => poll;
    "__poll_chk", "r8" => poll_checked;
    "ppoll", "r8" => ppoll;
    "__ppoll_chk", "r9" => ppoll_checked;
    "select", "r9" => select;
    "connect", "rcx" => connect;
    "accept", "rcx" => accept;
    "accept4", "r8" => accept4;
    "dup2", "rdx" => dup2;
    "dup3", "rcx" => dup3;
    "close", "rsi" => close;
}

crate::six_entries! {
    sendto => send_to;
    recvfrom => receive_from;
}

plain_entries! {
    "__recvfrom_chk" => receive_from_checked;
    "pselect" => pselect;
    "socket" => socket;
    "eventfd" => eventfd;
    "epoll_create" => epoll_create;
    "epoll_create1" => epoll_create1;
    "timerfd_create" => make_timer;
    "inotify_init" => make_notifier;
    "inotify_init1" => make_notifier1;
    "memfd_create" => make_memory;
    "fanotify_init" => make_notifier_of_all;
    "posix_openpt" => make_terminal;
    "pidfd_open" => make_of_process;
    "pipe" => pipe;
    "pipe2" => pipe2;
    "socketpair" => socket_pair;
    "dup" => dup;
    "fcntl" => control;
    "fcntl64" => control;
    "close_range" => close_range;
    "closefrom" => close_from;
}
