//! Data layout: sizes, alignments and field offsets, from `target datalayout` over x86-64 defaults.
//!
//! LLVM Language Reference, "Data Layout". Alignments are ABI alignments, in bytes; sizes are allocation
//! sizes (rounded up to the alignment), except [`Layout::store_size`]. Every type is laid out once and
//! remembered, so that deep sharing costs nothing. A type without a size (opaque, scalable, function,
//! recursive by value, too large, nested too deep) yields `None`.

use super::ast::*;
use std::cell::RefCell;

/// Deeper than any nesting of structs by value in practice; keeps recursion off the stack's limit.
const MAX_DEPTH: u32 = 200;

/// Answers layout questions about one module.
#[derive(Debug)]
pub struct Layout<'m> {
    module: &'m Module,
    rules: Rules,
    /// By type id: laid out, or known to have no size; absent while unknown.
    known: RefCell<Vec<Option<Option<SizeAlign>>>>,
}

/// Size and alignment in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SizeAlign {
    /// Without padding at the end (`i80` in 10 bytes); equal to `size` for aggregates.
    pub store_size: u64,
    /// The distance between two elements of an array.
    pub size: u64,
    pub align: u64,
}

/// What the datalayout string says.
#[derive(Clone, Debug)]
struct Rules {
    little_endian: bool,
    /// Address space, size in bits, alignment in bits.
    pointers: Vec<(u32, u64, u64)>,
    /// Width and alignment in bits, ascending width.
    integers: Vec<(u64, u64)>,
    floats: Vec<(u64, u64)>,
    vectors: Vec<(u64, u64)>,
    aggregate_align: u64,
}

impl Rules {
    /// LLVM's defaults, and 128 bits for the x87 format and for `i128` left to the string.
    fn parse(text: &str) -> Rules {
        let mut rules = Rules {
            little_endian: true,
            pointers: vec![(0, 64, 64)],
            integers: vec![(1, 8), (8, 8), (16, 16), (32, 32), (64, 64)],
            floats: vec![(16, 16), (32, 32), (64, 64), (80, 128), (128, 128)],
            vectors: vec![(64, 64), (128, 128)],
            aggregate_align: 0,
        };
        for item in text.split('-') {
            rules.item(item);
        }
        rules
    }

    fn item(&mut self, item: &str) {
        let Some(kind) = item.chars().next().filter(char::is_ascii) else { return };
        let mut parts = item[1..].split(':').map(|part| part.parse::<u64>().ok());
        let first = parts.next().flatten();
        let second = parts.next().flatten();
        let third = parts.next().flatten();
        match kind {
            'e' if item == "e" => self.little_endian = true,
            'E' if item == "E" => self.little_endian = false,
            'p' => {
                if let (Some(size), Some(align)) = (second, third) {
                    let space = first.unwrap_or(0) as u32;
                    self.pointers.retain(|&(other, _, _)| other != space);
                    self.pointers.push((space, size, align));
                }
            }
            'i' => set(&mut self.integers, first, second),
            'f' => set(&mut self.floats, first, second),
            'v' => set(&mut self.vectors, first, second),
            'a' => self.aggregate_align = second.or(first).unwrap_or(0),
            _ => {}
        }
    }

    fn pointer(&self, space: u32) -> SizeAlign {
        let find = |space| self.pointers.iter().find(|&&(other, _, _)| other == space);
        let &(_, size, align) = find(space).or_else(|| find(0)).unwrap_or(&(0, 64, 64));
        padded(bytes(size), bytes(align))
    }

    /// The alignment of the smallest listed width that is not smaller; else of the largest.
    fn integer_align(&self, width: u64) -> u64 {
        let fitting = self.integers.iter().find(|&&(other, _)| other >= width);
        bytes(fitting.or(self.integers.last()).map_or(8, |&(_, align)| align))
    }
}

fn set(table: &mut Vec<(u64, u64)>, width: Option<u64>, align: Option<u64>) {
    let (Some(width), Some(align)) = (width, align) else { return };
    match table.binary_search_by_key(&width, |&(other, _)| other) {
        Ok(index) => table[index].1 = align,
        Err(index) => table.insert(index, (width, align)),
    }
}

fn bytes(bits: u64) -> u64 {
    bits.div_ceil(8).max(1)
}

fn round_up(value: u64, align: u64) -> Option<u64> {
    value.checked_next_multiple_of(align.max(1))
}

fn padded(store_size: u64, align: u64) -> SizeAlign {
    SizeAlign { store_size, size: round_up(store_size, align).unwrap_or(store_size), align }
}

impl<'m> Layout<'m> {
    /// Reads the module's datalayout string.
    pub fn new(module: &'m Module) -> Self {
        let known = RefCell::new(vec![None; module.types.len()]);
        Layout { module, rules: Rules::parse(&module.datalayout), known }
    }

    /// Whether the least significant byte comes first.
    pub fn is_little_endian(&self) -> bool {
        self.rules.little_endian
    }

    /// Size of a pointer in bytes.
    pub fn pointer_size(&self) -> u64 {
        self.rules.pointer(0).size
    }

    /// Bytes from one array element to the next.
    pub fn size(&self, ty: TypeId) -> Option<u64> {
        self.of(ty).map(|layout| layout.size)
    }

    /// Bytes that a load or store of the type touches.
    pub fn store_size(&self, ty: TypeId) -> Option<u64> {
        self.of(ty).map(|layout| layout.store_size)
    }

    /// ABI alignment in bytes.
    pub fn align(&self, ty: TypeId) -> Option<u64> {
        self.of(ty).map(|layout| layout.align)
    }

    /// Size and alignment.
    pub fn of(&self, ty: TypeId) -> Option<SizeAlign> {
        self.compute(ty, 0)
    }

    /// Byte offset of a field of a struct, or of an element of an array or vector.
    pub fn field_offset(&self, ty: TypeId, index: u64) -> Option<u64> {
        match self.module.types.resolve(ty) {
            Type::Struct { fields, packed } => {
                self.struct_offsets(fields, *packed, 0)?.0.get(index as usize).copied()
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                index.checked_mul(self.size(*element)?)
            }
            _ => None,
        }
    }

    /// Byte offsets of all fields of a struct.
    pub fn field_offsets(&self, ty: TypeId) -> Option<Vec<u64>> {
        match self.module.types.resolve(ty) {
            Type::Struct { fields, packed } => Some(self.struct_offsets(fields, *packed, 0)?.0),
            _ => None,
        }
    }

    fn compute(&self, ty: TypeId, depth: u32) -> Option<SizeAlign> {
        let index = ty.0 as usize;
        if let Some(known) = self.known.borrow().get(index).copied().flatten() {
            return known;
        }
        if depth > MAX_DEPTH {
            return None;
        }
        // Known to have no size while we are inside: stops structs that contain themselves.
        self.remember(index, None);
        let layout = self.lay_out(ty, depth);
        self.remember(index, layout);
        layout
    }

    fn remember(&self, index: usize, layout: Option<SizeAlign>) {
        if let Some(slot) = self.known.borrow_mut().get_mut(index) {
            *slot = Some(layout);
        }
    }

    fn lay_out(&self, ty: TypeId, depth: u32) -> Option<SizeAlign> {
        let float = |bits: u64, align: u64| {
            let listed = self.rules.floats.iter().find(|&&(width, _)| width == bits);
            Some(padded(bytes(bits), listed.map_or(align, |&(_, align)| bytes(align))))
        };
        match self.module.types.get(ty) {
            Type::Int(width) => {
                Some(padded(bytes(u64::from(*width)), self.rules.integer_align(u64::from(*width))))
            }
            Type::Half | Type::BFloat => float(16, 2),
            Type::Float => float(32, 4),
            Type::Double => float(64, 8),
            Type::X86Fp80 => float(80, 16),
            Type::Fp128 | Type::PpcFp128 => float(128, 16),
            Type::X86Mmx => Some(padded(8, 8)),
            Type::X86Amx => Some(padded(1024, 64)),
            Type::Pointer { address_space } => Some(self.rules.pointer(*address_space)),
            Type::Array { count, element } => {
                let element = self.compute(*element, depth + 1)?;
                let size = element.size.checked_mul(*count)?;
                Some(SizeAlign { store_size: size, size, align: element.align })
            }
            Type::Vector { count, element, scalable: false } => self.vector(*count, *element, depth),
            Type::Struct { fields, packed } => {
                let (_, layout) = self.struct_offsets(fields, *packed, depth)?;
                Some(layout)
            }
            Type::Named(named) => self.compute(self.module.types.named(*named)?.body?, depth + 1),
            _ => None,
        }
    }

    fn vector(&self, count: u64, element: TypeId, depth: u32) -> Option<SizeAlign> {
        let bits = match self.module.types.get(element) {
            Type::Int(width) => u64::from(*width),
            _ => self.compute(element, depth + 1)?.store_size.checked_mul(8)?,
        };
        let total = bits.checked_mul(count)?;
        let listed = self.rules.vectors.iter().find(|&&(width, _)| width == total);
        let natural = bytes(total).checked_next_power_of_two()?;
        Some(padded(bytes(total), listed.map_or(natural, |&(_, align)| bytes(align))))
    }

    fn struct_offsets(&self, fields: &[TypeId], packed: bool, depth: u32) -> Option<(Vec<u64>, SizeAlign)> {
        let mut offsets = Vec::with_capacity(fields.len());
        let mut end = 0u64;
        let mut align = if packed { 1 } else { (self.rules.aggregate_align / 8).max(1) };
        for &field in fields {
            let layout = self.compute(field, depth + 1)?;
            if !packed {
                end = round_up(end, layout.align)?;
                align = align.max(layout.align);
            }
            offsets.push(end);
            end = end.checked_add(layout.size)?;
        }
        let size = round_up(end, align)?;
        Some((offsets, SizeAlign { store_size: size, size, align }))
    }
}
