//! The head of the file and of each chunk.

/// First bytes of a trace; the last is the version of the format.
pub(crate) const MAGIC: [u8; 8] = *b"SELVTRC\x01";
pub(crate) const FILE_HEADER: usize = 16;
/// In the file header: memory objects are byte addresses.
pub(crate) const ADDRESSES: u32 = 1;

pub(crate) const CHUNK_MAGIC: [u8; 4] = *b"CHNK";
pub(crate) const CHUNK_HEADER: usize = 36;
/// Bytes of a chunk before compression; more is damage, so that a flipped bit does not ask for all memory.
pub(crate) const MAX_RAW: u32 = 1 << 24;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ChunkKind {
    Events,
    Locations,
    Names,
    Methods,
    End,
    /// Events as words of 8 bytes.
    Words,
    /// A part of a run that is being recorded (see `segment`).
    Segment,
}

impl ChunkKind {
    const ALL: [ChunkKind; 7] = [
        ChunkKind::Events,
        ChunkKind::Locations,
        ChunkKind::Names,
        ChunkKind::Methods,
        ChunkKind::End,
        ChunkKind::Words,
        ChunkKind::Segment,
    ];
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkHeader {
    pub(crate) kind: ChunkKind,
    pub(crate) compressed: bool,
    pub(crate) thread: u32,
    pub(crate) sequence: u32,
    pub(crate) count: u32,
    pub(crate) raw_length: u32,
    pub(crate) stored_length: u32,
    pub(crate) payload_check: u32,
}

/// A check of bytes: words of 8 are mixed in by exclusive or and a multiplication.
pub(crate) fn check(bytes: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut hash = FACTOR ^ bytes.len() as u64;
    let mut words = bytes.chunks_exact(8);
    for word in &mut words {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        hash = (hash ^ u64::from_le_bytes(eight)).wrapping_mul(FACTOR);
        hash ^= hash >> 32;
    }
    let mut last = [0; 8];
    let rest = words.remainder();
    last[..rest.len()].copy_from_slice(rest);
    hash = (hash ^ u64::from_le_bytes(last)).wrapping_mul(FACTOR);
    (hash >> 32) as u32
}

/// The check of a chunk of words: four checks side by side, of every fourth word, and one over those.
pub(crate) fn check_words(bytes: &[u8]) -> u32 {
    const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |lane: &mut u64, word: &[u8]| {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        *lane = (*lane ^ u64::from_le_bytes(eight)).wrapping_mul(FACTOR);
    };
    let mut lanes = [FACTOR ^ (bytes.len() / 8) as u64; 4];
    let mut fours = bytes.chunks_exact(32);
    for four in &mut fours {
        for (lane, word) in lanes.iter_mut().zip(four.chunks_exact(8)) {
            mix(lane, word);
            *lane ^= *lane >> 32;
        }
    }
    for (lane, word) in lanes.iter_mut().zip(fours.remainder().chunks_exact(8)) {
        mix(lane, word);
    }
    let [a, b, c, d] = lanes;
    let all = (a.wrapping_mul(FACTOR) ^ b).wrapping_mul(FACTOR) ^ c;
    ((all.wrapping_mul(FACTOR) ^ d).wrapping_mul(FACTOR) >> 32) as u32
}

impl ChunkHeader {
    /// Whether the payload, as it is in the file, is what was written.
    pub(crate) fn matches(&self, stored: &[u8]) -> bool {
        let own = match self.kind {
            ChunkKind::Words if !self.compressed => check_words(stored),
            _ => check(stored),
        };
        own == self.payload_check
    }

    pub(crate) fn bytes(&self) -> [u8; CHUNK_HEADER] {
        let mut bytes = [0; CHUNK_HEADER];
        bytes[..4].copy_from_slice(&CHUNK_MAGIC);
        bytes[4] = self.kind as u8;
        bytes[5] = u8::from(self.compressed);
        let fields =
            [self.thread, self.sequence, self.count, self.raw_length, self.stored_length, self.payload_check];
        for (index, field) in fields.into_iter().enumerate() {
            bytes[8 + 4 * index..12 + 4 * index].copy_from_slice(&field.to_le_bytes());
        }
        let own_check = check(&bytes[..32]);
        bytes[32..].copy_from_slice(&own_check.to_le_bytes());
        bytes
    }

    pub(crate) fn parse(bytes: &[u8; CHUNK_HEADER]) -> Result<ChunkHeader, &'static str> {
        let field = |at: usize| u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]]);
        if bytes[..4] != CHUNK_MAGIC {
            return Err("no chunk begins here");
        }
        if field(32) != check(&bytes[..32]) {
            return Err("the head of a chunk is damaged");
        }
        let kind = *ChunkKind::ALL.get(usize::from(bytes[4])).ok_or("a chunk of unknown kind")?;
        let header = ChunkHeader {
            kind,
            compressed: bytes[5] == 1,
            thread: field(8),
            sequence: field(12),
            count: field(16),
            raw_length: field(20),
            stored_length: field(24),
            payload_check: field(28),
        };
        if header.raw_length > MAX_RAW || header.stored_length > MAX_RAW || bytes[5] > 1 {
            return Err("a chunk that is too long or in an unknown form");
        }
        Ok(header)
    }
}

/// A whole chunk; compressed where that makes it shorter.
pub(crate) fn write_chunk(
    out: &mut Vec<u8>,
    kind: ChunkKind,
    thread: u32,
    sequence: u32,
    count: u32,
    raw: &[u8],
) {
    let packed = lz4_flex::block::compress(raw);
    let compressed = packed.len() < raw.len();
    let stored: &[u8] = if compressed { &packed } else { raw };
    let header = ChunkHeader {
        kind,
        compressed,
        thread,
        sequence,
        count,
        raw_length: raw.len() as u32,
        stored_length: stored.len() as u32,
        payload_check: check(stored),
    };
    out.extend_from_slice(&header.bytes());
    out.extend_from_slice(stored);
}

/// The file header.
pub(crate) fn file_header(has_addresses: bool) -> [u8; FILE_HEADER] {
    let mut bytes = [0; FILE_HEADER];
    bytes[..8].copy_from_slice(&MAGIC);
    let flags = if has_addresses { ADDRESSES } else { 0 };
    bytes[8..12].copy_from_slice(&flags.to_le_bytes());
    bytes
}
