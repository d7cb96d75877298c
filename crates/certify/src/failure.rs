//! Whether the failure that a witness tells of really happens where it ends.

use crate::Refusal;
use crate::objects::Stop;
use crate::replay::{Replay, ThreadReplay};
use crate::sync::{Operation, Part};
use events::{Execution, Failure, FailureKind};
use interp::memory::AccessKind;
use interp::{Memory, Request, RequestKind, RuntimeError, eval};
use ir::{AssertKind, Observable, Quantifier, SyncOp};
use rustc_hash::FxHashMap;
use verdict::Witness;

fn no(message: impl Into<String>) -> Refusal {
    Refusal::NoFailure(message.into())
}

impl Replay<'_> {
    /// Values read are those written, or initial ones; an unwritten byte is the same to everybody.
    pub(crate) fn check_values(&self, execution: &Execution) -> Result<(), Refusal> {
        let initial = |addr| match self.pristine.read(addr, 1) {
            Ok((value, false)) => Some(value as u8),
            _ => None,
        };
        model::well_formed(execution, initial)?;
        let mut unwritten: FxHashMap<u64, u8> = FxHashMap::default();
        for id in execution.event_ids() {
            let event = execution.event(id);
            if event.is_access() {
                let access = if event.is_write() { AccessKind::Write } else { AccessKind::Read };
                if let Err(fault) = self.pristine.check(event.addr, event.size, access) {
                    return Err(Refusal::at(event.thread.0, Some(id), fault.message));
                }
            }
            for piece in event.rf.iter().filter(|piece| piece.source.is_none()) {
                for offset in piece.offset..piece.offset + piece.len {
                    let seen = (event.read.unwrap_or(0) >> (8 * offset)) as u8;
                    if initial(event.addr + offset).is_none()
                        && *unwritten.entry(event.addr + offset).or_insert(seen) != seen
                    {
                        let message = "a byte that nobody wrote is read with two values";
                        return Err(Refusal::at(event.thread.0, Some(id), message));
                    }
                }
            }
        }
        Ok(())
    }

    /// Memory when all stores have reached it.
    fn final_memory(&self, execution: &Execution) -> Memory {
        let mut memory = self.pristine.clone();
        for &id in execution.co.iter().flatten() {
            let event = execution.event(id);
            // Addresses were checked with the values.
            drop(memory.write(event.addr, event.size, event.written.unwrap_or(0), None));
        }
        memory
    }

    pub(crate) fn check_failure(&self, execution: &Execution, witness: &Witness) -> Result<(), Refusal> {
        let failure = &witness.failure;
        let mut memory = self.final_memory(execution);
        if failure.kind == FailureKind::FinalState {
            return self.check_final_state(&memory);
        }
        for &addr in &self.freed {
            memory.free(addr).map_err(|fault| no(format!("an earlier event fails: {}", fault.message)))?;
        }
        self.killed.iter().for_each(|&addr| memory.kill(addr));
        match failure.kind {
            FailureKind::Deadlock => self.check_deadlock(&memory),
            FailureKind::Race => self.check_race(execution, failure),
            FailureKind::Atomicity => self.check_atomicity(execution, witness),
            FailureKind::UninitialisedRead if self.ends_with_unwritten_read(execution, failure) => Ok(()),
            kind => {
                let request = self.pending(failure)?;
                if failure.span.is_known() && request.span != failure.span {
                    return Err(no("the thread stops at another place"));
                }
                match self.what_fails(&memory, failure.thread.0, request) {
                    Some(found) if found == kind => Ok(()),
                    Some(found) => Err(no(format!("what happens is: {}", found.title()))),
                    None => Err(no(format!("the thread goes on with {:?}", request.kind))),
                }
            }
        }
    }

    fn pending(&self, failure: &Failure) -> Result<&Request, Refusal> {
        let thread = self.threads.get(failure.thread.0 as usize);
        thread.and_then(|thread| thread.pending.as_ref()).ok_or_else(|| no("the thread has ended"))
    }

    /// Whether the last event of the thread that fails reads what nobody has written, and somebody must have. Under a weak model it may do
    /// so though a store that it knows of has reached memory by the end.
    fn ends_with_unwritten_read(&self, execution: &Execution, failure: &Failure) -> bool {
        let Some(thread) = self.threads.get(failure.thread.0 as usize) else { return false };
        let Some((id, span)) = thread.must_find else { return false };
        let is_last = execution.threads[failure.thread.0 as usize].events.last() == Some(&id);
        let event = execution.event(id);
        is_last
            && (span == failure.span || !failure.span.is_known())
            && event.rf.iter().all(|piece| piece.source.is_none())
            && self.pristine.nothing_written(event.addr, event.size)
    }

    /// What goes wrong when a thread does what it asks for.
    fn what_fails(&self, memory: &Memory, thread: u32, request: &Request) -> Option<FailureKind> {
        match &request.kind {
            RequestKind::AssertFailed { kind: AssertKind::Final, .. } => Some(FailureKind::Assertion),
            RequestKind::AssertFailed { kind, .. } => Some((*kind).into()),
            RequestKind::Read { addr, size, .. } => {
                what_read_fails(memory, request, (*addr, *size), AccessKind::Read)
            }
            RequestKind::Write { addr, size, .. } => {
                memory.check(*addr, *size, AccessKind::Write).err().map(|fault| fault.kind)
            }
            RequestKind::Rmw { addr, size, .. } | RequestKind::CompareExchange { addr, size, .. } => {
                what_read_fails(memory, request, (*addr, *size), AccessKind::Write)
            }
            RequestKind::Free { addr } => memory.clone().free(*addr).err().map(|fault| fault.kind),
            RequestKind::Sync { op: SyncOp::ThreadCreate, args } => {
                let function = args.first().and_then(|&addr| self.machine.layout().function_at(addr as u64));
                function.is_none().then_some(FailureKind::BadCall)
            }
            RequestKind::Sync { op, args } => {
                let operation = Operation { thread, op: *op, args, part: Part::Do, status: None };
                let mut sync = self.sync.clone();
                self.other_claims(thread).for_each(|target| sync.threads[target as usize].consumed = true);
                match sync.perform(memory, operation) {
                    Err(Stop::Fault(fault)) => Some(fault.kind),
                    _ => None,
                }
            }
            RequestKind::Error(error) => failure_of(error),
            _ => None,
        }
    }

    /// Threads that others stand before joining or detaching.
    fn other_claims(&self, thread: u32) -> impl Iterator<Item = u32> {
        let others = self.threads.iter().enumerate().filter(move |(other, _)| *other != thread as usize);
        let claim = |(other, data): (usize, &ThreadReplay)| match &data.pending.as_ref()?.kind {
            RequestKind::Sync { op: op @ (SyncOp::ThreadJoin | SyncOp::ThreadDetach), args } => {
                let target = interp::thread_of_handle(args.first().map_or(0, |&arg| arg as u64))?;
                // Joining oneself claims nothing.
                (*op == SyncOp::ThreadDetach || target as usize != other).then_some(target)
            }
            _ => None,
        };
        others.filter_map(claim).filter(|&target| (target as usize) < self.threads.len())
    }

    /// The program has run to its end, and this state decides the question.
    fn check_final_state(&self, memory: &Memory) -> Result<(), Refusal> {
        for (number, thread) in self.threads.iter().enumerate() {
            let over = match &thread.pending {
                None => true,
                Some(request) => number == 0 && matches!(request.kind, RequestKind::Exit { .. }),
            };
            if !over {
                return Err(no(format!("thread {number} has not ended, so this is no final state")));
            }
        }
        let Some(condition) = &self.machine.program().condition else {
            return Err(no("the program asks no question about its final state"));
        };
        let value = |observable: &Observable| match observable {
            Observable::Register { name } => {
                self.observed.get(name).map_or(0, |&(bits, ty)| eval::signed(bits, ty))
            }
            Observable::Memory { global, offset, ty, .. } => {
                let addr = self.machine.layout().global(*global).wrapping_add(*offset);
                let bits = memory.read(addr, ty.bytes()).map_or(0, |(bits, _)| bits);
                eval::signed(bits & ty.mask(), *ty)
            }
        };
        let wanted = condition.quantifier != Quantifier::Forall;
        match condition.prop.eval(&value) == wanted {
            true => Ok(()),
            false if wanted => Err(no("the final state does not satisfy the proposition")),
            false => Err(no("the final state satisfies the proposition")),
        }
    }

    /// Nobody can move, and somebody has not ended.
    fn check_deadlock(&self, memory: &Memory) -> Result<(), Refusal> {
        let mut somebody = false;
        let mut alone = false;
        for (number, thread) in self.threads.iter().enumerate() {
            let Some(request) = &thread.pending else { continue };
            let stuck = match &request.kind {
                RequestKind::Sync { op, args } => self.sync.is_stuck(memory, number as u32, *op, args),
                _ => None,
            };
            somebody |= stuck.is_some();
            // Who waits inside of an atomic section stops everybody else.
            alone |= stuck.is_some() && thread.in_section();
            if stuck.is_none() && !self.waits_for_section(number) {
                return Err(no(format!("thread {number} can go on with {:?}", request.kind)));
            }
        }
        match somebody || alone {
            true => Ok(()),
            false => Err(no("all threads have ended")),
        }
    }

    /// Whether another thread waits inside of an atomic section.
    fn waits_for_section(&self, number: usize) -> bool {
        self.threads.iter().enumerate().any(|(other, thread)| other != number && thread.in_section())
    }
}

/// What goes wrong with an access that reads.
fn what_read_fails(
    memory: &Memory,
    request: &Request,
    (addr, size): (u64, u64),
    access: AccessKind,
) -> Option<FailureKind> {
    match memory.check(addr, size, access) {
        Err(fault) => Some(fault.kind),
        Ok(_) => (request.initialised && memory.nothing_written(addr, size))
            .then_some(FailureKind::UninitialisedRead),
    }
}

/// How an error of the machine is called; `None`: it is none of the program's.
fn failure_of(error: &RuntimeError) -> Option<FailureKind> {
    Some(match error {
        RuntimeError::DivisionByZero | RuntimeError::DivisionOverflow => FailureKind::DivisionByZero,
        RuntimeError::CallNull
        | RuntimeError::CallNotFunction { .. }
        | RuntimeError::CallArity { .. }
        | RuntimeError::CallResults { .. } => FailureKind::BadCall,
        RuntimeError::Unreachable => FailureKind::UnreachableCode,
        RuntimeError::StackOverflow { .. } => FailureKind::StackOverflow,
        _ => return None,
    })
}
