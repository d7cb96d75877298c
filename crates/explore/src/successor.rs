//! Where a thread gets to, once and for all; and threads that wait in a loop for what they will never see.

use crate::env::Result;
use crate::graph::{Graph, Kind};
use crate::run::{Runner, Trouble};
use crate::search::Search;
use crate::snapshot::{Action, End, Snapshot};
use std::rc::Rc;

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
        let remembers = graph.n_freed == 0 && !self.env.objects_gone;
        if remembers && let Some(next) = before.known_successor(graph, self.env.epoch(), read, variant) {
            return Ok((next, None));
        }
        let mut runner = Runner::new(&mut self.env, graph, lane);
        let mut snapshot = runner.after(position, read, variant)?;
        let (trouble, seen) = (runner.trouble.take(), std::mem::take(&mut runner.seen));
        snapshot.keep_trouble(trouble.as_ref());
        let snapshot = Rc::new(snapshot);
        if remembers && trouble.is_none() && !runner.looked_around {
            let epoch = self.env.count_remembered();
            before.remember(epoch, read, variant, snapshot.clone(), seen);
        }
        Ok((snapshot, trouble))
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
