//! `__CPROVER_ASYNC_n:` before any statement, however it is spelled: a thread for the whole of it, or nothing but
//! `unsupported`.

use crate::Source;
use ir::{Op, Program, SyncOp};

fn program(body: &str) -> Program {
    let text = format!("int x, y;\nvoid f(void) {{ x++; }}\nvoid g(int a) {{ x += a; }}\n{body}\n");
    Source::new("t.c", &text).load().expect("a program").program
}

fn count(program: &Program, function: &str, wanted: impl Fn(&Op) -> bool) -> usize {
    let found = program.functions.iter().find(|known| &*known.name == function);
    let blocks = found.into_iter().flat_map(|function| function.blocks.iter());
    blocks.flat_map(|block| &block.insts).filter(|inst| wanted(&inst.op)).count()
}

fn starts(op: &Op) -> bool {
    matches!(op, Op::Sync { op: SyncOp::ThreadCreate, .. })
}

#[test]
fn a_thread_is_started_for_the_whole_statement() {
    for statement in [
        "__CPROVER_ASYNC_1: f(), f();",
        "__CPROVER_ASYNC_1: { f(); f(); }",
        "__CPROVER_ASYNC_1: g(y), f();",
        "__CPROVER_ASYNC_1: x = 1, f();",
        "__CPROVER_ASYNC_1: if (i) f(); else g(i);",
        "__CPROVER_ASYNC_1: while (i < 3) { g(i); i++; }",
        "__CPROVER_ASYNC_1: (*p)();",
        "if (i) __CPROVER_ASYNC_1: f(), f(); else y = 3;",
    ] {
        let program =
            program(&format!("int main() {{ int i = y; void (*p)(void) = f; {statement} y = 2; }}"));
        assert_eq!(count(&program, "main", starts), 1, "{statement}\n{program}");
        let calls = |op: &Op| matches!(op, Op::Call { .. } | Op::Unsupported { .. });
        assert_eq!(count(&program, "main", calls), 0, "{statement}\n{program}");
        assert!(count(&program, "__CPROVER_ASYNC_1", calls) > 0, "{statement}\n{program}");
    }
}

#[test]
fn labels_made_by_macros_are_seen() {
    let program = program(
        "#define ASYNC(n, call) __CPROVER_ASYNC_##n: call\nint main() { ASYNC(7, f()); ASYNC(8, g(y)); }",
    );
    assert_eq!(count(&program, "main", starts), 2, "{program}");
}

#[test]
fn a_statement_that_is_left_in_the_middle_is_not_supported() {
    for body in [
        "int main() { while (y) { __CPROVER_ASYNC_1: if (x) break; } }",
        "int main() { __CPROVER_ASYNC_1: return 3; f(); }",
        "int main() { __CPROVER_ASYNC_1: { f(); goto out; } f(); out: f(); }",
        "int main() { __CPROVER_ASYNC_first: f(); }",
    ] {
        let program = program(body);
        assert_eq!(count(&program, "main", starts), 0, "{body}\n{program}");
        let unsupported = |op: &Op| matches!(op, Op::Unsupported { .. });
        assert_eq!(count(&program, "main", unsupported), 1, "{body}\n{program}");
    }
}
