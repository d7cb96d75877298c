//! Small C and C++ programs and the IR they become. Snapshots are updated with `UPDATE_EXPECT=1`.

mod assumptions;
mod asynchronous;
mod calls;
mod cpp;
mod environment;
mod errors;
mod globals;
mod mangled;
mod memory;
mod names;
mod promotion;
mod threads;
mod values;
mod vocabulary;

use expect_test::Expect;
use frontend::{FrontendError, Loaded, Options, load};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A source file that goes away with the test.
struct Source {
    directory: PathBuf,
    path: PathBuf,
}

impl Source {
    fn new(name: &str, text: impl AsRef<[u8]>) -> Source {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let directory = std::env::temp_dir().join(format!("selvedge-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&directory).expect("a directory for the test");
        let path = directory.join(name);
        std::fs::write(&path, text).expect("the source of the test");
        Source { directory, path }
    }
    fn path(&self) -> &Path {
        &self.path
    }
    fn load(&self) -> Result<Loaded, FrontendError> {
        load(&self.path, &Options::default())
    }
}

impl Drop for Source {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.directory);
    }
}

/// The program as text, without the functions of the library.
fn show(name: &str, text: &str) -> String {
    let source = Source::new(name, text);
    let program = source.load().unwrap_or_else(|error| panic!("{error}")).program;
    let library: Vec<String> = program
        .functions
        .iter()
        .filter(|function| function.library)
        .map(|function| format!("fn @{}(", function.name))
        .collect();
    let whole = program.to_string().replace(&format!("{}/", source.directory.display()), "");
    let chunks =
        whole.split("\n\n").filter(|chunk| !library.iter().any(|head| chunk.starts_with(head.as_str())));
    let mut shown = chunks.map(str::trim_end).collect::<Vec<_>>().join("\n\n");
    shown.push('\n');
    shown
}

/// Checks the IR of a C program.
fn check(text: &str, expected: Expect) {
    expected.assert_eq(&show("t.c", text));
}

/// Checks the IR of one function of a program.
fn check_function(file: &str, text: &str, function: &str, expected: Expect) {
    let whole = show(file, text);
    let start =
        whole.find(&format!("fn @{function}(")).unwrap_or_else(|| panic!("no {function} in:\n{whole}"));
    let end = whole[start..].find("\n}").map_or(whole.len(), |end| start + end + 3);
    expected.assert_eq(&whole[start..end]);
}
