//! Traces of programs that were killed or crashed: what their threads had logged is in the file of buffers beside the
//! trace (see `selvedge_rt::live`) and is added to it.

use anyhow::{Context, Result};
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, Flock, FlockArg, fcntl};
use nix::libc;
use selvedge_rt::live;
use selvedge_rt::wire::{
    CHUNK_HEADER, FILE_HEADER, KIND_END, KIND_WORDS, chunk_header, extent, file_header, words_header,
};
use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Where the first chunk of a whole trace begins.
pub const FIRST_CHUNK: u64 = FILE_HEADER as u64;

/// The file of buffers beside a trace.
pub fn live_path(trace: &Path) -> PathBuf {
    let mut path = trace.as_os_str().to_owned();
    path.push(".live");
    path.into()
}

/// Whether the process that writes a trace still runs: it has the file locked.
pub fn is_being_written(trace: &Path) -> bool {
    let Ok(file) = File::open(trace) else { return false };
    matches!(Flock::lock(file, FlockArg::LockExclusiveNonblock), Err((_, Errno::EWOULDBLOCK)))
}

/// Whether a process runs that was forked by the one that writes a trace (or by its child, and so on) and has no trace of
/// its own yet: it has another kind of lock on the file (see `selvedge_rt::output`).
pub fn has_forked(trace: &Path) -> bool {
    let Ok(file) = File::open(trace) else { return false };
    let (l_type, l_whence) = (libc::F_WRLCK as libc::c_short, libc::SEEK_SET as libc::c_short);
    let mut lock = libc::flock { l_type, l_whence, l_start: 0, l_len: 1, l_pid: 0 };
    fcntl(&file, FcntlArg::F_OFD_GETLK(&mut lock)).is_ok() && lock.l_type != libc::F_UNLCK as libc::c_short
}

/// Adds what is left to the trace, whose chunks begin at some place; whether there was a file of buffers, so the program
/// did not end well.
pub fn recover(trace: &Path, from: u64) -> Result<bool> {
    let live = live_path(trace);
    let Ok(bytes) = std::fs::read(&live) else { return Ok(false) };
    let mut file = OpenOptions::new().read(true).write(true).open(trace);
    let file = file.as_mut().map_err(|error| anyhow::anyhow!("cannot open {}: {error}", trace.display()))?;
    let (end, written) =
        whole_chunks(file, from).with_context(|| format!("cannot read {}", trace.display()))?;
    file.set_len(end)?;
    file.seek(SeekFrom::Start(end))?;
    if end == 0 {
        file.write_all(&file_header())?;
    }
    for left in live::left_over(&bytes) {
        if written.contains(&(left.thread, left.sequence)) {
            continue;
        }
        let mut words: Vec<u64> = left.words.collect();
        let (committed, events) = extent(&words);
        words.truncate(committed);
        file.write_all(&words_header(left.thread, left.sequence, events, &words))?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file.write_all(&bytes)?;
    }
    if live::is_replaced(&bytes) {
        // All that was logged is there: the process went on as another program.
        file.write_all(&chunk_header(KIND_END, 0, 0, 0, &[0; 8]))?;
        file.write_all(&[0; 8])?;
    }
    std::fs::remove_file(&live).with_context(|| format!("cannot remove {}", live.display()))?;
    Ok(true)
}

/// Where the last whole chunk ends, and the thread and number of each chunk of events.
fn whole_chunks(file: &mut File, from: u64) -> Result<(u64, HashSet<(u32, u32)>)> {
    let length = file.seek(SeekFrom::End(0))?;
    let mut written = HashSet::new();
    if length < FILE_HEADER as u64 {
        return Ok((0, written));
    }
    let mut end = from;
    let mut header = [0; CHUNK_HEADER];
    while end + CHUNK_HEADER as u64 <= length {
        file.seek(SeekFrom::Start(end))?;
        file.read_exact(&mut header)?;
        let field =
            |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let next = end + CHUNK_HEADER as u64 + u64::from(field(24));
        if !header.starts_with(b"CHNK") || next > length {
            break;
        }
        if header[4] == KIND_WORDS {
            written.insert((field(8), field(12)));
        }
        end = next;
    }
    Ok((end, written))
}
