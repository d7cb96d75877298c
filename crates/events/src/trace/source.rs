//! Where a trace's bytes are: a file that is read piece by piece, memory (what came through a pipe), or both (a segment).

use super::chunk::FILE_HEADER;
use super::segment::{Segment, is_segment};
use flate2::read::MultiGzDecoder;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

/// Whether a file that begins so was compressed by gzip.
pub(crate) fn is_compressed(start: &[u8]) -> bool {
    start.starts_with(&[0x1f, 0x8b])
}

/// Random access to the bytes of a trace.
#[derive(Debug)]
pub enum Source {
    File {
        file: File,
        length: u64,
    },
    Memory(Vec<u8>),
    /// The segment's own chunks are from [`OWN`] on.
    Segment {
        segment: Box<Segment>,
        spool: File,
        length: u64,
    },
}

/// No file is that long.
pub(crate) const OWN: u64 = 1 << 62;

/// Enough to tell what a file is.
const BEGINNING: u64 = 64;

impl Source {
    /// A file that can be sought in is read as needed; a pipe, or what was compressed by gzip, is read whole.
    pub fn open(path: &Path) -> io::Result<Source> {
        let mut file = File::open(path)?;
        let mut bytes = Vec::new();
        if file.metadata()?.is_file() {
            let length = file.seek(SeekFrom::End(0))?;
            file.seek(SeekFrom::Start(0))?;
            (&mut file).take(BEGINNING).read_to_end(&mut bytes)?;
            if is_compressed(&bytes) {
                file.seek(SeekFrom::Start(0))?;
                let mut whole = Vec::new();
                MultiGzDecoder::new(file).read_to_end(&mut whole)?;
                return Ok(Source::Memory(whole));
            }
            if !is_segment(&bytes) {
                return Ok(Source::File { file, length });
            }
        }
        file.read_to_end(&mut bytes)?;
        let Some(segment) = is_segment(&bytes).then(|| Segment::of_file(&bytes)).flatten() else {
            return Ok(Source::Memory(bytes));
        };
        let mut spool = File::open(&segment.spool)?;
        let length = spool.seek(SeekFrom::End(0))?;
        let length = segment.to.map_or(length, |to| to.min(length));
        Ok(Source::Segment { segment: Box::new(segment), spool, length })
    }

    pub fn length(&self) -> u64 {
        match self {
            Source::File { length, .. } | Source::Segment { length, .. } => *length,
            Source::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// Looks again how long a file is that is being written.
    pub(crate) fn look_again(&mut self) -> io::Result<()> {
        match self {
            Source::File { file, length } => *length = file.metadata()?.len(),
            Source::Segment { segment, spool, length } => {
                let now = spool.metadata()?.len();
                *length = segment.to.map_or(now, |to| to.min(now));
            }
            Source::Memory(_) => {}
        }
        Ok(())
    }

    pub(crate) fn segment(&self) -> Option<&Segment> {
        if let Source::Segment { segment, .. } = self { Some(segment) } else { None }
    }

    /// Where chunks are.
    pub(crate) fn ranges(&self) -> [Range<u64>; 2] {
        match self {
            Source::Segment { segment, length, .. } => {
                [OWN..OWN + segment.chunks.len() as u64, segment.from..*length]
            }
            _ => [OWN..OWN, FILE_HEADER as u64..self.length()],
        }
    }

    /// Fills the buffer from this place on; how many bytes there were.
    pub(crate) fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::Segment { segment, .. } if offset >= OWN => {
                Ok(copy(&segment.chunks, offset - OWN, buffer))
            }
            Source::File { file, .. } | Source::Segment { spool: file, .. } => {
                file.seek(SeekFrom::Start(offset))?;
                let mut filled = 0;
                while filled < buffer.len() {
                    match file.read(&mut buffer[filled..]) {
                        Ok(0) => break,
                        Ok(count) => filled += count,
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        Err(error) => return Err(error),
                    }
                }
                Ok(filled)
            }
            Source::Memory(bytes) => Ok(copy(bytes, offset, buffer)),
        }
    }
}

fn copy(bytes: &[u8], offset: u64, buffer: &mut [u8]) -> usize {
    let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
    let count = buffer.len().min(bytes.len() - start);
    buffer[..count].copy_from_slice(&bytes[start..start + count]);
    count
}
