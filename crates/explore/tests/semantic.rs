//! Exploration up to commutativity: numbers of classes that are known, and nothing lost.

use explore::semantic::{self, SemanticExploration};
use explore::{ExploreConfig, State};
use ir::{FinalCondition, Observable, Program, Prop, Quantifier, Ty};
use model::Model;
use spec::Specification;
use std::collections::BTreeSet;
use std::path::Path;
use testkit::random::{Rng, Shape, random_program};
use testkit::small::SmallProgram;
use testkit::{Ending, explore_sc};
use verdict::{Limits, Verdict};

fn load(name: &str, defines: &[&str]) -> Program {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/explore/objects/{name}.c"));
    let mut options = frontend::Options::default();
    options.extra_args.extend(defines.iter().map(|define| format!("-D{define}")));
    frontend::load(&path, &options).unwrap_or_else(|error| panic!("{name}: {error}")).program
}

fn shipped(name: &str) -> Specification {
    spec::shipped_specification(name).unwrap_or_else(|| panic!("no specification {name}"))
}

fn explored(program: &Program, specification: &Specification) -> SemanticExploration {
    let config = ExploreConfig::new(Model::SC);
    semantic::explore(program, &config, specification).unwrap_or_else(|declined| panic!("{declined:?}"))
}

fn count(name: &str, specification: &str, n: u32, work: &str) -> u64 {
    let program = load(name, &[&format!("N={n}"), work]);
    let result = explored(&program, &shipped(specification));
    let verdict = &result.exploration.verdict;
    assert!(matches!(verdict, Verdict::Safe { .. }), "{name} {n} {work}: {verdict:?}");
    assert_eq!(result.n_redundant, 0, "{name} {n} {work}");
    assert_eq!(result.demoted, [], "{name} {n} {work}");
    result.exploration.counts.executions
}

fn counts(name: &str, specification: &str, work: &str, n: std::ops::RangeInclusive<u32>) -> Vec<u64> {
    n.map(|n| count(name, specification, n, work)).collect()
}

#[test]
fn one_execution_per_class() {
    assert_eq!(counts("counter", "counter", "INC", 2..=7), [1; 6]);
    assert_eq!(counts("set", "set", "ADD", 2..=7), [1; 6]);
    assert_eq!(counts("set", "set", "QUERY", 2..=7), [1; 6]);
    assert_eq!(counts("set", "set", "ADD_AND_QUERY", 2..=7), [2; 6]);
    assert_eq!(counts("set", "set", "NEIGHBOURS", 2..=5), [3, 7, 15, 31]);
    assert_eq!(counts("hashtable", "map", "MIXED", 2..=7), [2, 2, 4, 12, 36, 108]);
    assert_eq!(counts("hashtable", "map", "QUERY", 2..=7), [1; 6]);
    assert_eq!(counts("union_find", "union_find", "FIND", 2..=7), [1; 6]);
    assert_eq!(counts("union_find", "union_find", "MIXED", 2..=7), [2, 2, 4, 4, 8, 8]);
}

/// The program with the elements of its array `outcome` as its final state.
fn observed(mut program: Program) -> Program {
    let (global, size) = program
        .globals
        .iter_enumerated()
        .find(|(_, global)| &*global.name == "outcome")
        .map(|(id, global)| (id, global.size))
        .expect("an array `outcome` of ints");
    let element =
        |offset: u64| Observable::Memory { global, offset, ty: Ty::I32, name: format!("{offset}").into() };
    let observed = (0..size / 4).map(|index| element(4 * index)).collect();
    program.condition = Some(FinalCondition { quantifier: Quantifier::Exists, prop: Prop::False, observed });
    program
}

fn states_with(program: &Program, specification: &Specification) -> (BTreeSet<State>, u64) {
    let mut config = ExploreConfig::new(Model::SC);
    config.keep_going = true;
    let result = semantic::explore(program, &config, specification).expect("explored");
    assert!(result.exploration.complete, "{:?}", result.exploration.verdict);
    assert_eq!((result.n_redundant, &result.demoted[..]), (0, &[][..]));
    (result.exploration.states, result.exploration.counts.executions)
}

fn states_without(program: &Program) -> (BTreeSet<State>, u64) {
    let mut config = ExploreConfig::new(Model::SC);
    config.keep_going = true;
    let result = explore::explore(program, &config);
    assert!(result.complete, "{:?}", result.verdict);
    (result.states, result.counts.executions)
}

#[test]
fn the_same_results_and_final_states_as_without_specification() {
    let works: &[(&str, &str, &str, u32)] = &[
        ("counter", "counter", "READ", 4),
        ("set", "set", "ADD", 4),
        ("set", "set", "QUERY", 4),
        ("set", "set", "ADD_AND_QUERY", 4),
        ("set", "set", "NEIGHBOURS", 3),
        ("hashtable", "map", "MIXED", 5),
        ("hashtable", "map", "QUERY", 4),
        ("union_find", "union_find", "FIND", 4),
        ("union_find", "union_find", "MIXED", 5),
    ];
    for &(name, specification, work, most) in works {
        for n in 2..=most {
            let program = observed(load(name, &[&format!("N={n}"), work]));
            let (with, few) = states_with(&program, &shipped(specification));
            let (without, many) = states_without(&program);
            assert_eq!(with, without, "{name} {work} {n}");
            assert!(few <= many, "{name} {work} {n}: {few} executions, {many} without");
        }
    }
}

/// How many programs each test tries; SELVEDGE_SEEDS asks for more.
fn seeds(default: u64) -> u64 {
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn wrong(small: &SmallProgram) -> Option<String> {
    let program = small.to_program();
    let oracle = explore_sc(&program, 200_000).ok()?;
    let mut config = ExploreConfig::new(Model::SC);
    config.keep_going = true;
    let found = match semantic::explore(&program, &config, &Specification::default()) {
        Ok(found) => found,
        Err(_) if !oracle.failures.is_empty() => return None,
        Err(declined) => return Some(format!("{declined:?}")),
    };
    let states = &found.exploration.states;
    if *states != oracle.states {
        let missing: Vec<_> = oracle.states.difference(states).collect();
        let wrong: Vec<_> = states.difference(&oracle.states).collect();
        return Some(format!("missing {missing:?}, wrong {wrong:?}, {:?}", found.exploration.verdict));
    }
    if found.exploration.failures.contains("deadlock") != oracle.endings.contains(&Ending::Deadlock) {
        return Some(format!("deadlock: {:?}", oracle.endings));
    }
    (found.n_redundant > 0)
        .then(|| format!("{} redundant of {:?}", found.n_redundant, found.exploration.counts))
}

/// Critical sections and single accesses, without any specification.
#[test]
fn random_programs_have_the_final_states_of_brute_force() {
    for n_mutexes in 0..4 {
        let shape = Shape { n_mutexes, ..Shape::default() };
        for seed in 0..seeds(500) {
            let mut small = random_program(seed, &shape);
            if wrong(&small).is_none() {
                continue;
            }
            while let Some(smaller) = small.smaller().into_iter().find(|smaller| wrong(smaller).is_some()) {
                small = smaller;
            }
            panic!("seed {seed}: {}\n{}", wrong(&small).unwrap_or_default(), small.to_litmus());
        }
    }
}

fn local(name: &str) -> Specification {
    let path =
        Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../examples/explore/objects/{name}.spec"));
    let text = std::fs::read_to_string(&path).expect("a specification");
    Specification::parse(&text, name).unwrap_or_else(|error| panic!("{error}"))
}

/// Programs of the shapes of Sun, table 4.3, with its numbers of executions.
#[test]
fn no_more_executions_than_the_paper() {
    let rows: &[(&str, Specification, u64, u64, u64)] = &[
        ("counter_check", shipped("counter"), 51, 0, 52),
        ("counter_loop", shipped("counter"), 1, 0, 1),
        ("driver_stop", local("driver_stop"), 21, 10, 23),
        ("ring", shipped("queue"), 70, 560, 812),
        ("work_stealing", local("work_stealing"), 61, 0, 693),
    ];
    for (name, specification, executions, assumed_away, paper) in rows {
        let result = explored(&load(name, &[]), specification);
        let (counts, verdict) = (&result.exploration.counts, &result.exploration.verdict);
        assert!(matches!(verdict, Verdict::Safe { .. }), "{name}: {verdict:?}");
        assert_eq!((counts.executions, counts.assumed_away), (*executions, *assumed_away), "{name}");
        assert_eq!((result.n_redundant, &result.demoted[..]), (0, &[][..]), "{name}");
        assert!(executions <= paper, "{name}");
    }
}

/// The first execution fails already; the witness is one that others believe.
#[test]
fn a_failure_is_certified() {
    let program = load("sigma", &[]);
    let result = explored(&program, &local("sigma"));
    let Verdict::Violation { witness } = &result.exploration.verdict else {
        panic!("{:?}", result.exploration.verdict)
    };
    assert_eq!(result.exploration.counts.executions, 0);
    assert!(certify::certify(&program, witness).is_ok());
}

/// Threads call random methods; all of them the same ones (and are alike), or each its own.
fn random_client(seed: u64, same: bool) -> Program {
    let mut random = Rng::new(seed);
    let (n_threads, n_calls) = [(2, 2), (2, 3), (3, 1), (3, 2), (4, 1)][random.below(5)];
    let object = random.below(7);
    let call = |random: &mut Rng| {
        format!("{{{object}, {}, {}, {}}}", random.below(3), 1 + random.below(2), 1 + random.below(2))
    };
    let thread = |random: &mut Rng| -> String {
        let calls: Vec<String> = (0..n_calls).map(|_| call(random)).collect();
        format!("{{{}}}", calls.join(","))
    };
    let threads: Vec<String> = (0..n_threads).map(|_| thread(&mut random)).collect();
    let before = thread(&mut random);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/clients.c");
    let mut options = frontend::Options::default();
    options.extra_args.extend([
        format!("-DTHREADS={n_threads}"),
        format!("-DCALLS={n_calls}"),
        format!("-DSCRIPT={{{}}}", threads.join(",")),
        format!("-DBEFORE={before}"),
    ]);
    options.extra_args.extend(same.then(|| "-DSAME".to_string()));
    frontend::load(&path, &options).unwrap_or_else(|error| panic!("{error}")).program
}

fn all_shipped() -> Specification {
    let mut all = Specification::default();
    for name in ["counter", "register", "set", "map", "queue", "stack", "union_find"] {
        all.merge(shipped(name)).expect("different names");
    }
    all
}

#[test]
fn random_clients_have_the_same_results_and_final_states() {
    let specification = all_shipped();
    let (mut few, mut many) = (0, 0);
    for seed in 0..seeds(60) {
        let program = observed(random_client(seed, seed % 4 == 0));
        let (with, n_with) = states_with(&program, &specification);
        let (without, n_without) = states_without(&program);
        assert_eq!(with, without, "seed {seed}");
        assert!(n_with <= n_without, "seed {seed}: {n_with} executions, {n_without} without");
        (few, many) = (few + n_with, many + n_without);
    }
    assert!(few * 2 < many, "{few} executions, {many} without specification");
}

fn compiled(source: &str) -> Program {
    let id = (std::process::id(), std::thread::current().id());
    let path = std::env::temp_dir().join(format!("selvedge-semantic-{id:?}.c"));
    std::fs::write(&path, source).expect("a place for a file");
    let loaded = frontend::load(&path, &frontend::Options::default());
    let _ = std::fs::remove_file(&path);
    loaded.unwrap_or_else(|error| panic!("{error}")).program
}

/// Two threads that run `f` and `g`, behind some declarations; main observes `outcome` at the end.
fn two_threads(before: &str, f: &str, g: &str, after: &str) -> Program {
    compiled(&format!(
        "#include <pthread.h>\n#include <assert.h>\n\
         static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\nint outcome[16];\n{before}\n\
         static void *f(void *arg) {{ {f} return arg; }}\nstatic void *g(void *arg) {{ {g} return arg; }}\n\
         int main(void) {{ pthread_t s, t; pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0);\n\
         pthread_join(s, 0); pthread_join(t, 0); {after} return 0; }}\n"
    ))
}

#[test]
fn sections_that_touch_different_data_are_not_ordered() {
    let nothing = Specification::default();
    for n in 2..=7u32 {
        let disjoint = load("sections", &[&format!("N={n}")]);
        let queries = load("set", &[&format!("N={n}"), "QUERY"]);
        let adds = load("set", &[&format!("N={}", n.min(4)), "ADD"]);
        assert_eq!(explored(&disjoint, &nothing).exploration.counts.executions, 1);
        assert_eq!(explored(&queries, &nothing).exploration.counts.executions, 1);
        let every_order: u64 = (1..=u64::from(n.min(4))).product();
        assert_eq!(explored(&adds, &nothing).exploration.counts.executions, every_order);
        let config = ExploreConfig::new(Model::SC);
        assert!(semantic::explore_sections(&disjoint, &config).is_some());
        assert!(semantic::explore_sections(&adds, &config).is_none(), "nothing to be gained");
    }
}

#[test]
fn deadlocks_of_nested_sections_are_found() {
    let lock = |a: &str, b: &str| {
        format!(
            "pthread_mutex_lock(&{a}); pthread_mutex_lock(&{b}); pthread_mutex_unlock(&{b}); pthread_mutex_unlock(&{a});"
        )
    };
    let mut config = ExploreConfig::new(Model::SC);
    config.task.properties.push(events::Property::Deadlock);
    let found = |program: &Program| {
        let found = semantic::explore(program, &config, &Specification::default()).expect("explored");
        (found.exploration.verdict, found.exploration.counts.executions)
    };
    let (verdict, _) = found(&two_threads("", &lock("m", "n"), &lock("n", "m"), ""));
    let Verdict::Violation { witness } = verdict else { panic!("{verdict:?}") };
    assert_eq!(witness.failure.kind, events::FailureKind::Deadlock);
    let (verdict, executions) = found(&two_threads("", &lock("m", "n"), &lock("m", "n"), ""));
    assert!(matches!(verdict, Verdict::Safe { .. }), "{verdict:?}");
    assert_eq!(executions, 1);
}

/// Whoever ends the program ends the waiting for it.
#[test]
fn an_exit_is_no_deadlock() {
    let program =
        two_threads("#include <stdlib.h>", "exit(0);", "pthread_mutex_lock(&m); pthread_mutex_lock(&n);", "");
    let mut config = ExploreConfig::new(Model::SC);
    config.task.properties.push(events::Property::Deadlock);
    let found = semantic::explore(&program, &config, &Specification::default()).expect("explored");
    assert!(matches!(found.exploration.verdict, Verdict::Safe { .. }), "{:?}", found.exploration.verdict);
}

#[test]
fn a_lock_that_is_tried_is_seen_while_it_is_held() {
    let program = observed(two_threads(
        "static int x;",
        "pthread_mutex_lock(&m); x = 1; pthread_mutex_unlock(&m);",
        "outcome[0] = pthread_mutex_trylock(&m) == 0; if (outcome[0]) pthread_mutex_unlock(&m);",
        "",
    ));
    let (states, _) = states_with(&program, &Specification::default());
    assert_eq!(states, states_without(&program).0);
    assert_eq!(states.len(), 2);
}

const COUNTER: &str = "struct counter { int value; }; static struct counter c;";

/// Methods that no lock makes atomic are ordinary code, and an update that gets lost is not overlooked.
#[test]
fn methods_that_are_not_atomic_are_ordinary_code() {
    let racy = "void counter_inc(struct counter *c) { int old = c->value; c->value = old + 1; }\n\
                int counter_get(struct counter *c) { return c->value; }";
    let program = two_threads(
        &format!("{COUNTER}\n{racy}"),
        "counter_inc(&c);",
        "counter_inc(&c);",
        "assert(counter_get(&c) == 2);",
    );
    let result = explored(&program, &shipped("counter"));
    assert!(
        matches!(result.exploration.verdict, Verdict::Violation { .. }),
        "{:?}",
        result.exploration.verdict
    );
    assert_eq!(result.demoted.len(), 1);
    assert!(result.demoted[0].1.contains("no lock protects"), "{:?}", result.demoted);
}

#[test]
fn a_method_that_is_one_atomic_access_is_one_step() {
    let atomic = "void counter_inc(struct counter *c) { __atomic_fetch_add(&c->value, 1, __ATOMIC_SEQ_CST); }\n\
                  int counter_get(struct counter *c) { return __atomic_load_n(&c->value, __ATOMIC_SEQ_CST); }";
    let program = two_threads(
        &format!("{COUNTER}\n{atomic}"),
        "counter_inc(&c); counter_inc(&c);",
        "counter_inc(&c); outcome[0] = counter_get(&c);",
        "",
    );
    let result = explored(&program, &shipped("counter"));
    assert_eq!((result.exploration.counts.executions, &result.demoted[..]), (3, &[][..]));
}

/// What a specification does not tell about, the order of a list, shows where ordinary code looks at it.
#[test]
fn ordinary_code_that_looks_inside_sees_every_order() {
    let list = "struct set { int n, item[4]; }; static struct set a_set;\n\
                int set_add(struct set *s, int v) { pthread_mutex_lock(&m); s->item[s->n++] = v; pthread_mutex_unlock(&m); return 1; }";
    let program = observed(two_threads(
        list,
        "set_add(&a_set, 1);",
        "set_add(&a_set, 2);",
        "outcome[0] = a_set.item[0];",
    ));
    let mut config = ExploreConfig::new(Model::SC);
    config.keep_going = true;
    let result = semantic::explore(&program, &config, &shipped("set")).expect("explored");
    assert_eq!(result.exploration.states, states_without(&program).0);
    assert_eq!(result.exploration.states.len(), 2);
    assert!(result.demoted[0].1.contains("no call of a method"), "{:?}", result.demoted);
}

#[test]
fn weak_models_where_locks_guard_everything() {
    let program = load("hashtable", &["N=5", "MIXED"]);
    for model in [Model::TSO, Model::PSO, Model::RMO] {
        let found =
            semantic::explore(&program, &ExploreConfig::new(model), &shipped("map")).expect("explored");
        assert!(matches!(found.exploration.verdict, Verdict::Safe { .. }));
        assert_eq!(found.exploration.counts.executions, 12);
    }
    let program = two_threads("static int x, y;", "x = 1; outcome[0] = y;", "y = 1; outcome[1] = x;", "");
    let declined = semantic::explore(&program, &ExploreConfig::new(Model::TSO), &Specification::default());
    assert!(declined.is_err_and(|declined| declined.reason.contains("no lock protects")));
}

/// Programs with locks, by whole critical sections and event by event: never two answers.
#[test]
fn sections_and_events_agree_on_the_examples() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let entries = std::fs::read_dir(folder).expect("the examples");
    let mut files: Vec<_> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    files.sort();
    let mut compared = 0;
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        if !text.contains("mutex_lock") {
            continue;
        }
        let program = frontend::load(&path, &frontend::Options::default()).expect("an example").program;
        let mut config = ExploreConfig::new(Model::SC);
        config.task.properties =
            vec![events::Property::Assert, events::Property::Deadlock, events::Property::Memory];
        config.task.limits = Limits::within(std::time::Duration::from_secs(20));
        let Ok(found) = semantic::explore(&program, &config, &Specification::default()) else { continue };
        let ordinary = explore::explore(&program, &config);
        let name = |verdict: &Verdict| match verdict {
            Verdict::Safe { .. } => "safe",
            Verdict::Violation { .. } => "violation",
            Verdict::Unknown { .. } => "unknown",
        };
        let verdicts = [name(&found.exploration.verdict), name(&ordinary.verdict)];
        let differ = verdicts == ["safe", "violation"] || verdicts == ["violation", "safe"];
        assert!(!differ, "{}: {verdicts:?}", path.display());
        compared += u32::from(verdicts[0] == verdicts[1]);
    }
    assert!(compared >= 8, "only {compared} programs compared");
}

fn random_statements(random: &mut Rng, slot: &mut usize) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(2) {
        let statement = match random.below(5) {
            0 => "x++;".to_string(),
            1 => format!("y = x + {};", random.below(3)),
            2 => format!("x = {};", 1 + random.below(2)),
            3 => "z = y;".to_string(),
            _ => {
                *slot += 1;
                format!("outcome[{}] = {};", *slot - 1, ["x", "y", "z"][random.below(3)])
            }
        };
        text += &statement;
    }
    text
}

/// Sections, nested ones, locks that are tried, atomic sections and plain accesses.
fn random_thread(random: &mut Rng, slot: &mut usize) -> String {
    let mut text = String::new();
    for _ in 0..1 + random.below(2) {
        let body = random_statements(random, slot);
        let (a, b) = if random.once_in(2) { ("m", "n") } else { ("n", "m") };
        text += &match random.below(6) {
            0 | 1 => format!("pthread_mutex_lock(&{a}); {body} pthread_mutex_unlock(&{a});"),
            2 => format!("if (!pthread_mutex_trylock(&{a})) {{ {body} pthread_mutex_unlock(&{a}); }}"),
            3 => format!("__VERIFIER_atomic_begin(); {body} __VERIFIER_atomic_end();"),
            4 => format!(
                "pthread_mutex_lock(&{a}); {body} pthread_mutex_lock(&{b}); z++; pthread_mutex_unlock(&{b}); x++; \
                 pthread_mutex_unlock(&{a});"
            ),
            _ => body,
        };
    }
    text
}

#[test]
fn random_sections_have_the_final_states_of_brute_force() {
    for seed in 0..seeds(40) {
        let (mut random, mut slot) = (Rng::new(seed), 0);
        let (f, g) = (random_thread(&mut random, &mut slot), random_thread(&mut random, &mut slot));
        let before =
            "void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); static int x, y, z;";
        let after = "outcome[13] = x; outcome[14] = y; outcome[15] = z;";
        let program = observed(two_threads(before, &f, &g, after));
        let Ok(oracle) = explore_sc(&program, 100_000) else { continue };
        let mut config = ExploreConfig::new(Model::SC);
        config.keep_going = true;
        let found = semantic::explore(&program, &config, &Specification::default());
        let found = found.unwrap_or_else(|declined| panic!("seed {seed}: {declined:?}"));
        let shown = || format!("seed {seed}\nf: {f}\ng: {g}");
        assert_eq!(found.exploration.states, oracle.states, "{}", shown());
        let deadlock = found.exploration.failures.contains("deadlock");
        assert_eq!(deadlock, oracle.endings.contains(&Ending::Deadlock), "{}", shown());
        assert_eq!(found.n_redundant, 0, "{}", shown());
    }
}
