//! `selvedge completions` and `selvedge man`: what shells and `man` know about us, from the same definitions as `--help`.

use crate::flags::Flags;
use crate::output::print_text;
use anyhow::{Context, Result};
use clap::{Args, Command, CommandFactory};
use clap_complete::Shell;
use clap_mangen::Man;
use frontend::clang::Clang;
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct CompletionsFlags {
    /// The shell to write for.
    #[arg(value_enum)]
    pub shell: Shell,
}

#[derive(Args, Debug)]
pub struct ManFlags {
    /// Write a page for each command into this folder. Without it the main page is printed.
    #[arg(value_name = "DIR")]
    pub folder: Option<PathBuf>,
}

pub fn completions(flags: &CompletionsFlags) -> Result<u8> {
    let mut text = Vec::new();
    clap_complete::generate(flags.shell, &mut Flags::command(), "selvedge", &mut text);
    print_text(&String::from_utf8_lossy(&text))?;
    Ok(0)
}

pub fn man(flags: &ManFlags) -> Result<u8> {
    // Gives every command the flags that all have, and its own `help`.
    let mut command = Flags::command();
    command.build();
    match &flags.folder {
        Some(folder) => {
            std::fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
            write_pages(&command, "selvedge", folder)?;
        }
        None => print_text(&String::from_utf8_lossy(&page(&command, "selvedge")?))?,
    }
    Ok(0)
}

fn write_pages(command: &Command, name: &str, folder: &Path) -> Result<()> {
    let path = folder.join(format!("{name}.1"));
    std::fs::write(&path, page(command, name)?)
        .with_context(|| format!("cannot write {}", path.display()))?;
    for sub in command.get_subcommands().filter(|sub| !sub.is_hide_set() && sub.get_name() != "help") {
        write_pages(sub, &format!("{name}-{}", sub.get_name()), folder)?;
    }
    Ok(())
}

fn page(command: &Command, name: &str) -> Result<Vec<u8>> {
    let mut text = Vec::new();
    // `Command` keeps names for ever; there are two dozen.
    let name: &'static str = name.to_string().leak();
    Man::new(command.clone().name(name)).render(&mut text)?;
    Ok(text)
}

/// What `--version` says: us, and the clang that C goes through.
pub fn long_version() -> String {
    let clang = match Clang::find(None) {
        Ok(clang) => format!("clang {} ({})", clang.version, clang.path.display()),
        Err(error) => format!("no clang: {error}"),
    };
    format!("{}\n{clang}", env!("CARGO_PKG_VERSION"))
}
