//! Shape of a function's control flow: reverse postorder, predecessors, dominators, post-dominators, loops, live values.

use crate::{BlockId, Function, Id, IndexVec};
use rustc_hash::FxHashSet;

/// Successors of each block, in the order of the terminator's targets.
pub fn successors(function: &Function, block: BlockId) -> Vec<BlockId> {
    function.blocks[block].term.targets().iter().map(|target| target.block).collect()
}

pub fn predecessors(function: &Function) -> IndexVec<BlockId, Vec<BlockId>> {
    let mut preds: IndexVec<BlockId, Vec<BlockId>> = function.blocks.iter().map(|_| Vec::new()).collect();
    for block in function.blocks.ids() {
        for succ in successors(function, block) {
            preds[succ].push(block);
        }
    }
    preds
}

/// Blocks reachable from the entry, each before its successors except along back edges.
pub fn reverse_postorder(function: &Function) -> Vec<BlockId> {
    let mut order = postorder(function.blocks.len(), 0, |block| {
        successors(function, BlockId::from_index(block)).into_iter().map(Id::index).collect()
    });
    order.reverse();
    order.into_iter().map(BlockId::from_index).collect()
}

fn postorder(n: usize, root: usize, succs: impl Fn(usize) -> Vec<usize>) -> Vec<usize> {
    let mut seen = vec![false; n];
    let mut order = Vec::new();
    if n == 0 {
        return order;
    }
    seen[root] = true;
    let mut stack = vec![(root, succs(root), 0)];
    while let Some((node, targets, next)) = stack.last_mut() {
        match targets.get(*next) {
            Some(&target) => {
                *next += 1;
                if !std::mem::replace(&mut seen[target], true) {
                    stack.push((target, succs(target), 0));
                }
            }
            None => {
                order.push(*node);
                stack.pop();
            }
        }
    }
    order
}

/// Immediate dominators by Cooper, Harvey and Kennedy's iteration; `None` for the root and what it cannot reach.
fn immediate_dominators(n: usize, root: usize, succs: &[Vec<usize>]) -> Vec<Option<usize>> {
    let order = postorder(n, root, |node| succs[node].clone());
    let mut rank = vec![usize::MAX; n];
    for (index, &node) in order.iter().enumerate() {
        rank[node] = index;
    }
    let mut preds = vec![Vec::new(); n];
    for &node in &order {
        for &succ in &succs[node] {
            preds[succ].push(node);
        }
    }
    let mut idom = vec![None; n];
    idom[root] = Some(root);
    let meet = |idom: &[Option<usize>], mut a: usize, mut b: usize| {
        while a != b {
            while rank[a] < rank[b] {
                a = idom[a].expect("processed");
            }
            while rank[b] < rank[a] {
                b = idom[b].expect("processed");
            }
        }
        a
    };
    let mut changed = true;
    while changed {
        changed = false;
        for &node in order.iter().rev().filter(|&&node| node != root) {
            let mut processed = preds[node].iter().copied().filter(|&pred| idom[pred].is_some());
            let Some(first) = processed.next() else { continue };
            let new = processed.fold(first, |a, b| meet(&idom, a, b));
            if idom[node] != Some(new) {
                idom[node] = Some(new);
                changed = true;
            }
        }
    }
    idom[root] = None;
    idom
}

/// The dominator tree of the blocks reachable from the entry.
#[derive(Clone, Debug)]
pub struct Dominators {
    idom: IndexVec<BlockId, Option<BlockId>>,
    depth: IndexVec<BlockId, u32>,
}

impl Dominators {
    pub fn of(function: &Function) -> Self {
        let n = function.blocks.len();
        let succs: Vec<Vec<usize>> = function
            .blocks
            .ids()
            .map(|b| successors(function, b).into_iter().map(Id::index).collect())
            .collect();
        let idom: IndexVec<BlockId, Option<BlockId>> = if n == 0 {
            IndexVec::new()
        } else {
            immediate_dominators(n, 0, &succs).into_iter().map(|d| d.map(BlockId::from_index)).collect()
        };
        let mut depth: IndexVec<BlockId, u32> = idom.iter().map(|_| 0).collect();
        for block in reverse_postorder(function) {
            if let Some(parent) = idom[block] {
                depth[block] = depth[parent] + 1;
            }
        }
        Dominators { idom, depth }
    }
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.idom[block]
    }
    pub fn dominates(&self, above: BlockId, mut below: BlockId) -> bool {
        while self.depth[below] > self.depth[above] {
            match self.idom[below] {
                Some(parent) => below = parent,
                None => return false,
            }
        }
        above == below
    }
}

/// The immediate post-dominator of each block: where the paths that a branch chooses between meet again.
/// `None`: they meet only at the end of the function, or never.
pub fn post_dominators(function: &Function) -> IndexVec<BlockId, Option<BlockId>> {
    // Reversed graph with a virtual exit, numbered `n`. Blocks that cannot reach an exit (endless loops) are
    // given an edge to it from the last of them, so that every block has a place in the tree.
    let n = function.blocks.len();
    let mut reversed = vec![Vec::new(); n + 1];
    for block in function.blocks.ids() {
        let succs = successors(function, block);
        if succs.is_empty() {
            reversed[n].push(block.index());
        }
        for succ in succs {
            reversed[succ.index()].push(block.index());
        }
    }
    loop {
        let mut reached = vec![false; n + 1];
        postorder(n + 1, n, |node| reversed[node].clone()).into_iter().for_each(|node| reached[node] = true);
        let stuck = reverse_postorder(function).into_iter().rev().find(|block| !reached[block.index()]);
        match stuck {
            Some(block) => reversed[n].push(block.index()),
            None => break,
        }
    }
    let idom = immediate_dominators(n + 1, n, &reversed);
    idom.into_iter().take(n).map(|d| d.filter(|&d| d != n).map(BlockId::from_index)).collect()
}

/// Targets of back edges: the heads of natural loops, with the blocks that jump back to them.
pub fn loop_heads(function: &Function, dominators: &Dominators) -> Vec<(BlockId, Vec<BlockId>)> {
    let mut heads: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    for block in reverse_postorder(function) {
        for succ in successors(function, block) {
            if dominators.dominates(succ, block) {
                match heads.iter_mut().find(|(head, _)| *head == succ) {
                    Some((_, tails)) => tails.push(block),
                    None => heads.push((succ, vec![block])),
                }
            }
        }
    }
    heads
}

/// The blocks of the natural loop with this head, from the blocks that jump back to it.
pub fn natural_loop(
    preds: &IndexVec<BlockId, Vec<BlockId>>,
    head: BlockId,
    tails: &[BlockId],
) -> FxHashSet<BlockId> {
    let mut blocks = FxHashSet::from_iter([head]);
    let mut work: Vec<BlockId> = tails.to_vec();
    while let Some(block) = work.pop() {
        if blocks.insert(block) {
            work.extend(&preds[block]);
        }
    }
    blocks
}

/// The blocks that a block can reach by at least one edge.
pub fn reached_from(function: &Function, block: BlockId) -> IndexVec<BlockId, bool> {
    reached(&all_successors(function), block)
}

/// The same for every block.
pub fn reachability(function: &Function) -> IndexVec<BlockId, IndexVec<BlockId, bool>> {
    let next = all_successors(function);
    function.blocks.ids().map(|block| reached(&next, block)).collect()
}

fn all_successors(function: &Function) -> IndexVec<BlockId, Vec<BlockId>> {
    function.blocks.ids().map(|block| successors(function, block)).collect()
}

fn reached(next: &IndexVec<BlockId, Vec<BlockId>>, block: BlockId) -> IndexVec<BlockId, bool> {
    let mut seen: IndexVec<BlockId, bool> = next.iter().map(|_| false).collect();
    let mut work = next[block].clone();
    while let Some(at) = work.pop() {
        if !std::mem::replace(&mut seen[at], true) {
            work.extend(&next[at]);
        }
    }
    seen
}
