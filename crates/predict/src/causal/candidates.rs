//! What may be wrong in a window, before anything is solved.

use super::window::Window;
use super::{CausalProperty, CausalTrace, Subject};
use crate::event::EventId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Instances of one place that are asked about in a window.
const INSTANCES: usize = 256;

/// Whether swapping two neighbours makes no difference, as far as recorded values tell: a write of what the other one
/// wrote, too, or of what it has read. `seen`: the earlier one sees what it saw.
pub(crate) fn commute(causal: &CausalTrace, earlier: EventId, later: EventId, seen: bool) -> bool {
    let [a, b] = [earlier, later].map(|id| &causal.trace.events[id as usize]);
    if b.reads() || (a.reads() && a.writes()) {
        return false;
    }
    let new = causal.value_written(later, b.target);
    let old = if a.writes() { causal.value_written(earlier, a.target) } else { causal.value_read(earlier) };
    new.is_some() && new == old && (seen || a.writes())
}

/// The accesses of each variable in a window, by thread.
fn by_variable(causal: &CausalTrace, window: &Window<'_>) -> BTreeMap<u32, Vec<EventId>> {
    let mut result: BTreeMap<u32, Vec<EventId>> = BTreeMap::new();
    for id in window.kept_ids() {
        let event = &causal.trace.events[id as usize];
        if event.is_access() {
            result.entry(event.target).or_default().push(id);
        }
    }
    result
}

/// Candidates that lie in the window and not in the one before.
pub(super) fn candidates(
    causal: &CausalTrace,
    window: &Window<'_>,
    properties: &[CausalProperty],
    known_before: EventId,
    every_instance: bool,
) -> Vec<Subject> {
    let mut found = FxHashSet::default();
    let variables = by_variable(causal, window);
    if properties.contains(&CausalProperty::Atomicity) {
        broken_blocks(causal, window, &variables, &mut found);
    }
    if properties.contains(&CausalProperty::Race) {
        races(causal, &variables, &mut found);
    }
    let mut list: Vec<Subject> =
        found.into_iter().filter(|subject| subject.events().iter().any(|&id| id >= known_before)).collect();
    list.sort();
    if !every_instance {
        let mut counts: FxHashMap<Vec<u32>, usize> = FxHashMap::default();
        list.retain(|subject| {
            let count = counts.entry(subject.place(causal)).or_default();
            *count += 1;
            *count <= INSTANCES
        });
    }
    list
}

fn broken_blocks(
    causal: &CausalTrace,
    window: &Window<'_>,
    variables: &BTreeMap<u32, Vec<EventId>>,
    found: &mut FxHashSet<Subject>,
) {
    let thread = |id: EventId| causal.trace.events[id as usize].thread;
    for accesses in variables.values() {
        for (index, &first) in accesses.iter().enumerate() {
            let own = accesses[index + 1..].iter().filter(|&&id| thread(id) == thread(first));
            for &second in own {
                // Blocks end: no later access is in one, either.
                let Some(block) = causal.block_of(first, second) else { break };
                for &remote in accesses.iter().filter(|&&id| thread(id) != thread(first)) {
                    if super::check::is_broken(causal, [first, remote, second], true)
                        && !window.excludes(first, second, remote)
                    {
                        found.insert(Subject::Block { first, remote, second, kind: block.kind });
                    }
                }
            }
        }
    }
}

fn races(causal: &CausalTrace, variables: &BTreeMap<u32, Vec<EventId>>, found: &mut FxHashSet<Subject>) {
    for accesses in variables.values() {
        for (index, &b) in accesses.iter().enumerate() {
            for &a in &accesses[..index] {
                let (x, y) = (&causal.trace.events[a as usize], &causal.trace.events[b as usize]);
                if x.thread != y.thread && x.races(y) {
                    found.insert(Subject::Race(a, b));
                }
            }
        }
    }
}
