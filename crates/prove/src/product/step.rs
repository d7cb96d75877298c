//! One step of one thread: a visible action and all that follows up to the next one.
//!
//! Whatever is not decided by what is known goes both ways. A thread that ends in the middle of nothing (an assumption
//! or assertion fails, memory is misused, the program exits) leaves behind what it did: others may have seen it.

use super::datum::{Datum, Object};
use super::facts::{Fact, Facts, Relation};
use super::state::{Thread, Work};
use super::{Product, Result};
use interp::eval;
use ir::{
    BinaryOp, CastOp, CompareOp, Inst, NondetKind, Op, Operand, PrintFn, Span, SyncOp, Target, Term, Ty,
};

/// Instructions between two visible actions.
const MAX_LOCAL_STEPS: u32 = 20_000;

/// What became of a thread.
pub(super) enum Outcome {
    /// To the next instruction.
    Go,
    /// It cannot take this step now.
    Blocked,
    /// It does nothing any more.
    Ended,
    /// It waits here for its next step.
    Waits,
}

impl Product<'_> {
    /// The ends of one step; with each whether the thread goes on.
    pub(super) fn advance(&mut self, start: Work) -> Result<Vec<(Work, bool)>> {
        let mut done = Vec::new();
        let mut open = vec![start];
        let mut left = MAX_LOCAL_STEPS;
        while let Some(mut work) = open.pop() {
            work.me.born = false;
            loop {
                if left == 0 {
                    return self.refuse("a loop that others cannot see", Span::NONE);
                }
                left -= 1;
                // Steps of a long section cost more and more.
                if left.is_multiple_of(64) {
                    self.in_time()?;
                }
                let code = self.codes[work.me.code as usize].clone();
                let (block, index) = work.me.place;
                let body = &code.function().blocks[block];
                let outcome = match body.insts.get(index) {
                    Some(inst) => {
                        if work.moved && work.depth == 0 && self.is_visible(&work.me, inst) {
                            Outcome::Waits
                        } else {
                            work.moved = true;
                            let outcome = self.execute(&mut work, inst, &mut open)?;
                            if matches!(outcome, Outcome::Go) {
                                work.me.place.1 += 1;
                            }
                            outcome
                        }
                    }
                    // Round and round with nothing that others see: a step by itself, so that it comes to an end.
                    None if work.moved && work.depth == 0 && work.rounds.contains(&block) => Outcome::Waits,
                    None => {
                        work.moved = true;
                        work.rounds.push(block);
                        self.leave(&mut work, &body.term, &mut open)?
                    }
                };
                match outcome {
                    Outcome::Go => continue,
                    Outcome::Blocked => {}
                    // In an atomic section that does not end nobody has seen anything.
                    Outcome::Ended if work.depth > 0 => {}
                    Outcome::Ended => done.push((work, false)),
                    Outcome::Waits => {
                        let live = code.live(work.me.place);
                        work.me.values.retain(|&value, _| live.contains(value));
                        done.push((work, true));
                    }
                }
                break;
            }
        }
        Ok(done)
    }

    /// Whether other threads can see or influence an instruction.
    pub(super) fn is_visible(&self, thread: &Thread, inst: &Inst) -> bool {
        let shared = |operand: Operand| {
            self.known(thread, operand).and_then(Datum::object).is_some_and(|object| !object.is_private())
        };
        match &inst.op {
            Op::Store { addr, .. } if self.known(thread, *addr).is_some_and(|addr| self.is_unread(addr)) => {
                false
            }
            Op::Load { addr, .. }
            | Op::Store { addr, .. }
            | Op::Rmw { addr, .. }
            | Op::CompareExchange { addr, .. } => shared(*addr),
            Op::Copy { dst, src, .. } => shared(*dst) || shared(*src),
            Op::Fill { dst, .. } => shared(*dst),
            Op::AtomicBegin | Op::Exit { .. } | Op::Abort => true,
            Op::Sync { op, .. } => {
                use SyncOp::*;
                matches!(
                    op,
                    ThreadCreate
                        | ThreadJoin
                        | MutexLock
                        | MutexTryLock
                        | MutexTimedLock
                        | MutexUnlock
                        | SpinUnlock
                        | CondWait
                        | CondTimedWait
                )
            }
            _ => false,
        }
    }

    /// What an operand is, without asking for more.
    pub(super) fn known(&self, thread: &Thread, operand: Operand) -> Option<Datum> {
        Some(match operand {
            Operand::Value(id) => *thread.values.get(&id)?,
            Operand::Const { bits, .. } => Datum::Bits(bits),
            Operand::Global { id, offset } => Datum::Pointer(Object::Global(id), offset),
            Operand::Func(id) => Datum::Function(id),
        })
    }

    pub(super) fn datum(&self, work: &mut Work, operand: Operand) -> Datum {
        self.known(&work.me, operand).unwrap_or_else(|| work.fresh())
    }

    fn ty(&self, work: &Work, operand: Operand) -> Ty {
        self.codes[work.me.code as usize].function().operand_ty(operand)
    }

    /// Sets the results of an instruction.
    pub(super) fn set(&self, work: &mut Work, inst: &Inst, data: &[Datum]) -> Outcome {
        for (&result, &datum) in inst.results.iter().zip(data) {
            work.me.values.insert(result, datum);
        }
        Outcome::Go
    }

    /// Another way to go on behind an instruction, with these results.
    pub(super) fn also(&self, mut other: Work, inst: &Inst, data: &[Datum], open: &mut Vec<Work>) {
        self.set(&mut other, inst, data);
        other.me.place.1 += 1;
        open.push(other);
    }

    /// Sets a result that is 0 or 1, one way here and the other way in a copy.
    pub(super) fn set_either(
        &self,
        work: &mut Work,
        inst: &Inst,
        before: &[Datum],
        open: &mut Vec<Work>,
    ) -> Outcome {
        let with = |bit: u128| before.iter().copied().chain([Datum::Bits(bit)]).collect::<Vec<_>>();
        self.also(work.clone(), inst, &with(0), open);
        self.set(work, inst, &with(1))
    }

    pub(super) fn fresh_results(&self, work: &mut Work, inst: &Inst) -> Outcome {
        for &result in &inst.results {
            let datum = work.fresh();
            work.me.values.insert(result, datum);
        }
        Outcome::Go
    }

    fn execute(&mut self, work: &mut Work, inst: &Inst, open: &mut Vec<Work>) -> Result<Outcome> {
        let code = self.codes[work.me.code as usize].clone();
        let result_ty = inst.results.first().map_or(Ty::I64, |&id| code.function().values[id].ty);
        Ok(match &inst.op {
            Op::Unary { op, a } => match self.datum(work, *a) {
                Datum::Bits(a) => self.set(work, inst, &[Datum::Bits(eval::unary(*op, result_ty, a))]),
                _ => self.unknown(work, inst, result_ty, open),
            },
            Op::Binary { op, a, b } => {
                let (a, b) = (self.datum(work, *a), self.datum(work, *b));
                match self.binary(work, *op, a, b, result_ty) {
                    Some(datum) if result_ty == Ty::BOOL && datum.symbol().is_some() => {
                        self.unknown(work, inst, result_ty, open)
                    }
                    Some(datum) => self.set(work, inst, &[datum]),
                    None => Outcome::Ended,
                }
            }
            Op::Overflow { .. } => {
                let value = work.fresh();
                self.set_either(work, inst, &[value], open)
            }
            Op::Compare { op, a, b } => {
                let ty = self.ty(work, *a);
                let (a, b) = (self.datum(work, *a), self.datum(work, *b));
                self.compare(work, inst, (*op, a, b, ty), &[], open)
            }
            Op::Cast { op, a } => {
                let from = self.ty(work, *a);
                match (self.datum(work, *a), op) {
                    (Datum::Bits(a), _) => {
                        self.set(work, inst, &[Datum::Bits(eval::cast(*op, from, result_ty, a))])
                    }
                    (datum, CastOp::Bits)
                        if from.bits() == result_ty.bits() && !from.is_float() && !result_ty.is_float() =>
                    {
                        self.set(work, inst, &[datum])
                    }
                    _ => self.unknown(work, inst, result_ty, open),
                }
            }
            Op::Select { cond, then, other } => {
                let (then, other) = (self.datum(work, *then), self.datum(work, *other));
                match self.datum(work, *cond) {
                    Datum::Bits(cond) => self.set(work, inst, &[if cond != 0 { then } else { other }]),
                    _ => {
                        self.also(work.clone(), inst, &[other], open);
                        self.set(work, inst, &[then])
                    }
                }
            }
            Op::PtrAdd { base, offset } => {
                let (base, offset) = (self.datum(work, *base), self.datum(work, *offset));
                let moved = self.moved(work, base, offset);
                self.set(work, inst, &[moved])
            }
            Op::Nondet {
                kind: NondetKind::Input(_) | NondetKind::Uninitialised(_) | NondetKind::External(_),
            } => self.unknown(work, inst, result_ty, open),
            Op::Assert { cond, .. } => match self.datum(work, *cond) {
                Datum::Bits(0) => {
                    self.failed(work);
                    Outcome::Ended
                }
                Datum::Symbol(_) => {
                    self.failed(work);
                    Outcome::Go
                }
                _ => Outcome::Go,
            },
            Op::Assume { cond } => match self.datum(work, *cond) {
                Datum::Bits(0) => Outcome::Ended,
                _ => Outcome::Go,
            },
            Op::Exit { .. } | Op::Abort => Outcome::Ended,
            Op::Fence { .. }
            | Op::TransactionBegin
            | Op::TransactionEnd
            | Op::Observe { .. }
            | Op::HeapFree { .. }
            | Op::ScopeEnd { .. } => Outcome::Go,
            Op::Print { func: PrintFn::Sprintf | PrintFn::Snprintf | PrintFn::Vsnprintf, .. } => {
                return self.refuse("text written to memory", inst.span);
            }
            Op::Print { .. } | Op::ObjectSize { .. } => self.fresh_results(work, inst),
            Op::Call { .. } => return self.refuse("a call that was not followed", inst.span),
            Op::Unsupported { reason } => return self.refuse(reason, inst.span),
            Op::Sync { op, args } => return self.sync(work, *op, args, inst, open),
            Op::AtomicBegin => {
                work.depth += 1;
                Outcome::Go
            }
            Op::AtomicEnd => {
                work.depth = work.depth.saturating_sub(1);
                Outcome::Go
            }
            Op::Alloca { .. }
            | Op::HeapAlloc { .. }
            | Op::ThreadLocal { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Rmw { .. }
            | Op::CompareExchange { .. }
            | Op::Copy { .. }
            | Op::Fill { .. } => return self.memory(work, inst, open),
        })
    }

    /// A result of which nothing is known.
    fn unknown(&self, work: &mut Work, inst: &Inst, ty: Ty, open: &mut Vec<Work>) -> Outcome {
        match ty == Ty::BOOL && inst.results.len() == 1 {
            true => self.set_either(work, inst, &[], open),
            false => self.fresh_results(work, inst),
        }
    }

    fn moved(&self, work: &mut Work, base: Datum, offset: Datum) -> Datum {
        let number = |bits: u128| bits as u64 as i64;
        match (base, offset) {
            (base, Datum::Bits(0)) => base,
            (Datum::Pointer(object, at), Datum::Bits(by)) => match at.checked_add(number(by)) {
                Some(at) => Datum::Pointer(object, at),
                None => Datum::Somewhere(object),
            },
            (Datum::Pointer(object, _) | Datum::Somewhere(object), _) => Datum::Somewhere(object),
            (Datum::Bits(base), Datum::Bits(by)) => {
                Datum::Bits(u128::from((base as u64).wrapping_add(by as u64)))
            }
            _ => work.fresh(),
        }
    }

    /// `None`: it fails on every way.
    pub(super) fn binary(&self, work: &mut Work, op: BinaryOp, a: Datum, b: Datum, ty: Ty) -> Option<Datum> {
        if let (Datum::Bits(a), Datum::Bits(b)) = (a, b) {
            return eval::binary(op, ty, a, b).ok().map(Datum::Bits);
        }
        match (op, a, b) {
            (BinaryOp::Sub | BinaryOp::Xor, a, b) if a == b && a.symbol().is_some() => {
                return Some(Datum::ZERO);
            }
            (BinaryOp::Add | BinaryOp::Sub | BinaryOp::Or | BinaryOp::Xor, a, Datum::Bits(0)) => {
                return Some(a);
            }
            (BinaryOp::Add, a @ (Datum::Pointer(..) | Datum::Somewhere(_)), b)
            | (BinaryOp::Add, b, a @ (Datum::Pointer(..) | Datum::Somewhere(_))) => {
                return Some(self.moved(work, a, b));
            }
            (BinaryOp::Sub, Datum::Pointer(o, x), Datum::Pointer(p, y)) if o == p => {
                return Some(Datum::Bits(x.wrapping_sub(y) as u64 as u128));
            }
            _ => {}
        }
        let (Ty::Int(width), Datum::Symbol(_), Datum::Bits(number)) = (ty, a, b) else {
            return Some(work.fresh());
        };
        let step = match op {
            BinaryOp::Add => Some(number),
            BinaryOp::Sub => Some(number.wrapping_neg() & ty.mask()),
            _ => None,
        };
        if let Some(known) = step.and_then(|step| work.facts.sum(a, step, width)) {
            return Some(known);
        }
        let result = work.fresh();
        bounds(work, op, a, number, result, width);
        if let Some(step) = step {
            work.facts.0.insert(Fact { relation: Relation::Plus(step), a, b: result, width });
        }
        Some(result)
    }

    /// A comparison, both ways where it is not decided.
    pub(super) fn compare(
        &self,
        work: &mut Work,
        inst: &Inst,
        (op, a, b, ty): (CompareOp, Datum, Datum, Ty),
        before: &[Datum],
        open: &mut Vec<Work>,
    ) -> Outcome {
        let with = |bit: bool| before.iter().copied().chain([Datum::Bits(bit.into())]).collect::<Vec<_>>();
        let numbers = |datum: Datum| matches!(datum, Datum::Bits(_) | Datum::Symbol(_));
        if op.is_float() {
            return self.set_either(work, inst, before, open);
        }
        if !numbers(a) || !numbers(b) {
            return match self.addresses(op, a, b) {
                Some(truth) => self.set(work, inst, &with(truth)),
                None => self.set_either(work, inst, before, open),
            };
        }
        let width = ty.bits() as u8;
        if let Some(truth) = work.facts.decide(op, a, b, width) {
            return self.set(work, inst, &with(truth));
        }
        let mut other = work.clone();
        self.set(&mut other, inst, &with(false));
        if assume(&mut other, op.negated(), a, b, width) {
            other.me.place.1 += 1;
            open.push(other);
        }
        self.set(work, inst, &with(true));
        match assume(work, op, a, b, width) {
            true => Outcome::Go,
            // Nobody comes here: the copy has it.
            false => Outcome::Blocked,
        }
    }

    fn addresses(&self, op: CompareOp, a: Datum, b: Datum) -> Option<bool> {
        let equal = match (a, b) {
            (Datum::Pointer(o, x), Datum::Pointer(p, y)) if o == p => x == y,
            (Datum::Pointer(o, x), Datum::Pointer(p, y)) if self.apart((o, x), (p, y)) => false,
            (Datum::Pointer(..) | Datum::Somewhere(_) | Datum::Function(_), Datum::Bits(0))
            | (Datum::Bits(0), Datum::Pointer(..) | Datum::Somewhere(_) | Datum::Function(_)) => false,
            (Datum::Function(f), Datum::Function(g)) => f == g,
            _ => return None,
        };
        match op {
            CompareOp::Eq => Some(equal),
            CompareOp::Ne => Some(!equal),
            _ => None,
        }
    }

    fn leave(&mut self, work: &mut Work, term: &Term, open: &mut Vec<Work>) -> Result<Outcome> {
        Ok(match term {
            Term::Jump(target) => self.jump(work, target),
            Term::Branch { cond, then, other } => match self.datum(work, *cond) {
                Datum::Bits(0) => self.jump(work, other),
                Datum::Symbol(_) => {
                    let mut copy = work.clone();
                    self.jump(&mut copy, other);
                    open.push(copy);
                    self.jump(work, then)
                }
                _ => self.jump(work, then),
            },
            Term::Switch { value, cases, default } => {
                let width = self.ty(work, *value).bits() as u8;
                let datum = self.datum(work, *value);
                match datum {
                    Datum::Bits(bits) => {
                        let target = cases.iter().find(|(case, _)| *case == bits).map(|(_, target)| target);
                        self.jump(work, target.unwrap_or(default))
                    }
                    Datum::Symbol(_) => {
                        for (case, target) in cases {
                            let mut copy = work.clone();
                            let possible = copy.facts.decide(CompareOp::Eq, datum, Datum::Bits(*case), width)
                                != Some(false);
                            if possible && copy.equate(datum, Datum::Bits(*case)) {
                                self.jump(&mut copy, target);
                                open.push(copy);
                            }
                            work.facts.learn(CompareOp::Ne, datum, Datum::Bits(*case), width);
                        }
                        self.jump(work, default)
                    }
                    _ => return self.refuse("a choice by an address", Span::NONE),
                }
            }
            Term::Return(_) | Term::Unreachable => Outcome::Ended,
        })
    }

    fn jump(&self, work: &mut Work, target: &Target) -> Outcome {
        let code = self.codes[work.me.code as usize].clone();
        let data: Vec<Datum> = target.args.iter().map(|&arg| self.datum(work, arg)).collect();
        for (&param, datum) in code.function().blocks[target.block].params.iter().zip(data) {
            work.me.values.insert(param, datum);
        }
        work.me.place = (target.block, 0);
        Outcome::Go
    }
}

/// A comparison of numbers holds from here on. False: it cannot.
pub(super) fn assume(work: &mut Work, op: CompareOp, a: Datum, b: Datum, width: u8) -> bool {
    if work.facts.decide(op, a, b, width) == Some(false) {
        return false;
    }
    match op {
        CompareOp::Eq => work.equate(a, b),
        _ => {
            work.facts.learn(op, a, b, width);
            true
        }
    }
}

/// What an operation with a number says about the order of its result and its operand.
fn bounds(work: &mut Work, op: BinaryOp, a: Datum, number: u128, result: Datum, width: u8) {
    let ty = Ty::Int(width);
    let signed = eval::signed(number, ty);
    let facts = &mut work.facts;
    // Strictly below or above a number, which is what branches usually tell.
    let known = |facts: &Facts, op: CompareOp, bound: u128| {
        facts.decide(op, a, Datum::Bits(bound & ty.mask()), width) == Some(true)
    };
    let step = match op {
        BinaryOp::Add => signed,
        BinaryOp::Sub => signed.wrapping_neg(),
        BinaryOp::And => {
            facts.learn(CompareOp::Ule, result, Datum::Bits(number), width);
            return;
        }
        BinaryOp::URem => {
            facts.learn(CompareOp::Ult, result, Datum::Bits(number), width);
            return;
        }
        BinaryOp::SRem if signed > 0 => {
            facts.learn(CompareOp::Slt, result, Datum::Bits(number), width);
            facts.learn(CompareOp::Sgt, result, Datum::Bits((-signed) as u128 & ty.mask()), width);
            return;
        }
        _ => return,
    };
    let size = step.unsigned_abs();
    let (low, high) = (crate::domain::lowest(width.into()), crate::domain::highest(width.into()));
    if step > 0 {
        if known(facts, CompareOp::Ult, (ty.mask() - size).wrapping_add(1)) {
            facts.learn(CompareOp::Ult, a, result, width);
        }
        if known(facts, CompareOp::Slt, high.wrapping_sub(step).wrapping_add(1) as u128) {
            facts.learn(CompareOp::Slt, a, result, width);
        }
    } else if step < 0 {
        if known(facts, CompareOp::Ugt, size.wrapping_sub(1)) {
            facts.learn(CompareOp::Ult, result, a, width);
        }
        if known(facts, CompareOp::Sgt, low.wrapping_sub(step).wrapping_sub(1) as u128) {
            facts.learn(CompareOp::Slt, result, a, width);
        }
    }
}
