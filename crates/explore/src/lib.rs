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
mod kept;
mod linear;
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
mod sync;
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
use verdict::{Place, Scope, Verdict};

/// Instructions of one thread between two events.
const MAX_STEPS: u64 = 100_000_000;
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
    result.unwrap_or_else(|| {
        let reason = "the exploration ended by an internal error".to_string();
        unfinished(Verdict::Unknown { reason, place: None })
    })
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
        dependencies: config.model.keeps_dependencies,
        max_steps: MAX_STEPS,
        ..MachineOptions::default()
    };
    let machine = Arc::new(Machine::with_options(Arc::new(program.clone()), options));
    let fingerprint = verdict::fingerprint(program);
    let resume = config.resume.as_ref();
    if resume.is_some_and(|done| !done.fits(&fingerprint, config)) {
        let reason = "the checkpoint is of another program or another question".to_string();
        return unfinished(Verdict::Unknown { reason, place: None });
    }
    let mut sharing = Sharing::new(resume.map(|done| &done.sharing));
    let mut restarts = 0;
    let started = std::time::Instant::now();
    let mut resume = resume;
    loop {
        let n_workers = if sharing.ahead { 1 } else { config.jobs.clamp(1, MAX_JOBS) };
        let shared = Arc::new(Shared::new(resume, n_workers));
        let run = |worker: usize| {
            work(&machine, config, sharing.clone(), Split::new(shared.clone(), worker), started)
        };
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
            let reason = "a worker ended by an internal error".to_string();
            return unfinished(Verdict::Unknown { reason, place: None });
        }
        ends.iter().for_each(|end| sharing.join(&end.sharing));
        let chosen =
            ends.iter().enumerate().min_by_key(|(_, end)| end.next.rank()).map_or(0, |(index, _)| index);
        match std::mem::replace(&mut ends[chosen].next, Next::Restart) {
            Next::Restart => restarts += 1,
            Next::MoreThreads => sharing.max_threads += 4,
            Next::Ahead => sharing.ahead = true,
            Next::Round => {
                sharing = ends.swap_remove(chosen).sharing;
                sharing.next_round();
            }
            Next::Done(verdict) => {
                let mut result = unfinished(*verdict);
                let (subtrees, base, weight) = shared.done();
                result.counts = resume.map_or(Counts::default(), |done| done.counts);
                let mut classes = rustc_hash::FxHashSet::default();
                for end in ends {
                    result.counts = result.counts.plus(&end.counts);
                    result.states.extend(end.states);
                    result.failures.extend(end.failures);
                    result.duplicates += end.duplicates;
                    result.duplicates +=
                        end.seen.iter().filter(|&&class| !classes.insert(class)).count() as u64;
                }
                result.restarts = restarts;
                result.complete = matches!(result.verdict, Verdict::Safe { .. });
                if !result.complete && !sharing.ahead {
                    let sharing = sharing.learnt();
                    result.checkpoint =
                        Some(Checkpoint::new(fingerprint, config, subtrees, base, weight, sharing));
                }
                if config.keep_going && result.complete {
                    let reason = "failures were collected, not judged".to_string();
                    result.verdict = Verdict::Unknown { reason, place: None };
                }
                return result;
            }
        }
        // What was learnt changes the search, and what was done of the old one does not count.
        resume = None;
    }
}

/// More workers than this are not of use.
const MAX_JOBS: usize = 64;

/// What is to be done after an attempt; of several workers' wishes the first counts.
enum Next {
    Restart,
    MoreThreads,
    /// All was explored but loads that read from later stores.
    Ahead,
    /// The same, and there are new values to promise.
    Round,
    Done(Box<Verdict>),
}

impl Next {
    fn rank(&self) -> u32 {
        match self {
            Next::Restart => 0,
            Next::MoreThreads => 1,
            Next::Done(verdict) => match **verdict {
                Verdict::Violation { .. } => 2,
                // Others were only stopped by it.
                Verdict::Unknown { ref reason, .. } if reason.contains("another worker") => 5,
                Verdict::Unknown { .. } => 3,
                Verdict::Safe { .. } => 6,
            },
            Next::Ahead => 4,
            Next::Round => 4,
        }
    }
}

/// What comes of one worker.
struct WorkerEnd {
    next: Next,
    sharing: Sharing,
    counts: Counts,
    states: std::collections::BTreeSet<State>,
    failures: std::collections::BTreeSet<String>,
    duplicates: u64,
    seen: rustc_hash::FxHashSet<u64>,
}

fn work(
    machine: &Arc<Machine>,
    config: &ExploreConfig,
    mut sharing: Sharing,
    split: Split,
    started: std::time::Instant,
) -> WorkerEnd {
    let shared = split.shared.clone();
    let memory = Memory::new(machine.program(), machine.layout(), MAX_MEMORY);
    let env = Env::new(machine.clone(), config, memory, &mut sharing);
    let mut search = Search::new(env, split);
    search.started = started;
    let next = match attempt(&mut search) {
        Err(Halt::Restart) => Next::Restart,
        Err(Halt::MoreThreads)
            if search.env.sharing.max_threads < config.max_threads.min(sync::MAX_THREADS) =>
        {
            Next::MoreThreads
        }
        Ok(()) if search.loose_write.is_some() && !search.env.sharing.ahead => Next::Ahead,
        Ok(()) if search.env.sharing.promises_grew => Next::Round,
        result => Next::Done(Box::new(verdict_of(&search, result))),
    };
    let over = match &next {
        Next::Done(verdict) => !matches!(**verdict, Verdict::Safe { .. }),
        _ => true,
    };
    if over {
        shared.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    }
    let Search { counts, states, failures, duplicates, seen, .. } = search;
    WorkerEnd { next, sharing, counts, states, failures, duplicates, seen }
}

fn attempt(search: &mut Search<'_>) -> env::Result {
    let (state, local) = start::run_alone(&mut search.env)?;
    // The last lane is for whoever looks at the final state.
    let mut graph =
        Graph::new(search.env.sharing.max_threads + 1, search.env.config.model != model::Model::SC);
    let mut runner = Runner::new(&mut search.env, &graph, 0);
    let snapshot = runner.settle(state, local)?;
    let trouble = runner.trouble.take();
    graph.open_lane(0, None, Rc::new(snapshot));
    graph.lanes[search.env.sharing.max_threads].start = vec![0; graph.stride];
    if let Some(trouble) = trouble {
        search.report(&graph, trouble)?;
    }
    match search.env.sharing.ahead {
        true => search.visit_ahead(&mut graph),
        false => search.visit(&mut graph),
    }
}

/// Whether some instruction of a program may be passed by.
fn branches(program: &Program) -> bool {
    let mut blocks = program.functions.iter().flat_map(|function| function.blocks.iter());
    blocks.any(|block| matches!(block.term, ir::Term::Branch { .. } | ir::Term::Switch { .. }))
}

fn verdict_of(search: &Search<'_>, result: env::Result) -> Verdict {
    let program = search.env.machine.program();
    let unknown = |reason: String, span| Verdict::Unknown { reason, place: Place::of(program, span) };
    match result {
        Ok(()) => {
            if let Some(trouble) = &search.ignored {
                let reason = format!(
                    "{}: {} (not among the properties asked for)",
                    trouble.kind.title(),
                    trouble.message
                );
                return unknown(reason, trouble.span);
            }
            let model = search.env.config.model;
            let early = !model.kept.contains(ir::FenceBits::LS);
            // With dependencies too, a promise can be missed that only another branch keeps (random program 8068).
            let loose = early && (!model.keeps_dependencies || search.loose_write.is_some());
            if loose && branches(program) {
                let reason = "under this model stores may go ahead of branches that decide about them, and what comes of \
                              that is not explored";
                return unknown(reason.into(), search.loose_write.unwrap_or(ir::Span::NONE));
            }
            if search.ahead.strays {
                let reason = "loads may read from later stores, and what these write depends on what loads read in ways \
                              that were not all followed";
                return unknown(reason.into(), search.loose_write.unwrap_or(ir::Span::NONE));
            }
            if search.counts.cut > 0 {
                let reason = format!(
                    "{} executions were cut at {} events of a thread (--bound)",
                    search.counts.cut, search.env.config.bound
                );
                return unknown(reason, ir::Span::NONE);
            }
            match search.env.read_undefined {
                Some(span) => {
                    unknown("memory that was never written is read here; it was taken to be 0".into(), span)
                }
                None if search.env.asked_input => Verdict::Safe { scope: Scope::GivenInputs },
                None => Verdict::Safe { scope: Scope::Complete },
            }
        }
        Err(Halt::Violation(witness)) => Verdict::Violation { witness },
        Err(Halt::Unsupported { reason, span }) => unknown(reason, span),
        Err(Halt::Stopped(reason)) => unknown(format!("incomplete: {reason}"), ir::Span::NONE),
        Err(Halt::MoreThreads) => {
            unknown(format!("more than {} threads", search.env.config.max_threads), ir::Span::NONE)
        }
        Err(Halt::Restart) => {
            unknown("internal error: an exploration that does not settle".into(), ir::Span::NONE)
        }
    }
}
