//! What can be typed. Doc comments here are the help texts.

use crate::commands::{CompilerFlags, ExploreFlags, RecordFlags, ViewFlags, WatchFlags};
use clap::{Args, Parser, Subcommand, ValueEnum};
use model::Model;
use std::path::PathBuf;

/// Finds concurrency bugs in programs with threads, atomics and locks, and shows the execution that triggers each.
///
/// Takes C, C++ (through clang), LLVM IR (.ll), litmus tests (.litmus) and small programs (.sel).
/// Exit codes: 0 nothing wrong, 1 a violation, 2 bad usage or input, 3 unknown.
#[derive(Parser, Debug)]
#[command(name = "selvedge", version, max_term_width = 100)]
pub struct Flags {
    #[command(subcommand)]
    pub command: Command,

    /// When to use colour.
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto)]
    pub color: Color,

    /// Log progress to stderr (repeat for more detail).
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
    /// Say whether a program can fail: proof, bounded search and exploration side by side.
    ///
    /// For each property and memory model the answer is `safe` with its scope, a violation with its execution, or
    /// `unknown` with the reason; the first engine that knows settles it. Without --timeout each engine has a minute
    /// per model. Several files, or folders: a line for each file and a summary.
    Verify(VerifyFlags),
    /// Check a program up to a loop bound, under one or several memory models.
    ///
    /// Covers all executions in which no loop runs for more than --unwind iterations, by SAT modulo order. If the
    /// bound is enough for the program, the answer covers every execution.
    Check(CheckFlags),
    /// Explore every behaviour of a program once, by running it.
    ///
    /// Executions that no read can tell apart are explored once. Values are concrete: inputs are taken from --inputs.
    /// What is found is shown as an execution; when all is explored the answer covers every execution.
    Explore(ExploreFlags),
    /// Prove assertions for every execution, without any bound.
    ///
    /// One thread is analysed at a time against what the others may store; what is proved holds under the memory model for
    /// any number of loop rounds. What is not proved is an alarm, not a violation: `selvedge check` looks for one.
    Prove(crate::commands::ProveFlags),
    /// Analyse small programs and litmus tests under memory models made of named rules.
    ///
    /// Prints all final states, says whether an outcome is legal and which rules forbid it, finds data races and blocks
    /// that are not atomic, and answers what-if questions by switching rules.
    Litmus(crate::commands::LitmusFlags),
    /// Predict from one run what other schedules of it would have broken.
    ///
    /// From a recorded run: data races, uses that a free can overtake, lost signals, and library calls in an order that a
    /// specification forbids, also where both are under one lock. From a program, which is run: blocks that are meant to be
    /// atomic, assertions, deadlocks, races. What is reported comes with a schedule that was replayed.
    Predict(crate::commands::PredictFlags),
    /// Inspect, convert, slice and generate traces.
    Trace(crate::commands::TraceFlags),
    /// Read, show and test commutativity specifications.
    Spec(crate::commands::SpecFlags),
    /// Run a program under random or given schedules and report what fails.
    ///
    /// Threads are interleaved one step at a time under sequential consistency. Assertions, deadlocks,
    /// out-of-bounds accesses, use after free, double free and misuse of locks are reported. A run that ends well
    /// is one schedule, not a proof.
    Run(RunFlags),
    /// Re-execute a saved witness and check it against its memory model, without any engine.
    Replay(ReplayFlags),
    /// Show a saved result again: as text, or as a page with --html.
    ///
    /// Takes what --format json printed or --save wrote. Nothing is run or checked anew; the exit code is 0 when the
    /// result could be shown.
    View(ViewFlags),
    /// Compile C so that the program can be recorded: `CC="selvedge cc"` in any build.
    ///
    /// Takes a compiler's arguments; clang (or gcc) does the work. --selvedge-spec=FILE records the functions of a
    /// specification as calls.
    Cc(CompilerFlags),
    /// Compile C++ so that the program can be recorded: `CXX="selvedge c++"`.
    #[command(name = "c++")]
    Cxx(CompilerFlags),
    /// Run a program built with `selvedge cc` and record what its threads do, for `selvedge predict`.
    ///
    /// The exit code is the program's own.
    Record(RecordFlags),
    /// Run a program built with `selvedge cc` and say what other schedules of the run would have broken.
    Watch(WatchFlags),
    /// List the memory models, or explain one.
    Models(ModelsFlags),
    /// Show the program as the engines see it.
    Ir(IrFlags),
    /// Print completions for a shell: `selvedge completions bash > ~/.local/share/bash-completion/completions/selvedge`.
    Completions(crate::commands::CompletionsFlags),
    /// Print the manual page, or write one for each command into a folder.
    Man(crate::commands::ManFlags),
}

/// How a program is read.
#[derive(Args, Clone, Debug)]
pub struct InputFlags {
    /// C, C++, .ll, .litmus or .sel file.
    pub file: PathBuf,

    #[command(flatten)]
    pub reading: ReadingFlags,
}

/// What clang is told, and where the program starts.
#[derive(Args, Clone, Debug)]
pub struct ReadingFlags {
    /// Entry function.
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

    /// Accesses of `volatile` variables are atomic, of the weakest order: they are in no data race.
    #[arg(long, help_heading = "Input")]
    pub atomic_volatile: bool,

    /// `malloc` may return what was freed before, of the same size (ABA). Under SC only; looks for no memory errors.
    #[arg(long, help_heading = "Input")]
    pub reuse_freed: bool,

    /// `malloc`, `calloc`, `strdup` and the like may find no memory left and return null. `new` does not throw.
    #[arg(long, help_heading = "Input")]
    pub malloc_may_fail: bool,
}

impl ReadingFlags {
    /// The same, with what looks for memory errors where they are asked for.
    pub fn for_properties(&self, asked: &[Kind]) -> ReadingFlags {
        let mut reading = self.clone();
        if asked.contains(&Kind::Memory) && !self.reuse_freed {
            reading.clang_arg.extend(frontend::MEMORY_CHECKS.map(String::from));
        }
        reading
    }

    /// Whether the question can be asked of a program that is read so.
    pub fn allow(&self, asked: &[Kind], models: &[Model]) -> anyhow::Result<()> {
        if self.reuse_freed && asked.contains(&Kind::Memory) {
            anyhow::bail!(
                "--reuse-freed: memory that comes back hides memory errors; ask about them without it"
            );
        }
        match models.iter().find(|&&model| self.reuse_freed && model != Model::SC) {
            Some(model) => anyhow::bail!(
                "--reuse-freed is for --model sc: what it adds to `malloc` would order memory under {}",
                model.title()
            ),
            None => Ok(()),
        }
    }
}

/// How the answer is given.
#[derive(Args, Clone, Debug)]
pub struct OutputFlags {
    /// Format of the report.
    #[arg(long, value_enum, default_value_t = Format::Text, help_heading = "Output")]
    pub format: Format,

    /// Show every step of an execution, not only the last ones.
    #[arg(long, help_heading = "Output")]
    pub full: bool,

    /// Also write an HTML page to this file: source, steps, store buffers and execution graph.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,
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

/// What is asked of an engine.
#[derive(Args, Clone, Debug)]
pub struct QuestionFlags {
    /// Properties to check: assert, deadlock, memory, race; `unwind` asks whether the loop bound is enough.
    #[arg(long, value_enum, value_name = "KINDS", value_delimiter = ',', default_values_t = [Kind::Assert])]
    pub property: Vec<Kind>,

    /// Do not consider spurious wake-ups. By default each thread may wake once without a signal, as POSIX allows.
    #[arg(long)]
    pub no_spurious: bool,

    /// Stop with `unknown` if the process uses more memory than this.
    #[arg(long, value_name = "MB", default_value_t = 8192)]
    pub memory_limit: u64,

    /// Write the first failing execution to this file, for `selvedge replay`.
    #[arg(long, value_name = "FILE")]
    pub save: Option<PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Kind {
    /// assert(), reach_error(), the condition of a litmus test
    Assert,
    /// every thread that still runs waits for another
    Deadlock,
    /// out of bounds, null, use after free, double free, misuse of locks
    Memory,
    /// conflicting accesses that nothing orders
    Race,
    /// a loop that needs more iterations than the bound allows: `unknown`, naming the loops
    Unwind,
}

#[derive(Args, Debug)]
pub struct CheckFlags {
    #[command(flatten)]
    pub input: InputFlags,

    /// Memory models: sc, tso, pso, rmo, rmo-nodep, rmo-v9, or `all` for the first four.
    #[arg(short, long, value_name = "MODELS", value_delimiter = ',', default_value = "sc")]
    pub model: Vec<String>,

    /// Maximum number of loop iterations and depth of recursion. `auto` raises the bound until every execution
    /// is covered or time is up.
    #[arg(short, long, value_name = "K|auto", default_value = "4", value_parser = parse_unwind)]
    pub unwind: Unwind,

    /// A different bound for the loop that starts on this line (repeatable).
    #[arg(long, value_name = "LINE:K", value_parser = parse_line_bound)]
    pub unwind_at: Vec<(u32, u32)>,

    /// Also cut loops with a known number of iterations at the bound. By default they are unrolled completely if
    /// time allows.
    #[arg(long)]
    pub exact_unwind: bool,

    /// Show an execution for every place that can fail, not only the first one found.
    #[arg(long)]
    pub all: bool,

    /// Write the solver query to this file as SMT-LIB 2 (with several models, to FILE.MODEL).
    #[arg(long, value_name = "FILE")]
    pub dump_smt2: Option<PathBuf>,

    /// Give up after this many seconds per model.
    #[arg(long, value_name = "SECONDS")]
    pub timeout: Option<f64>,

    #[command(flatten)]
    pub question: QuestionFlags,

    /// Print sizes, times and solver counters to stderr.
    #[arg(long)]
    pub statistics: bool,

    #[command(flatten)]
    pub output: OutputFlags,
}

/// How far loops are unrolled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unwind {
    To(u32),
    Growing,
}

fn parse_unwind(text: &str) -> Result<Unwind, String> {
    match text {
        "auto" => Ok(Unwind::Growing),
        _ => text.parse().map(Unwind::To).map_err(|_| "expected a number or `auto`".into()),
    }
}

fn parse_line_bound(text: &str) -> Result<(u32, u32), String> {
    let (line, bound) = text.split_once(':').ok_or("expected LINE:K")?;
    let number = |text: &str| text.parse().map_err(|_| format!("{text:?} is not a number"));
    Ok((number(line)?, number(bound)?))
}

#[derive(Args, Debug)]
pub struct VerifyFlags {
    /// C, C++, .ll, .litmus or .sel files, or folders of them.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingFlags,

    /// Memory models: sc, tso, pso, rmo, rmo-nodep, rmo-v9, or `all` for the first four.
    #[arg(short, long, value_name = "MODELS", value_delimiter = ',', default_value = "sc,tso")]
    pub model: Vec<String>,

    /// Engines to run.
    #[arg(long, value_enum, value_name = "ENGINES", value_delimiter = ',',
          default_values_t = [EngineFlag::Prove, EngineFlag::Check, EngineFlag::Explore])]
    pub engines: Vec<EngineFlag>,

    /// Count "nothing found up to K loop iterations" as safe.
    #[arg(long)]
    pub accept_bound: bool,

    /// Let every engine finish, even after another has settled the question, and report contradictions.
    #[arg(long)]
    pub cross_check: bool,

    /// Values that `explore` tries for each nondet_*(): numbers and ranges, such as 0..3,7. Its `safe` is
    /// then for the given inputs only.
    #[arg(long, value_name = "N|A..B,…", value_delimiter = ',', allow_hyphen_values = true)]
    pub inputs: Vec<String>,

    /// Give up after this many seconds per engine and model.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub timeout: f64,

    #[command(flatten)]
    pub question: QuestionFlags,

    #[command(flatten)]
    pub output: OutputFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum EngineFlag {
    /// without any bound, by abstract interpretation (assertions only)
    Prove,
    /// with growing bounds, by SAT modulo order
    Check,
    /// every execution, by running it
    Explore,
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

    /// Do not consider spurious wake-ups. By default each thread may wake once without a signal, as POSIX allows.
    #[arg(long)]
    pub no_spurious: bool,

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

    /// Give clang every argument that the witness names. Without this only -I, -D, -U and -std are passed on.
    #[arg(long)]
    pub trust: bool,

    #[command(flatten)]
    pub output: OutputFlags,
}

#[derive(Args, Debug)]
pub struct ModelsFlags {
    /// Model to explain: sc, tso, pso, rmo, rmo-nodep, rmo-v9, coherence, pram, causal, processor, nemos-sc.
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
