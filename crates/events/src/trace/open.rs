//! A trace file of either format as a stream.

use super::source::is_compressed;
use super::{EventStream, Source, StdReader, TraceError, TraceReader};
use flate2::read::MultiGzDecoder;
use std::io::{BufReader, Cursor, Read};
use std::path::Path;

/// What a file is, by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TraceKind {
    Binary,
    /// The text format STD.
    Text,
}

impl TraceKind {
    /// `None` when it looks like neither.
    pub fn of(start: &[u8]) -> Option<TraceKind> {
        if TraceReader::recognises(start) {
            return Some(TraceKind::Binary);
        }
        let mut lines = start.split(|byte| *byte == b'\n').filter(|line| !line.is_empty() && line[0] != b'#');
        let fields: Vec<&[u8]> = lines.next()?.split(|byte| *byte == b'|').collect();
        let is_text = matches!(fields.as_slice(), [thread, operation, ..]
            if !thread.is_empty() && !thread.contains(&b' ') && !operation.is_empty() && operation[0].is_ascii_alphabetic());
        is_text.then_some(TraceKind::Text)
    }

    /// Looks at a file. A pipe cannot be looked at without reading it: `None`.
    pub fn of_file(path: &Path) -> std::io::Result<Option<TraceKind>> {
        if !std::fs::metadata(path)?.is_file() {
            return Ok(None);
        }
        let mut start = Vec::new();
        std::fs::File::open(path)?.take(1 << 12).read_to_end(&mut start)?;
        if is_compressed(&start) {
            start.clear();
            // What is not compressed well is told when it is read.
            let _ = MultiGzDecoder::new(std::fs::File::open(path)?).take(1 << 12).read_to_end(&mut start);
        }
        Ok(TraceKind::of(&start))
    }
}

/// Opens a file or a pipe.
pub fn open(path: &Path) -> Result<Box<dyn EventStream>, TraceError> {
    let name = path.display().to_string();
    match Source::open(path)? {
        Source::Memory(bytes) => match TraceKind::of(&bytes[..bytes.len().min(1 << 12)]) {
            Some(TraceKind::Binary) => Ok(Box::new(TraceReader::open(Source::Memory(bytes))?)),
            Some(TraceKind::Text) => Ok(Box::new(StdReader::new(Cursor::new(bytes), &name))),
            None => Err(neither(&name)),
        },
        file => match TraceKind::of_file(path)? {
            Some(TraceKind::Binary) => Ok(Box::new(TraceReader::open(file)?)),
            Some(TraceKind::Text) => {
                let input = BufReader::with_capacity(1 << 18, std::fs::File::open(path)?);
                Ok(Box::new(StdReader::new(input, &name)))
            }
            None => Err(neither(&name)),
        },
    }
}

fn neither(name: &str) -> TraceError {
    TraceError::NotATrace(format!("{name} is neither a binary trace nor text in the form `T0|acq(L1)|12`"))
}
