//! One LLVM module as the lowering sees it: the module, its data layout, its debug info, and the scalars that each
//! type is made of.
//!
//! A first-class aggregate or vector is a list of *leaves*: scalars at fixed offsets, in memory order. Padding is not
//! a leaf. Invariant: the leaves of a type never overlap, and their number is at most [`MAX_LEAVES`].

use super::{Lower, refuse};
use crate::ll::ast::{self, Symbol, Type, TypeId};
use crate::ll::{DebugInfo, Layout, Module};
use ir::Ty;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// Clang copies large aggregates by memcpy; a value with more scalars than this is not worth taking apart.
const MAX_LEAVES: usize = 4096;

/// One scalar of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    pub ty: Ty,
    /// In bytes from the start of the aggregate.
    pub offset: u64,
}

/// Which module: the user's, or the prelude.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum UnitId {
    User,
    Prelude,
}

#[derive(Debug)]
pub(crate) struct Unit<'m> {
    pub id: UnitId,
    pub module: &'m Module,
    pub layout: Layout<'m>,
    pub debug: DebugInfo<'m>,
    leaves: RefCell<FxHashMap<TypeId, Lower<Rc<[Leaf]>>>>,
    address_taken: OnceCell<FxHashSet<Symbol>>,
}

impl<'m> Unit<'m> {
    pub fn new(id: UnitId, module: &'m Module) -> Self {
        let (layout, debug) = (Layout::new(module), DebugInfo::new(module));
        Unit { id, module, layout, debug, leaves: RefCell::default(), address_taken: OnceCell::new() }
    }

    pub fn name(&self, symbol: ast::Symbol) -> &'m str {
        self.module.symbols.name(symbol)
    }

    /// Whether a function is used other than by calling it.
    pub fn is_address_taken(&self, symbol: Symbol) -> bool {
        self.address_taken.get_or_init(|| address_taken(self.module)).contains(&symbol)
    }

    pub fn size(&self, ty: TypeId) -> Lower<u64> {
        self.layout.size(ty).map_or_else(|| refuse("a type without a size"), Ok)
    }

    pub fn align(&self, ty: TypeId) -> u64 {
        self.layout.align(ty).unwrap_or(1)
    }

    /// The type of a value that is one scalar.
    pub fn scalar(&self, ty: TypeId) -> Lower<Ty> {
        match *self.leaves(ty)? {
            [Leaf { ty, offset: 0 }] => Ok(ty),
            _ => refuse("an aggregate where a scalar is expected"),
        }
    }

    /// The scalars of a type; none for `void`.
    pub fn leaves(&self, ty: TypeId) -> Lower<Rc<[Leaf]>> {
        if let Some(known) = self.leaves.borrow().get(&ty) {
            return known.clone();
        }
        let mut found = Vec::new();
        let result = self.collect(ty, 0, &mut found).map(|()| Rc::from(found));
        self.leaves.borrow_mut().insert(ty, result.clone());
        result
    }

    /// How many leaves a type has.
    pub fn width(&self, ty: TypeId) -> Lower<usize> {
        Ok(self.leaves(ty)?.len())
    }

    fn collect(&self, ty: TypeId, offset: u64, leaves: &mut Vec<Leaf>) -> Lower<()> {
        let scalar = match self.module.types.get(ty) {
            Type::Void | Type::Metadata | Type::Label | Type::Token => return Ok(()),
            Type::Int(width @ 1..=128) => Ty::Int(*width as u8),
            Type::Int(width) => return refuse(format!("integers of {width} bits")),
            Type::Float => Ty::F32,
            Type::Double => Ty::F64,
            Type::X86Fp80 => Ty::F80,
            Type::Pointer { .. } => Ty::Ptr,
            Type::Half | Type::BFloat => return refuse("16-bit floating point"),
            Type::Fp128 | Type::PpcFp128 => return refuse("128-bit floating point"),
            Type::Array { count, element } => return self.collect_elements(*count, *element, offset, leaves),
            Type::Vector { count, element, scalable: false } => {
                return self.collect_elements(*count, *element, offset, leaves);
            }
            Type::Named(_) | Type::Struct { .. } => return self.collect_fields(ty, offset, leaves),
            _ => return refuse("a type of another machine"),
        };
        if leaves.len() >= MAX_LEAVES {
            return refuse("a very large aggregate as a value");
        }
        leaves.push(Leaf { ty: scalar, offset });
        Ok(())
    }

    fn collect_elements(
        &self,
        count: u64,
        element: TypeId,
        offset: u64,
        leaves: &mut Vec<Leaf>,
    ) -> Lower<()> {
        let size = self.size(element)?;
        if size == 0 {
            return Ok(());
        }
        for index in 0..count {
            self.collect(element, offset + index * size, leaves)?;
        }
        Ok(())
    }

    fn collect_fields(&self, ty: TypeId, offset: u64, leaves: &mut Vec<Leaf>) -> Lower<()> {
        let Type::Struct { fields, .. } = self.module.types.resolve(ty) else {
            return refuse("an opaque struct as a value");
        };
        let Some(offsets) = self.layout.field_offsets(ty) else { return refuse("a struct without a layout") };
        for (&field, field_offset) in fields.iter().zip(offsets) {
            self.collect(field, offset + field_offset, leaves)?;
        }
        Ok(())
    }

    /// The type of the part of an aggregate at `index`, and which of its leaves is the part's first.
    pub fn part(&self, ty: TypeId, index: u32) -> Lower<(TypeId, usize)> {
        match self.module.types.resolve(ty) {
            Type::Struct { fields, .. } => {
                let mut first = 0;
                for (position, &field) in fields.iter().enumerate() {
                    if position == index as usize {
                        return Ok((field, first));
                    }
                    first += self.width(field)?;
                }
                refuse("a field that does not exist")
            }
            Type::Array { element, .. } | Type::Vector { element, .. } => {
                Ok((*element, self.width(*element)?.saturating_mul(index as usize)))
            }
            _ => refuse("a part of a scalar"),
        }
    }

    /// The part reached by several indices: its type and the range of its leaves.
    pub fn nested_part(&self, ty: TypeId, indices: &[u32]) -> Lower<std::ops::Range<usize>> {
        let (mut current, mut first) = (ty, 0);
        for &index in indices {
            let (part, start) = self.part(current, index)?;
            current = part;
            first += start;
        }
        Ok(first..first + self.width(current)?)
    }
}

/// The symbols that occur as operands, other than as the callee of a call.
fn address_taken(module: &Module) -> FxHashSet<Symbol> {
    let mut found = FxHashSet::default();
    let mut constants: Vec<&ast::Constant> =
        module.globals.iter().filter_map(|global| global.initializer.as_ref()).collect();
    for instruction in
        module.functions.iter().flat_map(|function| &function.blocks).flat_map(|block| &block.instructions)
    {
        let operands: Vec<&ast::Value> = match &instruction.op {
            ast::Op::Store(store) => vec![&store.value.value],
            ast::Op::Call(call) | ast::Op::Invoke { call, .. } => {
                call.arguments.iter().map(|argument| &argument.operand.value).collect()
            }
            ast::Op::Phi { incoming, .. } => incoming.iter().map(|(value, _)| value).collect(),
            ast::Op::Select { if_true, if_false, .. } => vec![&if_true.value, &if_false.value],
            ast::Op::Ret(Some(value)) => vec![&value.value],
            _ => vec![],
        };
        constants.extend(operands.into_iter().filter_map(|value| match value {
            ast::Value::Constant(constant) => Some(constant),
            _ => None,
        }));
    }
    while let Some(constant) = constants.pop() {
        match constant {
            ast::Constant::Global(symbol) => {
                found.insert(*symbol);
            }
            ast::Constant::Aggregate(parts) => {
                constants.extend(parts.iter().filter_map(|part| match &part.value {
                    ast::Value::Constant(constant) => Some(constant),
                    _ => None,
                }));
            }
            _ => {}
        }
    }
    found
}
