//! Plain accesses to the bytes of a synchronisation object, which no method follows: its state lies apart from them.
//!
//! Where the abstract interpreter comes to its end, it knows what pointers mean ([`by_values`]). Harmless is what surely comes before
//! any operation and leaves the object as it was, or before the call that initialises it. Where it does not, the methods that may still
//! prove something note what they see ([`Seen`]).

use crate::analysis::{Analysis, Place};
use crate::domain::{Base, Value};
use crate::finite::{Refusal, Result};
use ir::{Op, Operand, Program, Span, SyncOp};
use posix::{Class, Sizes};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::hash::Hash;

/// An address, how many bytes from there (`None`: not known), and whether they become something else than zero.
type Touched = (Operand, Option<u64>, bool);

/// What an instruction reads or writes otherwise than by an operation.
fn touched(op: &Op) -> SmallVec<[Touched; 2]> {
    let length = |len: &Operand| len.as_const().map(|length| length as u64);
    let zero = |value: &Operand| value.as_const() == Some(0);
    match op {
        Op::Load { access, .. } if !posix::looks_inside(access.order, access.ty.bytes()) => smallvec![],
        Op::Load { access, addr } => smallvec![(*addr, Some(access.ty.bytes()), false)],
        Op::Store { access, addr, value } => smallvec![(*addr, Some(access.ty.bytes()), !zero(value))],
        Op::Rmw { access, addr, .. } | Op::CompareExchange { access, addr, .. } => {
            smallvec![(*addr, Some(access.ty.bytes()), true)]
        }
        Op::Copy { dst, src, len } => smallvec![(*dst, length(len), true), (*src, length(len), false)],
        Op::Fill { dst, byte, len } => smallvec![(*dst, length(len), !zero(byte))],
        _ => smallvec![],
    }
}

/// How many bytes the object of an operation has; none the guards of static locals: compilers write into these themselves.
fn watched(op: SyncOp, sizes: Sizes) -> Option<u64> {
    Class::of(op).filter(|&class| class != Class::Once).map(|class| sizes.bytes(class))
}

/// An operation or an access: of which thread, where, and between which offsets of which objects.
struct Use {
    thread: u32,
    place: Place,
    ranges: Vec<(u32, i64, i64)>,
    initialises: bool,
    /// Nothing is known of the address.
    anywhere: bool,
}

/// Where such an access stands, by what the abstract interpreter knows of pointers.
pub(crate) fn by_values(analysis: &mut Analysis<'_>) -> Option<Span> {
    use SyncOp::{BarrierInit, CondInit, MutexInit, RwInit, SemInit};
    let sizes = Sizes::of(analysis.program);
    let (mut operations, mut accesses) = (Vec::new(), Vec::new());
    for thread in 0..analysis.threads.len() as u32 {
        let code = analysis.threads[thread as usize].code.clone();
        for (block, body) in code.function.blocks.iter_enumerated() {
            for (index, inst) in body.insts.iter().enumerate() {
                let place = (block, index);
                let mut at = |addr: Operand, size: Option<u64>| {
                    let addr = analysis.at_any_time(thread, addr);
                    let ranges = ranges(&addr, size);
                    Use { thread, place, ranges, initialises: false, anywhere: addr.wild }
                };
                if let Op::Sync { op, args } = &inst.op
                    && let Some((&addr, size)) = args.first().zip(watched(*op, sizes))
                {
                    let initialises = matches!(op, MutexInit | RwInit | CondInit | BarrierInit | SemInit);
                    operations.push(Use { initialises, ..at(addr, Some(size)) });
                }
                for (addr, size, changes) in touched(&inst.op) {
                    accesses.push((at(addr, size), changes, inst.span));
                }
            }
        }
    }
    let meet = |a: &Use, b: &Use| {
        b.anywhere || a.ranges.iter().any(|a| b.ranges.iter().any(|b| a.0 == b.0 && a.1 < b.2 && b.1 < a.2))
    };
    let harmful = |(access, changes, _): &&(Use, bool, Span)| {
        let met: Vec<&Use> = operations.iter().filter(|operation| meet(access, operation)).collect();
        let info = &analysis.threads[access.thread as usize];
        let begin = |operation: &Use| begins(analysis, operation, access.thread);
        let initialised = |at: Place| {
            let mut calls = met.iter().filter(|operation| operation.initialises);
            calls.any(|call| begin(call).is_some_and(|call| call == at || info.dominates(call, at)))
        };
        let comes_after = |at: Place| !info.many && !info.reaches(at, access.place);
        let fine = |at: Place| comes_after(at) && (!changes || initialised(at));
        !met.iter().all(|operation| begin(operation).is_some_and(fine))
    };
    accesses.iter().find(harmful).map(|(_, _, span)| *span)
}

fn ranges(addr: &Value, size: Option<u64>) -> Vec<(u32, i64, i64)> {
    let size = size.map_or(i64::MAX / 2, |size| size.min(1 << 40) as i64);
    let objects = addr.pointers.iter().filter_map(|&(base, low, high)| match base {
        Base::Object(object) => Some((object, low, high.saturating_add(size))),
        _ => None,
    });
    objects.collect()
}

/// The instruction of a thread from which on an operation can happen: itself, or what starts its thread.
fn begins(analysis: &Analysis<'_>, operation: &Use, thread: u32) -> Option<Place> {
    let mut at = (operation.thread, operation.place);
    while at.0 != thread {
        at = analysis.threads[at.0 as usize].parent?;
    }
    Some(at.1)
}

/// What a method that follows every pointer itself has seen: operations on objects, and accesses otherwise, by their places.
pub(crate) struct Seen<B> {
    sizes: Sizes,
    objects: FxHashMap<(B, i64), u64>,
    accesses: FxHashMap<(B, i64, u64), Span>,
}

impl<B: Copy + Eq + Hash> Seen<B> {
    pub fn new(program: &Program) -> Self {
        Seen { sizes: Sizes::of(program), objects: FxHashMap::default(), accesses: FxHashMap::default() }
    }

    pub fn operation(&mut self, op: SyncOp, at: (B, i64)) {
        if let Some(size) = watched(op, self.sizes) {
            self.objects.insert(at, size);
        }
    }

    /// `first`: before there is another thread, and not to a variable that holds an initialiser.
    pub fn access(&mut self, place: (B, i64, u64), first: bool, span: Span) {
        if !first || self.meets(&place) {
            self.accesses.entry(place).or_insert(span);
        }
    }

    fn meets(&self, &(base, from, size): &(B, i64, u64)) -> bool {
        self.objects.iter().any(|(&(object, at), &length)| {
            object == base
                && from < at.saturating_add_unsigned(length)
                && at < from.saturating_add_unsigned(size)
        })
    }

    pub fn check(&self) -> Result {
        match self.accesses.iter().find(|(place, _)| self.meets(place)) {
            Some((_, &span)) => {
                Err(Refusal::Unsupported("an access to the bytes of a synchronisation object".into(), span))
            }
            None => Ok(()),
        }
    }
}
