//! The `selvedge` command: reads flags, calls the libraries, prints, and turns the answer into an exit code.
//!
//! 0 nothing wrong, 1 a violation, 2 bad usage or input, 3 unknown. Reports go to stdout, everything else to stderr; those of
//! `watch` go to stderr, too, where they are for people: stdout is the program's.

/// As the one of the standard library, but that nobody reads standard error is no reason to stop.
macro_rules! eprintln {
    ($($argument:tt)*) => {{
        use std::io::Write as _;
        let _ = writeln!(std::io::stderr(), $($argument)*);
    }};
}

mod commands;
mod flags;
mod native;
mod output;

use clap::{CommandFactory, FromArgMatches};
use flags::{Command, Flags};
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(result) = commands::as_compiler() {
        return ExitCode::from(result.unwrap_or_else(|error| {
            output::Terminal::new(flags::Color::Auto).error(&error);
            2
        }));
    }
    let flags = parse();
    start_tracing(flags.verbose);
    let terminal = output::Terminal::new(flags.color);
    let result = match &flags.command {
        Command::Verify(flags) => commands::verify(flags, &terminal),
        Command::Check(flags) => commands::check(flags, &terminal),
        Command::Explore(flags) => commands::explore(flags, &terminal),
        Command::Prove(flags) => commands::prove(flags, &terminal),
        Command::Litmus(flags) => commands::litmus(flags),
        Command::Predict(flags) => commands::predict(flags, &terminal),
        Command::Trace(flags) => commands::trace(flags),
        Command::Spec(flags) => commands::spec(flags),
        Command::Run(flags) => commands::run(flags, &terminal),
        Command::Replay(flags) => commands::replay(flags, &terminal),
        Command::View(flags) => commands::view(flags, &terminal),
        Command::Cc(flags) => commands::cc(flags),
        Command::Cxx(flags) => commands::cxx(flags),
        Command::Record(flags) => commands::record(flags, &terminal),
        Command::Watch(flags) => commands::watch(flags, &terminal),
        Command::Models(flags) => commands::models(flags),
        Command::Ir(flags) => commands::ir(flags),
        Command::Completions(flags) => commands::completions(flags),
        Command::Man(flags) => commands::man(flags),
    };
    match result {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            terminal.error(&error);
            ExitCode::from(2)
        }
    }
}

/// Looking for clang takes a moment: only when it is asked for.
fn parse() -> Flags {
    let mut command = Flags::command();
    if std::env::args_os().nth(1).is_some_and(|first| first == "--version") {
        command = command.long_version(&*commands::long_version().leak());
    }
    Flags::from_arg_matches(&command.get_matches()).unwrap_or_else(|error| error.exit())
}

fn start_tracing(verbose: u8) {
    let level = match verbose {
        0 => tracing::Level::WARN,
        1 => tracing::Level::INFO,
        _ => tracing::Level::DEBUG,
    };
    tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr).with_target(false).init();
}
