//! Which bytes of memory more than one thread touches in a run.
//!
//! Overlapping accesses form a cluster. A cluster that one thread touches, or that nobody writes, is private: reads of
//! it are replaced by what was written last (§6: variables "not accessed by more than one thread in the given trace").
//! A shared cluster is cut into cells at the borders of its accesses.

use crate::trace::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// One access of the run, or one that it might have been in another interleaving.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Touch {
    pub addr: u64,
    pub size: u64,
    pub thread: u32,
    pub writes: bool,
    /// It might have been elsewhere: the address depends on shared data.
    pub wild: bool,
}

#[derive(Clone, Debug)]
struct Cluster {
    start: u64,
    end: u64,
    thread: Option<u32>,
    several: bool,
    written: bool,
    wild: bool,
}

impl Cluster {
    fn is_shared(&self) -> bool {
        (self.several || self.wild) && self.written
    }
}

/// All clusters of a run.
#[derive(Clone, Debug, Default)]
pub struct Space {
    touches: BTreeSet<Touch>,
    clusters: Vec<Cluster>,
}

impl Space {
    pub fn new(touches: impl IntoIterator<Item = Touch>) -> Space {
        let mut space = Space { touches: touches.into_iter().collect(), clusters: Vec::new() };
        space.cluster();
        space
    }
    /// Adds accesses; whether any of them was new.
    pub fn extend(&mut self, touches: impl IntoIterator<Item = Touch>) -> bool {
        let before = self.touches.len();
        self.touches.extend(touches);
        let grown = self.touches.len() > before;
        if grown {
            self.cluster();
        }
        grown
    }

    fn cluster(&mut self) {
        self.clusters.clear();
        for touch in &self.touches {
            let end = touch.addr.saturating_add(touch.size);
            match self.clusters.last_mut().filter(|last| touch.addr < last.end) {
                Some(last) => {
                    last.end = last.end.max(end);
                    last.several |= last.thread != Some(touch.thread);
                    last.written |= touch.writes;
                    last.wild |= touch.wild;
                }
                None => self.clusters.push(Cluster {
                    start: touch.addr,
                    end,
                    thread: Some(touch.thread),
                    several: false,
                    written: touch.writes,
                    wild: touch.wild,
                }),
            }
        }
    }

    /// Whether another thread can tell what happens to these bytes.
    pub fn is_shared(&self, addr: u64) -> bool {
        self.at(addr).is_some_and(Cluster::is_shared)
    }

    fn at(&self, addr: u64) -> Option<&Cluster> {
        let index = self.clusters.partition_point(|cluster| cluster.end <= addr);
        self.clusters.get(index).filter(|cluster| cluster.start <= addr)
    }

    /// Whether a thread other than this one touches the byte.
    pub fn is_touched_by_others(&self, addr: u64, thread: u32) -> bool {
        self.at(addr).is_some_and(|cluster| cluster.several || cluster.thread != Some(thread))
    }

    /// Whether every access that overlaps these bytes is exactly to them.
    pub fn is_clean(&self, addr: u64, size: u64) -> bool {
        let from = Touch { addr: addr.saturating_sub(64), size: 0, thread: 0, writes: false, wild: false };
        let overlapping = self.touches.range(from..).take_while(|touch| touch.addr < addr + size);
        overlapping
            .filter(|touch| touch.addr + touch.size > addr)
            .all(|touch| (touch.addr, touch.size) == (addr, size))
    }

    /// The cells of all shared clusters. `initial` gives initial contents, `name` what people call a place.
    pub fn cells(
        &self,
        initial: impl Fn(u64, u64) -> u128,
        name: impl Fn(u64) -> std::sync::Arc<str>,
    ) -> Vec<Cell> {
        let mut borders: BTreeMap<u64, bool> = BTreeMap::new();
        for touch in self.touches.iter().filter(|touch| self.is_shared(touch.addr)) {
            borders.entry(touch.addr).or_default();
            borders.entry(touch.addr + touch.size).or_default();
        }
        // A border begins a cell where an access covers the bytes behind it.
        for cluster in self.clusters.iter().filter(|cluster| cluster.is_shared()) {
            borders.range_mut(cluster.start..cluster.end).for_each(|(_, begins)| *begins = true);
        }
        let list: Vec<(u64, bool)> = borders.into_iter().collect();
        let pairs = list.windows(2).filter(|pair| pair[0].1);
        pairs
            .map(|pair| {
                let (addr, size) = (pair[0].0, pair[1].0 - pair[0].0);
                Cell { addr, size, initial: initial(addr, size), name: name(addr) }
            })
            .collect()
    }
}
