//! Chunks of words without accesses that nobody wants, in memory, so that a trace can be read again and again quickly.
//!
//! Who reads along while a trace is written knows which memory threads share; the accesses of the rest are most of a trace. Chunks
//! are independent of each other, so several threads thin them at once.

use super::chunk::{CHUNK_HEADER, ChunkHeader, ChunkKind};
use super::words::{AccessWord, AccessWords, Word, word_at, words_after};
use super::{Op, Source, TraceError};
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::path::Path;

/// Words of a chunk that may be wanted accesses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// These, in order.
    pub words: Vec<u32>,
    /// And those that begin in one of the pages that are looked at.
    pub of_pages: bool,
    /// The chunk has nothing but plain accesses, so that it need not be read if none is chosen.
    pub only_accesses: bool,
}

/// Pages of 4096 bytes, and perhaps some more: asked once for each access, so it is small.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageSet(Vec<u64>);

impl PageSet {
    const PAGE_SHIFT: u32 = 12;
    const WORDS: usize = 1 << 10;

    /// Whether the page of an address may be among them.
    #[inline]
    pub fn may_have(&self, address: u64) -> bool {
        let page = (address >> Self::PAGE_SHIFT) as usize;
        self.0.get(page / 64 % Self::WORDS).is_none_or(|bits| bits >> (page % 64) & 1 != 0)
    }

    pub fn insert(&mut self, page: u64) {
        self.0[page as usize / 64 % Self::WORDS] |= 1 << (page % 64);
    }
}

impl Default for PageSet {
    fn default() -> Self {
        PageSet(vec![0; Self::WORDS])
    }
}

/// A chunk by its thread and number.
type ChunkName = (u32, u32);

/// What is left of a chunk.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct ThinChunk {
    pub(crate) bytes: Vec<u8>,
    /// Events.
    pub(crate) count: u32,
}

impl ThinChunk {
    #[inline]
    fn event(&mut self, words: &[u8]) {
        self.bytes.extend_from_slice(words);
        self.count += 1;
    }

    /// Those of some words that are wanted. Which cannot be foretold, so each is written and the next in its place if not.
    fn events(&mut self, words: &[u8], is_wanted: impl Fn(AccessWord) -> bool) {
        let mut end = self.bytes.len();
        self.bytes.resize(end + words.len(), 0);
        for access in AccessWords::between(words, 0..words.len()) {
            self.bytes[end..end + 8].copy_from_slice(&access.bytes());
            let wanted = usize::from(is_wanted(access));
            end += 8 * wanted;
            self.count += wanted as u32;
        }
        self.bytes.truncate(end);
    }

    fn clear(&mut self) {
        self.bytes.clear();
        self.count = 0;
    }
}

#[derive(Clone, Debug, Default)]
pub struct Thinned {
    chunks: FxHashMap<ChunkName, ThinChunk>,
}

/// Bytes that are kept at most; further chunks are left as they are.
const MOST: usize = 256 << 20;
/// Threads that thin at once.
const WORKERS: usize = 2;
/// Below this many bytes there is one.
const FEW: u64 = 8 << 20;

impl Thinned {
    pub(crate) fn get(&self, thread: u32, sequence: u32) -> Option<&ThinChunk> {
        self.chunks.get(&(thread, sequence))
    }

    /// Thins the chunks for which something is chosen (by their thread and number), again where they were thinned before. A
    /// chunk that is damaged must not be chosen from.
    pub fn update(
        &mut self,
        path: &Path,
        pages: &PageSet,
        chosen: &(dyn Fn(u32, u32) -> Option<Chosen> + Sync),
    ) -> Result<(), TraceError> {
        let chunks = chunks_of(path)?;
        let bytes: u64 = chunks.iter().map(|(_, header)| u64::from(header.stored_length)).sum();
        let present: usize = self.chunks.values().map(|chunk| chunk.bytes.len()).sum();
        let workers = if bytes < FEW { 1 } else { WORKERS };
        let room = MOST.saturating_sub(present) / workers;
        let thin = |part: &[(u64, ChunkHeader)]| thin_all(path, part, pages, chosen, room);
        let size = chunks.len().div_ceil(workers).max(1);
        let parts = std::thread::scope(|scope| {
            let mut parts = chunks.chunks(size);
            let first = parts.next();
            let others: Vec<_> = parts.map(|part| scope.spawn(|| thin(part))).collect();
            let first = first.map_or(Ok(Vec::new()), thin);
            let others = others
                .into_iter()
                .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
            std::iter::once(first).chain(others).collect::<Result<Vec<_>, TraceError>>()
        })?;
        self.chunks.extend(parts.into_iter().flatten());
        Ok(())
    }
}

/// The chunks of words in a trace that are not compressed, and where their bytes are. Those that a segment takes from the middle
/// are left out.
fn chunks_of(path: &Path) -> Result<Vec<(u64, ChunkHeader)>, TraceError> {
    let mut source = Source::open(path)?;
    let starts = source.segment().map_or(&[][..], |segment| &segment.starts[..]);
    let in_part: FxHashMap<u32, u32> = starts.iter().map(|start| (start.thread, start.sequence)).collect();
    let mut chunks = Vec::new();
    for range in source.ranges() {
        chunks_between(&mut source, range, &mut chunks)?;
    }
    let is_whole =
        |header: &ChunkHeader| in_part.get(&header.thread).is_none_or(|sequence| header.sequence > *sequence);
    chunks.retain(|(_, header)| header.kind == ChunkKind::Words && !header.compressed && is_whole(header));
    Ok(chunks)
}

fn chunks_between(
    source: &mut Source,
    range: Range<u64>,
    chunks: &mut Vec<(u64, ChunkHeader)>,
) -> Result<(), TraceError> {
    let mut offset = range.start;
    let mut bytes = [0; CHUNK_HEADER];
    while offset + (CHUNK_HEADER as u64) <= range.end {
        source.read_at(offset, &mut bytes)?;
        // What is behind damage is not thinned.
        let Ok(header) = ChunkHeader::parse(&bytes) else { break };
        let payload = offset + CHUNK_HEADER as u64;
        offset = payload + u64::from(header.stored_length);
        if offset <= range.end {
            chunks.push((payload, header));
        }
    }
    Ok(())
}

fn thin_all(
    path: &Path,
    chunks: &[(u64, ChunkHeader)],
    pages: &PageSet,
    chosen: &(dyn Fn(u32, u32) -> Option<Chosen> + Sync),
    room: usize,
) -> Result<Vec<(ChunkName, ThinChunk)>, TraceError> {
    let mut source = Source::open(path)?;
    let (mut thinned, mut buffer, mut size) = (Vec::new(), Vec::new(), 0);
    let mut chunk = ThinChunk::default();
    for (offset, header) in chunks {
        let Some(chosen) = chosen(header.thread, header.sequence) else { continue };
        let name = (header.thread, header.sequence);
        if chosen.only_accesses && !chosen.of_pages && chosen.words.is_empty() {
            thinned.push((name, ThinChunk::default()));
            continue;
        }
        buffer.resize(header.stored_length as usize, 0);
        if size > room || source.read_at(*offset, &mut buffer)? < buffer.len() {
            continue;
        }
        chunk.clear();
        if thin(&buffer, &chosen, pages, &mut chunk).is_some() {
            size += chunk.bytes.len();
            thinned.push((name, chunk.clone()));
        }
    }
    Ok(thinned)
}

/// `None` if the bytes are no words.
fn thin(bytes: &[u8], chosen: &Chosen, pages: &PageSet, thin: &mut ThinChunk) -> Option<()> {
    let mut next = chosen.words.iter().map(|word| 8 * *word as usize).peekable();
    let is_looked_at = |address: u64| chosen.of_pages && pages.may_have(address);
    let mut at = 0;
    while at < bytes.len() {
        let end = at + AccessWords::at(bytes, at).n_bytes();
        while next.next_if(|next| *next < at).is_some() {}
        while at < end {
            // What is chosen by itself, and what is on the way to it.
            let until = next.next_if(|next| *next < end).unwrap_or(end);
            if chosen.of_pages {
                thin.events(bytes.get(at..until)?, |word| pages.may_have(word.address()));
            }
            if until < end {
                thin.event(bytes.get(until..until + 8)?);
            }
            at = until + 8;
        }
        let Some(word) = word_at(bytes, end) else { break };
        let known = Word::new(word)?;
        at = end + 8 + 8 * words_after(&known);
        let words = bytes.get(end..at)?;
        match known {
            Word::Range { op: Op::Read | Op::Write, address, .. } => {
                if next.next_if(|next| *next == end).is_some() || is_looked_at(address) {
                    thin.event(words);
                }
            }
            Word::Event { .. } | Word::Range { .. } => thin.event(words),
            _ => thin.bytes.extend_from_slice(words),
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thin(bytes: &[u8], chosen: &Chosen, pages: &PageSet) -> Option<ThinChunk> {
        let mut chunk = ThinChunk::default();
        super::thin(bytes, chosen, pages, &mut chunk).map(|()| chunk)
    }

    fn bytes(words: &[u64]) -> Vec<u8> {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    fn access(address: u64) -> u64 {
        address << 16 | 3
    }

    const SITE: u64 = 0x1234_000a;
    const CALL: u64 = 0x0042_000c;
    const EVENT: u64 = 0x000c_000b;
    const READ: u64 = 0x0000_3000_003f;
    const ALLOC: u64 = 0x0000_4000_001f;
    const SHORT_FREE: u64 = 0x0000_4000_006f;

    #[test]
    fn what_is_left() {
        // What follows an event, a range or an allocation is not an access, whatever it looks like.
        let all = [
            SITE,
            access(0x1000),
            access(0x2000),
            access(0x1008),
            CALL,
            EVENT,
            access(0x1010),
            access(0x1018),
            READ,
            16 << 32,
            ALLOC,
            access(0x1020),
            access(0x1028),
            access(0x5000),
        ];
        let left = |chosen: &[u32], page: Option<u64>| {
            let mut pages = PageSet::default();
            page.into_iter().for_each(|page| pages.insert(page));
            let (words, of_pages) = (chosen.to_vec(), page.is_some());
            let chosen = Chosen { words, of_pages, only_accesses: false };
            let thin = thin(&bytes(&all), &chosen, &pages).unwrap();
            (thin.bytes, thin.count)
        };
        let others = [&all[..1], &all[4..8], &all[10..13]];
        assert_eq!(left(&[], None), (bytes(&others.concat()), 2));
        assert_eq!(left(&[2, 8], None), (bytes(&[&all[..1], &all[2..3], &all[4..13]].concat()), 4));
        assert_eq!(left(&[2, 13], Some(1)), (bytes(&[&all[..8], &all[10..]].concat()), 6));
        assert_eq!(left(&[], Some(3)), (bytes(&[&all[..1], &all[4..13]].concat()), 3));
        assert_eq!(thin(&bytes(&all[..6]), &Chosen::default(), &PageSet::default()), None);
        let short = [SHORT_FREE, access(0x1030), access(0x1038)];
        let left = thin(&bytes(&short), &Chosen::default(), &PageSet::default()).unwrap();
        assert_eq!((left.bytes, left.count), (bytes(&short[..2]), 1));
        assert_eq!(thin(&[0; 16], &Chosen::default(), &PageSet::default()), None);
    }
}
