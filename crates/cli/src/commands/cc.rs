//! `selvedge cc` and `selvedge c++`: the compiler, with what a program needs to be recorded.

use crate::native::compiler::{Dialect, compile};
use anyhow::Result;
use clap::Args;
use std::ffi::OsString;
use std::path::Path;

#[derive(Args, Debug)]
#[command(disable_help_flag = true)]
pub struct CompilerFlags {
    /// Arguments for the compiler, as for cc.
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "ARGUMENTS")]
    pub arguments: Vec<OsString>,
}

pub fn cc(flags: &CompilerFlags) -> Result<u8> {
    compile(Dialect::C, &flags.arguments)
}

pub fn cxx(flags: &CompilerFlags) -> Result<u8> {
    compile(Dialect::Cpp, &flags.arguments)
}

/// If this process was called as a compiler, what the compiler returned. A compiler's arguments are its own: they are
/// taken before anybody reads flags. A link to `selvedge` named `selvedge-cc` or `selvedge-c++` works too.
pub fn as_compiler() -> Option<Result<u8>> {
    let mut arguments = std::env::args_os();
    let own = arguments.next()?;
    let rest: Vec<OsString> = arguments.collect();
    let name = Path::new(&own).file_name()?.to_str()?.to_owned();
    let command = rest.first().and_then(|first| first.to_str());
    let (dialect, from) = match (name.as_str(), command) {
        ("selvedge-cc", _) => (Dialect::C, 0),
        ("selvedge-c++", _) => (Dialect::Cpp, 0),
        (_, Some("cc")) => (Dialect::C, 1),
        (_, Some("c++")) => (Dialect::Cpp, 1),
        _ => return None,
    };
    Some(compile(dialect, rest.get(from..)?))
}
