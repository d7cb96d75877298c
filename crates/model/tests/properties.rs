//! Random executions: the crate against the definitions spelt out, and the models against each other.

mod common;
use common::*;
use events::*;
use ir::{FenceBits, Order, SyncOp};
use model::{Model, consistent, ppo_and_fences};
use proptest::prelude::*;

/// One access to be: what it is, where, and raw numbers from which choices are drawn.
#[derive(Clone, Debug)]
struct Step {
    thread: u32,
    kind: u8,
    place: u8,
    choice: u32,
    dep: u8,
}

fn steps(max: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (0..3u32, 0..10u8, 0..3u8, any::<u32>(), 0..8u8);
    prop::collection::vec(
        step.prop_map(|(thread, kind, place, choice, dep)| Step { thread, kind, place, choice, dep }),
        1..max,
    )
}

/// Turns steps into an execution: sources and coherence are drawn at random, or from an SC run.
fn build(steps: &[Step], sc: bool) -> Execution {
    let mut b = Builder::new(3);
    let mut memory: [Option<EventId>; 3] = [None; 3];
    let mut pending: Vec<(EventId, usize, u32)> = Vec::new();
    for step in steps {
        let place = step.place as usize;
        let addr = X + 64 * u64::from(step.place);
        let id = match step.kind {
            0..4 => b.read(step.thread, addr, None),
            4..8 => b.write(step.thread, addr),
            8 => b.rmw(step.thread, addr, None),
            _ => {
                b.fence(step.thread, FenceBits((step.choice % 16) as u8));
                continue;
            }
        };
        if b.event(id).is_read() {
            b.event(id).rf[0].source = memory[place].filter(|_| sc);
            pending.push((id, place, step.choice));
        }
        if b.event(id).is_write() {
            memory[place] = Some(id);
        }
        add_dependency(&mut b, id, step);
    }
    if !sc {
        scramble(&mut b, steps, &pending);
    }
    b.execution
}

fn add_dependency(b: &mut Builder, id: EventId, step: &Step) {
    let thread = b.execution.thread(ThreadId(step.thread)).events.clone();
    let reads: Vec<EventId> =
        thread.into_iter().filter(|&other| other != id && b.execution.event(other).is_read()).collect();
    if reads.is_empty() {
        return;
    }
    let from = reads[step.choice as usize / 16 % reads.len()];
    match step.dep {
        0 => b.addr(id, from),
        1 if b.event(id).is_write() => b.data(id, from),
        2 => b.ctrl(id, from),
        _ => {}
    }
}

fn scramble(b: &mut Builder, steps: &[Step], pending: &[(EventId, usize, u32)]) {
    let mut co = b.execution.co[0].clone();
    let n_writes = co.len();
    for (index, step) in steps.iter().enumerate().filter(|_| n_writes > 1) {
        let at = index % (n_writes - 1);
        if step.choice % 5 == 0 {
            co.swap(at, at + 1);
        }
    }
    b.co(&co);
    for &(read, place, choice) in pending {
        let addr = X + 64 * place as u64;
        let writes: Vec<EventId> =
            co.iter().copied().filter(|&w| w != read && b.execution.event(w).addr == addr).collect();
        let pick = choice as usize % (writes.len() + 1);
        b.event(read).rf[0].source = writes.get(pick).copied();
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_verdict_is_that_of_the_definitions(steps in steps(10)) {
        let execution = build(&steps, false);
        let oracle = Oracle::new(&execution);
        for model in Model::ALL {
            let verdict = consistent(&execution, model);
            prop_assert_eq!(verdict.is_ok(), oracle.consistent(model), "{}: {:?}", model, verdict);
        }
    }

    #[test]
    fn the_edges_have_the_closure_of_ppo_and_fences(steps in steps(14)) {
        let execution = build(&steps, true);
        let oracle = Oracle::new(&execution);
        for model in Model::ALL {
            let graph = ppo_and_fences(&execution, model).unwrap();
            let closure = Matrix::of(graph.n_nodes().min(64), |_, _| false);
            let mut closure = if graph.n_nodes() > 64 { continue } else { closure };
            for edge in graph.edges() {
                closure.0[edge.from.0 as usize] |= 1 << edge.to.0;
            }
            let closure = closure.closure();
            let mut pairs = Vec::new();
            for a in execution.event_ids().filter(|&id| execution.event(id).is_access()) {
                for b in execution.event_ids().filter(|&id| execution.event(id).is_access()) {
                    if closure.has(a.0 as usize, b.0 as usize) {
                        pairs.push((a, b));
                    }
                }
            }
            prop_assert_eq!(pairs, oracle.kept_events(model), "{}", model);
        }
    }

    #[test]
    fn what_sc_permits_all_permit(steps in steps(30)) {
        let execution = build(&steps, true);
        for model in Model::ALL {
            prop_assert!(consistent(&execution, model).is_ok(), "{}", model);
        }
        prop_assert!(model::relaxations(&execution, Model::RMO).is_empty());
    }

    #[test]
    fn weaker_models_permit_more(steps in steps(9), orders in prop::collection::vec(0..6usize, 9)) {
        let mut execution = build(&steps, false);
        for (event, &order) in execution.events.iter_mut().zip(&orders) {
            let all = [Order::Plain, Order::Relaxed, Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst];
            event.order = all[order];
        }
        let permits: Vec<bool> = Model::ALL.iter().map(|&model| consistent(&execution, model).is_ok()).collect();
        for (strong, &allowed) in Model::ALL.iter().zip(&permits) {
            for (weak, &also) in Model::ALL.iter().zip(&permits) {
                prop_assert!(!(weak.weaker_or_equal(*strong) && allowed && !also), "{} but not {}", strong, weak);
            }
        }
        for (model, allowed) in Model::ALL.iter().zip(permits) {
            if allowed && consistent(&execution, Model::SC).is_err() {
                let found = model::relaxations(&execution, *model);
                prop_assert!(!found.is_empty(), "{} relaxes nothing", model);
            }
        }
    }

    #[test]
    fn a_cycle_is_a_cycle_and_an_order_an_order(steps in steps(12)) {
        let execution = build(&steps, false);
        let oracle_po = execution.po_index();
        for model in Model::ALL {
            match consistent(&execution, model) {
                Ok(permitted) => {
                    let mut sorted = permitted.order.clone();
                    sorted.sort_unstable();
                    prop_assert!(sorted.iter().copied().eq(execution.event_ids()));
                    let at = |id: EventId| permitted.order.iter().position(|&other| other == id).unwrap();
                    for id in execution.event_ids() {
                        for source in execution.event(id).rf.iter().filter_map(|piece| piece.source) {
                            let internal = execution.event(source).thread == execution.event(id).thread;
                            prop_assert!(internal || at(source) < at(id), "{} reads the future", model);
                        }
                    }
                }
                Err(forbidden) => {
                    prop_assert!(forbidden.cycle.len() >= 2, "{}", forbidden);
                    // Intra-thread steps other than coherence ones follow program order.
                    for (index, &(from, relation)) in forbidden.cycle.iter().enumerate() {
                        let to = forbidden.cycle[(index + 1) % forbidden.cycle.len()].0;
                        use model::Relation::*;
                        if matches!(relation, Ppo | Fence | Dependency | PoLoc) {
                            prop_assert_eq!(execution.event(from).thread, execution.event(to).thread);
                            prop_assert!(oracle_po[from] < oracle_po[to]);
                        } else {
                            prop_assert_eq!(execution.event(from).addr, execution.event(to).addr);
                        }
                    }
                }
            }
        }
    }
}

/// Synchronisation in the middle changes nothing for SC and orders everything for the others.
#[test]
fn a_sync_event_orders_as_a_full_fence_does() {
    for model in Model::ALL {
        let build = |sync: bool| {
            let mut b = Builder::new(2);
            for (thread, own, other) in [(0, X, Y), (1, Y, X)] {
                b.write(thread, own);
                match sync {
                    true => b.sync(thread, SyncStep::Do(SyncOp::SemPost), 0x9000 + u64::from(thread)),
                    false => b.fence(thread, FenceBits::FULL),
                };
                b.read(thread, other, None);
            }
            b.execution
        };
        assert_eq!(consistent(&build(true), model).is_ok(), consistent(&build(false), model).is_ok());
    }
}
