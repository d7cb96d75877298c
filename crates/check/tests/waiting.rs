//! Loops that wait are unrolled once, and only those; locks that a program makes itself; words as narrow as they can be.

use check::{CheckConfig, CheckResult, check};
use model::Model;
use verdict::Verdict;

fn run(name: &str, text: &str) -> CheckResult {
    let path = std::env::temp_dir().join(format!("selvedge-waiting-{}-{name}.c", std::process::id()));
    let head = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n";
    std::fs::write(&path, format!("{head}{text}")).expect("a temporary file");
    let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    check(&loaded.program, &CheckConfig::new(Model::SC))
}

#[track_caller]
fn holds(name: &str, text: &str) -> CheckResult {
    let result = run(name, text);
    assert!(matches!(result.verdict, Verdict::Safe { .. }), "{name}: {:?}", result.verdict);
    result
}

#[track_caller]
fn fails(name: &str, text: &str) {
    let result = run(name, text);
    assert!(matches!(result.verdict, Verdict::Violation { .. }), "{name}: {:?}", result.verdict);
}

const COMPARE_AND_SWAP: &str = "
    unsigned value;
    void __VERIFIER_atomic_cas(unsigned *v, unsigned e, unsigned u, unsigned *ok) {
        if (*v == e) { *v = u; *ok = 1; } else { *ok = 0; }
    }
    void *add(void *arg) {
        unsigned v, ok;
        do { v = value; __VERIFIER_atomic_cas(&value, v, v + 1, &ok); } while (!ok);
        assert(value > v);
        return 0;
    }
    int main(void) {
        pthread_t t;
        for (int i = 0; i < 3; i++) pthread_create(&t, 0, add, 0);
        return 0;
    }";

#[test]
fn a_compare_and_swap_loop_costs_one_attempt() {
    let result = holds("cas", COMPARE_AND_SWAP);
    // Three threads: a look, a compare, a swap, a check each.
    assert_eq!(result.statistics.shared_accesses, 12);
    fails(
        "cas-wrong",
        &COMPARE_AND_SWAP.replace("if (*v == e)", "if (*v >= e)").replace("> v)", "== v + 1)"),
    );
}

const TEST_AND_SET: &str = "
    int lock, inside;
    void __VERIFIER_atomic_take(int *l, int *old) { *old = *l; *l = 1; }
    void *work(void *arg) {
        int taken, delay = 1;
        __VERIFIER_atomic_take(&lock, &taken);
        while (taken == 1) {
            if (delay * 2 > delay) delay *= 2;
            __VERIFIER_atomic_take(&lock, &taken);
        }
        inside++;
        assert(inside == 1);
        inside--;
        lock = 0;
        return 0;
    }
    int main(void) {
        pthread_t t;
        for (int i = 0; i < 3; i++) pthread_create(&t, 0, work, 0);
        return 0;
    }";

#[test]
fn a_test_and_set_lock_excludes() {
    holds("tas", TEST_AND_SET);
    fails("tas-no-set", &TEST_AND_SET.replace("*l = 1;", ""));
    fails("tas-early", &TEST_AND_SET.replace("inside++;", "lock = 0; inside++;"));
    fails("tas-wrong-test", &TEST_AND_SET.replace("while (taken == 1)", "while (taken == 2)"));
}

const FLAG: &str = "
    int flag;
    void *set(void *arg) { flag = 1; return 0; }
    void remember(int *p) { *p = 5; }
    int main(void) {
        pthread_t t;
        int left = 0, tries = 0;
        pthread_create(&t, 0, set, 0);
        BODY
        return 0;
    }";

#[test]
fn what_a_loop_leaves_behind_counts() {
    let with = |body: &str| FLAG.replace("BODY", body);
    fails("left", &with("while (!flag) remember(&left); assert(left == 0);"));
    fails("tries", &with("while (!flag) tries++; assert(tries < 2);"));
    fails("in-loop", &with("while (1) { assert(!flag); if (flag) break; }"));
    holds(
        "nothing-left",
        &with("while (!flag) remember(&left); remember(&left); assert(left == 5 && flag);"),
    );
    holds("useless", &with("while (!flag) tries = tries * 2 + 1; assert(flag);"));
}

const SPIN_LOCK: &str = "
    int m, a = 1, b = 2, c = 3;
    extern void __VERIFIER_assume(int);
    void __VERIFIER_atomic_acquire(void) { __VERIFIER_assume(m == 0); m = 1; }
    void __VERIFIER_atomic_release(void) { __VERIFIER_assume(m == 1); m = 0; }
    void *turn(void *arg) {
        __VERIFIER_atomic_acquire();
        int t = a; a = b; b = c; c = t;
        __VERIFIER_atomic_release();
        return 0;
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, 0, turn, 0);
        pthread_create(&t, 0, turn, 0);
        __VERIFIER_atomic_acquire();
        assert(a != b && b != c && a != c);
        __VERIFIER_atomic_release();
        return 0;
    }";

#[test]
fn critical_sections_of_a_lock_of_ones_own_do_not_overlap() {
    holds("own-lock", SPIN_LOCK);
    // The reader does not take the lock; the reader gives back what it has not taken.
    fails("own-lock-unlocked", &SPIN_LOCK.replace("__VERIFIER_atomic_acquire();\n        assert", "assert"));
    let stolen = "__VERIFIER_atomic_release(); __VERIFIER_atomic_acquire();\n        assert";
    fails("own-lock-stolen", &SPIN_LOCK.replace("__VERIFIER_atomic_acquire();\n        assert", stolen));
    // Another thread lets go of the lock in between.
    fails("own-lock-broken", &SPIN_LOCK.replace("int t = a;", "m = 0; int t = a;"));
}

#[test]
fn narrow_words_reach_what_wide_ones_reach() {
    let text = "
        unsigned char x = 1;
        void *twice(void *arg) { x = x + x; x = x + x; return 0; }
        int main(void) {
            pthread_t a, b;
            pthread_create(&a, 0, twice, 0);
            pthread_create(&b, 0, twice, 0);
            pthread_join(a, 0); pthread_join(b, 0);
            assert(x != LIMIT);
            return 0;
        }";
    fails("narrow-16", &text.replace("LIMIT", "16"));
    holds("narrow-17", &text.replace("LIMIT", "17"));
    fails("wrap", &text.replace("x = 1", "x = 64").replace("LIMIT", "0"));
    let below = text.replace("unsigned char x = 1", "int x = 2").replace("x + x", "x - 3");
    fails("negative", &below.replace("LIMIT", "-10"));
    holds("not-so-negative", &below.replace("LIMIT", "-11"));
}

/// What a program is started with is an input, not one argument taken for granted.
#[test]
fn the_number_of_arguments_is_an_input() {
    fails("argc", "int main(int argc, char **argv) { assert(argc == 1); return 0; }");
    holds("argc-at-least-one", "int main(int argc, char **argv) { assert(argc >= 1); return 0; }");
}
