//! `selvedge trace`: looks at, converts, cuts and makes up recorded traces.

use crate::output::print_text;
use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand, ValueEnum};
use events::trace::{
    Batch, EventStream, Generator, Op, Shape, Source, StdWriter, TraceEvent, TraceKind, TraceOrder,
    TraceReader, TraceWriter,
};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::File;
use std::io::{BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};

#[derive(Args, Debug)]
pub struct TraceFlags {
    #[command(subcommand)]
    pub command: TraceCommand,
}

#[derive(Subcommand, Debug)]
pub enum TraceCommand {
    /// Summarise a trace and report any damage.
    Info(InfoFlags),
    /// Print events as text, one per line.
    Cat(CatFlags),
    /// Convert between the binary and the text form.
    Convert(ConvertFlags),
    /// Extract part of a trace.
    Slice(SliceFlags),
    /// Generate a trace of threads that take locks and access what they protect.
    Gen(GenFlags),
}

#[derive(Args, Debug)]
pub struct InfoFlags {
    /// Trace, binary or text.
    pub file: PathBuf,
}

#[derive(Args, Debug)]
pub struct CatFlags {
    /// Trace, binary or text.
    pub file: PathBuf,
    #[command(flatten)]
    pub part: PartFlags,
}

/// Which events.
#[derive(Args, Clone, Debug)]
pub struct PartFlags {
    /// Number of the first event, from 0.
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: u64,
    /// Number of the event after the last.
    #[arg(long, value_name = "N")]
    pub to: Option<u64>,
    /// Only these threads, by name or number.
    #[arg(long, value_name = "THREADS", value_delimiter = ',')]
    pub threads: Vec<String>,
}

#[derive(Args, Debug)]
pub struct ConvertFlags {
    /// Trace, binary or text.
    pub file: PathBuf,
    /// File to write.
    pub output: PathBuf,
    /// Form to write; by default the other one.
    #[arg(long, value_enum)]
    pub to: Option<FormFlag>,
}

#[derive(Args, Debug)]
pub struct SliceFlags {
    /// Trace, binary or text.
    pub file: PathBuf,
    /// File to write, in the same form.
    pub output: PathBuf,
    #[command(flatten)]
    pub part: PartFlags,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum FormFlag {
    /// What `selvedge record` writes
    Binary,
    /// Lines like `T0|acq(L1)|12`
    Std,
}

#[derive(Args, Debug)]
pub struct GenFlags {
    /// File to write.
    pub output: PathBuf,
    #[arg(long, default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub threads: u32,
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u32).range(0..=10_000_000))]
    pub locks: u32,
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub variables: u32,
    #[arg(long, default_value_t = 1_000_000)]
    pub events: u64,
    /// Locks that a thread holds at once, at most.
    #[arg(long, default_value_t = 2)]
    pub nesting: u32,
    /// Out of a thousand accesses, those made without their lock.
    #[arg(long, default_value_t = 0, value_name = "PER-MILLE")]
    pub races: u32,
    /// Out of a thousand events, those after which another thread goes on.
    #[arg(long, default_value_t = 100, value_name = "PER-MILLE")]
    pub switches: u32,
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Form to write.
    #[arg(long, value_enum, default_value_t = FormFlag::Binary)]
    pub form: FormFlag,
}

pub fn trace(flags: &TraceFlags) -> Result<u8> {
    match &flags.command {
        TraceCommand::Info(flags) => {
            super::record::complete(&flags.file)?;
            info(&flags.file)
        }
        TraceCommand::Cat(flags) => cat(flags),
        TraceCommand::Convert(flags) => {
            let form = flags.to.unwrap_or(match form_of(&flags.file)? {
                FormFlag::Binary => FormFlag::Std,
                FormFlag::Std => FormFlag::Binary,
            });
            copy(&flags.file, &flags.output, form, None)
        }
        TraceCommand::Slice(flags) => {
            copy(&flags.file, &flags.output, form_of(&flags.file)?, Some(&flags.part))
        }
        TraceCommand::Gen(flags) => generate(flags),
    }
}

fn open(path: &Path) -> Result<Box<dyn EventStream>> {
    events::trace::open(path).with_context(|| path.display().to_string())
}

fn form_of(path: &Path) -> Result<FormFlag> {
    match TraceKind::of_file(path).with_context(|| path.display().to_string())? {
        Some(TraceKind::Binary) => Ok(FormFlag::Binary),
        Some(TraceKind::Text) => Ok(FormFlag::Std),
        None => bail!("{} is not a trace", path.display()),
    }
}

fn tell_damage(stream: &dyn EventStream) {
    for damage in stream.damage() {
        eprintln!("damaged trace: {damage}");
    }
}

fn info(path: &Path) -> Result<u8> {
    let mut out = String::new();
    let mut stream: Box<dyn EventStream> = match form_of(path)? {
        FormFlag::Std => open(path)?,
        FormFlag::Binary => {
            let source = Source::open(path).with_context(|| path.display().to_string())?;
            let length = source.length();
            let reader = TraceReader::open(source).with_context(|| path.display().to_string())?;
            let summary = reader.summary();
            let per_event = length as f64 / summary.events.max(1) as f64;
            let _ = writeln!(
                out,
                "binary, {length} bytes, {} chunks ({} bytes, {} before compression), {per_event:.2} bytes per event",
                summary.chunks, summary.stored_bytes, summary.raw_bytes
            );
            Box::new(reader)
        }
    };
    let mut counts = [0_u64; Op::ALL.len()];
    let mut threads = BTreeSet::new();
    let mut objects: [rustc_hash::FxHashSet<u64>; 5] = Default::default();
    let mut locations = rustc_hash::FxHashSet::default();
    let mut batch = Batch::default();
    while stream.fill(&mut batch)? {
        for event in &batch.events {
            counts[event.op as usize] += 1;
            threads.insert(event.thread);
            objects[event.op.namespace() as usize].insert(event.object);
            locations.insert(event.location);
        }
    }
    let total: u64 = counts.iter().sum();
    let [_, memory, sync, _, calls] = objects.map(|set| set.len());
    let memory_is = if stream.has_addresses() { "addresses" } else { "variables" };
    let _ = writeln!(
        out,
        "{total} events, {} threads, {memory} {memory_is}, {sync} synchronisation objects, {calls} objects of calls, {} locations",
        threads.len(),
        locations.len()
    );
    for op in Op::ALL.into_iter().filter(|op| counts[*op as usize] > 0) {
        let _ = writeln!(out, "  {:12} {}", op.name(), counts[op as usize]);
    }
    for damage in stream.damage() {
        let _ = writeln!(out, "damaged: {damage}");
    }
    print_text(&out)?;
    Ok(0)
}

/// Whether an event belongs to the part.
fn is_in(part: &PartFlags, number: u64, event: &TraceEvent, stream: &dyn EventStream) -> bool {
    if number < part.from || part.to.is_some_and(|to| number >= to) {
        return false;
    }
    part.threads.is_empty() || {
        let name = stream.tables().name(events::trace::Namespace::Thread, u64::from(event.thread));
        part.threads.iter().any(|wanted| *wanted == name || *wanted == event.thread.to_string())
    }
}

fn cat(flags: &CatFlags) -> Result<u8> {
    let mut stream = open(&flags.file)?;
    let mut writer = StdWriter::new(BufWriter::new(std::io::stdout().lock()));
    let result = each(&mut *stream, Some(&flags.part), &mut |event, batch, stream| {
        writer.push(event, batch, stream.tables())
    });
    let result = result.and_then(|()| Ok(writer.finish().map(drop)?));
    tell_damage(&*stream);
    match result {
        Err(error) if is_broken_pipe(&error) => Ok(0),
        result => result.map(|()| 0),
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|io| io.kind() == ErrorKind::BrokenPipe)
}

type Sink<'a> =
    dyn FnMut(&TraceEvent, &Batch, &dyn EventStream) -> Result<(), events::trace::TraceError> + 'a;

/// Calls `sink` for each event of the part.
fn each(stream: &mut dyn EventStream, part: Option<&PartFlags>, sink: &mut Sink) -> Result<()> {
    let mut batch = Batch::default();
    let mut number = 0;
    while stream.fill(&mut batch)? {
        for event in &batch.events {
            if part.is_none_or(|part| is_in(part, number, event, stream)) {
                sink(event, &batch, stream)?;
            }
            number += 1;
        }
        if part.and_then(|part| part.to).is_some_and(|to| number >= to) {
            break;
        }
    }
    Ok(())
}

fn create(path: &Path) -> Result<BufWriter<File>> {
    let file = File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    Ok(BufWriter::with_capacity(1 << 18, file))
}

fn copy(from: &Path, to: &Path, form: FormFlag, part: Option<&PartFlags>) -> Result<u8> {
    if to.exists() && std::fs::canonicalize(from)? == std::fs::canonicalize(to)? {
        bail!("{} would be overwritten while it is read", from.display());
    }
    let mut stream = open(from)?;
    write_stream(&mut *stream, create(to)?, form, part)?;
    tell_damage(&*stream);
    Ok(0)
}

fn write_stream(
    stream: &mut dyn EventStream,
    out: impl Write,
    form: FormFlag,
    part: Option<&PartFlags>,
) -> Result<()> {
    match form {
        FormFlag::Std => {
            let mut writer = StdWriter::new(out);
            let mut goes_on = false;
            each(stream, part, &mut |event, batch, stream| {
                let is_atomic = matches!(event.op, Op::AtomicRead | Op::AtomicWrite | Op::AtomicUpdate);
                goes_on |= is_atomic && event.order != TraceOrder::None && !event.ends_section();
                writer.push(event, batch, stream.tables())
            })?;
            writer.finish()?;
            if goes_on {
                eprintln!(
                    "the text form does not say what order atomic accesses have, nor that a recorder does not log accesses \
                     again behind some of them: predict from the recorded trace, not from this"
                );
            }
        }
        FormFlag::Binary => {
            let mut writer = TraceWriter::new(out, stream.has_addresses())?;
            each(stream, part, &mut |event, batch, _| writer.push(event, batch))?;
            writer.tables = stream.tables().clone();
            writer.finish()?;
        }
    }
    Ok(())
}

fn generate(flags: &GenFlags) -> Result<u8> {
    let shape = Shape {
        threads: flags.threads,
        locks: flags.locks,
        variables: flags.variables,
        events: flags.events,
        nesting: flags.nesting,
        race_per_mille: flags.races,
        switch_per_mille: flags.switches,
        seed: flags.seed,
    };
    write_stream(&mut Generator::new(shape), create(&flags.output)?, flags.form, None)?;
    Ok(0)
}
