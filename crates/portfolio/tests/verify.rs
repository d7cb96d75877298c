//! All engines on the examples: the verdict each file's head expects, no contradiction, and engines that stop when told to.

use events::Property;
use ir::Program;
use model::Model;
use portfolio::{Outcome, Question, verify};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use testkit::expect::{Expected, Head};
use verdict::{Engine, Scope, Stop, Verdict};

const MODELS: [Model; 4] = [Model::SC, Model::TSO, Model::PSO, Model::RMO];

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let entries = std::fs::read_dir(folder).expect("the examples are part of the project");
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|path| path.extension().is_some_and(|kind| kind == "c"));
    files.sort();
    files
}

fn load(file: &Path) -> Program {
    frontend::load(file, &frontend::Options::default()).expect("it compiles").program
}

/// A program from its text, in a file that goes away.
fn program(name: &str, text: &str) -> Program {
    let file = std::env::temp_dir().join(format!("selvedge-portfolio-{}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("a scratch file");
    let program = load(&file);
    std::fs::remove_file(&file).expect("the scratch file goes");
    program
}

fn property(name: &str) -> Property {
    match name {
        "assert" => Property::Assert,
        "deadlock" => Property::Deadlock,
        "memory" => Property::Memory,
        "race" => Property::Race,
        other => panic!("no such property: {other}"),
    }
}

fn question(head: &Head, cross_check: bool) -> Question {
    let mut question = Question::new(MODELS.to_vec());
    if !head.properties.is_empty() {
        question.properties = head.properties.iter().map(|name| property(name)).collect();
    }
    question.timeout = Some(Duration::from_secs(if cross_check { 20 } else { 10 }));
    question.cross_check = cross_check;
    // The `safe` of a head may mean: up to a bound.
    question.accept_bound = true;
    question
}

/// What is wrong with the answers for one file, if anything.
fn complaint(head: &Head, Outcome { cells, contradictions }: &Outcome) -> Option<String> {
    if let Some(found) = contradictions.first() {
        return Some(format!("{found:?}"));
    }
    for &(model, expected) in head.expect.iter().filter(|(model, _)| MODELS.contains(model)) {
        let mut verdicts = cells.iter().filter(|cell| cell.model == model).map(|cell| &cell.verdict);
        let fits = match expected {
            Expected::Violation => verdicts.any(|verdict| matches!(verdict, Verdict::Violation { .. })),
            Expected::Safe => verdicts.all(|verdict| matches!(verdict, Verdict::Safe { .. })),
            Expected::Unknown => verdicts.all(|verdict| !matches!(verdict, Verdict::Violation { .. })),
        };
        if !fits {
            let said: Vec<_> = cells.iter().filter(|cell| cell.model == model).map(|c| &c.verdict).collect();
            return Some(format!(
                "{model}: {expected:?} expected: {}",
                format!("{said:?}").chars().take(300).collect::<String>()
            ));
        }
    }
    None
}

/// All examples; with SELVEDGE_FULL every engine finishes, and no two may contradict each other.
#[test]
fn the_examples_have_the_verdicts_of_their_heads() {
    let full = std::env::var_os("SELVEDGE_FULL").is_some();
    let mut complaints = Vec::new();
    let files = examples();
    assert!(files.len() > 80, "{} examples", files.len());
    for file in files.iter().enumerate().filter(|(index, _)| full || index % 3 == 0).map(|(_, file)| file) {
        let head = Head::parse(&std::fs::read_to_string(file).expect("readable")).expect("a head");
        let outcome = verify(&load(file), &question(&head, full), &mut |_| {});
        complaints.extend(complaint(&head, &outcome).map(|text| format!("{}: {text}", file.display())));
    }
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

/// One thread counts for ever, another looks: only `prove` can settle this, and `check` and `explore` would go on.
const ENDLESS: &str = "#include <pthread.h>\n#include <stdatomic.h>\n#include <assert.h>\n\
    atomic_int on; int n(void);\n\
    void *toggle(void *arg) { while (n()) { atomic_store(&on, 1); atomic_store(&on, 0); } return arg; }\n\
    int main(void) { pthread_t t, u; pthread_create(&t, 0, toggle, 0); pthread_create(&u, 0, toggle, 0);\n\
    while (n()) { int seen = atomic_load(&on); assert(seen == 0 || seen == 1); } }\n";

#[test]
fn a_proof_ends_the_search() {
    let program = program("endless", ENDLESS);
    let started = Instant::now();
    let mut question = Question::new(vec![Model::SC, Model::TSO]);
    question.timeout = Some(Duration::from_secs(300));
    let mut heard = 0;
    let outcome = verify(&program, &question, &mut |_| heard += 1);
    assert!(started.elapsed() < Duration::from_secs(100), "the others were not stopped");
    for cell in &outcome.cells {
        assert_eq!(cell.verdict, Verdict::Safe { scope: Scope::Unbounded }, "{cell:?}");
        assert_eq!(cell.engine, Some(Engine::Prove));
    }
    assert_eq!(heard, 2);
}

#[test]
fn stopping_tells_what_is_known() {
    let program = program("stopped", ENDLESS);
    let mut question = Question::new(vec![Model::SC]);
    question.engines = vec![Engine::Check, Engine::Explore];
    let interrupt = question.interrupt.clone();
    let started = Instant::now();
    let outcome = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            interrupt.set(Stop::Interrupted);
        });
        verify(&program, &question, &mut |_| {})
    });
    assert!(started.elapsed() < Duration::from_secs(60));
    let [cell] = outcome.cells.as_slice() else { panic!("one cell") };
    match &cell.verdict {
        Verdict::Unknown { why, .. } => {
            assert!(
                why.to_string().contains("explore:") || why.to_string().starts_with("nothing found up to"),
                "{why}"
            )
        }
        other => panic!("{other:?}"),
    }
}

/// A failure of one property does not hide the others.
#[test]
fn each_property_has_its_own_answer() {
    let program = program(
        "two",
        "#include <pthread.h>\n#include <assert.h>\nint x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n\
         void *f(void *a) { x++; return a; }\n\
         int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x++; pthread_join(t, 0);\n\
         assert(x == 2); pthread_mutex_lock(&m); pthread_mutex_lock(&m); }\n",
    );
    let mut question = Question::new(vec![Model::SC, Model::TSO]);
    question.properties = vec![Property::Assert, Property::Race, Property::Deadlock];
    let outcome = verify(&program, &question, &mut |_| {});
    for cell in &outcome.cells {
        let Verdict::Violation { witness } = &cell.verdict else { panic!("{cell:?}") };
        assert_eq!(witness.failure.kind.property(), cell.property);
        assert_eq!(witness.model, cell.model);
        certify::certify(&program, witness).expect("it replays");
    }
    assert_eq!(outcome.cells.len(), 6);
}

/// A proof is for executions without memory errors, and here is one with: the result of a thread is eight bytes and goes to four.
#[test]
fn a_proof_does_not_stand_where_another_engine_sees_something_undefined() {
    let text = "#include <assert.h>\n#include <pthread.h>\nvoid *worker(void *p) { return 0; }\nint main(void) {\n\
        pthread_t t; int result = 8; pthread_create(&t, 0, worker, 0); pthread_join(t, (void **)&result);\n\
        assert(result == 8); }";
    let program = program("undefined", text);
    let mut question = Question::new(vec![Model::SC]);
    question.cross_check = true;
    let outcome = verify(&program, &question, &mut |_| {});
    let cell = &outcome.cells[0];
    assert!(cell.opinions.iter().any(|o| matches!(o.verdict, Verdict::Safe { scope: Scope::Unbounded })));
    assert!(cell.verdict.is_undefined(), "{:?}", cell.verdict);
}
