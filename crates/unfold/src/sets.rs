//! The numbers that reads can find, for graphs of executions: what is ever stored in a place, found pass by pass.
//!
//! A value that is not out of thin air comes from a chain that passes each write at most once, so as many passes as there
//! are writes are enough. Branches are no causes: until all numbers are known, variables are as wide as their type, so
//! that no condition looks decided and both ways are gone. Only then are they made as narrow as their numbers. Models in
//! which nothing is its own cause by control either need not wait.
//!
//! The numbers bound addresses and make variables narrow; they decide nothing else.

use crate::arith::union_sets;
use crate::graph::Space;
use crate::options::Knowledge;
use crate::ranges::Narrowed;
use crate::unfolder::Unfolder;
use crate::value::{NumberSet, SymVal};
use interp::eval;
use ir::{Op, Operand, Ty};
use solver::{TermId, Terms};

/// Passes after which sets that still grow are given up.
pub(crate) const MAX_SET_PASSES: usize = 30;

impl Unfolder<'_> {
    /// What is stored, where it is stored or what is called rests on this term.
    pub(crate) fn note_dependent(&mut self, term: TermId) {
        let terms = &self.graph.terms;
        self.pass.depends_on_reads |= terms.as_const(term).is_none() && terms.as_bool_const(term).is_none();
    }

    /// Begins with what the program stores as it stands, so that one pass is enough where that is all.
    pub(crate) fn begin_with_constants(&mut self) {
        let program = self.program;
        let blocks = program.functions.iter().flat_map(|function| function.blocks.iter());
        for inst in blocks.flat_map(|block| &block.insts) {
            let Op::Store { access, addr, value } = &inst.op else { continue };
            let constant = |operand: Operand| match operand {
                Operand::Value(_) => None,
                known => self.layout.constant(known),
            };
            let (Some(addr), Some(value)) = (constant(*addr), constant(*value)) else { continue };
            let Some((object, offset)) = self.graph.objects.at(addr as u64) else { continue };
            let set = NumberSet::constant(value & access.ty.mask());
            let key = (Space::Memory, object, offset, access.ty.bytes());
            let known = self.facts.contents.get(&key);
            let all = known.map_or(set.clone(), |known| union_sets(&self.graph.objects, known, &set));
            self.facts.contents.insert(key, all);
        }
    }

    /// A variable for what a read finds.
    pub(crate) fn read_by_set(&mut self, width: u32, set: NumberSet) -> SymVal {
        let free = self.needs.knowledge == Knowledge::Free;
        let numbers = set.consts().filter(|_| self.facts.narrow && !free);
        let term = match numbers {
            Some(numbers) => variable(&mut self.graph.terms, width, numbers),
            None => self.graph.terms.bits_var("read", width),
        };
        // A number that is known because nothing else is ever stored must not hide what a free read would show.
        let set = if free && width != 64 { NumberSet::ANY } else { set };
        SymVal::new(term, set)
    }

    /// Whether there has to be another pass when only the numbers have changed, or when something else has.
    pub(crate) fn goes_on(&mut self, numbers_changed: bool, changed: bool) -> bool {
        if changed {
            self.facts.narrow = self.needs.causal;
            self.facts.n_passes_alike = 0;
            return true;
        }
        self.facts.n_passes_alike += 1;
        let writes = |event: &crate::Event| event.access().is_some_and(|access| access.write.is_some());
        let n_writes = self.graph.events.iter().filter(|event| writes(event)).count();
        if !numbers_changed || self.facts.n_passes_alike > n_writes + 1 {
            return false;
        }
        // Where nothing rests on what reads find, the next pass finds nothing new.
        self.facts.narrow = self.needs.causal || !self.pass.depends_on_reads;
        true
    }

    /// After a pass that refuted nothing: another one with narrow variables, unless this was it.
    pub(crate) fn narrow_to_sets(&mut self) -> Narrowed {
        match std::mem::replace(&mut self.facts.narrow, true) {
            true => Narrowed::Done,
            false => Narrowed::Again,
        }
    }
}

/// A variable for a number of this width that is one of `numbers`, no wider than they need.
fn variable(terms: &mut Terms, width: u32, numbers: &[u128]) -> TermId {
    let unsigned = numbers.iter().map(|number| 128 - number.leading_zeros()).max().unwrap_or(0).max(1);
    let signed_width = |&number: &u128| {
        let value = eval::signed(number, Ty::Int(width as u8));
        129 - if value < 0 { (!value).leading_zeros() } else { value.leading_zeros() }
    };
    let signed = numbers.iter().map(signed_width).max().unwrap_or(1);
    if unsigned <= signed {
        let narrow = terms.bits_var("read", unsigned.min(width));
        terms.resize_unsigned(narrow, width)
    } else {
        let narrow = terms.bits_var("read", signed.min(width));
        terms.resize_signed(narrow, width)
    }
}
