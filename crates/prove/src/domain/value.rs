//! Abstract values: integers, and pointers as objects with a range of offsets.
//!
//! A value of 64 bits may be either. `wild` says that it may also be the address of anything (a pointer was computed
//! with in a way that is not followed); whoever goes through a wild pointer can prove nothing.

use super::ints::Ints;
use ir::{FuncId, Ty};
use smallvec::SmallVec;
use std::fmt;

/// What a pointer can point to.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Base {
    /// An object, by its number in the analysis.
    Object(u32),
    Function(FuncId),
    /// The handle of a thread, by its number in the analysis.
    Thread(u32),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Value {
    pub ints: Ints,
    /// Sorted by base; offsets in bytes.
    pub pointers: SmallVec<[(Base, i64, i64); 1]>,
    pub wild: bool,
}

/// More targets than this are not told apart.
const MAX_TARGETS: usize = 32;
/// Offsets beyond this are as good as unknown.
const FAR: i64 = 1 << 40;

impl Value {
    pub fn none() -> Value {
        Value { ints: Ints::NONE, pointers: SmallVec::new(), wild: false }
    }
    pub fn of(ints: Ints) -> Value {
        Value { ints, pointers: SmallVec::new(), wild: false }
    }
    pub fn int(value: i128) -> Value {
        Value::of(Ints::one(value))
    }
    pub fn any(ty: Ty) -> Value {
        Value { ints: Ints::all(ty.bits()), pointers: SmallVec::new(), wild: ty.bits() >= 64 }
    }
    /// Any number, but no address (an input of the program).
    pub fn any_number(ty: Ty) -> Value {
        Value::of(Ints::all(ty.bits()))
    }
    pub fn pointer(base: Base, offset: i64) -> Value {
        Value { ints: Ints::NONE, pointers: SmallVec::from_elem((base, offset, offset), 1), wild: false }
    }
    pub fn is_none(&self) -> bool {
        self.ints.is_none() && self.pointers.is_empty() && !self.wild
    }
    /// Whether it can only be a number.
    pub fn is_number(&self) -> bool {
        self.pointers.is_empty() && !self.wild
    }
    pub fn can_be(&self, truth: bool) -> bool {
        !self.is_number()
            || if truth { *self != Value::int(0) && !self.is_none() } else { self.ints.contains(0) }
    }

    pub fn is_subset(&self, other: &Value) -> bool {
        let covered = |&(base, low, high): &(Base, i64, i64)| {
            other.pointers.iter().any(|&(b, l, h)| b == base && l <= low && high <= h)
        };
        (!self.wild || other.wild) && self.ints.is_subset(&other.ints) && self.pointers.iter().all(covered)
    }

    fn combine(&self, other: &Value, ints: Ints, stretch: bool) -> Value {
        let mut pointers = self.pointers.clone();
        for &(base, low, high) in &other.pointers {
            match pointers.iter_mut().find(|(known, _, _)| *known == base) {
                None => pointers.push((base, low, high)),
                Some((_, l, h)) => {
                    (*l, *h) = match stretch {
                        true => (if low < *l { -FAR } else { *l }, if high > *h { FAR } else { *h }),
                        false => (low.min(*l), high.max(*h)),
                    };
                }
            }
        }
        pointers.sort_unstable();
        let wild = self.wild || other.wild || pointers.len() > MAX_TARGETS;
        Value { ints, pointers, wild }
    }
    pub fn join(&self, other: &Value) -> Value {
        self.combine(other, self.ints.join(&other.ints), false)
    }
    pub fn widen(&self, next: &Value, width: u32) -> Value {
        self.combine(next, self.ints.widen(&next.ints, width), true)
    }

    /// The pointer moved by a number of bytes.
    pub fn moved(&self, by: &Value) -> Value {
        if !by.is_number() {
            return Value::any(Ty::Ptr);
        }
        let Some((low, high)) = by.ints.bounds() else { return Value::none() };
        let shift = |offset: i64, by: i128| -> i64 {
            let far = i128::from(FAR);
            (i128::from(offset) + by).clamp(-far, far) as i64
        };
        let moved = self.pointers.iter().map(|&(base, l, h)| (base, shift(l, low), shift(h, high)));
        let ints = self.ints.binary(ir::BinaryOp::Add, &by.ints, 64);
        Value { ints, pointers: moved.collect(), wild: self.wild }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts: Vec<String> = Vec::new();
        if !self.ints.is_none() {
            parts.push(self.ints.to_string());
        }
        if !self.pointers.is_empty() {
            parts.push(format!("{} pointers", self.pointers.len()));
        }
        if self.wild {
            parts.push("any address".into());
        }
        f.write_str(&if parts.is_empty() { "nothing".to_string() } else { parts.join(" or ") })
    }
}
