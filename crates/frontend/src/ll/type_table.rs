//! Types of one module, hash-consed: equal types have equal [`TypeId`]s.
//!
//! Named struct types are nominal: [`Type::Named`] refers to an entry of [`TypeTable::named`], whose body
//! may be absent (opaque), and may refer back to itself only by mistake (the layout code guards against it).

use super::symbols::Symbol;
use indexmap::{IndexMap, IndexSet};
use rustc_hash::FxBuildHasher;

/// A type of one module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// A named struct type of one module.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NamedTypeId(pub u32);

/// The shape of a type.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    Void,
    /// `iN`
    Int(u32),
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    X86Mmx,
    X86Amx,
    Pointer {
        address_space: u32,
    },
    Array {
        count: u64,
        element: TypeId,
    },
    Vector {
        count: u64,
        element: TypeId,
        scalable: bool,
    },
    Struct {
        fields: Box<[TypeId]>,
        packed: bool,
    },
    /// `%struct.node`
    Named(NamedTypeId),
    Function {
        result: TypeId,
        parameters: Box<[TypeId]>,
        variadic: bool,
    },
    Label,
    Metadata,
    Token,
    /// `target("...")`, by its text.
    Target(Symbol),
}

/// `%name = type body`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedType {
    /// Without the `%`.
    pub name: Symbol,
    /// Absent for `opaque` and for a name that is never defined.
    pub body: Option<TypeId>,
}

/// All types of a module.
#[derive(Clone, Debug)]
pub struct TypeTable {
    types: IndexSet<Type, FxBuildHasher>,
    named: IndexMap<Symbol, Option<TypeId>, FxBuildHasher>,
}

impl TypeTable {
    /// `void`
    pub const VOID: TypeId = TypeId(0);
    /// `i1`
    pub const I1: TypeId = TypeId(1);
    /// `i8`
    pub const I8: TypeId = TypeId(2);
    /// `i16`
    pub const I16: TypeId = TypeId(3);
    /// `i32`
    pub const I32: TypeId = TypeId(4);
    /// `i64`
    pub const I64: TypeId = TypeId(5);
    /// `ptr` in address space 0
    pub const PTR: TypeId = TypeId(6);
    /// `float`
    pub const FLOAT: TypeId = TypeId(7);
    /// `double`
    pub const DOUBLE: TypeId = TypeId(8);
    /// `label`
    pub const LABEL: TypeId = TypeId(9);
    /// `metadata`
    pub const METADATA: TypeId = TypeId(10);
    /// `token`
    pub const TOKEN: TypeId = TypeId(11);

    /// The types named by the constants above, in that order.
    fn common() -> [Type; 12] {
        [
            Type::Void,
            Type::Int(1),
            Type::Int(8),
            Type::Int(16),
            Type::Int(32),
            Type::Int(64),
            Type::Pointer { address_space: 0 },
            Type::Float,
            Type::Double,
            Type::Label,
            Type::Metadata,
            Type::Token,
        ]
    }

    /// The id of `ty`, made if it is new.
    pub fn intern(&mut self, ty: Type) -> TypeId {
        TypeId(self.types.insert_full(ty).0 as u32)
    }

    /// The shape of a type; `void` for an id of another module that is out of range here.
    pub fn get(&self, id: TypeId) -> &Type {
        self.types.get_index(id.0 as usize).unwrap_or(&Type::Void)
    }

    /// The id of a type if the module mentions it.
    pub fn lookup(&self, ty: &Type) -> Option<TypeId> {
        self.types.get_index_of(ty).map(|index| TypeId(index as u32))
    }

    /// Looks through a named struct to its body; an opaque one stays as it is.
    pub fn resolve(&self, id: TypeId) -> &Type {
        match self.get(id) {
            Type::Named(name) => match self.named(*name).and_then(|named| named.body) {
                Some(body) => self.get(body),
                None => self.get(id),
            },
            other => other,
        }
    }

    /// The id of the struct `%name`, made without a body if it is new.
    pub fn intern_named(&mut self, name: Symbol) -> NamedTypeId {
        NamedTypeId(self.named.insert_full_if_new(name) as u32)
    }

    /// Gives `%name` its body.
    pub fn define_named(&mut self, id: NamedTypeId, body: Option<TypeId>) {
        if let Some((_, slot)) = self.named.get_index_mut(id.0 as usize) {
            *slot = body;
        }
    }

    /// A named struct by id.
    pub fn named(&self, id: NamedTypeId) -> Option<NamedType> {
        self.named.get_index(id.0 as usize).map(|(&name, &body)| NamedType { name, body })
    }

    /// A named struct by name.
    pub fn find_named(&self, name: Symbol) -> Option<NamedTypeId> {
        self.named.get_index_of(&name).map(|index| NamedTypeId(index as u32))
    }

    /// All named structs in order of appearance.
    pub fn all_named(&self) -> impl Iterator<Item = NamedType> + '_ {
        self.named.iter().map(|(&name, &body)| NamedType { name, body })
    }

    /// How many types there are.
    pub fn len(&self) -> usize {
        self.types.len()
    }

    /// Never true: the common types are always there.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }
}

/// Insertion that keeps an existing entry.
trait InsertIfNew {
    fn insert_full_if_new(&mut self, name: Symbol) -> usize;
}

impl InsertIfNew for IndexMap<Symbol, Option<TypeId>, FxBuildHasher> {
    fn insert_full_if_new(&mut self, name: Symbol) -> usize {
        let entry = self.entry(name);
        let index = entry.index();
        entry.or_insert(None);
        index
    }
}

impl Default for TypeTable {
    fn default() -> Self {
        let mut types = IndexSet::default();
        types.extend(Self::common());
        TypeTable { types, named: IndexMap::default() }
    }
}
