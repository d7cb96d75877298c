//! How much memory the process may take, and has.

/// Bytes that the whole process may have in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory(pub(crate) Option<usize>);

/// Linux on x86-64.
const PAGE: usize = 4096;

impl Memory {
    /// What may still be taken. Where the system does not tell what the process has, half of all.
    pub(crate) fn left(self) -> usize {
        let Some(most) = self.0 else { return usize::MAX };
        resident().map_or(most / 2, |bytes| most.saturating_sub(bytes))
    }

    pub(crate) fn has_left(self, bytes: usize) -> bool {
        self.0.is_none() || self.left() >= bytes
    }

    /// What is kept for confirming.
    pub(crate) fn quarter(self) -> usize {
        self.0.unwrap_or(0) / 4
    }
}

/// What the process has in memory.
fn resident() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    Some(text.split_whitespace().nth(1)?.parse::<usize>().ok()? * PAGE)
}
