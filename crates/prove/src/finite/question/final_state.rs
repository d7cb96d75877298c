//! The question of a litmus test: which values registers and memory can have at the end.

use super::super::tree::{End, NodeId};
use super::super::values::Place;
use super::super::{Refusal, Result};
use super::{Answer, Question};
use ir::{FinalCondition, Observable, Prop, Quantifier};
use solver::TermId;
use std::collections::BTreeMap;

impl Question<'_> {
    /// Can the program end in a state that a litmus test asks about?
    pub fn ask_condition(&mut self, condition: &FinalCondition) -> Result<Answer> {
        let forest = self.forest;
        let ended = forest.leaves.iter().filter(|(thread, leaf)| *thread == 0 && leaf.end == End::Exited);
        let ended: Vec<TermId> = ended.map(|(_, leaf)| self.happens(leaf.node)).collect();
        let ended = self.solver.terms.or_all(ended);
        let holds = self.prop(&condition.prop)?;
        let asked = match condition.quantifier {
            Quantifier::Exists | Quantifier::NotExists => holds,
            Quantifier::Forall => self.solver.terms.not(holds),
        };
        let question = self.solver.terms.and(ended, asked);
        self.ask(question)
    }

    fn prop(&mut self, prop: &Prop) -> Result<TermId> {
        Ok(match prop {
            Prop::True => TermId::TRUE,
            Prop::False => TermId::FALSE,
            Prop::Equals(observable, wanted) => {
                let values = self.final_values(observable)?;
                let fits = values.into_iter().filter(|(value, _)| value == wanted).map(|(_, term)| term);
                let fits: Vec<TermId> = fits.collect();
                self.solver.terms.or_all(fits)
            }
            Prop::Same(left, right) => {
                let (left, right) = (self.final_values(left)?, self.final_values(right)?);
                let mut ways = Vec::new();
                for (value, term) in left {
                    for (_, other) in right.iter().filter(|(theirs, _)| *theirs == value) {
                        ways.push(self.solver.terms.and(term, *other));
                    }
                }
                self.solver.terms.or_all(ways)
            }
            Prop::Not(inner) => {
                let inner = self.prop(inner)?;
                self.solver.terms.not(inner)
            }
            Prop::And(parts) => {
                let parts = parts.iter().map(|part| self.prop(part)).collect::<Result<Vec<_>>>()?;
                self.solver.terms.and_all(parts)
            }
            Prop::Or(parts) => {
                let parts = parts.iter().map(|part| self.prop(part)).collect::<Result<Vec<_>>>()?;
                self.solver.terms.or_all(parts)
            }
            Prop::Implies(premise, conclusion) => {
                let (premise, conclusion) = (self.prop(premise)?, self.prop(conclusion)?);
                self.solver.terms.implies(premise, conclusion)
            }
        })
    }

    /// Each value that an observable can have at the end, and when it has it.
    fn final_values(&mut self, observable: &Observable) -> Result<Vec<(i128, TermId)>> {
        match observable {
            Observable::Register { name } => Ok(self.final_register(name)),
            Observable::Memory { global, offset, ty, .. } => {
                let addr = self.forest.machine.layout().global(*global).wrapping_add(*offset);
                let signed = |bits| interp::eval::signed(bits & ty.mask(), *ty);
                let values = self.final_memory((addr, ty.bytes()))?;
                Ok(values.into_iter().map(|(bits, term)| (signed(bits), term)).collect())
            }
        }
    }

    fn final_register(&mut self, name: &str) -> Vec<(i128, TermId)> {
        let forest = self.forest;
        let mut found: BTreeMap<i128, Vec<TermId>> = BTreeMap::new();
        for (_, leaf) in forest.leaves.iter().filter(|(_, leaf)| leaf.end != End::Stopped) {
            if let Some((_, value)) = leaf.observed.iter().rev().find(|(known, _)| &**known == name) {
                found.entry(*value).or_default().push(self.happens(leaf.node));
            }
        }
        let mut values: Vec<(i128, TermId)> = Vec::new();
        for (value, terms) in found {
            values.push((value, self.solver.terms.or_all(terms)));
        }
        // Nobody recorded it: 0.
        let recorded: Vec<TermId> = values.iter().map(|(_, term)| *term).collect();
        let recorded = self.solver.terms.or_all(recorded);
        values.push((0, self.solver.terms.not(recorded)));
        values
    }

    fn final_memory(&mut self, place: Place) -> Result<Vec<(u128, TermId)>> {
        let forest = self.forest;
        let Some(initial) = forest.objects.initial(place.0, place.1) else {
            return Err(Refusal::Internal("final memory of unknown contents".into()));
        };
        if forest
            .values
            .places()
            .any(|(addr, size)| (addr, size) != place && addr < place.0 + place.1 && place.0 < addr + size)
        {
            return Err(Refusal::TooLarge("final memory in pieces".into()));
        }
        let writes: Vec<NodeId> = (0..forest.nodes.len() as NodeId)
            .filter(|&node| {
                let event = &forest.nodes[node as usize].event;
                event.is_write() && (event.addr, event.size) == place
            })
            .collect();
        let written: Vec<TermId> = writes.iter().map(|&node| self.happens[node as usize]).collect();
        let any = self.solver.terms.or_all(written.iter().copied());
        let mut values = vec![(initial, self.solver.terms.not(any))];
        for (index, &node) in writes.iter().enumerate() {
            let mut last = vec![written[index]];
            for other in (0..writes.len()).filter(|&other| other != index) {
                let earlier = self.earlier(place, &writes, other, index);
                last.push(self.solver.terms.implies(written[other], earlier));
            }
            let value = forest.nodes[node as usize].event.written.unwrap_or(0);
            let term = self.solver.terms.and_all(last);
            values.push((value, term));
        }
        Ok(values)
    }

    /// That one write of a place comes before another, both happening.
    fn earlier(&mut self, place: Place, writes: &[NodeId], first: usize, second: usize) -> TermId {
        match self.places.get(&place) {
            // One thread only: program order.
            None => self.solver.terms.bool_const(self.is_ancestor(writes[first], writes[second])),
            Some(terms) => match terms.before.get(&(first.min(second), first.max(second))) {
                Some(&literal) if first < second => literal,
                Some(&literal) => self.solver.terms.not(literal),
                None => TermId::FALSE,
            },
        }
    }
}
