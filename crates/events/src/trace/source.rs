//! Where a trace's bytes are: a file that is read piece by piece, or memory (what came through a pipe).

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// Random access to the bytes of a trace.
#[derive(Debug)]
pub enum Source {
    File { file: File, length: u64 },
    Memory(Vec<u8>),
}

impl Source {
    /// A file that can be sought in is read as needed; a pipe is read whole.
    pub fn open(path: &Path) -> io::Result<Source> {
        let mut file = File::open(path)?;
        if file.metadata()?.is_file() {
            let length = file.seek(SeekFrom::End(0))?;
            return Ok(Source::File { file, length });
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        Ok(Source::Memory(bytes))
    }

    pub fn length(&self) -> u64 {
        match self {
            Source::File { length, .. } => *length,
            Source::Memory(bytes) => bytes.len() as u64,
        }
    }

    /// Fills the buffer from this place on; how many bytes there were.
    pub(crate) fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Source::File { file, .. } => {
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
            Source::Memory(bytes) => {
                let start = usize::try_from(offset).unwrap_or(usize::MAX).min(bytes.len());
                let count = buffer.len().min(bytes.len() - start);
                buffer[..count].copy_from_slice(&bytes[start..start + count]);
                Ok(count)
            }
        }
    }
}
