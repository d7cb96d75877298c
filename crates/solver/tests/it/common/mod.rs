//! Shared by the tests: a random source that shrinks (a tape of bytes) and random memory problems with a brute force
//! that knows nothing of the solver.

pub mod memory;

/// Decodes choices from random bytes; an exhausted tape always chooses 0, so that short tapes are simple cases.
pub struct Tape<'a> {
    bytes: &'a [u8],
}

impl<'a> Tape<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Tape { bytes }
    }

    pub fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((&first, rest)) => {
                self.bytes = rest;
                first
            }
            None => 0,
        }
    }

    pub fn below(&mut self, n: usize) -> usize {
        usize::from(self.byte()) % n.max(1)
    }

    pub fn wide(&mut self) -> u128 {
        (0..16).fold(0, |value, _| value << 8 | u128::from(self.byte()))
    }
}

pub fn permutations(n: usize) -> Vec<Vec<usize>> {
    let mut all = vec![Vec::new()];
    for next in 0..n {
        all = all
            .into_iter()
            .flat_map(|shorter: Vec<usize>| {
                (0..=shorter.len()).map(move |at| {
                    let mut longer = shorter.clone();
                    longer.insert(at, next);
                    longer
                })
            })
            .collect();
    }
    all
}

/// Whether a graph has no cycle, by repeated removal of nodes without predecessors.
pub fn acyclic(n: usize, edges: &[(usize, usize)]) -> bool {
    let mut left: Vec<usize> = (0..n).collect();
    loop {
        let before = left.len();
        let alive = left.clone();
        left.retain(|&node| edges.iter().any(|&(a, b)| b == node && alive.contains(&a)));
        if left.len() == before {
            return left.is_empty();
        }
    }
}
