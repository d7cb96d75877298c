//! Reference implementations of the abstract types that specifications are tested against.
//!
//! A call is a partial function of the state (Sun §2.1): `step` gives the state after it and its result, or
//! nothing where the call is an error in that state (use after free, unlock of a free lock).

use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The abstract state of an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum State {
    Number(i64),
    Set(BTreeSet<i64>),
    Map(BTreeMap<i64, i64>),
    Sequence(VecDeque<i64>),
    /// Representative of each element; elements that are not there represent themselves.
    Partition(BTreeMap<i64, i64>),
    /// Alive or not, and how much is in use (waiters, bytes, owner).
    Lifetime {
        alive: bool,
        inside: i64,
    },
}

type Step = fn(&State, &str, &[i64]) -> Option<(State, i64)>;

/// An abstract type.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    pub name: &'static str,
    /// Name, number of parameters.
    pub methods: &'static [(&'static str, usize)],
    pub(crate) initial: fn() -> State,
    pub(crate) step: Step,
}

/// All abstract types.
pub fn references() -> &'static [Reference] {
    &REFERENCES
}

static REFERENCES: [Reference; 12] = [
    Reference {
        name: "register",
        methods: &[("read", 0), ("write", 1), ("exchange", 1)],
        initial: || State::Number(0),
        step: register,
    },
    Reference {
        name: "counter",
        methods: &[("increment", 0), ("decrement", 0), ("add", 1), ("get", 0), ("fetch_add", 1)],
        initial: || State::Number(0),
        step: counter,
    },
    Reference {
        name: "set",
        methods: &[("add", 1), ("remove", 1), ("contains", 1), ("size", 0)],
        initial: || State::Set(BTreeSet::new()),
        step: set,
    },
    Reference {
        name: "map",
        methods: &[("put", 2), ("get", 1), ("remove", 1), ("size", 0)],
        initial: || State::Map(BTreeMap::new()),
        step: map,
    },
    Reference {
        name: "queue",
        methods: &[("enqueue", 1), ("dequeue", 0), ("size", 0)],
        initial: || State::Sequence(VecDeque::new()),
        step: sequence,
    },
    Reference {
        name: "stack",
        methods: &[("push", 1), ("pop", 0), ("size", 0)],
        initial: || State::Sequence(VecDeque::new()),
        step: sequence,
    },
    Reference {
        name: "union_find",
        methods: &[("union", 2), ("find", 1), ("same", 2)],
        initial: || State::Partition(BTreeMap::new()),
        step: union_find,
    },
    Reference { name: "memory", methods: &[("use", 0), ("free", 0)], initial: alive, step: lifetime },
    Reference { name: "mutex", methods: &[("use", 0), ("destroy", 0)], initial: alive, step: lifetime },
    Reference {
        name: "condvar",
        methods: &[("wait", 0), ("signal", 0), ("broadcast", 0), ("destroy", 0)],
        initial: alive,
        step: condvar,
    },
    Reference {
        name: "fd",
        methods: &[("read", 0), ("write", 0), ("close", 0)],
        initial: alive,
        step: file_descriptor,
    },
    Reference {
        name: "channel",
        methods: &[("send", 0), ("receive", 0), ("close", 0)],
        initial: alive,
        step: channel,
    },
];

fn alive() -> State {
    State::Lifetime { alive: true, inside: 0 }
}

impl Reference {
    pub fn by_name(name: &str) -> Option<&'static Reference> {
        REFERENCES.iter().find(|reference| reference.name == name)
    }

    /// A function of the state that conditions of the logic L1 may use.
    pub(crate) fn state_function(state: &State, name: &str, arguments: &[i64]) -> Option<i64> {
        let first = arguments.first().copied();
        match (state, name) {
            (State::Number(number), "value") => Some(*number),
            (State::Set(set), "size") => i64::try_from(set.len()).ok(),
            (State::Set(set), "member") => Some(i64::from(set.contains(&first?))),
            (State::Map(map), "size") => i64::try_from(map.len()).ok(),
            (State::Map(map), "value") => Some(map.get(&first?).copied().unwrap_or(0)),
            (State::Sequence(sequence), "size") => i64::try_from(sequence.len()).ok(),
            (State::Partition(partition), "rep") => Some(find(partition, first?)),
            _ => None,
        }
    }
}

fn register(state: &State, method: &str, arguments: &[i64]) -> Option<(State, i64)> {
    let State::Number(old) = state else { return None };
    match (method, arguments) {
        ("read", []) => Some((state.clone(), *old)),
        ("write", [new]) => Some((State::Number(*new), 0)),
        ("exchange", [new]) => Some((State::Number(*new), *old)),
        _ => None,
    }
}

fn counter(state: &State, method: &str, arguments: &[i64]) -> Option<(State, i64)> {
    let State::Number(old) = state else { return None };
    let plus = |amount: i64| State::Number(old.wrapping_add(amount));
    match (method, arguments) {
        ("increment", []) => Some((plus(1), 0)),
        ("decrement", []) => Some((plus(-1), 0)),
        ("add", [amount]) => Some((plus(*amount), 0)),
        ("get", []) => Some((state.clone(), *old)),
        ("fetch_add", [amount]) => Some((plus(*amount), *old)),
        _ => None,
    }
}

fn set(state: &State, method: &str, arguments: &[i64]) -> Option<(State, i64)> {
    let State::Set(old) = state else { return None };
    let mut set = old.clone();
    let result = match (method, arguments) {
        ("add", [value]) => i64::from(set.insert(*value)),
        ("remove", [value]) => i64::from(set.remove(value)),
        ("contains", [value]) => i64::from(set.contains(value)),
        ("size", []) => i64::try_from(set.len()).ok()?,
        _ => return None,
    };
    Some((State::Set(set), result))
}

/// A map in which `nil` is no value: putting it removes.
fn map(state: &State, method: &str, arguments: &[i64]) -> Option<(State, i64)> {
    let State::Map(old) = state else { return None };
    let mut map = old.clone();
    let result = match (method, arguments) {
        ("put", [key, 0]) => map.remove(key).unwrap_or(0),
        ("put", [key, value]) => map.insert(*key, *value).unwrap_or(0),
        ("get", [key]) => map.get(key).copied().unwrap_or(0),
        ("remove", [key]) => map.remove(key).unwrap_or(0),
        ("size", []) => i64::try_from(map.len()).ok()?,
        _ => return None,
    };
    Some((State::Map(map), result))
}

/// Queue and stack; taking from an empty one gives `nil`.
fn sequence(state: &State, method: &str, arguments: &[i64]) -> Option<(State, i64)> {
    let State::Sequence(old) = state else { return None };
    let mut sequence = old.clone();
    let result = match (method, arguments) {
        ("enqueue" | "push", [value]) => {
            sequence.push_back(*value);
            0
        }
        ("dequeue", []) => sequence.pop_front().unwrap_or(0),
        ("pop", []) => sequence.pop_back().unwrap_or(0),
        ("size", []) => i64::try_from(sequence.len()).ok()?,
        _ => return None,
    };
    Some((State::Sequence(sequence), result))
}

fn find(partition: &BTreeMap<i64, i64>, element: i64) -> i64 {
    partition.get(&element).copied().unwrap_or(element)
}

/// The first argument's representative becomes that of both classes.
fn union_find(state: &State, method: &str, arguments: &[i64]) -> Option<(State, i64)> {
    let State::Partition(old) = state else { return None };
    match (method, arguments) {
        ("union", [a, b]) => {
            let (winner, loser) = (find(old, *a), find(old, *b));
            let mut partition = old.clone();
            if winner != loser {
                partition.insert(loser, winner);
                partition.values_mut().filter(|to| **to == loser).for_each(|to| *to = winner);
            }
            Some((State::Partition(partition), 0))
        }
        ("find", [element]) => Some((state.clone(), find(old, *element))),
        ("same", [a, b]) => Some((state.clone(), i64::from(find(old, *a) == find(old, *b)))),
        _ => None,
    }
}

/// Something that may be used until it is destroyed.
fn lifetime(state: &State, method: &str, _: &[i64]) -> Option<(State, i64)> {
    let State::Lifetime { alive: true, inside } = state else { return None };
    match method {
        "use" => Some((state.clone(), 0)),
        "free" | "destroy" => Some((State::Lifetime { alive: false, inside: *inside }, 0)),
        _ => None,
    }
}

/// `wait` enqueues; a signal with nobody waiting is lost.
fn condvar(state: &State, method: &str, _: &[i64]) -> Option<(State, i64)> {
    let State::Lifetime { alive: true, inside } = state else { return None };
    let (alive, inside) = match method {
        "wait" => (true, inside.saturating_add(1)),
        "signal" => (true, inside.saturating_sub(1).max(0)),
        "broadcast" => (true, 0),
        "destroy" => (false, *inside),
        _ => return None,
    };
    Some((State::Lifetime { alive, inside }, 0))
}

/// Reading and writing move the one offset by different amounts, so that their order shows.
fn file_descriptor(state: &State, method: &str, _: &[i64]) -> Option<(State, i64)> {
    let State::Lifetime { alive: true, inside } = state else { return None };
    let (alive, offset) = match method {
        "read" => (true, inside.wrapping_add(1)),
        "write" => (true, inside.wrapping_mul(3).wrapping_add(2)),
        "close" => (false, *inside),
        _ => return None,
    };
    Some((State::Lifetime { alive, inside: offset }, *inside))
}

/// Sending to a closed channel is an error; receiving from an empty one gives `nil` once it is closed.
fn channel(state: &State, method: &str, _: &[i64]) -> Option<(State, i64)> {
    let State::Lifetime { alive, inside } = state else { return None };
    match (method, alive) {
        ("send", true) => Some((State::Lifetime { alive: true, inside: inside.saturating_add(1) }, 0)),
        ("receive", _) if *inside > 0 => Some((State::Lifetime { alive: *alive, inside: inside - 1 }, 1)),
        ("receive", false) => Some((state.clone(), 0)),
        ("close", true) => Some((State::Lifetime { alive: false, inside: *inside }, 0)),
        _ => None,
    }
}
