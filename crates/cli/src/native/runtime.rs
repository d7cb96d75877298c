//! The runtime library, carried inside the command and unpacked where a linker can find it.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const OBJECT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/selvedge_rt.o"));
/// Names the directory that the runtime is unpacked to.
const CACHE_VARIABLE: &str = "SELVEDGE_CACHE";

/// Symbols that shared libraries of the program must find in it.
const EXPORTED: &str = "{ __tsan_*; __sanitizer_*; Annotate*; WTFAnnotate*; selvedge_rt_*; selvedge_thread_2; pthread_*; sem_*; mtx_*; cnd_*; thrd_*; call_once; __cxa_guard_*; __cxa_end_catch; _ZNSt15__exception_ptr*; fork; _exit; _Exit; \
                        quick_exit; malloc; calloc; realloc; reallocarray; free; cfree; memalign; aligned_alloc; \
                        posix_memalign; valloc; pvalloc; malloc_usable_size; _Znw*; _Zna*; _Zdl*; _Zda*; mmap; mmap64; munmap; mremap; shmat; sig*; kill; killpg; raise; tgkill; alarm; \
                        ualarm; setitimer; timer_settime; flock; mq_*; msgsnd; msgrcv; sem*; };\n";

/// The hot path, which is inlined where the compiler is clang.
const PRELUDE: &str = include_str!("../../../rt/src/prelude.c");
const HEADER: &str = include_str!("../../../../include/selvedge.h");

/// Files that a program is compiled and linked with.
#[derive(Debug)]
pub struct Runtime {
    /// Where `selvedge.h` is.
    pub directory: PathBuf,
    pub object: PathBuf,
    /// Which symbols are to be visible to shared libraries.
    pub exported: PathBuf,
    prelude: PathBuf,
}

impl Runtime {
    /// Unpacks it, unless this very version is there already.
    pub fn unpack() -> Result<Runtime> {
        if OBJECT.is_empty() {
            bail!("recording works on x86-64 Linux with the GNU C library only");
        }
        let name = format!(
            "rt-{:016x}",
            [OBJECT, HEADER.as_bytes(), PRELUDE.as_bytes(), EXPORTED.as_bytes()]
                .map(fingerprint)
                .into_iter()
                .fold(0u64, |all, one| all.rotate_left(7) ^ one)
        );
        let mut problem = None;
        for directory in candidates() {
            match unpack_to(&directory.join(&name)) {
                Ok(runtime) => return Ok(runtime),
                Err(error) => problem = Some(error),
            }
        }
        Err(problem.unwrap_or_else(|| anyhow::anyhow!("no directory to unpack the runtime to")))
            .with_context(|| format!("name a directory for the runtime in ${CACHE_VARIABLE}"))
    }

    /// The hot path as bitcode of this clang, made when first asked for. `None` if that does not work: then accesses are
    /// calls.
    pub fn prelude(&self, clang: &Path) -> Option<PathBuf> {
        let found = which(clang)?;
        let version = fs::metadata(&found).ok().and_then(|metadata| metadata.modified().ok());
        let name = format!("prelude-{:016x}.bc", fingerprint(format!("{found:?} {version:?}").as_bytes()));
        let bitcode = self.directory.join(name);
        if bitcode.is_file() {
            return Some(bitcode);
        }
        let draft = bitcode.with_extension(format!("{}.tmp", std::process::id()));
        // Instrumented functions take in only functions that are marked as instrumented too.
        let off = ["memory-accesses", "func-entry-exit", "atomics", "memintrinsics"]
            .map(|what| format!("-tsan-instrument-{what}=0"));
        let mut command = Command::new(clang);
        command
            .args(["-O2", "-fPIC", "-fsanitize=thread", "-emit-llvm", "-w", "-x", "c", "-c", "-o"])
            .arg(&draft);
        command.args(off.iter().flat_map(|flag| ["-mllvm", flag]));
        let output = command.arg(&self.prelude).output().ok()?;
        (output.status.success() && fs::rename(&draft, &bitcode).is_ok()).then_some(bitcode)
    }
}

/// The file that a command is.
fn which(command: &Path) -> Option<PathBuf> {
    if command.components().count() > 1 {
        return command.canonicalize().ok();
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find_map(|directory| directory.join(command).canonicalize().ok())
}

fn candidates() -> Vec<PathBuf> {
    let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let cache = variable("XDG_CACHE_HOME").or_else(|| variable("HOME").map(|home| home.join(".cache")));
    [
        variable(CACHE_VARIABLE),
        cache.map(|cache| cache.join("selvedge")),
        Some(std::env::temp_dir().join("selvedge")),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn unpack_to(directory: &Path) -> Result<Runtime> {
    let [object, exported, header, prelude] =
        ["selvedge_rt.o", "selvedge_rt.list", "selvedge.h", "prelude.c"].map(|name| directory.join(name));
    let runtime = Runtime { directory: directory.to_path_buf(), object, exported, prelude };
    let is_there =
        |path: &Path, length: usize| fs::metadata(path).is_ok_and(|metadata| metadata.len() == length as u64);
    if is_there(&runtime.object, OBJECT.len())
        && is_there(&runtime.exported, EXPORTED.len())
        && is_there(&header, HEADER.len())
        && is_there(&runtime.prelude, PRELUDE.len())
    {
        return Ok(runtime);
    }
    fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    write_at_once(&runtime.object, OBJECT)?;
    write_at_once(&runtime.exported, EXPORTED.as_bytes())?;
    write_at_once(&header, HEADER.as_bytes())?;
    write_at_once(&runtime.prelude, PRELUDE.as_bytes())?;
    Ok(runtime)
}

/// Several compilers may run at the same time: nobody sees half a file.
fn write_at_once(path: &Path, bytes: &[u8]) -> Result<()> {
    let draft = path.with_extension(format!("{}.tmp", std::process::id()));
    fs::write(&draft, bytes)
        .and_then(|()| fs::rename(&draft, path))
        .with_context(|| format!("cannot write {}", path.display()))
}

fn fingerprint(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::{Object, ObjectSymbol};
    use std::collections::HashSet;

    /// The list says of each function that ThreadSanitizer stands before whether the runtime does, or why not.
    #[test]
    fn the_list_of_interceptors_is_true() {
        let list = include_str!("../../../rt/interceptors.txt");
        let file = object::File::parse(OBJECT).unwrap();
        let defined: HashSet<&str> = file
            .symbols()
            .filter(|symbol| symbol.is_weak() && symbol.is_definition())
            .filter_map(|symbol| symbol.name().ok())
            .collect();
        let (mut wrong, mut counts, mut is_judged) = (Vec::new(), [0, 0], false);
        for line in list.lines().filter(|line| !line.starts_with('#')) {
            if let Some(head) = line.strip_prefix('[') {
                is_judged = head == "stood before, too]";
                assert!(is_judged || head.starts_with("not judged: "), "{line}");
                continue;
            }
            let names: Vec<&str> = line.split_whitespace().collect();
            counts[usize::from(is_judged)] += names.len();
            wrong.extend(names.into_iter().filter(|name| defined.contains(name) != is_judged));
        }
        assert!(wrong.is_empty(), "{wrong:?}");
        assert!(counts[1] > 300 && counts[0] + counts[1] > 580, "{counts:?}");
    }
}
