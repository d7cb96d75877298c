//! Which descriptors are ends of the same channel.
//!
//! The system knows: both ends of a pipe are one inode; of a connection over TCP the two addresses tell; ends of a
//! `socketpair` are joined when it is made. Sockets of other processes' connections, too, are channels: one thread may send a
//! question and another read the answer. What was found out is kept per number until that is closed or given anew.
//!
//! A channel is one of 65,536 slots, found by hashing: two that share one are ordered more than they need be.
//!
//! A child has the ends of pipes and socket pairs that were there when it was made, and may pass on what it reads from one to
//! another: such an end is *shared*, and what comes out of it may be there because of what was put into any other.

use crate::sys;
use core::ffi::c_int;
use core::sync::atomic::{AtomicU8, AtomicU32, AtomicU64, Ordering};

/// Descriptors that are remembered; others are looked up each time.
const DESCRIPTORS: usize = 1 << 16;
const SLOTS: u64 = 1 << 16;
/// Not looked up yet; known to be no channel; otherwise the slot and this.
const UNKNOWN: u32 = 0;
const NO_CHANNEL: u32 = 1;
const FIRST: u32 = 2;

/// In what is known: a pipe, or one end of a pair.
const IS_PIPE: u32 = 1 << 20;

static KNOWN: [AtomicU32; DESCRIPTORS] = [const { AtomicU32::new(UNKNOWN) }; DESCRIPTORS];
/// How many children there were when the number was given out.
static MADE: [AtomicU32; DESCRIPTORS] = [const { AtomicU32::new(0) }; DESCRIPTORS];
/// Children that were made, ever.
static CHILDREN: AtomicU32 = AtomicU32::new(0);
/// Only the addresses of these are used, as names in the trace.
static PLACES: [[AtomicU64; 2]; SLOTS as usize] =
    [const { [const { AtomicU64::new(0) }; 2] }; SLOTS as usize];

/// Which ends of connections by TCP were looked at here: those whose own address is the smaller one, and the larger one.
static SIDES: [AtomicU8; SLOTS as usize] = [const { AtomicU8::new(0) }; SLOTS as usize];
const SMALLER: u8 = 1;
const LARGER: u8 = 2;

/// Which channel the system moves bytes from to this one, encoded.
static FEEDERS: [AtomicU32; SLOTS as usize] = [const { AtomicU32::new(UNKNOWN) }; SLOTS as usize];
/// Bytes may go through so many channels.
const MOST_FEEDERS: usize = 4;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Channel(u16);

impl Channel {
    fn place(self, index: usize) -> u64 {
        PLACES.get(usize::from(self.0)).and_then(|both| both.get(index)).map_or(0, |at| &raw const *at as u64)
    }

    /// What stands for all that was put in.
    pub fn given(self) -> u64 {
        self.place(0)
    }

    /// What stands for all that was taken out.
    pub fn taken(self) -> u64 {
        self.place(1)
    }

    fn feeder(self) -> Option<Channel> {
        FEEDERS.get(usize::from(self.0)).and_then(|feeder| decode(feeder.load(Ordering::Relaxed)))
    }

    /// Channels whose bytes may come out of this one: the one that feeds it, the one that feeds that …
    pub fn feeders(self) -> impl Iterator<Item = Channel> {
        core::iter::successors(self.feeder(), |channel| channel.feeder()).take(MOST_FEEDERS)
    }
}

/// Whether the program may have both ends: not if it is a connection of which only one was looked at.
pub fn is_within(channel: Channel) -> bool {
    let sides = SIDES.get(usize::from(channel.0)).map_or(0, |sides| sides.load(Ordering::Relaxed));
    sides == 0 || sides == SMALLER | LARGER
}

/// What was put into the one comes out of the other from now on, too. The last one that feeds a channel is known.
pub fn feed(from: c_int, to: c_int) {
    if let (Some(from), Some(to)) = (of(from), of(to))
        && let Some(feeder) = FEEDERS.get(usize::from(to.0))
        && from != to
    {
        feeder.store(encode(Some(from)), Ordering::Relaxed);
    }
}

/// Kinds of names that are hashed.
#[derive(Clone, Copy)]
enum Name {
    Inode,
    Descriptor,
    Number,
    Connection,
    Port,
    Path,
}

fn channel(name: Name, numbers: &[u64]) -> Channel {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let hash = numbers.iter().fold(name as u64 + 1, |hash, number| {
        let hash = (hash ^ number).wrapping_mul(FACTOR);
        hash ^ hash >> 32
    });
    Channel((hash.wrapping_mul(FACTOR) >> 48) as u16)
}

fn entry(fd: c_int) -> Option<&'static AtomicU32> {
    usize::try_from(fd).ok().and_then(|fd| KNOWN.get(fd))
}

fn decode(known: u32) -> Option<Channel> {
    (known & !IS_PIPE).checked_sub(FIRST).map(|slot| Channel(slot as u16))
}

/// A child is about to be.
pub fn child_comes() {
    CHILDREN.fetch_add(1, Ordering::Relaxed);
}

/// The number was given out just now.
pub fn made(fd: c_int) {
    let children = CHILDREN.load(Ordering::Relaxed);
    if children > 0
        && let Some(made) = usize::try_from(fd).ok().and_then(|fd| MADE.get(fd))
    {
        made.store(children, Ordering::Relaxed);
    }
}

/// A child has the other end, although the number is new.
pub fn made_for_child(fd: c_int) {
    if let Some(made) = usize::try_from(fd).ok().and_then(|fd| MADE.get(fd)) {
        made.store(0, Ordering::Relaxed);
    }
}

/// Whether a child may have an end of this channel, too. To be asked when [`of`] has been.
pub fn is_shared(fd: c_int) -> bool {
    let children = CHILDREN.load(Ordering::Relaxed);
    let made = || usize::try_from(fd).ok().and_then(|fd| MADE.get(fd));
    children > 0
        && entry(fd).is_some_and(|entry| entry.load(Ordering::Relaxed) & IS_PIPE != 0)
        && made().is_some_and(|made| made.load(Ordering::Relaxed) < children)
}

fn encode(channel: Option<Channel>) -> u32 {
    channel.map_or(NO_CHANNEL, |channel| u32::from(channel.0) + FIRST)
}

/// The channel that a descriptor is an end of. Keeps `errno`.
pub fn of(fd: c_int) -> Option<Channel> {
    let known = entry(fd).map_or(UNKNOWN, |entry| entry.load(Ordering::Relaxed));
    if known != UNKNOWN {
        return decode(known);
    }
    let _errno = sys::KeepErrno::new();
    let (found, is_final, is_pipe) = unsafe { look_up(fd) };
    if let Some(entry) = entry(fd)
        && is_final
    {
        entry.store(encode(found), Ordering::Relaxed);
        if is_pipe {
            entry.fetch_or(IS_PIPE, Ordering::Relaxed);
        }
    }
    found
}

/// The channel of a message queue, which is no kind of file that is one otherwise.
pub unsafe fn of_queue(fd: c_int) -> Option<Channel> {
    let _errno = sys::KeepErrno::new();
    file(fd).map(|(_, device, inode)| channel(Name::Inode, &[device, inode]))
}

/// What stands for a number being given out again.
pub fn of_number(fd: c_int) -> Channel {
    channel(Name::Number, &[fd as u64])
}

/// The descriptor is closed or somebody else's.
pub fn forget(fd: c_int) {
    if let Some(entry) = entry(fd)
        && entry.load(Ordering::Relaxed) != UNKNOWN
    {
        entry.store(UNKNOWN, Ordering::Relaxed);
    }
}

pub fn forget_from(first: u32) {
    KNOWN.iter().skip(first as usize).for_each(|entry| {
        // Does not make pages of zeros real.
        if entry.load(Ordering::Relaxed) != UNKNOWN {
            entry.store(UNKNOWN, Ordering::Relaxed);
        }
    });
}

/// The new descriptor is another number for the old one.
pub fn copy(old: c_int, new: c_int) {
    if new < 0 || old == new {
        return;
    }
    forget(new);
    let channel = of(old);
    let is_pipe = entry(old).map_or(0, |entry| entry.load(Ordering::Relaxed) & IS_PIPE);
    if let (Some(_), Some(entry)) = (channel, entry(new)) {
        entry.store(encode(channel) | is_pipe, Ordering::Relaxed);
    }
    if let [Some(old), Some(new)] = [old, new].map(|fd| usize::try_from(fd).ok().and_then(|fd| MADE.get(fd)))
    {
        new.store(old.load(Ordering::Relaxed), Ordering::Relaxed);
    }
}

/// The two are ends of one channel, that of the first.
pub fn join(one: c_int, other: c_int) {
    copy(one, other);
    for entry in [one, other].into_iter().filter_map(entry) {
        if decode(entry.load(Ordering::Relaxed)).is_some() {
            entry.fetch_or(IS_PIPE, Ordering::Relaxed);
        }
    }
}

/// Sockets that were sent through another one, by what is left of their inodes: which channels they are.
static PASSED: [AtomicU64; 256] = [const { AtomicU64::new(0) }; 256];
const CHANNEL_BITS: u32 = 24;

fn passed(inode: u64) -> &'static AtomicU64 {
    &PASSED[inode as usize % PASSED.len()]
}

/// The descriptor is about to be sent to somebody who gets it under another number. A pipe is known by its inode; one end of a `socketpair` is not.
pub unsafe fn pass(fd: c_int) {
    let _errno = sys::KeepErrno::new();
    if let (Some(channel), Some((SOCKET, _, inode))) = (of(fd), file(fd)) {
        passed(inode).store(inode << CHANNEL_BITS | u64::from(encode(Some(channel))), Ordering::Relaxed);
    }
}

/// The descriptor, a new one, has come from somebody.
pub unsafe fn receive(fd: c_int) {
    let _errno = sys::KeepErrno::new();
    let Some((SOCKET, _, inode)) = file(fd) else { return };
    let known = passed(inode).load(Ordering::Relaxed);
    if known >> CHANNEL_BITS == inode << CHANNEL_BITS >> CHANNEL_BITS
        && let Some(entry) = entry(fd)
    {
        entry.store(known as u32 & ((1 << CHANNEL_BITS) - 1), Ordering::Relaxed);
    }
}

const SOCKET: u32 = 0o140_000;

/// What `fstat` tells: the kind of file, device and inode.
pub unsafe fn file(fd: c_int) -> Option<(u32, u64, u64)> {
    const KIND: u32 = 0o170_000;
    let mut status = [0u64; 18];
    if sys::fstat(fd, status.as_mut_ptr().cast()) != 0 {
        return None;
    }
    Some((status[3] as u32 & KIND, status[0], status[1]))
}

/// The channel, whether that can be relied on from now on (a socket may be connected later), and whether it is a pipe.
unsafe fn look_up(fd: c_int) -> (Option<Channel>, bool, bool) {
    const PIPE: u32 = 0o010_000;
    /// Eventfds, epoll sets, timers and the like share an inode that is no kind of file.
    const ANONYMOUS: u32 = 0;
    /// What a program is started with belongs to somebody outside; many threads may print there.
    const LAST_STANDARD: c_int = 2;
    let Some((kind, device, inode)) = file(fd) else { return (None, false, false) };
    let own = channel(Name::Inode, &[device, inode]);
    match kind {
        PIPE if fd <= LAST_STANDARD => (None, true, false),
        PIPE => (Some(own), true, true),
        SOCKET => {
            let peer = Address::peer(fd);
            let is_connected = peer.is_some();
            (socket(fd, peer).or(Some(own)), is_connected, false)
        }
        ANONYMOUS => (Some(channel(Name::Descriptor, &[fd as u64])), true, false),
        _ => (None, true, false),
    }
}

const AF_UNIX: u16 = 1;
const AF_INET: u16 = 2;
const AF_INET6: u16 = 10;

/// A `struct sockaddr` of any kind.
struct Address {
    bytes: [u8; 128],
    length: usize,
}

impl Address {
    unsafe fn own(fd: c_int) -> Option<Address> {
        Address::asked(fd, sys::SYS_GETSOCKNAME)
    }

    unsafe fn peer(fd: c_int) -> Option<Address> {
        Address::asked(fd, sys::SYS_GETPEERNAME)
    }

    unsafe fn asked(fd: c_int, call: i64) -> Option<Address> {
        let mut address = Address { bytes: [0; 128], length: 0 };
        let mut length = address.bytes.len() as u32;
        let result = sys::name_of_socket(call, fd, address.bytes.as_mut_ptr().cast(), &mut length);
        address.length = (length as usize).min(address.bytes.len());
        (result == 0).then_some(address)
    }

    fn family(&self) -> u16 {
        u16::from_ne_bytes([self.bytes[0], self.bytes[1]])
    }

    fn number(&self, from: usize, count: usize) -> u64 {
        let bytes = self.bytes.get(from..from + count).unwrap_or(&[]);
        bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
    }

    /// Port and host, the latter by its last four bytes: that is the same for IPv4 within IPv6.
    fn endpoint(&self) -> Option<u64> {
        match self.family() {
            AF_INET => Some(self.number(2, 2) << 32 | self.number(4, 4)),
            AF_INET6 => Some(self.number(2, 2) << 32 | self.number(20, 4)),
            _ => None,
        }
    }

    /// Where somebody listens: a port on whatever host, or a path.
    fn listener(&self) -> Option<Channel> {
        if let Some(endpoint) = self.endpoint() {
            return Some(channel(Name::Port, &[endpoint >> 32]));
        }
        // The bytes after the path may be anything.
        let path = self.bytes.get(2..self.length)?;
        let end = path.iter().skip(1).position(|byte| *byte == 0).map_or(path.len(), |at| at + 1);
        let hash = path
            .get(..end)?
            .iter()
            .fold(0u64, |hash, byte| hash.wrapping_mul(0x100_0000_01b3) ^ u64::from(*byte));
        (self.family() == AF_UNIX && end > 0).then(|| channel(Name::Path, &[hash]))
    }
}

/// The channel of a socket that may have its other end in this process. `None`: its inode will do.
unsafe fn socket(fd: c_int, peer: Option<Address>) -> Option<Channel> {
    let own = Address::own(fd)?;
    if own.family() == AF_UNIX {
        let is_inside = sys::peer_process(fd) == sys::getpid();
        return if is_inside { own.listener().or(peer?.listener()) } else { None };
    }
    match (own.endpoint(), peer.and_then(|peer| peer.endpoint())) {
        (Some(own), Some(peer)) => {
            let channel = channel(Name::Connection, &[own.min(peer), own.max(peer)]);
            if let Some(sides) = SIDES.get(usize::from(channel.0)) {
                sides.fetch_or(if own < peer { SMALLER } else { LARGER }, Ordering::Relaxed);
            }
            Some(channel)
        }
        // Datagrams are sent to a port.
        (Some(_), None) => own.listener(),
        _ => None,
    }
}

/// Where a connection is made to, or a datagram sent.
pub unsafe fn at_address(address: sys::Pointer, length: u32) -> Option<Channel> {
    let mut copy = Address { bytes: [0; 128], length: (length as usize).min(128) };
    core::ptr::copy_nonoverlapping(address.cast::<u8>(), copy.bytes.as_mut_ptr(), copy.length);
    copy.listener()
}

/// Where a listening socket is connected to.
pub unsafe fn listening(fd: c_int) -> Option<Channel> {
    let _errno = sys::KeepErrno::new();
    Address::own(fd)?.listener()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(bytes: &[u8]) -> Address {
        let mut address = Address { bytes: [0; 128], length: bytes.len() };
        address.bytes[..bytes.len()].copy_from_slice(bytes);
        address
    }

    #[test]
    fn addresses_of_both_kinds_are_one_endpoint() {
        let four = address(&[2, 0, 0x1f, 0x90, 127, 0, 0, 1]);
        let mut six = address(&[10, 0, 0x1f, 0x90]);
        six.bytes[18..24].copy_from_slice(&[0xff, 0xff, 127, 0, 0, 1]);
        assert_eq!(four.endpoint(), Some(0x1f90 << 32 | 0x7f00_0001));
        assert_eq!(four.endpoint(), six.endpoint());
        assert_eq!(four.listener(), six.listener());
    }

    #[test]
    fn paths_end_where_they_end() {
        let (short, padded, other) = (b"\x01\0/s", b"\x01\0/s\0x", b"\x01\0/t");
        assert_eq!(address(short).listener(), address(padded).listener());
        assert_ne!(address(short).listener(), address(other).listener());
        assert_eq!(address(b"\x01\0").listener(), None);
    }

    #[test]
    fn channels_that_are_fed() {
        let feed = |from: u16, to: u16| {
            FEEDERS[usize::from(to)].store(encode(Some(Channel(from))), Ordering::Relaxed);
        };
        assert_eq!(Channel(7).feeders().next(), None);
        feed(8, 7);
        feed(9, 8);
        assert!(Channel(7).feeders().eq([Channel(8), Channel(9)]));
        feed(7, 9);
        assert_eq!(Channel(7).feeders().count(), MOST_FEEDERS);
    }

    #[test]
    fn what_is_remembered() {
        assert_eq!(decode(encode(None)), None);
        assert_eq!(decode(encode(Some(Channel(0)))), Some(Channel(0)));
        assert_eq!(decode(encode(Some(Channel(u16::MAX)))), Some(Channel(u16::MAX)));
        assert_eq!(decode(encode(Some(Channel(u16::MAX))) | IS_PIPE), Some(Channel(u16::MAX)));
        assert_ne!(Channel(1).given(), Channel(1).taken());
    }
}
