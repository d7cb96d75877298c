//! Every behaviour of a program once, up to what no read can tell (`selvedge explore`, `docs/explore.md`).
//!
//! Stateless model checking by execution graphs with revisits: TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis: "Truly
//! stateless, optimal dynamic partial order reduction", POPL 2022). Where it differs:
//! 1. Coherence is not part of a graph ([`search`], [`linear`]), so the classes are those of reads-from; the condition for revisits is
//!    put in terms of an order found for the rest of the graph ([`revisit`]).
//! 2. Synchronisation objects are places of memory whose operations are read-modify-writes ([`sync`]).
//! 3. Private memory makes no events ([`env`]); threads resume from snapshots ([`snapshot`], [`run`]).
//!
//! Never reported: an execution that the model forbids; a violation without a witness that replays. Executions with a cycle of
//! program order and reads-from are explored by promises ([`ahead`]); where that cannot follow all values, the verdict is
//! `unknown`. Memory: polynomial in the longest execution.

mod ahead;
mod assemble;
mod config;
mod env;
mod finish;
mod graph;
mod judge;
mod kept;
mod linear;
mod lives;
mod loose;
mod overwritten;
mod race;
mod revisit;
mod run;
mod search;
mod sections;
pub mod semantic;
mod snapshot;
mod split;
mod start;
mod successor;
mod witness;

pub use config::{Checkpoint, Counts, Equivalence, Exploration, ExploreConfig, Progress, State};

use env::{Env, Halt, Sharing};
use graph::Graph;
use interp::{Machine, MachineOptions, Memory};
use ir::Program;
use run::Runner;
use search::Search;
use split::{Shared, Split};
use std::rc::Rc;
use std::sync::Arc;
use verdict::{Scope, Verdict, Why};

/// Instructions of one thread between two events.
const MAX_STEPS: u64 = 100_000_000;
/// Instructions after which the limits are looked at.
const SLICE: u64 = 1 << 20;
/// Bytes that live objects may take up together.
const MAX_MEMORY: u64 = 1 << 28;
/// The search recurses once per choice that is open.
const STACK: usize = 1 << 30;

/// Explores a program.
pub fn explore(program: &Program, config: &ExploreConfig) -> Exploration {
    let work = || explore_here(program, config);
    let result = std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(STACK);
        builder.spawn_scoped(scope, work).ok().and_then(|handle| handle.join().ok())
    });
    result.unwrap_or_else(|| unfinished(Verdict::unknown(Why::Internal("the exploration panicked".into()))))
}

/// The user wants no more of them.
fn enough(executions: u64) -> Why {
    Why::TooLarge(format!("stopped after {executions} executions"))
}
/// With `keep_going`.
fn collected() -> Why {
    Why::NotCovered("failures were collected, not judged".into())
}
fn unsettled() -> Why {
    Why::Internal("an exploration that does not settle".into())
}

fn unfinished(verdict: Verdict) -> Exploration {
    Exploration {
        verdict,
        complete: false,
        counts: Counts::default(),
        states: Default::default(),
        failures: Default::default(),
        duplicates: 0,
        checkpoint: None,
        restarts: 0,
    }
}

fn explore_here(program: &Program, config: &ExploreConfig) -> Exploration {
    let options = MachineOptions {
        dependencies: judge::overtakes(config),
        max_steps: MAX_STEPS,
        slice: SLICE,
        ..MachineOptions::default()
    };
    let machine = Arc::new(Machine::with_options(Arc::new(program.clone()), options));
    let fingerprint = verdict::fingerprint(program);
    let resume = config.resume.as_ref();
    if resume.is_some_and(|done| !done.is_of(program, config)) {
        let what = "the checkpoint is of another program or another question";
        return unfinished(Verdict::unknown(Why::NotCovered(what.into())));
    }
    let mut sharing = Sharing::new(resume.map(|done| &done.sharing));
    let mut restarts = 0;
    let mut resume = resume;
    loop {
        let n_workers = if sharing.ahead { 1 } else { config.jobs.clamp(1, MAX_JOBS) };
        let shared = Arc::new(Shared::new(resume, n_workers));
        let run = |worker: usize| work(&machine, config, sharing.clone(), Split::new(shared.clone(), worker));
        let mut ends: Vec<WorkerEnd> = match n_workers {
            1 => vec![run(0)],
            _ => std::thread::scope(|scope| {
                let spawn = |worker: usize| {
                    let builder = std::thread::Builder::new().stack_size(STACK);
                    let run = &run;
                    builder.spawn_scoped(scope, move || run(worker)).ok()
                };
                let handles: Vec<_> = (0..n_workers).filter_map(spawn).collect();
                let lost = |_| None;
                handles.into_iter().filter_map(|handle| handle.join().map_or_else(lost, Some)).collect()
            }),
        };
        if ends.len() < n_workers {
            return unfinished(Verdict::unknown(Why::Internal("a worker panicked".into())));
        }
        ends.iter().for_each(|end| sharing.join(&end.sharing));
        let rank = |(_, end): &(usize, &WorkerEnd)| rank(&end.result);
        let chosen = ends.iter().enumerate().min_by_key(rank).map_or(0, |(index, _)| index);
        let result = std::mem::replace(&mut ends[chosen].result, Err(Halt::ByAnother));
        let max_threads = config.max_threads.min(env::MAX_THREADS);
        match result {
            Err(Halt::Restart) => {
                restarts += 1;
                sharing.reservations = Default::default();
            }
            Err(Halt::MoreThreads) if sharing.max_threads < max_threads => sharing.max_threads += 4,
            Ok(()) if !sharing.ahead && judge::goes_ahead(config, &sharing.reservations) => {
                sharing.ahead = true;
            }
            Ok(()) if ends[chosen].sharing.promises_grew => {
                sharing = ends.swap_remove(chosen).sharing;
                sharing.next_round();
            }
            result => {
                sharing.strays |= ends[chosen].sharing.strays;
                let mut found = unfinished(Verdict::Safe { scope: Scope::Complete });
                let (subtrees, counts, weight) = shared.done();
                found.counts = resume.map_or(Counts::default(), |done| done.counts);
                let mut classes = rustc_hash::FxHashSet::default();
                for end in ends {
                    found.counts = found.counts.plus(&end.counts);
                    found.states.extend(end.states);
                    found.failures.extend(end.failures);
                    found.duplicates += end.duplicates;
                    found.duplicates +=
                        end.seen.iter().filter(|&&class| !classes.insert(class)).count() as u64;
                }
                found.verdict = judge::verdict_of(program, config, &sharing, &found.counts, result);
                found.restarts = restarts;
                found.complete = matches!(found.verdict, Verdict::Safe { .. });
                if !found.complete && !sharing.ahead {
                    let (model, configuration) = (config.task.model.name().to_string(), config.in_words());
                    let checkpoint =
                        Checkpoint { fingerprint, model, configuration, subtrees, counts, weight, sharing };
                    found.checkpoint = Some(checkpoint);
                }
                if config.keep_going && found.complete {
                    found.verdict = Verdict::unknown(collected());
                }
                return found;
            }
        }
        // What was learnt changes the search, and what was done of the old one does not count.
        resume = None;
    }
}

/// More workers than this are not of use.
const MAX_JOBS: usize = 64;

/// Of several workers' ends the one with the lowest rank counts.
fn rank(result: &env::Result) -> u32 {
    match result {
        Err(Halt::Restart) => 0,
        Err(Halt::MoreThreads) => 1,
        Err(Halt::Violation(_)) => 2,
        Err(Halt::Unknown { .. } | Halt::Stopped(_)) => 3,
        Err(Halt::ByAnother) => 4,
        Ok(()) => 5,
    }
}

/// What comes of one worker.
struct WorkerEnd {
    result: env::Result,
    sharing: Sharing,
    counts: Counts,
    states: std::collections::BTreeSet<State>,
    failures: std::collections::BTreeSet<String>,
    duplicates: u64,
    seen: rustc_hash::FxHashSet<u64>,
}

fn work(machine: &Arc<Machine>, config: &ExploreConfig, mut sharing: Sharing, split: Split) -> WorkerEnd {
    let shared = split.shared.clone();
    let memory = Memory::new(machine.program(), machine.layout(), MAX_MEMORY);
    let limits = config.task.limits.clone();
    let env = Env::new(machine.clone(), config, (memory, limits), &mut sharing);
    let mut search = Search::new(env, split);
    let result = attempt(&mut search);
    if result.is_err() {
        shared.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    }
    let Search { counts, states, failures, duplicates, seen, .. } = search;
    WorkerEnd { result, sharing, counts, states, failures, duplicates, seen }
}

fn attempt(search: &mut Search<'_>) -> env::Result {
    let (state, local) = start::run_alone(&mut search.env)?;
    // The last lane is for whoever looks at the final state.
    let mut graph =
        Graph::new(search.env.sharing.max_threads + 1, search.env.config.task.model != model::Model::SC);
    let mut runner = Runner::new(&mut search.env, &graph, 0);
    let snapshot = runner.settle(state, local)?;
    let trouble = runner.trouble.take();
    graph.open_lane(0, None, Rc::new(snapshot));
    graph.lanes[search.env.sharing.max_threads].start = vec![0; graph.stride];
    if let Some(trouble) = trouble {
        search.report(&graph, trouble)?;
    }
    if search.env.sharing.ahead {
        search.visit_ahead(&mut graph)?
    } else {
        search.visit(&mut graph)?
    }
    match search.linear.stopped.take() {
        Some(stop) => Err(stop.into()),
        None => Ok(()),
    }
}
