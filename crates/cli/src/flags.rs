//! What can be typed. Doc comments here are the help texts.

use clap::{Args, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// Finds what threads, atomics and locks can do wrong, and shows the execution that does it.
///
/// Takes C, C++ (through clang), LLVM IR (.ll) and litmus tests (.litmus).
/// Exit codes: 0 nothing wrong, 1 a violation, 2 bad usage or input, 3 unknown.
#[derive(Parser, Debug)]
#[command(name = "selvedge", version, max_term_width = 100)]
pub struct Flags {
    #[command(subcommand)]
    pub command: Command,

    /// Colour in the output.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,

    /// Say on stderr what is being done (repeat for more).
    #[arg(short, long, global = true, action = clap::ArgAction::Count)]
    pub verbose: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Color {
    Auto,
    Always,
    Never,
}

#[derive(Subcommand, Debug)]
pub enum Command {
    /// Run a program under random or given schedules and report what fails.
    ///
    /// Threads are interleaved one step at a time under sequential consistency. Assertions, deadlocks,
    /// out-of-bounds accesses, use after free, double free and misuse of locks are reported. A run that ends well
    /// is one schedule, not a proof.
    Run(RunFlags),
    /// Re-execute a saved witness and check it against its memory model, without any engine.
    Replay(ReplayFlags),
    /// List the memory models, or explain one.
    Models(ModelsFlags),
    /// Show the program as the engines see it.
    Ir(IrFlags),
}

/// How a program is read.
#[derive(Args, Clone, Debug)]
pub struct InputFlags {
    /// C, C++, .ll or .litmus file.
    pub file: PathBuf,

    /// Function to start at.
    #[arg(long, default_value = "main", value_name = "NAME", help_heading = "Input")]
    pub entry: String,

    /// Directory for #include, passed to clang.
    #[arg(short = 'I', value_name = "DIR", help_heading = "Input")]
    pub include: Vec<String>,

    /// Macro definition, passed to clang.
    #[arg(short = 'D', value_name = "NAME[=VALUE]", help_heading = "Input")]
    pub define: Vec<String>,

    /// Language standard, passed to clang (c11, gnu17, c++20, …).
    #[arg(long, value_name = "STD", help_heading = "Input")]
    pub std: Option<String>,

    /// Any other argument for clang (repeat for more).
    #[arg(long, value_name = "ARG", allow_hyphen_values = true, help_heading = "Input")]
    pub clang_arg: Vec<String>,
}

/// How the answer is given.
#[derive(Args, Clone, Debug)]
pub struct OutputFlags {
    /// Form of the report on stdout.
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,

    /// Show every step of an execution, not only the last ones.
    #[arg(long, help_heading = "Output")]
    pub full: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Format {
    /// For people.
    Text,
    /// The stable machine format, described in docs/json.md.
    Json,
    /// SARIF 2.1.0 for code scanning.
    Sarif,
}

#[derive(Args, Debug)]
pub struct RunFlags {
    #[command(flatten)]
    pub input: InputFlags,

    /// Seed of the random schedule and inputs.
    #[arg(long, default_value_t = 0, conflicts_with = "schedule")]
    pub seed: u64,

    /// Try this many seeds, from --seed on, and stop at the first failure.
    #[arg(long, default_value_t = 1, value_name = "N", conflicts_with = "schedule")]
    pub runs: u64,

    /// Follow this schedule (as printed by a run).
    #[arg(long, value_name = "SCHEDULE")]
    pub schedule: Option<String>,

    /// Values for nondet_*(), in order; after them zero. Without this they are random.
    #[arg(long, value_name = "N,N,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub input_values: Option<Vec<i64>>,

    /// Let condition variables wake up without a signal.
    #[arg(long)]
    pub spurious: bool,

    /// Give up after this many instructions.
    #[arg(long, default_value_t = 2_000_000_000, value_name = "N")]
    pub max_steps: u64,

    /// Write the failing execution to this file, for `selvedge replay`.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,

    #[command(flatten)]
    pub output: OutputFlags,
}

#[derive(Args, Debug)]
pub struct ReplayFlags {
    /// Witness saved by another command.
    pub witness: PathBuf,

    /// The program, if it is no longer where the witness says.
    #[arg(long, value_name = "FILE")]
    pub program: Option<PathBuf>,

    /// Condition variables may wake up without a signal (as in `run --spurious`).
    #[arg(long)]
    pub spurious: bool,

    #[command(flatten)]
    pub output: OutputFlags,
}

#[derive(Args, Debug)]
pub struct ModelsFlags {
    /// Model to explain: sc, tso, pso, rmo, rmo-nodep, rmo-v9.
    pub name: Option<String>,
}

#[derive(Args, Debug)]
pub struct IrFlags {
    #[command(flatten)]
    pub input: InputFlags,

    /// Also say how long clang, reading and lowering took.
    #[arg(long)]
    pub timings: bool,
}
