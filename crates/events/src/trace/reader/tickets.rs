//! Who waits for which ticket.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Which stream waits for which ticket: near ones in a ring, the others in a heap.
#[derive(Debug)]
pub(super) struct Waiting {
    ring: Vec<u32>,
    far: BinaryHeap<Reverse<(u64, u32)>>,
    count: usize,
}

const RING: usize = 1 << 12;
const NOBODY: u32 = u32::MAX;

impl Waiting {
    pub(super) fn new() -> Waiting {
        Waiting { ring: vec![NOBODY; RING], far: BinaryHeap::new(), count: 0 }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub(super) fn add(&mut self, next: u64, ticket: u64, stream: u32) {
        self.count += 1;
        if ticket.wrapping_sub(next) < RING as u64 {
            let slot = &mut self.ring[ticket as usize % RING];
            if *slot == NOBODY {
                *slot = stream;
                return;
            }
        }
        self.far.push(Reverse((ticket, stream)));
    }

    pub(super) fn take(&mut self, next: u64) -> Option<u32> {
        let slot = &mut self.ring[next as usize % RING];
        let found = if *slot != NOBODY {
            Some(std::mem::replace(slot, NOBODY))
        } else if self.far.peek().is_some_and(|Reverse((ticket, _))| *ticket == next) {
            self.far.pop().map(|Reverse((_, stream))| stream)
        } else {
            None
        };
        self.count -= usize::from(found.is_some());
        found
    }
}
