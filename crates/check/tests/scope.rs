//! How far a verdict reaches: what is complete, what holds up to the bound, and what is not known at all.

use check::{CheckConfig, CheckResult, check};
use model::Model;
use std::time::Duration;
use verdict::{Limits, Property, Scope, Stop, Verdict, Why};

fn load(name: &str, text: &str) -> ir::Program {
    let path = std::env::temp_dir().join(format!("selvedge-check-{}-{name}.c", std::process::id()));
    std::fs::write(&path, text).expect("a temporary file");
    let loaded = frontend::load(&path, &frontend::Options::default()).expect("a program that compiles");
    // What is left over in the temporary directory does no harm.
    let _ = std::fs::remove_file(&path);
    loaded.program
}

fn run(name: &str, text: &str, change: impl Fn(&mut CheckConfig)) -> CheckResult {
    let mut config = CheckConfig::new(Model::SC);
    change(&mut config);
    check(&load(name, text), &config)
}

const NONDET_LOOP: &str = "
    #include <assert.h>
    extern int __VERIFIER_nondet_int(void);
    int main(void) {
        int n = __VERIFIER_nondet_int(), i = 0;
        while (i < n) i++;
        assert(i != 5);
        return 0;
    }";

#[test]
fn a_loop_without_known_end_is_safe_up_to_the_bound_only() {
    let result = run("bound", NONDET_LOOP, |config| config.unwind = 3);
    assert_eq!(result.verdict, Verdict::Safe { scope: Scope::UpToUnwind(3) });
    let result = run("bound6", NONDET_LOOP, |config| config.unwind = 6);
    assert!(matches!(result.verdict, Verdict::Violation { .. }), "{:?}", result.verdict);
}

#[test]
fn a_loop_whose_end_is_known_is_unrolled_beyond_the_bound() {
    let text = "
        #include <assert.h>
        int main(void) { int s = 0; for (int i = 0; i < 100; i++) s += i; assert(s == 4950); return 0; }";
    let result = run("known", text, |config| config.unwind = 2);
    assert_eq!(result.verdict, Verdict::Safe { scope: Scope::Complete });
}

#[test]
fn what_is_undefined_and_not_asked_for_is_unknown_if_it_can_be_reached() {
    let text = "
        #include <assert.h>
        #include <pthread.h>
        int a[4], at; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *f(void *p) { at = 5; return 0; }
        int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int i = at; if (i == REACHED) WRONG; pthread_join(t, 0); assert(i != REACHED); }";
    for wrong in ["a[i] = 1", "a[1 / (i - 5)] = 1", "pthread_mutex_unlock(&m)"] {
        let text = text.replace("WRONG", wrong);
        let result = run("undefined", &text.replace("REACHED", "5"), |_| {});
        assert!(
            matches!(&result.verdict, Verdict::Unknown { place: Some(_), .. }),
            "{wrong}: {:?}",
            result.verdict
        );
        let never = run("undefined0", &text.replace("REACHED", "6"), |_| {});
        assert_eq!(never.verdict, Verdict::Safe { scope: Scope::Complete }, "{wrong}");
    }
}

#[test]
fn what_is_not_supported_is_unknown_if_it_can_be_reached() {
    let text = "
        #include <assert.h>
        extern double __VERIFIER_nondet_double(void);
        extern int __VERIFIER_nondet_int(void);
        int main(void) { if (__VERIFIER_nondet_int() == REACHED) { double d = __VERIFIER_nondet_double(); assert(d + 1 != d * 2); } return 0; }";
    let result = run("float", &text.replace("REACHED", "7"), |_| {});
    assert!(matches!(&result.verdict, Verdict::Unknown { place: Some(_), .. }), "{:?}", result.verdict);
    let never = text.replace("__VERIFIER_nondet_int() == REACHED", "0");
    assert!(matches!(run("float0", &never, |_| {}).verdict, Verdict::Safe { .. }));
}

#[test]
fn assumptions_cut_executions_but_not_those_that_fail_before() {
    let text = "
        #include <assert.h>
        #include <pthread.h>
        extern void __VERIFIER_assume(int);
        int x, y;
        void *other(void *arg) { x = 1; __VERIFIER_assume(y == 2); y = 3; return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, other, 0);
            int seen = x;
            assert(!(seen == 1 && y == 0));
            assert(y != 3);
            return 0;
        }";
    let result = run("assume", text, |_| {});
    let Verdict::Violation { witness } = &result.verdict else { panic!("{:?}", result.verdict) };
    assert!(witness.failure.message.contains("seen"), "y is never 3: {}", witness.failure.message);
}

#[test]
fn deadlock_race_and_lifetime_are_properties_of_their_own() {
    let text = "
        #include <pthread.h>
        #include <stdlib.h>
        pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
        int shared, *heap;
        void *other(void *arg) {
            pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
            shared = 1; *heap = 1;
            return 0;
        }
        int main(void) {
            pthread_t t;
            heap = malloc(4);
            pthread_create(&t, 0, other, 0);
            pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
            shared = 2; free(heap);
            pthread_join(t, 0);
            return 0;
        }";
    for property in [Property::Deadlock, Property::Race, Property::Memory] {
        let result = run("properties", text, |config| config.task.properties = vec![property]);
        let Verdict::Violation { witness } = &result.verdict else {
            panic!("{property:?}: {:?}", result.verdict)
        };
        assert_eq!(witness.failure.kind.property(), property);
    }
    assert!(matches!(run("none", text, |_| {}).verdict, Verdict::Safe { scope: Scope::Complete }));
}

#[test]
fn time_is_a_limit_and_says_so() {
    let text = "
        #include <assert.h>
        extern unsigned long __VERIFIER_nondet_ulong(void);
        int main(void) {
            unsigned long a = __VERIFIER_nondet_ulong(), b = __VERIFIER_nondet_ulong();
            assert(!(a > 1 && b > 1 && a < 1ul << 31 && b < 1ul << 31 && a * b == 1000000016000000063ul));
            return 0;
        }";
    let result = run("time", text, |config| config.task.limits = Limits::within(Duration::from_millis(30)));
    assert!(
        matches!(&result.verdict, Verdict::Unknown { why: Why::Stopped(Stop::Time(_)), .. }),
        "{:?}",
        result.verdict
    );
}

#[test]
fn an_atomic_section_may_read_the_same_value_twice() {
    let text = "
        #include <assert.h>
        #include <pthread.h>
        int x = 1, y;
        void __VERIFIER_atomic_step(void) { if (x > 0 && x < 3) x = x + 1; }
        void *other(void *arg) { __VERIFIER_atomic_step(); return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, other, 0);
            __VERIFIER_atomic_step();
            pthread_join(t, 0);
            assert(x != 3);
            return 0;
        }";
    let result = run("section", text, |_| {});
    assert!(matches!(result.verdict, Verdict::Violation { .. }), "{:?}", result.verdict);
}

/// A bound, or what is not understood, in the middle of an atomic section: the section does not get to its end there, and the
/// executions that do not must not be left out.
#[test]
fn what_stops_inside_a_section_is_told() {
    let head = "
        #include <assert.h>
        extern int __VERIFIER_nondet_int(void);
        extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void), strange(int *);
        int n;
        static void deeper(int k) { n++; if (k) deeper(k - 1); }
        int main(void) { __VERIFIER_atomic_begin(); INSIDE; __VERIFIER_atomic_end(); assert(n < 3); return 0; }";
    let run = |name: &str, inside: &str, unwind: u32| {
        run(name, &head.replace("INSIDE", inside), |config| config.unwind = unwind).verdict
    };
    let endless = "while (__VERIFIER_nondet_int()) n++";
    assert_eq!(run("section1", endless, 1), Verdict::Safe { scope: Scope::UpToUnwind(1) });
    assert!(matches!(run("section4", endless, 4), Verdict::Violation { .. }));
    assert!(matches!(run("known", "for (int i = 0; i < 3; i++) n++", 1), Verdict::Violation { .. }));
    assert!(!matches!(
        run("recursion", "deeper(__VERIFIER_nondet_int())", 1),
        Verdict::Safe { scope: Scope::Complete }
    ));
    assert!(matches!(run("strange", "strange(&n)", 1), Verdict::Unknown { place: Some(_), .. }));
}
