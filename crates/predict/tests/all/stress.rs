//! Many threads, many locks, damaged files: no hang, no panic, no lost prefix.

use events::trace::{Batch, EventStream, Generator, Op, Shape, Source, TraceEvent, TraceReader, TraceWriter};
use predict::{Kind, Options, Order, Trace, analyse};
use spec::Specification;

fn write(stream: &mut dyn EventStream) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), false).unwrap();
    let mut batch = Batch::default();
    while stream.fill(&mut batch).unwrap() {
        for event in &batch.events {
            writer.push(event, &batch).unwrap();
        }
    }
    writer.finish().unwrap()
}

fn read(bytes: Vec<u8>) -> Trace {
    let mut reader = TraceReader::open(Source::Memory(bytes)).unwrap();
    Trace::read(&mut reader, None, &Specification::default()).unwrap()
}

fn with_order(order: Order) -> Options {
    Options { order, ..Options::default() }
}

#[test]
fn three_thousand_threads() {
    let shape = Shape {
        threads: 3_000,
        events: 30_000,
        switch_per_mille: 500,
        race_per_mille: 5,
        ..Shape::default()
    };
    let trace = read(write(&mut Generator::new(shape)));
    for order in [Order::Hb, Order::BoundedWeak] {
        let outcome = analyse(&trace, &Specification::default(), &with_order(order));
        assert_eq!(outcome.refused, 0);
        assert!(!outcome.findings.is_empty(), "{order:?}");
    }
}

#[test]
fn sixty_four_nested_locks() {
    let mut events = Vec::new();
    for thread in 0..2 {
        let push = |op: Op, object: u64, events: &mut Vec<TraceEvent>| {
            events.push(TraceEvent::new(thread, op, object, events.len() as u32 + 1));
        };
        (0..64).for_each(|lock| push(Op::Acquire, lock, &mut events));
        push(if thread == 0 { Op::Read } else { Op::Free }, 0, &mut events);
        (0..64).rev().for_each(|lock| push(Op::Release, lock, &mut events));
    }
    let trace = crate::common::trace_of(&events);
    for order in [Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak] {
        let outcome = analyse(&trace, &Specification::default(), &with_order(order));
        assert_eq!(outcome.findings.len(), 1, "{order:?}");
        assert_eq!(outcome.findings[0].witness.pair.kind, Kind::UseAfterFree);
        assert_eq!(outcome.findings[0].witness.tail.len(), 129 + 65);
    }
}

#[test]
fn a_damaged_trace_gives_no_false_report() {
    // Well locked: whatever is cut away, there is nothing to report.
    let shape = Shape { threads: 5, locks: 7, variables: 60, events: 20_000, seed: 9, ..Shape::default() };
    let bytes = write(&mut Generator::new(shape));
    for part in 0..12 {
        let mut damaged = bytes[..16 + (bytes.len() - 16) * part / 12].to_vec();
        if let Some(byte) = damaged.get_mut(16 + part * 977) {
            *byte ^= 0x10;
        }
        let trace = read(damaged);
        let outcome = analyse(&trace, &Specification::default(), &Options::default());
        assert!(outcome.findings.is_empty() && outcome.refused == 0);
    }
}

/// Time that no trace of a few hundred thousand events should need, however slow the machine.
const LONG: std::time::Duration = std::time::Duration::from_secs(60);

#[test]
fn a_long_handover_by_condition_variables() {
    // T0 waits in a loop for its turn, T1 gives it and waits for its own.
    let mut events = Vec::new();
    let (mutex, turn, condition) = (0, 0, 1);
    let mut push = |thread, op, object, location| events.push(TraceEvent::new(thread, op, object, location));
    for round in 0..20_000 {
        let (waiter, teller) = (round % 2, 1 - round % 2);
        let place = 100 * waiter + 1;
        for (thread, op, object) in [
            (waiter, Op::Acquire, mutex),
            (waiter, Op::Read, turn),
            (waiter, Op::Wait, condition),
            (waiter, Op::Release, mutex),
            (teller, Op::Acquire, mutex),
            (teller, Op::Write, turn),
            (teller, Op::Signal, condition),
            (teller, Op::Release, mutex),
            (waiter, Op::Acquire, mutex),
            (waiter, Op::Wake, condition),
            (waiter, Op::Read, turn),
            (waiter, Op::Release, mutex),
        ] {
            push(thread, op, object, place + op as u32);
        }
    }
    let started = std::time::Instant::now();
    let trace = crate::common::trace_of(&events);
    let outcome = analyse(&trace, &Specification::default(), &Options::default());
    assert!(outcome.findings.is_empty() && outcome.refused == 0);
    assert!(started.elapsed() < LONG, "{:?}", started.elapsed());
}

#[test]
fn two_thousand_threads_meet_again_and_again() {
    let mut events = Vec::new();
    for _ in 0..10 {
        for op in [Op::Write, Op::BarrierEnter, Op::BarrierLeave] {
            for thread in 0..2_000_u32 {
                let object = if op == Op::Write { u64::from(thread) } else { 0 };
                events.push(TraceEvent::new(thread, op, object, op as u32 + 1));
            }
        }
    }
    // One writes what its neighbour writes, after the barrier: they race in the next round only.
    events.push(TraceEvent::new(0, Op::Write, 1, 77));
    let started = std::time::Instant::now();
    let trace = crate::common::trace_of(&events);
    let needed: usize = (0..trace.len() as u32).map(|id| trace.needs(id).len()).sum();
    assert!(needed < 3 * trace.len(), "{needed}");
    let outcome = analyse(&trace, &Specification::default(), &Options::default());
    assert!(outcome.findings.is_empty() && outcome.refused == 0, "{:?}", outcome.findings);
    assert!(started.elapsed() < LONG, "{:?}", started.elapsed());
}
