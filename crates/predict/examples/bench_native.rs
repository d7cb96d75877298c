//! What each step of the analysis of recorded native runs costs.
//!
//! `cargo run --release -p selvedge-predict --example bench_native TRACE…`: processor time of each step, how many events it leaves
//! to the next, and what is found.

use events::trace::{Follower, TraceError};
use predict::{Loaded, Options, Order, Partition, Room, add_chunks, analyse_recorded};
use spec::Specification;
use std::path::Path;

fn main() -> Result<(), TraceError> {
    let mut room = Room::default();
    std::env::args().skip(1).try_for_each(|path| steps(Path::new(&path), &mut room))
}

/// Time of this thread on a processor, where the system tells. Another one takes part in thinning.
fn clock() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or(0.0) / 1e9
}

fn steps(path: &Path, room: &mut Room) -> Result<(), TraceError> {
    let specification = Specification::default();
    let options = Options { order: Order::Weak, ..Options::default() };
    let mut partition = Partition::default();
    let start = clock();
    let mut follower = Follower::open(path)?;
    while add_chunks(&mut follower, &mut partition)? > 0 {}
    let first = clock();
    partition.shared_only();
    let mut reads = 0;
    let (loaded, outcome) =
        analyse_recorded(path, partition, &specification, &options, 50_000_000, room, &mut |events| {
            reads += events
        })?;
    let end = clock();
    let Loaded { trace, .. } = loaded;
    println!(
        "{}: first pass {:.2} s, analysis {:.2} s (order {:.2} s, confirming {:.2} s); read {reads}, looked at {}, for confirming {}; \
         {} candidates, {} found, {} unconfirmed, {} observed",
        path.display(),
        first - start,
        end - first,
        outcome.filter_time.as_secs_f64(),
        outcome.confirm_time.as_secs_f64(),
        trace.n_looked_at(),
        trace.len(),
        outcome.candidates,
        outcome.findings.len(),
        outcome.unconfirmed.len(),
        outcome.observed.len()
    );
    for finding in &outcome.findings {
        let pair = finding.witness.pair;
        let [first, second] =
            [pair.first, pair.second].map(|id| trace.event(id).map_or(0, |event| event.location));
        println!("   {:?} {first:x} {second:x} ({})", pair.kind, finding.candidates);
    }
    Ok(())
}
