//! The classic shapes, each with the models that permit it.

mod common;
use common::*;
use events::*;
use ir::{FenceBits, Order, SyncOp};
use model::{
    Axiom, Model, Relation, RelaxationKind, consistent, ppo_and_fences, relaxations, respects, structure,
    well_formed,
};

const ALL: &str = "SC TSO PSO RMO RMO-nodep RMO-v9";
const FROM_TSO: &str = "TSO PSO RMO RMO-nodep RMO-v9";
const FROM_PSO: &str = "PSO RMO RMO-nodep RMO-v9";
const FROM_RMO: &str = "RMO RMO-nodep RMO-v9";

/// Store buffering: both loads see the initial value.
fn store_buffering(between: Option<FenceBits>, order: Order) -> Builder {
    let mut b = Builder::new(2);
    for (thread, own, other) in [(0, X, Y), (1, Y, X)] {
        let store = b.write(thread, own);
        b.order(store, order);
        if let Some(bits) = between {
            b.fence(thread, bits);
        }
        let load = b.read(thread, other, None);
        b.order(load, order);
    }
    b
}

#[test]
fn store_buffering_needs_a_store_load_fence() {
    assert_eq!(store_buffering(None, Order::Plain).permitted(), FROM_TSO);
    assert_eq!(store_buffering(Some(FenceBits::SL), Order::Plain).permitted(), "");
    assert_eq!(store_buffering(Some(FenceBits::FULL), Order::Plain).permitted(), "");
    assert_eq!(store_buffering(Some(FenceBits::ACQ_REL), Order::Plain).permitted(), FROM_TSO);
    assert_eq!(store_buffering(None, Order::SeqCst).permitted(), "");
    assert_eq!(store_buffering(None, Order::Relaxed).permitted(), FROM_TSO);
}

/// Message passing: the flag is seen, the data is not.
fn message_passing() -> (Builder, [EventId; 4]) {
    let mut b = Builder::new(2);
    let data = b.write(0, X);
    let flag = b.write(0, Y);
    let saw = b.read(1, Y, Some(flag));
    let stale = b.read(1, X, None);
    (b, [data, flag, saw, stale])
}

#[test]
fn message_passing_breaks_from_pso_on() {
    let (mut b, [data, flag, saw, stale]) = message_passing();
    assert_eq!(b.permitted(), FROM_PSO);
    let kinds: Vec<_> =
        relaxations(&b.execution, Model::PSO).iter().map(|r| (r.first, r.second, r.kind)).collect();
    assert_eq!(kinds, [(data, flag, RelaxationKind::StoreStore)]);
    let kinds: Vec<_> =
        relaxations(&b.execution, Model::RMO).iter().map(|r| (r.first, r.second, r.kind)).collect();
    assert_eq!(kinds, [(data, flag, RelaxationKind::StoreStore), (saw, stale, RelaxationKind::LoadLoad)]);
    b.order(flag, Order::Release);
    assert_eq!(b.permitted(), FROM_RMO);
    b.addr(stale, saw);
    assert_eq!(b.permitted(), "RMO-nodep");
    b.order(saw, Order::Acquire);
    assert_eq!(b.permitted(), "");
}

#[test]
fn a_branch_orders_stores_but_not_loads() {
    let (mut b, [_, flag, saw, stale]) = message_passing();
    b.order(flag, Order::Release);
    b.ctrl(stale, saw);
    assert_eq!(b.permitted(), FROM_RMO);

    let mut b = Builder::new(2);
    let r0 = b.read(0, X, None);
    let w0 = b.write(0, Y);
    let r1 = b.read(1, Y, Some(w0));
    let w1 = b.write(1, X);
    b.event(r0).rf[0].source = Some(w1);
    assert_eq!(b.permitted(), FROM_RMO, "load buffering");
    b.ctrl(w0, r0);
    b.data(w1, r1);
    assert_eq!(b.permitted(), "RMO-nodep");
    assert_eq!(model::thin_air(&b.execution).unwrap_err().axiom, Axiom::ThinAir);
}

#[test]
fn dependencies_are_carried_through_own_memory() {
    // P1 stores what it read to z, loads it back, and uses that as the address of the second load.
    let (mut b, [_, flag, saw, _]) = message_passing();
    b.order(flag, Order::Release);
    let mut c = Builder::new(2);
    let x = c.write(0, X);
    c.fence(0, FenceBits::SS);
    let y = c.write(0, Y);
    let seen = c.read(1, Y, Some(y));
    let spill = c.write(1, Z);
    c.data(spill, seen);
    let reload = c.read(1, Z, Some(spill));
    let stale = c.read(1, X, None);
    c.addr(stale, reload);
    assert_eq!(c.permitted(), "RMO-nodep");
    c.event(spill).deps = Dependencies::default();
    assert_eq!(c.permitted(), FROM_RMO);
    let _ = (x, saw);
}

#[test]
fn two_loads_of_one_address_may_swap_in_v9_only() {
    let mut b = Builder::new(2);
    let w = b.write(0, X);
    let new = b.read(1, X, Some(w));
    let old = b.read(1, X, None);
    assert_eq!(b.permitted(), "RMO-v9");
    let error = consistent(&b.execution, Model::RMO).unwrap_err();
    assert_eq!(error.axiom, Axiom::Coherence);
    assert_eq!(error.cycle, [(old, Relation::FromRead), (w, Relation::ReadsFrom), (new, Relation::PoLoc)]);
    let found = relaxations(&b.execution, Model::RMO_V9);
    assert_eq!(found.len(), 1);
    assert_eq!((found[0].first, found[0].second, found[0].kind), (new, old, RelaxationKind::LoadLoad));
}

#[test]
fn coherence_holds_everywhere() {
    let mut b = Builder::new(1);
    let old = b.write(0, X);
    b.write(0, X);
    b.read(0, X, Some(old));
    assert_eq!(b.permitted(), "", "a thread sees its own last store");

    let mut b = Builder::new(1);
    let w1 = b.write(0, X);
    let w2 = b.write(0, X);
    b.co(&[w2, w1]);
    assert_eq!(b.permitted(), "", "stores of one thread keep their order");

    let mut b = Builder::new(1);
    let r = b.read(0, X, None);
    let w = b.write(0, X);
    b.event(r).rf[0].source = Some(w);
    assert_eq!(b.permitted(), "", "nothing is read before it is written");
}

#[test]
fn independent_readers_agree() {
    let build = |fenced: bool| {
        let mut b = Builder::new(4);
        let x = b.write(0, X);
        let y = b.write(1, Y);
        for (thread, first, second) in [(2, (X, x), Y), (3, (Y, y), X)] {
            b.read(thread, first.0, Some(first.1));
            if fenced {
                b.fence(thread, FenceBits::LL);
            }
            b.read(thread, second, None);
        }
        b
    };
    assert_eq!(build(false).permitted(), FROM_RMO);
    assert_eq!(build(true).permitted(), "");
}

#[test]
fn own_stores_are_seen_early() {
    // SB with each thread reading its own store back first: the loads are in order, still TSO permits it.
    let mut b = Builder::new(2);
    for (thread, own, other) in [(0, X, Y), (1, Y, X)] {
        let store = b.write(thread, own);
        b.read(thread, own, Some(store));
        b.read(thread, other, None);
    }
    assert_eq!(b.permitted(), FROM_TSO);
    // One side of 2+2W.. with forwarding: P0 sees its own x, then y from P1 whose x is older.
    let mut b = Builder::new(2);
    let x1 = b.write(0, X);
    b.read(0, X, Some(x1));
    b.read(0, Y, None);
    let y2 = b.write(1, Y);
    let x2 = b.write(1, X);
    b.co(&[y2, x2, x1]);
    assert_eq!(b.permitted(), FROM_TSO);
    let found = relaxations(&b.execution, Model::TSO);
    assert!(!found.is_empty() && found.iter().all(|r| r.first == x1), "{found:?}");
}

#[test]
fn atomics_are_fences_where_the_corpus_says() {
    let sb = |first: bool| {
        let mut b = Builder::new(2);
        for (thread, own, other) in [(0, X, Y), (1, Y, X)] {
            if first {
                b.rmw(thread, own, None)
            } else {
                b.write(thread, own)
            };
            b.read(thread, other, None);
        }
        b.permitted()
    };
    assert_eq!(sb(true), FROM_RMO, "an RMW orders what follows under SC, TSO and PSO");
    let mut b = Builder::new(2);
    let data = b.write(0, X);
    let flag = b.rmw(0, Y, None);
    b.read(1, Y, Some(flag));
    b.read(1, X, None);
    assert_eq!(b.permitted(), FROM_PSO, "but not earlier stores under PSO");
    let _ = data;
}

#[test]
fn nothing_slips_into_an_atomic() {
    let mut b = Builder::new(2);
    let between = b.write(1, X);
    let rmw = b.rmw(0, X, None);
    assert_eq!(b.permitted(), "");
    let error = consistent(&b.execution, Model::RMO_V9).unwrap_err();
    assert_eq!(error.axiom, Axiom::Atomicity);
    assert_eq!(error.cycle, [(rmw, Relation::FromRead), (between, Relation::Coherence)]);

    let mut b = Builder::new(2);
    let one = b.rmw(0, X, None);
    let two = b.rmw(1, X, Some(one));
    assert_eq!(b.permitted(), ALL);
    b.event(one).rf[0].source = Some(two);
    assert_eq!(b.permitted(), "", "two exchanges that see each other");
}

#[test]
fn mixed_sizes_are_judged_byte_by_byte() {
    // Each thread writes one half of a word and reads the whole: its own half is new, the other's old.
    let mut b = Builder::new(2);
    let low = b.write_sized(0, X, 2);
    b.read_sized(0, X, 4, &[(0, 2, Some(low)), (2, 2, None)]);
    let high = b.write_sized(1, X + 2, 2);
    b.read_sized(1, X, 4, &[(2, 2, Some(high)), (0, 2, None)]);
    assert_eq!(b.permitted(), FROM_TSO);
    // A reader that sees the new low half and the old high half of one store.
    let mut b = Builder::new(2);
    let word = b.write_sized(0, X, 4);
    b.read_sized(1, X, 4, &[(0, 2, Some(word)), (2, 2, None)]);
    assert_eq!(b.permitted(), "", "no tearing");
    // Unrelated halves are not ordered by standing in one list of co.
    let mut b = Builder::new(2);
    let low = b.write_sized(0, X, 2);
    b.fence(0, FenceBits::FULL);
    let high = b.write_sized(0, X + 2, 2);
    b.co(&[high, low]);
    assert_eq!(b.permitted(), ALL);
}

#[test]
fn locks_order_in_every_model() {
    let object = 0x9000;
    let mut b = Builder::new(2);
    let (lock, unlock) = (SyncStep::Do(SyncOp::MutexLock), SyncStep::Do(SyncOp::MutexUnlock));
    b.sync(0, lock, object);
    let w = b.write(0, X);
    b.sync(0, unlock, object);
    b.sync(1, lock, object);
    let r = b.read(1, X, Some(w));
    b.sync(1, unlock, object);
    assert_eq!(b.permitted(), ALL);
    b.event(r).rf[0].source = None;
    assert_eq!(b.permitted(), "");
    let error = consistent(&b.execution, Model::RMO).unwrap_err();
    assert!(error.cycle.contains(&(r, Relation::FromRead)), "{error}");
    let mut c = Builder::new(2);
    c.sync(0, SyncStep::Do(SyncOp::Yield), object);
    assert_eq!(c.permitted(), ALL);
}

#[test]
fn an_atomic_section_is_one_step() {
    let build = |sections: bool| {
        let mut b = Builder::new(2);
        let r = b.read(0, X, None);
        let w = b.write(0, X);
        let between = b.write(1, X);
        b.co(&[between, w]);
        if sections {
            b.event(r).section = Some(7);
            b.event(w).section = Some(7);
        }
        b
    };
    assert_eq!(build(false).permitted(), ALL);
    assert_eq!(build(true).permitted(), "");
    let error = consistent(&build(true).execution, Model::SC).unwrap_err();
    assert!(error.cycle.iter().any(|(_, relation)| *relation == Relation::Section), "{error}");
    // Its borders are fences.
    let mut b = Builder::new(2);
    for (thread, own, other) in [(0, X, Y), (1, Y, X)] {
        let store = b.write(thread, own);
        b.event(store).section = Some(thread);
        b.read(thread, other, None);
    }
    assert_eq!(b.permitted(), "");
}

#[test]
fn the_order_given_back_is_an_order_of_memory() {
    let b = store_buffering(None, Order::Plain);
    let order = consistent(&b.execution, Model::TSO).unwrap().order;
    let at = |id: u32| order.iter().position(|&event| event == EventId(id)).unwrap();
    assert_eq!(order.len(), 4);
    assert!(at(1) < at(2) && at(3) < at(0), "each load before the other's store: {order:?}");
    assert_eq!(respects(&b.execution, Model::TSO, &order), Ok(()));
    let mut reversed = order.clone();
    reversed.reverse();
    assert!(matches!(respects(&b.execution, Model::TSO, &reversed).unwrap_err().axiom, Axiom::Global(_)));
    assert!(matches!(
        respects(&b.execution, Model::TSO, &order[1..]).unwrap_err().axiom,
        Axiom::Malformed(_)
    ));
    let found = relaxations(&b.execution, Model::TSO);
    let pairs: Vec<_> = found.iter().map(|r| (r.first.0, r.second.0, r.kind)).collect();
    assert_eq!(pairs, [(0, 1, RelaxationKind::StoreLoad), (2, 3, RelaxationKind::StoreLoad)]);
}

#[test]
fn broken_executions_are_refused() {
    let mut b = Builder::new(2);
    let w = b.write(0, X);
    let r = b.read(1, X, Some(w));
    let good = b.execution.clone();
    assert!(structure(&good).is_ok());
    let mut broken: Vec<(&str, Execution)> = Vec::new();
    let mut change = |what, edit: &dyn Fn(&mut Execution)| {
        let mut copy = good.clone();
        edit(&mut copy);
        broken.push((what, copy));
    };
    change("no source", &|e| e.events[1].rf.clear());
    change("a source that does not exist", &|e| e.events[1].rf[0].source = Some(EventId(77)));
    change("itself as source", &|e| e.events[1].rf[0].source = Some(r));
    change("too short", &|e| e.events[1].rf[0].len = 2);
    change("too long", &|e| e.events[1].rf[0].len = u64::MAX);
    change("not in co", &|e| e.co.clear());
    change("twice in co", &|e| e.co.push(vec![w]));
    change("a read in co", &|e| e.co[0].push(r));
    change("twice in po", &|e| e.threads[0].events.push(w));
    change("in another thread", &|e| e.threads.swap(0, 1));
    change("in no thread", &|e| e.threads[0].events.clear());
    change("huge", &|e| e.events[0].size = 1 << 40);
    change("wraps", &|e| e.events[0].addr = u64::MAX);
    change("depends on another thread", &|e| e.events[1].deps.addr.push(w));
    change("unknown thread event", &|e| e.threads[0].events.push(EventId(9)));
    for (what, execution) in &broken {
        let error = consistent(execution, Model::SC).map(|_| ()).unwrap_err();
        assert!(matches!(error.axiom, Axiom::Malformed(_)), "{what}: {error}");
    }
    // Values.
    let mut with_value = good.clone();
    with_value.events[1].read = Some(1);
    assert_eq!(well_formed(&with_value, |_| Some(0)), Ok(()));
    with_value.events[1].read = Some(2);
    assert!(well_formed(&with_value, |_| Some(0)).unwrap_err().to_string().contains("reads 0x02"));
}

/// Long threads: the number of edges stays linear in every model.
#[test]
fn long_threads_take_few_edges() {
    let n = 10_000u64;
    let mut b = Builder::new(2);
    for index in 0..n {
        let thread = (index % 2) as u32;
        let place = X + 16 * (index % 7);
        let r = b.read(thread, place, None);
        let w = b.write(thread, Y + 16 * (index % 5));
        b.data(w, r);
        b.read(thread, Y + 16 * (index % 5), Some(w));
        if index % 3 == 0 {
            b.fence(thread, FenceBits((index % 16) as u8));
        }
        if index % 1000 == 0 {
            b.sync(thread, SyncStep::Do(SyncOp::MutexLock), 0x9000);
        }
    }
    for model in Model::ALL {
        let graph = ppo_and_fences(&b.execution, model).unwrap();
        let per_event = graph.edges().len() as f64 / b.execution.events.len() as f64;
        assert!(per_event < 12.0, "{model}: {per_event} edges per event");
        assert!(consistent(&b.execution, model).is_ok(), "{model}");
    }
}
