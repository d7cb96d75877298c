//! Every behaviour of a program once, up to what no read can tell (`selvedge explore`, `docs/explore.md`).
//!
//! Stateless model checking by execution graphs with revisits: TruSt (Kokologiannakis, Marmanis, Gladstein, Vafeiadis: "Truly
//! stateless, optimal dynamic partial order reduction", POPL 2022). Where it differs:
//! 1. Coherence is not part of a graph ([`search`], [`linear`]), so the classes are those of reads-from; the condition for revisits is
//!    put in terms of an order found for the rest of the graph ([`revisit`]).
//! 2. Synchronisation objects are places of memory whose operations are read-modify-writes ([`sync`]).
//! 3. Private memory makes no events ([`env`]); threads resume from snapshots ([`snapshot`], [`run`]).
//!
//! Never reported: an execution that the model forbids; a violation without a witness that replays. May be missed: under the RMO
//! family, executions with a cycle of program order and reads-from; the verdict is then `unknown` unless no store can overtake a
//! load. Not used yet: commutativity specifications (paper 004 §4.2-4.4). Memory: polynomial in the longest execution.

mod ahead;
mod assemble;
mod config;
mod env;
mod finish;
mod graph;
mod kept;
mod linear;
mod revisit;
mod run;
mod search;
mod snapshot;
mod start;
mod sync;
mod successor;
mod witness;

pub use config::{Counts, Equivalence, Exploration, ExploreConfig, Progress, State};

use env::{Env, Halt, Sharing};
use graph::Graph;
use interp::{Machine, MachineOptions, Memory};
use ir::Program;
use run::Runner;
use search::Search;
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
    let mut sharing = Sharing::new();
    let mut restarts = 0;
    let started = std::time::Instant::now();
    loop {
        let memory = Memory::new(program, machine.layout(), MAX_MEMORY);
        let env = Env::new(machine.clone(), config, memory, &mut sharing);
        let mut search = Search::new(env);
        search.started = started;
        match attempt(&mut search) {
            Err(Halt::Restart) => restarts += 1,
            Ok(()) if search.loose_write.is_some() && !search.env.sharing.ahead => search.env.sharing.ahead = true,
            Ok(()) if search.env.sharing.promises_grew => {
                search.env.sharing.next_round();
            }
            Err(Halt::MoreThreads)
                if search.env.sharing.max_threads < config.max_threads.min(sync::MAX_THREADS) =>
            {
                
                search.env.sharing.max_threads += 4;
            }
            result => {
                let verdict = verdict_of(&search, result);
                let complete = matches!(verdict, Verdict::Safe { .. });
                let collected = "failures were collected, not judged".to_string();
                return Exploration {
                    verdict: match config.keep_going && complete {
                        true => Verdict::Unknown { reason: collected, place: None },
                        false => verdict,
                    },
                    complete,
                    counts: search.counts,
                    states: search.states,
                    failures: search.failures,
                    duplicates: search.duplicates,
                    restarts,
                };
            }
        }
    }
}

fn attempt(search: &mut Search<'_>) -> env::Result {
    let (state, local) = start::run_alone(&mut search.env)?;
    // The last lane is for whoever looks at the final state.
    let mut graph = Graph::new(search.env.sharing.max_threads + 1, search.env.config.model != model::Model::SC);
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
            if search.env.config.asks(events::Property::Race) {
                return unknown("races are not looked for by explore".into(), ir::Span::NONE);
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
