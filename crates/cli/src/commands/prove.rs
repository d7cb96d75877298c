//! `selvedge prove`: assertions that hold in every execution, without any bound.

use super::session::Session;
use super::stopping;
use crate::flags::{InputFlags, OutputFlags, QuestionFlags};
use crate::output::Terminal;
use ::prove::{AssertionResult, Flow, Interference, Method, ProveConfig, ProveResult, Status};
use anyhow::Result;
use clap::{Args, ValueEnum};
use ir::Program;
use std::time::Instant;
use verdict::{Engine, Why};

#[derive(Args, Debug)]
pub struct ProveFlags {
    #[command(flatten)]
    pub input: InputFlags,

    /// Memory models: sc, tso, pso, rmo, rmo-nodep, rmo-v9, or `all` for the first four.
    #[arg(short, long, value_name = "MODELS", value_delimiter = ',', default_value = "sc,tso")]
    pub model: Vec<String>,

    /// How the stores of other threads come to a load.
    #[arg(long, value_enum, default_value_t = InterferenceFlag::Model)]
    pub interference: InterferenceFlag,

    /// Print what is known of the values at each assertion.
    #[arg(long)]
    pub invariants: bool,

    /// Give up after this many seconds per model.
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    pub timeout: f64,

    /// Stop with `unknown` if the process uses more memory than this.
    #[arg(long, value_name = "MB", default_value_t = 8192)]
    pub memory_limit: u64,

    /// Print on stderr what it took.
    #[arg(long)]
    pub statistics: bool,

    #[command(flatten)]
    pub output: OutputFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum InterferenceFlag {
    /// any store of any other thread, in any combination
    Oblivious,
    /// combinations that sequential consistency permits: unsound under weaker models, for comparison only
    Sc,
    /// combinations that the rules of the memory model permit, thread by thread
    Datalog,
    /// as datalog, and what remains is put to the order solver, all threads at once; then as states
    Model,
    /// all states of all threads, which are counted: SC, and TSO and PSO if there are no data races
    States,
}

impl InterferenceFlag {
    fn meaning(self) -> Interference {
        match self {
            InterferenceFlag::Oblivious => Interference::Oblivious,
            InterferenceFlag::Sc => Interference::Sc,
            InterferenceFlag::Datalog => Interference::Datalog,
            InterferenceFlag::Model => Interference::Model,
            InterferenceFlag::States => Interference::States,
        }
    }
}

pub fn prove(flags: &ProveFlags, terminal: &Terminal) -> Result<u8> {
    let question = QuestionFlags {
        property: vec![crate::flags::Kind::Assert],
        no_spurious: false,
        memory_limit: flags.memory_limit,
        save: None,
    };
    let mut session = Session::new(&flags.input, &question, &flags.model, Engine::Prove)?;
    while let Some(model) = session.next_model() {
        let interference = flags.interference.meaning();
        let task = session.task(model, Some(stopping::time(flags.timeout)?));
        let mut config = ProveConfig { task, ..ProveConfig::new(model) };
        config.interference = interference;
        config.invariants = flags.invariants;
        let started = Instant::now();
        let mut result = ::prove::prove(&session.loaded.program, &config);
        if !interference.is_sound(model) && matches!(result.verdict, verdict::Verdict::Safe { .. }) {
            let what = format!("for SC only (--interference sc), which says nothing about {model}");
            result.verdict = verdict::Verdict::unknown(Why::NotProved(what));
        }
        if flags.output.format == crate::flags::Format::Text {
            print_assertions(&session.loaded.program, model, &result);
        }
        if flags.statistics {
            eprintln!("{}: {:?}", model.name(), result.statistics);
        }
        session.answer(model, result.verdict, started.elapsed());
    }
    session.finish(&flags.output, terminal)
}

fn print_assertions(program: &Program, model: model::Model, result: &ProveResult) {
    let all = result.assertions.len();
    println!("{}: {} of {all} assertions proved", model.title(), result.n_proved());
    for assertion in &result.assertions {
        println!("  {}", line(program, assertion));
        if let Status::NotProved { combination, .. } = &assertion.status {
            combination.iter().for_each(|flow| println!("      {}", show_flow(program, flow)));
        }
        if let Some(invariant) = &assertion.invariant {
            println!("      here: {invariant}");
        }
    }
}

fn line(program: &Program, assertion: &AssertionResult) -> String {
    let place = program.show_span(assertion.span);
    let outcome = match &assertion.status {
        Status::Proved(Method::Joined) => "proved".to_string(),
        Status::Proved(Method::Combinations) => "proved, by combinations of interferences".to_string(),
        Status::Proved(Method::Solver) => "proved, by the order of all threads".to_string(),
        Status::Proved(Method::Product) => "proved, by all states of all threads".to_string(),
        Status::NotProved { reason, .. } => format!("not proved: {reason}"),
    };
    match place.as_str() {
        "?" => format!("{}: {outcome}", assertion.message),
        place => format!("{place}: {}: {outcome}", assertion.message),
    }
}

fn show_flow(program: &Program, flow: &Flow) -> String {
    let from = match flow.store {
        Some(store) => format!("the store in {}", program.show_span(store)),
        None => "the thread's own view or the initial value".to_string(),
    };
    format!(
        "thread {}: {} reads {} in {} from {from}",
        flow.thread,
        flow.place,
        flow.value,
        program.show_span(flow.load)
    )
}
