//! `selvedge litmus` and `selvedge models` as a user meets them.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

struct Seen {
    code: i32,
    stdout: String,
    stderr: String,
}

fn see_with(args: &[&str], input: &str) -> Seen {
    let mut child = Command::new(env!("CARGO_BIN_EXE_selvedge"))
        .args(args)
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("selvedge runs");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("input is taken");
    let output = child.wait_with_output().expect("selvedge ends");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is text");
    let seen = Seen {
        code: output.status.code().unwrap_or(-1),
        stdout: text(output.stdout),
        stderr: text(output.stderr),
    };
    assert!(!seen.stderr.contains("panicked"), "{args:?} panics: {}", seen.stderr);
    seen
}

fn see(args: &[&str]) -> Seen {
    let args: Vec<&str> = std::iter::once("litmus").chain(args.iter().copied()).collect();
    see_with(&args, "")
}

/// Runs, checks the exit code, and that each of these is printed.
fn prints(args: &[&str], code: i32, wanted: &[&str]) {
    let seen = see(args);
    assert_eq!(seen.code, code, "{args:?}\n{}{}", seen.stdout, seen.stderr);
    let all = format!("{}{}", seen.stdout, seen.stderr);
    for text in wanted {
        assert!(all.contains(text), "{args:?} does not print {text:?}:\n{all}");
    }
}

const SB: &str = "examples/sel/store_buffering.sel";
const FIGURE: &str = "examples/sel/fig1_program2.sel";

#[test]
fn outcomes_as_herd_prints_them() {
    let wanted = [
        "Test store_buffering Allowed (under SC)",
        "States 3",
        "1:r1=0; 2:r2=1;",
        "\nNo\n",
        "Positive: 0 Negative: 3",
        "Observation store_buffering Never 0 3",
    ];
    prints(&[SB], 1, &wanted);
    prints(&[SB, "--model", "tso"], 0, &["States 4", "\nOk\n", "Observation store_buffering Sometimes 1 3"]);
    prints(&[SB, "--model", "tso", "--verdict"], 0, &["allowed under TSO"]);
    prints(&["tests/litmus/SB.litmus", "-m", "sc,pram"], 1, &["(under SC)", "(under PRAM)"]);
}

#[test]
fn folders_and_expectations() {
    let files = ["tests/litmus/2+2W.litmus", "tests/litmus/SB.litmus", "tests/litmus/CoRR.litmus"];
    let table = |extra: &[&'static str]| -> Vec<&'static str> {
        files.iter().copied().chain(extra.iter().copied()).collect()
    };
    prints(&table(&["-m", "all"]), 0, &["3 tests under sc: 0 allowed, 3 forbidden", "3 files in"]);
    let expect = table(&["-m", "sc,tso,pso,rmo,rmo-nodep,rmo-v9", "--expect", "tests/litmus/expected.tsv"]);
    prints(&expect, 0, &["18 of 18 as expected"]);
    let cat = table(&["-m", "tests/litmus/models/wmm-tso.cat", "--expect", "tests/litmus/expected.tsv"]);
    prints(&cat, 0, &["3 of 3 as expected"]);
    let scratch = std::env::temp_dir().join(format!("selvedge-litmus-{}.tsv", std::process::id()));
    let row = "name\tmodel\tverdict\tn_states\tobservation\tn_exec_pos\tn_exec_neg\nSB\tSC\tallowed\t3\tNever\t0\t3\n";
    std::fs::write(&scratch, row).expect("a table");
    let path = scratch.display().to_string();
    prints(
        &["tests/litmus/SB.litmus", "--expect", &path],
        1,
        &["SB sc: forbidden with 3 states", "0 of 1 as expected"],
    );
    std::fs::write(&scratch, row.replace("allowed", "perhaps")).expect("a table");
    prints(&["tests/litmus/SB.litmus", "--expect", &path], 2, &[":2:7: expected 'allowed' or 'forbidden'"]);
    std::fs::remove_file(&scratch).expect("the table goes");
}

#[test]
fn validation_matrix_and_explanation() {
    let matrix = "1 0 X 1 1 1 1 1 1\n2 X 0 1 1 1 1 1 1\n3 0 0 0 1 1 0 0 0\n";
    let legal = ["--assume", "1:r1=1 /\\ 2:r2=0", "--matrix"];
    prints(&[&[FIGURE], &legal[..]].concat(), 0, &["legal under SC", "6 7 8 3 4 5", "reads from: ", matrix]);
    let illegal = ["--assume", "1:r1=0 /\\ 2:r2=1"];
    prints(
        &[&[FIGURE], &illegal[..]].concat(),
        1,
        &["not possible under SC", "forbidden by: ", "Without any one"],
    );
    prints(&[SB, "--explain"], 1, &["program order", "read value of"]);
    prints(&[SB, "--explain", "-m", "tso"], 0, &["legal under TSO"]);
    prints(&[SB, "--explain", "--without", "program-order"], 0, &["legal under SC without program-order"]);
    prints(&[SB, "--without", "nosuch"], 2, &["no rule of SC is called \"nosuch\"; there are read-value"]);
    prints(&[SB, "--assume", "1:r9=0"], 2, &["column 1: no register 1:r9"]);
}

#[test]
fn races_and_atomicity() {
    prints(&["examples/sel/fig1_program1.sel", "--races"], 0, &["no data race under SC"]);
    prints(
        &[FIGURE, "--races"],
        1,
        &["race under SC: (3) r1 = x in P1", "(6) x = 1 in P2", "interleaving: "],
    );
    prints(&["examples/sel/fig2_bank.sel", "--races"], 0, &["no data race"]);
    for notion in [&[][..], &["--window"], &["--serializable"]] {
        prints(
            &[&["examples/sel/fig2_bank.sel", "--atomicity"], notion].concat(),
            1,
            &["not atomic under SC"],
        );
        let fixed = [&["examples/sel/fig2_bank_fixed.sel", "--atomicity"], notion].concat();
        prints(&fixed, 0, &["all 2 atomic blocks are atomic"]);
    }
    prints(&[SB, "--atomic", "P1:1-2"], 1, &["not atomic under SC"]);
    prints(&[SB, "--atomic", "P1:1-9"], 2, &["thread P1 has 2 operations"]);
    prints(&[SB, "--atomicity"], 2, &["has no atomic block"]);
}

#[test]
fn pictures() {
    let svg = see(&[SB, "-m", "tso", "--svg", "-"]);
    assert!(svg.stdout.starts_with("<svg ") && svg.stdout.trim_end().ends_with("</svg>"), "{}", svg.stdout);
    for wanted in ["P1", "P2", "W x = 1", "R y = 0", ">rf<", ">fr<", ">po<", ">co<"] {
        assert!(svg.stdout.contains(wanted), "{wanted} is not in\n{}", svg.stdout);
    }
    let dot = see(&[SB, "-m", "tso", "--dot", "-"]);
    assert!(dot.stdout.starts_with("digraph") && dot.stdout.contains("label=\"rf\""), "{}", dot.stdout);
}

#[test]
fn an_interactive_session() {
    let input = "ask\nassume 1:r1=0 /\\ 2:r2=0\nask\noff program-order\nask\nall\nask\nforget\nstates\nrules\noff nosuch\nquit\n";
    let seen = see_with(&["litmus", "-i", SB], input);
    assert_eq!(seen.code, 0);
    let legal = seen.stdout.matches("\nlegal under SC").count();
    let illegal = seen.stdout.matches("not possible under SC:").count();
    assert_eq!((legal, illegal), (2, 2), "{}", seen.stdout);
    for wanted in
        ["3 states", "legal under SC without program-order", "error: no rule is called \"nosuch\"", " ms]"]
    {
        assert!(seen.stdout.contains(wanted), "{wanted} is not in\n{}", seen.stdout);
    }
}

#[test]
fn wrong_files_say_where() {
    let scratch = std::env::temp_dir().join(format!("selvedge-litmus-bad-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).expect("a folder");
    for (name, text, wanted) in [
        (
            "bad.sel",
            "shared x = 0;\nthread 1 { x = ; }\n",
            "bad.sel:2:16: expected a number, a register or a shared variable",
        ),
        (
            "bad.litmus",
            "C t\n{}\nP0(int *x) { WRITE_ONCE(*x 1); }\nexists (x=1)\n",
            "bad.litmus:3:28: expected",
        ),
    ] {
        let path = scratch.join(name);
        std::fs::write(&path, text).expect("a file");
        prints(&[&path.display().to_string()], 2, &[wanted]);
    }
    let cat = scratch.join("bad.cat");
    std::fs::write(&cat, "\"T\"\nacyclic po || as t\n").expect("a file");
    prints(
        &[SB, "-m", &cat.display().to_string()],
        2,
        &["bad.cat:2:15: expected a relation or a set, found 'as'"],
    );
    std::fs::remove_dir_all(&scratch).expect("the folder goes");
    prints(&["nothing.litmus"], 2, &["cannot read nothing.litmus"]);
    prints(&[SB, "-m", "arm"], 2, &["no memory model is called \"arm\"", "causal"]);
}

#[test]
fn models_list_their_rules() {
    for (name, wanted) in [
        ("sc", "mutual-exclusion"),
        ("tso", "from-reads"),
        ("rmo", "dependencies"),
        ("causal", "causal-order"),
        ("processor", "coherence"),
        ("pram", "transitivity"),
    ] {
        let seen = see_with(&["models", name], "");
        assert!(seen.code == 0 && seen.stdout.contains(wanted), "{name}: {}", seen.stdout);
    }
}
