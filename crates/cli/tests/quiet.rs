//! Correct programs of which nothing is to be reported, and each with one synchronisation taken out, which is to be: `tests/quiet`.
//!
//! A program says in its head, after what it does:
//!
//! ```text
//! // broken: TEXT   what `watch` prints where it was compiled with `-DBROKEN`
//! // missed: WHY     the broken one is not reported yet; whoever mends that takes this line out
//! // link: FLAGS    what it is linked with
//! // with: FILE     a library of the program's that is compiled without `selvedge cc`
//! // property: NAME what `predict` is asked about a recording, in place of `watch`
//! // clang: only     where what gcc makes of it cannot be seen
//! // absent: CODE   how it ends where the system does not have what it needs
//! ```
//!
//! `cargo test -p selvedge --test quiet -- --ignored --nocapture` prints a table: of each pair, run once, what `watch` and ThreadSanitizer
//! (clang's, where its runtime is installed) make of it.
//!
//! By default each is compiled once as it is and once broken, and each third one with gcc, too. With `SELVEDGE_FULL` by both compilers, with
//! and without optimisation, and run ten times; that takes long, so `SELVEDGE_PART=3/16` does the third sixteenth of it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::atomic::{AtomicUsize, Ordering};

const SELVEDGE: &str = env!("CARGO_BIN_EXE_selvedge");

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Compiler {
    Clang,
    Gnu,
}

struct Program {
    source: PathBuf,
    text: String,
    directory: PathBuf,
}

impl Program {
    fn new(source: PathBuf) -> Program {
        let name = source.file_name().unwrap().to_string_lossy().into_owned();
        let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("quiet").join(name);
        let _ = std::fs::remove_dir_all(&directory);
        std::fs::create_dir_all(&directory).unwrap();
        Program { text: std::fs::read_to_string(&source).unwrap(), source, directory }
    }

    fn told(&self, key: &str) -> Option<&str> {
        let mark = format!("// {key}: ");
        self.text.lines().find_map(|line| line.strip_prefix(&mark)).map(str::trim)
    }

    fn run(&self, command: &mut Command) -> Output {
        command.current_dir(&self.directory);
        command.env("SELVEDGE_CACHE", Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"));
        command.output().unwrap()
    }

    fn build(&self, compiler: Compiler, level: &str, is_broken: bool) {
        let is_cpp = self.source.extension().is_some_and(|extension| extension == "cpp");
        let mut command = Command::new(SELVEDGE);
        command.args(if is_cpp { &["c++", "-std=c++20"][..] } else { &["cc"][..] });
        command.args([level, "-w", "-o", "program"]).args(is_broken.then_some("-DBROKEN")).arg(&self.source);
        if let Some(library) = self.told("with") {
            let source = self.source.with_file_name(library);
            let mut plain = Command::new("cc");
            let output = self.run(plain.args(["-shared", "-fPIC", "-O1", "-o", "libplain.so"]).arg(source));
            assert!(output.status.success(), "{library}: {}", String::from_utf8_lossy(&output.stderr));
            command.args(["-L.", "-lplain", "-Wl,-rpath,."]);
        }
        command.args(self.told("link").into_iter().flat_map(str::split_whitespace));
        if compiler == Compiler::Gnu {
            command.env("SELVEDGE_CC", "gcc").env("SELVEDGE_CXX", "g++");
        }
        let output = self.run(&mut command);
        assert!(output.status.success(), "{:?}: {}", self.source, String::from_utf8_lossy(&output.stderr));
    }

    /// What is wrong with what is said about it.
    fn problem(&self, is_broken: bool) -> Option<String> {
        let output = match self.told("property") {
            Some(property) => {
                self.run(Command::new(SELVEDGE).args(["record", "-o", "trace", "--", "./program"]));
                self.run(Command::new(SELVEDGE).args(["predict", "--property", property, "trace"]))
            }
            None => self.run(Command::new(SELVEDGE).args(["watch", "--", "./program"])),
        };
        let [said, text] = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
        let text = format!("{said}{text}");
        let code = output.status.code();
        if code.is_some() && code == self.told("absent").and_then(|code| code.parse().ok()) {
            return None;
        }
        let wanted = self.told("broken").expect("what is to be reported");
        let is_found = code == Some(1) && text.contains(wanted);
        let is_missed = self.told("missed").is_some();
        let is_right = if is_broken { is_found != is_missed } else { code == Some(0) };
        (!is_right).then(|| format!("ended with {code:?}\n{text}"))
    }

    fn check(&self, compiler: Compiler, level: &str, is_broken: bool, runs: usize) -> Option<String> {
        if compiler == Compiler::Gnu && self.told("clang").is_some() {
            return None;
        }
        self.build(compiler, level, is_broken);
        let problem = (0..runs).find_map(|_| self.problem(is_broken))?;
        let kind = if is_broken { "broken" } else { "correct" };
        Some(format!("{} ({compiler:?} {level}, {kind}): {problem}", self.source.display()))
    }

    fn problems(&self, is_full: bool, with_gnu: bool) -> Vec<String> {
        use Compiler::{Clang, Gnu};
        let mut cases = vec![(Clang, "-O2", false), (Gnu, "-O0", false), (Clang, "-O0", true)];
        if is_full {
            cases.extend([(Clang, "-O0", false), (Gnu, "-O2", false)]);
            cases.extend([(Clang, "-O2", true), (Gnu, "-O0", true), (Gnu, "-O2", true)]);
        }
        let runs = if is_full { 10 } else { 1 };
        let cases = cases.into_iter().filter(|(compiler, _, _)| with_gnu || *compiler == Clang);
        cases
            .filter_map(|(compiler, level, is_broken)| {
                self.check(compiler, level, is_broken, if is_broken { 1 } else { runs })
            })
            .collect()
    }
}

/// The programs of the folder.
fn sources() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/quiet");
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let is_program =
        |path: &PathBuf| std::fs::read_to_string(path).is_ok_and(|text| text.contains("// broken: "));
    sources.retain(is_program);
    sources.sort();
    sources
}

#[test]
fn nothing_is_reported_of_correct_programs() {
    let sources = sources();
    assert!(sources.len() >= 120, "{}", sources.len());
    let is_full = std::env::var_os("SELVEDGE_FULL").is_some();
    let has_gnu = Command::new("g++").arg("--version").output().is_ok_and(|output| output.status.success());
    let part = std::env::var("SELVEDGE_PART").ok().map(|text| {
        let (part, parts) = text.split_once('/').expect("SELVEDGE_PART is like 3/16");
        [part, parts].map(|number| number.parse::<usize>().expect("a number in SELVEDGE_PART"))
    });
    let is_wanted = |index: usize| part.is_none_or(|[part, parts]| index % parts == part - 1);
    let next = AtomicUsize::new(0);
    let work = || {
        let mut problems = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(index) else { break };
            if !is_wanted(index) {
                continue;
            }
            let with_gnu = has_gnu && (is_full || index.is_multiple_of(3));
            problems.extend(Program::new(source.clone()).problems(is_full, with_gnu));
        }
        problems
    };
    let problems: Vec<String> = std::thread::scope(|scope| {
        let workers = [(); 2].map(|()| scope.spawn(work));
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect()
    });
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// What a detector makes of a pair of programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Answer {
    finds: bool,
    is_false: bool,
}

impl Answer {
    fn text(self) -> String {
        let found = if self.finds { "found" } else { "missed" };
        format!("{found}{}", if self.is_false { ", false" } else { "" })
    }
}

impl Program {
    /// Builds with ThreadSanitizer and runs once; whether that reports something. `None` where it cannot be built.
    fn sanitized(&self, is_broken: bool) -> Option<bool> {
        let is_cpp = self.source.extension().is_some_and(|extension| extension == "cpp");
        let clang = frontend::clang::Clang::find(None).ok()?.path;
        let mut command = Command::new(clang);
        command.args(if is_cpp { &["--driver-mode=g++", "-std=c++20"][..] } else { &[] });
        command.args(["-O1", "-g", "-w", "-fsanitize=thread", "-o", "sanitized"]);
        command.args(is_broken.then_some("-DBROKEN")).arg(&self.source);
        if self.told("with").is_some() {
            command.args(["-L.", "-lplain", "-Wl,-rpath,."]);
        }
        command.args(self.told("link").into_iter().flat_map(str::split_whitespace));
        if !self.run(&mut command).status.success() {
            return None;
        }
        // Where addresses are random it may not find room for its own.
        let mut command = Command::new("timeout");
        let output = self.run(command.args(["30", "setarch", "-R", "./sanitized"]));
        Some(String::from_utf8_lossy(&output.stderr).contains("WARNING: ThreadSanitizer"))
    }

    /// What `watch` and ThreadSanitizer make of it.
    fn answers(&self) -> (Answer, Option<Answer>) {
        let [correct, broken] = [false, true].map(|is_broken| {
            self.build(Compiler::Clang, "-O1", is_broken);
            self.problem(is_broken).is_none()
        });
        let broken = broken && self.told("missed").is_none();
        let sanitized = || {
            let [correct, broken] = [self.sanitized(false)?, self.sanitized(true)?];
            Some(Answer { finds: broken, is_false: correct })
        };
        (Answer { finds: broken, is_false: !correct }, sanitized())
    }
}

#[test]
#[ignore = "prints a table; takes minutes"]
fn table_of_bug_patterns() {
    let (mut watch, mut other, mut ours_alone, mut missed) = ([0; 2], [0; 2], 0, Vec::new());
    let sources = sources();
    println!("| pattern | what is broken | `watch` | ThreadSanitizer |\n|---|---|---|---|");
    for source in &sources {
        let program = Program::new(source.clone());
        let (own, sanitizer) = program.answers();
        let name = source.file_name().unwrap().to_string_lossy();
        let told = sanitizer.map_or("not built".into(), Answer::text);
        println!("| {name} | {} | {} | {told} |", program.told("broken").unwrap_or(""), own.text());
        watch = [watch[0] + usize::from(own.finds), watch[1] + usize::from(own.is_false)];
        let Some(sanitizer) = sanitizer else { continue };
        other = [other[0] + usize::from(sanitizer.finds), other[1] + usize::from(sanitizer.is_false)];
        ours_alone += usize::from(own.finds && !sanitizer.finds);
        let is_known = program.told("missed").is_some();
        if own.is_false || sanitizer.finds && !sanitizer.is_false && !own.finds && !is_known {
            missed.push(name.into_owned());
        }
    }
    let count = sources.len();
    println!(
        "{count} patterns; `watch`: {} found, {} false; ThreadSanitizer: {} found, {} false; found by",
        watch[0], watch[1], other[0], other[1]
    );
    println!("`watch` alone: {ours_alone}");
    assert!(missed.is_empty(), "missed or false: {missed:?}");
}
