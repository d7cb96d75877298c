//! Programs are compiled with `selvedge cc`, recorded, read back and watched. Each says in its head what is expected:
//!
//! ```text
//! // expect: TEXT          what `watch` prints (it ends with 1), or `nothing` (it ends with 0)
//! // exit: CODE            how the program ends under `record`; 0 if not given
//! // events: NAME=COUNT …  how often an operation is in the trace (names of the text format)
//! // traces: COUNT         how many processes were recorded; 1 if not given
//! // spec: FILE            specification whose functions are recorded as calls
//! // with: FILE            another source file of the program
//! ```

use events::trace::{Batch, Damage, EventStream, Source, TraceReader};
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const SELVEDGE: &str = env!("CARGO_BIN_EXE_selvedge");

struct Case {
    source: PathBuf,
    text: String,
    directory: PathBuf,
}

impl Case {
    fn new(name: &str, compiler: &str) -> Case {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/native").join(name);
        let text = std::fs::read_to_string(&source).unwrap();
        let folder = format!("{}-{compiler}", name.replace('/', "_"));
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).unwrap();
        Case { source, text, directory }
    }

    fn expected(&self, key: &str) -> Option<&str> {
        let mark = format!("// {key}: ");
        self.text.lines().find_map(|line| line.strip_prefix(&mark)).map(str::trim)
    }

    fn selvedge(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(SELVEDGE);
        command.args(arguments).current_dir(&self.directory);
        command.env("SELVEDGE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
        command.output().unwrap()
    }

    fn build(&self, gnu: bool) {
        let is_cpp = self.source.extension().is_some_and(|extension| extension == "cpp");
        let mut command = Command::new(SELVEDGE);
        command.arg(if is_cpp { "c++" } else { "cc" }).args(["-O1", "-o", "program"]).arg(&self.source);
        if let Some(spec) = self.expected("spec") {
            let path = self.source.with_file_name(spec);
            command.arg(format!("--selvedge-spec={}", path.display()));
        }
        if let Some(other) = self.expected("with") {
            command.arg(self.source.with_file_name(other));
        }
        if gnu {
            command.env("SELVEDGE_CC", "gcc").env("SELVEDGE_CXX", "g++");
        }
        command.env("SELVEDGE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
        let output = command.current_dir(&self.directory).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// How often each operation is in the trace, and what is wrong with it.
    fn counts(&self) -> (HashMap<&'static str, u64>, Vec<Damage>) {
        let source = Source::open(&self.directory.join("trace")).unwrap();
        let mut reader = TraceReader::open(source).unwrap();
        let (mut counts, mut batch) = (HashMap::new(), Batch::default());
        while reader.fill(&mut batch).unwrap() {
            batch.events.iter().for_each(|event| *counts.entry(event.op.name()).or_insert(0) += 1);
        }
        (counts, reader.damage().to_vec())
    }

    fn traces(&self) -> usize {
        let names = std::fs::read_dir(&self.directory).unwrap().map(|entry| entry.unwrap().file_name());
        names.filter(|name| name.to_string_lossy().starts_with("trace")).count()
    }
}

fn check(name: &str, gnu: bool) {
    let case = Case::new(name, if gnu { "gcc" } else { "clang" });
    case.build(gnu);
    let output = case.selvedge(&["record", "-o", "trace", "--", "./program"]);
    let errors = String::from_utf8_lossy(&output.stderr);
    let exit: i32 = case.expected("exit").map_or(0, |code| code.parse().unwrap());
    assert_eq!(output.status.code(), Some(exit), "{errors}");
    let traces: usize = case.expected("traces").map_or(1, |count| count.parse().unwrap());
    assert_eq!(case.traces(), traces, "{errors}");
    let (counts, damage) = case.counts();
    let was_killed = exit > 128;
    assert_eq!(damage, if was_killed { vec![Damage::NoEnd] } else { vec![] });
    for expected in case.expected("events").unwrap_or("").split_whitespace() {
        let (operation, count) = expected.split_once('=').unwrap();
        assert_eq!(counts.get(operation).copied().unwrap_or(0).to_string(), count, "{operation}: {counts:?}");
    }
    let Some(expected) = case.expected("expect") else { return };
    let specification =
        case.expected("spec").map(|spec| case.source.with_file_name(spec).display().to_string());
    let mut arguments = vec!["watch"];
    arguments.extend(specification.iter().flat_map(|path| ["--spec", path]));
    arguments.extend(["--", "./program"]);
    let output = case.selvedge(&arguments);
    let text = String::from_utf8_lossy(&output.stderr);
    let found = (output.status.code(), expected == "nothing" || text.contains(expected));
    let wanted = if expected == "nothing" { 0 } else { 1 };
    assert_eq!(found, (Some(wanted), true), "{text}");
}

macro_rules! cases {
    ($($name:ident $file:literal;)*) => {
        $(
            #[test]
            fn $name() {
                check($file, false);
            }
        )*
    };
}

cases! {
    use_after_free "use_after_free.c";
    lost_signal "lost_signal.c";
    shared_condition "shared_condition.c";
    race_before_lock "race_before_lock.c";
    reference_count "reference_count.c";
    relaxed_counter "relaxed_counter.c";
    asked_flag "asked_flag.c";
    everything "everything.c";
    killed "killed.c";
    crash "crash.c";
    exit_from_thread "exit_from_thread.c";
    many_threads "many_threads.c";
    threads_at_once "threads_at_once.c";
    nested_locks "nested_locks.c";
    stacks "stacks.c";
    deep_jump "deep_jump.c";
    late_free "late_free.c";
    fork_and_jump "fork_and_jump.c";
    child_of_vfork "child_of_vfork.c";
    threads_of_child "threads_of_child.c";
    closed_file "closed_file.c";
    told_by_hand "told_by_hand.c";
    chosen_place "chosen_place.c";
    bulk "bulk.c";
    pipes "pipes.c";
    pipe_race "pipe_race.c";
    reused_number "reused_number.c";
    checked_sizes "checked_sizes.c";
    closes_everything "closes_everything.c";
    large_blocks "large_blocks.c";
    blocks_of_all_sizes "blocks_of_all_sizes.c";
    threads "threads.cpp";
    lock_given_by_another "lock_given_by_another.c";
    stuck "stuck.c";
    told_to_detectors "told_to_detectors.c";
    allocates "allocates.cpp";
}

#[test]
fn with_gcc_where_it_is_there() {
    if Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success()) {
        for name in ["use_after_free.c", "everything.c", "reference_count.c", "blocks_of_all_sizes.c"] {
            check(name, true);
        }
    }
}

/// Each table by itself: as many threads in the cycle as there are seats.
#[test]
fn philosophers_of_three_to_nine() {
    let case = Case::new("../quiet/philosophers.c", "philosophers");
    let source = case.source.display().to_string();
    let built = case.selvedge(&["cc", "-O1", "-w", "-DBROKEN", "-o", "program", &source]);
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    for seats in 3..=9 {
        let output = case.selvedge(&["watch", "--", "./program", &seats.to_string()]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let headline = text.lines().find(|line| line.starts_with("deadlock: ")).unwrap();
        assert_eq!(headline.matches(" wants ").count(), seats, "{headline}");
        assert!(text.contains("1 violation in other schedules"), "{text}");
    }
}

/// With other allocators preloaded; where there are none (`apt-get install libjemalloc2 libmimalloc2.0`, or files in
/// `SELVEDGE_ALLOCATORS=FILE:FILE`) this says so. What they define besides (mimalloc the C library's second names) does no harm.
#[test]
fn other_allocators() {
    let case = Case::new("allocates.cpp", "other");
    case.build(false);
    let told = std::env::var("SELVEDGE_ALLOCATORS").unwrap_or_default();
    let known = ["libjemalloc.so.2", "libmimalloc.so.2"];
    let known = known.map(|name| format!("/usr/lib/x86_64-linux-gnu/{name}"));
    let all = told.split(':').map(str::to_owned).chain(known);
    let mut found: Vec<String> = all.filter(|path| Path::new(path).is_file()).collect();
    // An allocator of our own that has all the names, and must never be called.
    std::fs::write(case.directory.join("poison.c"), POISON).unwrap();
    let mut plain = Command::new("cc");
    plain.args(["-shared", "-fPIC", "-o", "poison.so", "poison.c"]).current_dir(&case.directory);
    assert!(plain.status().unwrap().success());
    found.push("./poison.so".into());
    if found.len() == 1 {
        eprintln!("SKIPPED: no other allocator is installed, so that none but our own was tried");
    }
    for path in found {
        let preload = format!("LD_PRELOAD={path}");
        let output = case.selvedge(&["watch", "--", "env", &preload, "./program"]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{path}: {text}");
        assert!(text.contains("nothing found") && !text.contains("damaged"), "{path}: {text}");
    }
}

const POISON: &str = "
#include <stddef.h>
void *malloc(size_t size) { __builtin_trap(); }
void *__libc_malloc(size_t size) { __builtin_trap(); }
void *__libc_calloc(size_t count, size_t size) { __builtin_trap(); }
void *__libc_realloc(void *old, size_t size) { __builtin_trap(); }
void *__libc_memalign(size_t alignment, size_t size) { __builtin_trap(); }
void __libc_free(void *memory) { __builtin_trap(); }
void *_Znwm(size_t size) { __builtin_trap(); }
";

/// The process becomes another program: nothing is missing of what it did before. Where that fails, it goes on.
#[test]
fn becomes_another_program() {
    let case = Case::new("becomes_another.c", "exec");
    case.build(false);
    for argument in ["true", "/no/such/program"] {
        let output = case.selvedge(&["watch", "--", "./program", argument]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(text.contains("data race on x") && !text.contains("damaged"), "{text}");
        let output = case.selvedge(&["record", "-o", "trace", "--", "./program", argument]);
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && !text.contains("no end mark"), "{text}");
    }
}

/// A limit on the size of files ends recording, not the program.
#[test]
fn files_of_limited_size() {
    let case = Case::new("fills_a_file.c", "limit");
    case.build(false);
    for kilobytes in ["1", "100", "1000"] {
        let command = format!("ulimit -f {kilobytes}; exec {SELVEDGE} record --all -o trace -- ./program");
        let output = Command::new("sh").args(["-c", &command]).current_dir(&case.directory).output().unwrap();
        let text = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{kilobytes}: {text}");
        assert!(text.contains("ulimit -f"), "{kilobytes}: {text}");
    }
}

/// `record` and the program are killed: what had been logged is there when the trace is read.
#[test]
fn record_is_killed() {
    let case = Case::new("waits_for_ever.c", "killed");
    case.build(false);
    let mut command = Command::new(SELVEDGE);
    command.args(["record", "-o", "trace", "--", "./program"]).current_dir(&case.directory);
    let mut record = command.spawn().unwrap();
    let ready = case.directory.join("ready");
    while !ready.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    record.kill().unwrap();
    record.wait().unwrap();
    while recorder_is_there(&case.directory.join("trace")) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let output = case.selvedge(&["predict", "trace"]);
    let [said, text] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(text.contains("`record` was killed"), "{text}");
    assert!(said.contains("data race on x") && said.contains("waits_for_ever.c:"), "{said}");
    assert!(!case.directory.join("trace.live").exists());
    // Compressed it is the same.
    let compressed = Command::new("gzip").arg("trace").current_dir(&case.directory).status();
    assert!(compressed.unwrap().success());
    let output = case.selvedge(&["predict", "trace.gz"]);
    assert_eq!(String::from_utf8_lossy(&output.stdout), said);
}

/// Whether somebody has the trace locked, as the program that writes it does.
fn recorder_is_there(trace: &Path) -> bool {
    let file = std::fs::File::open(trace).unwrap();
    nix::fcntl::Flock::lock(file, nix::fcntl::FlockArg::LockExclusiveNonblock).is_err()
}

/// Another sanitizer beside ours, and debug information that is to be split off.
#[test]
fn other_flags_of_compilers() {
    let case = Case::new("race_before_lock.c", "flags");
    let source = case.source.display().to_string();
    for flag in ["-fsanitize=undefined", "-fsanitize=thread,undefined", "-gsplit-dwarf"] {
        for level in ["-O0", "-O2"] {
            let output = case.selvedge(&["cc", level, flag, "-w", "-o", "program", &source]);
            assert!(output.status.success(), "{flag}: {}", String::from_utf8_lossy(&output.stderr));
            let output = case.selvedge(&["watch", "--", "./program"]);
            let text = String::from_utf8_lossy(&output.stderr);
            assert!(
                output.status.code() == Some(1) && text.contains("race_before_lock.c:"),
                "{flag}: {text}"
            );
        }
    }
}

/// Builds that want no undefined symbols in shared libraries find the runtime in the program all the same.
#[test]
fn a_library_without_undefined_symbols() {
    let case = Case::new("file_library.c", "library");
    let sources = ["part.c", "main.c"].map(|name| case.directory.join(name));
    std::fs::write(&sources[0], "int x;\nint part(void) { return ++x; }\n").unwrap();
    std::fs::write(&sources[1], "int part(void);\nint main(void) { return part() - 1; }\n").unwrap();
    let library = ["cc", "-shared", "-fPIC", "-Wl,--no-undefined", "-o", "libpart.so", "part.c"];
    let program = ["cc", "-Wl,--no-undefined", "-o", "program", "main.c", "-L.", "-lpart", "-Wl,-rpath,."];
    for arguments in [&library[..], &program[..]] {
        let output = case.selvedge(arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let output = case.selvedge(&["watch", "--", "./program"]);
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The hot path is there three times: as what is inlined, as what that calls, and as functions for other compilers.
#[test]
fn what_is_new_in_a_section_is_logged() {
    let has_gcc = Command::new("gcc").arg("--version").output().is_ok_and(|output| output.status.success());
    for (compiler, gnu) in [("clang", false), ("gcc", true)].into_iter().filter(|(_, gnu)| has_gcc || !gnu) {
        let case = Case::new("all_places.c", compiler);
        case.build(gnu);
        let output = case.selvedge(&["record", "-o", "trace", "--", "./program"]);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let (counts, _) = case.counts();
        let found = ["r", "w"].map(|name| counts.get(name).copied().unwrap_or(0));
        let wanted = format!("read={} write={}\n", found[0], found[1]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), wanted, "{compiler}");
    }
}

/// Reading atomically hands nothing on, so that nothing is logged again behind it (ADR 18); a store that releases does.
#[test]
fn a_section_goes_on_behind_atomic_reads() {
    let case = Case::new("looks_again.c", "sections");
    case.build(false);
    let output = case.selvedge(&["record", "-o", "trace", "--", "./program"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let (counts, _) = case.counts();
    let of = |name: &str| counts.get(name).copied().unwrap_or(0);
    // The table is read in two sections.
    assert!((8..20).contains(&of("r")) && of("ar") == 1001 && of("aw") == 1, "{counts:?}");
}

#[test]
fn a_program_that_is_not_instrumented() {
    let case = Case::new("crash.c", "none");
    let output = case.selvedge(&["record", "-o", "trace", "--", "true"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("was not built with `selvedge cc`"));
    let output = case.selvedge(&["record", "--", "./no-such-program"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot run ./no-such-program"));
}

#[test]
fn static_programs_are_refused() {
    let case = Case::new("crash.c", "static");
    let output = case.selvedge(&["cc", "-static", &case.source.display().to_string()]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("-static"));
}

/// A trace that was cut, or in which bytes were changed, anywhere: what is left is analysed, and the damage is told.
#[test]
fn a_damaged_trace() {
    let case = Case::new("use_after_free.c", "damaged");
    case.build(false);
    assert_eq!(case.selvedge(&["record", "-o", "trace", "--", "./program"]).status.code(), Some(0));
    let path = case.directory.join("trace");
    let whole = std::fs::read(&path).unwrap();
    for at in (0..whole.len()).step_by(whole.len() / 40 + 1) {
        let mut flipped = whole.clone();
        flipped[at] ^= 0x55;
        for bytes in [&whole[..at], &flipped[..]] {
            std::fs::write(&path, bytes).unwrap();
            let output = case.selvedge(&["predict", "trace"]);
            let errors = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0..=2)), "{at}: {errors}");
            assert!(output.status.code() != Some(2) || errors.contains("trace"), "{at}: {errors}");
            assert!(!errors.contains("panicked"), "{at}: {errors}");
        }
    }
}
