//! The threads of the analysis: each place that starts one is a thread of its own; in a loop it stands for many.

use super::state::State;
use super::{Analysis, LoadInfo, Place, StoreId};
use crate::domain::Value;
use crate::flatten::{Flat, flatten};
use ir::cfg::{Dominators, reachability, reverse_postorder, successors};
use ir::{BlockId, FuncId, IndexVec, Program, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;
use std::rc::Rc;

/// For some loads of a thread, the one store they read from; `None`: the thread's own view.
pub(crate) type Choice = BTreeMap<Place, Option<StoreId>>;

pub(crate) struct ThreadInfo {
    pub code: Rc<Flat>,
    pub order: Vec<BlockId>,
    pub heads: FxHashSet<BlockId>,
    pub dominators: Dominators,
    /// Blocks that each block can reach by at least one edge.
    reach: IndexVec<BlockId, IndexVec<BlockId, bool>>,
    /// Who starts it, and where.
    pub parent: Option<(u32, Place)>,
    /// Whether there may be more than one at a time.
    pub many: bool,
    pub detached: bool,
    pub started: bool,
    pub entry: State,
    pub argument: Value,
    pub exit: Option<State>,
    pub result: Value,
    pub values: Vec<Value>,
    pub entries: Vec<Option<State>>,
    /// Loads of single cells, once the analysis is stable.
    pub loads: BTreeMap<Place, LoadInfo>,
    /// Where each value is computed.
    definitions: FxHashMap<ValueId, Place>,
}

impl ThreadInfo {
    pub fn new(program: &Program, functions: &[FuncId], parent: Option<(u32, Place)>, many: bool) -> Self {
        let code = flatten(program, functions);
        let function = &code.function;
        let order = reverse_postorder(function);
        let dominators = Dominators::of(function);
        // Whatever is the target of a backward edge counts as a head, also of loops with several entries.
        let mut heads: FxHashSet<BlockId> = FxHashSet::default();
        let position: Vec<usize> = {
            let mut position = vec![usize::MAX; function.blocks.len()];
            order.iter().enumerate().for_each(|(at, block)| position[block.0 as usize] = at);
            position
        };
        for &block in &order {
            let backward = successors(function, block)
                .into_iter()
                .filter(|succ| position[succ.0 as usize] <= position[block.0 as usize]);
            heads.extend(backward);
        }
        let reach = reachability(function);
        let values = vec![Value::none(); function.values.len()];
        let mut definitions = FxHashMap::default();
        for (block, body) in function.blocks.iter_enumerated() {
            for (index, inst) in body.insts.iter().enumerate() {
                definitions.extend(inst.results.iter().map(|&result| (result, (block, index))));
            }
        }
        let entries = vec![None; function.blocks.len()];
        ThreadInfo {
            code: Rc::new(code),
            order,
            heads,
            dominators,
            reach,
            parent,
            many,
            detached: false,
            started: parent.is_none(),
            entry: State::default(),
            argument: Value::int(0),
            exit: None,
            result: Value::none(),
            values,
            entries,
            loads: BTreeMap::new(),
            definitions,
        }
    }

    pub fn value_of(&self, id: ValueId) -> Value {
        self.values[id.0 as usize].clone()
    }
    pub fn definition(&self, id: ValueId) -> Option<Place> {
        self.definitions.get(&id).copied()
    }

    /// Whether an instruction can run again after it ran.
    pub fn repeats(&self, place: Place) -> bool {
        self.reach[place.0][place.0]
    }
    /// Whether `to` can run after `from` did.
    pub fn reaches(&self, from: Place, to: Place) -> bool {
        self.reach[from.0][to.0] || (from.0 == to.0 && from.1 < to.1)
    }
    /// Whether every way to `below` passes `above` first.
    pub fn dominates(&self, above: Place, below: Place) -> bool {
        if above.0 == below.0 { above.1 < below.1 } else { self.dominators.dominates(above.0, below.0) }
    }

    /// Starts over, with what comes from outside kept; what was known of values and blocks.
    pub fn forget(&mut self) -> (Vec<Value>, Vec<Option<State>>) {
        let values = vec![Value::none(); self.values.len()];
        let entries = vec![None; self.entries.len()];
        (std::mem::replace(&mut self.values, values), std::mem::replace(&mut self.entries, entries))
    }
}

impl Analysis<'_> {
    /// The state at the beginning of a block: what is known so far, or while narrowing what this sweep found.
    pub(super) fn at(&self, thread: u32, block: BlockId) -> Option<State> {
        let info = &self.threads[thread as usize];
        match self.narrowing && !info.heads.contains(&block) {
            true => self.sweep.entries[block.0 as usize].clone(),
            false => info.entries[block.0 as usize].clone(),
        }
    }

    /// Control may come to a block in this state.
    pub(super) fn offer(&mut self, thread: u32, block: BlockId, state: State, widen: bool) {
        let seen = &mut self.sweep.entries[block.0 as usize];
        *seen = Some(match seen.take() {
            None => state.clone(),
            Some(known) => known.join(&state, false, &self.objects),
        });
        let known = &mut self.threads[thread as usize].entries[block.0 as usize];
        let next = match known.as_ref() {
            None => state,
            Some(known) => known.join(&state, widen, &self.objects),
        };
        if known.as_ref() != Some(&next) {
            *known = Some(next);
            self.sweep.changed = true;
        }
    }
}
