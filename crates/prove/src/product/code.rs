//! The code of a thread, with what is still needed at each place.

use super::datum::Place;
use crate::flatten::{Flat, flatten};
use ir::cfg::{reverse_postorder, successors};
use ir::{BlockId, FuncId, Function, Op, Program, SyncOp, ValueId};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

pub(super) struct Code {
    pub flat: Flat,
    /// Values that are needed at the beginning of each block.
    live: Vec<BTreeSet<ValueId>>,
    live_at: RefCell<FxHashMap<Place, Rc<BTreeSet<ValueId>>>>,
}

impl Code {
    pub fn new(program: &Program, functions: &[FuncId]) -> Code {
        let flat = flatten(program, functions);
        let live = liveness(&flat.function);
        Code { flat, live, live_at: RefCell::default() }
    }

    pub fn function(&self) -> &Function {
        &self.flat.function
    }

    /// The values that are needed from a place on.
    pub fn live(&self, place: Place) -> Rc<BTreeSet<ValueId>> {
        if let Some(known) = self.live_at.borrow().get(&place) {
            return known.clone();
        }
        let body = &self.flat.function.blocks[place.0];
        let mut live = live_out(&self.flat.function, place.0, &self.live);
        for inst in body.insts.iter().skip(place.1).rev() {
            step_back(inst, &mut live);
        }
        let live = Rc::new(live);
        self.live_at.borrow_mut().insert(place, live.clone());
        live
    }

    /// Whether a block can come after itself.
    pub fn repeats(&self, block: BlockId) -> bool {
        repeats(&self.flat.function, block)
    }

    pub fn has(&self, wanted: SyncOp) -> bool {
        let insts = self.flat.function.blocks.iter().flat_map(|block| &block.insts);
        insts.into_iter().any(|inst| matches!(inst.op, Op::Sync { op, .. } if op == wanted))
    }
}

pub(super) fn repeats(function: &Function, block: BlockId) -> bool {
    let mut seen = BTreeSet::new();
    let mut work = successors(function, block);
    while let Some(at) = work.pop() {
        if at == block {
            return true;
        }
        if seen.insert(at) {
            work.extend(successors(function, at));
        }
    }
    false
}

fn step_back(inst: &ir::Inst, live: &mut BTreeSet<ValueId>) {
    for result in &inst.results {
        live.remove(result);
    }
    inst.op.for_each_operand(|operand| live.extend(operand.value()));
}

/// What is needed when a block ends.
fn live_out(function: &Function, block: BlockId, live: &[BTreeSet<ValueId>]) -> BTreeSet<ValueId> {
    let term = &function.blocks[block].term;
    let mut out: BTreeSet<ValueId> = BTreeSet::new();
    for target in term.targets() {
        let params = &function.blocks[target.block].params;
        out.extend(live[target.block.0 as usize].iter().filter(|value| !params.contains(value)));
    }
    term.for_each_operand(|operand| out.extend(operand.value()));
    out
}

fn liveness(function: &Function) -> Vec<BTreeSet<ValueId>> {
    let mut live: Vec<BTreeSet<ValueId>> = vec![BTreeSet::new(); function.blocks.len()];
    let mut order = reverse_postorder(function);
    order.reverse();
    loop {
        let mut changed = false;
        for &block in &order {
            let mut now = live_out(function, block, &live);
            for inst in function.blocks[block].insts.iter().rev() {
                step_back(inst, &mut now);
            }
            if now != live[block.0 as usize] {
                live[block.0 as usize] = now;
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}
