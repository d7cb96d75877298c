//! Plain writes to the bytes of a synchronisation object, which no method follows: its state lies apart from them.
//!
//! Looked for in the text, among variables at known places; where one is found nothing is proved, also where the write comes before any use.
//! May miss: objects that are reached through pointers.

use ir::{Function, GlobalId, Op, Operand, Program, Span, ValueId};
use posix::Class;
use rustc_hash::FxHashMap;

/// Bytes of a variable: the first, and how many.
type Range = (GlobalId, i64, u64);

/// Where such a write stands.
pub(crate) fn overwritten(program: &Program) -> Option<Span> {
    let sizes = posix::Sizes::of(program);
    let (mut objects, mut writes): (Vec<Range>, Vec<(Range, Span)>) = (Vec::new(), Vec::new());
    for function in program.functions.iter() {
        let places = places(function);
        let place = |operand: Operand| place_of(&places, operand);
        for inst in function.insts() {
            let written = match &inst.op {
                Op::Sync { op, args } => {
                    let object = args.first().and_then(|&arg| place(arg)).zip(Class::of(*op));
                    objects.extend(object.map(|((global, at), class)| (global, at, sizes.bytes(class))));
                    None
                }
                Op::Store { access, addr, .. }
                | Op::Rmw { access, addr, .. }
                | Op::CompareExchange { access, addr, .. } => Some((*addr, access.ty.bytes())),
                Op::Copy { dst, len, .. } | Op::Fill { dst, len, .. } => {
                    Some((*dst, len.as_const().map_or(u64::MAX / 2, |length| length as u64)))
                }
                _ => None,
            };
            if let (Some((addr, size)), false) = (written, function.library)
                && let Some((global, at)) = place(addr)
            {
                writes.push(((global, at, size), inst.span));
            }
        }
    }
    let meet = |&(a, from, size): &Range, &(b, start, length): &Range| {
        a == b && from < start.saturating_add_unsigned(length) && start < from.saturating_add_unsigned(size)
    };
    writes.iter().find(|(write, _)| objects.iter().any(|object| meet(write, object))).map(|(_, span)| *span)
}

fn place_of(places: &FxHashMap<ValueId, (GlobalId, i64)>, operand: Operand) -> Option<(GlobalId, i64)> {
    match operand {
        Operand::Global { id, offset } => Some((id, offset)),
        Operand::Value(value) => places.get(&value).copied(),
        _ => None,
    }
}

/// Addresses at a constant distance from a variable; definitions come before uses.
fn places(function: &Function) -> FxHashMap<ValueId, (GlobalId, i64)> {
    let mut places = FxHashMap::default();
    for inst in function.insts() {
        if let Op::PtrAdd { base, offset: Operand::Const { bits, .. } } = inst.op
            && let Some((global, at)) = place_of(&places, base)
        {
            places.insert(inst.results[0], (global, at.wrapping_add(bits as i64)));
        }
    }
    places
}
