//! What is known where an assertion is made, in the names of the user.

use super::{Analysis, Here, State};
use ir::{BlockId, Op, Operand, ValueId};
use rustc_hash::FxHashSet;

impl Analysis<'_> {
    /// The front end makes an assertion a branch to a place that must not be reached: says what decides the branch.
    pub(super) fn describe(&mut self, here: &Here<'_>, cond: Operand, targets: [BlockId; 2], state: &State) {
        if self.invariants.is_none() {
            return;
        }
        let code = self.threads[here.thread as usize].code.clone();
        let sites: Vec<_> =
            targets.iter().filter_map(|&block| code.assertions.get(&(block, 0)).copied()).collect();
        if sites.is_empty() {
            return;
        }
        let mut known = Vec::new();
        let mut seen: FxHashSet<ValueId> = FxHashSet::default();
        let mut work: Vec<ValueId> = cond.value().into_iter().collect();
        while let Some(id) = work.pop() {
            if !seen.insert(id) {
                continue;
            }
            let name = code.function.values[id].name.as_ref().map(|name| name.to_string());
            let place = self.threads[here.thread as usize].definition(id);
            let op = place.map(|place| &code.function.blocks[place.0].insts[place.1].op);
            let name = match op {
                Some(Op::Load { access, .. }) => {
                    access.place.as_ref().map(|place| place.to_string()).or(name)
                }
                Some(op) if op.is_pure() && name.is_none() => {
                    op.for_each_operand(|operand| work.extend(operand.value()));
                    None
                }
                _ => name,
            };
            if let Some(name) = name {
                known.push(format!("{name} = {}", self.value(here, id.into(), state)));
            }
        }
        known.sort();
        known.dedup();
        let text = known.join(", ");
        let invariants = self.invariants.get_or_insert_default();
        for site in sites {
            invariants.entry(site).or_default().insert(text.clone());
        }
    }
}
