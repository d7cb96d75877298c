//! Vector clocks that grow with the threads they know, and epochs.

/// How much of each thread is known; threads past the end at 0.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct VectorClock {
    times: Vec<u32>,
}

impl VectorClock {
    #[inline]
    pub fn get(&self, thread: u32) -> u32 {
        self.times.get(thread as usize).copied().unwrap_or(0)
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.times.len()
    }

    #[inline]
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }

    pub fn set(&mut self, thread: u32, time: u32) {
        let index = thread as usize;
        if index >= self.times.len() {
            self.times.resize(index + 1, 0);
        }
        self.times[index] = time;
    }

    /// One step of the thread itself.
    #[inline]
    pub fn tick(&mut self, thread: u32) {
        match self.times.get_mut(thread as usize) {
            Some(time) => *time = time.saturating_add(1),
            None => self.set(thread, 1),
        }
    }

    /// Takes in what the other knows.
    #[inline]
    pub fn join(&mut self, other: &VectorClock) {
        if other.times.len() > self.times.len() {
            self.times.resize(other.times.len(), 0);
        }
        for (own, other) in self.times.iter_mut().zip(&other.times) {
            *own = (*own).max(*other);
        }
    }

    /// Becomes a copy without giving up memory.
    #[inline]
    pub fn copy_from(&mut self, other: &VectorClock) {
        if self.times.len() == other.times.len() {
            self.times.copy_from_slice(&other.times);
            return;
        }
        self.times.clear();
        self.times.extend_from_slice(&other.times);
    }

    #[inline]
    pub fn knows(&self, epoch: Epoch) -> bool {
        epoch.time <= self.get(epoch.thread)
    }
}

/// A time of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Epoch {
    pub thread: u32,
    pub time: u32,
}

impl Epoch {
    /// Before everything: known to all.
    pub const START: Epoch = Epoch { thread: 0, time: 0 };
}
