//! Where a thread gets to, once and for all; and threads that wait in a loop for what they will never see.

use crate::env::Result;
use crate::graph::{Graph, Kind};
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
        snapshot.keep_trouble(trouble.as_ref());
        let snapshot = Rc::new(snapshot);
        if trouble.is_none() && !runner.looked_around {
            let epoch = self.env.count_remembered();
            before.remember(epoch, read, variant, snapshot.clone(), seen);
        }
        Ok((snapshot, trouble))
    }

    /// What memory that was never written is taken to hold: the inputs that were given, or a few values. One, if it makes no difference
    /// to what the thread does next and what it remembers then.
    pub fn unwritten_values(&mut self, graph: &Graph, lane: usize) -> Result<Vec<i128>> {
        let position = graph.lanes[lane].len();
        let mut ends = Vec::new();
        for value in [0, 1] {
            let mut runner = Runner::new(&mut self.env, graph, lane);
            let snapshot = runner.after(position, value, 0)?;
            ends.push((snapshot, runner.trouble.is_none()));
        }
        if ends.iter().all(|(_, fine)| *fine) && self.stands_alike(&ends[0].0, &ends[1].0) {
            return Ok(vec![0]);
        }
        if let Some(inputs) = &self.env.config.inputs {
            self.env.sharing.reservations.asked_input = true;
            return Ok(inputs.clone());
        }
        let span = graph.lanes[lane].now().span;
        self.env.sharing.reservations.read_undefined.get_or_insert(span);
        let n_settled = graph.lanes[lane].events.iter().filter(|event| event.kind == Kind::Settle).count();
        Ok(if n_settled < MANY_VALUES { vec![0, 1, -1] } else { vec![0] })
    }

    fn stands_alike(&self, a: &Snapshot, b: &Snapshot) -> bool {
        let same_action = match (&a.action, &b.action) {
            (Action::Over(one), Action::Over(other)) => one == other,
            (one, other) => format!("{one:?}") == format!("{other:?}"),
        };
        same_action && self.env.machine.same_place(&a.state, &b.state) && a.local.same_memory(&b.local)
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
                let writes = graph.places.get(event.loc.0 as usize).map_or(&[][..], |place| &place.writes);
                writes.iter().any(|&write| {
                    write != event.source
                        && !graph.event(write).is_idle()
                        && graph.event(write).stamp < event.stamp
                        && Graph::knows(graph.clock(write), event.source)
                })
            }
        })
    }
}
