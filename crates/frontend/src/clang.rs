//! The only caller of clang: finds it, runs it on one source file, returns LLVM IR as text or its diagnostics as data.
//!
//! The IR is what the user wrote, before any pass: `-O0`, all passes disabled, debug info on. The flags also make clang
//! accept what the benchmarks of the field contain: implicit declarations, calls through wrong types, `inline` in the
//! sense of GNU89.

use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use thiserror::Error;

/// The oldest clang that writes opaque pointers by default.
pub const OLDEST_VERSION: u32 = 15;
/// Looked for on PATH, newest first; a clang newer than this is found under its plain name.
const NEWEST_NUMBERED: u32 = 30;
/// Names the clang to use, before any other.
pub const CLANG_VARIABLE: &str = "SELVEDGE_CLANG";

const HEADER: &str = include_str!("../../../include/selvedge.h");
const HEADER_NAME: &str = "selvedge.h";
const ASYNC_LABEL: &str = "__CPROVER_ASYNC_";

/// A clang and its major version (0 if it did not say).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clang {
    pub path: PathBuf,
    pub version: u32,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ClangError {
    #[error(
        "no clang found on PATH ({OLDEST_VERSION} or newer is needed): install one (`apt install clang`, `dnf install \
         clang`, `brew install llvm`) or name it in ${CLANG_VARIABLE}"
    )]
    Missing,
    #[error("{} is clang {version}, but {OLDEST_VERSION} or newer is needed", path.display())]
    TooOld { path: PathBuf, version: u32 },
    #[error("cannot run {}: {error}", path.display())]
    CannotRun { path: PathBuf, error: io::Error },
    /// What clang printed.
    #[error("clang rejects the program:\n{stderr}")]
    Rejected { stderr: String },
    #[error("cannot write the header {HEADER_NAME} for clang: {0}")]
    Header(io::Error),
}

/// The language of a source file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    C,
    Cpp,
    /// C that has been through the preprocessor.
    PreprocessedC,
    PreprocessedCpp,
}

impl Language {
    /// By the file name; `None` for what is no source file of C or C++.
    pub fn of(path: &Path) -> Option<Language> {
        match path.extension()?.to_str()? {
            "c" | "h" => Some(Language::C),
            "i" => Some(Language::PreprocessedC),
            "cpp" | "cc" | "cxx" | "C" | "c++" | "cp" | "hpp" => Some(Language::Cpp),
            "ii" => Some(Language::PreprocessedCpp),
            _ => None,
        }
    }
    pub fn is_c(self) -> bool {
        matches!(self, Language::C | Language::PreprocessedC)
    }
}

impl Clang {
    /// The clang given, else the one in `$SELVEDGE_CLANG`, else the newest on PATH.
    pub fn find(given: Option<&Path>) -> Result<Clang, ClangError> {
        let named =
            given.map(Path::to_path_buf).or_else(|| std::env::var_os(CLANG_VARIABLE).map(PathBuf::from));
        let found = match named {
            Some(path) => {
                let version = version_of(&path)?;
                Clang { path, version }
            }
            None => {
                static NEWEST: OnceLock<Option<Clang>> = OnceLock::new();
                NEWEST.get_or_init(newest_on_path).clone().ok_or(ClangError::Missing)?
            }
        };
        match found.version {
            0 | OLDEST_VERSION.. => Ok(found),
            version => Err(ClangError::TooOld { path: found.path, version }),
        }
    }

    /// Compiles a source file to LLVM IR. `source` is its text, looked at for words that need flags.
    pub fn compile(
        &self,
        path: &Path,
        language: Language,
        source: &str,
        extra: &[String],
    ) -> Result<String, ClangError> {
        let mut command = Command::new(&self.path);
        command.args(arguments(language, source, extra)?).arg(path).args(["-o", "-"]);
        command.stdin(Stdio::null());
        let cannot_run = |error| ClangError::CannotRun { path: self.path.clone(), error };
        let output = command.output().map_err(cannot_run)?;
        if !output.status.success() {
            let mut stderr = String::from_utf8_lossy(&output.stderr).into_owned();
            if stderr.trim().is_empty() {
                stderr = format!("clang ended with {}", output.status);
            }
            return Err(ClangError::Rejected { stderr });
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }
}

fn newest_on_path() -> Option<Clang> {
    let directories: Vec<PathBuf> = std::env::split_paths(&std::env::var_os("PATH")?).collect();
    let locate =
        |name: &str| directories.iter().map(|directory| directory.join(name)).find(|path| path.is_file());
    let numbered = (OLDEST_VERSION..=NEWEST_NUMBERED)
        .rev()
        .find_map(|version| Some(Clang { path: locate(&format!("clang-{version}"))?, version }));
    let plain = locate("clang").and_then(|path| {
        let version = version_of(&path).ok()?;
        Some(Clang { path, version })
    });
    [numbered, plain].into_iter().flatten().max_by_key(|clang| clang.version)
}

/// The major version: from the name of the file behind the link where it tells, else by asking.
fn version_of(path: &Path) -> Result<u32, ClangError> {
    let real = path.canonicalize().unwrap_or_else(|_| path.to_path_buf());
    let name = real.file_name().and_then(|name| name.to_str()).unwrap_or("");
    let in_name = name.strip_prefix("clang-").and_then(|version| version.parse().ok());
    let in_directory =
        real.iter().filter_map(|part| part.to_str()?.strip_prefix("llvm-")?.parse().ok()).next_back();
    if let Some(version) = in_name.or(in_directory) {
        return Ok(version);
    }
    let cannot_run = |error| ClangError::CannotRun { path: path.to_path_buf(), error };
    let output = Command::new(path).arg("--version").stdin(Stdio::null()).output().map_err(cannot_run)?;
    Ok(version_in(&String::from_utf8_lossy(&output.stdout)))
}

/// The major version in the output of `clang --version`; 0 if there is none.
fn version_in(text: &str) -> u32 {
    let number = text.split("version ").nth(1).and_then(|rest| rest.split('.').next());
    number.and_then(|number| number.trim().parse().ok()).unwrap_or(0)
}

fn arguments(language: Language, source: &str, extra: &[String]) -> Result<Vec<OsString>, ClangError> {
    let mut arguments: Vec<OsString> = Vec::new();
    let mut add = |argument: &str| arguments.push(argument.into());
    for argument in FLAGS {
        add(argument);
    }
    let labels = async_labels(source);
    let standard_given =
        extra.iter().any(|argument| argument.starts_with("-std") || argument.starts_with("--std"));
    if language.is_c() && !standard_given {
        // The last standard in which `f()` says nothing about the arguments.
        add("-std=gnu17");
        add("-fgnu89-inline");
    }
    if !language.is_c() {
        // libstdc++ then instantiates std::string in the program instead of taking it from its shared library, which
        // we do not see, and checks indices and the like on the way.
        add("-D_GLIBCXX_ASSERTIONS");
    }
    add("-x");
    add(match language {
        Language::C => "c",
        Language::Cpp => "c++",
        // Labels are replaced by macros, so the preprocessor has to run.
        Language::PreprocessedC if !labels.is_empty() => "c",
        Language::PreprocessedC => "cpp-output",
        Language::PreprocessedCpp => "c++-cpp-output",
    });
    for label in labels {
        // `LABEL: statement` stays one statement, with the call of a marker before it.
        add(&format!(
            "-D{ASYNC_LABEL}{label}=if (__selvedge_async_{label}()) ; else __selvedge_label_{label}"
        ));
    }
    for (word, meaning) in CPROVER_TYPES {
        if language == Language::C && source.contains(word) {
            arguments.push(format!("-D{word}={meaning}").into());
        }
    }
    if source.contains(HEADER_NAME) {
        arguments.push("-idirafter".into());
        arguments.push(header_directory().map_err(ClangError::Header)?.into());
    }
    arguments.extend(extra.iter().map(OsString::from));
    Ok(arguments)
}

const FLAGS: &[&str] = &[
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-disable-llvm-passes",
    "-fno-stack-protector",
    "-fno-pic",
    "-fno-color-diagnostics",
    "-D__SELVEDGE__",
    "-Wno-everything",
    // Errors by default that are warnings by right:
    "-Wno-implicit-function-declaration",
    "-Wno-implicit-int",
    "-Wno-int-conversion",
    "-Wno-incompatible-pointer-types",
    "-Wno-incompatible-function-pointer-types",
    "-Wno-return-type",
    "-Wno-return-mismatch",
];

/// Words of CPROVER that are no functions, and what they are in C.
const CPROVER_TYPES: [(&str, &str); 2] =
    [("__CPROVER_thread_local", "_Thread_local"), ("__CPROVER_bool", "_Bool")];

/// The numbers n of all `__CPROVER_ASYNC_n` in a text, and the first hundred where one may be put together from pieces
/// or come from another file of the user.
fn async_labels(source: &str) -> Vec<String> {
    let digits = |rest: &'_ str| rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let written: Vec<&str> = source.split(ASYNC_LABEL).skip(1).map(|rest| &rest[..digits(rest)]).collect();
    let mut labels: Vec<String> =
        written.iter().filter(|label| !label.is_empty()).map(|l| l.to_string()).collect();
    if written.iter().any(|label| label.is_empty()) || source.contains("#include \"") {
        labels.extend((0..100).map(|number| number.to_string()));
    }
    labels.sort_unstable();
    labels.dedup();
    labels
}

/// A directory that holds our header, made when first needed.
fn header_directory() -> io::Result<PathBuf> {
    let directory = std::env::temp_dir().join(format!("selvedge-include-{:016x}", fingerprint(HEADER)));
    let header = directory.join(HEADER_NAME);
    if std::fs::read_to_string(&header).is_ok_and(|text| text == HEADER) {
        return Ok(directory);
    }
    std::fs::create_dir_all(&directory)?;
    // Written under another name first, so that nobody ever sees half a header.
    let draft = directory.join(format!("{HEADER_NAME}.{}", std::process::id()));
    std::fs::write(&draft, HEADER)?;
    std::fs::rename(&draft, &header)?;
    Ok(directory)
}

/// FNV-1a.
fn fingerprint(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read() {
        assert_eq!(version_in("Debian clang version 19.1.7 (3~deb12u1)\nTarget: x86_64"), 19);
        assert_eq!(version_in("Apple clang version 15.0.0 (clang-1500.3.9.4)"), 15);
        assert_eq!(version_in("gcc (Debian) 12"), 0);
    }

    #[test]
    fn labels_are_found_once_each() {
        assert_eq!(
            async_labels("__CPROVER_ASYNC_1: f(); __CPROVER_ASYNC_12: g(); __CPROVER_ASYNC_1: h();"),
            ["1", "12"]
        );
        assert_eq!(async_labels("#define A(n) __CPROVER_ASYNC_##n:").len(), 100);
        assert!(async_labels("CPROVER_ASYNC_1").is_empty());
    }

    #[test]
    fn a_missing_clang_is_told() {
        let error = Clang::find(Some(Path::new("/nonexistent/clang"))).unwrap_err();
        assert!(matches!(error, ClangError::CannotRun { .. }), "{error}");
    }
}
