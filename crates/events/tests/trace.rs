//! The trace format: what is written is read back, in the same order, and damage only shortens it.

use events::trace::*;
use std::io::Cursor;

fn collect(stream: &mut dyn EventStream) -> Vec<(TraceEvent, Vec<i64>, Option<i64>)> {
    let mut batch = Batch::default();
    let mut all = Vec::new();
    while stream.fill(&mut batch).unwrap() {
        for event in &batch.events {
            let (arguments, result) = batch.call(event);
            let arguments = if event.op == Op::Call { arguments.to_vec() } else { Vec::new() };
            let result = result.filter(|_| event.op == Op::Call);
            let mut event = *event;
            event.value = if event.op == Op::Call { 0 } else { event.value };
            all.push((event, arguments, result));
        }
    }
    all
}

fn write(stream: &mut dyn EventStream) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), stream.has_addresses()).unwrap();
    let mut batch = Batch::default();
    while stream.fill(&mut batch).unwrap() {
        for event in &batch.events {
            writer.push(event, &batch).unwrap();
        }
    }
    writer.tables = stream.tables().clone();
    writer.finish().unwrap()
}

fn read(bytes: Vec<u8>) -> TraceReader {
    TraceReader::open(Source::Memory(bytes)).unwrap()
}

fn shape(events: u64, seed: u64) -> Shape {
    Shape { threads: 5, locks: 7, variables: 60, events, race_per_mille: 30, seed, ..Shape::default() }
}

const EVERY_OPERATION: &str = "\
T0|fork(T1)|1
T0|alloc(x)|main.c:12
T1|w(x)|2
T0|r(x)|3
T0|acq(m)|4
T0|wait(c)|5
T0|rel(m)|5
T1|racq(rw)|6
T1|rel(rw)|6
T1|signal(c)|7
T1|broadcast(c)|7
T0|acq(m)|5
T0|wake(c)|5
T0|rel(m)|8
T1|ar(y)|9
T1|aw(y)|9
T1|rmw(y)|9
T1|fence|10
T0|post(s)|11
T1|down(s)|12
T0|enter(b)|13
T1|enter(b)|13
T0|leave(b)|13
T1|set.add(s,1,-5)=1|14
T1|set.size(s)=0|14
T1|set.clear(s)|14
T1|begin|15
T1|end|15
T1|exit|16
T0|join(T1)|17
T0|free(x)|18
T0|destroy(m)|19
";

#[test]
fn text_goes_through_the_binary_format_and_back() {
    let mut text = StdReader::new(Cursor::new(EVERY_OPERATION), "t.std");
    let bytes = write(&mut text);
    let mut reader = read(bytes);
    let mut out = StdWriter::new(Vec::new());
    let mut batch = Batch::default();
    while reader.fill(&mut batch).unwrap() {
        for event in &batch.events {
            out.push(event, &batch, reader.tables()).unwrap();
        }
    }
    assert_eq!(String::from_utf8(out.finish().unwrap()).unwrap(), EVERY_OPERATION);
    assert_eq!(reader.damage(), []);
}

#[test]
fn every_field_survives() {
    let mut writer = TraceWriter::new(Vec::new(), true).unwrap();
    let mut expected = Vec::new();
    let mut batch = Batch::default();
    for (index, op) in Op::ALL.into_iter().enumerate() {
        for (thread, size) in [(0, 1), (3, 8), (3, 24), (9, 0)] {
            let mut event = TraceEvent::new(thread, op, u64::MAX - index as u64 * 0x1234_5678, 77 * size);
            event.generation = index as u32 % 3;
            event.order = TraceOrder::ALL[index % 7];
            if matches!(op.namespace(), Namespace::Memory) || op == Op::Call {
                event.size = size;
            }
            event.has_value = op != Op::Call && index % 2 == 0;
            event.value = if event.has_value { u64::MAX / 3 } else { 0 };
            let (arguments, result) =
                if op == Op::Call { (vec![1, i64::MIN], Some(-1)) } else { (vec![], None) };
            expected.push((event, arguments.clone(), result));
            if op == Op::Call {
                event.value = batch.add_call(&arguments, result);
            }
            writer.push(&event, &batch).unwrap();
        }
    }
    let bytes = writer.finish().unwrap();
    assert_eq!(collect(&mut read(bytes)), expected);
}

#[test]
fn the_total_order_survives() {
    for seed in 0..20 {
        let shape = Shape { switch_per_mille: 1 + 45 * seed as u32, ..shape(30_000, seed) };
        let expected = collect(&mut Generator::new(shape));
        let bytes = write(&mut Generator::new(shape));
        assert!(bytes.len() < 6 * expected.len(), "{} bytes", bytes.len());
        let mut reader = read(bytes);
        assert_eq!(collect(&mut reader), expected);
        assert_eq!(reader.damage(), []);
        assert_eq!(reader.summary().events, expected.len() as u64);
    }
}

/// Whether each thread's events are a prefix of what they were.
fn assert_prefix(
    found: &[(TraceEvent, Vec<i64>, Option<i64>)],
    whole: &[(TraceEvent, Vec<i64>, Option<i64>)],
) {
    for thread in 0..8 {
        let of = |events: &[(TraceEvent, Vec<i64>, Option<i64>)]| -> Vec<TraceEvent> {
            events.iter().map(|(event, ..)| *event).filter(|event| event.thread == thread).collect()
        };
        let (found, whole) = (of(found), of(whole));
        assert_eq!(found, whole[..found.len()]);
    }
    // Locks stay exclusive: synchronisation is in its order and without a gap.
    let mut owner = std::collections::HashMap::new();
    for (event, ..) in found {
        match event.op {
            Op::Acquire => assert_eq!(owner.insert(event.object, event.thread), None),
            Op::Release => assert_eq!(owner.remove(&event.object), Some(event.thread)),
            _ => {}
        }
    }
}

#[test]
fn a_cut_leaves_a_prefix() {
    let shape = shape(400_000, 3);
    let whole = collect(&mut Generator::new(shape));
    let bytes = write(&mut Generator::new(shape));
    let mut last = 0;
    for part in 0..=10 {
        let cut = bytes[..16 + (bytes.len() - 16) * part / 10].to_vec();
        let mut reader = read(cut);
        let found = collect(&mut reader);
        assert_prefix(&found, &whole);
        assert_eq!(reader.damage().is_empty(), part == 10, "{:?}", reader.damage());
        assert!(found.len() * 10 + whole.len() * 3 >= whole.len() * part, "{part}: {}", found.len());
        last = found.len();
    }
    assert_eq!(last, whole.len());
}

#[test]
fn flipped_bits_are_noticed_and_shorten() {
    let shape = shape(40_000, 4);
    let whole = collect(&mut Generator::new(shape));
    let bytes = write(&mut Generator::new(shape));
    let mut random = 12345_u64;
    for _ in 0..300 {
        let mut damaged = bytes.clone();
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let bit = 16 * 8 + (random >> 20) as usize % ((bytes.len() - 16) * 8);
        damaged[bit / 8] ^= 1 << (bit % 8);
        let mut reader = read(damaged);
        let found = collect(&mut reader);
        assert!(!reader.damage().is_empty(), "bit {bit}");
        assert_prefix(&found, &whole);
    }
}

#[test]
fn garbage_is_an_error_or_damage() {
    assert!(matches!(TraceReader::open(Source::Memory(b"hello".to_vec())), Err(TraceError::NotATrace(_))));
    assert!(TraceReader::open(Source::Memory(Vec::new())).is_err());
    let mut bytes = write(&mut Generator::new(shape(10, 1)));
    bytes[7] = 9;
    let error = TraceReader::open(Source::Memory(bytes.clone())).unwrap_err();
    assert_eq!(error.to_string(), "not a trace: format version 9 is not known");
    bytes[7] = 1;
    bytes.truncate(16);
    bytes.extend((0..100_000_u32).map(|index| ((index * 7919) >> 3) as u8));
    let mut reader = read(bytes);
    assert_eq!(collect(&mut reader).len(), 0);
    assert_eq!(reader.damage().len(), 2, "{:?}", reader.damage());
}

#[test]
fn many_threads() {
    let shape =
        Shape { threads: 10_000, locks: 64, events: 100_000, switch_per_mille: 1000, ..Shape::default() };
    let expected = collect(&mut Generator::new(shape));
    assert_eq!(collect(&mut read(write(&mut Generator::new(shape)))), expected);
}

#[test]
fn text_errors_have_a_place() {
    for (text, message) in [
        ("T0|r(x)|1\nT0 r(x)\n", "t.std:2:1: expected `thread|operation(object)|location`"),
        ("T0|hop(x)|1", "t.std:1:4: unknown operation `hop`"),
        ("T0|r|1", "t.std:1:4: `r` needs an object"),
        ("T0|r(x|1", "t.std:1:5: this parenthesis is not closed"),
        ("|r(x)|1", "t.std:1:1: the thread has no name"),
        ("T0|set.add(s,x)|1", "t.std:1:4: `x` is not a number"),
        ("T0|set.add(s,1)7|1", "t.std:1:4: expected `=result` after a call"),
    ] {
        let mut reader = StdReader::new(Cursor::new(text), "t.std");
        let error = reader.fill(&mut Batch::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
    let long = format!("T0|r({})|1", "x".repeat(2_000_000));
    assert!(StdReader::new(Cursor::new(long), "t.std").fill(&mut Batch::default()).is_err());
}
