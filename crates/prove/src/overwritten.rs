//! Plain accesses to the bytes of a synchronisation object, which no method follows: its state lies apart from them.
//!
//! Where the abstract interpreter came to its end, it knows what pointers mean ([`by_values`]). Harmless is then what surely comes before
//! any operation and leaves the object as it was, or before the call that initialises it. Where it did not, the text has to do
//! ([`by_text`]): objects whose address is given away may be reached through any pointer, and what comes first does not matter.

use crate::analysis::{Analysis, Place};
use crate::domain::{Base, Value};
use ir::{FuncId, Function, GlobalId, Op, Operand, Program, Span, SyncOp, ValueId};
use posix::{Class, Sizes};
use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::{SmallVec, smallvec};

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

/// The object of an operation, but for the guards of static locals: compilers write into these themselves.
fn object(op: &Op, sizes: Sizes) -> Option<(SyncOp, Operand, u64)> {
    let Op::Sync { op, args } = op else { return None };
    let class = Class::of(*op).filter(|&class| class != Class::Once)?;
    Some((*op, *args.first()?, sizes.bytes(class)))
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
    use SyncOp::*;
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
                if let Some((op, addr, size)) = object(&inst.op, sizes) {
                    let initialises = matches!(op, MutexInit | RwInit | CondInit | BarrierInit | SemInit);
                    operations.push(Use { initialises, ..at(addr, Some(size)) });
                }
                for (addr, size, changes) in touched(&inst.op) {
                    accesses.push((at(addr, size), changes, inst.span));
                }
            }
        }
    }
    if operations.iter().any(|operation| operation.anywhere) {
        return by_text(analysis.program);
    }
    let meet = |a: &Use, b: &Use| {
        a.ranges.iter().any(|a| b.ranges.iter().any(|b| a.0 == b.0 && a.1 < b.2 && b.1 < a.2))
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

/// A variable of the program or of a function, and how far behind its beginning; `None`: somewhere in it.
type Known = (Variable, Option<i64>);

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Variable {
    Global(GlobalId),
    Local(FuncId, ValueId),
}

/// Where such an access stands, or may stand, by the text alone.
pub(crate) fn by_text(program: &Program) -> Option<Span> {
    let sizes = Sizes::of(program);
    let (mut objects, mut accesses) = (Vec::new(), Vec::new());
    let mut given_away = FxHashSet::default();
    for (id, function) in program.functions.iter_enumerated() {
        let places = places(id, function);
        let place = |operand: Operand| place_of(&places, operand);
        let mut give = |operand: Operand| given_away.extend(place(operand).map(|(variable, _)| variable));
        function.blocks.iter().for_each(|block| block.term.for_each_operand(&mut give));
        for inst in function.insts() {
            let synchronised = object(&inst.op, sizes);
            let touched = touched(&inst.op);
            let followed = |operand: Operand| {
                matches!(inst.op, Op::PtrAdd { base, .. } if base == operand && places.contains_key(&inst.results[0]))
                    || synchronised.is_some_and(|(_, addr, _)| addr == operand)
                    || touched.iter().any(|(addr, ..)| *addr == operand)
                        && !matches!(inst.op, Op::Store { value, .. } if value == operand)
            };
            inst.op.for_each_operand(|operand| {
                if !followed(operand) {
                    give(operand)
                }
            });
            objects.extend(synchronised.map(|(_, addr, size)| (place(addr), Some(size))));
            if !function.library {
                accesses.extend(touched.iter().map(|&(addr, size, _)| (place(addr), size, inst.span)));
            }
        }
    }
    let is_open = |place: Option<Known>| place.is_none_or(|(variable, _)| given_away.contains(&variable));
    let hit = |&&(place, size, _): &&(Option<Known>, Option<u64>, Span)| {
        objects.iter().any(|&(object, length)| match (place, object) {
            (Some(a), Some(b)) if a.0 == b.0 => overlap((a.1, size), (b.1, length)),
            (Some(_), Some(_)) => false,
            _ => is_open(place) && is_open(object),
        })
    };
    accesses.iter().find(hit).map(|(_, _, span)| *span)
}

/// Whether two ranges of one variable may have bytes in common.
fn overlap(a: (Option<i64>, Option<u64>), b: (Option<i64>, Option<u64>)) -> bool {
    let before = |a: (Option<i64>, Option<u64>), b: Option<i64>| match (a, b) {
        ((Some(from), Some(size)), Some(next)) => from.saturating_add_unsigned(size) <= next,
        _ => false,
    };
    !before(a, b.0) && !before(b, a.0)
}

fn place_of(places: &FxHashMap<ValueId, Known>, operand: Operand) -> Option<Known> {
    match operand {
        Operand::Global { id, offset } => Some((Variable::Global(id), Some(offset))),
        Operand::Value(value) => places.get(&value).copied(),
        _ => None,
    }
}

/// Addresses in variables; definitions come before uses.
fn places(id: FuncId, function: &Function) -> FxHashMap<ValueId, Known> {
    let mut places = FxHashMap::default();
    for inst in function.insts() {
        let place = match inst.op {
            Op::Alloca { .. } => Some((Variable::Local(id, inst.results[0]), Some(0))),
            Op::PtrAdd { base, offset } => place_of(&places, base).map(|(variable, at)| {
                let step = offset.as_const().map(|bits| bits as i64);
                (variable, at.zip(step).map(|(at, step)| at.wrapping_add(step)))
            }),
            _ => None,
        };
        places.extend(place.map(|place| (inst.results[0], place)));
    }
    places
}
