//! Which addresses are memory, and what it holds at first.

use ir::{GlobalId, IndexVec, Layout, Program};
use std::collections::BTreeMap;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Contents {
    Known(u128),
    /// Never initialised: anything.
    Unknown,
}

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
        let globals: IndexVec<GlobalId, Object> = program
            .globals
            .iter()
            .map(|global| {
                let mut bytes = global.init.bytes.clone();
                bytes.resize(global.size as usize, 0);
                for relocation in &global.init.relocations {
                    let target = layout.constant(relocation.target).unwrap_or(0) as u64;
                    let from = relocation.offset as usize;
                    for (slot, byte) in bytes.iter_mut().skip(from).zip(target.to_le_bytes()) {
                        *slot = byte;
                    }
                }
                Object { size: global.size, constant: global.constant, bytes: Some(bytes) }
            })
            .collect();
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

    pub fn initial(&self, addr: u64, size: u64) -> Contents {
        let Some((offset, object)) = self.at(addr, size) else { return Contents::Unknown };
        let Some(bytes) = object.bytes.as_ref().filter(|_| size <= 16) else { return Contents::Unknown };
        let piece = (0..size).rev().map(|index| bytes.get((offset + index) as usize).copied().unwrap_or(0));
        Contents::Known(piece.fold(0, |value, byte| value << 8 | u128::from(byte)))
    }
}
