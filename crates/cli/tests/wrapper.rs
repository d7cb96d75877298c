//! `record` and `watch` in a program's place, as a test suite would put them: exit codes, signals, output, daemons.

use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const SELVEDGE: &str = env!("CARGO_BIN_EXE_selvedge");

/// A directory with a program built from one of the native tests.
fn built(source: &str, name: &str) -> PathBuf {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&directory);
    std::fs::create_dir_all(&directory).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native").join(source);
    let output = Command::new(SELVEDGE)
        .args(["cc", "-O1", "-w", "-o", "program"])
        .arg(source)
        .env("SELVEDGE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"))
        .current_dir(&directory)
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    directory
}

fn selvedge(directory: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(SELVEDGE);
    command.args(arguments).args(["--", "./program"]).current_dir(directory);
    command
}

fn run(directory: &Path, arguments: &[&str]) -> Output {
    selvedge(directory, arguments).output().unwrap()
}

fn send(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

#[test]
fn signals_reach_the_program() {
    let directory = built("answers_signals.c", "wrapper-signals");
    for how in [&["record", "-q", "-o", "trace"][..], &["watch", "--log", "log"]] {
        let mut child = selvedge(&directory, how).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert_eq!(lines.next().unwrap().unwrap(), "ready");
        send(&child, "-USR1");
        assert_eq!(lines.next().unwrap().unwrap(), "hello");
        send(&child, "-TERM");
        assert_eq!(child.wait().unwrap().code(), Some(7), "{how:?}");
        assert!(lines.next().is_none());
    }
}

#[test]
fn who_kills_the_command_kills_the_program() {
    let directory = built("answers_signals.c", "wrapper-killed");
    let mut child = selvedge(&directory, &["record", "-o", "trace"]).stdout(Stdio::piped()).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    send(&child, "-KILL");
    child.wait().unwrap();
    // Ends when nobody has the other end.
    assert_eq!(output.read_to_string(&mut String::new()).unwrap(), 0);
}

#[test]
fn output_and_exit_code_are_the_programs() {
    let directory = built("race_before_lock.c", "wrapper-output");
    let found = |arguments: &[&str]| {
        let output = run(&directory, arguments);
        (output.status.code(), output.stdout.is_empty(), output.stderr.is_empty())
    };
    assert_eq!(found(&["watch", "--log", "log", "--exit-code", "0"]), (Some(0), true, true));
    assert_eq!(found(&["watch", "--log", "log", "--exit-code", "66"]), (Some(66), true, true));
    assert_eq!(found(&["watch"]), (Some(1), false, true));
    assert_eq!(found(&["record", "-q", "-o", "/dev/null"]), (Some(0), true, true));
    let log = std::fs::read_to_string(directory.join("log")).unwrap();
    assert_eq!(log.matches("data race").count(), 2, "{log}");
}

/// The command ends with the process that it started; what is still being written is left alone.
#[test]
fn a_process_that_goes_on() {
    let directory = built("goes_on.c", "wrapper-goes-on");
    let begin = Instant::now();
    let output = run(&directory, &["record", "-o", "trace"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(begin.elapsed() < Duration::from_millis(1400));
    assert!(!errors.contains("no end mark"), "{errors}");
}

#[test]
fn nobody_reads_standard_error() {
    let directory = built("crash.c", "wrapper-unread");
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let arguments = ["watch", "--exit-code", "0", "--log", "log"];
    let output = selvedge(&directory, &arguments).stderr(writer).output().unwrap();
    let log = std::fs::read_to_string(directory.join("log")).unwrap();
    assert!(log.starts_with("damaged trace: ") && log.contains(" events"), "{log}");
    assert!(output.status.code().is_some_and(|code| code > 128), "{:?}", output.status);
}
