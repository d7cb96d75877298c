//! The runtime library, carried inside the command and unpacked where a linker can find it.

use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

const OBJECT: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/selvedge_rt.o"));
/// Names the directory that the runtime is unpacked to.
const CACHE_VARIABLE: &str = "SELVEDGE_CACHE";

/// Symbols that shared libraries of the program must find in it.
const EXPORTED: &str = "{ __tsan_*; selvedge_rt_*; pthread_*; sem_*; mtx_*; cnd_*; __cxa_guard_*; fork; _exit; _Exit; \
                        quick_exit; malloc; calloc; realloc; reallocarray; free; cfree; memalign; aligned_alloc; \
                        posix_memalign; valloc; };\n";

const HEADER: &str = include_str!("../../../../include/selvedge.h");

/// Files that a program is compiled and linked with.
#[derive(Debug)]
pub struct Runtime {
    /// Where `selvedge.h` is.
    pub directory: PathBuf,
    pub object: PathBuf,
    /// Which symbols are to be visible to shared libraries.
    pub exported: PathBuf,
}

impl Runtime {
    /// Unpacks it, unless this very version is there already.
    pub fn unpack() -> Result<Runtime> {
        if OBJECT.is_empty() {
            bail!("recording works on x86-64 Linux with the GNU C library only");
        }
        let name = format!("rt-{:016x}", fingerprint(OBJECT) ^ fingerprint(HEADER.as_bytes()));
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
    let [object, exported, header] =
        ["selvedge_rt.o", "selvedge_rt.list", "selvedge.h"].map(|name| directory.join(name));
    let runtime = Runtime { directory: directory.to_path_buf(), object, exported };
    let is_there =
        |path: &Path, length: usize| fs::metadata(path).is_ok_and(|metadata| metadata.len() == length as u64);
    if is_there(&runtime.object, OBJECT.len())
        && is_there(&runtime.exported, EXPORTED.len())
        && is_there(&header, HEADER.len())
    {
        return Ok(runtime);
    }
    fs::create_dir_all(directory).with_context(|| format!("cannot make {}", directory.display()))?;
    write_at_once(&runtime.object, OBJECT)?;
    write_at_once(&runtime.exported, EXPORTED.as_bytes())?;
    write_at_once(&header, HEADER.as_bytes())?;
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
