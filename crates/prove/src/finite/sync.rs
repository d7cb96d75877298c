//! Threads and synchronisation in the trees of events.
//!
//! Creation, join, mutexes, reader-writer locks and `once` are followed exactly, but for the kind of a mutex. Of condition variables,
//! barriers and semaphores only the fence is kept. Every status is tried that the table of `posix` has for any state of the object in which
//! the thread holds it, or does not: that permits more executions than there are, never fewer.

use super::tree::{End, Forest, NodeId, Partial, Start};
use super::{Refusal, Result};
use events::SyncStep;
use interp::{Request, Values, thread_handle, thread_of_handle};
use ir::SyncOp;

impl Forest<'_> {
    pub(super) fn sync(
        &mut self,
        mut partial: Partial,
        op: SyncOp,
        args: &Values,
        request: &Request,
        work: &mut Vec<Partial>,
    ) -> Result {
        use SyncOp::*;
        let argument = |index: usize| args.get(index).copied().unwrap_or(0);
        let object = argument(0) as u64;
        let refuse = |text: &str| Err(Refusal::Unsupported(text.to_string(), request.span));
        match op {
            ThreadCreate => {
                let Some(function) = self.machine.layout().function_at(object) else {
                    self.leaf(partial, End::Stopped);
                    return Ok(());
                };
                let (parent, index) = (partial.state.thread(), partial.n_starts);
                let number = self.number(Start { parent, index, function, argument: argument(1) })?;
                partial.n_starts += 1;
                let handle = thread_handle(number);
                let node = self.marked(&mut partial, op, handle, request)?;
                self.nodes[node as usize].starts = Some(number);
                self.go_on_with(partial, &[u128::from(handle)], work);
            }
            ThreadJoin => {
                let known = thread_of_handle(object).filter(|&number| (number as usize) < self.threads.len());
                let Some(number) = known.filter(|_| thread_handle(known.unwrap_or(0)) == object) else {
                    return refuse("a join with something that is no thread");
                };
                if number == partial.state.thread() || !partial.joined.insert(number) {
                    return refuse("a thread that is joined twice");
                }
                for result in self.results.get(&number).cloned().unwrap_or_default() {
                    let mut next = partial.clone();
                    let node = self.marked(&mut next, op, object, request)?;
                    self.nodes[node as usize].joins = Some((number, result));
                    self.go_on_with(next, &[0, result], work);
                }
                self.leaf(partial, End::Stopped);
            }
            ThreadSelf => {
                let handle = thread_handle(partial.state.thread());
                self.go_on_with(partial, &[u128::from(handle)], work);
            }
            Yield => self.go_on_with(partial, &[], work),
            MutexLock | MutexTryLock | MutexTimedLock | RwReadLock | RwWriteLock | RwTryReadLock
            | RwTryWriteLock => {
                let depth = partial.held.get(&object).copied().unwrap_or(0);
                let possible = posix::statuses(op, Some(depth > 0));
                self.statuses(&partial, op, object, request, possible.iter().filter(|&&s| s != 0), work)?;
                *partial.held.entry(object).or_default() += 1;
                let node = self.marked(&mut partial, op, object, request)?;
                self.nodes[node as usize].outermost = depth == 0;
                self.nodes[node as usize].shared = posix::synchronises(op, Some(0)).shared;
                self.go_on_with(partial, &[0], work);
            }
            MutexUnlock | SpinUnlock | RwUnlock => match partial.held.get_mut(&object) {
                Some(depth) if *depth > 0 => {
                    *depth -= 1;
                    let outermost = *depth == 0;
                    let node = self.marked(&mut partial, op, object, request)?;
                    self.nodes[node as usize].outermost = outermost;
                    self.go_on_with(partial, &[0], work);
                }
                _ => {
                    self.loose_mutexes.insert(object);
                    self.statuses(&partial, op, object, request, posix::statuses(op, Some(false)), work)?;
                    self.leaf(partial, End::Stopped);
                }
            },
            CondWait | CondTimedWait => {
                let mutex = argument(1) as u64;
                if partial.held.get(&mutex).copied().unwrap_or(0) != 1 {
                    self.loose_mutexes.insert(mutex);
                }
                self.marked(&mut partial, MutexUnlock, mutex, request).map(|node| self.outermost(node))?;
                self.leaf(partial.clone(), End::Stopped);
                self.marked(&mut partial, MutexLock, mutex, request).map(|node| self.outermost(node))?;
                for &outcome in posix::statuses(op, None) {
                    self.go_on_with(partial.clone(), &[outcome.into()], work);
                }
            }
            OnceBegin => {
                for flag in [0, 1] {
                    let mut next = partial.clone();
                    let node = self.marked(&mut next, op, object, request)?;
                    self.nodes[node as usize].event.read = Some(flag);
                    self.go_on_with(next, &[flag], work);
                }
            }
            OnceEnd => {
                self.marked(&mut partial, op, object, request)?;
                self.go_on_with(partial, &[], work);
            }
            MutexInit | MutexDestroy | CondInit | CondSignal | CondBroadcast | CondDestroy | RwInit
            | RwDestroy | BarrierInit | BarrierWait | BarrierDestroy | SemInit | SemWait | SemTryWait
            | SemTimedWait | SemPost | SemDestroy => {
                self.statuses(&partial, op, object, request, posix::statuses(op, None), work)?;
            }
            ThreadExit | ThreadDetach | SemGetValue | KeyCreate | KeyDelete | KeySet | KeyGet => {
                return refuse(op.name());
            }
        }
        Ok(())
    }

    fn outermost(&mut self, node: NodeId) {
        self.nodes[node as usize].outermost = true;
    }

    fn marked(
        &mut self,
        partial: &mut Partial,
        op: SyncOp,
        object: u64,
        request: &Request,
    ) -> Result<NodeId> {
        let node = self.push_sync(partial, SyncStep::Do(op), object, Some(0))?;
        self.nodes[node as usize].event.span = request.span;
        Ok(node)
    }

    /// Goes on with each of these statuses.
    fn statuses<'s>(
        &mut self,
        partial: &Partial,
        op: SyncOp,
        object: u64,
        request: &Request,
        outcomes: impl IntoIterator<Item = &'s u32>,
        work: &mut Vec<Partial>,
    ) -> Result {
        for &outcome in outcomes {
            let mut next = partial.clone();
            let node = self.marked(&mut next, op, object, request)?;
            self.nodes[node as usize].event.read = Some(outcome.into());
            self.go_on_with(next, &[outcome.into()], work);
        }
        Ok(())
    }
}
