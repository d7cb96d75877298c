//! A directory for traces that nobody keeps. It is removed at the end, or, where this command is killed (test suites do
//! that to programs that take long to end), by the next one.

use super::recover;
use anyhow::{Context, Result};
use std::path::{Path, PathBuf};
use std::time::Duration;

const NAME: &str = "selvedge-watch-";
/// Processes of other containers cannot be seen: what was used this lately may be theirs.
const UNUSED: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    pub fn new() -> Result<Scratch> {
        let parent = std::env::temp_dir();
        remove_leftovers(&parent);
        let own = parent.join(format!("{NAME}{}", std::process::id()));
        std::fs::create_dir_all(&own).with_context(|| format!("cannot make {}", own.display()))?;
        Ok(Scratch(own))
    }

    /// The trace of the first process.
    pub fn trace(&self) -> PathBuf {
        trace_in(&self.0)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn trace_in(directory: &Path) -> PathBuf {
    directory.join("trace")
}

fn remove_leftovers(parent: &Path) {
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_dead = name
            .strip_prefix(NAME)
            .and_then(|number| number.parse::<u32>().ok())
            .is_some_and(|number| !Path::new("/proc").join(number.to_string()).exists());
        if is_dead && is_unused(&trace_in(&entry.path())) {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

fn is_unused(trace: &Path) -> bool {
    let Ok(changed) = trace.metadata().and_then(|data| data.modified()) else { return false };
    changed.elapsed().is_ok_and(|since| since > UNUSED) && !recover::is_being_written(trace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_nobody_uses_is_removed() {
        let parent = std::env::temp_dir().join(format!("selvedge-scratch-test-{}", std::process::id()));
        let make = |name: &str, age: u64| {
            let directory = parent.join(name);
            std::fs::create_dir_all(&directory).unwrap();
            let file = std::fs::File::create(trace_in(&directory)).unwrap();
            file.set_modified(std::time::SystemTime::now() - Duration::from_secs(age)).unwrap();
            directory
        };
        // No process has this number.
        let dead = make("selvedge-watch-4294967295", 100);
        let recent = make("selvedge-watch-4294967294", 10);
        let alive = make(&format!("selvedge-watch-{}", std::process::id()), 100);
        let other = make("other-4294967295", 100);
        remove_leftovers(&parent);
        assert_eq!([&dead, &recent, &alive, &other].map(|path| path.exists()), [false, true, true, true]);
        std::fs::remove_dir_all(&parent).unwrap();
    }
}
