//! `record` and `watch` in a program's place, as a test suite would put them: exit codes, signals, output, daemons.

use events::trace::{Batch, EventStream, Source, TraceReader};
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

const SELVEDGE: &str = env!("CARGO_BIN_EXE_selvedge");
/// Nothing takes that long, also where others use the processor.
const PATIENCE: Duration = Duration::from_secs(180);

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

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
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
    assert_eq!(found(&["watch"]), (Some(1), true, false));
    assert_eq!(found(&["watch", "--format", "json"]), (Some(1), false, true));
    assert_eq!(found(&["record", "-q", "-o", "/dev/null"]), (Some(0), true, true));
    let log = std::fs::read_to_string(directory.join("log")).unwrap();
    assert_eq!(log.matches("data race").count(), 2, "{log}");
}

/// Processes that wait for this are to end, whatever becomes of the test.
struct Stop(PathBuf);

impl Drop for Stop {
    fn drop(&mut self) {
        let _ = std::fs::write(self.0.join("stop"), "");
    }
}

/// The command ends with the process that it started, and says that another is left, which has not recorded anything yet.
#[test]
fn a_process_that_goes_on() {
    let directory = built("goes_on.c", "wrapper-goes-on");
    let _stop = Stop(directory.clone());
    let output = run(&directory, &["record", "-o", "trace"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.contains("./program goes on in the background; its trace is not complete"), "{errors}");
    assert!(!errors.contains("no end mark"), "{errors}");
    let output = run(&directory, &["watch"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.starts_with("nothing found"), "{errors}");
    assert!(errors.contains("./program goes on in the background and is not watched"), "{errors}");
    let output = run(&directory, &["watch", "--log", "log"]);
    assert!(output.stdout.is_empty() && output.stderr.is_empty(), "{output:?}");
    let log = std::fs::read_to_string(directory.join("log")).unwrap();
    assert!(log.contains("nothing found") && log.contains("goes on in the background"), "{log}");
}

/// What the first process did is told, also if the other has not got round to closing what it has inherited.
#[test]
fn a_process_that_is_slow_to_begin() {
    let directory = built("slow_child.c", "wrapper-slow");
    let _stop = Stop(directory.clone());
    let output = run(&directory, &["record", "-o", "trace"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("trace: 2 events of 1 threads") && errors.contains("goes on in the"), "{errors}");
    let output = run(&directory, &["watch", "--log", "log"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let log = std::fs::read_to_string(directory.join("log")).unwrap();
    assert!(log.starts_with("nothing found") && log.contains("goes on in the background"), "{log}");
}

/// It can wait for that, too. The process cannot have ended before there is the file, and its race is after that.
#[test]
fn a_process_that_is_waited_for() {
    let directory = built("goes_on.c", "wrapper-waits");
    let stop = || std::fs::write(directory.join("stop"), "").unwrap();
    let _stop = Stop(directory.clone());
    for (how, code) in [(&["record", "--wait", "-o", "trace"][..], 0), (&["watch", "--wait"], 1)] {
        let _ = std::fs::remove_file(directory.join("stop"));
        let mut command = selvedge(&directory, how);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        stop();
        let output = child.wait_with_output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(code), "{errors}");
        assert!(!errors.contains("goes on") && !errors.contains("no end mark"), "{errors}");
        let wanted = if code == 0 { " events of 2 threads" } else { "data race on counter" };
        assert!(errors.contains(wanted), "{errors}");
    }
}

/// Whether one of all processes is so, by its directory in `/proc`.
fn some_process(is_so: impl Fn(&Path) -> bool) -> bool {
    let processes = std::fs::read_dir("/proc").unwrap().filter_map(|entry| Some(entry.ok()?.path()));
    processes.into_iter().any(|path| is_so(&path))
}

/// Whether a process has one whose end it has not seen.
fn has_child(parent: &Child) -> bool {
    let parent = parent.id().to_string();
    some_process(|path| {
        let stat = std::fs::read_to_string(path.join("stat")).unwrap_or_default();
        // Behind the name are the state and the parent.
        stat.rsplit(") ").next().and_then(|rest| rest.split(' ').nth(1)) == Some(&parent)
    })
}

/// A signal that comes when the program has ended is for the command, which still says what it has found.
#[test]
fn a_signal_after_the_program() {
    let directory = built("goes_on.c", "wrapper-late-signal");
    let _stop = Stop(directory.clone());
    let child = selvedge(&directory, &["watch", "--wait"]).stderr(Stdio::piped()).spawn().unwrap();
    let program = directory.join("program");
    let runs = || some_process(|path| std::fs::read_link(path.join("exe")).is_ok_and(|exe| exe == program));
    wait_until("the program does not end", || runs() && !has_child(&child));
    send(&child, "-TERM");
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    assert!(errors.contains("nothing found"), "{errors}");
    assert!(errors.contains("./program goes on in the background and is not watched any more"), "{errors}");
}

/// What a library's function forks is a process of its own.
#[test]
fn a_daemon_of_the_library() {
    let directory = built("library_daemon.c", "wrapper-daemon");
    let output = run(&directory, &["record", "--wait", "-o", "trace"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let lines: Vec<&str> = errors.lines().collect();
    assert!(
        lines.len() == 2 && lines[0].starts_with("selvedge: trace: 60 events of 1 threads, "),
        "{errors}"
    );
    assert!(lines[1].starts_with("selvedge: trace.") && lines[1].contains(": 100 events of 1 "), "{errors}");
}

/// Not each time is something taken that others need.
#[test]
fn a_handler_jumps_away() {
    let directory = built("jump_out_of_handler.c", "wrapper-jump");
    for _ in 0..12 {
        let output = run(&directory, &["record", "-q", "-o", "trace"]);
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
}

/// A program that does not survive its test.
struct Killed(Child);

impl Drop for Killed {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The program is in the middle of writing to a pipe that is full when the handler wants to write the rest and end.
#[test]
fn a_handler_ends_the_program_while_it_writes() {
    let directory = built("ends_in_handler.c", "wrapper-handler");
    let mut command = Command::new("./program");
    command.current_dir(&directory).env("SELVEDGE_TRACE", "fd:1").stdout(Stdio::piped());
    let mut child = Killed(command.spawn().unwrap());
    let status = PathBuf::from(format!("/proc/{}/stat", child.0.id()));
    // It never sleeps otherwise.
    wait_until("the pipe does not fill", || {
        std::fs::read_to_string(&status).is_ok_and(|status| status.contains(") S "))
    });
    send(&child.0, "-TERM");
    let mut pipe = child.0.stdout.take().unwrap();
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        pipe.read_to_end(&mut bytes).map(|_| bytes)
    });
    wait_until("the program does not end", || child.0.try_wait().unwrap().is_some());
    assert_eq!(child.0.wait().unwrap().code(), Some(7));
    let trace = directory.join("trace");
    std::fs::write(&trace, reader.join().unwrap().unwrap()).unwrap();
    let mut reader = TraceReader::open(Source::open(&trace).unwrap()).unwrap();
    let mut batch = Batch::default();
    while reader.fill(&mut batch).unwrap() {}
    assert!(reader.damage().is_empty(), "{:?}", reader.damage());
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
