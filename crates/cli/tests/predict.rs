//! `selvedge predict`, `trace` and `spec` from the outside.

use std::path::PathBuf;
use std::process::{Command, Output};

fn selvedge(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selvedge")).args(arguments).output().expect("the binary runs")
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// A file of this test.
fn file(name: &str, contents: &[u8]) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, contents).expect("a writable directory");
    path.display().to_string()
}

const USE_AFTER_FREE: &[u8] =
    b"T1|acq(m)|a.c:1\nT1|r(x)|a.c:2\nT1|rel(m)|a.c:3\nT2|acq(m)|b.c:1\nT2|free(x)|b.c:2\nT2|rel(m)|b.c:3\n";

#[test]
fn a_use_after_free_under_one_lock() {
    let trace = file("uaf.std", USE_AFTER_FREE);
    let output = selvedge(&["predict", &trace]);
    assert_eq!(output.status.code(), Some(1), "{}", errors(&output));
    let text = text(&output);
    assert!(text.contains("use after free: T2 can free x before T1 uses it"), "{text}");
    assert!(text.contains("b.c:2  holding m") && text.contains("[replayed"), "{text}");
    let hb = selvedge(&["predict", "--order", "hb", &trace]);
    assert_eq!(hb.status.code(), Some(0));
    let suppressed = selvedge(&["predict", "--suppress", "b.c", &trace]);
    assert_eq!(suppressed.status.code(), Some(0));
}

#[test]
fn a_file_says_what_to_leave_out() {
    let trace = file("suppressed.std", USE_AFTER_FREE);
    let predict = |name: &str, patterns: &str| {
        selvedge(&["predict", "--suppressions", &file(name, patterns.as_bytes()), &trace])
    };
    let hidden = predict("hide.txt", "# known\n\nrace:a.c\nuse-after-free:^b*c$\n");
    assert_eq!(hidden.status.code(), Some(0));
    assert!(text(&hidden).contains("1 suppressed"), "{}", text(&hidden));
    let others = predict("others.txt", "race:b.c\n^free\n");
    assert_eq!(others.status.code(), Some(1));
    let wrong = predict("wrong.txt", "b.c\nrice:b.c\n");
    assert_eq!(wrong.status.code(), Some(2));
    assert!(
        errors(&wrong).contains("wrong.txt:2") && errors(&wrong).contains("\"rice\""),
        "{}",
        errors(&wrong)
    );
    let missing = selvedge(&["predict", "--suppressions", "no/such/file", &trace]);
    assert_eq!(missing.status.code(), Some(2));
}

#[test]
fn the_machine_formats_are_json() {
    let trace = file("uaf-json.std", USE_AFTER_FREE);
    let output = selvedge(&["predict", "--format", "json", &trace]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["findings"][0]["kind"], "use-after-free");
    assert_eq!(value["findings"][0]["second"]["file"], "b.c");
    let output = selvedge(&["predict", "--format", "sarif", &trace]);
    let value: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(value["runs"][0]["results"][0]["ruleId"], "use-after-free");
}

#[test]
fn traces_are_made_converted_cut_and_shown() {
    let made = file("made.trace", b"");
    let text_form = file("made.std", b"");
    let part = file("part.trace", b"");
    assert_eq!(selvedge(&["trace", "gen", &made, "--events", "5000"]).status.code(), Some(0));
    assert_eq!(selvedge(&["trace", "convert", &made, &text_form]).status.code(), Some(0));
    assert_eq!(selvedge(&["trace", "slice", &made, &part, "--to", "100"]).status.code(), Some(0));
    assert_eq!(text(&selvedge(&["trace", "cat", &made])), std::fs::read_to_string(&text_form).unwrap());
    assert_eq!(text(&selvedge(&["trace", "cat", &part])).lines().count(), 100);
    assert!(text(&selvedge(&["trace", "info", &made])).contains("8 threads"));
    assert_eq!(selvedge(&["predict", &made]).status.code(), Some(0));
}

#[test]
fn bad_input_is_told_with_its_place() {
    let bad = file("bad.std", b"T0|r(x)|1\nT0|jump(x)|2\n");
    let output = selvedge(&["predict", &bad]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("bad.std:2:4: unknown operation `jump`"), "{}", errors(&output));
    let program = file("program.c", b"int main(void) { return 0; }\n");
    assert_eq!(selvedge(&["trace", "info", &program]).status.code(), Some(2));
    let made = file("cut.trace", b"");
    selvedge(&["trace", "gen", &made, "--events", "50000"]);
    let bytes = std::fs::read(&made).unwrap();
    let cut = file("cut.trace", &bytes[..bytes.len() / 2]);
    let output = selvedge(&["predict", &cut]);
    assert_eq!(output.status.code(), Some(0));
    assert!(errors(&output).contains("damaged trace: "), "{}", errors(&output));
}

#[test]
fn specifications_are_shown_and_tested() {
    assert!(text(&selvedge(&["spec", "list"])).contains("union_find"));
    assert!(
        text(&selvedge(&["spec", "show", "set"])).contains("method add(v) -> changed = set_add(this, v);")
    );
    assert_eq!(selvedge(&["spec", "check", "set", "map", "--rounds", "2000"]).status.code(), Some(0));
    let broken = file("broken.spec", b"object set { method add(v) -> r; commute add, add always; }\n");
    let output = selvedge(&["spec", "check", &broken]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output).contains("NOT SOUND"), "{}", text(&output));
    let wrong = file("wrong.spec", b"object set { method add(v) }\n");
    let output = selvedge(&["spec", "check", &wrong]);
    assert_eq!(output.status.code(), Some(2));
    assert!(errors(&output).contains("wrong.spec:1:28: expected `;`"), "{}", errors(&output));
}
