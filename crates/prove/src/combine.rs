//! Every feasible combination of interferences by itself (FRUITTREE §4 and §5, FilterFeasible).
//!
//! Property-directed and clustered: only loads that come before the assertion on every way, and of these only such that
//! the assertion or a branch on the way to it depends on, are told apart; all others see all interferences joined.
//! Combinations are built load by load, and a part that the rules exclude is not completed.
//!
//! A load in a loop may be chosen for if the loop does nothing but wait: then all that counts of it is its last round.

use crate::analysis::{Alarm, Analysis, BLURRED, Choice, Place, StoreId, ThreadInfo};
use crate::datalog::Feasibility;
use crate::order::Orders;
use crate::result::{Flow, Interference, ProveConfig, Statistics};
use ir::{Op, Operand, Term, ValueId};
use rustc_hash::FxHashSet;
use std::collections::BTreeMap;

/// More loads than this are not told apart.
const MAX_CLUSTER: usize = 8;

/// How many combinations of interferences are looked at per assertion before they are joined.
const MAX_COMBINATIONS: usize = 4096;

/// The flows that make an assertion fail, if there is a combination that the rules permit; `None`: it is proved.
pub(crate) fn stands(
    analysis: &mut Analysis<'_>,
    alarm: &Alarm,
    config: &ProveConfig,
    statistics: &mut Statistics,
) -> Option<Vec<Flow>> {
    let cluster = cluster(analysis, alarm);
    let mut search = Search {
        orders: Orders::new(analysis, alarm),
        cluster,
        left: MAX_COMBINATIONS,
        statistics,
        filter: config.interference != Interference::Oblivious,
    };
    let mut choice = Choice::new();
    search.extend(analysis, alarm, &mut choice, 0)
}

struct Search<'s> {
    orders: Orders,
    cluster: Vec<Place>,
    left: usize,
    statistics: &'s mut Statistics,
    filter: bool,
}

impl Search<'_> {
    fn extend(
        &mut self,
        analysis: &mut Analysis<'_>,
        alarm: &Alarm,
        choice: &mut Choice,
        depth: usize,
    ) -> Option<Vec<Flow>> {
        let Some(&load) = self.cluster.get(depth).filter(|_| self.left > 0 && !analysis.out_of_time()) else {
            return self.look(analysis, alarm, choice);
        };
        let info = &analysis.threads[alarm.thread as usize].loads[&load];
        let sources = info.sources.iter().map(|&store| Some(store));
        let sources: Vec<Option<StoreId>> = std::iter::once(None).chain(sources).collect();
        for source in sources {
            choice.insert(load, source);
            self.statistics.combinations += 1;
            self.left = self.left.saturating_sub(1);
            let feasible = !self.filter || self.is_feasible(analysis, alarm, choice);
            if feasible && let Some(flows) = self.extend(analysis, alarm, choice, depth + 1) {
                return Some(flows);
            }
            choice.remove(&load);
        }
        None
    }

    fn look(&mut self, analysis: &mut Analysis<'_>, alarm: &Alarm, choice: &Choice) -> Option<Vec<Flow>> {
        let alarms = analysis.look(alarm.thread, choice);
        if analysis.poison.is_some() {
            return Some(Vec::new());
        }
        alarms.get(&alarm.place).map(|alarm| alarm.flows.clone())
    }

    fn is_feasible(&mut self, analysis: &Analysis<'_>, alarm: &Alarm, choice: &Choice) -> bool {
        let mut reads: BTreeMap<Place, StoreId> = BTreeMap::new();
        for (&load, source) in choice {
            let own = &analysis.threads[alarm.thread as usize].loads[&load].own;
            match source {
                Some(store) => {
                    reads.insert(load, *store);
                }
                // The own view tells something only if it is one store.
                None if own.len() == 1 && !own.contains(&BLURRED) => {
                    reads.extend(own.iter().map(|&store| (load, store)))
                }
                None => {}
            }
        }
        let mut rules: Feasibility = self.orders.facts(analysis, &reads);
        rules.run();
        rules.impossible.is_empty()
    }
}

/// The loads to choose for, first to last.
fn cluster(analysis: &Analysis<'_>, alarm: &Alarm) -> Vec<Place> {
    let thread = &analysis.threads[alarm.thread as usize];
    let relevant = slice(analysis, alarm);
    let mut loads: Vec<Place> = thread
        .loads
        .iter()
        .filter(|(place, info)| {
            analysis.objects[info.cell.0 as usize].is_unique()
                && info.sources.len() + usize::from(!info.own.is_empty()) > 1
                && thread.dominates(**place, alarm.place)
                && relevant.contains(*place)
                && (!thread.repeats(**place) || waits_only(analysis, alarm.thread, **place))
        })
        .map(|(&place, _)| place)
        .collect();
    loads.sort_by_key(|&place| depth(thread, place));
    if loads.len() > MAX_CLUSTER {
        loads.drain(..loads.len() - MAX_CLUSTER);
    }
    loads
}

/// A key that grows along the way to the assertion: how many blocks dominate the load, then its position.
fn depth(thread: &ThreadInfo, place: Place) -> (usize, usize) {
    let above = std::iter::successors(Some(place.0), |&block| thread.dominators.immediate(block)).count();
    (above, place.1)
}

/// The loads that the assertion, or a branch on the way to it, depends on through values.
fn slice(analysis: &Analysis<'_>, alarm: &Alarm) -> FxHashSet<Place> {
    let thread = &analysis.threads[alarm.thread as usize];
    let function = &thread.code.function;
    let mut work: Vec<ValueId> = Vec::new();
    let note = |operand: Operand, work: &mut Vec<ValueId>| work.extend(operand.value());
    for (block, body) in function.blocks.iter_enumerated() {
        if block == alarm.place.0 || thread.reaches((block, usize::MAX), alarm.place) {
            match &body.term {
                Term::Branch { cond, .. } => note(*cond, &mut work),
                Term::Switch { value, .. } => note(*value, &mut work),
                _ => {}
            }
        }
    }
    if let Some(Op::Assert { cond, .. }) =
        function.blocks[alarm.place.0].insts.get(alarm.place.1).map(|i| &i.op)
    {
        note(*cond, &mut work);
    }
    let mut seen: FxHashSet<ValueId> = FxHashSet::default();
    let mut loads: FxHashSet<Place> = FxHashSet::default();
    while let Some(value) = work.pop() {
        if !seen.insert(value) {
            continue;
        }
        match thread.definition(value) {
            Some(place) => {
                let op = &function.blocks[place.0].insts[place.1].op;
                if thread.loads.contains_key(&place) {
                    loads.insert(place);
                }
                op.for_each_operand(|operand| note(operand, &mut work));
            }
            // A block parameter: whatever is passed for it.
            None => {
                for body in function.blocks.iter() {
                    for target in body.term.targets() {
                        let params = &function.blocks[target.block].params;
                        let passed = params.iter().zip(&target.args).filter(|(param, _)| **param == value);
                        passed.for_each(|(_, &arg)| note(arg, &mut work));
                    }
                }
            }
        }
    }
    loads
}

/// Whether the loop around a load only reads and waits, and carries nothing from round to round.
fn waits_only(analysis: &Analysis<'_>, thread: u32, load: Place) -> bool {
    let thread = &analysis.threads[thread as usize];
    let function = &thread.code.function;
    let harmless = |op: &Op| {
        op.is_pure()
            || matches!(op, Op::Load { .. } | Op::Fence { .. } | Op::Assume { .. })
            || matches!(op, Op::Sync { op: ir::SyncOp::Yield, .. })
    };
    function.blocks.iter_enumerated().all(|(block, body)| {
        let here = (block, 0);
        let inside =
            thread.reaches((load.0, usize::MAX), here) && thread.reaches((block, usize::MAX), (load.0, 0));
        let carries = thread.heads.contains(&block) && !body.params.is_empty();
        !inside || (!carries && body.insts.iter().all(|inst| harmless(&inst.op)))
    })
}
