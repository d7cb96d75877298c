//! What the runtime writes is what the reader of crate `events` reads.

#![allow(unsafe_code)]

use events::trace::{self, Batch, EventStream, Namespace, Source, TraceEvent, TraceReader};
use selvedge_rt::live::{self, Buffer, HEAD, MAGIC, STRIDE};
use selvedge_rt::record::{Event, Recording};
use selvedge_rt::thread::Thread;
use selvedge_rt::wire::{self, Collector, Op};
use std::sync::atomic::Ordering;

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

#[test]
fn events_survive() {
    let (mut thread, mut buffer) = (zeroed::<Thread>(), zeroed::<Buffer>());
    thread.buffer = &raw mut *buffer;
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
    let committed = buffer.committed.load(Ordering::Relaxed);
    let payload = &buffer.bytes[..committed as u32 as usize];
    let mut file = wire::file_header().to_vec();
    file.extend(wire::chunk_header(wire::KIND_EVENTS, 3, 0, (committed >> 32) as u32, payload));
    file.extend(payload);
    file.extend(wire::chunk_header(wire::KIND_END, 0, 0, 0, &600u64.to_le_bytes()));
    file.extend(600u64.to_le_bytes());
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

#[test]
fn all_operations_have_the_readers_numbers() {
    for (index, op) in trace::Op::ALL.into_iter().enumerate() {
        // SAFETY: the numbers of `wire::Op` go without a gap to that of its last, `ThreadEnd`.
        assert!(index <= Op::ThreadEnd as usize);
        let own: Op = unsafe { std::mem::transmute(index as u8) };
        assert_eq!(format!("{own:?}"), format!("{op:?}"));
        assert_eq!(own.is_memory(), op.namespace() == Namespace::Memory, "{op:?}");
    }
    assert_eq!(trace::Op::ALL.len(), Op::ThreadEnd as usize + 1);
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
    for (at, field) in [(0, 5u32), (4, 2), (8, 7), (12, 9), (16, 1)] {
        file[second + at..second + at + 4].copy_from_slice(&field.to_le_bytes());
    }
    file[second + 64..second + 69].copy_from_slice(b"bytes");
    let left: Vec<_> = live::left_over(&file).collect();
    assert_eq!(left, [live::Left { thread: 7, sequence: 9, count: 2, payload: b"bytes" }]);
    assert_eq!(live::left_over(&file[..second + 100]).count(), 0);
    assert_eq!(live::left_over(b"not such a file").count(), 0);
}
