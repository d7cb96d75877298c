//! `--html` and `selvedge view` as a user meets them, without a browser: what is written, and what is refused.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("selvedge-view-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch folder");
        std::fs::write(path.join("count.c"), PROGRAM).expect("a program");
        Scratch(path)
    }
    fn file(&self, name: &str, contents: &str) {
        std::fs::write(self.0.join(name), contents).expect("a scratch file");
    }
    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).expect("a file was written")
    }
    fn selvedge(&self, args: &[&str]) -> Output {
        let output = Command::new(env!("CARGO_BIN_EXE_selvedge"))
            .args(args)
            .current_dir(&self.0)
            .output()
            .expect("it runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{args:?} panics: {said}");
        output
    }
    /// Runs a command that must end with this code; what it said on stdout and stderr.
    #[track_caller]
    fn run(&self, args: &[&str], code: i32) -> (String, String) {
        let output = self.selvedge(args);
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(code), "{args:?}: {stdout}{stderr}");
        (stdout, stderr)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

const PROGRAM: &str = "
#include <assert.h>
#include <pthread.h>
int counter; // the source is quoted
static void *count(void *arg) { counter = counter + 1; return arg; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
}
";

const CHECK: [&str; 4] = ["check", "count.c", "--model", "sc,tso"];

#[test]
fn a_command_prints_its_report_and_writes_the_page() {
    let scratch = Scratch::new("page");
    let (plain, _) = scratch.run(&CHECK, 1);
    let (stdout, _) = scratch.run(&[&CHECK[..], &["--html", "page.html"]].concat(), 1);
    assert_eq!(stdout.lines().next(), plain.lines().next(), "the text is as without a page");
    let page = scratch.read("page.html");
    assert!(page.contains("the source is quoted") && page.contains("assertion can fail"));
}

#[test]
fn a_report_and_a_witness_are_shown_again() {
    let scratch = Scratch::new("again");
    let (json, _) = scratch.run(&[&CHECK[..], &["--format", "json", "--save", "witness.json"]].concat(), 1);
    scratch.file("result.json", &json);
    for result in ["result.json", "witness.json"] {
        let (text, _) = scratch.run(&["view", result], 0);
        assert!(text.contains("count.c:12: assertion can fail under SC: counter == 2"), "{text}");
        assert!(text.contains("[not certified]"), "view checks nothing: {text}");
        scratch.run(&["view", result, "--html", "page.html"], 0);
        assert!(scratch.read("page.html").contains("the source is quoted"), "{result}");
    }
}

#[test]
fn another_program_is_not_quoted() {
    let scratch = Scratch::new("changed");
    scratch.run(&[&CHECK[..], &["--save", "witness.json"]].concat(), 1);
    scratch.file("count.c", &PROGRAM.replace("counter == 2", "counter >= 2"));
    let (_, said) = scratch.run(&["view", "witness.json", "--html", "page.html"], 0);
    assert!(said.contains("count.c has changed since"), "{said}");
    assert!(!scratch.read("page.html").contains("the source is quoted"));
    std::fs::remove_file(scratch.0.join("count.c")).expect("the program goes");
    let (_, said) = scratch.run(&["view", "witness.json", "--html", "page.html"], 0);
    assert!(said.contains("shown without source"), "{said}");
    assert!(scratch.read("page.html").contains("counter == 2"));
    scratch.file("moved.c", PROGRAM);
    scratch.run(&["view", "witness.json", "--program", "moved.c", "--html", "page.html"], 0);
}

#[test]
fn arguments_for_clang_in_a_result_cannot_run_anything() {
    let scratch = Scratch::new("arguments");
    scratch.run(&[&CHECK[..], &["--save", "witness.json"]].concat(), 1);
    let hostile = "\"clang_args\": [\"-fplugin=./evil.so\"], \"entry\":";
    scratch.file("hostile.json", &scratch.read("witness.json").replacen("\"entry\":", hostile, 1));
    let (_, said) = scratch.run(&["view", "hostile.json", "--html", "page.html"], 0);
    assert!(said.contains("-fplugin=./evil.so, which is not passed on"), "{said}");
    let (_, said) = scratch.run(&["replay", "hostile.json"], 2);
    assert!(said.contains("-fplugin=./evil.so, which is not passed on"), "{said}");
}

#[test]
fn what_is_not_a_result_is_refused() {
    let scratch = Scratch::new("bad");
    scratch.run(&[&CHECK[..], &["--save", "witness.json"]].concat(), 1);
    let witness = scratch.read("witness.json");
    let cases = [
        ("empty.json", String::new(), "line 1, column 0: not a result"),
        ("text.json", "hello".into(), "line 1, column 1: not a result"),
        ("cut.json", witness[..witness.len() / 2].into(), "not a result"),
        ("other.json", "{\"a\": 1}".into(), "neither a report nor a witness"),
        ("newer.json", "{\"schema\": 99, \"answers\": []}".into(), "schema version 99"),
        (
            "dangling.json",
            witness.replacen("\"order\": [", "\"order\": [ 77777,", 1),
            "e77777 does not exist",
        ),
        ("fields.json", "{\"schema\": 1, \"answers\": [{}]}".into(), "not a result"),
    ];
    for (name, contents, expected) in cases {
        scratch.file(name, &contents);
        let (_, said) = scratch.run(&["view", name, "--html", "page.html"], 2);
        assert!(said.contains(name) && said.contains(expected), "{name}: {said}");
        assert!(!Path::new(&scratch.0.join("page.html")).exists(), "{name}: no page is made");
    }
    scratch.run(&["view", "nothing.json"], 2);
    let (_, said) = scratch.run(&[&CHECK[..], &["--html", "no/such/folder/page.html"]].concat(), 2);
    assert!(said.contains("cannot write no/such/folder/page.html"), "{said}");
}
