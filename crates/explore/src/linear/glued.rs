//! The same search where atomic sections are in one piece: no other event comes between two of a section.
//!
//! A section is one move: all of its events in program order, each as if it came alone. A section that only reads can be made as soon as
//! it fits, like a read; one that writes is a choice, like a write. A section that the cut leaves open
//! must be last. This asks for more than [`Linear::linearise`] does, so the search for executions does not use it: it judges those that are
//! complete ([`crate::sections`]).

use super::Linear;
use crate::graph::{At, Graph};
use smallvec::SmallVec;
use std::ops::Range;

/// What can come next where all safe moves are made.
#[derive(Clone, Copy)]
enum Move {
    Write(At),
    Section(usize),
}

/// Whether a cut leaves a lane inside of an atomic section of which there are events.
fn is_open(graph: &Graph, lane: usize, cut: u32) -> bool {
    let data = &graph.lanes[lane];
    let Some(snapshot) = data.snapshots.get(cut as usize) else { return false };
    let section = snapshot.section();
    section != 0 && data.events[..cut as usize].iter().any(|event| event.section == section)
}

impl Linear {
    pub(super) fn has_sections(graph: &Graph, cut: &[u32]) -> bool {
        let lanes = graph.lanes.iter().zip(cut);
        lanes.into_iter().any(|(lane, &n)| lane.events[..n as usize].iter().any(|event| event.section != 0))
    }

    pub(super) fn linearise_glued(&mut self, graph: &Graph, cut: &[u32]) -> bool {
        let mut open = (0..graph.lanes.len()).filter(|&lane| is_open(graph, lane, cut[lane]));
        let last = open.next();
        if open.next().is_some() {
            return false;
        }
        self.prepare(graph, cut);
        self.failed.clear();
        self.search_glued(graph, last)
    }

    /// The next section of a lane, if nothing of it is done: its positions.
    fn next_section(&self, graph: &Graph, lane: usize) -> Option<Range<u32>> {
        let events = &graph.lanes[lane].events[..self.cut[lane] as usize];
        let low = self.walk.low[lane];
        let to = if self.weak { events.len() as u32 } else { (low + 1).min(events.len() as u32) };
        let is_next = |&index: &u32| {
            events[index as usize].section != 0 && !self.is_done(At { lane: lane as u32, index })
        };
        let first = (low..to).find(is_next)?;
        let section = events[first as usize].section;
        let last = events.iter().rposition(|event| event.section == section)? as u32;
        Some(first..last + 1)
    }

    /// Makes all moves of a section; false, and left in the middle, if one does not fit.
    fn perform_section(&mut self, graph: &Graph, lane: usize, range: Range<u32>) -> bool {
        for index in range {
            let at = At { lane: lane as u32, index };
            let event = graph.event(at);
            if self.is_done(at) {
                continue;
            }
            let ready = if self.weak { self.is_free(graph, at) } else { self.started(graph, at) };
            if !ready || !(self.is_safe(graph, at, event) || self.can_write(graph, at)) {
                return false;
            }
            self.perform(graph, at);
        }
        true
    }

    fn safe_moves_glued(&mut self, graph: &Graph, last: Option<usize>) {
        let mut moved = true;
        while moved {
            moved = false;
            for lane in 0..graph.lanes.len() {
                let mut index = self.walk.low[lane];
                while index < self.cut[lane] {
                    let at = At { lane: lane as u32, index };
                    let event = graph.event(at);
                    let ready = !self.is_done(at) && event.section == 0 && self.is_ready(graph, at);
                    if ready && self.is_safe(graph, at, event) {
                        self.perform(graph, at);
                        moved = true;
                    } else if !self.weak {
                        break;
                    }
                    index += 1;
                }
                moved |= last != Some(lane) && self.read_section(graph, lane);
            }
        }
    }

    fn is_ready(&self, graph: &Graph, at: At) -> bool {
        if self.weak { self.is_free(graph, at) } else { self.started(graph, at) }
    }

    /// Makes the next section of a lane if it only reads and fits.
    fn read_section(&mut self, graph: &Graph, lane: usize) -> bool {
        let Some(range) = self.next_section(graph, lane) else { return false };
        let events = &graph.lanes[lane].events[range.start as usize..range.end as usize];
        if events.iter().any(|event| event.kind.writes()) {
            return false;
        }
        let (saved, n_ordered) = (self.walk.clone(), self.order.len());
        if self.perform_section(graph, lane, range) {
            return true;
        }
        self.walk = saved;
        self.order.truncate(n_ordered);
        false
    }

    fn search_glued(&mut self, graph: &Graph, last: Option<usize>) -> bool {
        self.safe_moves_glued(graph, last);
        if self.walk.n_left == 0 {
            return true;
        }
        let key = self.key();
        if !self.may_go_on() || self.failed.contains(&key) {
            return false;
        }
        let mut moves: SmallVec<[Move; 8]> = SmallVec::new();
        self.enabled_writes(graph, |at| {
            if graph.event(at).section == 0 {
                moves.push(Move::Write(at));
            }
            false
        });
        moves.extend((0..graph.lanes.len()).map(Move::Section));
        let (saved, n_ordered) = (self.walk.clone(), self.order.len());
        for next in moves {
            let fits = match next {
                Move::Write(at) => {
                    self.perform(graph, at);
                    true
                }
                Move::Section(lane) => match self.next_section(graph, lane) {
                    Some(range) => {
                        let ends = last == Some(lane) && range.end == self.cut[lane];
                        self.perform_section(graph, lane, range) && (!ends || self.walk.n_left == 0)
                    }
                    None => false,
                },
            };
            if fits && self.search_glued(graph, last) {
                return true;
            }
            self.walk.clone_from(&saved);
            self.order.truncate(n_ordered);
        }
        self.failed.insert(key);
        false
    }
}
