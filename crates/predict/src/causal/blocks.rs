//! Blocks of a recorded run that are meant to be atomic.

use super::CausalTrace;
use crate::event::EventId;
use events::trace::Op;
use rustc_hash::FxHashMap;

/// Which blocks are looked at, beside those marked with `selvedge_atomic_begin/end`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Blocks {
    /// From one critical section to a later one on the same lock, taken further down in the same function. A trace does
    /// not say where calls begin and end; two calls, or two rounds of a loop, do not go further down.
    pub locks: bool,
}

/// Who says that a block is meant to be atomic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BlockKind {
    Marked,
    Locks,
}

/// The events at places `first .. end` of a thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    pub thread: u32,
    pub first: u32,
    pub end: u32,
    pub kind: BlockKind,
}

/// `marks`: thread as in the file, how many events come before, whether it begins.
pub(super) fn blocks(causal: &CausalTrace, marks: &[(u32, usize, bool)], which: Blocks) -> Vec<Block> {
    let mut result = marked(causal, marks);
    if which.locks {
        result.extend(between_sections(causal));
    }
    result.sort_by_key(|block| (block.thread, block.first, block.end));
    result
}

/// See [`CausalTrace`]; the blocks are sorted.
pub(super) fn reach(blocks: &[Block], n_threads: usize) -> Vec<Vec<(u32, Block)>> {
    let mut result: Vec<Vec<(u32, Block)>> = vec![Vec::new(); n_threads];
    for block in blocks {
        let list = &mut result[block.thread as usize];
        let longest = list.last().map(|(_, block)| *block).filter(|last| last.end >= block.end);
        list.push((block.first, longest.unwrap_or(*block)));
    }
    result
}

/// Blocks may be nested: the outermost counts.
fn marked(causal: &CausalTrace, marks: &[(u32, usize, bool)]) -> Vec<Block> {
    let numbers: FxHashMap<u64, u32> =
        causal.trace.originals[0].iter().enumerate().map(|(number, &own)| (own, number as u32)).collect();
    let mut open: FxHashMap<u32, (u32, u32)> = FxHashMap::default();
    let mut result = Vec::new();
    for &(thread, before, begins) in marks {
        let Some(&thread) = numbers.get(&u64::from(thread)) else { continue };
        let at = causal.threads[thread as usize].partition_point(|&id| (id as usize) < before) as u32;
        match (open.get_mut(&thread), begins) {
            (None, true) => {
                open.insert(thread, (at, 1));
            }
            (Some((_, depth)), true) => *depth += 1,
            (Some((_, depth)), false) if *depth > 1 => *depth -= 1,
            (Some(&mut (first, _)), false) => {
                open.remove(&thread);
                result.push(Block { thread, first, end: at, kind: BlockKind::Marked });
            }
            (None, false) => {}
        }
    }
    for (thread, (first, _)) in open {
        let end = causal.threads[thread as usize].len() as u32;
        result.push(Block { thread, first, end, kind: BlockKind::Marked });
    }
    result
}

/// Critical sections of one lock that follow each other in a function.
struct Run {
    first: u32,
    taken: EventId,
    sections: u32,
    end: u32,
}

fn between_sections(causal: &CausalTrace) -> Vec<Block> {
    let mut result = Vec::new();
    for (thread, events) in causal.threads.iter().enumerate() {
        let mut runs: FxHashMap<u32, Run> = FxHashMap::default();
        let mut close = |run: Run| {
            if run.sections > 1 {
                let (first, end) = (run.first, run.end);
                result.push(Block { thread: thread as u32, first, end, kind: BlockKind::Locks });
            }
        };
        for (place, &id) in events.iter().enumerate() {
            let (event, place) = (&causal.trace.events[id as usize], place as u32);
            match (event.op, runs.get_mut(&event.target)) {
                (Op::Acquire, Some(run)) if further_down(causal, run.taken, id) => {
                    (run.taken, run.sections, run.end) = (id, run.sections + 1, events.len() as u32);
                }
                (Op::Acquire, _) => {
                    let run = Run { first: place, taken: id, sections: 1, end: events.len() as u32 };
                    runs.insert(event.target, run).into_iter().for_each(&mut close);
                }
                (Op::Release, Some(run)) => run.end = place + 1,
                _ => {}
            }
        }
        runs.into_values().for_each(close);
    }
    result
}

/// Whether `later` is in the same function as `earlier`, in a later line.
fn further_down(causal: &CausalTrace, earlier: EventId, later: EventId) -> bool {
    let location = |id: EventId| causal.trace.location(&causal.trace.events[id as usize]);
    match (location(earlier), location(later)) {
        (Some(a), Some(b)) => {
            !a.function.is_empty() && a.function == b.function && a.file == b.file && a.line < b.line
        }
        _ => false,
    }
}
