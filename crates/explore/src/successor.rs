//! Where a thread gets to, once and for all; and threads that wait in a loop for what they will never see.

use crate::env::{Halt, Result};
use crate::graph::{Event, Graph, Kind};
use crate::run::{Runner, Trouble};
use crate::search::Search;
use crate::snapshot::{Action, End, Snapshot};
use std::rc::Rc;

/// Reads of memory that was never written for which more than one value is tried, per thread.
const MANY_VALUES: usize = 3;

impl Search<'_> {
    /// Where a thread gets to from a position when its action comes out like this, and what went wrong on the way.
    pub fn successor(
        &mut self,
        graph: &Graph,
        lane: usize,
        position: usize,
        read: u128,
        variant: u32,
    ) -> Result<(Rc<Snapshot>, Option<Trouble>)> {
        let before = &graph.lanes[lane].snapshots[position];
        if let Some(next) = before.known_successor(graph, self.env.epoch(), read, variant) {
            return Ok((next, None));
        }
        let mut runner = Runner::new(&mut self.env, graph, lane);
        let mut snapshot = runner.after(position, read, variant)?;
        let (trouble, seen) = (runner.trouble.take(), std::mem::take(&mut runner.seen));
        let uses = runner.uses_ending;
        snapshot.keep_trouble(trouble.as_ref());
        let snapshot = Rc::new(snapshot);
        if trouble.is_none() && !runner.looked_around {
            let epoch = self.env.count_remembered();
            before.remember(epoch, (read, variant), snapshot.clone(), (seen, uses));
        }
        Ok((snapshot, trouble))
    }

    /// What memory that was never written is taken to hold: the inputs that were given, or a few values. One, if it makes no difference
    /// to what the thread does next and what it remembers then.
    pub fn unwritten_values(&mut self, graph: &Graph, lane: usize) -> Result<Vec<i128>> {
        if self.comes_to_the_same(graph, lane)? {
            return Ok(vec![0]);
        }
        if let Some(inputs) = &self.env.config.task.inputs {
            self.env.sharing.reservations.asked_input = true;
            return Ok(inputs.clone());
        }
        let span = graph.lanes[lane].now().span;
        self.env.sharing.reservations.read_undefined.get_or_insert(span);
        let settled = |event: &&Event| matches!(event.kind, Kind::Settle | Kind::Input);
        let n_settled = graph.lanes[lane].events.iter().filter(settled).count();
        Ok(if n_settled < MANY_VALUES { vec![0, 1, -1] } else { vec![0] })
    }

    /// Whether a thread gets to the same place whether it reads 0 or 1 next. What it returns does not count, as
    /// long as nobody who joins it can tell.
    fn comes_to_the_same(&mut self, graph: &Graph, lane: usize) -> Result<bool> {
        let position = graph.lanes[lane].len();
        let mut end = |value: u128| -> Result<Option<Snapshot>> {
            let mut runner = Runner::new(&mut self.env, graph, lane);
            let snapshot = runner.after(position, value, 0)?;
            Ok(Some(snapshot).filter(|_| runner.trouble.is_none()))
        };
        let (Some(a), Some(b)) = (end(0)?, end(1)?) else { return Ok(false) };
        let finished = |snapshot: &Snapshot| matches!(snapshot.action, Action::Over(End::Finished(_)));
        if finished(&a) && finished(&b) && !self.env.sharing.results_matter {
            return Ok(a.local.same_memory(&b.local));
        }
        Ok(a.action == b.action
            && self.env.machine.same_place(&a.state, &b.state)
            && a.local.same_memory(&b.local))
    }

    /// A thread joins one whose result may have been left open: it is settled if that makes a difference.
    pub fn check_result(&mut self, graph: &Graph, lane: usize, child: usize) -> Result {
        let data = &graph.lanes[child];
        let Some(last) = data.len().checked_sub(1).filter(|_| !self.env.sharing.results_matter) else {
            return Ok(());
        };
        let open = matches!(
            data.snapshots[last].action,
            Action::Settle { .. } | Action::Input { unwritten: true, .. }
        );
        // Two results that may come out of it.
        if open && !self.comes_to_the_same(graph, lane)? {
            self.env.sharing.results_matter = true;
            return Err(Halt::Restart);
        }
        Ok(())
    }

    /// Whether the last round of a thread in a loop read something that had been overwritten by then: no execution ends
    /// like this, and no other comes of it.
    pub fn is_stale(&self, graph: &Graph, lane: usize) -> bool {
        let data = &graph.lanes[lane];
        if !self.prefix_is_ordered {
            return false;
        }
        let Action::Over(End::Spin { from }) = data.now().action else { return false };
        let round = &data.events[from as usize..];
        round.iter().any(|event| {
            matches!(event.kind, Kind::Read | Kind::Rmw) && !event.sync && {
                graph.writes_at(event.loc).iter().any(|&write| {
                    write != event.source
                        && !graph.event(write).is_idle()
                        && graph.event(write).stamp < event.stamp
                        && Graph::knows(graph.clock(write), event.source)
                })
            }
        })
    }
}
