//! Compiles the runtime for recorded programs (crate `selvedge-rt`) to one object file, which the command carries inside.
//!
//! It is compiled by itself and not as a dependency, because it must not be linked into the command (it defines `malloc`
//! and the like) and needs flags of its own: no unwinding, and everything of `core` that it uses within one object.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    let source = Path::new("../rt/src");
    println!("cargo::rerun-if-changed={}", source.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    let object = out.join("selvedge_rt.o");
    let target = env::var("TARGET").expect("cargo sets TARGET");
    if target != "x86_64-unknown-linux-gnu" {
        // The command says so when asked to record.
        fs::write(&object, []).expect("OUT_DIR can be written to");
        return;
    }
    let archive = out.join("libselvedge_rt.a");
    let status = Command::new(env::var_os("RUSTC").expect("cargo sets RUSTC"))
        .args(["--crate-name=selvedge_rt", "--crate-type=staticlib", "--edition=2024", "--target", &target])
        .args(["-Copt-level=3", "-Cpanic=abort", "-Ccodegen-units=1", "-Clto=fat", "-Crelocation-model=pic"])
        .args(["--cfg", "feature=\"runtime\"", "-Cdebuginfo=0", "-o"])
        .arg(&archive)
        .arg(source.join("lib.rs"))
        .status()
        .expect("rustc can be run");
    assert!(status.success(), "the runtime library does not compile");
    let bytes = fs::read(&archive).expect("rustc has written the archive");
    let member = first_member(&bytes).expect("the archive holds an object");
    fs::write(&object, member).expect("OUT_DIR can be written to");
}

/// The first object in an archive: the crate with all it uses. What follows is not needed.
fn first_member(archive: &[u8]) -> Option<&[u8]> {
    let mut rest = archive.strip_prefix(b"!<arch>\n")?;
    loop {
        let header = rest.get(..60)?;
        let size: usize = std::str::from_utf8(&header[48..58]).ok()?.trim().parse().ok()?;
        let body = rest.get(60..60 + size)?;
        if body.starts_with(b"\x7fELF") {
            return Some(body);
        }
        rest = rest.get(60 + size + size % 2..)?;
    }
}
