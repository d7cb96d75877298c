//! The question of a litmus test as a term: final registers are what threads observed, final memory is read by an event
//! that comes behind every write.

use super::Encoding;
use ir::{Observable, Prop, Quantifier, Ty};
use rustc_hash::FxHashMap;
use solver::{RelationOrders, Result, TermId};
use std::collections::hash_map::Entry;
use unfold::ObjectId;

/// `None`: the program asks nothing.
pub(crate) fn question(encoding: &mut Encoding<'_>) -> Result<Option<TermId>> {
    let Some(condition) = &encoding.program.condition else { return Ok(None) };
    let mut observables = Vec::new();
    condition.prop.for_each_observable(&mut |observable| observables.push(observable.clone()));
    let mut values: FxHashMap<Observable, (TermId, Ty)> = FxHashMap::default();
    for observable in observables {
        let Entry::Vacant(entry) = values.entry(observable) else { continue };
        let value = match entry.key() {
            Observable::Register { name } => register(encoding, name),
            Observable::Memory { global, offset, ty, .. } => {
                (final_memory(encoding, ObjectId(global.0), *offset, *ty)?, *ty)
            }
        };
        entry.insert(value);
    }
    let holds = prop(encoding, &condition.prop, &values);
    let asked = match condition.quantifier {
        Quantifier::Exists | Quantifier::NotExists => holds,
        Quantifier::Forall => encoding.solver.terms.not(holds),
    };
    let ended = encoding.graph.guards.term(encoding.graph.threads[0].finished);
    Ok(Some(encoding.solver.terms.and(ended, asked)))
}

/// What was observed last under this name; 0 when nothing was.
fn register(encoding: &mut Encoding<'_>, name: &str) -> (TermId, Ty) {
    let observed: Vec<_> = encoding
        .graph
        .observations
        .iter()
        .filter(|observation| &*observation.name == name)
        .cloned()
        .collect();
    let ty = observed.first().map_or(Ty::I64, |observation| observation.ty);
    let terms = &mut encoding.solver.terms;
    let mut value = terms.bits_const(0, ty.bits());
    for observation in observed {
        let seen = match observation.ty {
            Ty::BOOL => terms.from_bool(observation.value),
            _ => observation.value,
        };
        let seen = terms.resize_unsigned(seen, ty.bits());
        value = terms.ite(encoding.graph.guards.term(observation.guard), seen, value);
    }
    (value, ty)
}

fn final_memory(encoding: &mut Encoding<'_>, object: ObjectId, offset: u64, ty: Ty) -> Result<TermId> {
    let cells = encoding.cells.covering(object, offset, ty.bytes());
    let mut bytes: Vec<Option<TermId>> = vec![None; ty.bytes() as usize];
    for cell in cells {
        let place = encoding.cells.list[cell as usize];
        let value = final_cell(encoding, cell)?;
        for index in 0..place.size {
            let at = place.offset + index;
            if at >= offset && at < offset + ty.bytes() {
                let low = 8 * index as u32;
                bytes[(at - offset) as usize] = Some(encoding.solver.terms.extract(low + 7, low, value));
            }
        }
    }
    let mut whole: Option<TermId> = None;
    for (index, byte) in bytes.into_iter().enumerate() {
        let byte = byte.unwrap_or_else(|| encoding.initial_bytes(object, offset + index as u64, 1));
        whole = Some(match whole {
            None => byte,
            Some(low) => encoding.solver.terms.concat(byte, low),
        });
    }
    let whole = whole.unwrap_or(TermId::FALSE);
    Ok(encoding.solver.terms.resize_unsigned(whole, ty.bits()))
}

/// Reads a cell after everything.
pub(super) fn final_cell(encoding: &mut Encoding<'_>, cell: u32) -> Result<TermId> {
    let global = encoding.global;
    let orders = RelationOrders::all(global);
    let width = 8 * encoding.cells.list[cell as usize].size as u32;
    let location = encoding.solver.new_location(orders)?;
    let end = encoding.solver.new_event("end");
    let parts = encoding.cells.parts[cell as usize].clone();
    let initial = encoding.initial_value(cell);
    let first = encoding.solver.add_write(location, encoding.beginning, TermId::TRUE)?;
    let mut writes = vec![(first, TermId::TRUE, initial)];
    for part in parts {
        let Some((guard, value)) = part.writes else { continue };
        let happens = encoding.solver.terms.and(encoding.graph.guards.term(guard), part.here);
        let node = encoding.nodes[part.event as usize];
        let id = encoding.solver.add_write(location, node, happens)?;
        encoding.solver.add_fixed_edge(global, encoding.beginning, node)?;
        encoding.solver.add_fixed_edge(global, node, end)?;
        writes.push((id, happens, value));
    }
    encoding.solver.add_all_co(location)?;
    let read = encoding.solver.add_read(location, end, TermId::TRUE)?;
    let seen = encoding.solver.terms.bits_var("final", width);
    for (id, _, value) in writes {
        let literal = encoding.solver.terms.bool_var("rf");
        encoding.solver.add_rf_in(id, read, literal, &[])?;
        let same = encoding.solver.terms.eq(seen, value);
        encoding.solver.assert_implies(literal, same);
    }
    encoding.solver.complete_read(read)?;
    Ok(seen)
}

fn prop(encoding: &mut Encoding<'_>, p: &Prop, values: &FxHashMap<Observable, (TermId, Ty)>) -> TermId {
    match p {
        Prop::True => TermId::TRUE,
        Prop::False => TermId::FALSE,
        Prop::Equals(observable, wanted) => {
            let (value, ty) = values[observable];
            let bits = *wanted as u128 & ty.mask();
            if interp::eval::signed(bits, ty) != *wanted {
                return TermId::FALSE;
            }
            let bits = encoding.solver.terms.bits_const(bits, ty.bits());
            encoding.solver.terms.eq(value, bits)
        }
        Prop::Same(left, right) => {
            let ((a, x), (b, y)) = (values[left], values[right]);
            let width = x.bits().max(y.bits());
            let terms = &mut encoding.solver.terms;
            let (a, b) = (terms.resize_signed(a, width), terms.resize_signed(b, width));
            terms.eq(a, b)
        }
        Prop::Not(inner) => {
            let inner = prop(encoding, inner, values);
            encoding.solver.terms.not(inner)
        }
        Prop::And(parts) => {
            let parts: Vec<TermId> = parts.iter().map(|part| prop(encoding, part, values)).collect();
            encoding.solver.terms.and_all(parts)
        }
        Prop::Or(parts) => {
            let parts: Vec<TermId> = parts.iter().map(|part| prop(encoding, part, values)).collect();
            encoding.solver.terms.or_all(parts)
        }
        Prop::Implies(premise, conclusion) => {
            let (premise, conclusion) = (prop(encoding, premise, values), prop(encoding, conclusion, values));
            encoding.solver.terms.implies(premise, conclusion)
        }
    }
}
