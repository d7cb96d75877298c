//! Programs in: C and C++ through clang, `.ll` files, `.litmus` tests and `.sel` programs, all to one [`ir::Program`].
//!
//! [`load`] is the way in. Only [`clang`] runs another program; [`ll`] reads LLVM IR as text (no libLLVM); [`lower`]
//! gives it meaning. What cannot be understood at all is a [`FrontendError`] that says where; what is understood but
//! not supported is an instruction of the result ([`ir::Op::Unsupported`]).

pub mod clang;
pub mod litmus;
pub mod ll;
pub mod lower;

use clang::{Clang, ClangError, Language};
use ir::Program;
use litmus::LitmusError;
use lower::{LowerError, LowerOptions, Switches};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use thiserror::Error;

/// What the front end is told besides the file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The clang to use; otherwise `$SELVEDGE_CLANG` or the newest on PATH.
    pub clang: Option<PathBuf>,
    /// Passed on to clang: `-I`, `-D`, `-std=…`.
    pub extra_args: Vec<String>,
    /// The function where execution starts.
    pub entry: String,
    /// A larger file is refused.
    pub max_file_bytes: u64,
}

/// Among [`Options::extra_args`]: the program is started without arguments, on two processors, with nothing in its
/// environment. Otherwise all that is input.
pub const PLAIN_ENVIRONMENT: &str = "-DSELVEDGE_PLAIN_ENVIRONMENT";

/// Among [`Options::extra_args`], for those who ask about memory errors: failures are an index beyond the end of an array also where that is a
/// part of something larger, such as a struct, a read of what nobody has written, and a use of a variable or a compound literal whose block has
/// ended. Otherwise such accesses do what they do natively: right for those who ask about assertions alone. clang keeps its names, by
/// which such literals are known.
pub const MEMORY_CHECKS: [&str; 6] = [
    "-fsanitize=array-bounds",
    "-fsanitize-trap=array-bounds",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-fno-discard-value-names",
    MEMORY_CHECKS_WORD,
];
const MEMORY_CHECKS_WORD: &str = "-DSELVEDGE_MEMORY_CHECKS";

/// Among [`Options::extra_args`]: `volatile` accesses are atomic, of the weakest order, and so in no data race.
pub const ATOMIC_VOLATILE: &str = "-DSELVEDGE_ATOMIC_VOLATILE";

/// Among [`Options::extra_args`]: `malloc` may return what was freed before, of the same size. Using freed memory is then no error
/// that is seen.
pub const REUSE_FREED: &str = "-DSELVEDGE_REUSE_FREED";

/// Among [`Options::extra_args`]: whoever asks for memory may get none, but for `new`, which would throw.
pub const MALLOC_MAY_FAIL: &str = "-DSELVEDGE_MALLOC_MAY_FAIL";

fn switches(arguments: &[String]) -> Switches {
    let given = |word: &str| arguments.iter().any(|argument| argument == word);
    Switches {
        plain_environment: given(PLAIN_ENVIRONMENT),
        memory_checks: given(MEMORY_CHECKS_WORD),
        atomic_volatile: given(ATOMIC_VOLATILE),
        reuse_freed: given(REUSE_FREED),
        malloc_may_fail: given(MALLOC_MAY_FAIL),
    }
}

impl Default for Options {
    fn default() -> Self {
        Options { clang: None, extra_args: Vec::new(), entry: "main".into(), max_file_bytes: 256 << 20 }
    }
}

/// A program, and how long it took to get it.
#[derive(Debug)]
#[non_exhaustive]
pub struct Loaded {
    pub program: Program,
    pub timings: Timings,
}

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Timings {
    pub clang: Duration,
    pub parse: Duration,
    pub lower: Duration,
}

#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FrontendError {
    #[error("cannot read {}: {error}", path.display())]
    Unreadable { path: PathBuf, error: std::io::Error },
    #[error("{} has {bytes} bytes, more than the limit of {limit}", path.display())]
    TooLarge { path: PathBuf, bytes: u64, limit: u64 },
    #[error("{} is not a text file", path.display())]
    NotText { path: PathBuf },
    #[error("{}: unknown kind of file (expected .c, .i, .cpp, .cc, .cxx, .C, .ii, .ll, .litmus or .sel)", path.display())]
    UnknownKind { path: PathBuf },
    #[error(transparent)]
    Clang(#[from] ClangError),
    #[error("{path}:{error}")]
    Ll { path: String, error: ll::ParseError },
    #[error(transparent)]
    Litmus(#[from] LitmusError),
    #[error("{path}: {error}")]
    Lower { path: String, error: LowerError },
}

/// Reads a program from a file; its name decides how.
pub fn load(path: &Path, options: &Options) -> Result<Loaded, FrontendError> {
    let kind = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let language = Language::of(path);
    let bytes = read_file(path, options.max_file_bytes)?;
    let not_text = || FrontendError::NotText { path: path.to_path_buf() };
    if bytes.contains(&0) {
        return Err(not_text());
    }
    match (language, kind) {
        (Some(language), _) => {
            // C may contain any bytes in comments and strings; we only look at it to quote it.
            let source = String::from_utf8_lossy(&bytes).into_owned();
            let start = Instant::now();
            let clang = Clang::find(options.clang.as_deref())?;
            let text = clang.compile(path, language, &source, &options.extra_args)?;
            let clang_time = start.elapsed();
            let mut loaded = load_text(&text, path, Some(source), options)?;
            loaded.timings.clang = clang_time;
            Ok(loaded)
        }
        (None, "ll") => {
            let text = String::from_utf8(bytes).map_err(|_| not_text())?;
            load_text(&text, path, None, options)
        }
        (None, "litmus" | "sel") => {
            let text = String::from_utf8(bytes).map_err(|_| not_text())?;
            let start = Instant::now();
            let read = if kind == "sel" { litmus::read_sel } else { litmus::read };
            let program = read(&text, &path.display().to_string())?;
            let timings = Timings { parse: start.elapsed(), ..Timings::default() };
            Ok(Loaded { program, timings })
        }
        (None, _) => Err(FrontendError::UnknownKind { path: path.to_path_buf() }),
    }
}

/// Lowers LLVM IR text that came from (or stands for) `path`.
fn load_text(
    text: &str,
    path: &Path,
    source: Option<String>,
    options: &Options,
) -> Result<Loaded, FrontendError> {
    let shown = path.display().to_string();
    let start = Instant::now();
    let module = ll::parse(text).map_err(|error| FrontendError::Ll { path: shown.clone(), error })?;
    let parse = start.elapsed();
    let start = Instant::now();
    let name = path.file_name().map_or_else(|| shown.clone(), |name| name.to_string_lossy().into_owned());
    let lower_options =
        LowerOptions { entry: options.entry.clone(), source, switches: switches(&options.extra_args) };
    let program = lower::lower(&module, &name, &lower_options)
        .map_err(|error| FrontendError::Lower { path: shown.clone(), error })?;
    let lower = start.elapsed();
    Ok(Loaded { program, timings: Timings { clang: Duration::ZERO, parse, lower } })
}

fn read_file(path: &Path, limit: u64) -> Result<Vec<u8>, FrontendError> {
    let unreadable = |error| FrontendError::Unreadable { path: path.to_path_buf(), error };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let metadata = file.metadata().map_err(unreadable)?;
    let too_large = |bytes| FrontendError::TooLarge { path: path.to_path_buf(), bytes, limit };
    if metadata.len() > limit {
        return Err(too_large(metadata.len()));
    }
    let mut bytes = Vec::new();
    // Not every file tells its size.
    file.take(limit.saturating_add(1)).read_to_end(&mut bytes).map_err(unreadable)?;
    match bytes.len() as u64 > limit {
        true => Err(too_large(bytes.len() as u64)),
        false => Ok(bytes),
    }
}
