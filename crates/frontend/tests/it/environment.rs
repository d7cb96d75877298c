//! How a program is started, and what it finds around it, is an input.

use crate::Source;
use frontend::{Options, PLAIN_ENVIRONMENT, load};
use ir::{NondetKind, Op, Program};

fn program(body: &str, plain: bool) -> Program {
    let text = format!("#include <stdlib.h>\n#include <unistd.h>\n#include <stdio.h>\n{body}\n");
    let source = Source::new("t.c", &text);
    let mut options = Options::default();
    options.extra_args.extend(plain.then(|| PLAIN_ENVIRONMENT.to_string()));
    load(source.path(), &options).expect("a program").program
}

fn count(program: &Program, wanted: impl Fn(&Op) -> bool) -> usize {
    let blocks = program.functions.iter().flat_map(|function| function.blocks.iter());
    blocks.flat_map(|block| &block.insts).filter(|inst| wanted(&inst.op)).count()
}

fn is_input(op: &Op) -> bool {
    matches!(op, Op::Nondet { kind: NondetKind::Input(_) })
}
fn is_unknown(op: &Op) -> bool {
    matches!(op, Op::Unsupported { .. })
}

#[test]
fn the_arguments_of_main_are_not_known() {
    let counted = program("int main(int argc, char **argv) { return argc > 1; }", false);
    assert_eq!((count(&counted, is_input), count(&counted, is_unknown)), (1, 0), "{counted}");
    let plain = program("int main(int argc, char **argv) { return argc > 1; }", true);
    assert_eq!((count(&plain, is_input), count(&plain, is_unknown)), (0, 0), "{plain}");
    for plain in [false, true] {
        let looks = program("int main(int argc, char **argv) { return argv[1][0]; }", plain);
        assert!(count(&looks, is_unknown) > 0, "{looks}");
    }
    let unused = program("int main(int argc, char **argv) { return 0; }", false);
    assert_eq!((count(&unused, is_input), count(&unused, is_unknown)), (0, 0), "{unused}");
}

#[test]
fn processes_and_processors_are_inputs() {
    for call in ["getpid()", "sysconf(_SC_NPROCESSORS_ONLN)", "getenv(\"HOME\") != 0"] {
        let body = format!("int main(void) {{ return {call}; }}");
        assert!(count(&program(&body, false), is_input) > 0, "{call}");
    }
}

#[test]
fn what_a_print_returns_is_known_where_it_is_plain() {
    let body = "char changing[] = \"abc\"; int main(void) { return printf(\"hi\\n\") + puts(\"ho\") + printf(changing); }";
    let text = program(body, false).to_string();
    assert!(text.contains("add 6:i32, "), "{text}");
}
