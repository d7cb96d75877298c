//! Memory, threads and locks in the product.
//!
//! Mutexes are followed by the table of `posix`, seen from the thread that moves: it, somebody else or nobody holds them. Their kind is
//! not known, so what depends on it is refused: a lock that is taken twice, or given back by who does not hold it. Reader-writer locks,
//! semaphores, barriers and the like are taken to exclude nobody and to answer whatever the table has for any state, which
//! permits more than they do; a wait for a condition may end at any time. Not treated: a lock that is not known, a thread that is
//! detached, an address of a local variable that is given away.

use super::datum::{Cell, Datum, Object, initial};
use super::state::{Lock, Thread, Work};
use super::step::{Outcome, assume};
use super::{Product, Result};
use interp::eval;
use ir::{CompareOp, Inst, Op, Operand, RmwOp, Span, SyncOp, Ty};
use posix::{CALLER, Effect, OTHER, Step};
use std::collections::{BTreeMap, BTreeSet};

/// Where an access goes.
enum Target {
    Cell(Cell),
    Somewhere(Object),
    /// The execution ends: null, or outside of the object.
    Bad,
}

impl Product<'_> {
    fn target(&self, addr: Datum, size: u64, span: Span) -> Result<Target> {
        match addr {
            Datum::Pointer(object, offset) => {
                let limit = self.size_of(object);
                let inside = offset >= 0
                    && limit.is_none_or(|limit| {
                        (offset as u64).checked_add(size).is_some_and(|end| end <= limit)
                    });
                Ok(if inside { Target::Cell((object, offset, size)) } else { Target::Bad })
            }
            Datum::Somewhere(object) => Ok(Target::Somewhere(object)),
            Datum::Bits(_) | Datum::Function(_) => Ok(Target::Bad),
            Datum::Symbol(_) | Datum::Handle(_) => {
                self.refuse("an access through a pointer that is not known", span)
            }
        }
    }

    /// Whether nobody ever reads there.
    pub(super) fn is_unread(&self, addr: Datum) -> bool {
        matches!(addr.object(), Some(Object::Global(id)) if self.unread.contains(&id))
    }

    /// Whether two pointers are different addresses for sure: of different objects, both into them.
    pub(super) fn apart(&self, a: (Object, i64), b: (Object, i64)) -> bool {
        let inside = |(object, offset): (Object, i64)| match self.size_of(object) {
            Some(size) => offset >= 0 && (offset as u64) < size,
            None => offset == 0,
        };
        a.0 != b.0 && inside(a) && inside(b)
    }

    fn size_of(&self, object: Object) -> Option<u64> {
        match object {
            Object::Global(id) | Object::ThreadLocal(id) => {
                self.program.globals.get(id).map(|global| global.size)
            }
            Object::Main(_) | Object::Heap(..) | Object::Own(_) => None,
        }
    }

    /// What a cell holds; nothing known: a new symbol.
    fn read(&self, work: &mut Work, cell: Cell, ty: Ty) -> Datum {
        let found = match (work.memory_of(cell.0).get(cell), cell.0) {
            (Ok(datum), _) => Some(datum),
            (Err(true), Object::Global(id) | Object::ThreadLocal(id)) => {
                initial(self.program, id, cell.1, cell.2)
            }
            (Err(true), object) if self.zeroed.contains(&object) => Some(Datum::ZERO),
            _ => None,
        };
        match found {
            Some(Datum::Bits(bits)) => Datum::Bits(bits & ty.mask()),
            Some(datum) if u64::from(ty.bits()) == 8 * ty.bytes() => datum,
            _ => work.fresh(),
        }
    }

    fn write(&self, work: &mut Work, cell: Cell, datum: Datum) {
        let near = work.memory_of(cell.0).overlapping(cell.0, cell.1, cell.2);
        for other in near.filter(|other| *other != cell).collect::<Vec<_>>() {
            let unknown = work.fresh();
            work.memory_of(cell.0).cells.insert(other, unknown);
        }
        work.memory_of(cell.0).cells.insert(cell, datum);
    }

    fn touch(&self, work: &mut Work, object: Object, range: (i64, u64), writes: bool, span: Span) {
        let first = self.alone && !matches!(object, Object::Global(_));
        self.seen.borrow_mut().access((object, range.0, range.1), first, span);
        if !object.is_private() {
            work.touched.push(((object, range.0, range.1), writes));
        }
    }

    /// Notes an access; `None`: the execution ends.
    fn load(&self, work: &mut Work, addr: Datum, ty: Ty, span: Span) -> Result<Option<Datum>> {
        Ok(match self.target(addr, ty.bytes(), span)? {
            Target::Bad => None,
            Target::Somewhere(object) => {
                self.touch(work, object, (0, u64::MAX >> 2), false, span);
                Some(work.fresh())
            }
            Target::Cell(cell) => {
                self.touch(work, cell.0, (cell.1, cell.2), false, span);
                Some(self.read(work, cell, ty))
            }
        })
    }

    fn store(&self, work: &mut Work, addr: Datum, ty: Ty, datum: Datum, span: Span) -> Result<bool> {
        let target = self.target(addr, ty.bytes(), span)?;
        if datum.is_private() && !addr.is_private() {
            return self.refuse("the address of a local variable is given away", span);
        }
        if self.is_unread(addr) {
            if let Target::Cell(cell) = target {
                self.seen.borrow_mut().access(cell, false, span);
            }
            return Ok(!matches!(target, Target::Bad));
        }
        Ok(match target {
            Target::Bad => false,
            Target::Somewhere(object) => matches!(self.overwrite(work, object, span), Outcome::Go),
            Target::Cell(cell) => {
                self.touch(work, cell.0, (cell.1, cell.2), true, span);
                self.write(work, cell, datum);
                true
            }
        })
    }

    pub(super) fn memory(&mut self, work: &mut Work, inst: &Inst, open: &mut Vec<Work>) -> Result<Outcome> {
        let span = inst.span;
        let place = work.me.place;
        let main = work.me.code == 0;
        Ok(match &inst.op {
            Op::Alloca { .. } => {
                let object = if main { Object::Main(place) } else { Object::Own(place) };
                work.memory_of(object).renew(object);
                self.set(work, inst, &[Datum::Pointer(object, 0)])
            }
            Op::HeapAlloc { zeroed, .. } => {
                let object = Object::Heap(work.me.code, place);
                if !work.shared.allocated.insert(object) {
                    return self.refuse("memory allocated again and again", span);
                }
                if *zeroed {
                    self.zeroed.insert(object);
                }
                self.set(work, inst, &[Datum::Pointer(object, 0)])
            }
            Op::ThreadLocal { global } => {
                self.set(work, inst, &[Datum::Pointer(Object::ThreadLocal(*global), 0)])
            }
            Op::Load { access, addr } => {
                let addr = self.datum(work, *addr);
                match self.load(work, addr, access.ty, span)? {
                    Some(datum) => self.set(work, inst, &[datum]),
                    None => Outcome::Ended,
                }
            }
            Op::Store { access, addr, value } => {
                let (addr, value) = (self.datum(work, *addr), self.datum(work, *value));
                if self.store(work, addr, access.ty, value, span)? { Outcome::Go } else { Outcome::Ended }
            }
            Op::Rmw { access, op, addr, value } => {
                let (addr, value) = (self.datum(work, *addr), self.datum(work, *value));
                let Some(old) = self.load(work, addr, access.ty, span)? else { return Ok(Outcome::Ended) };
                let new = match eval::rmw_binary(*op).filter(|with| !with.is_float()) {
                    Some(with) => self.binary(work, with, old, value, access.ty),
                    None if *op == RmwOp::Xchg => Some(value),
                    None => Some(work.fresh()),
                };
                let Some(new) = new else { return Ok(Outcome::Ended) };
                self.store(work, addr, access.ty, new, span)?;
                self.set(work, inst, &[old])
            }
            Op::CompareExchange { .. } => return self.exchange(work, inst, open),
            Op::Copy { dst, len, .. } | Op::Fill { dst, len, .. } => {
                let (dst, len) = (self.datum(work, *dst), self.datum(work, *len));
                if len == Datum::ZERO {
                    return Ok(Outcome::Go);
                }
                let from = match &inst.op {
                    Op::Copy { src, .. } => self.datum(work, *src).object(),
                    _ => dst.object(),
                };
                let (Some(to), Some(from)) = (dst.object(), from) else {
                    return self.refuse("a copy or fill of memory that is not known", span);
                };
                if matches!(inst.op, Op::Copy { .. }) {
                    self.touch(work, from, (0, u64::MAX >> 2), false, span);
                }
                self.overwrite(work, to, span)
            }
            _ => return self.refuse("an instruction that is not one of memory", span),
        })
    }

    fn overwrite(&self, work: &mut Work, object: Object, span: Span) -> Outcome {
        self.touch(work, object, (0, u64::MAX >> 2), true, span);
        work.memory_of(object).blur(object);
        Outcome::Go
    }

    fn exchange(&self, work: &mut Work, inst: &Inst, open: &mut Vec<Work>) -> Result<Outcome> {
        let Op::CompareExchange { access, addr, expected, desired, weak, .. } = &inst.op else {
            return Ok(Outcome::Ended);
        };
        let addr = self.datum(work, *addr);
        let (known, given) = (self.datum(work, *expected), self.datum(work, *desired));
        let Some(old) = self.load(work, addr, access.ty, inst.span)? else { return Ok(Outcome::Ended) };
        let number = |datum: Datum| matches!(datum, Datum::Bits(_) | Datum::Symbol(_));
        let width = access.ty.bits() as u8;
        let numbers = number(old) && number(known);
        let same = old == known && !matches!(old, Datum::Somewhere(_));
        // It fails.
        let mut other = work.clone();
        let fails = if numbers { assume(&mut other, CompareOp::Ne, old, known, width) } else { !same };
        if *weak || fails {
            self.also(other, inst, &[old, Datum::Bits(0)], open);
        }
        let can = if numbers { assume(work, CompareOp::Eq, old, known, width) } else { true };
        if !can {
            return Ok(Outcome::Blocked);
        }
        // What was known under another name may have a new one now.
        let desired = self.known(&work.me, *desired).unwrap_or(given);
        let old = if numbers { self.renamed(work, inst, old, known) } else { old };
        self.store(work, addr, access.ty, desired, inst.span)?;
        Ok(self.set(work, inst, &[old, Datum::Bits(1)]))
    }

    /// The one name that two equal data have.
    fn renamed(&self, work: &mut Work, inst: &Inst, old: Datum, expected: Datum) -> Datum {
        match (old, expected) {
            (Datum::Bits(_), _) => old,
            (_, Datum::Bits(_)) => expected,
            _ => match &inst.op {
                Op::CompareExchange { expected, .. } => self.datum(work, *expected),
                _ => old,
            },
        }
    }

    fn lock(&self, addr: Datum, span: Span) -> Result<Lock> {
        match addr {
            Datum::Pointer(object, offset) if !object.is_private() => Ok((object, offset)),
            _ => self.refuse("a lock that is not known", span),
        }
    }

    /// A step on a mutex; `None`: it has to wait.
    fn on_mutex(&self, work: &mut Work, step: Step, lock: Lock, span: Span) -> Result<Option<Datum>> {
        let taken = work.shared.locks.contains(&lock).then_some(OTHER);
        let owner = if work.me.held.contains(&lock) { Some(CALLER) } else { taken };
        let gives = matches!(step, Step::Release | Step::Do(SyncOp::MutexUnlock | SyncOp::SpinUnlock));
        if owner == Some(CALLER) && !gives {
            return self.refuse("a lock that is taken twice", span);
        }
        let count = u32::from(owner.is_some());
        let state = posix::State::Mutex { kind: 0, owner, count, by_call: false };
        let Some(&way) = posix::variants(step, &state, CALLER).first() else { return Ok(None) };
        match posix::apply(step, &state, CALLER, 0, way) {
            Effect::Done(posix::State::Mutex { owner, .. }, values) => {
                let set = |locks: &mut BTreeSet<Lock>, held: bool| match held {
                    true => drop(locks.insert(lock)),
                    false => drop(locks.remove(&lock)),
                };
                set(&mut work.me.held, owner == Some(CALLER));
                set(&mut work.shared.locks, owner.is_some());
                Ok(Some(values.first().map_or(Datum::ZERO, |&status| Datum::Bits(status))))
            }
            Effect::Blocks => Ok(None),
            Effect::Fault(fault) => self.refuse(&fault.message(None), span),
            Effect::Done(..) => self.refuse("a mutex that becomes something else", span),
        }
    }

    /// Waits for a condition: gives the mutex back, and takes it again whenever it is free. Whether somebody has signalled does not
    /// matter, so wake-ups without cause are among these.
    fn wait(&self, work: &mut Work, mutex: Datum, inst: &Inst) -> Result<Outcome> {
        if work.depth > 0 {
            return self.refuse("a wait in an atomic section", inst.span);
        }
        let lock = self.lock(mutex, inst.span)?;
        let Some(lock) = work.me.wakes_with.take() else {
            self.on_mutex(work, Step::Release, lock, inst.span)?;
            work.me.wakes_with = Some(lock);
            return Ok(Outcome::Waits);
        };
        Ok(match self.on_mutex(work, Step::Do(SyncOp::MutexLock), lock, inst.span)? {
            Some(_) => Outcome::Go,
            None => Outcome::Blocked,
        })
    }

    /// Goes on with every status that an operation can have in any state of its object.
    fn any_status(&self, work: &mut Work, op: SyncOp, inst: &Inst, open: &mut Vec<Work>) -> Outcome {
        self.fresh_results(work, inst);
        let Some((&last, others)) = posix::statuses(op, None).split_last() else { return Outcome::Go };
        for &status in others {
            self.also(work.clone(), inst, &[Datum::Bits(status.into())], open);
        }
        self.set(work, inst, &[Datum::Bits(last.into())])
    }

    pub(super) fn sync(
        &mut self,
        work: &mut Work,
        op: SyncOp,
        args: &[Operand],
        inst: &Inst,
        open: &mut Vec<Work>,
    ) -> Result<Outcome> {
        let data: Vec<Datum> = args.iter().map(|&arg| self.datum(work, arg)).collect();
        let first = data.first().copied().unwrap_or(Datum::ZERO);
        let second = data.get(1).copied().unwrap_or(Datum::ZERO);
        let span = inst.span;
        use SyncOp::*;
        if posix::Class::of(op).is_some() {
            match first {
                Datum::Pointer(object, offset) => self.seen.borrow_mut().operation(op, (object, offset)),
                _ => return self.refuse("a lock that is not known", span),
            }
        }
        Ok(match op {
            ThreadCreate => return self.create(work, inst, first, second),
            ThreadJoin => return self.join(work, inst, first),
            ThreadExit => Outcome::Ended,
            ThreadDetach => return self.refuse("a thread that is detached", span),
            MutexInit | MutexLock | MutexTryLock | MutexTimedLock | MutexUnlock | SpinUnlock => {
                let lock = self.lock(first, span)?;
                match self.on_mutex(work, Step::Do(op), lock, span)? {
                    Some(status) => self.set(work, inst, &[status]),
                    None => Outcome::Blocked,
                }
            }
            CondWait | CondTimedWait => match self.wait(work, second, inst)? {
                Outcome::Go => self.any_status(work, op, inst, open),
                other => other,
            },
            KeyCreate if first != Datum::ZERO => {
                return self.refuse("a destructor of thread-specific data", span);
            }
            KeySet if second.is_private() => {
                return self.refuse("the address of a local variable is given away", span);
            }
            ThreadSelf | Yield | KeyCreate | KeyDelete | KeySet | KeyGet => self.fresh_results(work, inst),
            MutexDestroy | CondInit | CondSignal | CondBroadcast | CondDestroy | RwInit | RwReadLock
            | RwTryReadLock | RwWriteLock | RwTryWriteLock | RwUnlock | RwDestroy | BarrierInit
            | BarrierWait | BarrierDestroy | SemInit | SemWait | SemTryWait | SemTimedWait | SemPost
            | SemGetValue | SemDestroy | OnceBegin | OnceEnd => self.any_status(work, op, inst, open),
        })
    }

    fn create(&mut self, work: &mut Work, inst: &Inst, function: Datum, argument: Datum) -> Result<Outcome> {
        let Datum::Function(function) = function else {
            return self.refuse("a thread whose function is not known", inst.span);
        };
        if argument.is_private() {
            return self.refuse("the address of a local variable is given away", inst.span);
        }
        if work.depth > 0 {
            return self.refuse("a thread started in an atomic section", inst.span);
        }
        self.alone = false;
        let code = self.code_of(function);
        let params = &self.codes[code as usize].function().params;
        let values: BTreeMap<_, _> = params.iter().take(1).map(|&param| (param, argument)).collect();
        let handle = self.handle(work, inst);
        work.created.push(Thread::new(code, values, handle));
        let datum = match handle {
            Some(handle) => Datum::Handle(handle),
            None => work.fresh(),
        };
        Ok(self.set(work, inst, &[datum]))
    }

    /// A handle of its own for a thread that somebody may wait for.
    fn handle(&mut self, work: &Work, inst: &Inst) -> Option<u32> {
        let place = work.me.place;
        let once = work.me.code == 0 && !self.codes[0].repeats(place.0);
        (self.joins && once && !inst.results.is_empty()).then(|| {
            let next = self.handles.len() as u32;
            *self.handles.entry(place).or_insert(next)
        })
    }

    fn join(&mut self, work: &mut Work, inst: &Inst, handle: Datum) -> Result<Outcome> {
        let Datum::Handle(handle) = handle else { return Ok(self.fresh_results(work, inst)) };
        if self.living.contains(&handle) {
            return Ok(Outcome::Blocked);
        }
        if !work.shared.joined.insert(handle) {
            return self.refuse("a thread that is waited for twice", inst.span);
        }
        let result = work.fresh();
        Ok(self.set(work, inst, &[Datum::ZERO, result]))
    }
}
