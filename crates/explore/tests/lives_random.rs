//! Random small programs with objects that threads allocate, hand around, free, free twice and leave behind on the stack, with and without
//! locks: the same verdict as walking all interleavings.

use events::Property;
use explore::{ExploreConfig, explore};
use ir::Program;
use model::Model;
use std::fmt::Write;
use testkit::random::Rng;
use testkit::{Ending, explore_sc};
use verdict::Verdict;

/// Programs in one file: they are compiled together.
const BATCH: u64 = 50;
const MAX_STATES: usize = 60_000;

fn seeds(default: u64) -> u64 {
    std::env::var("SELVEDGE_SEEDS").ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

const HEAD: &str = "#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
struct node { int a, b; long c; } *P0, *P1;
int F;
pthread_mutex_t M = PTHREAD_MUTEX_INITIALIZER, *H;
sem_t S;
pthread_t T[2];
static struct node *make(int value) { struct node *p = malloc(sizeof *p); p->a = p->b = value; p->c = value; return p; }
";

/// One statement; what it needs beside it comes before in `functions`.
fn statement(random: &mut Rng, name: &str, depth: usize, functions: &mut String) -> String {
    let p = ["P0", "P0", "P1"][random.below(3)];
    // Some memory is used by one thread alone, though others end it.
    let (field, ty) = [("a", "int"), ("b", "int"), ("c", "long")][random.below(3)];
    let other = if p == "P0" { "P1" } else { "P0" };
    let inner = |random: &mut Rng, functions: &mut String| {
        statement(random, &format!("{name}x{}", functions.len()), depth + 1, functions)
    };
    match random.below(if depth < 2 { 20 } else { 11 }) {
        0 | 1 => format!("{{ struct node *q = {p}; if (q) (void)*(volatile {ty} *)&q->{field}; }}"),
        2 => format!("{{ struct node *q = {p}; if (q) q->{field} = 3; }}"),
        3 => format!("free({p});"),
        4 => format!("{{ struct node *q = {p}; {p} = 0; free(q); }}"),
        5 => format!("{{ struct node *q = __atomic_exchange_n(&{p}, 0, 5); free(q); }}"),
        6 => format!("{p} = {other};"),
        7 => format!("{p} = make(4);"),
        8 => "F = 1;".into(),
        9 => "sem_post(&S);".into(),
        10 => "{ pthread_mutex_lock(H); pthread_mutex_unlock(H); }".into(),
        11 => format!("if (!F) {{ {} }}", inner(random, functions)),
        12 => format!("if (F) {{ {} }}", inner(random, functions)),
        13 => format!("{{ sem_wait(&S); {} }}", inner(random, functions)),
        14 => "free(H);".into(),
        15 | 16 => {
            let first = inner(random, functions);
            let second = inner(random, functions);
            let name = format!("{name}n{}", functions.len());
            let _ = writeln!(
                functions,
                "void {name}(void) {{ struct node x; x.a = x.b = 1; x.c = 1; {p} = &x; {first} {second} }}"
            );
            format!("{name}();")
        }
        _ => {
            let first = inner(random, functions);
            let second = inner(random, functions);
            format!("{{ pthread_mutex_lock(&M); {first} {second} pthread_mutex_unlock(&M); }}")
        }
    }
}

fn statements(random: &mut Rng, name: &str, at_most: usize, functions: &mut String) -> String {
    let n = random.below(at_most + 1);
    let all = (0..n).map(|nth| statement(random, &format!("{name}_{nth}"), 0, functions));
    all.collect::<Vec<_>>().join(" ")
}

fn program(seed: u64) -> String {
    let mut random = Rng::new(seed ^ 0x11fe_5000);
    let mut functions = String::new();
    let one = statements(&mut random, &format!("f{seed}a"), 2, &mut functions);
    let two = statements(&mut random, &format!("f{seed}b"), 2, &mut functions);
    let before = statements(&mut random, &format!("f{seed}c"), 1, &mut functions);
    let main = statements(&mut random, &format!("f{seed}d"), 1, &mut functions);
    let after = statements(&mut random, &format!("f{seed}e"), 1, &mut functions);
    let handle = |random: &mut Rng, nth: usize| match random.below(12) {
        0 => String::new(),
        1 => format!("pthread_detach(T[{nth}]);"),
        _ => format!("pthread_join(T[{nth}], 0);"),
    };
    let (first, second) = (handle(&mut random, 0), handle(&mut random, 1));
    let extra = if random.once_in(12) { "pthread_detach(pthread_self());" } else { "" };
    format!(
        "{functions}void *a{seed}(void *arg) {{ {one} {extra} return 0; }}
void *b{seed}(void *arg) {{ {two} return 0; }}
int main{seed}(void) {{
    P0 = make(1);
    P1 = make(2);
    H = malloc(sizeof *H);
    pthread_mutex_init(H, 0);
    {before}
    pthread_create(&T[0], 0, a{seed}, 0);
    pthread_create(&T[1], 0, b{seed}, 0);
    {main}
    {first} {second}
    {after}
    return 0;
}}
"
    )
}

fn load(seeds: std::ops::Range<u64>) -> Program {
    let mut text = HEAD.to_string();
    seeds.clone().for_each(|seed| text.push_str(&program(seed)));
    let calls: String = seeds.clone().map(|seed| format!("main{seed}(); ")).collect();
    let _ = writeln!(text, "int main(void) {{ {calls} return 0; }}");
    let path = std::env::temp_dir().join(format!("selvedge-lives-{}-{}.c", std::process::id(), seeds.start));
    std::fs::write(&path, text).expect("a file");
    let loaded = frontend::load(&path, &frontend::Options::default());
    let _ = std::fs::remove_file(&path);
    loaded.expect("a program").program
}

/// What is wrong with the verdict on a program, in words; `None` also where there are too many interleavings to say.
fn wrong(program: &Program, judged: &mut [u64; 2]) -> Option<String> {
    let oracle = explore_sc(program, MAX_STATES).ok()?;
    let fails = oracle.endings.iter().any(|ending| matches!(ending, Ending::Failure(_)));
    let mut config = ExploreConfig::new(Model::SC);
    config.task.properties = vec![Property::Memory];
    judged[usize::from(fails)] += 1;
    match (explore(program, &config).verdict, fails) {
        (Verdict::Safe { .. }, false) => None,
        (Verdict::Violation { witness }, true) => {
            certify::certify(program, &witness).err().map(|refusal| refusal.to_string())
        }
        (Verdict::Unknown { why, .. }, _) => Some(format!("unknown: {why}; {:?}", oracle.endings)),
        (Verdict::Violation { witness }, false) => Some(format!("no violation: {:?}", witness.failure)),
        (verdict, _) => Some(format!("{verdict:?}, but {:?}", oracle.endings)),
    }
    .or_else(|| {
        config.task.model = Model::TSO;
        // TSO has all executions of SC.
        let verdict = explore(program, &config).verdict;
        let missed = fails && !matches!(verdict, Verdict::Violation { .. });
        missed.then(|| format!("TSO: {verdict:?}"))
    })
}

#[test]
fn ends_of_objects_are_seen_by_all() {
    let (mut judged, mut failures) = ([0, 0], Vec::new());
    let first: u64 =
        std::env::var("SELVEDGE_FIRST_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(0);
    let n = seeds(300);
    for start in (first..first + n).step_by(BATCH as usize) {
        let range = start..(start + BATCH).min(first + n);
        let mut all = load(range.clone());
        for seed in range {
            let name = format!("main{seed}");
            let entry = all.functions.iter_enumerated().find(|(_, function)| *function.name == *name);
            all.entry = entry.map(|(id, _)| id).expect("an entry");
            if let Some(reason) = wrong(&all, &mut judged) {
                failures.push(format!("seed {seed}: {reason}\n{}", program(seed)));
            }
        }
    }
    println!("{} safe, {} violations", judged[0], judged[1]);
    assert!(
        failures.is_empty(),
        "{} wrong:\n{}",
        failures.len(),
        failures[..failures.len().min(5)].join("\n")
    );
    assert!(judged[0] * 10 > n && judged[1] * 10 > n, "{judged:?} of {n}");
}
