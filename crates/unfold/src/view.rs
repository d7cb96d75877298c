//! What a thread knows of memory that nobody else changes: symbolic contents of objects, merged where paths join.
//!
//! Cells are kept as they were accessed and cut only where accesses of another size overlap them. What was never
//! written is asked of the caller, who knows the initial contents.

use crate::objects::{ObjectId, Shadow};
use crate::value::SymVal;
use rustc_hash::FxHashMap;
use solver::{TermId, Terms};
use std::collections::BTreeMap;
use std::rc::Rc;

/// `value.term` has `8 * size` bits. Dependencies through memory are the business of program order, not kept here.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Cell {
    pub(crate) size: u64,
    pub(crate) value: SymVal,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Contents {
    cells: BTreeMap<u64, Cell>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    objects: FxHashMap<ObjectId, Rc<Contents>>,
}

/// Object, offset and size of a cell, and its contents before and now.
pub(crate) type Difference = ((ObjectId, u64, u64), Option<TermId>, Option<TermId>);

/// Gives the initial value of bytes of an object.
pub(crate) trait Initial {
    fn initial(&mut self, terms: &mut Terms, object: ObjectId, offset: u64, size: u64) -> SymVal;
}

impl View {
    /// What a new thread knows: all that its creator does, but it holds no locks.
    pub(crate) fn of_new_thread(&self) -> View {
        let kept = |id: &ObjectId| id.0 < Shadow::Held as u32;
        let objects = self.objects.iter().filter(|(id, _)| kept(id));
        View { objects: objects.map(|(&id, contents)| (id, contents.clone())).collect() }
    }

    pub(crate) fn read(
        &self,
        terms: &mut Terms,
        initial: &mut impl Initial,
        object: ObjectId,
        offset: u64,
        size: u64,
    ) -> SymVal {
        let Some(contents) = self.objects.get(&object) else {
            return initial.initial(terms, object, offset, size);
        };
        if let Some(cell) = contents.cells.get(&offset)
            && cell.size == size
        {
            return cell.value.clone();
        }
        if contents.overlapping(offset, size).is_empty() {
            return initial.initial(terms, object, offset, size);
        }
        let mut whole: Option<TermId> = None;
        for byte in offset..offset + size {
            let part = contents.byte(terms, initial, object, byte).term;
            whole = Some(whole.map_or(part, |low| terms.concat(part, low)));
        }
        SymVal::of_term(terms, whole.unwrap_or(TermId::FALSE))
    }

    /// Cells that are not the same in both, with what they hold, where it was ever written.
    pub(crate) fn differences(&self, other: &View) -> Vec<Difference> {
        let value = |view: &View, (object, offset, size): (ObjectId, u64, u64)| {
            let cell = view.objects.get(&object)?.cells.get(&offset)?;
            (cell.size == size).then_some(cell.value.term)
        };
        let mut differences = Vec::new();
        for (one, against) in [(self, other), (other, self)] {
            for (&object, contents) in &one.objects {
                if against.objects.get(&object).is_some_and(|other| Rc::ptr_eq(other, contents)) {
                    continue;
                }
                for (&offset, cell) in &contents.cells {
                    let place = (object, offset, cell.size);
                    let (before, now) = (value(self, place), value(other, place));
                    // What both have is looked at once.
                    if before != now && (std::ptr::eq(one, self) || before.is_none()) {
                        differences.push((place, before, now));
                    }
                }
            }
        }
        differences
    }

    pub(crate) fn write(
        &mut self,
        terms: &mut Terms,
        initial: &mut impl Initial,
        object: ObjectId,
        offset: u64,
        size: u64,
        value: SymVal,
    ) {
        let contents = Rc::make_mut(self.objects.entry(object).or_default());
        let touched = contents.overlapping(offset, size);
        for start in touched {
            let exact = contents.cells.get(&start).is_some_and(|cell| start == offset && cell.size == size);
            if exact {
                continue;
            }
            let Some(cell) = contents.cells.get(&start).cloned() else { continue };
            let outside: Vec<u64> =
                (start..start + cell.size).filter(|b| *b < offset || *b >= offset + size).collect();
            let bytes: Vec<(u64, SymVal)> =
                outside.into_iter().map(|byte| (byte, contents.byte(terms, initial, object, byte))).collect();
            contents.cells.remove(&start);
            for (byte, value) in bytes {
                contents.cells.insert(byte, Cell { size: 1, value });
            }
        }
        contents.cells.insert(offset, Cell { size, value });
    }

    /// One view for several paths that join; `conditions` tell them apart.
    pub(crate) fn merge(
        terms: &mut Terms,
        initial: &mut impl Initial,
        views: &[&View],
        conditions: &[TermId],
        mut select: impl FnMut(&mut Terms, &[SymVal], &[TermId]) -> SymVal,
    ) -> View {
        let Some((first, rest)) = views.split_first() else { return View::default() };
        let mut merged = (*first).clone();
        let mut objects: Vec<ObjectId> = views.iter().flat_map(|view| view.objects.keys().copied()).collect();
        objects.sort_unstable();
        objects.dedup();
        for object in objects {
            let own = first.objects.get(&object);
            let same = rest.iter().all(|view| match (own, view.objects.get(&object)) {
                (Some(a), Some(b)) => Rc::ptr_eq(a, b),
                _ => false,
            });
            if same {
                continue;
            }
            let mut places: BTreeMap<u64, u64> = BTreeMap::new();
            let mut aligned = true;
            for view in views {
                let Some(contents) = view.objects.get(&object) else { continue };
                for (&offset, cell) in &contents.cells {
                    aligned &= *places.entry(offset).or_insert(cell.size) == cell.size;
                }
            }
            let mut end = 0;
            for (&offset, &size) in &places {
                aligned &= offset >= end;
                end = offset + size;
            }
            if !aligned {
                places = places
                    .iter()
                    .flat_map(|(&offset, &size)| (offset..offset + size).map(|b| (b, 1)))
                    .collect();
            }
            let mut contents = Contents::default();
            for (offset, size) in places {
                let values: Vec<SymVal> =
                    views.iter().map(|view| view.read(terms, initial, object, offset, size)).collect();
                let value = select(terms, &values, conditions);
                contents.cells.insert(offset, Cell { size, value });
            }
            merged.objects.insert(object, Rc::new(contents));
        }
        merged
    }
}

impl Contents {
    fn overlapping(&self, offset: u64, size: u64) -> Vec<u64> {
        let end = offset.saturating_add(size);
        let before = self.cells.range(..offset).next_back();
        let before = before.filter(|(start, cell)| *start + cell.size > offset).map(|(&start, _)| start);
        before.into_iter().chain(self.cells.range(offset..end).map(|(&start, _)| start)).collect()
    }

    fn byte(&self, terms: &mut Terms, initial: &mut impl Initial, object: ObjectId, byte: u64) -> SymVal {
        let cell = self.cells.range(..=byte).next_back().filter(|(start, cell)| *start + cell.size > byte);
        let Some((start, cell)) = cell else {
            return initial.initial(terms, object, byte, 1);
        };
        let low = 8 * (byte - start) as u32;
        let term = terms.extract(low + 7, low, cell.value.term);
        SymVal::of_term(terms, term)
    }
}
