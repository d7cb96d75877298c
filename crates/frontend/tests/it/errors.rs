//! Bad input: a clear message each, no panic.

use crate::Source;
use frontend::clang::ClangError;
use frontend::{FrontendError, Options, load};
use std::path::Path;

fn error(name: &str, text: impl AsRef<[u8]>) -> FrontendError {
    Source::new(name, text).load().expect_err("an error")
}

#[test]
fn a_syntax_error_shows_what_clang_says() {
    let error = error("t.c", "int main( { return 0; }\n");
    let FrontendError::Clang(ClangError::Rejected { stderr }) = &error else { panic!("{error}") };
    assert!(stderr.contains("t.c:1:"), "{stderr}");
    assert!(error.to_string().contains("error:"), "{error}");
}

#[test]
fn no_main() {
    assert!(error("t.c", "int x;\n").to_string().contains("no function `main`"));
    assert!(error("t.c", "").to_string().contains("no function `main`"));
    assert!(error("t.ll", "").to_string().contains("no function `main`"));
    assert!(error("t.ll", "declare i32 @main()\n").to_string().contains("no function `main`"));
}

#[test]
fn another_entry_can_be_asked_for() {
    let source = Source::new("t.c", "int start() { return 1; }\n");
    let mut options = Options::default();
    options.entry = "start".into();
    let program = load(source.path(), &options).expect("a program").program;
    assert_eq!(&*program.functions[program.entry].name, "start");
}

#[test]
fn truncated_ll_names_the_place() {
    let error = error("t.ll", "define i32 @main() {\n  ret i32\n");
    assert!(matches!(error, FrontendError::Ll { .. }), "{error}");
    assert!(error.to_string().contains("t.ll:"), "{error}");
}

#[test]
fn files_that_are_no_programs() {
    assert!(matches!(error("t.c", b"\x7fELF\0\x01\x02"), FrontendError::NotText { .. }));
    assert!(matches!(error("t.ll", b"\xff\xfe\xff"), FrontendError::NotText { .. }));
    assert!(matches!(error("t.txt", "hello"), FrontendError::UnknownKind { .. }));
    let missing = load(Path::new("does/not/exist.c"), &Options::default()).expect_err("an error");
    assert!(matches!(missing, FrontendError::Unreadable { .. }), "{missing}");
}

#[test]
fn litmus_tests_are_read_too() {
    let text = "C SB\n\n{ x=0; y=0; }\n\nP0(int *x, int *y) { WRITE_ONCE(*x, 1); int r0 = READ_ONCE(*y); }\n\
                P1(int *x, int *y) { WRITE_ONCE(*y, 1); int r0 = READ_ONCE(*x); }\n\nexists (0:r0=0 /\\ 1:r0=0)\n";
    let program = Source::new("t.litmus", text).load().unwrap_or_else(|error| panic!("{error}")).program;
    assert!(program.condition.is_some());
    assert!(matches!(error("t.litmus", "C broken\n{ x=0"), FrontendError::Litmus(_)));
}

#[test]
fn a_limit_on_size() {
    let source = Source::new("t.c", "int main() { return 0; }\n");
    let mut options = Options::default();
    options.max_file_bytes = 10;
    let error = load(source.path(), &options).expect_err("an error");
    assert!(matches!(error, FrontendError::TooLarge { limit: 10, .. }), "{error}");
}

#[test]
fn flags_reach_clang() {
    let source = Source::new("t.c", "int main() { return VALUE; }\n");
    let mut options = Options::default();
    assert!(load(source.path(), &options).is_err());
    options.extra_args = vec!["-DVALUE=3".into()];
    load(source.path(), &options).expect("a program");
}
