//! The generated prelude, read as text: it is current, self-contained, and cannot be hijacked by a program.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

const TEXT: &str = include_str!("../prelude/prelude.ll");

fn prelude_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("prelude")
}

/// FNV-1a over all `.c` files in order of their names, then all `.h` files: as `scripts/prelude.sh` has it.
fn sources_hash() -> u64 {
    let mut files: Vec<(bool, String, Vec<u8>)> = fs::read_dir(prelude_directory())
        .expect("the prelude's directory")
        .filter_map(|entry| {
            let path = entry.expect("a directory entry").path();
            let name = path.file_name()?.to_str()?.to_owned();
            let header = name.ends_with(".h");
            (header || name.ends_with(".c")).then(|| (header, name, fs::read(&path).expect("a source file")))
        })
        .collect();
    files.sort();
    let bytes = files.iter().flat_map(|(_, _, bytes)| bytes);
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3))
}

/// The name of the symbol that `text` starts with, after its `@`.
fn symbol(text: &str) -> &str {
    let text = text.trim_start_matches('"');
    let end = text.find(|c: char| !(c.is_ascii_alphanumeric() || "_.$".contains(c))).unwrap_or(text.len());
    &text[..end]
}

/// The symbols in the lines that start with `keyword`, each the first on its line.
fn symbols_of(keyword: &str) -> BTreeSet<&'static str> {
    let lines = TEXT.lines().filter(|line| line.starts_with(keyword));
    lines.filter_map(|line| line.split_once('@')).map(|(_, rest)| symbol(rest)).collect()
}

/// Names that belong to the prelude alone: no program defines them.
fn is_reserved(name: &str) -> bool {
    name.starts_with("__selvedge_") || name.starts_with("llvm.") || name.starts_with("__sv_")
}

#[test]
fn was_generated_from_the_current_sources() {
    let recorded = TEXT.lines().next().and_then(|line| line.strip_prefix("; prelude sources: "));
    assert_eq!(recorded, Some(format!("{:016x}", sources_hash()).as_str()), "run scripts/prelude.sh");
}

#[test]
fn needs_nothing_but_intrinsics() {
    let foreign: Vec<_> = symbols_of("declare")
        .into_iter()
        .filter(|name| name.starts_with("__sv_") || !is_reserved(name))
        .collect();
    assert!(foreign.is_empty(), "undefined in the prelude: {foreign:?}");
    assert!(!TEXT.lines().any(|line| line.starts_with('@') && line.contains(" = external ")));
}

#[test]
fn defines_no_intrinsic() {
    let wrong: Vec<_> =
        symbols_of("define").into_iter().filter(|name| name.starts_with("__selvedge_")).collect();
    assert!(wrong.is_empty(), "an intrinsic has a body: {wrong:?}");
}

/// A program may define `strlen`; `strdup` must not notice.
#[test]
fn bodies_call_no_public_function() {
    let mut body_of = "";
    let mut wrong = Vec::new();
    for line in TEXT.lines() {
        if line.starts_with("define") {
            body_of = line.split_once('@').map_or("", |(_, rest)| symbol(rest));
        }
        if !line.starts_with("  ") {
            continue;
        }
        // Only a callee stands right before a parenthesis.
        let names = line.split('@').skip(1).map(|rest| (symbol(rest), rest));
        let callees = names.filter(|(name, rest)| rest[name.len()..].starts_with('(')).map(|(name, _)| name);
        wrong.extend(callees.filter(|name| !is_reserved(name)).map(|name| format!("{body_of} calls {name}")));
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

#[test]
fn holds_no_paths_and_no_versions() {
    for (number, line) in TEXT.lines().enumerate() {
        let suspicious = line.contains("clang version") || line.contains("/usr/") || line.contains("/home/");
        assert!(!suspicious, "line {}: {line}", number + 1);
    }
}

/// What a concurrent C or C++ program cannot do without.
#[test]
fn models_the_usual_functions() {
    let defined = symbols_of("define");
    let expected = "pthread_create pthread_join pthread_mutex_init pthread_mutexattr_settype \
        pthread_mutex_timedlock pthread_rwlock_init pthread_cond_init pthread_cond_timedwait \
        pthread_barrier_init pthread_once pthread_key_create pthread_setspecific sem_init sem_trywait \
        sem_getvalue thrd_create mtx_init cnd_wait call_once tss_create calloc realloc strcmp strtol \
        qsort rand fprintf snprintf sscanf __isoc99_sscanf fopen sqrt __atomic_compare_exchange syscall \
        _Znwm _ZdlPvm __cxa_guard_acquire _ZNSt6thread4joinEv \
        _ZNSt18condition_variable4waitERSt11unique_lockISt5mutexE __errno_location";
    let missing: Vec<_> = expected.split_whitespace().filter(|name| !defined.contains(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
