//! Propositions over final states as terms.

use crate::encode::{EncodeError, Encoding};
use crate::outcomes::observe;
use ir::{Layout, Prop};
use solver::TermId;

pub(crate) fn proposition(
    encoding: &mut Encoding,
    layout: &Layout,
    prop: &Prop,
) -> Result<TermId, EncodeError> {
    Ok(match prop {
        Prop::True => TermId::TRUE,
        Prop::False => TermId::FALSE,
        Prop::Equals(observable, wanted) => {
            let observed = observe(encoding, layout, observable);
            let bits = *wanted as u128 & observed.ty.mask();
            if interp::eval::signed(bits, observed.ty) != *wanted {
                return Ok(TermId::FALSE);
            }
            let terms = &mut encoding.rules.solver.terms;
            let bits = terms.bits_const(bits, observed.ty.bits());
            terms.eq(observed.term, bits)
        }
        Prop::Same(left, right) => {
            let (a, b) = (observe(encoding, layout, left), observe(encoding, layout, right));
            let width = a.ty.bits().max(b.ty.bits());
            let terms = &mut encoding.rules.solver.terms;
            let (a, b) = (terms.resize_signed(a.term, width), terms.resize_signed(b.term, width));
            terms.eq(a, b)
        }
        Prop::Not(inner) => {
            let inner = proposition(encoding, layout, inner)?;
            encoding.rules.solver.terms.not(inner)
        }
        Prop::And(parts) => {
            let parts = all(encoding, layout, parts)?;
            encoding.rules.solver.terms.and_all(parts)
        }
        Prop::Or(parts) => {
            let parts = all(encoding, layout, parts)?;
            encoding.rules.solver.terms.or_all(parts)
        }
        Prop::Implies(premise, conclusion) => {
            let premise = proposition(encoding, layout, premise)?;
            let conclusion = proposition(encoding, layout, conclusion)?;
            encoding.rules.solver.terms.implies(premise, conclusion)
        }
    })
}

fn all(encoding: &mut Encoding, layout: &Layout, parts: &[Prop]) -> Result<Vec<TermId>, EncodeError> {
    parts.iter().map(|part| proposition(encoding, layout, part)).collect()
}
