//! Byte addresses: what overlaps is one variable, what does not is not, and an address allocated again is new.

use events::trace::{Batch, Damage, EventStream, Op, Tables, TraceError, TraceEvent};
use predict::{Kind, Options, Outcome, Partition, Trace, analyse};
use spec::Specification;

pub struct Addressed(pub Vec<TraceEvent>, pub Tables);

impl EventStream for Addressed {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        batch.clear();
        batch.events.append(&mut self.0);
        Ok(!batch.events.is_empty())
    }
    fn tables(&self) -> &Tables {
        &self.1
    }
    fn damage(&self) -> &[Damage] {
        &[]
    }
    fn has_addresses(&self) -> bool {
        true
    }
}

fn at(thread: u32, op: Op, address: u64, size: u32) -> TraceEvent {
    TraceEvent { size, ..TraceEvent::new(thread, op, address, 0) }
}

fn read(events: &[TraceEvent]) -> Trace {
    let mut partition = Partition::default();
    events.iter().for_each(|event| partition.add(event));
    let mut stream = Addressed(events.to_vec(), Tables::default());
    Trace::read(&mut stream, Some(partition), &Specification::default()).unwrap()
}

fn run(events: &[TraceEvent]) -> Outcome {
    analyse(&read(events), &Specification::default(), &Options::default())
}

fn races(events: &[TraceEvent]) -> usize {
    run(events).findings.iter().filter(|finding| finding.witness.pair.kind == Kind::Race).count()
}

#[test]
fn neighbouring_bytes_do_not_race_and_overlapping_ones_do() {
    let pair =
        |a: (u64, u32), b: (u64, u32)| races(&[at(1, Op::Write, a.0, a.1), at(2, Op::Write, b.0, b.1)]);
    assert_eq!(pair((0x1000, 1), (0x1001, 1)), 0);
    assert_eq!(pair((0x1000, 4), (0x1004, 4)), 0);
    assert_eq!(pair((0x1000, 4), (0x1003, 1)), 1);
    assert_eq!(pair((0x1000, 8), (0x1006, 2)), 1);
    assert_eq!(pair((0x1006, 4), (0x1008, 1)), 1);
    assert_eq!(pair((0x1006, 2), (0x1008, 8)), 0);
    assert_eq!(pair((0x1000, 100), (0x1063, 1)), 1);
    assert_eq!(pair((0x1000, 100), (0x1064, 1)), 0);
    // At the end of the address space.
    assert_eq!(pair((u64::MAX - 3, 8), (u64::MAX - 2, 1)), 1);
}

#[test]
fn parts_of_one_access_are_known_from_the_whole_trace() {
    // The write of 8 bytes is seen before the reads that divide it.
    let events = [at(1, Op::Write, 0x1000, 8), at(2, Op::Read, 0x1000, 4), at(2, Op::Read, 0x1004, 4)];
    assert_eq!(read(&events).len(), 4);
    let events = [at(1, Op::Write, 0x1000, 2), at(1, Op::Read, 0x1004, 2), at(2, Op::Write, 0x1002, 2)];
    assert_eq!(races(&events), 0);
}

#[test]
fn an_address_allocated_again_is_another_variable() {
    let reuse = [
        at(1, Op::Alloc, 0x1000, 16),
        at(1, Op::Write, 0x1008, 8),
        at(1, Op::Free, 0x1000, 0),
        at(2, Op::Alloc, 0x1000, 16),
        at(2, Op::Write, 0x1008, 8),
    ];
    let outcome = run(&reuse);
    assert!(outcome.findings.is_empty() && outcome.observed.is_empty(), "{outcome:?}");
    // Without the second alloc it is a use after free, in the run itself.
    assert_eq!(run(&[reuse[0], reuse[1], reuse[2], reuse[4]]).observed.len(), 1);
}

#[test]
fn a_free_can_overtake_an_access_within_the_block() {
    let events = [
        at(1, Op::Alloc, 0x1000, 64),
        at(1, Op::Fork, 2, 0),
        at(1, Op::Acquire, 0x50, 0),
        at(1, Op::Read, 0x1020, 4),
        at(1, Op::Release, 0x50, 0),
        at(2, Op::Acquire, 0x50, 0),
        at(2, Op::Free, 0x1000, 0),
        at(2, Op::Release, 0x50, 0),
    ];
    let outcome = run(&events);
    assert_eq!(outcome.findings.len(), 1, "{outcome:?}");
    assert_eq!(outcome.findings[0].witness.pair.kind, Kind::UseAfterFree);
}
