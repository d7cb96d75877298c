//! Every consistent execution of a small program under a set of models, by brute force: the oracle for all engines.
//!
//! Traces per thread ([`crate::trace`]) are combined; per place, coherence orders and sources that fit the values
//! ([`crate::candidates`]) are combined with the orders of mutexes ([`crate::sync_orders`]); each whole is put to
//! `model::consistent`. Nothing is shared with any engine but the interpreter and the models.
//!
//! What it covers: threads started by the first thread, all accesses of one place of one size, normal mutexes, atomic
//! sections. It refuses anything else, and what is too large, rather than be wrong. Threads that nobody joins are run
//! to their end. No value comes out of thin air: see [`crate::trace`]; where a value goes round in a circle of copies
//! although somebody else writes it too, `certify` is asked whether it is its own cause.

use crate::candidates::{Candidate, Place};
use crate::initial::initial_value;
use crate::sync_orders::sync_orders;
use crate::trace::{End, ThreadKey, Trace, Traces};
use events::{EventId, Execution, Failure, FailureKind, ReadsFrom, SyncOrder, Thread, ThreadId};
use interp::{Machine, MachineOptions};
use ir::{FenceBits, Observable, Program, Span};
use model::{Consistent, Model, consistent, thin_air};
use smallvec::smallvec;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use thiserror::Error;
use verdict::{ProgramRef, SCHEMA_VERSION, Witness};

/// Where brute force gives up.
#[derive(Clone, Debug)]
pub struct Limits {
    pub events_per_thread: usize,
    pub traces_per_thread: usize,
    pub values_per_place: usize,
    /// Whole executions that are put to the models.
    pub candidates: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            events_per_thread: 64,
            traces_per_thread: 50_000,
            values_per_place: 64,
            candidates: 5_000_000,
        }
    }
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Refusal {
    #[error("the oracle does not know {0}")]
    Unsupported(String),
    #[error("too large for brute force: {0}")]
    TooLarge(String),
}

/// The final value of each observable, by name.
pub type State = BTreeMap<String, i128>;

/// How an execution ends.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Ending {
    /// An assertion fails, or a thread runs into an error; the message.
    Failure(String),
    Deadlock,
}

/// What one model permits.
#[derive(Clone, Debug)]
pub struct Outcomes {
    pub model: Model,
    /// Of executions that run to the end.
    pub states: BTreeSet<State>,
    /// Executions (reads-from and coherence, and orders of mutexes) that satisfy the proposition, and that do not.
    pub n_positive: u64,
    pub n_negative: u64,
    pub endings: BTreeSet<Ending>,
    /// The first execution that satisfies the proposition, with an order in which it can happen.
    pub example: Option<(Execution, Vec<EventId>)>,
}

impl Outcomes {
    /// Whether some final state satisfies the proposition.
    pub fn allowed(&self) -> bool {
        self.n_positive > 0
    }
}

/// The result for all models asked, and what it took.
#[derive(Clone, Debug)]
pub struct Enumeration {
    pub outcomes: Vec<Outcomes>,
    pub n_candidates: u64,
}

/// Enumerates the executions of `program` under each of `models`.
pub fn enumerate(program: &Program, models: &[Model], limits: &Limits) -> Result<Enumeration, Refusal> {
    let options = MachineOptions { dependencies: true, max_steps: 100_000, ..MachineOptions::default() };
    let machine = Machine::with_options(Arc::new(program.clone()), options);
    let guarded_stores_go_ahead =
        |model: &Model| !model.keeps_dependencies && !model.kept.contains(FenceBits::LS);
    let traces = Traces::of(&machine, limits, models.iter().any(guarded_stores_go_ahead))?;
    let empty = |&model: &Model| Outcomes {
        model,
        states: BTreeSet::new(),
        n_positive: 0,
        n_negative: 0,
        endings: BTreeSet::new(),
        example: None,
    };
    let outcomes = models.iter().map(empty).collect();
    let gives = traces
        .by_thread
        .iter()
        .map(|(key, traces)| (key, traces.iter().flat_map(|trace| &trace.gives).copied().collect()));
    let mut search = Search {
        machine: &machine,
        limits,
        traces: &traces,
        gives: gives.collect(),
        sizes: traces.places.clone(),
        result: Enumeration { outcomes, n_candidates: 0 },
    };
    for main in &traces.by_thread[&ThreadKey::MAIN] {
        search.choose(&mut vec![main])?;
    }
    Ok(search.result)
}

struct Search<'a> {
    machine: &'a Machine,
    limits: &'a Limits,
    traces: &'a Traces<'a>,
    /// All that any trace of a thread writes.
    gives: BTreeMap<&'a ThreadKey, BTreeSet<(u64, u128)>>,
    /// The size of each place.
    sizes: BTreeMap<u64, u64>,
    result: Enumeration,
}

impl<'a> Search<'a> {
    /// Picks a trace for each thread that the first one starts.
    fn choose(&mut self, chosen: &mut Vec<&'a Trace>) -> Result<(), Refusal> {
        let main = chosen[0];
        let Some(key) = main.created.get(chosen.len() - 1) else { return self.combine(chosen) };
        let Some(traces) = self.traces.by_thread.get(key) else { return Ok(()) };
        let joined = main.joined.iter().find(|(number, _)| *number == key.number);
        for trace in traces {
            let fits = match (&trace.end, joined, &main.end) {
                (End::Finished(values), Some((_, expected)), _) => {
                    values.first().copied().unwrap_or(0) == *expected
                }
                (_, Some(_), _) => false,
                (End::Finished(_), None, End::BlockedJoin(number)) => *number != key.number,
                _ => true,
            };
            if fits {
                chosen.push(trace);
                if self.values_available(chosen) {
                    self.choose(chosen)?;
                }
                chosen.pop();
            }
        }
        Ok(())
    }

    fn combine(&mut self, chosen: &[&Trace]) -> Result<(), Refusal> {
        let mut execution = assemble(self.machine.program(), chosen);
        let ends: Vec<End> = chosen.iter().map(|trace| trace.end.clone()).collect();
        let orders = sync_orders(&execution, &ends);
        let places: BTreeSet<(u64, u64)> = execution
            .events
            .iter()
            .filter(|event| event.is_access())
            .map(|event| (event.addr, event.size))
            .collect();
        let candidates: Vec<Vec<Candidate>> = places
            .iter()
            .map(|&(addr, size)| Place::new(&execution, addr, self.initial(addr, size)).candidates())
            .collect();
        if orders.iter().any(Vec::is_empty) || candidates.iter().any(Vec::is_empty) {
            return Ok(());
        }
        self.connect(chosen, &mut execution, &candidates, &orders)
    }

    /// Whether each value read is initial, or written by a chosen trace or perhaps by one still to be chosen.
    fn values_available(&self, chosen: &[&Trace]) -> bool {
        let later = chosen[0].created.iter().skip(chosen.len() - 1).filter_map(|key| self.gives.get(key));
        let later: Vec<&BTreeSet<(u64, u128)>> = later.collect();
        let given = |need: &(u64, u128)| {
            chosen.iter().any(|trace| trace.gives.contains(need))
                || later.iter().any(|gives| gives.contains(need))
        };
        let initial = |&(addr, value): &(u64, u128)| {
            self.sizes.get(&addr).is_some_and(|&size| self.initial(addr, size) == value)
        };
        chosen.iter().all(|trace| trace.needs.iter().all(|need| given(need) || initial(need)))
    }

    fn initial(&self, addr: u64, size: u64) -> u128 {
        initial_value(self.machine.program(), self.machine.layout(), addr, size)
    }

    /// Goes through the product of the places' candidates, then of the objects' orders.
    fn connect(
        &mut self,
        chosen: &[&Trace],
        execution: &mut Execution,
        candidates: &[Vec<Candidate>],
        orders: &[Vec<SyncOrder>],
    ) -> Result<(), Refusal> {
        if let Some((here, rest)) = candidates.split_first() {
            for candidate in here {
                execution.co.push(candidate.co.clone());
                for &(read, source) in &candidate.rf {
                    let event = &mut execution.events[read.0 as usize];
                    event.rf = smallvec![ReadsFrom { offset: 0, len: event.size, source }];
                }
                self.connect(chosen, execution, rest, orders)?;
                execution.co.pop();
            }
            return Ok(());
        }
        if let Some((here, rest)) = orders.split_first() {
            for order in here {
                execution.sync.push(order.clone());
                self.connect(chosen, execution, candidates, rest)?;
                execution.sync.pop();
            }
            return Ok(());
        }
        self.result.n_candidates += 1;
        if self.result.n_candidates > self.limits.candidates {
            return Err(Refusal::TooLarge(format!("more than {} candidates", self.limits.candidates)));
        }
        self.judge(chosen, execution);
        Ok(())
    }

    fn judge(&mut self, chosen: &[&Trace], execution: &Execution) {
        let mut what = None;
        for index in 0..self.result.outcomes.len() {
            let model = self.result.outcomes[index].model;
            let Ok(Consistent { order }) = consistent(execution, model) else { continue };
            if !model.keeps_dependencies
                && thin_air(execution).is_err()
                && self.invents_a_value(model, execution, &order)
            {
                continue;
            }
            let (ending, state, positive) =
                what.get_or_insert_with(|| self.describe(chosen, execution)).clone();
            let outcomes = &mut self.result.outcomes[index];
            outcomes.endings.extend(ending);
            if let Some(state) = state {
                outcomes.states.insert(state);
                if positive && outcomes.example.is_none() {
                    outcomes.example = Some((execution.clone(), order));
                }
                *if positive { &mut outcomes.n_positive } else { &mut outcomes.n_negative } += 1;
            }
        }
    }

    /// Whether values that are copied in a circle come from nowhere. Not to be told from the traces alone.
    fn invents_a_value(&self, model: Model, execution: &Execution, order: &[EventId]) -> bool {
        let program = self.machine.program();
        let failure = Failure {
            kind: FailureKind::FinalState,
            thread: ThreadId(0),
            span: Span::NONE,
            message: String::new(),
        };
        let witness = Witness {
            schema: SCHEMA_VERSION,
            program: ProgramRef::new(program, "", &[]),
            model,
            failure,
            execution: execution.clone(),
            order: order.to_vec(),
            observed: Vec::new(),
        };
        certify::invents_a_value(program, &witness, &certify::Options::default()).unwrap_or(false)
    }

    /// How it ends; the final state if it ran to the end, and whether that satisfies the proposition.
    fn describe(&self, chosen: &[&Trace], execution: &Execution) -> (Option<Ending>, Option<State>, bool) {
        if let Some(message) = chosen.iter().find_map(|trace| trace.failures.first()) {
            return (Some(Ending::Failure(message.to_string())), None, false);
        }
        let blocked = |trace: &&Trace| matches!(trace.end, End::BlockedJoin(_) | End::BlockedLock(_));
        if chosen.iter().any(blocked) {
            let stopped = chosen.iter().any(|trace| trace.end == End::Stopped);
            return ((!stopped).then_some(Ending::Deadlock), None, false);
        }
        let Some(condition) = &self.machine.program().condition else {
            return (None, Some(State::new()), true);
        };
        let value = |observable: &Observable| self.final_value(chosen, execution, observable);
        let named = |observable: &Observable| (observable.name().to_string(), value(observable));
        let state = condition.observed.iter().map(named).collect();
        (None, Some(state), condition.prop.eval(&value))
    }

    fn final_value(&self, chosen: &[&Trace], execution: &Execution, observable: &Observable) -> i128 {
        match observable {
            Observable::Register { name } => {
                let observed = chosen.iter().flat_map(|trace| &trace.observed);
                observed.rev().find(|(register, _)| register == name).map_or(0, |(_, value)| *value)
            }
            Observable::Memory { global, offset, ty, .. } => {
                let addr = self.machine.layout().global(*global).wrapping_add(*offset);
                let writes_here = |&&id: &&EventId| execution.event(id).addr == addr;
                let last = execution.co.iter().flatten().rev().find(writes_here);
                let bits = match last.and_then(|&id| execution.event(id).written) {
                    Some(written) => written,
                    None => self.initial(addr, ty.bytes()),
                };
                let shift = 128 - ty.bits();
                ((bits << shift) as i128) >> shift
            }
        }
    }
}

/// One execution of these traces, without rf, co and sync.
fn assemble(program: &Program, chosen: &[&Trace]) -> Execution {
    let mut execution = Execution::default();
    for (number, trace) in chosen.iter().enumerate() {
        let function = number.checked_sub(1).and_then(|index| chosen[0].created[index].start);
        let function = function.map_or(program.entry, |(function, _)| function);
        let name = program.functions.get(function).map_or("?".into(), |function| function.name.clone());
        execution.threads.push(Thread { name, function, events: Vec::new() });
        let base = execution.events.len() as u32;
        for event in &trace.events {
            let mut event = event.clone();
            let deps = &mut event.deps;
            for id in deps.addr.iter_mut().chain(&mut deps.data).chain(&mut deps.ctrl) {
                id.0 += base;
            }
            execution.push(event);
        }
    }
    execution
}
