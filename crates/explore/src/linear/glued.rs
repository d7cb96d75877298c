//! The same search where atomic sections are in one piece: no other event comes between two of a section.
//!
//! A section is one move: all of its events in program order, each as if it came alone. A section that only reads can be made as soon as
//! it fits, like a read; one that writes is a choice, like a write. A section that the cut leaves open
//! must be last. This asks for more than [`Linear::linearise`] does, so the search for executions does not use it: it judges those that are
//! complete ([`crate::sections`]).

use super::Linear;
use crate::graph::{At, Graph};
use std::ops::Range;

/// What can come next where all safe moves are made.
#[derive(Clone, Copy)]
pub(super) enum Move {
    Write(At),
    /// Of this lane.
    Section(usize),
}

pub(super) fn has_sections(graph: &Graph, cut: &[u32]) -> bool {
    let lanes = graph.lanes.iter().zip(cut);
    lanes.into_iter().any(|(lane, &n)| lane.events[..n as usize].iter().any(|event| event.section != 0))
}

/// Whether a cut leaves a lane inside of an atomic section of which there are events.
pub(super) fn is_open(graph: &Graph, lane: usize, cut: u32) -> bool {
    let data = &graph.lanes[lane];
    let Some(snapshot) = data.snapshots.get(cut as usize) else { return false };
    let section = snapshot.section();
    section != 0 && data.events[..cut as usize].iter().any(|event| event.section == section)
}

impl Linear {
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
            if !self.is_ready(graph, at) || !(self.is_safe(graph, at, event) || self.can_write(graph, at)) {
                return false;
            }
            self.perform(graph, at);
        }
        true
    }

    /// Makes the next section of a lane if it only reads and fits.
    pub(super) fn read_section(&mut self, graph: &Graph, lane: usize) -> bool {
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

    /// Makes a move; false, and perhaps left in the middle, if it does not fit.
    pub(super) fn make(&mut self, graph: &Graph, next: Move) -> bool {
        match next {
            Move::Write(at) => {
                self.perform(graph, at);
                true
            }
            Move::Section(lane) => match self.next_section(graph, lane) {
                Some(range) => {
                    let ends = self.last_lane == Some(lane) && range.end == self.cut[lane];
                    self.perform_section(graph, lane, range) && (!ends || self.walk.n_left == 0)
                }
                None => false,
            },
        }
    }
}
