//! From the world's answer to the next state of the thread.

use crate::ask::{Here, Piece, copy_piece};
use crate::code::Step;
use crate::machine::Machine;
use crate::state::{Phase, Progress, ThreadState};
use crate::{Answer, ReadSet, RuntimeError, Values};
use ir::{Inst, Op, Operand, SyncOp};

impl Machine {
    /// Answers the request that `advance` gave last. An answer of the wrong kind makes the thread fail with
    /// `RuntimeError::BadAnswer`; final requests take no answer.
    pub fn answer(&self, state: &mut ThreadState, answer: Answer) {
        let wrong = match self.here(state) {
            None => self.answer_between_frames(state, answer),
            Some(here) => self.answer_step(state, here, answer),
        };
        if let Err((wanted, given)) = wrong {
            state.frames.clear();
            state.fewest.0 = 0;
            let error = RuntimeError::BadAnswer { given: format!("{given:?}"), wanted: wanted.into() };
            state.phase = Phase::Failed(error);
        }
    }

    fn answer_between_frames(&self, state: &mut ThreadState, answer: Answer) -> Outcome {
        match (&mut state.phase, answer) {
            (Phase::Ending { values, .. }, Answer::Calls(new)) if new.is_empty() => {
                state.phase = Phase::Over { values: std::mem::take(values) };
                Ok(())
            }
            (Phase::Ending { round, calls, .. }, Answer::Calls(new)) => {
                *round += 1;
                *calls = new;
                Ok(())
            }
            (Phase::Ending { .. }, other) => Err(("for destructors", other)),
            (_, other) => Err(("of a thread that has ended", other)),
        }
    }

    fn answer_step(&self, state: &mut ThreadState, here: Here<'_>, answer: Answer) -> Outcome {
        match &here.code.steps[here.pc] {
            Step::Load { access, dst, .. } => {
                let Answer::Value(value) = answer else { return Err(("of a read", answer)) };
                let taint = self.next_read(state);
                let mask = here.code.accesses[*access as usize].ty.mask();
                state.values[here.base + *dst as usize] = value & mask;
                if state.tracking {
                    state.taints[here.base + *dst as usize] = taint;
                }
                skip(state);
                Ok(())
            }
            Step::Store { .. } | Step::Assert { .. } => done(answer).map(|()| skip(state)),
            Step::Return { .. } => release(state, answer),
            Step::World { inst } => self.answer_inst(state, &here.code.insts[*inst as usize], answer),
            _ => Err(("of a pure instruction", answer)),
        }
    }

    fn answer_inst(&self, state: &mut ThreadState, inst: &Inst, answer: Answer) -> Outcome {
        let operands = |operands: [Operand; 3]| operands.map(|operand| self.number(state, operand) as u64);
        match &inst.op {
            Op::Alloca { size, .. } => {
                let size = self.number(state, *size) as u64;
                let addr = self.allocated(state, inst, (size, 0), answer)?;
                state.objects.push(addr);
            }
            Op::ScopeEnd { ptr } => {
                done(answer)?;
                let gone = self.number(state, *ptr) as u64;
                state.objects.retain(|&addr| addr != gone);
                self.complete(state, inst, &[], ReadSet::EMPTY);
            }
            Op::HeapAlloc { size, by, .. } => {
                let size = self.number(state, *size) as u64;
                self.allocated(state, inst, (size, ir::layout::heap_offset(*by)), answer)?;
            }
            Op::ThreadLocal { global } => {
                let addr = self.allocated(state, inst, (self.program().globals[*global].size, 0), answer)?;
                state.thread_locals.push((*global, addr));
            }
            Op::Rmw { .. } => {
                let value = one_value(answer)?;
                let taint = self.next_read(state);
                self.complete(state, inst, &[value], taint);
            }
            Op::CompareExchange { access, expected, .. } => {
                let expected = self.number(state, *expected);
                let (old, success) = match answer {
                    Answer::Value(old) => (old & access.ty.mask(), old & access.ty.mask() == expected),
                    Answer::CasFailed(old) => (old & access.ty.mask(), false),
                    other => return Err(("of a compare-exchange", other)),
                };
                let taint = self.next_read(state);
                self.complete(state, inst, &[old, u128::from(success)], taint);
            }
            Op::Copy { dst, src, len } => {
                let [dst, src, len] = operands([*dst, *src, *len]);
                self.answer_copy(state, [dst, src, len], answer)?;
            }
            Op::Fill { dst, byte, len } => {
                let [dst, _, len] = operands([*dst, *byte, *len]);
                done(answer)?;
                let before = if let Progress::Fill { done } = state.progress { done } else { 0 };
                let size = copy_piece(dst, dst, len, before).map_or(0, |piece| piece.size);
                state.progress = Progress::Fill { done: before + size };
            }
            Op::ObjectSize { .. } | Op::Nondet { .. } => {
                let value = one_value(answer)?;
                self.complete(state, inst, &[value], ReadSet::EMPTY);
            }
            Op::Sync { op: SyncOp::ThreadExit, .. } => {
                done(answer)?;
                state.objects.clear();
            }
            Op::Sync { op, .. } => {
                let values = values_of(answer)?;
                if values.len() != op.results().len() {
                    return Err(("of a synchronisation with other results", Answer::Values(values)));
                }
                self.complete(state, inst, &values, ReadSet::EMPTY);
            }
            Op::Print { .. } => self.answer_print(state, answer)?,
            Op::Exit { .. } | Op::Abort | Op::Unsupported { .. } => return Err(("after the end", answer)),
            _ => {
                done(answer)?;
                self.complete(state, inst, &[], ReadSet::EMPTY);
            }
        }
        Ok(())
    }

    /// Numbers a read that was answered; what its value depends on.
    fn next_read(&self, state: &mut ThreadState) -> ReadSet {
        let number = state.n_reads;
        state.n_reads += 1;
        if state.tracking { ReadSet::single(number) } else { ReadSet::EMPTY }
    }

    fn allocated(
        &self,
        state: &mut ThreadState,
        inst: &Inst,
        (size, offset): (u64, u64),
        answer: Answer,
    ) -> Result<u64, Wrong> {
        let addr = one_value(answer)? as u64;
        if state.object_address(size, offset) == Some(addr) {
            state.reserve_address(addr, size);
        }
        self.complete(state, inst, &[u128::from(addr)], ReadSet::EMPTY);
        Ok(addr)
    }

    fn answer_copy(&self, state: &mut ThreadState, [dst, src, len]: [u64; 3], answer: Answer) -> Outcome {
        let (before, held) = match std::mem::replace(&mut state.progress, Progress::None) {
            Progress::Copy { done, held } => (done, held),
            _ => (0, None),
        };
        state.progress = match held {
            None => {
                let value = one_value(answer)?;
                let taint = self.next_read(state);
                let bits = copy_piece(dst, src, len, before).map_or(64, |Piece { size, .. }| 8 * size);
                Progress::Copy { done: before, held: Some((value & (u128::MAX >> (128 - bits)), taint)) }
            }
            Some(_) => {
                done(answer)?;
                let size = copy_piece(dst, src, len, before).map_or(0, |piece| piece.size);
                Progress::Copy { done: before + size, held: None }
            }
        };
        Ok(())
    }

    fn answer_print(&self, state: &mut ThreadState, answer: Answer) -> Outcome {
        let read = match answer {
            Answer::Value(_) => self.next_read(state),
            _ => ReadSet::EMPTY,
        };
        let Progress::Print(print) = &mut state.progress else {
            return Err(("of a print not begun", answer));
        };
        let is_read = matches!(print.need(), crate::print::Need::Read { .. });
        let value = if is_read { one_value(answer)? } else { done(answer).map(|()| 0)? };
        print.taint = print.taint.union(&read);
        print.answer(value);
        Ok(())
    }
}

/// What was wanted, and what came instead.
type Wrong = (&'static str, Answer);
type Outcome = Result<(), Wrong>;

fn one_value(answer: Answer) -> Result<u128, Wrong> {
    match answer {
        Answer::Value(value) => Ok(value),
        other => Err(("for one value", other)),
    }
}
fn values_of(answer: Answer) -> Result<Values, Wrong> {
    match answer {
        Answer::Values(values) => Ok(values),
        Answer::Value(value) => Ok(Values::from_slice(&[value])),
        Answer::Done => Ok(Values::new()),
        other => Err(("for values", other)),
    }
}
fn done(answer: Answer) -> Outcome {
    match answer {
        Answer::Done => Ok(()),
        other => Err(("that wants no value", other)),
    }
}

/// The step at hand is done.
fn skip(state: &mut ThreadState) {
    if let Some(frame) = state.frames.last_mut() {
        frame.pc += 1;
    }
    state.steps.0 += 1;
}

/// The objects of the innermost frame are gone; the return itself comes next.
fn release(state: &mut ThreadState, answer: Answer) -> Outcome {
    done(answer)?;
    let from = state.frames.last().map_or(0, |frame| frame.objects as usize);
    state.objects.truncate(from);
    Ok(())
}
