//! What a program's answers take for granted: told where it matters, and not elsewhere.

use crate::Source;
use ir::Assumption;

const HEAD: &str = "#include <stdint.h>\n#include <stdlib.h>\n#include <stdatomic.h>\nstruct node { struct node *next; int data; };\n\
                    struct node *_Atomic head; struct node *plain; int array[4];\n";

fn assumptions(body: &str) -> Vec<Assumption> {
    let source = Source::new("t.c", format!("{HEAD}int main(void) {{ {body} }}\n"));
    source.load().expect("a program").program.assumptions()
}

#[test]
fn freed_addresses_that_decide_are_told() {
    for body in [
        "int *p = malloc(4); uintptr_t x = (uintptr_t)p; free(p); int *q = malloc(4); return (uintptr_t)q != x;",
        "struct node *old = head; free(malloc(4)); atomic_compare_exchange_strong(&head, &old, old->next);",
        "struct node *old = plain; free(old); plain = malloc(8); return plain == old;",
        "struct node *old = plain; free(old); return __sync_bool_compare_and_swap(&plain, old, malloc(8));",
    ] {
        assert_eq!(assumptions(body)[0], Assumption::FreedAddressesStay, "{body}");
    }
}

#[test]
fn memory_that_never_runs_out_is_told() {
    for body in ["int *p = malloc(4); if (!p) return 1; free(p);", "return calloc(2, 4) == NULL;"] {
        assert_eq!(assumptions(body), [Assumption::MemoryIsLeft], "{body}");
        let source = Source::new("t.c", format!("{HEAD}int main(void) {{ {body} }}\n"));
        let mut options = frontend::Options::default();
        options.extra_args.push(frontend::MALLOC_MAY_FAIL.into());
        let loaded = frontend::load(source.path(), &options).expect("a program");
        assert_eq!(loaded.program.assumptions(), [], "{body}");
    }
}

#[test]
fn waits_are_told() {
    let text = "#include <pthread.h>\npthread_mutex_t m; pthread_cond_t c;\n\
                int main(void) { pthread_mutex_lock(&m); pthread_cond_wait(&c, &m); }\n";
    let program = Source::new("t.c", text).load().expect("a program").program;
    assert_eq!(program.assumptions(), [Assumption::OneWakeWithoutSignal]);
}

#[test]
fn nothing_is_told_where_it_does_not_matter() {
    for body in [
        "struct node *old = plain; return plain == old;",
        "free(plain); int sum = 0; for (int *p = array; p != array + 4; p++) sum += *p; return sum;",
        "free(plain); return &array[1] - array;",
    ] {
        assert_eq!(assumptions(body), [], "{body}");
    }
}
