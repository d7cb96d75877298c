//! Metadata nodes of a module, as data: only what naming and locating things needs.
//!
//! Every node that is defined (`!7 = ...`), referred to (`!7`), or written in place where a location is
//! expected gets a dense [`MetadataId`]; a node referred to but never defined is [`MetadataNode::Missing`].
//! Kinds of nodes that we have no use for are [`MetadataNode::Other`]. Questions are answered by
//! [`DebugInfo`](super::debug::DebugInfo).

use super::ast::Operand;
use super::symbols::Symbol;
use rustc_hash::FxHashMap;

/// A metadata node of one module (dense; not the number written in the text).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct MetadataId(pub u32);

/// All metadata nodes of a module.
#[derive(Clone, Debug, Default)]
pub struct Metadata {
    nodes: Vec<MetadataNode>,
    by_number: FxHashMap<u32, MetadataId>,
    /// `!llvm.dbg.cu = !{!0, !1}`: named lists.
    pub named: Vec<(Symbol, Vec<MetadataId>)>,
}

impl Metadata {
    /// The id of `!number`, made as `Missing` if it is new.
    pub fn numbered(&mut self, number: u32) -> MetadataId {
        let next = MetadataId(self.nodes.len() as u32);
        let id = *self.by_number.entry(number).or_insert(next);
        if id == next {
            self.nodes.push(MetadataNode::Missing);
        }
        id
    }

    /// A node without a number.
    pub fn anonymous(&mut self, node: MetadataNode) -> MetadataId {
        self.nodes.push(node);
        MetadataId((self.nodes.len() - 1) as u32)
    }

    /// Gives a node its content.
    pub fn define(&mut self, id: MetadataId, node: MetadataNode) {
        if let Some(slot) = self.nodes.get_mut(id.0 as usize) {
            *slot = node;
        }
    }

    /// The content of a node.
    pub fn get(&self, id: MetadataId) -> &MetadataNode {
        self.nodes.get(id.0 as usize).unwrap_or(&MetadataNode::Missing)
    }

    /// The id of `!number` as written in the text.
    pub fn by_number(&self, number: u32) -> Option<MetadataId> {
        self.by_number.get(&number).copied()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All nodes with their ids.
    pub fn iter(&self) -> impl Iterator<Item = (MetadataId, &MetadataNode)> {
        self.nodes.iter().enumerate().map(|(index, node)| (MetadataId(index as u32), node))
    }
}

/// One node.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataNode {
    /// Referred to, never defined.
    Missing,
    /// `!{...}`
    Tuple(Vec<MetadataElement>),
    /// `!DILocation`
    Location(DiLocation),
    /// `!DIFile`
    File { filename: Option<Symbol>, directory: Option<Symbol> },
    /// `!DICompileUnit`
    CompileUnit { file: Option<MetadataId>, language: Option<Symbol>, producer: Option<Symbol> },
    /// `!DISubprogram`
    Subprogram(Box<DiSubprogram>),
    /// `!DILexicalBlock` and `!DILexicalBlockFile` (which changes the file).
    LexicalBlock { scope: Option<MetadataId>, file: Option<MetadataId>, line: u32, column: u32 },
    /// `!DINamespace`
    Namespace { name: Option<Symbol>, scope: Option<MetadataId> },
    /// `!DILocalVariable`
    LocalVariable(Box<DiVariable>),
    /// `!DIGlobalVariable`
    GlobalVariable(Box<DiVariable>),
    /// `!DIGlobalVariableExpression`
    GlobalVariableExpression { variable: Option<MetadataId> },
    /// `!DILabel`
    Label { name: Option<Symbol>, file: Option<MetadataId>, line: u32 },
    /// `!DIBasicType`
    BasicType { name: Option<Symbol>, size: u64, encoding: Option<Symbol> },
    /// `!DIDerivedType`: pointer, reference, typedef, qualifier, member, inheritance.
    DerivedType(Box<DiDerivedType>),
    /// `!DICompositeType`: struct, class, union, enum, array.
    CompositeType(Box<DiCompositeType>),
    /// `!DISubroutineType`; `types` is a tuple whose first element is the result.
    SubroutineType { types: Option<MetadataId> },
    /// `!DISubrange`
    Subrange { count: Option<i64>, lower_bound: Option<i64>, upper_bound: Option<i64> },
    /// `!DIEnumerator`; the value is the two's complement of what is written.
    Enumerator { name: Option<Symbol>, value: i128 },
    /// Any other kind, by its name without `!`.
    Other { kind: Symbol },
}

/// An element of a tuple.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataElement {
    Null,
    Node(MetadataId),
    String(Symbol),
    /// `i32 7`, `ptr @f`
    Value(Box<Operand>),
    /// Written in place and not kept.
    Other,
}

/// `!DILocation`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiLocation {
    pub line: u32,
    pub column: u32,
    pub scope: Option<MetadataId>,
    pub inlined_at: Option<MetadataId>,
}

/// `!DISubprogram`
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DiSubprogram {
    pub name: Option<Symbol>,
    pub linkage_name: Option<Symbol>,
    pub scope: Option<MetadataId>,
    pub file: Option<MetadataId>,
    pub line: u32,
    pub ty: Option<MetadataId>,
    /// The declaration inside its class, for a member function defined outside.
    pub declaration: Option<MetadataId>,
}

/// `!DILocalVariable`, `!DIGlobalVariable`
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DiVariable {
    pub name: Option<Symbol>,
    pub linkage_name: Option<Symbol>,
    /// 1 for the first parameter; 0 if none.
    pub argument: u32,
    pub scope: Option<MetadataId>,
    pub file: Option<MetadataId>,
    pub line: u32,
    pub ty: Option<MetadataId>,
    /// `DIFlagArtificial`: made by the compiler (such as `this`).
    pub artificial: bool,
}

/// What a `!DIDerivedType` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DerivedTag {
    Pointer,
    /// `&` or `&&`
    Reference,
    PointerToMember,
    Typedef,
    Const,
    Volatile,
    Restrict,
    Atomic,
    Member,
    Inheritance,
    /// A static data member, friend, or a kind that we have no use for.
    #[default]
    Other,
}

/// `!DIDerivedType`
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DiDerivedType {
    pub tag: DerivedTag,
    pub name: Option<Symbol>,
    pub base: Option<MetadataId>,
    /// In bits.
    pub size: u64,
    /// In bits, within the enclosing struct.
    pub offset: u64,
    pub is_static: bool,
    pub is_bit_field: bool,
    pub artificial: bool,
}

/// What a `!DICompositeType` is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CompositeTag {
    #[default]
    Struct,
    Class,
    Union,
    Enum,
    Array,
    Other,
}

/// `!DICompositeType`
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DiCompositeType {
    pub tag: CompositeTag,
    pub name: Option<Symbol>,
    /// The mangled name that a forward declaration and its definition share.
    pub identifier: Option<Symbol>,
    pub base: Option<MetadataId>,
    /// In bits.
    pub size: u64,
    /// A tuple of members, enumerators or subranges.
    pub elements: Option<MetadataId>,
    pub is_vector: bool,
    pub is_declaration: bool,
    pub scope: Option<MetadataId>,
}
