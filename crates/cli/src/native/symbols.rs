//! Source lines, functions and names of variables for a recorded trace.
//!
//! The runtime logs addresses and tells where modules were loaded (see `selvedge_rt::modules`). After the run, the debug
//! information and symbol tables of the modules say what is there; the answers are added to the trace as tables, so that
//! it can be read on another machine.

use super::rounds::{self, Place};
use addr2line::Loader;
use anyhow::{Context, Result};
use events::trace::{
    Batch, EventStream, Follower, Location, Namespace, Op, Piece, Source, Summary, Tables, TraceEvent,
    TraceReader,
};
use indicatif::ProgressBar;
use object::{Object, ObjectSymbol, SymbolKind};
use selvedge_rt::wire::{KIND_LOCATIONS, KIND_NAMES, chunk_header, file_header};
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Entries of a table in one chunk.
const ENTRIES: usize = 1 << 14;

/// What a recorded trace holds.
#[derive(Debug)]
pub struct Recorded {
    pub summary: Summary,
    /// In words, one line each.
    pub damage: Vec<String>,
}

/// A loaded executable or library.
#[derive(Debug)]
struct Module {
    path: PathBuf,
    /// First of its location numbers.
    start: u32,
    /// Where it was loaded.
    base: u64,
}

/// Addresses that want a name.
#[derive(Debug, Default)]
struct Wanted {
    locations: BTreeSet<u32>,
    objects: BTreeSet<(Namespace, u64)>,
    /// Threads and the functions they began with.
    threads: BTreeMap<u64, u64>,
    /// Places in memory that were added lately: most are accessed again and again.
    recent: Vec<u64>,
}

/// How many are remembered as recent.
const RECENT: usize = 1 << 14;

/// Reads the trace once and adds tables with what its modules tell. Traces longer than `limit` events are left alone.
pub fn add_tables(trace: &Path, limit: u64, progress: &ProgressBar) -> Result<Recorded> {
    let source = Source::open(trace).with_context(|| format!("cannot read {}", trace.display()))?;
    let mut reader = TraceReader::open(source).with_context(|| format!("{}", trace.display()))?;
    let summary = reader.summary();
    progress.set_length(summary.events);
    if summary.events > limit {
        return Ok(Recorded { summary, damage: Vec::new() });
    }
    let modules = modules(reader.tables());
    // What is wrong with the order shows without the accesses.
    reader.leave_out_accesses();
    let mut batch = Batch::default();
    while reader.fill(&mut batch)? {}
    let damage = reader.damage().iter().map(ToString::to_string).collect();
    let wanted = collect(trace, &modules, progress)?;
    drop(reader);
    let chunks = tables(&modules, &wanted);
    let mut file = OpenOptions::new().append(true).open(trace)?;
    file.write_all(&chunks).with_context(|| format!("cannot write {}", trace.display()))?;
    Ok(Recorded { summary, damage })
}

/// Adds to the tables of a trace in memory what its modules tell about what was found in it. Where nothing was, the modules'
/// debug information is not looked at.
pub fn describe(
    trace: &mut predict::Trace,
    outcome: &predict::Outcome,
    lists_unconfirmed: bool,
) -> Result<()> {
    let told = events_told(trace, outcome, lists_unconfirmed);
    if told.is_empty() {
        return Ok(());
    }
    let modules = modules(&trace.tables);
    let mut wanted = Wanted::default();
    for id in &told {
        wanted.locations.extend(trace.event(*id).map(|event| event.location));
        wanted.locations.extend(trace.calls_to(*id));
    }
    let low = lowest(&modules);
    let [_, variables, syncs, objects] = &trace.originals;
    let variable = |id: &u32| variables.get(trace.event(*id)?.target as usize).copied();
    told.iter().filter_map(variable).for_each(|number| wanted.object(Namespace::Memory, number, low));
    for (namespace, numbers) in [(Namespace::Sync, syncs), (Namespace::Object, objects)] {
        numbers.iter().for_each(|number| wanted.object(namespace, *number, low));
    }
    wanted.threads = trace.starts.clone();
    let bytes = [&file_header()[..], &tables(&modules, &wanted)].concat();
    let reader = TraceReader::open(Source::Memory(bytes))?;
    trace.tables.locations.extend(reader.tables().locations.clone());
    trace.tables.names.extend(reader.tables().names.clone());
    Ok(())
}

/// Leaves out broken operations of which the two sections are not in one round through their function.
pub fn keep_operations(trace: &predict::Trace, outcome: &mut predict::Outcome) {
    let wanted: BTreeSet<u32> =
        outcome.findings.iter().filter_map(|finding| finding.places).flatten().collect();
    if wanted.is_empty() {
        return;
    }
    let known = places(trace, &wanted);
    let of = |place: u32| known.get(&place).map_or(&[][..], Vec::as_slice);
    outcome
        .findings
        .retain(|finding| finding.places.is_none_or(|[first, second]| rounds::follow(of(first), of(second))));
}

/// Where locations are in the program, from the outermost function on that the compiler has inlined something into.
fn places(trace: &predict::Trace, wanted: &BTreeSet<u32>) -> BTreeMap<u32, Vec<Place>> {
    let mut known: BTreeMap<u32, Vec<Place>> = BTreeMap::new();
    let modules = modules(&trace.tables);
    for (index, module) in modules.iter().enumerate() {
        let end = modules.get(index + 1).map_or(u32::MAX, |next| next.start);
        let mut numbers = wanted.range(module.start..end).peekable();
        let Some(loader) = numbers.peek().and_then(|_| Loader::new(&module.path).ok()) else { continue };
        let frames = |number: &u32| (*number, frames(&loader, u64::from(number - module.start)));
        known.extend(numbers.map(frames).filter(|(_, frames)| !frames.is_empty()));
    }
    // Where the program is not there any more: what the trace says.
    for number in wanted {
        if let (false, Some(location)) = (known.contains_key(number), trace.tables.locations.get(number)) {
            let Location { file, line, column, function, .. } = location.clone();
            known.insert(*number, vec![Place { file, line, column, function }]);
        }
    }
    known
}

fn frames(loader: &Loader, address: u64) -> Vec<Place> {
    let mut places = Vec::new();
    let Ok(mut frames) = loader.find_frames(address) else { return places };
    while let Ok(Some(frame)) = frames.next() {
        let function = frame.function.as_ref().and_then(|name| name.raw_name().ok());
        let symbol = || loader.find_symbol(address).map(Into::into);
        let (Some(place), Some(function)) = (frame.location, function.or_else(symbol)) else { continue };
        places.push(Place {
            file: place.file.unwrap_or_default().to_owned(),
            line: place.line.unwrap_or(0),
            column: place.column.unwrap_or(0),
            function: function.into_owned(),
        });
    }
    places.reverse();
    places
}

/// The events that a report may be about.
fn events_told(
    trace: &predict::Trace,
    outcome: &predict::Outcome,
    lists_unconfirmed: bool,
) -> BTreeSet<predict::EventId> {
    let schedules = outcome.findings.iter().flat_map(|finding| {
        let (witness, shown) = (&finding.witness, finding.witness.steps_told());
        shown.iter().copied().chain(witness.subject()).chain(witness.taken(trace))
    });
    let unconfirmed = outcome.unconfirmed.iter().filter(|_| lists_unconfirmed);
    let others = unconfirmed.map(|other| (other.pair.first, other.pair.second));
    let others = others.flat_map(|(first, second)| [first, second]);
    let observed = outcome.observed.iter().flat_map(|observed| observed.events.iter().copied());
    schedules.chain(others).chain(observed).collect()
}

/// The modules that the runtime named, by where their numbers begin.
fn modules(tables: &Tables) -> Vec<Module> {
    let named = tables.names.iter().filter_map(|((namespace, number), name)| {
        let start = u32::try_from(*number).ok().filter(|_| *namespace == Namespace::None)?;
        let base = tables.names.get(&(Namespace::None, number + (1 << 32)))?;
        Some(Module { path: name.into(), start, base: u64::from_str_radix(base, 16).ok()? })
    });
    let mut modules: Vec<Module> = named.collect();
    modules.sort_by_key(|module| module.start);
    modules
}

fn collect(trace: &Path, modules: &[Module], progress: &ProgressBar) -> Result<Wanted> {
    let mut wanted = Wanted { recent: vec![u64::MAX; RECENT], ..Wanted::default() };
    let low = lowest(modules);
    let mut seen = Vec::new();
    let mut follower = Follower::open(trace)?;
    loop {
        let mut events = 0;
        let bytes = follower.poll(&mut |piece| match piece {
            Piece::Accesses { words, .. } => {
                for (_, word) in words.iter() {
                    events += 1;
                    wanted.object(Namespace::Memory, word.address(), low);
                }
            }
            Piece::Access { address, .. } => {
                events += 1;
                wanted.object(Namespace::Memory, address, low);
            }
            Piece::Location(location) => {
                if note(&mut seen, location) {
                    wanted.locations.insert(location);
                }
            }
            Piece::Event(event) => {
                events += 1;
                wanted.event(event, low);
            }
            Piece::Chunk { .. } | Piece::Calls | Piece::End => {}
        })?;
        progress.inc(events);
        if bytes == 0 {
            return Ok(wanted);
        }
    }
}

impl Wanted {
    fn event(&mut self, event: &TraceEvent, low: u64) {
        match event.op.namespace() {
            Namespace::Thread if event.op == Op::Fork && event.has_value => {
                self.threads.insert(event.object, event.value);
            }
            namespace @ (Namespace::Memory | Namespace::Sync | Namespace::Object) => {
                self.object(namespace, event.object, low);
            }
            _ => {}
        }
    }

    #[inline]
    fn object(&mut self, namespace: Namespace, address: u64, low: u64) {
        if !is_near(address, low) || self.objects.len() >= 1 << 22 {
            return;
        }
        if namespace == Namespace::Memory {
            match self.recent.get_mut(address as usize % RECENT) {
                Some(recent) if *recent == address => return,
                Some(recent) => *recent = address,
                None => {}
            }
        }
        self.objects.insert((namespace, address));
    }
}

/// Whether the number is new, in a set of bits.
fn note(seen: &mut Vec<u64>, number: u32) -> bool {
    let word = number as usize / 64;
    if word >= seen.len() {
        seen.resize(word + 1, 0);
    }
    let bit = 1 << (number % 64);
    let is_new = seen[word] & bit == 0;
    seen[word] |= bit;
    is_new
}

/// Where the lowest module begins. Most accesses are of the heap or a stack; only what is near a module can be one of its
/// variables.
fn lowest(modules: &[Module]) -> u64 {
    modules.iter().map(|module| module.base).filter(|base| *base > 0).min().unwrap_or(0)
}

/// Within a gigabyte of the lowest module, or where executables lie that cannot be moved.
fn is_near(address: u64, low: u64) -> bool {
    address.wrapping_sub(low) < 1 << 30 || address < 1 << 28
}

/// Chunks of locations and names.
fn tables(modules: &[Module], wanted: &Wanted) -> Vec<u8> {
    let mut out = Vec::new();
    let mut locations = Vec::new();
    let mut names = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        let end = modules.get(index + 1).map_or(u32::MAX, |next| next.start);
        let numbers: Vec<u32> = wanted.locations.range(module.start..end).copied().collect();
        if !numbers.is_empty() {
            locations.extend(resolve(module, &numbers));
        }
        names.extend(variable_names(module, wanted));
    }
    write_tables(&mut out, KIND_LOCATIONS, &locations);
    write_tables(&mut out, KIND_NAMES, &names);
    out
}

fn write_tables(out: &mut Vec<u8>, kind: u8, entries: &[Vec<u8>]) {
    for part in entries.chunks(ENTRIES) {
        let payload = part.concat();
        out.extend_from_slice(&chunk_header(kind, 0, 0, part.len() as u32, &payload));
        out.extend_from_slice(&payload);
    }
}

/// Table entries for locations of one module; without debug information, the function from its symbol table.
fn resolve(module: &Module, numbers: &[u32]) -> Vec<Vec<u8>> {
    let loader = Loader::new(&module.path).ok();
    let here = std::env::current_dir().unwrap_or_default();
    let entry = |number: &u32| {
        let address = u64::from(number - module.start);
        let (mut file, mut line, mut column, mut function) = (String::new(), 0, 0, String::new());
        if let Some(loader) = &loader {
            let mut frames = loader.find_frames(address).ok();
            if let Some(frame) = frames.as_mut().and_then(|frames| frames.next().ok().flatten()) {
                if let Some(place) = &frame.location {
                    file = place.file.map(|file| relative(file, &here)).unwrap_or_default();
                    (line, column) = (place.line.unwrap_or(0), place.column.unwrap_or(0));
                }
                let name = frame.function.as_ref().and_then(|name| name.raw_name().ok());
                function = name.map(|name| demangled(&name)).unwrap_or_default();
            }
            if function.is_empty() {
                function = loader.find_symbol(address).map(demangled).unwrap_or_default();
            }
        }
        let mut bytes = Vec::new();
        for field in [u64::from(*number), address, u64::from(module.start)] {
            put_number(&mut bytes, field);
        }
        put_text(&mut bytes, &file);
        put_number(&mut bytes, u64::from(line));
        put_number(&mut bytes, u64::from(column));
        put_text(&mut bytes, &function);
        bytes
    };
    numbers.iter().map(entry).collect()
}

fn demangled(name: &str) -> String {
    if !name.starts_with("_Z") && !name.starts_with("_R") {
        return name.to_owned();
    }
    addr2line::demangle_auto(name.into(), None).into_owned()
}

fn relative(file: &str, here: &Path) -> String {
    Path::new(file).strip_prefix(here).map_or_else(|_| file.to_owned(), |path| path.display().to_string())
}

/// Entries of names for the variables, locks and thread functions that lie in a module.
fn variable_names(module: &Module, wanted: &Wanted) -> Vec<Vec<u8>> {
    let Ok(bytes) = std::fs::read(&module.path) else { return Vec::new() };
    let Ok(file) = object::File::parse(&*bytes) else { return Vec::new() };
    let mut names = Vec::new();
    for symbol in file.symbols().chain(file.dynamic_symbols()) {
        let Ok(name) = symbol.name() else { continue };
        let address = module.base.wrapping_add(symbol.address());
        match symbol.kind() {
            SymbolKind::Data if symbol.size() > 0 => {
                let end = address.saturating_add(symbol.size());
                for namespace in [Namespace::Memory, Namespace::Sync, Namespace::Object] {
                    for (_, object) in wanted.objects.range((namespace, address)..(namespace, end)) {
                        names.push(name_entry(namespace, *object, &with_offset(name, object - address)));
                    }
                }
            }
            SymbolKind::Text => {
                let threads = wanted.threads.iter().filter(|(_, routine)| **routine == address);
                names.extend(threads.map(|(thread, _)| {
                    name_entry(Namespace::Thread, *thread, &format!("T{thread} ({})", demangled(name)))
                }));
            }
            _ => {}
        }
    }
    names.sort();
    names.dedup();
    names
}

fn with_offset(name: &str, offset: u64) -> String {
    let name = demangled(name);
    if offset == 0 { name } else { format!("{name}+{offset}") }
}

fn name_entry(namespace: Namespace, number: u64, name: &str) -> Vec<u8> {
    let mut bytes = vec![namespace as u8];
    put_number(&mut bytes, number);
    put_text(&mut bytes, name);
    bytes
}

fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}
