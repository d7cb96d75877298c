//! Threads that are alike: exchanging them turns one final state into another.
//!
//! Two threads are alike when their functions are the same but for the names of the registers they observe, and for
//! each register of one that is observed the matching register of the other is. The state of memory stays as it is.
//! This holds in every model here: none looks at the number of a thread. So of executions
//! that differ by such an exchange only those are looked for in which the alike threads begin in order.

use crate::outcomes::State;
use ir::{Function, Observable, Op, Program, Prop, Span, SyncOp};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Pairs of alike threads and the positions in a state that change places with them.
#[derive(Clone, Debug, Default)]
pub struct Symmetry {
    swaps: Vec<Swap>,
}

/// Two threads that can be exchanged.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Swap {
    /// Numbers of the threads, in the order they are started, from 0.
    pub threads: (usize, usize),
    pub places: Vec<(usize, usize)>,
}

impl Symmetry {
    pub fn none() -> Symmetry {
        Symmetry::default()
    }

    pub fn of(program: &Program, observed: &[Observable]) -> Symmetry {
        let mut classes: Vec<(Function, Vec<Member>)> = Vec::new();
        for (number, function) in thread_functions(program).into_iter().enumerate() {
            let (shape, registers) = shape(function);
            match classes.iter_mut().find(|(known, _)| *known == shape) {
                Some((_, members)) => members.push((number, registers)),
                None => classes.push((shape, vec![(number, registers)])),
            }
        }
        let position = |name: &str| observed.iter().position(|item| item.name() == name);
        let mut swaps = Vec::new();
        for (_, members) in &classes {
            for pair in members.windows(2) {
                let ((first, registers), (second, others)) = (&pair[0], &pair[1]);
                let threads = (*first, *second);
                swaps.extend(swap(registers, others, &position).map(|places| Swap { threads, places }));
            }
        }
        Symmetry { swaps }
    }

    pub(crate) fn swaps(&self) -> &[Swap] {
        &self.swaps
    }
    /// Whether a proposition over the observed speaks of nothing that changes places.
    pub(crate) fn leaves(&self, prop: &Prop, observed: &[Observable]) -> bool {
        let mut moved = false;
        prop.for_each_observable(&mut |item| {
            let position = observed.iter().position(|other| other == item);
            let moves =
                |swap: &Swap| swap.places.iter().any(|&(a, b)| Some(a) == position || Some(b) == position);
            moved |= self.swaps.iter().any(moves);
        });
        !moved
    }

    /// All states that follow from one, itself first.
    pub fn orbit(&self, state: &State) -> Vec<State> {
        let mut orbit = vec![state.clone()];
        if self.swaps.is_empty() {
            return orbit;
        }
        let mut seen: BTreeSet<State> = orbit.iter().cloned().collect();
        let mut next = 0;
        while next < orbit.len() {
            for swap in &self.swaps {
                let mut other = orbit[next].clone();
                swap.places.iter().for_each(|&(a, b)| other.swap(a, b));
                if seen.insert(other.clone()) {
                    orbit.push(other);
                }
            }
            next += 1;
        }
        orbit
    }
}

/// A thread's number and the registers it observes.
type Member = (usize, Vec<Arc<str>>);

/// The functions that `main` starts, one entry per thread; none if one of them is started with an argument, or the
/// starter does anything else.
fn thread_functions(program: &Program) -> Vec<&Function> {
    let Some(main) = program.functions.get(program.entry) else { return Vec::new() };
    let mut functions = Vec::new();
    for inst in main.blocks.iter().flat_map(|block| &block.insts) {
        match &inst.op {
            Op::Sync { op: SyncOp::ThreadCreate, args } => match args.as_slice() {
                [ir::Operand::Func(id), argument] if *argument == ir::Operand::NULL => {
                    functions.extend(program.functions.get(*id));
                }
                _ => return Vec::new(),
            },
            Op::Sync { op: SyncOp::ThreadJoin, .. } => {}
            _ => return Vec::new(),
        }
    }
    functions
}

/// A function without names and places, and the names of the registers it observes in order.
fn shape(function: &Function) -> (Function, Vec<Arc<str>>) {
    let mut shape = function.clone();
    let mut registers = Vec::new();
    shape.name = "".into();
    shape.span = Span::NONE;
    for value in shape.values.iter_mut() {
        value.name = None;
    }
    for block in shape.blocks.iter_mut() {
        block.span = Span::NONE;
        for inst in &mut block.insts {
            inst.span = Span::NONE;
            if let Op::Observe { name, .. } = &mut inst.op {
                registers.push(std::mem::replace(name, "".into()));
            }
        }
    }
    (shape, registers)
}

/// The positions that change places; `None` if a register is observed whose counterpart is not.
fn swap(
    first: &[Arc<str>],
    second: &[Arc<str>],
    position: &impl Fn(&str) -> Option<usize>,
) -> Option<Vec<(usize, usize)>> {
    let mut places = Vec::new();
    for (a, b) in first.iter().zip(second) {
        match (position(a), position(b)) {
            (Some(a), Some(b)) => places.push((a, b)),
            (None, None) => {}
            _ => return None,
        }
    }
    Some(places)
}
