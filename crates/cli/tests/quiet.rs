//! Correct programs of which nothing is to be reported, and each with one synchronisation taken out, which is to be: `tests/quiet`.
//!
//! A program says in its head, after what it does:
//!
//! ```text
//! // broken: TEXT   what `watch` prints where it was compiled with `-DBROKEN`
//! // link: FLAGS    what it is linked with
//! // with: FILE     a library of the program's that is compiled without `selvedge cc`
//! // property: NAME what `predict` is asked about a recording, in place of `watch`
//! // clang: only     where what gcc makes of it cannot be seen
//! // absent: CODE   how it ends where the system does not have what it needs
//! ```
//!
//! By default each is compiled once as it is and once broken, and each third one with gcc, too. With `SELVEDGE_FULL` by both compilers, with
//! and without optimisation, and run ten times.

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
        let is_right = if is_broken { code == Some(1) && text.contains(wanted) } else { code == Some(0) };
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

#[test]
fn nothing_is_reported_of_correct_programs() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/quiet");
    let mut sources: Vec<PathBuf> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    let is_program =
        |path: &PathBuf| std::fs::read_to_string(path).is_ok_and(|text| text.contains("// broken: "));
    sources.retain(is_program);
    sources.sort();
    assert!(sources.len() >= 40, "{}", sources.len());
    let is_full = std::env::var_os("SELVEDGE_FULL").is_some();
    let has_gnu = Command::new("g++").arg("--version").output().is_ok_and(|output| output.status.success());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut problems = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(source) = sources.get(index) else { break };
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
