//! What the runtime writes is what the reader of crate `events` reads.

#![allow(unsafe_code)]

use events::trace::{self, Batch, EventStream, Namespace, Source, TraceEvent, TraceReader};
use selvedge_rt::live::{self, Buffer, HEAD, MAGIC, STRIDE};
use selvedge_rt::record::{Event, Recording};
use selvedge_rt::thread::{Thread, next_section};
use selvedge_rt::wire::{self, CHUNK_HEADER, Collector, FILE_HEADER, Op};

/// Zeroed, as memory that was just mapped.
fn zeroed<T>() -> Box<T> {
    let layout = std::alloc::Layout::new::<T>();
    // SAFETY: used for types of integers, atomics, pointers and `false` only, for which all zeros are a value; none is
    // of size 0, and the box frees with the same layout.
    unsafe { Box::from_raw(std::alloc::alloc_zeroed(layout).cast()) }
}

fn read(bytes: Vec<u8>) -> (Vec<TraceEvent>, Batch, TraceReader) {
    let mut reader = TraceReader::open(Source::Memory(bytes)).unwrap();
    let (mut events, mut batch, mut all) = (Vec::new(), Batch::default(), Batch::default());
    while reader.fill(&mut batch).unwrap() {
        events.extend(batch.events.iter().copied());
        all.arguments.extend(batch.arguments.iter().copied());
    }
    (events, all, reader)
}

/// A number from a simple generator, short or long.
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state >> (*state % 50)
}

const OPS: [(Op, trace::Op); 8] = [
    (Op::Read, trace::Op::Read),
    (Op::Write, trace::Op::Write),
    (Op::AtomicUpdate, trace::Op::AtomicUpdate),
    (Op::Acquire, trace::Op::Acquire),
    (Op::Release, trace::Op::Release),
    (Op::Fork, trace::Op::Fork),
    (Op::Alloc, trace::Op::Alloc),
    (Op::ThreadEnd, trace::Op::ThreadEnd),
];

/// A thread with a buffer, as after registration.
fn thread_with(buffer: &mut Buffer) -> Box<Thread> {
    let mut thread = zeroed::<Thread>();
    thread.buffer = &raw mut *buffer;
    thread.new_chunk();
    next_section(&mut thread);
    thread
}

/// A trace with what is in the buffer as its only chunk.
fn file_of(buffer: &Buffer) -> (Vec<u8>, u32) {
    let (filled, events) = wire::extent(&buffer.words);
    let words = &buffer.words[..filled];
    let mut file = wire::file_header().to_vec();
    file.extend(wire::words_header(3, 0, events, words));
    file.extend(words.iter().flat_map(|word| word.to_le_bytes()));
    let count = u64::from(events).to_le_bytes();
    file.extend(wire::chunk_header(wire::KIND_END, 0, 0, 0, &count));
    file.extend(count);
    (file, events)
}

#[test]
fn events_survive() {
    let mut buffer = zeroed::<Buffer>();
    let mut thread = thread_with(&mut buffer);
    let mut recording = unsafe { Recording::begin(&raw mut *thread) };
    let mut state = 88_172_645_463_325_252;
    let mut expected = Vec::new();
    for index in 0..600 {
        let (op, read_as) = OPS[index % OPS.len()];
        let size = if op.has_size() { random(&mut state) as u32 } else { 0 };
        let order = if op == Op::AtomicUpdate { (index % 7) as u8 } else { 0 };
        let value = (index % 3 == 0).then(|| random(&mut state));
        let event = Event { op, object: random(&mut state), size, order, value };
        let location = random(&mut state) as u32;
        recording.put(event, location, index == 0 || !matches!(op, Op::Read | Op::Write), &[]);
        expected.push((read_as, event, location));
    }
    drop(recording);
    let (file, count) = file_of(&buffer);
    assert_eq!(count, 600);
    let (events, _, reader) = read(file);
    assert_eq!(reader.damage(), []);
    assert!(reader.has_addresses());
    assert_eq!(events.len(), expected.len());
    for (read, (op, event, location)) in events.iter().zip(expected) {
        assert_eq!((read.op, read.object, read.location, read.thread), (op, event.object, location, 3));
        assert_eq!((read.size, read.order as u8), (event.size, event.order));
        assert_eq!(read.has_value.then_some(read.value), event.value);
    }
}

/// Words, as the hot path writes them, between events; calls and returns; and damage in the middle.
#[test]
fn words_survive() {
    let mut buffer = zeroed::<Buffer>();
    let mut thread = thread_with(&mut buffer);
    let mut recording = unsafe { Recording::begin(&raw mut *thread) };
    // Without a ticket: they are counted for all tests together.
    recording.put(Event::new(Op::Acquire, 77), 5, false, &[]);
    drop(recording);
    let word =
        |kind: u64, site: u64, number: u64| number << wire::LOW_SHIFT | site << wire::SITE_SHIFT | kind;
    let site = |site: u64, location: u64| word(wire::Word::Site as u64, site, location);
    let words = [
        wire::Word::Call.with(900),
        site(9, 0x1234),
        word(2, 9, 0x7fff_dead_beec),
        wire::Word::Call.with(901),
        site(10, 0x1235),
        word(6, 10, 0x7fff_dead_beee),
        // The site says what the stack was, whatever was called since.
        word(0, 9, 0x7fff_dead_bee0),
        wire::Word::Enter.with(902) | 1 << wire::SITE_SHIFT,
        site(11, 0x1236),
        wire::More::WriteRange.with(0x5000),
        100 << 32 | 11,
        wire::Word::Return.with(0),
        site(9, 0x4321),
        word(9, 9, 0x10),
    ];
    let filled = thread.filled();
    buffer.words[filled..filled + words.len()].copy_from_slice(&words);
    let (file, count) = file_of(&buffer);
    assert_eq!(count, 6);
    let (events, _, reader) = read(file.clone());
    assert_eq!(reader.damage(), []);
    let shown: Vec<_> =
        events.iter().map(|event| (event.op, event.object, event.size, event.location)).collect();
    let accesses = [
        (trace::Op::Acquire, 77, 0, 5),
        (trace::Op::Read, 0x7fff_dead_beec, 4, 0x1234),
        (trace::Op::Write, 0x7fff_dead_beee, 2, 0x1235),
        (trace::Op::Read, 0x7fff_dead_bee0, 1, 0x1234),
        (trace::Op::Write, 0x5000, 100, 0x1236),
        (trace::Op::Write, 0x10, 16, 0x4321),
    ];
    assert_eq!(shown, accesses);
    let calls = |index: usize| reader.stacks().unwrap().calls(events[index].stack).collect::<Vec<_>>();
    let stacks = [vec![], vec![900], vec![901, 900], vec![900], vec![902, 900], vec![]];
    assert_eq!([0, 1, 2, 3, 4, 5].map(calls), stacks);
    // A flipped bit in any word is noticed, and the events are not used.
    for at in [FILE_HEADER + CHUNK_HEADER + 3, FILE_HEADER + CHUNK_HEADER + 8 * filled + 7] {
        let mut damaged = file.clone();
        damaged[at] ^= 0x80;
        let (events, _, reader) = read(damaged);
        assert_eq!((events.len(), reader.damage().is_empty()), (0, false));
    }
}

/// Allocations and releases, in two words where size and ticket are small enough for it, and in three.
#[test]
fn allocations_survive() {
    let blocks = [
        (wire::More::Alloc, 0x7000, 24, 0),
        (wire::More::Free, 0x7000, 24, 1),
        (wire::More::Alloc, 0x7fff_0000_0000, (1 << 24) - 1, 2),
        (wire::More::Free, 0x7fff_0000_0000, 1 << 24, 3),
        (wire::More::Alloc, 0x7000, 40, 4),
    ];
    let mut buffer = zeroed::<Buffer>();
    let mut words = vec![wire::Word::Site.with(0x1234) | 0xabc << wire::SITE_SHIFT];
    let mut last = 0;
    for (kind, address, size, ticket) in blocks {
        match kind.shortened(0xabc, ticket - last, size) {
            Some((kind, rest)) => words.extend([kind.with(address), rest]),
            None => words.extend([kind.with(address), u64::from(size) << 32 | 0xabc, ticket]),
        }
        last = ticket;
    }
    assert_eq!(words.len(), 1 + 4 * 2 + 3);
    assert_eq!(wire::More::Alloc.shortened(1, 1 << 28, 8), None);
    buffer.words[..words.len()].copy_from_slice(&words);
    let (file, count) = file_of(&buffer);
    assert_eq!(count, 5);
    let (events, _, reader) = read(file);
    assert_eq!(reader.damage(), []);
    let is_free = |kind| if kind == wire::More::Free { trace::Op::Free } else { trace::Op::Alloc };
    let expected = blocks.map(|(kind, address, size, _)| (is_free(kind), address, size, 0x1234));
    let shown: Vec<_> =
        events.iter().map(|event| (event.op, event.object, event.size, event.location)).collect();
    assert_eq!(shown, expected);
}

#[test]
fn all_operations_have_the_readers_numbers() {
    for (index, op) in trace::Op::ALL.into_iter().enumerate() {
        // SAFETY: the numbers of `wire::Op` go without a gap to that of its last, `Misuse`.
        assert!(index <= Op::Misuse as usize);
        let own: Op = unsafe { std::mem::transmute(index as u8) };
        assert_eq!(format!("{own:?}"), format!("{op:?}"));
        assert_eq!(own.is_memory(), op.namespace() == Namespace::Memory, "{op:?}");
    }
    assert_eq!(trace::Op::ALL.len(), Op::Misuse as usize + 1);
}

#[test]
fn tables_survive() {
    let mut bytes = [0; 100];
    let mut names = Collector::new(&mut bytes);
    names.byte(Namespace::Memory as u8);
    names.number(1 << 40);
    names.text("größe".as_bytes());
    let names = names.finish().unwrap();
    let mut file = wire::file_header().to_vec();
    file.extend(wire::chunk_header(wire::KIND_NAMES, 0, 0, 1, names));
    file.extend(names);
    let (_, _, reader) = read(file);
    assert_eq!(reader.tables().name(Namespace::Memory, 1 << 40), "größe");
}

#[test]
fn what_a_killed_program_left_is_found() {
    let mut file = vec![0; HEAD + 2 * STRIDE];
    file[..8].copy_from_slice(&MAGIC);
    let second = HEAD + STRIDE;
    for (at, field) in [(0, 7u32), (4, 9), (8, 1)] {
        file[second + at..second + at + 4].copy_from_slice(&field.to_le_bytes());
    }
    // An access, an event of three bytes, and an event whose bytes were not all there.
    let words = [0x1234_5000_0022_u64, wire::Word::Event.with(3), 0x01_02_4b, 0, wire::Word::Event.with(9)];
    for (index, word) in words.iter().enumerate() {
        file[second + 64 + 8 * index..][..8].copy_from_slice(&word.to_le_bytes());
    }
    let left: Vec<_> = live::left_over(&file).map(|left| (left.thread, left.sequence, left.words)).collect();
    assert_eq!(left.iter().map(|(thread, sequence, _)| (*thread, *sequence)).collect::<Vec<_>>(), [(7, 9)]);
    let words: Vec<u64> = left.into_iter().flat_map(|(_, _, words)| words).collect();
    assert_eq!(wire::extent(&words), (3, 2));
    assert_eq!(live::left_over(&file[..second + 100]).count(), 0);
    assert_eq!(live::left_over(b"not such a file").count(), 0);
}
