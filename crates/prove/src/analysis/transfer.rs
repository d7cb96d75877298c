//! What each instruction does to what is known.

use super::memory::{Contents, Object, ObjectKey};
use super::relations::{difference, known_order};
use super::state::{SECTION, State};
use super::{AlarmAt, Analysis, Here};
use crate::domain::{Base, Ints, Value};
use interp::eval;
use ir::{BinaryOp, CastOp, CompareOp, Inst, NondetKind, Op, Operand, PrintFn, RmwOp, Ty, ValueId};
use verdict::Why;

impl Analysis<'_> {
    /// The value of an operand here.
    pub(super) fn value(&mut self, here: &Here<'_>, operand: Operand, state: &State) -> Value {
        match operand {
            Operand::Value(id) => match state.refined.get(&id) {
                Some(value) => value.clone(),
                None => self.threads[here.thread as usize].value_of(id),
            },
            Operand::Const { bits, ty } if ty.is_int() || ty == Ty::Ptr => {
                Value::of(Ints::of_bits(bits, ty.bits()))
            }
            Operand::Const { ty, .. } => Value::any_number(ty),
            Operand::Global { id, offset } => self.global_pointer(id, offset),
            Operand::Func(id) => Value::pointer(Base::Function(id), 0),
        }
    }

    /// What an operand can be, whenever its thread comes to it.
    pub fn at_any_time(&mut self, thread: u32, operand: Operand) -> Value {
        match operand {
            Operand::Value(id) => self.threads[thread as usize].value_of(id),
            Operand::Global { id, offset } => self.global_pointer(id, offset),
            _ => Value::none(),
        }
    }

    pub(super) fn ty(&self, here: &Here<'_>, operand: Operand) -> Ty {
        self.threads[here.thread as usize].code.function.operand_ty(operand)
    }

    /// A value is computed anew.
    pub(super) fn define(&mut self, thread: u32, id: ValueId, value: Value, widen: bool) {
        let info = &mut self.threads[thread as usize];
        if self.narrowing {
            let known = self.sweep.values.entry(id.0).or_insert_with(Value::none);
            *known = known.join(&value);
            return;
        }
        let width = info.code.function.values[id].ty.bits();
        let known = &mut info.values[id.0 as usize];
        if !value.is_subset(known) {
            let joined = known.join(&value);
            *known = if widen { known.widen(&joined, width) } else { joined };
            self.sweep.changed = true;
        }
    }

    /// Executes an instruction; false: control does not get past it.
    pub(super) fn execute(&mut self, here: &Here<'_>, inst: &Inst, state: &mut State) -> bool {
        let repeats = self.threads[here.thread as usize].repeats(here.place);
        for &result in &inst.results {
            state.forget(result, repeats);
        }
        let Some(results) = self.effect(here, inst, state) else { return false };
        for (&id, value) in inst.results.iter().zip(results) {
            if value.is_none() && !matches!(inst.op, Op::Sync { .. }) {
                return false;
            }
            self.define(here.thread, id, value, false);
        }
        true
    }

    fn effect(&mut self, here: &Here<'_>, inst: &Inst, state: &mut State) -> Option<Vec<Value>> {
        let function = self.threads[here.thread as usize].code.clone();
        let result_ty =
            |index: usize| inst.results.get(index).map_or(Ty::I64, |&id| function.function.values[id].ty);
        let one = |value: Value| Some(vec![value]);
        match &inst.op {
            Op::Unary { op, a } => {
                let (a, ty) = (self.value(here, *a, state), result_ty(0));
                one(match ty.is_int() && a.is_number() {
                    true => Value::of(a.ints.unary(*op, ty.bits())),
                    false => Value::any_number(ty),
                })
            }
            Op::Binary { op, a, b } => {
                let (left, right) = (self.value(here, *a, state), self.value(here, *b, state));
                let value = binary(*op, &left, &right, result_ty(0));
                let result = inst.results.first().copied();
                one(difference(*op, (*a, &left), (*b, &right), value, result, result_ty(0), state))
            }
            Op::Overflow { a, b, .. } => {
                let (a, b) = (self.value(here, *a, state), self.value(here, *b, state));
                let numbers = a.is_number() && b.is_number();
                let wide = if numbers { Value::any_number(result_ty(0)) } else { Value::any(result_ty(0)) };
                Some(vec![wide, Value::of(Ints::all(1))])
            }
            Op::Compare { op, a, b } => {
                if let Some(truth) = known_order(*op, *a, *b, state) {
                    return one(Value::int(i128::from(truth)));
                }
                let width = self.ty(here, *a).bits();
                let (a, b) = (self.value(here, *a, state), self.value(here, *b, state));
                one(self.compare(*op, &a, &b, width))
            }
            Op::Cast { op, a } => {
                let from = self.ty(here, *a);
                one(cast(*op, &self.value(here, *a, state), from, result_ty(0)))
            }
            Op::Select { cond: Operand::TRUE, then: Operand::Value(same), .. } => {
                if let Some(&result) = inst.results.first() {
                    let original = state.original(*same);
                    state.aliases.insert(result, original);
                }
                one(self.value(here, (*same).into(), state))
            }
            Op::Select { cond, then, other } => {
                let cond = self.value(here, *cond, state);
                let mut value = Value::none();
                for (operand, truth) in [(*then, true), (*other, false)] {
                    if cond.can_be(truth) {
                        value = value.join(&self.value(here, operand, state));
                    }
                }
                one(value)
            }
            Op::PtrAdd { base, offset } => {
                let (base, offset) = (self.value(here, *base, state), self.value(here, *offset, state));
                one(base.moved(&offset))
            }
            Op::Alloca { size, name, .. } => {
                let size = self.value(here, *size, state).ints.as_one().and_then(|n| u64::try_from(n).ok());
                let name = name.as_ref().map_or("a local variable".to_string(), |name| name.to_string());
                one(self.allocate(here, size, name, Contents::Unknown))
            }
            Op::HeapAlloc { size, zeroed, .. } => {
                let size = self.value(here, *size, state).ints.as_one().and_then(|n| u64::try_from(n).ok());
                let contents = if *zeroed { Contents::Zero } else { Contents::Unknown };
                one(self.allocate(here, size, "heap".into(), contents))
            }
            Op::ThreadLocal { global } => {
                let many = self.threads[here.thread as usize].many;
                let key = ObjectKey::ThreadLocal(here.thread, *global);
                let object = self.object(key, |program| Object {
                    one_per_thread: many,
                    escaped: false,
                    ..Object::of_global(program, *global)
                });
                one(Value::pointer(Base::Object(object), 0))
            }
            Op::Load { access, addr } => {
                let addr = self.value(here, *addr, state);
                let value = self.load(here, &addr, access.ty, state);
                if let Some(&result) = inst.results.first() {
                    self.remember(here, &addr, access.ty, &value, result, state);
                }
                one(value)
            }
            Op::Store { access, addr, value } => {
                let (addr, stored) = (self.value(here, *addr, state), self.value(here, *value, state));
                let alive = self.store(here, &addr, access.ty.bytes(), stored, state);
                if let (true, Some(id)) = (alive, value.value()) {
                    self.copied(&addr, access.ty, id, state);
                }
                alive.then(Vec::new)
            }
            Op::Rmw { access, op, addr, value } => {
                let (addr, value) = (self.value(here, *addr, state), self.value(here, *value, state));
                let old = self.load(here, &addr, access.ty, state);
                let new = rmw(*op, &old, &value, access.ty);
                self.store(here, &addr, access.ty.bytes(), new, state).then(|| vec![old])
            }
            Op::CompareExchange { access, addr, expected, desired, weak, .. } => {
                let addr = self.value(here, *addr, state);
                let expected = self.value(here, *expected, state);
                let desired = self.value(here, *desired, state);
                let old = self.load(here, &addr, access.ty, state);
                let mut flag = self.compare(CompareOp::Eq, &old, &expected, access.ty.bits());
                if flag.can_be(true) || self.speculative {
                    let before = state.clone();
                    self.store(here, &addr, access.ty.bytes(), desired, state);
                    if flag.can_be(false) || *weak || self.speculative {
                        *state = state.join(&before, false, &self.objects);
                    }
                }
                if *weak {
                    flag = flag.join(&Value::int(0));
                }
                Some(vec![old, flag])
            }
            Op::Fence { .. }
            | Op::TransactionBegin
            | Op::TransactionEnd
            | Op::HeapFree { .. }
            | Op::ScopeEnd { .. } => Some(vec![]),
            Op::AtomicBegin => {
                state.locks.insert(SECTION, true);
                Some(vec![])
            }
            Op::AtomicEnd => {
                self.release(SECTION, state);
                Some(vec![])
            }
            Op::Copy { dst, len, .. } | Op::Fill { dst, len, .. } => {
                let (dst, len) = (self.value(here, *dst, state), self.value(here, *len, state));
                self.scribble(here, &dst, &len, state);
                Some(vec![])
            }
            Op::ObjectSize { .. } => one(Value::any_number(result_ty(0))),
            Op::Call { .. } => {
                self.poisoned(Why::Unsupported("a call that was not followed".into()), here.span);
                None
            }
            Op::Sync { op, args } => self.sync(here, *op, args, inst, state),
            Op::Print { func, args } => {
                use PrintFn::*;
                if matches!(func, Sprintf | Snprintf | Vsnprintf)
                    && let Some(&buffer) = args.first()
                {
                    let buffer = self.value(here, buffer, state);
                    self.scribble(here, &buffer, &Value::of(Ints::between(1, 1 << 20)), state);
                }
                Some(inst.results.iter().enumerate().map(|(i, _)| Value::any_number(result_ty(i))).collect())
            }
            Op::Exit { .. } | Op::Abort => None,
            Op::Assert { cond, .. } => {
                let value = self.value(here, *cond, state);
                if value.can_be(false)
                    && let Some(&site) = function.assertions.get(&here.place)
                {
                    let flows = self.sweep.flows.values().cloned().collect();
                    self.sweep.alarms.insert(here.place, AlarmAt { site, flows });
                }
                (self.assume(here, *cond, true, state) || self.speculative).then(Vec::new)
            }
            Op::Assume { cond } => (self.assume(here, *cond, true, state) || self.speculative).then(Vec::new),
            Op::Nondet { kind } => one(match (kind, result_ty(0)) {
                (NondetKind::Input(_), ty) if ty != Ty::Ptr => Value::any_number(ty),
                (_, ty) => Value::any(ty),
            }),
            Op::Observe { name, value } => {
                let value = self.value(here, *value, state);
                if !self.frozen {
                    let known = self.observed.entry(name.clone()).or_insert_with(Value::none);
                    *known = known.join(&value);
                }
                Some(vec![])
            }
            Op::Unsupported { reason } => {
                self.poisoned(Why::Unsupported(reason.to_string()), here.span);
                None
            }
        }
    }

    fn allocate(&mut self, here: &Here<'_>, size: Option<u64>, name: String, contents: Contents) -> Value {
        let info = &self.threads[here.thread as usize];
        let (many, one_per_thread) = (info.repeats(here.place), info.many);
        let key = ObjectKey::Allocated(here.thread, here.place);
        let make = Object { name, size, many, one_per_thread, escaped: false, contents };
        let object = self.object(key, |_| make);
        if self.objects[object as usize].size != size {
            self.objects[object as usize].size = None;
        }
        Value::pointer(Base::Object(object), 0)
    }

    /// Something is written over a stretch of memory, and nothing more is known.
    fn scribble(&mut self, here: &Here<'_>, addr: &Value, len: &Value, state: &mut State) {
        let length = len.ints.bounds().map_or(1 << 20, |(_, high)| high.clamp(0, 1 << 20)) as i64;
        if length == 0 && len.is_number() {
            return;
        }
        let mut wide = addr.clone();
        for (_, _, high) in &mut wide.pointers {
            *high = high.saturating_add(length);
        }
        self.store(here, &wide, 1, Value::any(Ty::I64), state);
    }

    fn compare(&self, op: CompareOp, a: &Value, b: &Value, width: u32) -> Value {
        if op.is_float() {
            return Value::of(Ints::all(1));
        }
        if a.is_number() && b.is_number() {
            return Value::of(a.ints.compare(op, &b.ints, width));
        }
        if a.is_none() || b.is_none() {
            return Value::none();
        }
        let differ = !a.wild
            && !b.wild
            && a.ints.meet(&b.ints).is_none()
            && self.only_null(a)
            && self.only_null(b)
            && a.pointers.iter().all(|p| b.pointers.iter().all(|q| self.apart(p, q)));
        let same = a.ints.is_none()
            && b.ints.is_none()
            && !a.wild
            && !b.wild
            && a.pointers.len() == 1
            && a.pointers == b.pointers
            && a.pointers[0].1 == a.pointers[0].2
            && self.is_one(a.pointers[0].0);
        match op {
            CompareOp::Eq if differ => Value::int(0),
            CompareOp::Ne if differ => Value::int(1),
            CompareOp::Eq if same => Value::int(1),
            CompareOp::Ne if same => Value::int(0),
            _ => Value::of(Ints::all(1)),
        }
    }

    fn only_null(&self, value: &Value) -> bool {
        value.ints.bounds().is_none_or(|bounds| bounds == (0, 0))
    }
    fn is_one(&self, base: Base) -> bool {
        match base {
            Base::Object(object) => self.objects[object as usize].is_unique(),
            Base::Function(_) => true,
            Base::Thread(thread) => !self.threads[thread as usize].many,
        }
    }
    /// Whether two pointers are different addresses for sure: of different objects, both within or just behind.
    fn apart(&self, a: &(Base, i64, i64), b: &(Base, i64, i64)) -> bool {
        let inside = |&(base, low, high): &(Base, i64, i64)| match base {
            Base::Object(object) => {
                let size = self.objects[object as usize].size;
                low >= 0 && size.is_some_and(|size| high <= size as i64)
            }
            _ => low == 0 && high == 0,
        };
        if a.0 == b.0 { self.is_one(a.0) && (a.2 < b.1 || b.2 < a.1) } else { inside(a) && inside(b) }
    }
}

fn binary(op: BinaryOp, a: &Value, b: &Value, ty: Ty) -> Value {
    if op.is_float() || !ty.is_int() {
        return Value::any_number(ty);
    }
    match (a.is_number(), b.is_number(), op) {
        (true, true, _) => Value::of(a.ints.binary(op, &b.ints, ty.bits())),
        (false, true, BinaryOp::Add) => a.moved(b),
        (true, false, BinaryOp::Add) => b.moved(a),
        (false, true, BinaryOp::Sub) => a.moved(&Value::of(Ints::one(0).binary(BinaryOp::Sub, &b.ints, 64))),
        _ => Value::any(ty),
    }
}

fn cast(op: CastOp, a: &Value, from: Ty, to: Ty) -> Value {
    match op {
        CastOp::Bits if from.bits() == to.bits() && !from.is_float() && !to.is_float() => a.clone(),
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt if a.is_number() && from.is_int() && to.is_int() => {
            Value::of(a.ints.cast(op, from.bits(), to.bits()))
        }
        CastOp::FToS | CastOp::FToU | CastOp::SToF | CastOp::UToF | CastOp::FTrunc | CastOp::FExt => {
            Value::any_number(to)
        }
        _ => Value::any(to),
    }
}

fn rmw(op: RmwOp, old: &Value, value: &Value, ty: Ty) -> Value {
    match eval::rmw_binary(op).filter(|with| !with.is_float()) {
        Some(with) => binary(with, old, value, ty),
        None if op == RmwOp::Xchg => value.clone(),
        None => Value::any(ty),
    }
}
