//! The programs of FRUITTREE: Figures 1 and 3 with and without fences by three methods (Figure 4), and Figure 11.
//!
//! "With fences" is a fence in both threads. The paper has one in Figure 3's writer only, which RMO's own table (Figure 5:
//! two loads may be reordered) does not bear out.

use model::Model;
use prove::{Interference, ProveConfig, prove};
use verdict::Verdict;

const MODELS: [Model; 4] = [Model::SC, Model::TSO, Model::PSO, Model::RMO];

fn figure_1(fence: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\nint x, y, a, b;\n\
         void *thread1(void *u) {{ x = 1; {fence} a = y; return 0; }}\n\
         void *thread2(void *u) {{ y = 1; {fence} b = x; return 0; }}\n\
         int main(void) {{ pthread_t s, t; pthread_create(&s, 0, thread1, 0); pthread_create(&t, 0, thread2, 0);\n\
         pthread_join(s, 0); pthread_join(t, 0); assert(!(a == 0 && b == 0)); return 0; }}\n"
    )
}

fn figure_3(fence: &str) -> String {
    format!(
        "#include <assert.h>\n#include <pthread.h>\nint x, y;\n\
         void *thread1(void *u) {{ x = 5; {fence} y = 10; return 0; }}\n\
         void *thread2(void *u) {{ if (y == 10) {{ {fence} assert(x == 5); }} return 0; }}\n\
         int main(void) {{ pthread_t s, t; pthread_create(&s, 0, thread1, 0); pthread_create(&t, 0, thread2, 0);\n\
         pthread_join(s, 0); pthread_join(t, 0); return 0; }}\n"
    )
}

fn figure_11() -> String {
    "#include <assert.h>\n#include <pthread.h>\nint x, y, a, b, c;\n\
     void *thread1(void *u) { x = 1; a = x; b = y; return 0; }\n\
     void *thread2(void *u) { y = 1; __sync_synchronize(); c = x; return 0; }\n\
     int main(void) { pthread_t s, t; pthread_create(&s, 0, thread1, 0); pthread_create(&t, 0, thread2, 0);\n\
     pthread_join(s, 0); pthread_join(t, 0); assert(!(a == 1 && b == 0 && c == 0)); return 0; }\n"
        .to_string()
}

/// For each of the four models whether the program is proved.
fn proofs(source: &str, name: &str, method: Interference) -> [bool; 4] {
    let path =
        std::env::temp_dir().join(format!("selvedge-{}-{name}-{}.c", std::process::id(), method.name()));
    std::fs::write(&path, source).expect("a temporary file");
    let loaded = frontend::load(&path, &Default::default());
    std::fs::remove_file(&path).expect("the temporary file");
    let program = loaded.expect("a program").program;
    MODELS.map(|model| {
        let mut config = ProveConfig::new(model);
        config.interference = method;
        matches!(prove(&program, &config).verdict, Verdict::Safe { .. })
    })
}

const FENCE: &str = "__sync_synchronize();";

#[test]
fn figure_4() {
    let programs = [
        ("fig1-fenced", figure_1(FENCE), [true; 4]),
        ("fig1", figure_1(""), [true, false, false, false]),
        ("fig3-fenced", figure_3(FENCE), [true; 4]),
        ("fig3", figure_3(""), [true, true, false, false]),
    ];
    for (name, source, ours) in programs {
        assert_eq!(proofs(&source, name, Interference::Oblivious), [false; 4], "{name}, oblivious");
        assert_eq!(proofs(&source, name, Interference::Sc), [true; 4], "{name}, SC-specific");
        assert_eq!(proofs(&source, name, Interference::Model), ours, "{name}, ours");
    }
    // The rules alone are enough where one thread's view decides.
    assert_eq!(proofs(&figure_3(FENCE), "fig3-fenced", Interference::Datalog), [true; 4]);
    assert_eq!(proofs(&figure_3(""), "fig3", Interference::Datalog), [true, true, false, false]);
}

#[test]
fn figure_11_is_not_proved_under_tso() {
    assert_eq!(proofs(&figure_11(), "fig11", Interference::Model), [true, false, false, false]);
}

#[test]
fn a_flag_that_is_waited_for_publishes_what_was_written_before() {
    let source = |fence: &str| {
        format!(
            "#include <assert.h>\n#include <pthread.h>\nextern int __VERIFIER_nondet_int(void);\n\
             volatile int data, ready;\n\
             void *writer(void *u) {{ int n = __VERIFIER_nondet_int(); data = n < 7 ? 7 : n; {fence} ready = 1; return 0; }}\n\
             void *reader(void *u) {{ while (!ready); {fence} assert(data >= 7); return 0; }}\n\
             int main(void) {{ pthread_t s, t; pthread_create(&s, 0, writer, 0); pthread_create(&t, 0, reader, 0);\n\
             pthread_join(s, 0); pthread_join(t, 0); return 0; }}\n"
        )
    };
    // An input and a loop without bound: nothing for the order solver, all for the rules.
    assert_eq!(proofs(&source(FENCE), "wait-fenced", Interference::Model), [true; 4]);
    assert_eq!(proofs(&source(""), "wait", Interference::Model), [true, true, false, false]);
}
