//! Condition variables and barriers: operations that let go and come back.
//!
//! A signal wakes one of the threads that wait at that moment; the witness does not say which. The signals that have
//! not been used up are kept with the threads each may have woken, oldest first. Who leaves takes the oldest one that
//! may be his: the sets grow from old to new (waiters only leave by waking), so the newer one keeps more choices open.
//! A thread may also wake without a signal, once. So where one has taken a signal and could have done without, somebody else who
//! cannot may have it after all.

/// The waiters of a condition variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Cond {
    /// Waiting, each with its mutex; whether a broadcast has woken it.
    waiters: Vec<(u32, u64, bool)>,
    /// Signals that woke somebody who has not come back yet.
    signals: Vec<Vec<u32>>,
    /// Signals that were taken: by whom, and who else may have been woken by it and has not come back.
    taken: Vec<(u32, Vec<u32>)>,
}

impl Cond {
    pub(crate) fn is_empty(&self) -> bool {
        self.waiters.is_empty()
    }
    pub(crate) fn enter(&mut self, thread: u32, mutex: u64) {
        self.waiters.push((thread, mutex, false));
    }
    pub(crate) fn waits(&self, thread: u32) -> bool {
        self.waiters.iter().any(|(waiter, ..)| *waiter == thread)
    }

    fn asleep(&self) -> Vec<u32> {
        self.waiters.iter().filter(|(_, _, woken)| !woken).map(|(thread, ..)| *thread).collect()
    }
    /// Whether everybody who is in the queue has been told to leave it.
    pub(crate) fn all_are_woken(&self) -> bool {
        self.asleep().len() <= self.signals.len()
    }
    pub(crate) fn signal(&mut self) {
        let asleep = self.asleep();
        if asleep.len() > self.signals.len() {
            self.signals.push(asleep);
        }
    }
    pub(crate) fn broadcast(&mut self) {
        self.signals.clear();
        self.waiters.iter_mut().for_each(|(_, _, woken)| *woken = true);
    }

    /// The thread comes back, by a signal or else without one, if it may (`may_wake`, by thread). `None` if that cannot be;
    /// otherwise which thread has woken without a signal by now, if one has.
    pub(crate) fn wake(&mut self, thread: u32, may_wake: &[bool]) -> Option<Option<u32>> {
        let may = |thread: u32| may_wake.get(thread as usize) == Some(&true);
        if self.leave(thread, true) {
            return Some(None);
        }
        if may(thread) && self.leave(thread, false) {
            return Some(Some(thread));
        }
        let other = self.taken.iter().position(|(taker, others)| may(*taker) && others.contains(&thread))?;
        let mut after = self.clone();
        let (taker, _) = after.taken.remove(other);
        after.left(thread, false).then(|| {
            *self = after;
            Some(taker)
        })
    }

    /// The thread comes back, woken (`by_signal`) or without cause. False if that cannot be: then nothing has changed.
    pub(crate) fn leave(&mut self, thread: u32, by_signal: bool) -> bool {
        let mut after = self.clone();
        let left = after.left(thread, by_signal);
        if left {
            *self = after;
        }
        left
    }

    fn left(&mut self, thread: u32, by_signal: bool) -> bool {
        let Some(position) = self.waiters.iter().position(|(waiter, ..)| *waiter == thread) else {
            return false;
        };
        let (_, _, woken) = self.waiters.remove(position);
        if by_signal && !woken {
            let Some(signal) = self.signals.iter().position(|candidates| candidates.contains(&thread)) else {
                return false;
            };
            let candidates = self.signals.remove(signal);
            self.taken.push((thread, candidates));
        }
        for candidates in self.signals.iter_mut().chain(self.taken.iter_mut().map(|(_, others)| others)) {
            candidates.retain(|&candidate| candidate != thread);
        }
        self.taken.retain(|(_, others)| !others.is_empty());
        // Every signal must still have somebody it has woken.
        self.signals.iter().enumerate().all(|(index, candidates)| candidates.len() > index)
    }

    /// The mutexes that woken threads want back.
    pub(crate) fn wanted_mutexes(&self) -> Vec<u64> {
        let possible =
            |thread: u32, woken: bool| woken || self.signals.iter().any(|signal| signal.contains(&thread));
        self.waiters
            .iter()
            .filter(|(thread, _, woken)| possible(*thread, *woken))
            .map(|(_, mutex, _)| *mutex)
            .collect()
    }
}

/// A barrier: who is there, and who may go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Barrier {
    pub count: u32,
    arrived: Vec<u32>,
    /// Rounds that are complete: who has not left yet, and whether the serial thread has.
    rounds: Vec<(Vec<u32>, bool)>,
}

impl Barrier {
    pub(crate) fn new(count: u32) -> Barrier {
        Barrier { count, arrived: Vec::new(), rounds: Vec::new() }
    }
    pub(crate) fn nobody_waits(&self) -> bool {
        self.arrived.is_empty()
    }
    pub(crate) fn waits(&self, thread: u32) -> bool {
        self.arrived.contains(&thread)
    }
    pub(crate) fn may_leave(&self, thread: u32) -> bool {
        self.rounds.iter().any(|(members, _)| members.contains(&thread))
    }
    pub(crate) fn arrive(&mut self, thread: u32) {
        self.arrived.push(thread);
        if self.arrived.len() as u32 >= self.count {
            self.rounds.push((std::mem::take(&mut self.arrived), false));
        }
    }

    /// The thread goes on, as the serial one or not. False if that cannot be.
    pub(crate) fn leave(&mut self, thread: u32, serial: bool) -> bool {
        let Some(index) = self.rounds.iter().position(|(members, _)| members.contains(&thread)) else {
            return false;
        };
        let (members, serial_left) = &mut self.rounds[index];
        members.retain(|&member| member != thread);
        if serial && *serial_left {
            return false;
        }
        *serial_left |= serial;
        let (last, had_serial) = (members.is_empty(), *serial_left);
        if last {
            self.rounds.remove(index);
        }
        !last || had_serial
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_signal_wakes_one_of_those_who_wait() {
        let mut cond = Cond::default();
        cond.signal();
        cond.enter(1, 0);
        assert!(!cond.clone().leave(1, true), "a signal that came too early is lost");
        cond.enter(2, 0);
        cond.signal();
        cond.enter(3, 0);
        assert!(!cond.clone().leave(3, true), "it was not there yet");
        assert!(cond.clone().leave(3, false), "without cause anybody may");
        let mut first = cond.clone();
        assert!(first.leave(2, true) && !first.leave(1, true), "one signal, one thread");
        cond.signal();
        assert!(cond.leave(1, true) && cond.leave(3, true), "the old signal for 1, the new one for 3");
    }

    #[test]
    fn a_signal_is_not_wasted() {
        let mut cond = Cond::default();
        cond.enter(1, 0);
        cond.signal();
        assert!(!cond.leave(1, false), "whom a signal woke cannot have timed out");
        let mut cond = Cond::default();
        cond.enter(1, 0);
        cond.enter(2, 0);
        cond.broadcast();
        assert!(cond.leave(2, true) && cond.leave(1, true));
    }

    #[test]
    fn a_thread_wakes_once_without_a_signal() {
        let mut cond = Cond::default();
        cond.enter(1, 0);
        assert_eq!(cond.clone().wake(1, &[true, false]), None);
        assert_eq!(cond.wake(1, &[true, true]), Some(Some(1)));
        // 1 returns first, and the signal was for 2, which has woken without one before.
        cond.enter(1, 0);
        cond.enter(2, 0);
        cond.signal();
        assert_eq!(cond.wake(1, &[true, true, false]), Some(None));
        assert_eq!(cond.clone().wake(2, &[true, false, false]), None, "one signal, one thread");
        assert_eq!(cond.wake(2, &[true, true, false]), Some(Some(1)));
        // Who comes later was not there for the signal that another took.
        cond.enter(1, 0);
        cond.signal();
        assert_eq!(cond.wake(1, &[true, true, false]), Some(None));
        cond.enter(2, 0);
        assert_eq!(cond.wake(2, &[true, true, false]), None);
    }

    #[test]
    fn a_barrier_has_one_serial_thread() {
        let mut barrier = Barrier::new(2);
        barrier.arrive(1);
        assert!(!barrier.may_leave(1) && barrier.waits(1));
        barrier.arrive(2);
        assert!(barrier.leave(1, true));
        assert!(!barrier.clone().leave(2, true));
        assert!(barrier.leave(2, false));
        let mut barrier = Barrier::new(1);
        barrier.arrive(1);
        assert!(!barrier.leave(1, false));
    }
}
