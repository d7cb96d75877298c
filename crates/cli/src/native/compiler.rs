//! A compiler's command line: what it asks for, and what is added so that the program can be recorded.

use super::runtime::Runtime;
use super::{actions, assembly, inline};
use anyhow::{Context, Result, bail};
use frontend::clang::Clang;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Dialect {
    C,
    Cpp,
}

/// The compiler beneath.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Compiler {
    pub path: PathBuf,
    pub is_clang: bool,
    /// Flags that make it a compiler of the dialect.
    mode: Option<&'static str>,
}

impl Compiler {
    /// `$SELVEDGE_CC` or `$SELVEDGE_CXX`, else the newest clang on PATH, else gcc.
    pub fn find(dialect: Dialect) -> Result<Compiler> {
        let (variable, gnu) = match dialect {
            Dialect::C => ("SELVEDGE_CC", "gcc"),
            Dialect::Cpp => ("SELVEDGE_CXX", "g++"),
        };
        if let Some(path) = std::env::var_os(variable).filter(|path| !path.is_empty()) {
            let path = PathBuf::from(path);
            let is_clang = is_clang(&path)?;
            return Ok(Compiler { path, is_clang, mode: None });
        }
        match Clang::find(None) {
            Ok(clang) => {
                let mode = (dialect == Dialect::Cpp).then_some("--driver-mode=g++");
                Ok(Compiler { path: clang.path, is_clang: true, mode })
            }
            Err(_) => {
                let is_clang = is_clang(Path::new(gnu)).with_context(|| {
                    format!("no clang and no {gnu} on PATH; name a compiler in ${variable}")
                })?;
                Ok(Compiler { path: gnu.into(), is_clang, mode: None })
            }
        }
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        command.args(self.mode);
        command
    }

    fn run(&self, arguments: &[OsString]) -> Result<ExitStatus> {
        let mut command = self.command();
        command.args(arguments);
        command.status().with_context(|| format!("cannot run {}", self.path.display()))
    }

    /// Flags with which accesses call the runtime.
    fn instrumentation(&self, line: &CommandLine, runtime: &Runtime) -> Vec<OsString> {
        // Counters of coverage would race with themselves.
        let mut flags = vec!["-fsanitize=thread", "-fprofile-update=atomic", "-D__SELVEDGE_RECORD__=1"];
        if self.is_clang {
            flags.push("-fno-sanitize-link-runtime");
            if std::env::var_os(STACKS_VARIABLE).is_some_and(|value| value == "0") {
                flags.extend(["-mllvm", "-tsan-instrument-func-entry-exit=0"]);
            }
            // Otherwise a read that a write to the same place follows is left out or told at the place of the write, and what
            // the thread did in between does not depend on it.
            flags.extend(["-mllvm", "-tsan-instrument-read-before-write=1"]);
            flags.push("-Wno-unused-command-line-argument");
        } else {
            // What gcc makes of these by itself is not instrumented.
            flags.extend(NOT_BUILT_IN);
        }
        if !line.has_debug {
            flags.push(if self.is_clang { "-gline-tables-only" } else { "-g1" });
        }
        let mut flags: Vec<OsString> = flags.into_iter().map(OsString::from).collect();
        flags.extend(["-idirafter".into(), runtime.directory.clone().into_os_string()]);
        flags
    }
}

const NOT_BUILT_IN: &[&str] = &[
    "-fno-builtin-memcpy",
    "-fno-builtin-memmove",
    "-fno-builtin-memset",
    "-fno-builtin-memcmp",
    "-fno-builtin-memchr",
    "-fno-builtin-strlen",
    "-fno-builtin-strcpy",
    "-fno-builtin-stpcpy",
    "-fno-builtin-strncpy",
    "-fno-builtin-strcat",
    "-fno-builtin-strncat",
    "-fno-builtin-strcmp",
    "-fno-builtin-strncmp",
    "-fno-builtin-strchr",
    "-fno-builtin-sprintf",
    "-fno-builtin-snprintf",
];

fn is_clang(path: &Path) -> Result<bool> {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    if name.contains("clang") {
        return Ok(true);
    }
    let output = Command::new(path).arg("--version").output();
    let output = output.with_context(|| format!("cannot run {}", path.display()))?;
    Ok(String::from_utf8_lossy(&output.stdout).contains("clang"))
}

/// What a compiler was asked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CommandLine {
    /// All arguments but our own.
    pub arguments: Vec<OsString>,
    /// Which of them are source files.
    pub sources: Vec<usize>,
    pub links: bool,
    pub is_shared: bool,
    pub is_static: bool,
    pub has_debug: bool,
    /// Specifications whose functions are recorded as calls (`--selvedge-spec=FILE`).
    pub specifications: Vec<PathBuf>,
}

/// Options whose value is the next argument.
const WITH_VALUE: &[&str] = &[
    "-o",
    "-x",
    "-I",
    "-D",
    "-U",
    "-L",
    "-l",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-isysroot",
    "--sysroot",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-Xlinker",
    "-Xclang",
    "-Xpreprocessor",
    "-Xassembler",
    "-T",
    "-u",
    "-z",
    "-e",
    "-arch",
    "-target",
    "--param",
    "-mllvm",
    "-B",
    "-aux-info",
    "-A",
    "-G",
    "-resource-dir",
    "-ccc-gcc-name",
    "-dumpdir",
    "-dumpbase",
    "-wrapper",
];
const SPECIFICATION: &str = "--selvedge-spec=";
/// `0` builds without recording calls and returns: no stacks, a little faster.
const STACKS_VARIABLE: &str = "SELVEDGE_STACKS";
/// Names specifications for builds whose command lines cannot be changed, separated by `:`.
const SPECIFICATION_VARIABLE: &str = "SELVEDGE_SPEC";

impl CommandLine {
    pub fn parse(given: &[OsString]) -> CommandLine {
        let mut line = CommandLine { links: true, ..CommandLine::default() };
        if let Some(paths) = std::env::var_os(SPECIFICATION_VARIABLE) {
            line.specifications
                .extend(std::env::split_paths(&paths).filter(|path| !path.as_os_str().is_empty()));
        }
        let mut has_input = false;
        let mut language = None;
        let mut at = 0;
        while let Some(argument) = given.get(at) {
            at += 1;
            let text = argument.to_string_lossy();
            if let Some(path) = text.strip_prefix(SPECIFICATION) {
                line.specifications.push(path.into());
                continue;
            }
            // Where objects are temporary, what is split off would be lost.
            if text.starts_with("-gsplit-dwarf") {
                continue;
            }
            let index = line.arguments.len();
            line.arguments.push(argument.clone());
            if WITH_VALUE.contains(&&*text) {
                if let Some(value) = given.get(at) {
                    language = (text == "-x").then(|| value != "none").or(language);
                    line.arguments.push(value.clone());
                    at += 1;
                }
            } else if text.starts_with('-') && text != "-" {
                line.option(&text, &mut language);
            } else {
                has_input = true;
                let compiled =
                    if text.starts_with('@') { false } else { language.unwrap_or(is_source(&text)) };
                if compiled {
                    line.sources.push(index);
                }
            }
        }
        line.links &= has_input;
        line
    }

    fn option(&mut self, text: &str, language: &mut Option<bool>) {
        match text {
            "-c" | "-S" | "-E" | "-M" | "-MM" | "-fsyntax-only" | "-r" | "--precompile" => self.links = false,
            "-shared" | "-dynamiclib" => self.is_shared = true,
            "-static" | "-static-pie" | "--static" => self.is_static = true,
            "-nostdlib" | "-nodefaultlibs" => self.is_shared = true,
            "-g0" => {}
            _ if text.starts_with("-g") => self.has_debug = true,
            _ => {
                if let Some(value) = text.strip_prefix("-x") {
                    *language = Some(value != "none");
                }
            }
        }
    }
}

fn is_source(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or("");
    matches!(
        extension,
        "c" | "i" | "ii" | "cc" | "cp" | "cxx" | "cpp" | "CPP" | "c++" | "C" | "s" | "S" | "sx" | "ll"
    )
}

/// Compiles and links as asked, with instrumentation; the compiler's exit code.
pub fn compile(dialect: Dialect, given: &[OsString]) -> Result<u8> {
    let compiler = Compiler::find(dialect)?;
    let line = CommandLine::parse(given);
    if line.links && line.is_static {
        bail!(
            "-static: a program without shared libraries cannot be recorded, because the functions that the runtime \
             stands before are then part of the program; leave out -static"
        );
    }
    let temporary = Temporary::new();
    let runtime = Runtime::unpack()?;
    if !line.links {
        if let Some(code) = compile_inlined(&compiler, &line, &runtime, &temporary)? {
            return Ok(code);
        }
        let arguments = [compiler.instrumentation(&line, &runtime), line.arguments.clone()].concat();
        return Ok(exit_code(compiler.run(&arguments)?));
    }
    // What is compiled and what is linked are apart: clang inlines the hot path, and gcc links its own runtime when it
    // sees the flag.
    let sanitized = other_sanitizers(&line.arguments);
    let mut arguments = match compiler.is_clang && sanitized.is_none() {
        true => compiler.instrumentation(&line, &runtime),
        false => Vec::new(),
    };
    let first = arguments.len();
    arguments.extend(sanitized.unwrap_or_else(|| line.arguments.clone()));
    for source in &line.sources {
        match compile_apart(&compiler, &line, *source, &runtime, &temporary)? {
            Ok(object) => arguments[first + *source] = object,
            Err(code) => return Ok(code),
        }
    }
    arguments.extend(link_arguments(&compiler, &line, &runtime, &temporary)?);
    Ok(exit_code(compiler.run(&arguments)?))
}

/// The arguments for a linker that is to link what other sanitizers (`-fsanitize=undefined`) need, if there are such: ours is not among
/// them, and its own runtime is not wanted. As many as there were.
fn other_sanitizers(arguments: &[OsString]) -> Option<Vec<OsString>> {
    const FLAG: &str = "-fsanitize=";
    let mut has_others = false;
    let without = arguments.iter().map(|argument| {
        let text = argument.to_string_lossy();
        let Some(list) = text.strip_prefix(FLAG) else { return argument.clone() };
        let others: Vec<&str> = list.split(',').filter(|name| *name != "thread").collect();
        has_others |= !others.is_empty();
        // A flag that means nothing, so that arguments keep their places.
        if others.is_empty() { "-pthread".into() } else { format!("{FLAG}{}", others.join(",")).into() }
    });
    let without: Vec<OsString> = without.collect();
    has_others.then_some(without)
}

/// Compiles with the hot path inlined; `None` if this is not for such a command line.
fn compile_inlined(
    compiler: &Compiler,
    line: &CommandLine,
    runtime: &Runtime,
    temporary: &Temporary,
) -> Result<Option<u8>> {
    let Some(steps) = inline::Steps::new(line).filter(|_| compiler.is_clang) else { return Ok(None) };
    let prelude = if steps.inlines { runtime.prelude(&compiler.path) } else { None };
    if prelude.is_none() && !steps.has_assembly {
        return Ok(None);
    }
    let bitcode = temporary.file(if steps.has_assembly { "instrumented.ll" } else { "instrumented.bc" });
    let first = steps.first(&compiler.instrumentation(line, runtime), &bitcode);
    let status = compiler.run(&first)?;
    if !status.success() {
        return Ok(Some(exit_code(status)));
    }
    if steps.has_assembly {
        let text = std::fs::read_to_string(&bitcode)?;
        std::fs::write(&bitcode, assembly::mark(&text))?;
    }
    Ok(Some(exit_code(compiler.run(&steps.second(&bitcode, prelude.as_deref()))?)))
}

/// The runtime, where the program is one that it goes into.
fn link_arguments(
    compiler: &Compiler,
    line: &CommandLine,
    runtime: &Runtime,
    temporary: &Temporary,
) -> Result<Vec<OsString>> {
    if line.is_shared {
        // What a shared library calls of the runtime is in the program, also where the build asks for no undefined symbols.
        return Ok(vec!["-Wl,-z,undefs".into()]);
    }
    let mut arguments: Vec<OsString> = ["-x", "none"].map(OsString::from).to_vec();
    arguments.extend(actions::link_arguments(
        &line.specifications,
        &temporary.file("actions.c"),
        |source, object| {
            let flags =
                ["-O2".as_ref(), "-c".as_ref(), source.as_os_str(), "-o".as_ref(), object.as_os_str()];
            let done = Command::new(&compiler.path).args(flags).status();
            Ok(done.with_context(|| format!("cannot run {}", compiler.path.display()))?.success())
        },
    )?);
    arguments.push(runtime.object.clone().into_os_string());
    let mut list = OsString::from("-Wl,--dynamic-list=");
    list.push(&runtime.exported);
    arguments.push(list);
    if !compiler.is_clang {
        // gcc calls these directly where clang calls the runtime.
        for name in ["memcpy", "memmove", "memset"] {
            arguments.push(format!("-Wl,--wrap={name}").into());
        }
    }
    arguments.extend(["-ldl", "-lpthread"].map(OsString::from));
    Ok(arguments)
}

/// Compiles one source file of a command that also links.
fn compile_apart(
    compiler: &Compiler,
    line: &CommandLine,
    source: usize,
    runtime: &Runtime,
    temporary: &Temporary,
) -> Result<Result<OsString, u8>> {
    let object = temporary.file(&format!("{source}.o"));
    let mut arguments = Vec::new();
    let mut is_output = false;
    for (index, argument) in line.arguments.iter().enumerate() {
        let is_other_input = line.sources.contains(&index) && index != source;
        let skipped = is_output || argument == "-o" || is_other_input;
        is_output = argument == "-o";
        if !skipped {
            arguments.push(argument.clone());
        }
    }
    arguments.extend(["-c".into(), "-o".into(), object.clone().into_os_string()]);
    let apart = CommandLine::parse(&arguments);
    let code = match compile_inlined(compiler, &apart, runtime, temporary)? {
        Some(code) => code,
        None => exit_code(compiler.run(&[compiler.instrumentation(&apart, runtime), arguments].concat())?),
    };
    Ok(if code == 0 { Ok(object.into_os_string()) } else { Err(code) })
}

fn exit_code(status: ExitStatus) -> u8 {
    status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(2)
}

/// Files that are gone when the command ends.
struct Temporary {
    directory: PathBuf,
}

impl Temporary {
    fn new() -> Temporary {
        Temporary { directory: std::env::temp_dir().join(format!("selvedge-cc-{}", std::process::id())) }
    }

    /// A path in the directory, which is made when first asked for one.
    fn file(&self, name: &str) -> PathBuf {
        // If it cannot be made, writing to it says so.
        let _ = std::fs::create_dir_all(&self.directory);
        self.directory.join(name)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> CommandLine {
        CommandLine::parse(&line.split(' ').map(OsString::from).collect::<Vec<_>>())
    }

    #[test]
    fn what_is_asked_for() {
        assert!(!parse("-c a.c -o a.o").links);
        assert!(!parse("--version").links);
        assert!(!parse("-E -o out.i a.c").links);
        let line = parse("-O2 -I inc.c a.c b.o -o c.c -lm");
        assert!(line.links && !line.is_shared && !line.has_debug);
        assert_eq!(line.sources, [3]);
        assert!(parse("-shared -fPIC a.o -o a.so").is_shared);
        assert!(parse("-g3 a.c").has_debug && !parse("-g0 a.c").has_debug);
        assert_eq!(parse("-x c - -x none b.o").sources, [2]);
        assert!(parse("-static a.c").is_static);
    }

    #[test]
    fn sanitizers_beside_ours() {
        let others = |line: &str| {
            let arguments: Vec<OsString> = line.split(' ').map(OsString::from).collect();
            let found = other_sanitizers(&arguments)?;
            assert_eq!(found.len(), arguments.len());
            Some(found.join(std::ffi::OsStr::new(" ")).into_string().unwrap())
        };
        assert_eq!(others("a.o -fsanitize=thread -o a"), None);
        assert_eq!(others("a.o -fsanitize=undefined").as_deref(), Some("a.o -fsanitize=undefined"));
        assert_eq!(others("-fsanitize=thread,null a.o").as_deref(), Some("-fsanitize=null a.o"));
    }

    #[test]
    fn own_flags_are_taken_out() {
        let line = parse("a.c --selvedge-spec=map.spec -o a");
        assert_eq!(line.specifications, [PathBuf::from("map.spec")]);
        assert_eq!(line.arguments, ["a.c", "-o", "a"]);
    }
}
