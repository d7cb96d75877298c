//! Sets of bytes of memory, and what a piece of a run reads and writes.

/// Sorted ranges (start, end) that neither overlap nor touch.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Bytes {
    ranges: Vec<(u64, u64)>,
}

impl Bytes {
    pub fn is_empty(&self) -> bool {
        self.ranges.is_empty()
    }

    #[cfg(test)]
    pub fn ranges(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        self.ranges.iter().copied()
    }

    /// Whether something was not in it yet.
    pub fn add(&mut self, start: u64, size: u64) -> bool {
        let end = start.saturating_add(size);
        if size == 0 {
            return false;
        }
        // The first range that could touch this one, and the first behind it.
        let from = self.ranges.partition_point(|&(_, other_end)| other_end < start);
        let to = self.ranges.partition_point(|&(other_start, _)| other_start <= end);
        match self.ranges.get(from) {
            Some(&(other_start, other_end)) if to == from + 1 && other_start <= start && end <= other_end => {
                false
            }
            Some(&(other_start, _)) if to > from => {
                let last_end = self.ranges[to - 1].1;
                self.ranges[from] = (start.min(other_start), end.max(last_end));
                self.ranges.drain(from + 1..to);
                true
            }
            _ => {
                self.ranges.insert(from, (start, end));
                true
            }
        }
    }

    pub fn extend(&mut self, other: &Bytes) -> bool {
        other.ranges.iter().fold(false, |grown, &(start, end)| self.add(start, end - start) | grown)
    }

    pub fn touches(&self, start: u64, size: u64) -> bool {
        let at = self.ranges.partition_point(|&(_, end)| end <= start);
        self.ranges.get(at).is_some_and(|&(other_start, _)| other_start < start.saturating_add(size))
    }

    pub fn overlaps(&self, other: &Bytes) -> bool {
        let (mut left, mut right) = (self.ranges.iter().peekable(), other.ranges.iter().peekable());
        while let (Some(&&(a, a_end)), Some(&&(b, b_end))) = (left.peek(), right.peek()) {
            if a < b_end && b < a_end {
                return true;
            }
            if a_end <= b_end {
                left.next();
            } else {
                right.next();
            }
        }
        false
    }

    /// Adds to `into` what is in both.
    pub fn common(&self, other: &Bytes, into: &mut Bytes) {
        for &(a, a_end) in &self.ranges {
            let from = other.ranges.partition_point(|&(_, b_end)| b_end <= a);
            for &(b, b_end) in other.ranges[from..].iter().take_while(|&&(b, _)| b < a_end) {
                let (start, end) = (a.max(b), a_end.min(b_end));
                into.add(start, end - start);
            }
        }
    }
}

/// What is read and what is changed. A write that changes nothing counts as a read.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Footprint {
    pub reads: Bytes,
    pub writes: Bytes,
}

impl Footprint {
    pub fn conflicts(&self, other: &Footprint) -> bool {
        self.writes.overlaps(&other.writes)
            || self.writes.overlaps(&other.reads)
            || self.reads.overlaps(&other.writes)
    }

    pub fn touches(&self, bytes: &Bytes) -> bool {
        self.writes.overlaps(bytes) || self.reads.overlaps(bytes)
    }

    /// Where the two conflict.
    pub fn conflict(&self, other: &Footprint) -> Bytes {
        let mut bytes = Bytes::default();
        self.writes.common(&other.writes, &mut bytes);
        self.writes.common(&other.reads, &mut bytes);
        self.reads.common(&other.writes, &mut bytes);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_set_of_numbers() {
        let mut random = 7u64;
        let mut below = |limit: u64| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % limit
        };
        for _ in 0..500 {
            let mut sets = [(Bytes::default(), 0u128), (Bytes::default(), 0u128)];
            for round in 0..12 {
                let (start, size) = (below(100), 1 + below(8));
                let mask = ((1u128 << size) - 1) << start;
                let (bytes, bits) = &mut sets[round % 2];
                assert_eq!(bytes.touches(start, size), *bits & mask != 0);
                assert_eq!(bytes.add(start, size), *bits | mask != *bits);
                *bits |= mask;
            }
            let [(a, a_bits), (b, b_bits)] = &sets;
            assert_eq!(a.overlaps(b), a_bits & b_bits != 0);
            let mut both = Bytes::default();
            a.common(b, &mut both);
            let bits =
                both.ranges().fold(0u128, |bits, (from, to)| bits | ((1u128 << (to - from)) - 1) << from);
            assert_eq!(bits, a_bits & b_bits);
        }
    }
}
