//! Races as `model::hb` has them: relaxed accesses order nothing, fences and release sequences do.

use litmus::{AnyModel, Options, Selection, races};
use model::Model;
use std::path::Path;

fn has_race(text: &str, name: &str) -> bool {
    let file = std::env::temp_dir().join(format!("selvedge-litmus-{}-{name}.c", std::process::id()));
    std::fs::write(&file, text).expect("a scratch file");
    let program = frontend::load(&file, &frontend::Options::default()).expect("it compiles").program;
    std::fs::remove_file(&file).expect("the scratch file goes");
    let found = races(&program, &AnyModel::BuiltIn(Model::SC), &Selection::All, &Options::default());
    let found = found.expect("an answer");
    assert!(found.incomplete.is_none(), "{:?}", found.incomplete);
    !found.races.is_empty()
}

fn defect(name: &str) -> bool {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/defects").join(name);
    has_race(&std::fs::read_to_string(path).expect("a program of the project"), name)
}

#[test]
fn a_relaxed_flag_orders_nothing_and_fences_do() {
    assert!(defect("race_relaxed_flag.c"));
    assert!(!defect("race_free_fences.c"));
}

const SEQUENCE: &str = "
    #include <pthread.h>
    #include <stdatomic.h>
    int x; atomic_int y;
    void *t1(void *a) { x = 1; atomic_store_explicit(&y, 1, memory_order_release); return 0; }
    void *t2(void *a) { UPDATE; return 0; }
    void *t3(void *a) { int r = 0; if (atomic_load_explicit(&y, memory_order_acquire) == 2) r = x; (void)r; return 0; }
    int main(void) { pthread_t a, b, c;
        pthread_create(&a, 0, t1, 0); pthread_create(&b, 0, t2, 0); pthread_create(&c, 0, t3, 0);
        pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0); }";

#[test]
fn a_release_sequence_goes_through_an_update_and_not_through_a_store() {
    let update = "int e = 1; atomic_compare_exchange_strong_explicit(&y, &e, 2, memory_order_relaxed, memory_order_relaxed)";
    let store = "if (atomic_load_explicit(&y, memory_order_relaxed) == 1) atomic_store_explicit(&y, 2, memory_order_relaxed)";
    assert!(!has_race(&SEQUENCE.replace("UPDATE", update), "update"));
    assert!(has_race(&SEQUENCE.replace("UPDATE", store), "store"));
}
