//! `selvedge litmus`: small programs under memory models made of named rules.

mod export;
mod interactive;
mod show;
mod table;

use crate::flags::ReadingFlags;
use crate::output::print_text;
use ::litmus::{
    AnyModel, BlockRange, CatModel, Classical, Notion, Options, Question, Selection, Session, Switching,
    Validation,
};
use anyhow::{Context, Result, bail};
use clap::Args;
use ir::{Program, Prop};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args, Debug)]
pub struct LitmusFlags {
    /// Litmus tests (.litmus), small programs (.sel, C, .ll), or folders of litmus tests.
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,

    /// Memory models: sc, tso, pso, rmo, rmo-nodep, rmo-v9, coherence, pram, causal, processor, nemos-sc, `all` for the
    /// first four, or a model file (.cat).
    #[arg(short, long, value_name = "MODELS", value_delimiter = ',', default_value = "sc")]
    pub model: Vec<String>,

    /// Only say whether the condition can be satisfied; do not list the final states.
    #[arg(long)]
    pub verdict: bool,

    /// Compare verdicts and numbers of states with a table (name, model, verdict, n_states, observation).
    #[arg(long, value_name = "TSV")]
    pub expect: Option<PathBuf>,

    /// Is this outcome legal? For example 'P0:r1=1 /\ P1:r2=0'.
    #[arg(long, value_name = "OUTCOME", help_heading = "Questions")]
    pub assume: Option<String>,

    /// Is the outcome in the file's own condition legal, and why or why not?
    #[arg(long, help_heading = "Questions", conflicts_with = "assume")]
    pub explain: bool,

    /// Print which operation comes before which: 1 always, 0 never, X either (with --assume or --explain).
    #[arg(long, help_heading = "Questions")]
    pub matrix: bool,

    /// Conflicting accesses that happens-before does not order.
    #[arg(long, help_heading = "Questions")]
    pub races: bool,

    /// Can something come between the operations of a block that is meant to be atomic?
    #[arg(long, help_heading = "Questions")]
    pub atomicity: bool,

    /// A block that is meant to be atomic: operations 2 to 5 of thread P0 are P0:2-5 (repeat for more).
    #[arg(long, value_name = "THREAD:FROM-TO", help_heading = "Questions", value_parser = BlockRange::parse)]
    pub atomic: Vec<BlockRange>,

    /// Count only operations that touch a variable of the block.
    #[arg(long, help_heading = "Questions", conflicts_with = "serializable")]
    pub window: bool,

    /// Count only executions that are not equivalent to one where the block runs alone.
    #[arg(long, help_heading = "Questions")]
    pub serializable: bool,

    /// What if these rules did not hold? (`selvedge models NAME` lists them.)
    #[arg(
        long,
        value_name = "RULES",
        value_delimiter = ',',
        help_heading = "Rules",
        conflicts_with = "only"
    )]
    pub without: Vec<String>,

    /// What if only these rules held?
    #[arg(long, value_name = "RULES", value_delimiter = ',', help_heading = "Rules")]
    pub only: Vec<String>,

    /// Ask question after question: switch rules, fix values, list states.
    #[arg(short, long)]
    pub interactive: bool,

    /// Draw the execution for Graphviz to this file (`-`: standard output).
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    pub dot: Option<PathBuf>,

    /// Draw the execution as SVG to this file (`-`: standard output).
    #[arg(long, value_name = "FILE", help_heading = "Pictures")]
    pub svg: Option<PathBuf>,

    /// Print the answers as JSON, described in docs/json.md.
    #[arg(long, help_heading = "Output")]
    pub json: bool,

    /// Also write the table to this file, as a page that sorts and filters: a line for each test, or of one test a line for
    /// each final state.
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    pub html: Option<PathBuf>,

    /// How often a loop goes round at most (C programs).
    #[arg(short, long, value_name = "K", default_value_t = 4)]
    pub unwind: u32,

    /// Folder to look for included .cat files in (repeat for more).
    #[arg(long, value_name = "DIR")]
    pub cat_dir: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: ReadingFlags,
}

impl LitmusFlags {
    fn selection(&self) -> Selection {
        let names = |names: &[String]| {
            names.iter().map(|name| name.trim().to_lowercase().replace(['_', ' '], "-")).collect()
        };
        match (self.without.is_empty(), self.only.is_empty()) {
            (true, true) => Selection::All,
            (false, _) => Selection::Without(names(&self.without)),
            (true, false) => Selection::Only(names(&self.only)),
        }
    }
    fn options(&self) -> Options {
        Options { unwind: self.unwind, ..Options::default() }
    }
    /// Whether rules matter, so that SC is taken rule by rule as Nemos has it.
    fn asks_rules(&self) -> bool {
        self.assume.is_some()
            || self.explain
            || self.matrix
            || self.interactive
            || self.draws()
            || self.selection() != Selection::All
    }
    /// Whether all states are wanted in words, beside a table.
    fn exports(&self) -> bool {
        self.json || self.html.is_some()
    }
    fn draws(&self) -> bool {
        self.dot.is_some() || self.svg.is_some()
    }
    fn load(&self, file: &Path) -> Result<Program> {
        Ok(super::load(file, &self.reading)?.program)
    }
}

pub fn litmus(flags: &LitmusFlags) -> Result<u8> {
    let models = models(flags)?;
    let files = files(&flags.files)?;
    let single =
        flags.assume.is_some() || flags.matrix || flags.interactive || flags.draws() || flags.explain;
    let single = single || flags.races || flags.atomicity || !flags.atomic.is_empty();
    if flags.exports() && (single || flags.expect.is_some()) {
        bail!("--json and --html are for verdicts and final states, not for this question");
    }
    if let Some(table) = &flags.expect {
        return table::expect(flags, &files, &models, table);
    }
    if files.is_empty() {
        bail!("no litmus tests there");
    }
    if files.len() > 1 || flags.exports() {
        if single {
            bail!("this question is asked of one file at a time, not of {}", files.len());
        }
        return table::many(flags, &files, &models);
    }
    let Some(file) = files.first() else { bail!("no litmus tests there") };
    let program = flags.load(file)?;
    if flags.interactive {
        return interactive::run(flags, &program, &models);
    }
    let mut worst = 0;
    for model in &models {
        let code = one(flags, &program, model)?;
        worst = worse(worst, code);
    }
    Ok(worst)
}

/// A violation outweighs an unknown, which outweighs nothing wrong.
fn worse(a: u8, b: u8) -> u8 {
    let rank = |code: u8| match code {
        1 => 2,
        3 => 1,
        _ => 0,
    };
    if rank(a) >= rank(b) { a } else { b }
}

fn one(flags: &LitmusFlags, program: &Program, model: &AnyModel) -> Result<u8> {
    if flags.races {
        return show::races(flags, program, model);
    }
    if flags.atomicity || !flags.atomic.is_empty() {
        let notion = match (flags.window, flags.serializable) {
            (true, _) => Notion::Window,
            (_, true) => Notion::Serializable,
            _ => Notion::Any,
        };
        return show::atomicity(flags, program, model, notion);
    }
    let prop = match &flags.assume {
        Some(text) => {
            Some(::litmus::parse_outcome(text, program).with_context(|| format!("--assume {text:?}"))?)
        }
        None => Question::of(program).prop.filter(|_| flags.explain || flags.matrix || flags.draws()),
    };
    match prop {
        Some(prop) => validate(flags, program, model, &prop),
        None if flags.explain || flags.matrix || flags.draws() => {
            bail!("{} has no condition; give an outcome with --assume", program.name)
        }
        None if flags.verdict => table::verdict(flags, program, model),
        None => table::states(flags, program, model),
    }
}

fn validate(flags: &LitmusFlags, program: &Program, model: &AnyModel, prop: &Prop) -> Result<u8> {
    let mut session =
        Session::new(program, model, &flags.selection(), Switching::Instances, &flags.options())?;
    let validation = session.validate(program, prop)?;
    let mut text = show::validation(&session, program, model, prop, &validation);
    if flags.matrix && matches!(validation, Validation::Legal(_)) {
        match session.matrix(program, prop)? {
            Some(matrix) => text += &format!("\n{}", matrix.render()),
            None => text += "\nno matrix: this model has no single order of all operations\n",
        }
    }
    if let Validation::Legal(execution) = &validation {
        let title = format!("{} under {}", program.name, model.title());
        for (path, drawn) in [(&flags.dot, ::litmus::dot as fn(_, _) -> _), (&flags.svg, ::litmus::svg)] {
            match path {
                Some(path) if path.as_os_str() == "-" => {
                    return print_text(&drawn(execution, &title)).map(|()| 0);
                }
                Some(path) => std::fs::write(path, drawn(execution, &title))
                    .with_context(|| format!("cannot write {}", path.display()))?,
                None => {}
            }
        }
    }
    print_text(&text)?;
    let incomplete = session.incomplete()?;
    Ok(match (&validation, incomplete) {
        (Validation::Legal(_), _) => 0,
        (Validation::Illegal(_), None) => 1,
        (Validation::Illegal(_), Some(reason)) => {
            print_text(&format!("but this is not the whole program: {reason}\n"))?;
            3
        }
    })
}

/// The models that were asked for.
fn models(flags: &LitmusFlags) -> Result<Vec<AnyModel>> {
    let mut models = Vec::new();
    for name in &flags.model {
        if name == "all" {
            models.extend(["sc", "tso", "pso", "rmo"].iter().filter_map(|name| AnyModel::by_name(name)));
        } else if name.ends_with(".cat") {
            models.push(AnyModel::Cat(Arc::new(CatModel::load(Path::new(name), &flags.cat_dir)?)));
        } else if let Some(model) = AnyModel::by_name(name) {
            models.push(model);
        } else {
            bail!(super::models::no_such_model(name));
        }
    }
    if flags.asks_rules() {
        for model in &mut models {
            if matches!(model, AnyModel::BuiltIn(known) if *known == model::Model::SC) {
                *model = AnyModel::Classical(Classical::NemosSc);
            }
        }
    }
    Ok(models)
}

/// Files as given; of a folder, its litmus tests in order.
fn files(given: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in given {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let entries = std::fs::read_dir(path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        found.retain(|path| path.extension().is_some_and(|kind| kind == "litmus" || kind == "sel"));
        found.sort();
        files.extend(found);
    }
    Ok(files)
}
