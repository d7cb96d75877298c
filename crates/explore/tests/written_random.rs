//! Random small programs whose threads write and read memory that may not have been written, and variables of blocks that have ended: the
//! same verdict as walking all interleavings.

use events::{FailureKind, Property};
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

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

const HEAD: &str = "#include <pthread.h>
#include <stdlib.h>
struct node { int a, b; long c; } *P0, *P1;
int A[2], F, *Q;
pthread_mutex_t M = PTHREAD_MUTEX_INITIALIZER;
pthread_t T[2];
static void look(int *p) { (void)*(volatile int *)p; }
static void copy(void) { struct node x, y; x.a = 1; look(&x.a); if (F) x.b = 2; y = x; look(&y.b); }
";

/// One statement.
fn statement(random: &mut Rng, depth: usize) -> String {
    let p = ["P0", "P0", "P1"][random.below(3)];
    let (field, ty) = [("a", "int"), ("b", "int"), ("c", "long")][random.below(3)];
    let inner = |random: &mut Rng| statement(random, depth + 1);
    match random.below(if depth < 2 { 19 } else { 11 }) {
        0 | 1 => format!("(void)*(volatile {ty} *)&{p}->{field};"),
        2 | 3 => format!("{p}->{field} = 3;"),
        4 => format!("__atomic_fetch_add(&{p}->{field}, 1, 5);"),
        5 => format!("if (__atomic_exchange_n(&{p}->{field}, 1, 5) == 1) F = 1;"),
        6 => format!("__sync_bool_compare_and_swap(&{p}->{field}, 0, 1);"),
        7 => "F = 1;".into(),
        8 => "{ int *q = Q; if (q) look(q); }".into(),
        9 => "{ int *q = Q; if (q) *q = 2; }".into(),
        10 => "copy();".into(),
        11 => format!("if (!F) {{ {} }}", inner(random)),
        12 => format!("if (F) {{ {} }}", inner(random)),
        13 => {
            let written = ["v = 1;", "", "if (F) v = 1;"][random.below(3)];
            let (first, second) = (inner(random), inner(random));
            format!("{{ int v; {written} Q = &v; {first} {second} }}")
        }
        14 => {
            let (first, second) = (inner(random), inner(random));
            format!("{{ int v[2]; v[!F] = 1; {first} look(v + F); {second} }}")
        }
        15 => {
            let first = inner(random);
            let written = ["v = i;", "if (i) v = i;"][random.below(2)];
            format!("for (int i = 0; i < 2; i++) {{ int v; {written} {first} Q = &v; }}")
        }
        _ => {
            let (first, second) = (inner(random), inner(random));
            format!("{{ pthread_mutex_lock(&M); {first} {second} pthread_mutex_unlock(&M); }}")
        }
    }
}

fn statements(random: &mut Rng, at_most: usize) -> String {
    let n = random.below(at_most + 1);
    (0..n).map(|_| statement(random, 0)).collect::<Vec<_>>().join(" ")
}

fn program(seed: u64) -> String {
    let mut random = Rng::new(seed ^ 0x3717_7e40);
    let random = &mut random;
    let (one, two) = (statements(random, 2), statements(random, 2));
    let (before, main, after) = (statements(random, 2), statements(random, 1), statements(random, 1));
    let made = ["malloc(sizeof *P1)", "calloc(1, sizeof *P1)"][random.below(2)];
    let joined = ["pthread_join(T[0], 0); pthread_join(T[1], 0);", ""][usize::from(random.once_in(8))];
    format!(
        "void *a{seed}(void *arg) {{ {one} return 0; }}
void *b{seed}(void *arg) {{ {two} return 0; }}
int main{seed}(void) {{
    P0 = malloc(sizeof *P0);
    P1 = {made};
    P0->a = 1;
    {before}
    pthread_create(&T[0], 0, a{seed}, 0);
    pthread_create(&T[1], 0, b{seed}, 0);
    {main}
    {joined}
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
    let path =
        std::env::temp_dir().join(format!("selvedge-written-{}-{}.c", std::process::id(), seeds.start));
    std::fs::write(&path, text).expect("a file");
    let mut options = frontend::Options::default();
    options.extra_args.extend(frontend::MEMORY_CHECKS.map(String::from));
    let loaded = frontend::load(&path, &options);
    let _ = std::fs::remove_file(&path);
    loaded.expect("a program").program
}

/// What is wrong with the verdict on a program, in words; `None` also where there are too many interleavings to say.
fn wrong(program: &Program, judged: &mut [u64; 3]) -> Option<String> {
    let oracle = explore_sc(program, MAX_STATES).ok()?;
    let fails = oracle.endings.iter().any(|ending| matches!(ending, Ending::Failure(_)));
    let mut config = ExploreConfig::new(Model::SC);
    config.task.properties = vec![Property::Memory];
    judged[usize::from(fails)] += 1;
    judged[2] += u64::from(oracle.failures.contains(&FailureKind::UninitialisedRead));
    let found = match (explore(program, &config).verdict, fails) {
        (Verdict::Safe { .. }, false) => None,
        (Verdict::Violation { witness }, true) => {
            let known = oracle.failures.contains(&witness.failure.kind);
            let refused = certify::certify(program, &witness).err().map(|refusal| refusal.to_string());
            refused.or_else(|| (!known).then(|| format!("{:?} of {:?}", witness.failure, oracle.failures)))
        }
        (verdict, _) => Some(format!("{verdict:?}, but {:?}", oracle.endings)),
    };
    found.or_else(|| {
        // These models have all executions of SC.
        [Model::TSO, Model::PSO, Model::RMO].into_iter().find_map(|model| {
            config.task.model = model;
            match explore(program, &config).verdict {
                Verdict::Violation { witness } => {
                    certify::certify(program, &witness).err().map(|refusal| format!("{model}: {refusal}"))
                }
                Verdict::Safe { .. } if !fails => None,
                // Loads that read from later stores are not all followed.
                Verdict::Unknown { .. } if !fails && model == Model::RMO => None,
                verdict => Some(format!("{model}: {verdict:?}")),
            }
        })
    })
}

#[test]
fn what_nobody_has_written_is_seen() {
    let (mut judged, mut failures) = ([0; 3], Vec::new());
    let (first, n) = (number("SELVEDGE_FIRST_SEED", 0), number("SELVEDGE_SEEDS", 300));
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
    println!("{} safe, {} violations, {} reads of what nobody has written", judged[0], judged[1], judged[2]);
    assert!(
        failures.is_empty(),
        "{} wrong:\n{}",
        failures.len(),
        failures[..failures.len().min(5)].join("\n")
    );
    assert!(judged.iter().all(|count| count * 10 > n), "{judged:?} of {n}");
}
