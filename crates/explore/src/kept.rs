//! Which earlier events of its thread a new event stays behind, under a weak model.
//!
//! The definition is that of `model::ppo_and_fences`, event by event; the tests hold final states against brute force
//! with `model::consistent`, and witnesses against `certify`. A pair is kept by the model's table, by a fence between, by the fences that memory orders stand for, or by a
//! dependency. Only pairs are listed here; that order is transitive is for whoever walks it to know.

use crate::graph::{Event, Kept, Kind, Lane, Positions};
use crate::run::{single, union};
use crate::snapshot::{Action, Snapshot};
use ir::FenceBits;
use model::{AccessKind, Halves, Model};

fn halves(model: Model, event: &Event) -> Halves {
    if event.sync {
        return model.synchronisation(event.orders_like).map_or(Halves::NONE, |(_, halves, _)| halves);
    }
    match event.kind {
        Kind::Read => Halves::READ,
        Kind::Write | Kind::Next => Halves::WRITE,
        Kind::Rmw | Kind::Update => Halves::BOTH,
        _ => Halves::NONE,
    }
}

fn fences(model: Model, event: &Event) -> (FenceBits, FenceBits) {
    if event.sync {
        let around = model.synchronisation(event.orders_like);
        return around.map_or((FenceBits::FULL, FenceBits::FULL), |(before, _, after)| (before, after));
    }
    let kind = match event.kind {
        Kind::Read => AccessKind::Load,
        Kind::Write | Kind::Next => AccessKind::Store,
        Kind::Rmw | Kind::Update => AccessKind::Rmw,
        _ => return (FenceBits::NONE, FenceBits::NONE),
    };
    model.fences_around(kind, event.order)
}

/// In which executions a pair is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Certainty {
    /// In the one at hand.
    Here,
    /// In all that execute both events, whatever is read between them: without events that a branch may leave out,
    /// addresses that may be others, exchanges that may fail.
    Always,
}

impl Certainty {
    fn counts(self, lane: &Lane, index: usize) -> bool {
        let snapshot = &lane.snapshots[index];
        let steady = snapshot.control_from.is_empty() && !matches!(snapshot.action, Action::Cas { .. });
        self == Certainty::Here || steady
    }
    fn same_address(self, lane: &Lane, index: usize, snapshot: &Snapshot) -> bool {
        let fixed = |snapshot: &Snapshot| snapshot.address_from.is_empty();
        self == Certainty::Here || (fixed(snapshot) && fixed(&lane.snapshots[index]))
    }
}

/// What orders an event that comes behind those of `lane` up to a position.
pub(crate) fn behind(
    model: Model,
    lane: &Lane,
    position: usize,
    event: &Event,
    snapshot: &Snapshot,
    certainty: Certainty,
) -> Kept {
    let orders_nothing =
        matches!(event.kind, Kind::Fence | Kind::End | Kind::Dead | Kind::Input | Kind::Settle);
    if model == Model::SC || orders_nothing {
        return Kept::default();
    }
    let earlier = &lane.events[..position];
    let mut kept = Positions::new();
    let full = event.is_full_fence();
    let mine = halves(model, event);
    let mut between = fences(model, event).0;
    for (index, other) in earlier.iter().enumerate().rev() {
        if !certainty.counts(lane, index) {
            continue;
        }
        if other.is_full_fence() {
            union(&mut kept, &single(index));
            break;
        }
        if other.kind == Kind::Fence {
            between = FenceBits(between.0 | other.fence.0);
            continue;
        }
        let (before, after) = fences(model, other);
        let theirs = halves(model, other);
        let pairs = theirs.pairs(mine);
        let same =
            other.loc == event.loc && theirs != Halves::NONE && certainty.same_address(lane, index, snapshot);
        let by_table = if same { model.kept_same_address } else { model.kept };
        let wall = FenceBits(between.0 | after.0 | by_table.0);
        if (full && theirs != Halves::NONE) || !(pairs & wall).is_empty() {
            union(&mut kept, &single(index));
        }
        between = FenceBits(between.0 | before.0 | after.0);
    }
    let mut needs = Positions::new();
    if model.keeps_dependencies && !event.sync {
        needs = depend(lane, position, event, snapshot, &mut kept, certainty);
    }
    Kept { before: kept, needs }
}

fn depend(
    lane: &Lane,
    position: usize,
    event: &Event,
    snapshot: &Snapshot,
    kept: &mut Positions,
    certainty: Certainty,
) -> Positions {
    let mut direct = snapshot.address_from.clone();
    union(&mut direct, &snapshot.data_from);
    if event.kind.writes() {
        union(&mut direct, &snapshot.control_from);
    }
    union(kept, &direct);
    if event.kind.reads() && certainty == Certainty::Here {
        for (index, other) in lane.events[..position].iter().enumerate().rev() {
            if other.is_full_fence() {
                break;
            }
            if other.kind.writes() && other.loc == event.loc {
                union(kept, &lane.kept[index].needs);
                if other.kind == Kind::Rmw {
                    union(kept, &single(index));
                }
            }
        }
    }
    direct
}
