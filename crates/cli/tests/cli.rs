//! The command as a user meets it: what it prints and with which exit code, for good input and bad.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of its own for each test, gone at the end.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        let path = std::env::temp_dir().join(format!("selvedge-cli-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a scratch folder");
        Scratch(path)
    }
    fn file(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, contents).expect("a scratch file");
        path.display().to_string()
    }
    fn path(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        drop(std::fs::remove_dir_all(&self.0));
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn selvedge(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_selvedge"))
        .args(args)
        .current_dir(root())
        .output()
        .expect("selvedge runs")
}

struct Seen {
    code: i32,
    stdout: String,
    stderr: String,
}

fn see(args: &[&str]) -> Seen {
    let output = selvedge(args);
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    let seen = Seen {
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!seen.stderr.contains("panicked"), "{args:?} panics: {}", seen.stderr);
    seen
}

/// Bad input: exit code 2, nothing on stdout, and a message with these words.
fn refuses(args: &[&str], words: &[&str]) {
    let seen = see(args);
    assert_eq!(seen.code, 2, "{args:?} ends with {}: {}{}", seen.code, seen.stdout, seen.stderr);
    assert_eq!(seen.stdout, "", "{args:?}");
    for word in words {
        assert!(seen.stderr.contains(word), "{args:?} does not say {word:?}: {}", seen.stderr);
    }
}

#[test]
fn bad_usage() {
    refuses(&["runn", "x.c"], &["unrecognized subcommand", "run"]);
    refuses(&["run", "x.c", "--sed", "1"], &["--sed", "--seed"]);
    refuses(&["run"], &["FILE"]);
    refuses(&["models", "tos"], &["\"tos\"", "tso", "rmo-v9"]);
    refuses(&["run", "examples/counter.c", "--schedule", "0*x"], &["--schedule", "0*x"]);
    refuses(&["run", "examples/counter.c", "--schedule", "7"], &["step 1", "not possible"]);
}

#[test]
fn bad_files() {
    let scratch = Scratch::new("bad-files");
    refuses(&["run", &scratch.path("missing.c")], &["missing.c"]);
    refuses(&["run", &scratch.path("missing.litmus")], &["missing.litmus"]);
    refuses(&["run", &scratch.0.display().to_string()], &[]);
    refuses(&["run", &scratch.file("empty.c", "")], &["main"]);
    refuses(&["run", &scratch.file("empty.ll", "")], &["main"]);
    refuses(&["run", &scratch.file("empty.litmus", "")], &["empty.litmus:1"]);
    refuses(&["run", &scratch.file("library.c", "int f(void) { return 1; }")], &["main"]);
    refuses(&["run", &scratch.file("binary.ll", [0u8, 159, 146, 150, 0, 1])], &["binary.ll"]);
    refuses(&["run", &scratch.file("binary.c", [0u8, 159, 146, 150, 0, 1])], &["binary.c"]);
    refuses(&["run", &scratch.file("program.txt", "hello")], &["program.txt"]);
    // clang's own message is shown.
    refuses(
        &["run", &scratch.file("syntax.c", "int main(void) {\n  return 0\n}\n")],
        &["syntax.c:2", "expected ';'"],
    );
    refuses(&["replay", &scratch.path("missing.json")], &["missing.json"]);
    refuses(&["replay", &scratch.file("broken.json", "{ \"schema\": 1, ")], &["broken.json", "line 1"]);
    refuses(&["replay", &scratch.file("other.json", "{ \"schema\": 9 }")], &["version 9"]);
}

#[test]
fn a_truncated_ll_file_names_the_line() {
    let scratch = Scratch::new("truncated");
    let text = "define i32 @main() {\nentry:\n  %x = alloca i32\n  store i32 1, ptr %";
    refuses(&["run", &scratch.file("cut.ll", text)], &["cut.ll:4"]);
}

#[test]
fn fifty_megabytes_of_garbage() {
    let scratch = Scratch::new("garbage");
    let mut state = 0x9e37_79b9_7f4a_7c15u64;
    let garbage: Vec<u8> = (0..50_000_000)
        .map(|_| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            b' ' + ((state >> 33) % 95) as u8
        })
        .collect();
    refuses(&["run", &scratch.file("garbage.ll", &garbage)], &["garbage.ll:1"]);
    refuses(&["run", &scratch.file("garbage.litmus", &garbage)], &["garbage.litmus:1"]);
}

#[test]
fn a_program_without_threads_runs() {
    let scratch = Scratch::new("sequential");
    let file = scratch
        .file("hello.c", "#include <stdio.h>\nint main(void) { printf(\"%d %s\\n\", 6 * 7, \"yes\"); }\n");
    let seen = see(&["run", &file]);
    assert_eq!((seen.code, seen.stdout.as_str()), (0, "42 yes\n"));
    assert!(seen.stderr.contains("not a proof"), "{}", seen.stderr);
}

#[test]
fn infinite_recursion_is_reported() {
    let scratch = Scratch::new("recursion");
    let file =
        scratch.file("deep.c", "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n");
    let seen = see(&["run", &file]);
    assert_eq!(seen.code, 1, "{}{}", seen.stdout, seen.stderr);
    assert!(
        seen.stdout.contains("deep.c:1") && seen.stdout.contains("call stack exhausted"),
        "{}",
        seen.stdout
    );
}

#[test]
fn an_endless_loop_is_unknown() {
    let scratch = Scratch::new("endless");
    let file = scratch.file("loop.c", "volatile int x;\nint main(void) { for (;;) x++; }\n");
    let seen = see(&["run", &file, "--max-steps", "10000"]);
    assert_eq!(seen.code, 3, "{}{}", seen.stdout, seen.stderr);
    assert!(seen.stdout.contains("unknown") && seen.stdout.contains("10000 steps"), "{}", seen.stdout);
}

#[test]
fn what_is_not_supported_is_unknown_with_its_line() {
    let scratch = Scratch::new("unsupported");
    let text = "int main(void) {\n  int a;\n  __asm__ volatile(\"cpuid\" : \"=a\"(a));\n  return a;\n}\n";
    let seen = see(&["run", &scratch.file("asm.c", text)]);
    assert_eq!(seen.code, 3, "{}{}", seen.stdout, seen.stderr);
    assert!(seen.stdout.contains("asm.c:3") && seen.stdout.contains("cpuid"), "{}", seen.stdout);
}

#[test]
fn a_failure_is_saved_replayed_and_not_believed_when_changed() {
    let scratch = Scratch::new("witness");
    let saved = scratch.path("witness.json");
    let found = see(&["run", "examples/counter_broken.c", "--runs", "500", "--save", &saved]);
    assert_eq!(found.code, 1, "{}{}", found.stdout, found.stderr);
    assert!(found.stdout.contains("assertion can fail under SC"), "{}", found.stdout);
    assert!(found.stdout.contains("[certified"), "{}", found.stdout);
    let replayed = see(&["replay", &saved]);
    assert_eq!(replayed.code, 1, "{}", replayed.stderr);
    let execution =
        |text: &str| text.lines().filter(|line| !line.contains("certified")).collect::<Vec<_>>().join("\n");
    assert_eq!(execution(&replayed.stdout), execution(&found.stdout));

    // A read that claims another value than its source wrote is refused.
    let text = std::fs::read_to_string(&saved).expect("the witness");
    let mut witness: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let events = witness["execution"]["events"].as_array_mut().expect("events");
    let read = events.iter_mut().rfind(|event| event["kind"] == "read" && event["place"] == "counter");
    read.expect("a read of counter")["read"] = "77".into();
    refuses(
        &["replay", &scratch.file("changed.json", witness.to_string())],
        &["changed.json", "does not hold"],
    );

    // Another program is refused.
    refuses(&["replay", &saved, "--program", "examples/counter.c"], &["does not hold"]);
}

#[test]
fn machine_formats() {
    let json = see(&["run", "examples/counter_broken.c", "--runs", "500", "--format", "json"]);
    assert_eq!(json.code, 1);
    let report: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON on stdout");
    assert_eq!(report["schema"], 1);
    assert_eq!(report["answers"][0]["verdict"], "violation");
    assert_eq!(report["answers"][0]["witness"]["failure"]["kind"], "assertion");
    let sarif = see(&["run", "examples/counter_broken.c", "--runs", "500", "--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_str(&sarif.stdout).expect("JSON on stdout");
    assert_eq!(log["runs"][0]["results"][0]["ruleId"], "assertion");
    let fine = see(&["run", "examples/counter.c", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&fine.stdout).expect("JSON on stdout");
    assert_eq!((fine.code, report["answers"].as_array().map(Vec::len)), (0, Some(0)));
}

#[test]
fn the_same_seed_and_the_printed_schedule_give_the_same_run() {
    let first = see(&["run", "examples/bank_transfer_broken.c", "--runs", "300"]);
    assert_eq!(first.code, 1, "{}{}", first.stdout, first.stderr);
    let schedule = first.stderr.split("--schedule ").nth(1).expect("a schedule is printed").trim();
    let again = see(&["run", "examples/bank_transfer_broken.c", "--schedule", schedule]);
    assert_eq!(again.code, 1);
    let lanes = |seen: &Seen| {
        seen.stdout.lines().filter(|line| !line.contains("certified")).collect::<Vec<_>>().join("\n")
    };
    assert_eq!(lanes(&again), lanes(&first));
}

#[test]
fn litmus_tests_run_and_say_their_final_state() {
    let seen = see(&["run", "tests/litmus/LB.litmus", "--seed", "3"]);
    assert_eq!(seen.code, 0, "{}{}", seen.stdout, seen.stderr);
    assert!(seen.stderr.contains("0:r0="), "{}", seen.stderr);
}

#[test]
fn check_answers_per_model_and_saves_what_it_finds() {
    let scratch = Scratch::new("check");
    let saved = scratch.path("pso.json");
    let seen = see(&["check", "examples/message_passing.c", "--model", "all", "--save", &saved]);
    assert_eq!(seen.code, 1, "{}{}", seen.stdout, seen.stderr);
    for words in ["safe under SC", "safe under TSO", "can fail under PSO", "can fail under RMO", "[certified"]
    {
        assert!(seen.stdout.contains(words), "{words:?} is not in {}", seen.stdout);
    }
    let replayed = see(&["replay", &saved]);
    assert_eq!(replayed.code, 1, "{}", replayed.stderr);
    assert!(replayed.stdout.contains("PSO lets the store to flag"), "{}", replayed.stdout);
    // The same execution is not believed under a model that forbids it.
    let text = std::fs::read_to_string(&saved).expect("the witness");
    let stronger = scratch.file("tso.json", text.replacen("\"model\": \"pso\"", "\"model\": \"tso\"", 1));
    refuses(&["replay", &stronger], &["does not hold"]);
    refuses(&["check", "examples/message_passing.c", "--model", "x86"], &["x86", "tso"]);
    refuses(&["check", "examples/message_passing.c", "--unwind-at", "3"], &["LINE:K"]);
}

#[test]
fn verify_raises_the_bound_until_it_is_enough() {
    let scratch = Scratch::new("verify");
    let text = "#include <assert.h>\nint main(void) {\n  int n = 0;\n  for (int i = 0; i < 6; i++) n += i;\n  assert(n == 15);\n}\n";
    let seen = see(&["verify", &scratch.file("sum.c", text)]);
    assert_eq!(seen.code, 0, "{}{}", seen.stdout, seen.stderr);
    assert!(seen.stdout.contains("SC   safe: every execution"), "{}", seen.stdout);
    // A loop that an input bounds is followed until the assertion fails.
    let text = "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int(), k = 0;\n  \
                while (k < n) { k++; assert(k != 4); }\n}\n";
    let seen = see(&["verify", &scratch.file("loop.c", text), "--model", "sc"]);
    assert_eq!(seen.code, 1, "{}{}", seen.stdout, seen.stderr);
}

#[test]
fn help_and_models() {
    let help = see(&["--help"]);
    assert_eq!(help.code, 0);
    for command in ["verify", "check", "run", "replay", "models", "ir"] {
        assert!(help.stdout.contains(command), "{}", help.stdout);
    }
    for name in ["sc", "tso", "pso", "rmo", "rmo-nodep", "rmo-v9"] {
        assert_eq!(see(&["models", name]).code, 0);
    }
}

#[test]
fn a_bound_that_grows_by_itself() {
    let scratch = Scratch::new("auto");
    let program = "#include <assert.h>\nint main(void) {\n  int n = 0;\n  while (__VERIFIER_nondet_int()) n++;\n\
                   assert(n < 6);\n}\n";
    let file = scratch.file("loop.c", format!("int __VERIFIER_nondet_int(void);\n{program}"));
    let seen = see(&["check", "--unwind", "3", &file]);
    assert_eq!(seen.code, 0, "{}", seen.stdout);
    assert!(seen.stdout.contains("3"), "the bound is part of the answer: {}", seen.stdout);
    let seen = see(&["check", "--unwind", "auto", &file]);
    assert_eq!(seen.code, 1, "{}", seen.stdout);
    let seen = see(&["check", "--unwind", "many", &file]);
    assert_eq!(seen.code, 2);
    assert!(seen.stderr.contains("a number or `auto`"), "{}", seen.stderr);
}

#[test]
fn every_failing_place_and_whether_the_bound_is_enough() {
    let scratch = Scratch::new("all");
    let file = scratch.file(
        "two.c",
        "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  int n = __VERIFIER_nondet_int();\n\
         if (n == 1) assert(0);\n  if (n == 2) assert(n == 3);\n  while (n > 9) n--;\n}\n",
    );
    let seen = see(&["check", &file]);
    assert_eq!((seen.code, seen.stdout.matches("can fail").count()), (1, 1), "{}", seen.stdout);
    let dump = scratch.path("query.smt2");
    let seen = see(&["check", "--all", "--dump-smt2", &dump, &file]);
    assert_eq!((seen.code, seen.stdout.matches("can fail").count()), (1, 2), "{}", seen.stdout);
    let query = std::fs::read_to_string(&dump).expect("the query was written");
    assert!(query.contains("(check-sat") && query.contains("declare-"), "{query}");
    let seen = see(&["check", "--property", "unwind", &file]);
    assert_eq!(seen.code, 3, "{}", seen.stdout);
    assert!(seen.stdout.contains("two.c:7") && seen.stdout.contains("is not enough"), "{}", seen.stdout);
}

#[test]
fn a_flag_that_cannot_do_anything_here_is_refused() {
    let scratch = Scratch::new("idle-flags");
    let trace = scratch.file("run.std", "T0|w(x)|1\nT1|r(x)|2\n");
    for (args, says) in [
        (vec!["predict", &trace, "--property", "assert"], "has no assertions"),
        (vec!["predict", "examples/counter.c", "--order", "hb"], "is a program"),
        (vec!["explore", "examples/counter.c", "--property", "unwind"], "for check and verify"),
    ] {
        let seen = see(&args);
        assert_eq!(seen.code, 2, "{args:?}: {}", seen.stdout);
        assert!(seen.stderr.contains(says), "{args:?}: {}", seen.stderr);
    }
}

#[test]
fn whether_the_bound_is_enough_is_not_called_safe() {
    // Its assertion can fail under TSO, but that is not what is asked.
    let seen = see(&["verify", "examples/peterson.c", "--property", "unwind", "--model", "tso"]);
    assert_eq!(seen.code, 0);
    assert!(seen.stdout.contains("bound enough") && !seen.stdout.contains("safe"), "{}", seen.stdout);
    let scratch = Scratch::new("endless");
    let file =
        scratch.file("endless.c", "int n(void); int main(void) { int k = 0; while (n()) k++; return k; }\n");
    let seen = see(&["check", "--unwind", "auto", "--property", "unwind", &file]);
    assert_eq!(seen.code, 3, "{}", seen.stdout);
    assert!(seen.stdout.contains("is not enough"), "{}", seen.stdout);
}

#[test]
fn explore_counts_every_model() {
    let seen = see(&["explore", "examples/peterson_fenced.c", "--model", "sc,tso", "--count"]);
    assert_eq!(seen.code, 0, "{}", seen.stdout);
    assert_eq!(seen.stderr.matches(" executions, ").count(), 2, "{}", seen.stderr);
}

#[test]
fn verify_says_who_settled_what() {
    let scratch = Scratch::new("portfolio");
    let seen = see(&["verify", "examples/peterson_x86.c", "--model", "sc,tso,pso", "--cross-check"]);
    assert_eq!(seen.code, 1, "{}", seen.stdout);
    for words in
        ["SC   safe: every execution", "TSO  safe: every execution", "PSO  violation: assertion can fail"]
    {
        assert!(seen.stdout.contains(words), "{words:?} is not in {}", seen.stdout);
    }
    assert!(!seen.stdout.contains("contradicts"), "{}", seen.stdout);
    refuses(
        &["verify", "examples/counter.c", "--property", "race", "--engines", "prove"],
        &["none of the engines"],
    );
    // Inputs that are given are part of the scope.
    let file = scratch.file(
        "input.c",
        "#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {\n  assert(__VERIFIER_nondet_int() != 9);\n}\n",
    );
    let seen = see(&["verify", &file, "--engines", "explore", "--inputs", "0..3", "--model", "sc"]);
    assert!(seen.stdout.contains("safe: every execution for the given inputs"), "{}", seen.stdout);
    let seen = see(&["verify", &file, "--inputs", "0..3", "--model", "sc"]);
    assert_eq!(seen.code, 1, "the others know all inputs: {}", seen.stdout);
}

#[test]
fn verify_takes_folders() {
    let scratch = Scratch::new("folder");
    scratch.file("good.c", "#include <assert.h>\nint main(void) { assert(1 + 1 == 2); }\n");
    scratch.file("bad.c", "#include <assert.h>\nint main(void) { assert(1 + 1 == 3); }\n");
    let folder = scratch.path("");
    let page = scratch.path("table.html");
    let seen = see(&["verify", &folder, "--html", &page]);
    assert_eq!(seen.code, 1, "{}{}", seen.stdout, seen.stderr);
    assert!(
        seen.stdout.contains("2 files in") && seen.stdout.contains("1 safe, 1 with violations"),
        "{}",
        seen.stdout
    );
    assert!(std::fs::read_to_string(&page).expect("a page").contains("good.c"));
    scratch.file("broken.c", "int main(void) { return 0\n");
    let seen = see(&["verify", &folder, "--format", "json"]);
    assert_eq!(seen.code, 2, "{}", seen.stdout);
    let document: serde_json::Value = serde_json::from_str(&seen.stdout).expect("JSON");
    assert_eq!(document["summary"]["not_read"], 1);
    assert_eq!(document["summary"]["violation"], 1);
    let broken = &document["files"][1];
    assert!(broken["file"].as_str().is_some_and(|file| file.ends_with("broken.c")), "{broken}");
    assert!(broken["error"].as_str().is_some_and(|error| error.contains("broken.c:1")), "{broken}");
    let seen = see(&["verify", &folder, "--format", "sarif"]);
    let log: serde_json::Value = serde_json::from_str(&seen.stdout).expect("JSON");
    assert_eq!(log["runs"].as_array().map(Vec::len), Some(2));
    refuses(&["verify", &scratch.path("nowhere")], &["nowhere"]);
}

#[test]
fn shells_and_man_know_the_commands() {
    let scratch = Scratch::new("shell");
    for shell in ["bash", "zsh", "fish"] {
        let seen = see(&["completions", shell]);
        assert_eq!(seen.code, 0);
        assert!(seen.stdout.contains("cross-check"), "{shell}");
    }
    let folder = scratch.path("man");
    assert_eq!(see(&["man", &folder]).code, 0);
    let page =
        std::fs::read_to_string(std::path::Path::new(&folder).join("selvedge-verify.1")).expect("a page");
    assert!(page.contains("\\-\\-cross\\-check"), "{page}");
    let version = see(&["--version"]);
    assert!(version.stdout.contains("clang"), "{}", version.stdout);
}
