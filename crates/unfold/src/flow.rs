//! The state of a path through one thread.

use crate::guards::GuardId;
use crate::value::{Deps, SymVal};
use crate::view::View;
use ir::BlockId;
use solver::TermId;

/// A branch that controls what follows until the frame at `depth` enters `join`.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Control {
    pub(crate) depth: u32,
    pub(crate) join: Option<BlockId>,
    pub(crate) deps: Deps,
}

/// What an instruction gives; `None`: the path cannot go on.
pub(crate) type Results = Option<Vec<SymVal>>;

/// The state of a path that outlives calls.
#[derive(Clone, Debug)]
pub(crate) struct Flow {
    pub(crate) guard: GuardId,
    pub(crate) view: View,
    pub(crate) control: Vec<Control>,
    pub(crate) section: Option<Section>,
    /// Values of thread-specific keys.
    pub(crate) keys: Vec<(u32, SymVal)>,
    /// Wake-ups without a signal on the way here, but for those within loops that were left: they have had a round for it.
    pub(crate) spurious: Vec<TermId>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Section {
    pub(crate) number: u32,
    pub(crate) depth: u32,
}
