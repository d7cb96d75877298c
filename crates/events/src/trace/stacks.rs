//! Which calls led to an event, as nodes of a tree: equal stacks have equal numbers.

use rustc_hash::FxHashMap;

/// A node of the tree; the root is the empty stack.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct StackId(u32);

impl StackId {
    pub const EMPTY: StackId = StackId(0);
}

/// Stacks beyond this many are not told apart: they end with the call before.
const MOST: usize = 1 << 24;

#[derive(Clone, Debug)]
struct Node {
    parent: StackId,
    /// Where the function was called.
    location: u32,
    depth: u32,
}

#[derive(Clone, Debug)]
pub struct Stacks {
    nodes: Vec<Node>,
    children: FxHashMap<(StackId, u32), StackId>,
}

impl Default for Stacks {
    fn default() -> Self {
        let root = Node { parent: StackId::EMPTY, location: 0, depth: 0 };
        Stacks { nodes: vec![root], children: FxHashMap::default() }
    }
}

impl Stacks {
    fn node(&self, stack: StackId) -> &Node {
        self.nodes.get(stack.0 as usize).unwrap_or(&self.nodes[0])
    }

    pub(crate) fn call(&mut self, stack: StackId, location: u32) -> StackId {
        if let Some(known) = self.children.get(&(stack, location)) {
            return *known;
        }
        if self.nodes.len() >= MOST {
            return stack;
        }
        let new = StackId(self.nodes.len() as u32);
        self.nodes.push(Node { parent: stack, location, depth: self.node(stack).depth + 1 });
        self.children.insert((stack, location), new);
        new
    }

    /// The stack of these calls, the outermost first.
    pub(crate) fn of_calls(&mut self, calls: &[u32]) -> StackId {
        calls.iter().fold(StackId::EMPTY, |stack, location| self.call(stack, *location))
    }

    /// The calls of a stack, the outermost first; 0 where the place is not known.
    pub(crate) fn all_calls(&self, stack: StackId) -> Vec<u32> {
        let (mut at, mut calls) = (stack, Vec::new());
        while at != StackId::EMPTY {
            calls.push(self.node(at).location);
            at = self.node(at).parent;
        }
        calls.reverse();
        calls
    }

    /// The stack with only its outermost calls; where there are fewer, unknown ones are added (a few at most).
    pub(crate) fn back_to(&mut self, mut stack: StackId, depth: u32) -> StackId {
        while self.node(stack).depth > depth {
            stack = self.node(stack).parent;
        }
        for _ in self.node(stack).depth..depth.min(self.node(stack).depth.saturating_add(1 << 10)) {
            stack = self.call(stack, 0);
        }
        stack
    }

    /// How many calls it has.
    pub fn depth(&self, stack: StackId) -> u32 {
        self.node(stack).depth
    }

    /// Where the function at a depth (from 1 on) was called from; 0 if that is not known.
    pub fn call_at(&self, stack: StackId, depth: u32) -> u32 {
        let mut at = stack;
        while self.node(at).depth > depth {
            at = self.node(at).parent;
        }
        if self.node(at).depth == depth { self.node(at).location } else { 0 }
    }

    /// Where the calls were, the innermost first. Calls whose place is not known are left out.
    pub fn calls(&self, stack: StackId) -> impl Iterator<Item = u32> + '_ {
        let mut at = stack;
        std::iter::from_fn(move || {
            while at != StackId::EMPTY {
                let node = self.node(at);
                at = node.parent;
                if node.location != 0 {
                    return Some(node.location);
                }
            }
            None
        })
    }

    /// All places of calls.
    pub fn locations(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes.iter().map(|node| node.location).filter(|location| *location != 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_and_returns() {
        let mut stacks = Stacks::default();
        let one = stacks.call(StackId::EMPTY, 7);
        let two = stacks.call(one, 8);
        assert_eq!(stacks.calls(two).collect::<Vec<_>>(), [8, 7]);
        assert_eq!(stacks.back_to(two, 1), one);
        assert_eq!(stacks.call(one, 8), two);
        assert_eq!((stacks.depth(two), stacks.call_at(two, 1), stacks.call_at(two, 2)), (2, 7, 8));
        assert_eq!(stacks.call_at(one, 2), 0);
        let deep = stacks.back_to(one, 3);
        assert_eq!(stacks.calls(deep).collect::<Vec<_>>(), [7]);
        assert_eq!(stacks.back_to(deep, 0), StackId::EMPTY);
    }
}
