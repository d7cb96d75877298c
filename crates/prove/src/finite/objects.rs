//! Which addresses are memory, and what it holds at first.

use interp::memory::initial_bytes;
use ir::{GlobalId, IndexVec, Layout, Program};
use std::collections::BTreeMap;

#[derive(Clone, PartialEq, Debug)]
struct Object {
    size: u64,
    constant: bool,
    /// `None`: never initialised.
    bytes: Option<Vec<u8>>,
}

/// The objects by address. An address that is handed out on two ways of a thread is taken at its weakest.
#[derive(Debug)]
pub(super) struct Objects {
    by_addr: BTreeMap<u64, Object>,
    globals: IndexVec<GlobalId, Object>,
}

impl Objects {
    pub fn of(program: &Program, layout: &Layout) -> Objects {
        let object = |global: &ir::Global| {
            let bytes = Some(initial_bytes(global, layout));
            Object { size: global.size, constant: global.constant, bytes }
        };
        let globals: IndexVec<GlobalId, Object> = program.globals.iter().map(object).collect();
        let placed = program.globals.iter_enumerated().filter(|(_, global)| !global.thread_local);
        let by_addr = placed.map(|(id, _)| (layout.global(id), globals[id].clone())).collect();
        Objects { by_addr, globals }
    }

    /// True if this is news.
    pub fn add(&mut self, addr: u64, size: u64, zeroed: bool) -> bool {
        let bytes = zeroed.then(|| vec![0; size.min(1 << 20) as usize]);
        self.insert(addr, Object { size, constant: false, bytes })
    }
    pub fn add_thread_local(&mut self, addr: u64, global: GlobalId) -> bool {
        match self.globals.get(global).cloned() {
            Some(object) => self.insert(addr, object),
            None => false,
        }
    }

    fn insert(&mut self, addr: u64, object: Object) -> bool {
        let merged = match self.by_addr.get(&addr) {
            None => object,
            Some(known) if *known == object => return false,
            Some(known) => {
                let bytes = known.bytes.clone().filter(|bytes| Some(bytes) == object.bytes.as_ref());
                let constant = known.constant && object.constant;
                Object { size: known.size.max(object.size), constant, bytes }
            }
        };
        self.by_addr.insert(addr, merged.clone()).as_ref() != Some(&merged)
    }

    fn at(&self, addr: u64, size: u64) -> Option<(u64, &Object)> {
        let (&start, object) = self.by_addr.range(..=addr).next_back()?;
        (addr.checked_add(size)? <= start.checked_add(object.size)?).then_some((addr - start, object))
    }

    /// Whether an access there touches one object and nothing else, and may write if it writes.
    pub fn may_access(&self, addr: u64, size: u64, writes: bool) -> bool {
        self.at(addr, size).is_some_and(|(_, object)| !(writes && object.constant))
    }

    /// What is there at first; `None`: anything.
    pub fn initial(&self, addr: u64, size: u64) -> Option<u128> {
        let (offset, object) = self.at(addr, size)?;
        let bytes = object.bytes.as_ref().filter(|_| size <= 16)?;
        let piece = (0..size).rev().map(|index| bytes.get((offset + index) as usize).copied().unwrap_or(0));
        Some(piece.fold(0, |value, byte| value << 8 | u128::from(byte)))
    }
}
