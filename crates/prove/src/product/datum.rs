//! What a variable holds in the product: a known number or address, or a symbol of which only facts are known.

use ir::{BlockId, Contents, FuncId, GlobalId, Operand, Program};
use std::collections::{BTreeMap, BTreeSet};

pub(super) type Symbol = u32;

/// An instruction of a thread's code: block and position.
pub(super) type Place = (BlockId, usize);

/// A piece of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Object {
    Global(GlobalId),
    /// On the stack of the first thread, allocated at this place.
    Main(Place),
    /// On the heap, allocated once at this place of this code.
    Heap(u32, Place),
    /// On the stack of whoever looks at it; nobody else knows its address.
    Own(Place),
    /// The instance of a thread-local global of whoever looks at it.
    ThreadLocal(GlobalId),
}

impl Object {
    pub fn is_private(self) -> bool {
        matches!(self, Object::Own(_) | Object::ThreadLocal(_))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) enum Datum {
    /// The bits of a number, masked to its type. Null is 0.
    Bits(u128),
    Symbol(Symbol),
    Pointer(Object, i64),
    /// Into an object at an offset that is not known.
    Somewhere(Object),
    Function(FuncId),
    /// The handle of a thread that exists once.
    Handle(u32),
}

impl Datum {
    pub const ZERO: Datum = Datum::Bits(0);

    pub fn symbol(self) -> Option<Symbol> {
        match self {
            Datum::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }
    pub fn object(self) -> Option<Object> {
        match self {
            Datum::Pointer(object, _) | Datum::Somewhere(object) => Some(object),
            _ => None,
        }
    }
    /// Whether it is the address of something that only one thread may know.
    pub fn is_private(self) -> bool {
        self.object().is_some_and(Object::is_private)
    }
}

/// First byte and size of a cell of an object.
pub(super) type Cell = (Object, i64, u64);

/// Contents that differ from the initial ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct Memory {
    pub cells: BTreeMap<Cell, Datum>,
    /// Objects that were written at an unknown place: nothing is known of them.
    pub blurred: BTreeSet<Object>,
}

pub(super) fn overlap(a: (i64, u64), b: (i64, u64)) -> bool {
    a.0 < b.0.saturating_add(b.1 as i64) && b.0 < a.0.saturating_add(a.1 as i64)
}

impl Memory {
    /// `Ok`: the contents; `Err(true)`: initial; `Err(false)`: not known.
    pub fn get(&self, cell: Cell) -> Result<Datum, bool> {
        if let Some(&datum) = self.cells.get(&cell) {
            return Ok(datum);
        }
        let (object, offset, size) = cell;
        let known =
            !self.blurred.contains(&object) && self.overlapping(object, offset, size).next().is_none();
        Err(known)
    }

    pub fn overlapping(&self, object: Object, offset: i64, size: u64) -> impl Iterator<Item = Cell> + '_ {
        let from = (object, offset.saturating_sub(16), 0);
        let to = (object, offset.saturating_add(size as i64), u64::MAX);
        let near = self.cells.range(from..=to).map(|(&cell, _)| cell);
        near.filter(move |cell| overlap((cell.1, cell.2), (offset, size)))
    }

    /// Nothing is known of an object any more.
    pub fn blur(&mut self, object: Object) {
        self.cells.retain(|cell, _| cell.0 != object);
        self.blurred.insert(object);
    }
    /// It is allocated anew.
    pub fn renew(&mut self, object: Object) {
        self.cells.retain(|cell, _| cell.0 != object);
        self.blurred.remove(&object);
    }
}

/// What a global holds before anybody writes to it; `None`: pieces of addresses.
pub(super) fn initial(program: &Program, id: GlobalId, offset: i64, size: u64) -> Option<Datum> {
    match program.globals.get(id)?.init.at(offset, size) {
        Contents::Bits(bits) => Some(Datum::Bits(bits)),
        Contents::Address(Operand::Global { id, offset }) => Some(Datum::Pointer(Object::Global(id), offset)),
        Contents::Address(Operand::Func(id)) => Some(Datum::Function(id)),
        _ => None,
    }
}
