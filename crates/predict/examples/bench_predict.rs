//! Throughput of the orders and of confirmation on made-up traces, as tables.
//!
//! `cargo run --release -p selvedge-predict --example bench_predict [EVENTS [PART]]` (10,000,000 by default; a part is
//! `streaming`, `cost` or `confirmation`). One core. A plot of the cost goes where `SELVEDGE_PLOTS` says.

use events::trace::{Batch, EventStream, Generator, Shape, Source, TraceReader, TraceWriter};
use predict::{
    BoundedEdc, Edc, EdcOptions, Effort, Event, Filter, HappensBefore, Index, Ingest, Options, Order, Trace,
    VARIABLE_BYTES, analyse,
};
use report::plot::{self, Axis, Plot, Series};
use spec::Specification;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let events = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(10_000_000);
    let part = arguments.next();
    let wants = |name: &str| part.as_deref().is_none_or(|part| part == name);
    if wants("streaming") {
        streaming(events);
    }
    if wants("cost") {
        cost();
    }
    if wants("confirmation") {
        confirmation();
    }
}

/// The orders in the tables, with their names in the plot.
const ORDERS: [(&str, Order); 5] = [
    ("HB", Order::Hb),
    ("SHB", Order::Shb),
    ("EDC bounded", Order::BoundedEdc),
    ("weak bounded", Order::BoundedWeak),
    ("EDC unbounded", Order::Edc),
];

fn cost() {
    println!(
        "\ncost against threads, locks, variables, switches (1,000,000 events; M events/s with parsing)"
    );
    print!("  threads  locks  variables  switch/1000");
    ORDERS.iter().for_each(|(name, _)| print!(" {name:>14}"));
    println!();
    let by_threads = [2, 4, 8, 16, 32, 64].map(|threads| (threads, 64, 2_000, 100));
    let others = [
        (8, 4, 2_000, 100),
        (8, 1_024, 2_000, 100),
        (8, 64, 100, 100),
        (8, 64, 200_000, 100),
        (8, 64, 2_000, 1_000),
    ];
    let mut lines = ORDERS.map(|(name, _)| Series::line(name, Vec::new()));
    for (row, (threads, locks, variables, switch)) in by_threads.into_iter().chain(others).enumerate() {
        let (events, switch_per_mille) = (1_000_000, switch);
        let bytes = write(Shape { threads, locks, variables, switch_per_mille, events, ..Shape::default() });
        print!("  {threads:7} {locks:6} {variables:10} {switch:12}");
        for ((_, order), line) in ORDERS.iter().zip(&mut lines) {
            let rate = 1.0 / scan(&bytes, *order).0;
            print!(" {rate:14.1}");
            if row < by_threads.len() {
                line.points.push((f64::from(threads), rate));
            }
        }
        println!();
    }
    println!("  bounded memory: {VARIABLE_BYTES} bytes per variable, 32 vector clocks per lock");
    let plot = Plot {
        title: "predict: one pass over 1,000,000 events, 64 locks, 2,000 variables".into(),
        x: Axis::logarithmic("threads"),
        y: Axis::logarithmic("million events per second, with parsing"),
        series: lines.into(),
        diagonal: false,
    };
    plot::save("predict-cost", &plot);
}

/// Time of this thread on a processor, where the system tells; otherwise time on the clock.
struct Watch {
    started: Instant,
    busy: Option<u64>,
}

impl Watch {
    fn start() -> Watch {
        Watch { started: Instant::now(), busy: busy_nanoseconds() }
    }

    fn seconds(&self) -> f64 {
        match (self.busy, busy_nanoseconds()) {
            (Some(from), Some(to)) => (to - from) as f64 / 1e9,
            _ => self.started.elapsed().as_secs_f64(),
        }
    }
}

fn busy_nanoseconds() -> Option<u64> {
    std::fs::read_to_string("/proc/thread-self/schedstat").ok()?.split_whitespace().next()?.parse().ok()
}

fn write(shape: Shape) -> Vec<u8> {
    let mut generator = Generator::new(shape);
    let mut writer = TraceWriter::new(Vec::new(), false).expect("memory");
    let mut batch = Batch::default();
    while generator.fill(&mut batch).expect("memory") {
        for event in &batch.events {
            writer.push(event, &batch).expect("memory");
        }
    }
    writer.finish().expect("memory")
}

fn streaming(events: u64) {
    println!("8 threads, 64 locks, 2,000 variables, {events} events");
    let bytes = write(Shape { events, ..Shape::default() });
    let megabytes = bytes.len() as f64 / 1e6;
    println!("  {megabytes:.1} MB on disk, {:.2} bytes per event", bytes.len() as f64 / events as f64);
    let mut reader = TraceReader::open(Source::Memory(bytes.clone())).expect("a trace");
    let watch = Watch::start();
    let mut batch = Batch::default();
    let mut count = 0_u64;
    while reader.fill(&mut batch).expect("a trace") {
        count += batch.events.len() as u64;
    }
    let seconds = watch.seconds();
    println!("  {:24} {:7.1} M events/s", "parse", count as f64 / seconds / 1e6);
    for (name, order) in [
        ("parse + HB", Order::Hb),
        ("parse + SHB", Order::Shb),
        ("parse + EDC bounded", Order::BoundedEdc),
        ("parse + weak bounded", Order::BoundedWeak),
    ] {
        let (seconds, candidates) = scan(&bytes, order);
        println!("  {name:24} {:7.1} M events/s   {candidates} candidates", count as f64 / seconds / 1e6);
    }
}

/// Seconds and candidates of one pass.
fn scan(bytes: &[u8], order: Order) -> (f64, u64) {
    let options =
        EdcOptions { whole_history: false, all_conflicts: false, weak: order == Order::BoundedWeak };
    let empty = Trace::default();
    let points = || predict::CallPoints::new(&empty.tables, &Specification::default(), true);
    match order {
        Order::Hb => pass(bytes, &mut HappensBefore::new(false)),
        Order::Shb => pass(bytes, &mut HappensBefore::new(true)),
        Order::BoundedEdc | Order::BoundedWeak => pass(bytes, &mut BoundedEdc::new(None, options)),
        _ => pass(bytes, &mut Edc::new(options, &[], points())),
    }
}

fn pass(bytes: &[u8], filter: &mut impl Filter) -> (f64, u64) {
    let mut reader = TraceReader::open(Source::Memory(bytes.to_vec())).expect("a trace");
    let watch = Watch::start();
    let mut ingest = Ingest::new(None);
    let (mut batch, mut events, mut calls) = (Batch::default(), Vec::<Event>::new(), Vec::new());
    let (mut id, mut candidates) = (0, 0);
    while reader.fill(&mut batch).expect("a trace") {
        events.clear();
        for event in &batch.events {
            ingest.push(event, &batch, &mut events, &mut calls);
        }
        for event in &events {
            filter.event(id, event, &mut |_| candidates += 1);
            id += 1;
        }
    }
    (watch.seconds(), candidates)
}

fn confirmation() {
    println!("\nconfirmation on 1,000,000 events (8 threads, 64 locks, 2,000 variables)");
    println!(
        "  races/1000  method     read+index   filter   confirm+check   candidates   tried   confirmed   unconfirmed"
    );
    for race_per_mille in [0, 1, 10, 50] {
        let shape = Shape { events: 1_000_000, race_per_mille, ..Shape::default() };
        let bytes = write(shape);
        for (name, reversal) in [("SyncP", false), ("OSR", true)] {
            let started = Instant::now();
            let mut reader = TraceReader::open(Source::Memory(bytes.clone())).expect("a trace");
            let specification = Specification::default();
            let trace = Trace::read(&mut reader, None, &specification).expect("a trace");
            let index = Index::new(&trace);
            let read = started.elapsed();
            drop(index);
            let options = Options {
                order: Order::BoundedWeak,
                effort: Effort { reversal, ..Effort::default() },
                ..Options::default()
            };
            let outcome = analyse(&trace, &specification, &options);
            println!(
                "  {race_per_mille:10}  {name:6} {:11.2} s {:6.2} s {:13.2} s {:12} {:7} {:11} {:13}",
                read.as_secs_f64(),
                outcome.filter_time.as_secs_f64(),
                outcome.confirm_time.as_secs_f64(),
                outcome.candidates,
                outcome.findings.len() + outcome.unconfirmed.len(),
                outcome.findings.len(),
                outcome.unconfirmed.len(),
            );
        }
    }
}
