//! Feasibility of a combination of interferences as Datalog (FRUITTREE, Figures 6 and 7), on the crate `ascent`.
//!
//! Facts are about accesses of the analysed threads. `before(a, b)` is the paper's MHB: whenever both happen, every
//! instance of `a` comes before every instance of `b` in the global order of the model. From the given reads-from
//! follow more such facts; a fact `before(a, a)` says that the combination cannot be.
//!
//! Rules by the paper's numbers: (1) and (2) are the given `kept`; (3) is transitivity; (4) from-read; (5) and (6)
//! come out as cycles, because a load that reads a store of another thread comes behind it. Beyond the paper: that
//! last fact, coherence from what a load has passed (`s2` before `l`, and `l` reads `s1`, so `s2` before `s1`), and
//! coherence between two loads of one place in program order.
//!
//! An access that may run more than once stands for all its runs. Whatever speaks of the one run that was read from
//! therefore asks for `once`.

use ascent::ascent;

pub(crate) type Access = u32;

ascent! {
    pub struct Feasibility;
    /// Program order that the model keeps, creation and join: both ends happen.
    relation kept(Access, Access);
    /// The load reads the store; `external`: of another thread, or one that the model makes global.
    relation reads(Access, Access);
    relation external(Access, Access);
    relation once(Access);
    /// Two different stores to one place that both happen.
    relation same_place(Access, Access);
    /// A store and a later load of one thread and place; two loads of one thread and place in program order.
    relation own_store_first(Access, Access);
    relation loads_in_order(Access, Access);

    relation before(Access, Access);
    before(a, b) <-- kept(a, b);
    before(a, c) <-- before(a, b), before(b, c);
    before(s, l) <-- reads(l, s), external(l, s), once(s);
    // (4) What comes behind the store that was read comes behind the load.
    before(l, s2) <-- reads(l, s1), same_place(s1, s2), before(s1, s2);
    // What the load has passed comes before the store that it reads.
    before(s2, s1) <-- reads(l, s1), once(s1), same_place(s1, s2), before(s2, l);
    before(w, s) <-- own_store_first(w, l), reads(l, s), once(s), same_place(w, s);
    before(a, b) <-- loads_in_order(k, l), reads(k, a), reads(l, b), same_place(a, b), once(a), once(b);

    relation impossible(Access);
    impossible(a) <-- before(a, b), if a == b;
}

#[cfg(test)]
mod tests {
    use super::Feasibility;

    /// Figure 3: x = 5 (0), y = 10 (1); load of y (2), load of x (3); 4 and 5 are the initial values of x and y.
    fn figure_3(stores_kept: bool, loads_kept: bool, x_from: u32) -> bool {
        let mut rules = Feasibility {
            once: (0..6).map(|access| (access,)).collect(),
            same_place: vec![(0, 4), (4, 0), (1, 5), (5, 1)],
            kept: vec![(4, 0), (5, 1)],
            reads: vec![(2, 1), (3, x_from)],
            external: vec![(2, 1), (3, x_from)],
            ..Feasibility::default()
        };
        rules.kept.extend(stores_kept.then_some((0, 1)));
        rules.kept.extend(loads_kept.then_some((2, 3)));
        rules.run();
        rules.impossible.is_empty()
    }

    #[test]
    fn figure_3_needs_both_orders() {
        assert!(!figure_3(true, true, 4));
        assert!(figure_3(false, true, 4) && figure_3(true, false, 4));
        assert!(figure_3(true, true, 0));
    }

    /// Rule (6): l1 reads s1, l1 before s2, s2 before l2; so l2 does not read s1.
    #[test]
    fn a_load_does_not_go_back() {
        let (s1, s2, l1, l2) = (0, 1, 2, 3);
        let reads = vec![(l1, s1), (l2, s1)];
        let mut rules = Feasibility {
            once: (0..4).map(|access| (access,)).collect(),
            same_place: vec![(s1, s2), (s2, s1)],
            kept: vec![(l1, s2), (s2, l2)],
            external: reads.clone(),
            reads,
            ..Feasibility::default()
        };
        rules.run();
        assert!(!rules.impossible.is_empty());
    }
}
