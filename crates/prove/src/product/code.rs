//! The code of a thread, with what is still needed at each place.

use super::datum::Place;
use crate::flatten::{Flat, flatten};
use ir::cfg::reached_from;
use ir::{BlockId, FuncId, Function, Liveness, Op, Program, SyncOp, ValueSet};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::rc::Rc;

pub(super) struct Code {
    pub flat: Flat,
    live: Liveness,
    live_at: RefCell<FxHashMap<Place, Rc<ValueSet>>>,
    repeats: RefCell<FxHashMap<BlockId, bool>>,
}

impl Code {
    pub fn new(program: &Program, functions: &[FuncId]) -> Code {
        let flat = flatten(program, functions);
        let live = Liveness::of(&flat.function);
        Code { flat, live, live_at: RefCell::default(), repeats: RefCell::default() }
    }

    pub fn function(&self) -> &Function {
        &self.flat.function
    }

    /// The values that are needed from a place on.
    pub fn live(&self, place: Place) -> Rc<ValueSet> {
        let mut known = self.live_at.borrow_mut();
        let live = || Rc::new(self.live.before(&self.flat.function, place.0, place.1));
        known.entry(place).or_insert_with(live).clone()
    }

    /// Whether a block can come after itself.
    pub fn repeats(&self, block: BlockId) -> bool {
        let repeats = || reached_from(&self.flat.function, block)[block];
        *self.repeats.borrow_mut().entry(block).or_insert_with(repeats)
    }

    pub fn has(&self, wanted: SyncOp) -> bool {
        self.flat.function.insts().any(|inst| matches!(inst.op, Op::Sync { op, .. } if op == wanted))
    }
}
