//! No value out of thin air: under a model that keeps no dependency, no written value may be its own cause.
//!
//! Such a model permits `LB+datas`, whose stores carry a dependency that is none (`r ^ r`), but not two threads that
//! copy an invented value to each other. The two differ in what the program would do had the read returned something
//! else. So where registers and reads-from go in a circle, each thread on it is run again with one read changed: only a
//! dependency whose value or address changes with it is a cause. Branches are none: a store may go ahead of them.

use crate::Refusal;
use crate::replay::{Logged, Replay};
use events::{EventId, Execution};
use interp::{Answer, RequestKind, ThreadState, rmw_result};
use ir::FenceBits;
use model::{Axiom, Inconsistent, Model, Relation};
use rustc_hash::FxHashSet;

/// A value that somebody reads, and one that somebody leaves behind: an RMW has both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Read(EventId),
    Written(EventId),
}

impl Value {
    fn event(self) -> EventId {
        match self {
            Value::Read(id) | Value::Written(id) => id,
        }
    }
    fn index(self) -> usize {
        match self {
            Value::Read(id) => 2 * id.0 as usize,
            Value::Written(id) => 2 * id.0 as usize + 1,
        }
    }
}

/// Whether a store may go ahead of the load that its value comes from. Under all other models ppo excludes the circle.
pub(crate) fn may_invent_values(model: Model) -> bool {
    !model.keeps_dependencies && !model.kept.contains(FenceBits::LS)
}

/// Refuses an execution in which a value is its own cause. `execution` has the dependencies of the replay.
pub(crate) fn check(replay: &Replay<'_>, execution: &Execution) -> Result<(), Refusal> {
    if find_cycle(execution, &|_, _| true).is_none() {
        return Ok(());
    }
    let mut real: FxHashSet<(EventId, EventId)> = FxHashSet::default();
    for thread in &replay.threads {
        if let Some(start) = &thread.start {
            real.extend(real_dependencies(replay, start, &thread.log, execution)?);
        }
    }
    match find_cycle(execution, &|read, event| real.contains(&(read, event))) {
        Some(cycle) => Err(Inconsistent { axiom: Axiom::ThinAir, cycle }.into()),
        None => Ok(()),
    }
}

/// What makes this value: the values read that it is computed from, or the write that a read takes.
fn causes(execution: &Execution, value: Value, is_cause: &dyn Fn(EventId, EventId) -> bool) -> Vec<Value> {
    let id = value.event();
    let event = execution.event(id);
    let mut causes = Vec::new();
    let registers = match value {
        Value::Read(_) => {
            causes.extend(event.rf.iter().filter_map(|piece| piece.source).map(Value::Written));
            event.deps.addr.iter().chain(&[])
        }
        Value::Written(_) => event.deps.addr.iter().chain(&event.deps.data),
    };
    causes.extend(registers.filter(|&&read| is_cause(read, id)).map(|&read| Value::Read(read)));
    if matches!(value, Value::Written(_)) && event.is_read() && is_cause(id, id) {
        causes.push(Value::Read(id));
    }
    causes
}

/// A circle of causes, if there is one: each event with its relation to the next.
fn find_cycle(
    execution: &Execution,
    is_cause: &dyn Fn(EventId, EventId) -> bool,
) -> Option<Vec<(EventId, Relation)>> {
    let mut done = vec![false; 2 * execution.events.len()];
    let mut on_path = done.clone();
    for id in execution.event_ids().filter(|&id| execution.event(id).is_read()) {
        let start = Value::Read(id);
        if done[start.index()] {
            continue;
        }
        let mut path = vec![(start, causes(execution, start, is_cause))];
        on_path[start.index()] = true;
        while let Some((value, rest)) = path.last_mut() {
            let value = *value;
            let Some(next) = rest.pop() else {
                on_path[value.index()] = false;
                done[value.index()] = true;
                path.pop();
                continue;
            };
            if on_path[next.index()] {
                let from = path.iter().position(|(value, _)| *value == next)?;
                return Some(as_cycle(path[from..].iter().map(|(value, _)| *value).rev()));
            }
            if !done[next.index()] {
                on_path[next.index()] = true;
                path.push((next, causes(execution, next, is_cause)));
            }
        }
    }
    None
}

/// A written value goes to whoever reads it, a read value to what is computed from it.
fn as_cycle(values: impl Iterator<Item = Value>) -> Vec<(EventId, Relation)> {
    values
        .map(|value| match value {
            Value::Written(id) => (id, Relation::ReadsFrom),
            Value::Read(id) => (id, Relation::Dependency),
        })
        .collect()
}

/// The pairs (read, event) of one thread where another value read changes the address or the value of the event.
fn real_dependencies(
    replay: &Replay<'_>,
    start: &ThreadState,
    log: &[Logged],
    execution: &Execution,
) -> Result<Vec<(EventId, EventId)>, Refusal> {
    let original = run(replay, start, log, None)?;
    let mut real = Vec::new();
    for (changed, entry) in log.iter().enumerate() {
        let (Some(read), Answer::Value(value)) = (entry.event, &entry.answer) else { continue };
        if !execution.event(read).is_read() {
            continue;
        }
        let size = execution.event(read).size;
        let mask = if size < 16 { (1u128 << (8 * size)) - 1 } else { u128::MAX };
        for other in [value ^ 1, value.wrapping_add(1), !value, 0, value.wrapping_mul(3).wrapping_add(7)] {
            let other = other & mask;
            if other == *value {
                continue;
            }
            let again = run(replay, start, log, Some((changed, other)))?;
            let differ = original.iter().zip(&again).filter(|(before, after)| before != after);
            real.extend(differ.map(|(before, _)| (read, before.0)));
        }
    }
    Ok(real)
}

/// Each access as far as the thread goes the same way: address and the value it leaves behind.
fn run(
    replay: &Replay<'_>,
    start: &ThreadState,
    log: &[Logged],
    change: Option<(usize, u128)>,
) -> Result<Vec<(EventId, u64, u128)>, Refusal> {
    let mut state = start.clone();
    let mut accesses = Vec::new();
    for (index, entry) in log.iter().enumerate() {
        let request = replay.advance(&mut state)?;
        if std::mem::discriminant(&request.kind) != entry.kind {
            break;
        }
        let answer = match (change, &entry.answer) {
            (Some((changed, value)), Answer::Value(_)) if changed == index => Answer::Value(value),
            _ => entry.answer.clone(),
        };
        if let (Some(event), Some((addr, _))) = (entry.event, request.access()) {
            let written = match (&request.kind, &answer) {
                (RequestKind::Write { value, .. }, _) => *value,
                (RequestKind::Rmw { op, ty, value, .. }, Answer::Value(old)) => {
                    rmw_result(*op, *ty, *old, *value)
                }
                (RequestKind::CompareExchange { desired, .. }, _) => *desired,
                _ => 0,
            };
            accesses.push((event, addr, written));
        }
        replay.machine.answer(&mut state, answer);
    }
    Ok(accesses)
}
