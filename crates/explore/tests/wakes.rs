//! Random programs with loops around condition waits, which may also wake without a signal: the same assertions fail, and there are
//! the same deadlocks, as walking all interleavings finds. So nothing is lost where threads are not followed that woke, found nothing
//! changed, and wait again; and they are few enough.

use explore::{ExploreConfig, explore};
use ir::Program;
use model::Model;
use std::collections::BTreeSet;
use testkit::explore_sc_with;
use testkit::random::Rng;
use verdict::Verdict;

fn load(text: &str) -> Program {
    let path = std::env::temp_dir().join(format!("selvedge-wakes-{}.c", std::process::id()));
    std::fs::write(&path, text).expect("a file");
    let loaded = frontend::load(&path, &frontend::Options::default());
    let _ = std::fs::remove_file(&path);
    loaded.expect("a program").program
}

const HEAD: &str = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; pthread_cond_t c = PTHREAD_COND_INITIALIZER;\n\
    atomic_int flag, waiting, turn; int r[3]; void __VERIFIER_assume(int);\n";

/// A thread that waits for the flag.
fn waiter(random: &mut Rng, nth: usize) -> String {
    let word = if random.once_in(4) { "if" } else { "while" };
    let told = ["", "waiting = 1;", "waiting++;", "turn = 1;"][random.below(4)];
    let round = ["", "", "turn = 2;", "r[2]++;"][random.below(4)];
    let after = ["", "flag = 0;", "pthread_cond_signal(&c);", "waiting--;"][random.below(4)];
    format!(
        "void *t{nth}(void *a) {{ pthread_mutex_lock(&m); {told} {word} (!flag) {{ {round} pthread_cond_wait(&c, &m); }} \
         r[{nth}] = 1 + flag; {after} pthread_mutex_unlock(&m); return 0; }}\n"
    )
}

/// A thread that sets it and signals: with the lock, without, only where it knows of a waiter, in the wrong order.
fn setter(random: &mut Rng, nth: usize) -> String {
    let wake = ["pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);"][random.below(2)];
    let (lock, unlock) = ("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);");
    let body = match random.below(6) {
        0 => format!("{lock} flag = 1; {wake} {unlock}"),
        1 => format!("{lock} flag = 1; {unlock} {wake}"),
        2 => format!("flag = 1; {wake}"),
        // It has seen that somebody waits: only waking without a signal can make the signal come in vain.
        3 => format!("{lock} int w = waiting; {unlock} __VERIFIER_assume(w); flag = 1; {wake}"),
        4 => format!("{lock} {wake} flag = 1; {unlock} r[{nth}] = turn;"),
        _ => format!("{lock} flag = 1; {wake} {unlock} {lock} r[{nth}] = flag + turn; {wake} {unlock}"),
    };
    format!("void *t{nth}(void *a) {{ {body} return 0; }}\n")
}

fn program(seed: u64) -> Program {
    let mut random = Rng::new(seed);
    let n = 2 + random.below(2);
    let mut text = HEAD.to_string();
    for nth in 0..n {
        text +=
            &if nth == 0 || random.once_in(3) { waiter(&mut random, nth) } else { setter(&mut random, nth) };
    }
    let each = |what: fn(usize) -> String| (0..n).map(what).collect::<String>();
    text += &format!(
        "int main(void) {{ pthread_t t[3]; {} {} assert(!(r[0] == {} && r[1] == {} && r[2] == {})); }}\n",
        each(|nth| format!("pthread_create(t + {nth}, 0, t{nth}, 0); ")),
        each(|nth| format!("pthread_join(t[{nth}], 0); ")),
        random.below(3),
        random.below(3),
        random.below(3),
    );
    load(&text)
}

#[test]
fn loops_around_waits_agree_with_all_interleavings() {
    let n = std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(100);
    let (mut checked, mut only_so, mut executions) = (0, 0, [0, 0]);
    for seed in 0..n {
        let program = program(seed);
        let mut kinds: [BTreeSet<String>; 2] = Default::default();
        for (index, spurious) in [false, true].into_iter().enumerate() {
            let Ok(walked) = explore_sc_with(&program, 100_000, spurious) else { continue };
            let wanted: BTreeSet<String> =
                walked.failures.iter().map(|kind| kind.name().to_string()).collect();
            let mut config = ExploreConfig::new(Model::SC);
            (config.keep_going, config.task.spurious_wakeups) = (true, spurious);
            let found = explore(&program, &config);
            let name = |text: &String| text.split(':').next().unwrap_or_default().to_string();
            kinds[index] = found.failures.iter().map(name).collect();
            assert!(found.complete, "seed {seed}: {:?}", found.verdict);
            assert_eq!(kinds[index], wanted, "seed {seed}, spurious {spurious}\n{program}");
            assert_eq!(found.duplicates, 0, "seed {seed}, spurious {spurious}\n{program}");
            executions[index] += found.counts.executions + found.counts.blocked;
            checked += 1;
            shown(&program, spurious, &wanted, seed);
        }
        only_so += usize::from(kinds[0] != kinds[1]);
    }
    println!("{checked} checked, {only_so} fail only so; {executions:?} executions");
    assert!(checked as u64 > n && only_so > 5, "{checked} checked, {only_so} fail only so");
}

/// Each failure is found, and certifies.
fn shown(program: &Program, spurious: bool, wanted: &BTreeSet<String>, seed: u64) {
    for (property, name) in
        [(events::Property::Assert, "assertion"), (events::Property::Deadlock, "deadlock")]
    {
        let mut config = ExploreConfig::new(Model::SC);
        (config.task.properties, config.task.spurious_wakeups) = (vec![property], spurious);
        let verdict = explore(program, &config).verdict;
        let right = match &verdict {
            Verdict::Violation { .. } => wanted.contains(name),
            Verdict::Safe { .. } => !wanted.contains(name),
            Verdict::Unknown { .. } => false,
        };
        assert!(right, "seed {seed}, spurious {spurious}, {name}: {verdict:?}");
    }
}
