//! The models as data: the one place where they are defined.
//!
//! Sources: the litmus corpus (its README says where the verdicts are from). SC, TSO, PSO as in SPARC V8; RMO takes its same-address rows from
//! Figure 5 of the thread-modular analysis of TSO/PSO/RMO (FRUITTREE) and its dependencies from SPARC V9 Appendix D;
//! RMO-nodep is that figure to the letter, RMO-v9 the appendix.
//!
//! C11 orders mean what a compiler must emit for the machine, and no more: a seq_cst load is an acquire load, because
//! the full fence stands after the seq_cst store (the x86 mapping, carried over). The stronger mapping with full
//! fences around loads too would forbid under PSO what TSO permits, and the models would no longer be a chain.

use crate::relation::Halves;
use ir::{FenceBits, Order};
use posix::OrdersLike;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A memory model. Compare by `==`; pass it around by value.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Model {
    name: &'static str,
    title: &'static str,
    explanation: &'static str,
    /// Pairs of program order that survive, whatever the addresses.
    pub kept: FenceBits,
    /// Pairs that survive when the two accesses overlap; includes `kept`.
    pub kept_same_address: FenceBits,
    /// Whether `[R]; dep+` survives, `dep = addr u data u ctrl;[W] u [W];po-loc;[R] u rmw`.
    pub keeps_dependencies: bool,
    /// Whether reading one's own write orders the two globally (so: whether it cannot happen early).
    pub internal_rf_is_global: bool,
    /// Whether two loads of one address must see coherence in program order.
    pub load_load_coherence: bool,
    pub orders: OrderMapping,
}

/// How C11 memory orders become fences.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum OrderMapping {
    /// The machine keeps everything: no fence is ever needed.
    Nothing,
    /// A full fence after a seq_cst store; a read-modify-write is one by itself; the rest is plain.
    StoreBuffer,
    /// Release is LS|SS before, acquire LL|LS after, a seq_cst store or read-modify-write has a full fence around.
    Explicit,
}

/// The three kinds of access that a memory order can stand on. A failing compare-exchange is a `Load`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AccessKind {
    Load,
    Store,
    Rmw,
}

const NO_STORE_LOAD: FenceBits = FenceBits::ACQ_REL;

impl Model {
    pub const SC: Model = Model {
        name: "sc",
        title: "SC",
        explanation: "Sequential consistency: the threads take turns, one access at a time, each in its program order.",
        kept: FenceBits::FULL,
        kept_same_address: FenceBits::FULL,
        keeps_dependencies: false,
        internal_rf_is_global: true,
        load_load_coherence: true,
        orders: OrderMapping::Nothing,
    };
    pub const TSO: Model = Model {
        name: "tso",
        title: "TSO",
        explanation: "Total store order (x86, SPARC TSO): each thread's stores wait in a queue, so a later load may \
                      overtake them, and a thread sees its own stores before the others do.",
        kept: NO_STORE_LOAD,
        kept_same_address: NO_STORE_LOAD,
        keeps_dependencies: false,
        internal_rf_is_global: false,
        load_load_coherence: true,
        orders: OrderMapping::StoreBuffer,
    };
    pub const PSO: Model = Model {
        name: "pso",
        title: "PSO",
        explanation: "Partial store order (SPARC PSO): as TSO, but one queue per address, so that stores to different \
                      addresses may overtake each other too.",
        kept: FenceBits::ACQUIRE,
        kept_same_address: NO_STORE_LOAD,
        orders: OrderMapping::Explicit,
        ..Model::TSO
    };
    pub const RMO: Model = Model {
        name: "rmo",
        title: "RMO",
        explanation: "Relaxed memory order: accesses of different addresses keep no order unless a fence or a \
                      dependency orders them; a branch orders later stores, not later loads. Once a store is seen \
                      by another thread it is seen by all.",
        kept: FenceBits::NONE,
        keeps_dependencies: true,
        ..Model::PSO
    };
    pub const RMO_NODEP: Model = Model {
        name: "rmo-nodep",
        title: "RMO-nodep",
        explanation: "RMO without dependencies: only same-address order and fences count. Weaker than any machine; \
                      what is proven under it holds under RMO.",
        keeps_dependencies: false,
        ..Model::RMO
    };
    pub const RMO_V9: Model = Model {
        name: "rmo-v9",
        title: "RMO-v9",
        explanation: "RMO as SPARC V9 has it: dependencies are kept, but two loads of one address may be reordered.",
        kept_same_address: FenceBits::RELEASE,
        load_load_coherence: false,
        ..Model::RMO
    };

    /// Every model, strongest first; the last two are both weaker than RMO and not comparable with each other.
    pub const ALL: [Model; 6] =
        [Model::SC, Model::TSO, Model::PSO, Model::RMO, Model::RMO_NODEP, Model::RMO_V9];

    /// The model of this name; case, `-` and `_` make no difference.
    pub fn by_name(name: &str) -> Option<Model> {
        let wanted = name.trim().to_ascii_lowercase().replace('_', "-");
        Model::ALL.into_iter().find(|model| model.name == wanted)
    }
    /// The name that a user types: `rmo-nodep`.
    pub fn name(self) -> &'static str {
        self.name
    }
    /// The name in a sentence: `RMO-nodep`.
    pub fn title(self) -> &'static str {
        self.title
    }
    /// One paragraph for a person.
    pub fn explain(self) -> &'static str {
        self.explanation
    }

    /// Whether program order from `a` to a later `b` of the same thread survives without fence or dependency.
    pub fn keeps(self, a: Halves, b: Halves, same_address: bool) -> bool {
        let kept = if same_address { self.kept_same_address } else { self.kept };
        !(a.pairs(b) & kept).is_empty()
    }

    /// The fences that an access of this memory order brings along, before and after it.
    pub fn fences_around(self, kind: AccessKind, order: Order) -> (FenceBits, FenceBits) {
        let releases = kind != AccessKind::Load && order.is_release();
        let acquires = kind != AccessKind::Store && order.is_acquire();
        let writes_seq_cst = kind != AccessKind::Load && order == Order::SeqCst;
        match self.orders {
            OrderMapping::Nothing => (FenceBits::NONE, FenceBits::NONE),
            OrderMapping::StoreBuffer => match (kind, writes_seq_cst) {
                (AccessKind::Rmw, _) => (FenceBits::FULL, FenceBits::FULL),
                (_, true) => (FenceBits::NONE, FenceBits::FULL),
                (_, false) => (FenceBits::NONE, FenceBits::NONE),
            },
            OrderMapping::Explicit if writes_seq_cst => (FenceBits::FULL, FenceBits::FULL),
            OrderMapping::Explicit => (
                if releases { FenceBits::RELEASE } else { FenceBits::NONE },
                if acquires { FenceBits::ACQUIRE } else { FenceBits::NONE },
            ),
        }
    }

    /// The same for an operation on a synchronisation object that is no full fence, and what it counts as.
    pub fn synchronisation(self, like: OrdersLike) -> Option<(FenceBits, Halves, FenceBits)> {
        let (kind, order, halves) = match like {
            OrdersLike::FullFence => return None,
            OrdersLike::ReleaseStore => (AccessKind::Store, Order::Release, Halves::WRITE),
            OrdersLike::AcquireLoad => (AccessKind::Load, Order::Acquire, Halves::READ),
        };
        let (before, after) = self.fences_around(kind, order);
        Some((before, halves, after))
    }

    /// Whether every execution that `stronger` permits is permitted here too.
    pub fn weaker_or_equal(self, stronger: Model) -> bool {
        let dependencies_stay = stronger.keeps_dependencies || stronger.kept.contains(FenceBits::ACQUIRE);
        stronger.kept.contains(self.kept)
            && stronger.kept_same_address.contains(self.kept_same_address)
            && (!self.keeps_dependencies || dependencies_stay)
            && (!self.internal_rf_is_global || stronger.internal_rf_is_global)
            && (!self.load_load_coherence || stronger.load_load_coherence)
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}
impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.title)
    }
}

/// A name that no model has.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no memory model is called {0:?}; there are sc, tso, pso, rmo, rmo-nodep and rmo-v9")]
pub struct UnknownModel(pub String);

impl FromStr for Model {
    type Err = UnknownModel;
    fn from_str(name: &str) -> Result<Model, UnknownModel> {
        Model::by_name(name).ok_or_else(|| UnknownModel(name.to_string()))
    }
}

impl serde::Serialize for Model {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name)
    }
}
impl<'de> serde::Deserialize<'de> for Model {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Model, D::Error> {
        let name = <String as serde::Deserialize>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_however_they_are_spelt() {
        assert_eq!(Model::by_name("RMO_NODEP"), Some(Model::RMO_NODEP));
        assert_eq!(Model::by_name("rmo-v9"), Some(Model::RMO_V9));
        assert_eq!(Model::by_name("Tso"), Some(Model::TSO));
        assert_eq!(Model::by_name("arm"), None);
        assert!("arm".parse::<Model>().unwrap_err().to_string().contains("rmo-nodep"));
    }

    #[test]
    fn the_models_form_a_chain_that_forks_at_rmo() {
        let weaker: Vec<Vec<&str>> = Model::ALL
            .map(|strong| {
                Model::ALL.iter().filter(|weak| weak.weaker_or_equal(strong)).map(|m| m.title()).collect()
            })
            .into();
        assert_eq!(weaker[0], ["SC", "TSO", "PSO", "RMO", "RMO-nodep", "RMO-v9"]);
        assert_eq!(weaker[1], ["TSO", "PSO", "RMO", "RMO-nodep", "RMO-v9"]);
        assert_eq!(weaker[2], ["PSO", "RMO", "RMO-nodep", "RMO-v9"]);
        assert_eq!(weaker[3], ["RMO", "RMO-nodep", "RMO-v9"]);
        assert_eq!(weaker[4], ["RMO-nodep"]);
        assert_eq!(weaker[5], ["RMO-v9"]);
    }

    #[test]
    fn atomics_work_as_the_corpus_says() {
        let far = |model: Model, a, b| model.keeps(a, b, false);
        use Halves as H;
        for model in [Model::SC, Model::TSO] {
            assert!(far(model, H::WRITE, H::BOTH) && far(model, H::BOTH, H::READ), "{model}: full fence");
        }
        assert!(far(Model::PSO, H::BOTH, H::WRITE) && far(Model::PSO, H::BOTH, H::READ));
        assert!(!far(Model::PSO, H::WRITE, H::BOTH) && far(Model::PSO, H::READ, H::BOTH));
        assert!(!far(Model::RMO, H::BOTH, H::BOTH));
        assert!(Model::RMO.keeps(H::READ, H::READ, true) && !Model::RMO_V9.keeps(H::READ, H::READ, true));
        assert!(!Model::RMO.keeps(H::WRITE, H::READ, true));
    }

    #[test]
    fn memory_orders_become_fences() {
        use AccessKind::*;
        let none = (FenceBits::NONE, FenceBits::NONE);
        assert_eq!(Model::SC.fences_around(Store, Order::SeqCst), none);
        assert_eq!(Model::TSO.fences_around(Store, Order::SeqCst), (FenceBits::NONE, FenceBits::FULL));
        assert_eq!(Model::TSO.fences_around(Store, Order::Release), none);
        assert_eq!(Model::TSO.fences_around(Load, Order::SeqCst), none);
        assert_eq!(Model::PSO.fences_around(Store, Order::Release), (FenceBits::RELEASE, FenceBits::NONE));
        assert_eq!(Model::RMO.fences_around(Load, Order::Acquire), (FenceBits::NONE, FenceBits::ACQUIRE));
        assert_eq!(Model::RMO.fences_around(Rmw, Order::AcqRel), (FenceBits::RELEASE, FenceBits::ACQUIRE));
        assert_eq!(Model::RMO.fences_around(Rmw, Order::Relaxed), none);
        assert_eq!(Model::RMO.fences_around(Rmw, Order::SeqCst), (FenceBits::FULL, FenceBits::FULL));
    }
}
