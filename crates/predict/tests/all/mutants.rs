//! Damaged and nonsensical traces: nothing panics, nothing hangs, and what is reported still replays.
//!
//! 3,000 mutants by default; with `SELVEDGE_FULL=1` 20,000.

use crate::common::{Config, Listed, Random, random_trace};
use events::trace::{
    Batch, EventStream, Generator, Op, Shape, Source, StdReader, StdWriter, Tables, TraceEvent, TraceReader,
    TraceWriter,
};
use predict::causal::{Blocks, CausalOptions, CausalProperty, CausalTrace, predict_causal};
use predict::{Options, Order, Partition, Trace, analyse, check};
use spec::{Specification, shipped_specification};
use std::io::Cursor;
use std::time::{Duration, Instant};

fn mutants() -> u64 {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 20_000 } else { 3_000 }
}

const ORDERS: [Order; 7] =
    [Order::Hb, Order::Shb, Order::Wdc, Order::Edc, Order::BoundedEdc, Order::Weak, Order::BoundedWeak];

/// Everything that can be asked of a trace.
fn ask(mut streams: Vec<Box<dyn EventStream>>, specification: &Specification, seed: u64) {
    let Some(mut stream) = streams.pop() else { return };
    let partition = stream.has_addresses().then(|| partition_of(&mut *streams.pop().unwrap(), seed));
    let Ok(trace) = Trace::read(&mut *stream, partition.clone(), specification) else { return };
    let order = ORDERS[seed as usize % ORDERS.len()];
    let options = Options {
        order,
        whole_history: seed.is_multiple_of(2),
        all_conflicts: seed.is_multiple_of(3),
        every_pair: seed.is_multiple_of(5),
        time_limit: Some(Duration::from_secs(2)),
        ..Options::default()
    };
    let outcome = analyse(&trace, specification, &options);
    assert_eq!(outcome.refused, 0, "mutant {seed}, {order:?}");
    for finding in &outcome.findings {
        check(&trace, &finding.witness).unwrap();
        assert!(!finding.witness.pair.headline(&trace, specification).is_empty());
    }
    let mut pairs: Vec<_> = outcome.findings.iter().map(|finding| finding.witness.pair).collect();
    let count = pairs.len();
    pairs.sort_unstable();
    pairs.dedup();
    assert_eq!(pairs.len(), count, "mutant {seed}: one pair twice");
    if let Some(mut stream) = streams.pop() {
        let read = CausalTrace::read(&mut *stream, partition, specification, usize::MAX, Blocks::default());
        let properties = vec![CausalProperty::Atomicity, CausalProperty::Deadlock, CausalProperty::Race];
        let options = CausalOptions { properties, window: 40, ..CausalOptions::default() };
        if let Ok(causal) = read {
            predict_causal(&causal, &options, &mut |_, _| {}).unwrap();
        }
    }
}

fn partition_of(stream: &mut dyn EventStream, seed: u64) -> Partition {
    let mut partition = Partition::default();
    let mut batch = Batch::default();
    while let Ok(true) = stream.fill(&mut batch) {
        batch.events.iter().for_each(|event| partition.add(event));
    }
    if seed.is_multiple_of(2) {
        partition.shared_only();
    }
    partition
}

fn ask_in_time(streams: Vec<Box<dyn EventStream>>, specification: &Specification, seed: u64) {
    let started = Instant::now();
    ask(streams, specification, seed);
    assert!(started.elapsed() < Duration::from_secs(20), "mutant {seed} took {:?}", started.elapsed());
}

fn base(seed: u64) -> Vec<TraceEvent> {
    let config = Config {
        well_locked: seed.is_multiple_of(3),
        shared: seed.is_multiple_of(2),
        conditions: true,
        written_objects: true,
    };
    random_trace(seed, config)
}

/// Any event may become any other: forks of oneself, joins of the unborn, releases of what is not held.
fn mutate_events(events: &mut Vec<TraceEvent>, random: &mut Random) {
    for _ in 0..1 + random.below(6) {
        let (place, other) = (random.below(events.len()), random.below(events.len()));
        if events.is_empty() {
            return;
        }
        match random.below(9) {
            0 => events[place].op = Op::ALL[random.below(Op::ALL.len())],
            1 => events[place].thread = [0, 1, 2, 7, u32::MAX][random.below(5)],
            2 => events[place].object = [0, 1, 9, 10, 1 << 33, u64::MAX, u64::MAX - 3][random.below(7)],
            3 => events[place].generation = random.below(3) as u32,
            4 => events[place].size = [0, 1, 3, 16, 4096, u32::MAX][random.below(6)],
            5 => (events[place].value, events[place].has_value) = (random.below(5) as u64, true),
            6 => events.swap(place, other),
            7 => drop(events.remove(place)),
            _ => events.insert(place, events[other]),
        }
    }
}

#[test]
fn events_changed_at_random() {
    let specification = shipped_specification("set").unwrap();
    for seed in 0..mutants() {
        let mut random = Random(seed ^ 0x5a5a_0101);
        let mut events = base(seed);
        mutate_events(&mut events, &mut random);
        let stream = || Box::new(Listed::new(&events)) as Box<dyn EventStream>;
        ask_in_time(vec![stream(), stream()], &specification, seed);
    }
}

fn write(stream: &mut dyn EventStream, addresses: bool) -> Vec<u8> {
    let mut writer = TraceWriter::new(Vec::new(), addresses).unwrap();
    let mut batch = Batch::default();
    while stream.fill(&mut batch).unwrap() {
        for event in &batch.events {
            writer.push(event, &batch).unwrap();
        }
    }
    writer.finish().unwrap()
}

#[test]
fn bytes_changed_at_random() {
    let nothing = Specification::default();
    let shape =
        Shape { threads: 4, locks: 5, variables: 40, events: 300, race_per_mille: 50, ..Shape::default() };
    for seed in 0..mutants() {
        let mut random = Random(seed ^ 0x77aa_0202);
        let addresses = seed.is_multiple_of(2);
        let mut bytes = match seed % 3 {
            0 => write(&mut Generator::new(Shape { seed, ..shape }), addresses),
            _ => write(&mut Listed::new(&base(seed)), addresses),
        };
        for _ in 0..1 + random.below(4) {
            // The head of the file is left alone: without it nothing is read.
            let place = 16 + random.below(bytes.len().saturating_sub(17));
            if place >= bytes.len() {
                break;
            }
            match random.below(4) {
                0 => bytes[place] ^= 1 << random.below(8),
                1 => bytes[place] = random.below(256) as u8,
                2 => bytes.truncate(place.max(17)),
                _ => drop(bytes.remove(place)),
            }
        }
        let stream = || {
            TraceReader::open(Source::Memory(bytes.clone())).ok().map(|r| Box::new(r) as Box<dyn EventStream>)
        };
        let streams: Vec<_> = (0..3).filter_map(|_| stream()).collect();
        if streams.len() == 3 {
            ask_in_time(streams, &nothing, seed);
        }
    }
}

#[test]
fn text_changed_at_random() {
    let specification = shipped_specification("set").unwrap();
    for seed in 0..mutants() {
        let mut random = Random(seed ^ 0x1234_0303);
        let mut writer = StdWriter::new(Vec::new());
        for event in base(seed) {
            writer.push(&event, &Batch::default(), &Tables::default()).unwrap();
        }
        let mut text = writer.finish().unwrap();
        text.extend_from_slice(b"T1|set.add(s,1)=1|3\nT2|set.contains(s,42)=1|6\nT1|timedwait(c)|9\n");
        for _ in 0..1 + random.below(5) {
            if text.is_empty() {
                break;
            }
            let place = random.below(text.len());
            match random.below(4) {
                0 => text[place] = b"|()=.,\n019Tx-#"[random.below(14)],
                1 => text.truncate(place.max(1)),
                2 => drop(text.remove(place)),
                _ => text.insert(place, random.below(256) as u8),
            }
        }
        let stream = || Box::new(StdReader::new(Cursor::new(text.clone()), "t.std")) as Box<dyn EventStream>;
        ask_in_time(vec![stream(), stream()], &specification, seed);
    }
}
