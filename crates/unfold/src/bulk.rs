//! Copies and fills piece by piece, and objects that come into being: the stack, the heap, thread-local variables.

use crate::access::Request;
use crate::arith;
use crate::flow::{Flow, Results};
use crate::objects::{ObjectId, ObjectKind, PathId};
use crate::step::Here;
use crate::unfolder::Unfolder;
use crate::value::{NumberSet, SymVal};
use events::Property;
use ir::Ty;

/// Pieces that one copy or fill may be made of.
const MAX_PIECES: u64 = 4096;

impl Unfolder<'_> {
    /// A length or size that is one number; `None` after refusing.
    fn one_number(&mut self, flow: &mut Flow, value: &SymVal, what: &str) -> Option<u64> {
        match arith::known(&self.graph.terms, value.term) {
            Some(number) => Some(number as u64),
            None => self.refuse_step(flow, &format!("{what} that is not constant")),
        }
    }

    pub(super) fn shifted(&mut self, pointer: &SymVal, offset: u64) -> SymVal {
        let by = arith::constant(&mut self.graph.terms, u128::from(offset), Ty::I64);
        let term = self.graph.terms.add(pointer.term, by.term);
        let set = arith::add_sets(&self.graph.objects, &pointer.set, &by.set);
        let mut value = arith::settle(&self.graph.terms, term, set);
        value.deps = pointer.deps.clone();
        value
    }

    /// Offsets and sizes of the pieces of a copy, as the interpreter makes them.
    fn pieces(&mut self, dst: &SymVal, src: &SymVal, len: u64) -> Option<Vec<(u64, u64)>> {
        let alignment = |value: &SymVal| match &value.set {
            NumberSet::Consts(values) if values.len() == 1 => Some(values[0] as u64),
            NumberSet::Consts(values) => {
                let first = values[0] as u64;
                values.iter().all(|&value| value as u64 % 8 == first % 8).then_some(first % 8)
            }
            _ => None,
        };
        let (d, s) = (alignment(dst)?, alignment(src)?);
        if d > s && d - s < len && d != s {
            return None;
        }
        let mut pieces = Vec::new();
        let mut done = 0;
        while done < len {
            let left = len - done;
            let size = [8, 4, 2, 1]
                .into_iter()
                .find(|&n| n <= left && (d + done) % n == 0 && (s + done) % n == 0)?;
            pieces.push((done, size));
            done += size;
        }
        Some(pieces)
    }

    pub(super) fn copy(&mut self, flow: &mut Flow, dst: &SymVal, src: &SymVal, len: &SymVal) -> Results {
        let len = self.one_number(flow, len, "a copy of a length")?;
        if len > 8 * MAX_PIECES {
            return self.refuse_step(flow, "a copy of so many bytes");
        }
        let Some(pieces) = self.pieces(dst, src, len) else {
            return self.refuse_step(flow, "a copy between places that are not known");
        };
        for (offset, size) in pieces {
            let (from, to) = (self.shifted(src, offset), self.shifted(dst, offset));
            let value = self.load(flow, &Request::plain(&from, size))?;
            self.store(flow, &Request { writes: true, ..Request::plain(&to, size) }, &value)?;
        }
        Some(Vec::new())
    }

    pub(super) fn fill(&mut self, flow: &mut Flow, dst: &SymVal, byte: &SymVal, len: &SymVal) -> Results {
        let len = self.one_number(flow, len, "a fill of a length")?;
        if len > 8 * MAX_PIECES {
            return self.refuse_step(flow, "a fill of so many bytes");
        }
        let Some(pieces) = self.pieces(dst, dst, len) else {
            return self.refuse_step(flow, "a fill of a place that is not known");
        };
        let one = arith::bits(&mut self.graph.terms, byte.term);
        let one = self.graph.terms.resize_unsigned(one, 8);
        for (offset, size) in pieces {
            let mut value = one;
            for _ in 1..size {
                value = self.graph.terms.concat(value, one);
            }
            let mut value = arith::settle(&self.graph.terms, value, NumberSet::ANY);
            value.deps = byte.deps.clone();
            let to = self.shifted(dst, offset);
            self.store(flow, &Request { writes: true, ..Request::plain(&to, size) }, &value)?;
        }
        Some(Vec::new())
    }

    pub(super) fn allocate(
        &mut self,
        here: &Here<'_>,
        flow: &mut Flow,
        size: &SymVal,
        kind: ObjectKind,
        name: Option<std::sync::Arc<str>>,
    ) -> Results {
        // Of several possible sizes the largest: an access beyond a smaller one is not seen as out of bounds.
        if self.options.asks(Property::Memory) && size.set.consts().is_some_and(|sizes| sizes.len() > 1) {
            return self.refuse_step(flow, "memory of one of several sizes");
        }
        let largest = size.set.consts().and_then(|sizes| sizes.last().copied());
        let Some(bytes) =
            largest.and_then(|bytes| u64::try_from(bytes).ok()).filter(|&bytes| bytes <= 1 << 30)
        else {
            return self.refuse_step(flow, "an allocation of a size that is not known");
        };
        let (object, addr) = self.new_object(flow, here.place, bytes, kind, name)?;
        self.graph.allocations.push((self.context.id, flow.guard, object));
        if let Some(locals) = self.context.locals.last_mut().filter(|_| kind == ObjectKind::Stack) {
            locals.push(object);
        }
        Some(vec![addr])
    }

    /// The object made at this place, and its address.
    fn new_object(
        &mut self,
        flow: &mut Flow,
        path: PathId,
        size: u64,
        kind: ObjectKind,
        name: Option<std::sync::Arc<str>>,
    ) -> Option<(ObjectId, SymVal)> {
        let Some(object) = self.graph.objects.allocate(self.context.id, path, size, kind, name) else {
            return self.refuse_step(flow, "more memory than a thread has room for");
        };
        let addr = u128::from(self.graph.objects.get(object).addr);
        Some((object, arith::constant(&mut self.graph.terms, addr, Ty::Ptr)))
    }

    pub(super) fn thread_local(&mut self, flow: &mut Flow, global: ir::GlobalId) -> Results {
        let thread_path = self.graph.threads[self.context.id as usize].path;
        let path = self.paths.child(thread_path, 1 << 45, u64::from(global.0));
        let data = &self.program.globals[global];
        let (size, name) = (data.size, Some(data.name.clone()));
        let kind = ObjectKind::ThreadLocal(global);
        let (object, addr) = self.new_object(flow, path, size, kind, name)?;
        self.graph.thread_locals.insert((self.context.id, global), object);
        Some(vec![addr])
    }
}
