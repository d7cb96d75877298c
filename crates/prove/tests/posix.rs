//! What the table of `posix` permits every method permits: no short sequence of synchronisation operations by two threads gives an
//! answer that was proved impossible, and what is not treated is refused.
//!
//! Each result of each operation is put to all methods as `assert(result != value)`, for each value that the operation can have in
//! any state and one that it cannot; all interleavings of `interp::World`, which runs on the table, say whether it can fail. What is
//! undefined ends an execution there; of misuse itself nothing is ever said here (`prove` speaks of assertions only).

use ir::{AssertKind, CompareOp, Inst, Op, Operand, Program, Span, SyncOp, Ty};
use model::Model;
use prove::{Interference, ProveConfig, prove};
use std::collections::{BTreeMap, BTreeSet};
use testkit::explore_sc;
use testkit::sequences::{Family, Pair, of_one, on, with};
use verdict::{FailureKind, Verdict};

/// Three operations in all; `SELVEDGE_FULL=1`: four.
fn length() -> usize {
    if std::env::var_os("SELVEDGE_FULL").is_some() { 4 } else { 3 }
}

/// Of the programs with more than three operations one in this many.
const ONE_IN: usize = 7;

/// Besides those of one object: a semaphore at the end of its range, and a condition that is made again.
fn families() -> Vec<Family> {
    use SyncOp::*;
    let of = |name, before, calls| Family { name, n_objects: 1, before, calls, third: None };
    let last = || with(SemInit, 0, i32::MAX);
    let full = vec![on(SemPost, 0), on(SemWait, 0), on(SemGetValue, 0), with(SemInit, 0, -1), last()];
    let condition = vec![on(CondInit, 0), on(CondSignal, 0), on(CondDestroy, 0)];
    let more = [of("full", vec![last()], full.clone()), of("too many", vec![], full)];
    of_one().into_iter().chain(more).chain([of("condition, made", vec![], condition)]).collect()
}

fn pairs(family: &Family) -> Vec<Pair> {
    let n = family.calls.len() as u8;
    let mut all: Vec<Pair> = vec![Pair::default()];
    let mut last = all.clone();
    for length in 1..=length() {
        let mut next: BTreeSet<Pair> = BTreeSet::new();
        for pair in &last {
            for (thread, call) in (0..2).flat_map(|thread| (0..n).map(move |call| (thread, call))) {
                let mut longer = pair.clone();
                longer[thread].push(call);
                longer.sort_by_key(|calls| std::cmp::Reverse((calls.len(), calls.clone())));
                next.insert(longer);
            }
        }
        last = next.into_iter().collect();
        let share = if length > 3 { ONE_IN } else { 1 };
        all.extend(last.iter().step_by(share).cloned());
    }
    all
}

/// Puts `assert(result != value)` in place of the record of a result.
fn asserted(program: &Program, name: &str, value: u32) -> Program {
    let mut program = program.clone();
    program.condition = None;
    for function in program.functions.iter_mut() {
        for block in function.blocks.ids().collect::<Vec<_>>() {
            let named = |inst: &Inst| matches!(&inst.op, Op::Observe { name: known, .. } if **known == *name);
            let Some(at) = function.blocks[block].insts.iter().position(named) else { continue };
            let Op::Observe { value: result, .. } = function.blocks[block].insts[at].op else { continue };
            let differs = function.new_value(Ty::BOOL);
            let b = Operand::Const { bits: value.into(), ty: Ty::I32 };
            let compare = Op::Compare { op: CompareOp::Ne, a: result, b };
            let (cond, kind) = (Operand::Value(differs), AssertKind::Assert);
            let assert = Op::Assert { cond, kind, message: "another result".into() };
            let span = Span::NONE;
            let insts = &mut function.blocks[block].insts;
            insts[at] = Inst { op: compare, results: [differs].into_iter().collect(), span };
            insts.insert(at + 1, Inst { op: assert, results: Default::default(), span });
        }
    }
    program
}

/// All methods by themselves, and as they are used.
fn methods() -> [(&'static str, ProveConfig); 4] {
    let config = |interference| ProveConfig { interference, ..ProveConfig::new(Model::SC) };
    let many = ProveConfig { count_to: Some(1), ..config(Interference::States) };
    [
        ("rules", config(Interference::Datalog)),
        ("states", config(Interference::States)),
        ("many", many),
        ("all", ProveConfig::new(Model::SC)),
    ]
}

/// The operation whose first result has this name.
fn op_of(family: &Family, pair: &Pair, name: &str) -> Option<SyncOp> {
    let (thread, place) = name.split_once(':')?;
    let call = *pair[thread.parse::<usize>().ok()?].get(place.parse::<usize>().ok()?)?;
    Some(match family.calls[call as usize].op {
        SyncOp::OnceEnd => SyncOp::OnceBegin,
        op => op,
    })
}

#[test]
fn what_the_table_permits_no_method_excludes() {
    let mut wrong = Vec::new();
    let (mut possible, mut impossible) = (0, 0);
    let mut proved: BTreeMap<&str, u32> = BTreeMap::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    for family in families().iter() {
        for pair in pairs(family) {
            let program = family.program(&pair);
            let condition = program.condition.clone().expect("it has one");
            // The last operation of each thread: the others are asked in shorter sequences.
            let last = (0..2).filter(|&thread| !pair[thread].is_empty());
            for name in last.map(|thread| format!("{thread}:{}", pair[thread].len() - 1)) {
                let Some(op) = op_of(family, &pair, &name) else { continue };
                if !condition.observed.iter().any(|known| known.name() == name) {
                    continue;
                }
                let values = posix::statuses(op, None).iter().copied().chain([77]);
                for value in values {
                    let program = asserted(&program, &name, value);
                    let Ok(oracle) = explore_sc(&program, 20_000) else { continue };
                    let fails = oracle.failures.contains(&FailureKind::Assertion);
                    possible += u32::from(fails);
                    impossible += u32::from(!fails);
                    seen.extend(fails.then(|| op.name()));
                    for (method, config) in methods() {
                        let safe = matches!(prove(&program, &config).verdict, Verdict::Safe { .. });
                        *proved.entry(method).or_default() += u32::from(safe && !fails);
                        if safe && fails {
                            wrong.push(format!("{}: {name} is {value} ({method})", family.in_words(&pair)));
                        }
                    }
                }
            }
        }
    }
    println!("{possible} results possible, {impossible} not; proved {proved:?}; {} operations", seen.len());
    assert!(wrong.is_empty(), "{} wrong proofs:\n{}", wrong.len(), wrong.join("\n"));
    let asked = |op: &&SyncOp| posix::Class::of(**op).is_some() && !op.results().is_empty();
    let missing: Vec<&str> =
        SyncOp::ALL.iter().filter(asked).map(|op| op.name()).filter(|name| !seen.contains(name)).collect();
    assert!(missing.is_empty(), "never answered: {missing:?}");
    assert!(proved.values().all(|&count| count > impossible / 10), "{proved:?} of {impossible}");
}

/// Waits may end without a signal, whatever a run does by default: `if` around a wait is not enough.
#[test]
fn waits_may_end_without_a_signal() {
    const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n#include <time.h>\n\
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER; int go;\n\
        void *f(void *a) { pthread_mutex_lock(&m); go = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m); return 0; }\n";
    let waiting = |wait: &str| {
        let rest = "pthread_mutex_unlock(&m); pthread_join(t, 0); return 0; }";
        format!(
            "{HEAD}int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); pthread_mutex_lock(&m); {wait} assert(go); {rest}"
        )
    };
    let proved = |text: String, config: &ProveConfig| {
        let path = std::env::temp_dir().join(format!("selvedge-waits-{}.c", std::process::id()));
        std::fs::write(&path, text).expect("a temporary file");
        let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
        std::fs::remove_file(&path).expect("it was there");
        matches!(prove(&loaded.program, config).verdict, Verdict::Safe { .. })
    };
    for (method, config) in methods() {
        assert!(!proved(waiting("if (!go) pthread_cond_wait(&c, &m);"), &config), "{method}");
        let timed = "struct timespec s = {0}; if (!go) pthread_cond_timedwait(&c, &m, &s);";
        assert!(!proved(waiting(timed), &config), "{method}, timed");
    }
    let all = ProveConfig::new(Model::SC);
    assert!(proved(waiting("while (!go) pthread_cond_wait(&c, &m);"), &all));
}
