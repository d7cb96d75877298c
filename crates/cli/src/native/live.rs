//! What the threads of a running program have logged and not written yet (see `selvedge_rt::live`), and how far the
//! program may go.

use nix::fcntl::{FallocateFlags, Flock, FlockArg, fallocate};
use selvedge_rt::live::{BUFFER_HEAD, HEAD, LIMIT_AT, MAGIC, STRIDE, committed};
use selvedge_rt::wire::{extent, words_header};
use std::fs::{File, OpenOptions};
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// The file of buffers of a running program, locked: the program sees by that whether somebody watches.
#[derive(Debug)]
pub struct Live {
    file: Flock<File>,
}

/// A chunk that has not been written.
#[derive(Debug)]
pub struct Unwritten {
    pub thread: u32,
    pub sequence: u32,
    pub words: Vec<u64>,
}

impl Unwritten {
    /// As it would be in the trace.
    pub fn chunk(&self) -> Vec<u8> {
        let (_, events) = extent(&self.words);
        let mut bytes = words_header(self.thread, self.sequence, events, &self.words).to_vec();
        bytes.extend(self.words.iter().flat_map(|word| word.to_le_bytes()));
        bytes
    }
}

impl Live {
    /// `None` if it is not there (yet).
    pub fn open(path: &Path) -> Option<Live> {
        let file = OpenOptions::new().read(true).write(true).open(path).ok()?;
        let mut magic = [0; MAGIC.len()];
        file.read_exact_at(&mut magic, 0).ok()?;
        // As long as the head is not whole, the program has not looked at it.
        let is_ready = magic == MAGIC && file.metadata().ok()?.len() >= HEAD as u64;
        let file = is_ready.then(|| Flock::lock(file, FlockArg::LockExclusiveNonblock))?.ok()?;
        Some(Live { file })
    }

    /// From this length of the trace on threads wait.
    pub fn set_limit(&self, length: u64) -> io::Result<()> {
        self.file.write_all_at(&length.to_ne_bytes(), LIMIT_AT)
    }

    /// What threads have committed. A buffer that is being written out is left out: it will be in the trace.
    pub fn unwritten(&self) -> io::Result<Vec<Unwritten>> {
        let length = self.file.metadata()?.len();
        let mut all = Vec::new();
        let (mut first, mut second) = (vec![0; STRIDE], vec![0; STRIDE]);
        let mut after = [0; BUFFER_HEAD];
        for at in (HEAD as u64..).step_by(STRIDE).take_while(|at| at + STRIDE as u64 <= length) {
            self.file.read_exact_at(&mut after, at)?;
            if after == [0; BUFFER_HEAD] {
                continue;
            }
            self.file.read_exact_at(&mut first, at)?;
            self.file.read_exact_at(&mut second, at)?;
            self.file.read_exact_at(&mut after, at)?;
            if let Some(left) = committed(&first, &second, &after) {
                let words: Vec<u64> = left.words.collect();
                if !words.is_empty() {
                    all.push(Unwritten { thread: left.thread, sequence: left.sequence, words });
                }
            }
        }
        Ok(all)
    }
}

/// Gives back the room of the front of a file up to some place; `false` where the file system cannot.
pub fn drop_front(path: &Path, until: u64) -> bool {
    const BLOCK: u64 = 4096;
    let end = until / BLOCK * BLOCK;
    let Ok(file) = OpenOptions::new().write(true).open(path) else { return false };
    let (Ok(from), Ok(length)) = (i64::try_from(BLOCK), i64::try_from(end.saturating_sub(BLOCK))) else {
        return false;
    };
    let hole = FallocateFlags::FALLOC_FL_PUNCH_HOLE | FallocateFlags::FALLOC_FL_KEEP_SIZE;
    length == 0 || fallocate(&file, hole, from, length).is_ok()
}
