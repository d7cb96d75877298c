//! Atomic sections (`__VERIFIER_atomic_begin/end`): nothing of another thread comes between two events of one.
//!
//! The search takes no notice of them. It explores the executions in which sections may be interrupted, each once, and those that have
//! no order with every section in one piece ([`crate::linear`]) are dropped when they are complete. Dropping
//! earlier would lose executions: a revisit starts from graphs that have no such order, and deletes what spoils it. So the
//! executions that count are explored once and all of them; what is paid for are the others (Bouajjani and Enea, "Dynamic partial order
//! reduction for checking correctness against transaction isolation levels", PLDI 2023, do the same where an isolation level cannot be
//! extended step by step). Under the weak models the borders of a section are full fences.
//!
//! A failure is told when its execution is complete, by the part of it that the failing thread knows of, with the sections in it whole.

use crate::env::Result;
use crate::finish::Standing;
use crate::graph::{Cut, Graph, join};
use crate::run::Trouble;
use crate::search::Search;
use smallvec::SmallVec;

impl Search<'_> {
    /// How the threads stand if sections are in one piece; failures are told.
    pub fn judged_by_sections(&mut self, graph: &Graph, standing: Standing) -> Result<Standing> {
        self.report_late_uses(graph)?;
        match standing {
            Standing::Ended | Standing::Deadlock | Standing::Blocked => {
                // Who waits inside of a section holds up everybody: an execution of its own kind, which nobody asks about.
                let waits = graph.lanes.iter().any(|lane| lane.exists() && lane.now().section() != 0);
                if !waits && self.linear.linearise_all(graph) { Ok(standing) } else { Ok(Standing::Passing) }
            }
            Standing::Failed => {
                for (_, data) in graph.running() {
                    if let Some(trouble) = data.now().trouble.clone() {
                        self.report_if_possible(graph, *trouble)?;
                    }
                }
                Ok(Standing::Failed)
            }
            other => Ok(other),
        }
    }

    /// Tells of a failure, if it comes to that with sections in one piece.
    pub fn report_if_possible(&mut self, graph: &Graph, trouble: Trouble) -> Result {
        let lane = trouble.lane;
        let known = || SmallVec::from_slice(graph.clock_of_lane(lane));
        let cut: Cut = trouble.cut.clone().unwrap_or_else(known);
        match with_whole_sections(graph, &cut, lane) {
            Some(whole) if whole[lane] == cut[lane] && self.linear.linearise(graph, &whole) => {
                self.report(graph, trouble)
            }
            // It knows of a section that never comes to its end.
            _ => Ok(()),
        }
    }
}

/// A cut with all that it reads from, and all that belongs to the sections it begins, but for the lane that fails; `None` if one does not
/// end.
pub(crate) fn with_whole_sections(graph: &Graph, cut: &[u32], fails: usize) -> Option<Cut> {
    let mut cut: Cut = SmallVec::from_slice(cut);
    loop {
        let mut more = cut.clone();
        // Clocks do not know of promises that were kept.
        graph.join_sources(&cut, &mut more);
        for (lane, data) in graph.lanes.iter().enumerate() {
            let n = cut[lane] as usize;
            if lane == fails || n == 0 || data.events[n - 1].section == 0 {
                continue;
            }
            let section = data.events[n - 1].section;
            let inside =
                |position: usize| data.snapshots.get(position).map_or(0, |at| at.section()) == section;
            let end = (n..=data.len()).find(|&position| !inside(position))?;
            more[lane] = more[lane].max(end as u32);
            let last = graph.clock_before(lane, end);
            join(&mut more, last);
        }
        if more == cut {
            return Some(cut);
        }
        cut = more;
    }
}
