//! A trace file into memory.

use crate::ingest::Partition;
use crate::trace::Trace;
use events::trace::{Batch, Damage, EventStream, TraceError};
use spec::Specification;
use std::path::Path;

/// A trace and what was wrong with its file.
#[derive(Debug)]
pub struct Loaded {
    pub trace: Trace,
    pub damage: Vec<Damage>,
}

/// Reads a trace of either format, up to a number of events. Where memory is addressed by bytes, the file is read twice,
/// so it must not be a pipe. `progress` is told how many events were read
/// since it was last called.
pub fn load(
    path: &Path,
    specification: &Specification,
    limit: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<Loaded, TraceError> {
    let mut stream = events::trace::open(path)?;
    let mut partition = None;
    if stream.has_addresses() {
        if !std::fs::metadata(path)?.is_file() {
            let reason = "a trace with addresses is read twice, so it cannot come through a pipe";
            return Err(TraceError::NotATrace(reason.into()));
        }
        partition = Some(parts(&mut *stream, limit, progress)?);
        stream = events::trace::open(path)?;
    }
    let mut watched = Watched { stream, progress };
    let trace = Trace::read_up_to(&mut watched, partition, specification, limit)?;
    Ok(Loaded { damage: watched.damage().to_vec(), trace })
}

fn parts(
    stream: &mut dyn EventStream,
    limit: usize,
    progress: &mut dyn FnMut(u64),
) -> Result<Partition, TraceError> {
    let mut partition = Partition::default();
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
struct Watched<'a> {
    stream: Box<dyn EventStream>,
    progress: &'a mut dyn FnMut(u64),
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
}
