//! A trace file into memory.

use crate::analysis::{Options, Outcome, analyse};
use crate::causal::{Blocks, CausalTrace};
use crate::memory::Memory;
use crate::partition::Partition;
use crate::recorded::{CONFIRMING, analyse_recorded};
use crate::refine::WantedAccesses;
use crate::trace::{Room, Trace};
use events::trace::{Batch, Damage, EventStream, Follower, Piece, Thinned, TraceError};
use spec::Specification;
use std::path::Path;
use std::rc::Rc;

/// A trace and what was wrong with its file.
#[derive(Debug)]
pub struct Loaded {
    pub trace: Trace,
    pub damage: Vec<Damage>,
}

/// Reads a trace of either format, up to a number of events, and analyses it; long recorded runs as in
/// [`crate::analyse_recorded`]. Where memory is addressed by bytes, the file is read twice, so it must not be a pipe. `progress`
/// is told how many events were read since it was last called.
/// `options.order` says which order finds candidates; weak orders are bounded or not as the length of the run asks for.
pub fn analyse_file(
    path: &Path,
    specification: &Specification,
    options: &Options,
    limit: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<(Loaded, Outcome), TraceError> {
    let (mut stream, mut partition) = open_twice(path, limit, progress)?;
    if let Some(partition) = &mut partition {
        partition.shared_only();
    }
    match partition {
        Some(partition) if stream.stacks().is_some() => {
            drop(stream);
            analyse_recorded(path, partition, specification, options, limit, &mut Room::default(), progress)
        }
        partition => {
            if let Some(partition) = &partition {
                stream.keep_accesses(WantedAccesses::new(partition.clone(), Rc::default()));
            }
            let n_events = partition.as_ref().map_or(0, Partition::n_events);
            let memory = Memory(options.memory);
            let mut loaded = read(stream, partition, specification, limit, memory, progress)?;
            loaded.trace.n_counted = n_events;
            let outcome = analyse(&loaded.trace, specification, &options.sized(loaded.trace.len()));
            Ok((loaded, outcome))
        }
    }
}

/// Reads a trace with addresses whose first pass has been made.
pub(crate) fn load_shared(
    path: &Path,
    partition: Partition,
    thinned: Rc<Thinned>,
    specification: &Specification,
    limit: usize,
    memory: Memory,
    progress: &mut dyn FnMut(u64),
) -> Result<Loaded, TraceError> {
    let mut stream = events::trace::open(path)?;
    stream.keep_accesses(WantedAccesses::new(partition.clone(), thinned));
    read(stream, Some(partition), specification, limit, memory, progress)
}

fn read(
    mut stream: Box<dyn EventStream>,
    partition: Option<Partition>,
    specification: &Specification,
    limit: usize,
    memory: Memory,
    progress: &mut dyn FnMut(u64),
) -> Result<Loaded, TraceError> {
    let mut watched = Watched { stream: &mut *stream, progress };
    let trace = Trace::read_while(&mut watched, partition, specification, limit, &|n_events| {
        memory.has_left(n_events.saturating_mul(CONFIRMING))
    })?;
    Ok(Loaded { damage: stream.damage().to_vec(), trace })
}

/// Adds what has come to a trace that is being written since it was last asked; how many bytes.
pub fn add_chunks(follower: &mut Follower, partition: &mut Partition) -> Result<u64, TraceError> {
    let table = partition.table();
    follower.poll(&mut |piece| match piece {
        Piece::Accesses { thread, words } => table.accesses(thread, words),
        Piece::Access { thread, address, size, writes, word } => {
            table.access(thread, address, size, writes, word);
        }
        Piece::Event(event) => table.add(event),
        Piece::Location(_) => {}
        Piece::Chunk { thread, sequence } => table.touches.begin_chunk(thread, sequence),
        Piece::Calls => table.touches.other(),
        Piece::End => table.touches.end_chunk(),
    })
}

/// Reads a trace with values and atomic blocks.
pub fn load_causal(
    path: &Path,
    specification: &Specification,
    limit: usize,
    blocks: Blocks,
    progress: &mut dyn FnMut(u64),
) -> Result<(CausalTrace, Vec<Damage>), TraceError> {
    let (mut stream, partition) = open_twice(path, limit, progress)?;
    let mut watched = Watched { stream: &mut *stream, progress };
    let trace = CausalTrace::read(&mut watched, partition, specification, limit, blocks)?;
    Ok((trace, stream.damage().to_vec()))
}

/// The stream, and what a first pass over it says about the parts of memory.
fn open_twice(
    path: &Path,
    limit: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<(Box<dyn EventStream>, Option<Partition>), TraceError> {
    let mut stream = events::trace::open(path)?;
    if !stream.has_addresses() {
        return Ok((stream, None));
    }
    if !std::fs::metadata(path)?.is_file() {
        let reason = "a trace with addresses is read twice, so it cannot come through a pipe";
        return Err(TraceError::NotATrace(reason.into()));
    }
    let partition = parts(path, &mut *stream, limit, progress)?;
    Ok((events::trace::open(path)?, Some(partition)))
}

/// The first pass. A binary trace is read chunk by chunk, in no order.
fn parts(
    path: &Path,
    stream: &mut dyn EventStream,
    limit: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<Partition, TraceError> {
    let mut partition = Partition::default();
    if stream.stacks().is_some() {
        let mut follower = Follower::open(path)?;
        while add_chunks(&mut follower, &mut partition)? > 0 {}
        return Ok(partition);
    }
    let mut batch = Batch::default();
    let mut seen = 0;
    while seen < limit && stream.fill(&mut batch)? {
        batch.events.iter().for_each(|event| partition.add(event));
        seen += batch.events.len();
        progress(batch.events.len() as u64);
    }
    Ok(partition)
}

/// Tells of progress.
pub(crate) struct Watched<'a> {
    pub(crate) stream: &'a mut dyn EventStream,
    pub(crate) progress: &'a mut dyn FnMut(u64),
}

impl EventStream for Watched<'_> {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        let more = self.stream.fill(batch)?;
        (self.progress)(batch.events.len() as u64);
        Ok(more)
    }
    fn tables(&self) -> &events::trace::Tables {
        self.stream.tables()
    }
    fn damage(&self) -> &[Damage] {
        self.stream.damage()
    }
    fn has_addresses(&self) -> bool {
        self.stream.has_addresses()
    }
    fn stacks(&self) -> Option<&events::trace::Stacks> {
        self.stream.stacks()
    }
}
