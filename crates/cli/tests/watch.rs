//! `selvedge watch` on programs that run for long: what is told while they run, how much disk it takes, who waits for
//! whom, and what happens when one of the two is stopped, interrupted or killed.

use selvedge_rt::live::LIMIT_AT;
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::{FileExt, MetadataExt};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const SELVEDGE: &str = env!("CARGO_BIN_EXE_selvedge");
/// Nothing takes that long, also where others use the processor.
const PATIENCE: Duration = Duration::from_secs(180);
const MEGABYTE: u64 = 1 << 20;
/// Room on disk with a spool of one megabyte: twice that, and the buffers that threads write when it is full, of a quarter
/// of a megabyte each.
const MOST: u64 = 4 * MEGABYTE;

/// A program in a directory of its own, which is also that of temporary files.
struct Place(PathBuf);

impl Place {
    fn new(test: &str, program: &str) -> Place {
        let temporary = Path::new(env!("CARGO_TARGET_TMPDIR"));
        let place = Place(temporary.join(format!("watch-{test}")));
        let _ = std::fs::remove_dir_all(&place.0);
        std::fs::create_dir_all(&place.0).unwrap();
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native").join(program);
        let output = place.command(&["cc", "-O1", "-o", "program"]).arg(source).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        place
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(SELVEDGE);
        command.args(arguments).current_dir(&self.0).env("TMPDIR", &self.0);
        command.env("SELVEDGE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Runs a command to its end: exit code, stdout and stderr.
    fn run(&self, arguments: &[&str]) -> (Option<i32>, String, String) {
        let output = self.command(arguments).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code(), text(&output.stdout), text(&output.stderr))
    }

    fn watch(&self, arguments: &[&str]) -> Child {
        self.command(&[&["watch"], arguments].concat()).process_group(0).spawn().unwrap()
    }

    fn has(&self, name: &str) -> bool {
        self.0.join(name).exists()
    }

    fn stop(&self) {
        std::fs::write(self.0.join("stop"), "").unwrap();
    }

    fn progress(&self) -> u64 {
        std::fs::read_to_string(self.0.join("progress"))
            .ok()
            .and_then(|text| text.trim().parse().ok())
            .unwrap_or(0)
    }

    /// Files of the recording: their room on disk.
    fn recording(&self) -> Vec<(PathBuf, u64)> {
        let scratch = std::fs::read_dir(&self.0).unwrap().filter_map(|entry| Some(entry.ok()?.path()));
        let scratch = scratch.filter(|path| path.to_string_lossy().contains("selvedge-watch-"));
        let files = scratch.flat_map(|path| std::fs::read_dir(path).into_iter().flatten());
        let room = |path: PathBuf| std::fs::metadata(&path).ok().map(|file| (path, file.blocks() * 512));
        files.filter_map(|file| room(file.ok()?.path())).collect()
    }

    /// How far the program may go, 0 if it has not been told; and how far it is.
    fn limit_and_length(&self) -> (u64, u64) {
        let of = |path: PathBuf| {
            let mut limit = [0; 8];
            std::fs::File::open(&path).ok()?.read_exact_at(&mut limit, LIMIT_AT).ok()?;
            let length = std::fs::metadata(path.with_extension("")).map_or(0, |trace| trace.len());
            Some((u64::from_le_bytes(limit), length))
        };
        let live = self.recording().into_iter().map(|(path, _)| path);
        let live = live.filter(|path| path.extension().is_some_and(|extension| extension == "live"));
        live.filter_map(of).max().unwrap_or_default()
    }

    /// Waits until the program has been told how far it may go: from then on it waits for whoever has told it.
    fn wait_for_limit(&self) {
        wait_until("there is no limit", || self.limit_and_length().0 != 0);
    }

    /// Room that the trace and its segments take, without the buffers.
    fn spooled(&self) -> u64 {
        let is_spool = |path: &Path| path.extension().is_none_or(|extension| extension != "live");
        self.recording().iter().filter(|(path, _)| is_spool(path)).map(|(_, room)| room).sum()
    }
}

/// Programs that are still there are to end.
impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::write(self.0.join("stop"), "");
    }
}

fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < PATIENCE, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal to a process, or to its group.
fn signal(name: &str, child: &Child, group: bool) {
    let target = format!("{}{}", if group { "-" } else { "" }, child.id());
    assert!(Command::new("kill").args([&format!("-{name}"), "--", &target]).status().unwrap().success());
}

fn finished(mut child: Child) -> (Option<i32>, String) {
    let start = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(start.elapsed() < PATIENCE, "it does not end");
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut text = String::new();
    child.stderr.take().unwrap().read_to_string(&mut text).unwrap();
    (child.wait().unwrap().code(), text)
}

/// The most memory that a process has had so far, in bytes; 0 if it is not there any more.
fn peak(process: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kilobytes.unwrap_or(0) * 1024
}

#[test]
fn a_race_is_told_while_the_program_runs_and_the_disk_stays_free() {
    let place = Place::new("fly", "busy.c");
    let mut child = place.watch(&["--spool", "1", "--", "./program", "race"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(|line| line.unwrap());
    let first = lines.next().unwrap();
    assert!(first.starts_with("while the program runs, in segment "), "{first}");
    assert!(lines.next().unwrap().contains("data race on unprotected between T"));
    assert!(child.try_wait().unwrap().is_none() && !place.has("done"));
    // When the analysis has begun late, there is more at first.
    wait_until("what was looked at stays on disk", || place.spooled() < MOST);
    // Ten more rounds of the spool.
    let (start, mut most) = (place.progress(), 0);
    wait_until("the program does not go on", || {
        most = most.max(place.spooled());
        place.progress() > start + 600
    });
    assert!(most < MOST, "{most} bytes");
    assert!(child.try_wait().unwrap().is_none());
    place.stop();
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let summary = rest.last().unwrap();
    assert!(summary.contains(" segments; pairs across segments were not looked at"), "{summary}");
    // Each pair of places is told once.
    let told = rest.iter().filter(|line| line.contains("data race on unprotected")).count();
    assert!(told < 6, "{rest:?}");
    assert!(place.has("done") && place.recording().is_empty());
}

/// A lock that is held over all segments, a thread that sleeps through them, threads whose buffers are never full.
#[test]
fn what_is_protected_over_segments_is_not_reported() {
    let place = Place::new("quiet", "busy.c");
    let (code, output, text) = place.run(&["watch", "--spool", "1", "--", "./program", "quiet", "400"]);
    assert_eq!((code, output.as_str()), (Some(0), ""), "{text}");
    let segments = text.split(" events in ").nth(1).and_then(|rest| rest.split(' ').next());
    assert!(
        segments.and_then(|number| number.parse::<u32>().ok()).is_some_and(|number| number > 4),
        "{text}"
    );
    assert!(text.starts_with("nothing found in other schedules of this run"), "{text}");
}

/// Threads that come and go, memory that is handed on, all ways to synchronise: cut anywhere.
#[test]
fn what_is_handed_on_over_segments_is_not_reported() {
    let place = Place::new("churn", "churn.c");
    let (code, output, text) = place.run(&["watch", "--spool", "1", "--", "./program", "1000"]);
    assert_eq!((code, output.as_str()), (Some(0), ""), "{text}");
    assert!(text.starts_with("nothing found in other schedules") && text.contains(" segments; "), "{text}");
}

#[test]
fn a_look_does_not_end_a_segment() {
    let place = Place::new("look", "busy.c");
    let mut child = place.watch(&["--every", "1", "--spool", "256", "--", "./program", "slow"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(|line| line.unwrap());
    assert_eq!(lines.next().unwrap(), "while the program runs, in segment 1:");
    place.stop();
    let rest: Vec<String> = lines.collect();
    assert_eq!(child.wait().unwrap().code(), Some(1));
    let summary = rest.last().unwrap();
    assert!(summary.ends_with(" events") && summary.contains("violation"), "{summary}");
}

/// Not only the first process is watched while it runs.
#[test]
fn processes_one_after_another() {
    let place = Place::new("processes", "busy.c");
    let script = "./program quiet 30; ./program race";
    let mut child = place.watch(&["--spool", "1", "--", "sh", "-c", script]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map(|line| line.unwrap());
    let first = lines.next().unwrap();
    assert!(first.starts_with("nothing found in other schedules of this run"), "{first}");
    assert!(lines.next().unwrap().starts_with("while the program runs, in segment "));
    assert!(child.try_wait().unwrap().is_none());
    let start = place.progress();
    wait_until("the program does not go on", || place.progress() > start + 200);
    wait_until("what was looked at stays on disk", || place.spooled() < MOST);
    place.stop();
    assert!(lines.last().unwrap().contains(" segments; pairs across segments were not looked at"));
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// Each place is looked at by itself, which needs more than there is; looking while a segment goes on must not need it twice.
#[test]
fn memory_is_bounded_and_what_was_forgotten_is_told() {
    let place = Place::new("memory", "many_places.c");
    let child = place.watch(&["--every", "1", "--memory", "256", "--", "./program", "3000000"]);
    let process = child.id();
    let seen = std::thread::spawn(move || {
        let mut most = 0;
        loop {
            match peak(process) {
                0 if most > 0 => break most,
                now => most = most.max(now),
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    });
    let (code, text) = finished(child);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("data race on unprotected") && text.contains("not looked at (--memory)"), "{text}");
    let most = seen.join().unwrap();
    assert!(most < 256 * MEGABYTE * 11 / 10, "{} MB: {text}", most / MEGABYTE);
}

#[test]
fn the_program_waits_for_the_analysis() {
    let place = Place::new("wait", "busy.c");
    let child = place.watch(&["--spool", "1", "--", "./program", "quiet"]);
    wait_until("nothing is recorded", || place.progress() > 0 && place.spooled() > 0);
    place.wait_for_limit();
    // When the analysis has begun late, there is more at first.
    wait_until("what was looked at stays on disk", || place.spooled() < MOST);
    signal("STOP", &child, false);
    wait_until("the program does not get there", || {
        let (limit, length) = place.limit_and_length();
        length >= limit
    });
    // Who does not wait would be far beyond soon.
    std::thread::sleep(Duration::from_millis(300));
    let (limit, length) = place.limit_and_length();
    assert!(length < limit + 2 * MEGABYTE, "{length} bytes of {limit}");
    let (room, last) = (place.spooled(), place.progress());
    assert!(room < MOST, "{room} bytes");
    signal("CONT", &child, false);
    wait_until("the program does not go on", || place.progress() > last + 100);
    place.stop();
    assert_eq!(finished(child).0, Some(0));
}

#[test]
fn parts_are_passed_over_where_the_analysis_falls_behind() {
    let place = Place::new("skip", "busy.c");
    let child = place.watch(&["--spool", "1", "--skip", "--", "./program", "race"]);
    wait_until("nothing is recorded", || place.progress() > 0 && place.spooled() > 0);
    place.wait_for_limit();
    signal("STOP", &child, false);
    wait_until("the program waits already", || place.spooled() > MOST);
    signal("CONT", &child, false);
    let last = place.progress();
    wait_until("the program does not go on", || place.progress() > last + 600);
    wait_until("what was passed over stays on disk", || place.spooled() < MOST);
    place.stop();
    let (code, output) = finished(child);
    assert_eq!(code, Some(1), "{output}");
    assert!(output.contains("data race") && output.contains(" passed over (--skip)"), "{output}");
}

#[test]
fn a_program_does_not_wait_for_one_that_is_gone() {
    let place = Place::new("gone", "busy.c");
    // What is started directly is killed with it; what that has started is not.
    let mut child = place.watch(&["--spool", "1", "--", "sh", "-c", "./program quiet; true"]);
    wait_until("nothing is recorded", || place.progress() > 0);
    place.wait_for_limit();
    signal("KILL", &child, false);
    child.wait().unwrap();
    let start = place.progress();
    wait_until("the program waits for ever", || place.progress() > start + 2000);
    let left = place.spooled();
    place.stop();
    assert!(left < MEGABYTE, "nobody will read the recording: {left} bytes");
    wait_until("the program does not end", || place.has("done"));
}

#[test]
fn an_interrupt_goes_to_the_program() {
    let place = Place::new("interrupt", "busy.c");
    let child = place.watch(&["--spool", "1", "--", "./program", "race"]);
    wait_until("nothing is recorded", || place.progress() > 50);
    signal("INT", &child, true);
    let (code, text) = finished(child);
    assert_eq!(code, Some(1));
    assert!(text.contains("data race on unprotected") && text.contains("; "), "{text}");
    assert!(place.has("done"));
}

#[test]
fn a_killed_program_is_reported_up_to_there() {
    let place = Place::new("killed", "busy.c");
    let script = "./program race & until [ \"$(cat progress)\" -gt 200 ] 2>/dev/null; do sleep 0.02; done; kill -9 $!; wait";
    let (code, _, text) = place.run(&["watch", "--spool", "1", "--", "sh", "-c", script]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("data race on unprotected") && text.contains(" segments; "), "{text}");
    assert!(text.contains("there is no end mark"), "{text}");
}

/// Kinds and lines of what is found.
fn pairs(json: &str) -> Vec<String> {
    let report: Value = serde_json::from_str(json).unwrap();
    let pair = |finding: &Value| {
        format!("{} {} {}", finding["kind"], finding["first"]["line"], finding["second"]["line"])
    };
    let mut pairs: Vec<String> = report["findings"].as_array().unwrap().iter().map(pair).collect();
    pairs.sort();
    pairs
}

#[test]
fn one_segment_is_the_same_as_predict() {
    for program in ["race_before_lock.c", "use_after_free.c", "stacks.c"] {
        let place = Place::new(&format!("same-{program}"), program);
        let (_, watched, _) = place.run(&["watch", "--format", "json", "--", "./program"]);
        place.run(&["record", "-o", "trace", "--", "./program"]);
        let (_, predicted, _) = place.run(&["predict", "--format", "json", "trace"]);
        assert_eq!(pairs(&watched), pairs(&predicted), "{program}");
        assert!(!pairs(&watched).is_empty() && !watched.contains("\"segments\""), "{program}");
    }
}

#[test]
fn machine_readable_reports_come_at_the_end_in_one_piece() {
    let place = Place::new("json", "busy.c");
    let page = ["watch", "--spool", "1", "--html", "page.html"];
    let program = ["--", "./program", "race", "200"];
    let (code, text, _) = place.run(&[&page[..], &["--format", "json"], &program].concat());
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(code, Some(1));
    assert!(report["segments"].as_u64().is_some_and(|segments| segments > 2), "{}", report["segments"]);
    // A read and a write each, whoever is given the processor when; and every event is in one segment.
    let table = 2 * 200 * 2 * 2048;
    let events = report["events"].as_u64().unwrap();
    assert!((table..table + table / 20).contains(&events), "{events}");
    let mut all = pairs(&text);
    assert!(!all.is_empty());
    all.dedup();
    assert_eq!(all, pairs(&text), "each is told once");
    assert!(std::fs::read_to_string(place.0.join("page.html")).unwrap().contains("unprotected"));
    let (_, text, _) = place.run(&[&["watch", "--spool", "1", "--format", "sarif"][..], &program].concat());
    let report: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(report["runs"].as_array().map(Vec::len), Some(1));
    assert!(!report["runs"][0]["results"].as_array().unwrap().is_empty());
}
