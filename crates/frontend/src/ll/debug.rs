//! A typed view of the debug metadata: source locations, names of variables and functions, types.
//!
//! Nothing here fails: what the metadata does not tell is `None`. Chains of scopes and of qualifiers are
//! followed a bounded number of steps, so circular metadata does no harm. Paths into objects
//! (`.buf[2].next`) are in [`paths`].

pub mod paths;

use super::ast::*;
use rustc_hash::FxHashMap;

pub use paths::{MemberPath, join_path};

/// Longer than any chain of scopes or qualifiers that a compiler writes.
const MAX_STEPS: usize = 256;

/// Answers questions about one module.
#[derive(Debug)]
pub struct DebugInfo<'m> {
    module: &'m Module,
    /// Definitions of structs by their mangled name, for forward declarations.
    by_identifier: FxHashMap<Symbol, MetadataId>,
}

/// A place in the user's program.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SourceLocation<'m> {
    /// As the compiler was given it; may be relative to `directory`.
    pub file: &'m str,
    pub directory: &'m str,
    pub line: u32,
    /// 0 if unknown.
    pub column: u32,
}

/// A variable or function in the user's program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entity<'m> {
    pub name: &'m str,
    /// Of the variable; the `!DISubroutineType` of a function.
    pub ty: Option<MetadataId>,
    pub file: Option<&'m str>,
    pub line: u32,
    /// 1 for the first parameter, 0 otherwise.
    pub argument: u32,
    /// Made by the compiler.
    pub artificial: bool,
}

/// The shape of a type, seen through typedefs and qualifiers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DebugType<'m> {
    Basic {
        name: &'m str,
        /// `DW_ATE_signed` and the like; empty if unknown.
        encoding: &'m str,
        bits: u64,
    },
    /// Also references; `None` for `void *`.
    Pointer {
        pointee: Option<MetadataId>,
    },
    /// Struct or class.
    Struct {
        name: Option<&'m str>,
        bits: u64,
    },
    Union {
        name: Option<&'m str>,
        bits: u64,
    },
    Enum {
        name: Option<&'m str>,
        bits: u64,
    },
    /// `None` for a dimension of unknown extent.
    Array {
        element: Option<MetadataId>,
        dimensions: Vec<Option<u64>>,
    },
    Function,
    Other,
}

impl<'m> DebugInfo<'m> {
    /// Indexes the definitions of structs.
    pub fn new(module: &'m Module) -> Self {
        let mut by_identifier = FxHashMap::default();
        for (id, node) in module.metadata.iter() {
            if let MetadataNode::CompositeType(ty) = node
                && let Some(identifier) = ty.identifier
                && !ty.is_declaration
            {
                by_identifier.entry(identifier).or_insert(id);
            }
        }
        DebugInfo { module, by_identifier }
    }

    fn node(&self, id: MetadataId) -> &'m MetadataNode {
        self.module.metadata.get(id)
    }

    fn text(&self, symbol: Option<Symbol>) -> Option<&'m str> {
        symbol.map(|symbol| self.module.symbols.name(symbol))
    }

    /// The place that a `!DILocation` stands for; where code was inlined, the place in the inlined function.
    pub fn location(&self, id: MetadataId) -> Option<SourceLocation<'m>> {
        let MetadataNode::Location(location) = self.node(id) else { return None };
        let (file, directory) = self.scope_file(location.scope?)?;
        Some(SourceLocation { file, directory, line: location.line, column: location.column })
    }

    /// The block that a `!DILocation` lies in.
    pub fn scope(&self, location: MetadataId) -> Option<MetadataId> {
        match self.node(location) {
            MetadataNode::Location(location) => location.scope,
            _ => None,
        }
    }

    /// Whether a block is another one, or lies in it.
    pub fn is_within(&self, block: MetadataId, other: MetadataId) -> bool {
        let outer = |&block: &MetadataId| match self.node(block) {
            MetadataNode::LexicalBlock { scope, .. } => *scope,
            _ => None,
        };
        std::iter::successors(Some(block), outer).take(MAX_STEPS).any(|block| block == other)
    }

    /// The place of an instruction.
    pub fn instruction_location(&self, instruction: &Instruction) -> Option<SourceLocation<'m>> {
        self.location(instruction.debug?)
    }

    /// File and directory of a scope: the innermost that names one.
    pub fn scope_file(&self, scope: MetadataId) -> Option<(&'m str, &'m str)> {
        let mut current = scope;
        for _ in 0..MAX_STEPS {
            let (file, outer) = match self.node(current) {
                MetadataNode::File { .. } => (Some(current), None),
                MetadataNode::LexicalBlock { file, scope, .. } => (*file, *scope),
                MetadataNode::Subprogram(subprogram) => (subprogram.file, subprogram.scope),
                MetadataNode::CompileUnit { file, .. } => (*file, None),
                MetadataNode::Namespace { scope, .. } => (None, *scope),
                MetadataNode::CompositeType(ty) => (None, ty.scope),
                _ => return None,
            };
            if let Some(found) = file.and_then(|file| self.file(file)) {
                return Some(found);
            }
            current = outer?;
        }
        None
    }

    fn file(&self, id: MetadataId) -> Option<(&'m str, &'m str)> {
        match self.node(id) {
            MetadataNode::File { filename, directory } => {
                Some((self.text(*filename)?, self.text(*directory).unwrap_or("")))
            }
            _ => None,
        }
    }

    /// The variable of a `!DILocalVariable`, `!DIGlobalVariable` or `!DIGlobalVariableExpression`;
    /// `None` if it has no name.
    pub fn variable(&self, id: MetadataId) -> Option<Entity<'m>> {
        match self.node(id) {
            MetadataNode::GlobalVariableExpression { variable: Some(variable) } => {
                match self.node(*variable) {
                    MetadataNode::GlobalVariable(variable) => self.entity(variable),
                    _ => None,
                }
            }
            MetadataNode::LocalVariable(variable) | MetadataNode::GlobalVariable(variable) => {
                self.entity(variable)
            }
            _ => None,
        }
    }

    fn entity(&self, variable: &'m DiVariable) -> Option<Entity<'m>> {
        Some(Entity {
            name: self.text(variable.name)?,
            ty: variable.ty,
            file: variable.file.and_then(|file| self.file(file)).map(|(name, _)| name),
            line: variable.line,
            argument: variable.argument,
            artificial: variable.artificial,
        })
    }

    /// The user's variable behind a global.
    pub fn global(&self, variable: &GlobalVariable) -> Option<Entity<'m>> {
        variable.debug.iter().find_map(|&id| self.variable(id))
    }

    /// The type of a global, also of one without a name (a string literal).
    pub fn global_type(&self, variable: &GlobalVariable) -> Option<MetadataId> {
        variable.debug.iter().find_map(|&id| match self.node(id) {
            MetadataNode::GlobalVariableExpression { variable: Some(variable) } => match self.node(*variable)
            {
                MetadataNode::GlobalVariable(variable) => variable.ty,
                _ => None,
            },
            MetadataNode::GlobalVariable(variable) => variable.ty,
            _ => None,
        })
    }

    /// The user's function behind a function.
    pub fn function(&self, function: &Function) -> Option<Entity<'m>> {
        self.subprogram(function.debug?)
    }

    /// The function of a `!DISubprogram`.
    pub fn subprogram(&self, id: MetadataId) -> Option<Entity<'m>> {
        let MetadataNode::Subprogram(subprogram) = self.node(id) else { return None };
        Some(Entity {
            name: self.text(subprogram.name.or(subprogram.linkage_name))?,
            ty: subprogram.ty,
            file: subprogram.file.and_then(|file| self.file(file)).map(|(name, _)| name),
            line: subprogram.line,
            argument: 0,
            artificial: false,
        })
    }

    /// `namespace::Class::function` of a `!DISubprogram`.
    pub fn qualified_name(&self, subprogram: MetadataId) -> Option<String> {
        let mut parts = vec![self.subprogram(subprogram)?.name];
        let MetadataNode::Subprogram(node) = self.node(subprogram) else { return None };
        let mut scope = node.scope;
        for _ in 0..MAX_STEPS {
            let (name, outer) = match scope.map(|scope| self.node(scope)) {
                Some(MetadataNode::Namespace { name, scope }) => (*name, *scope),
                Some(MetadataNode::CompositeType(ty)) => (ty.name, ty.scope),
                _ => break,
            };
            parts.extend(self.text(name));
            scope = outer;
        }
        parts.reverse();
        Some(parts.join("::"))
    }

    /// For each local of a function, the variable that lives there (by its `declare` record with an empty
    /// expression), for building names of allocas and parameters.
    pub fn declared_variables(&self, function: &Function) -> Vec<Option<MetadataId>> {
        let mut variables = vec![None; function.locals.len()];
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let Op::Debug(record) = &instruction.op
                && let DebugRecord::Declare { address: Some(address), variable, expression } = &**record
                && let Value::Local(local) = address.value
                && expression.words.is_empty()
                && let Some(slot) = variables.get_mut(local.index())
            {
                *slot = slot.or(*variable);
            }
        }
        variables
    }

    /// Looks through typedefs, `const`, `volatile`, `restrict`, `_Atomic` and members to the type below,
    /// and from a forward declaration to the definition. `None` for `void`.
    pub fn strip(&self, ty: MetadataId) -> Option<MetadataId> {
        let mut current = ty;
        for _ in 0..MAX_STEPS {
            match self.node(current) {
                MetadataNode::DerivedType(derived) => match derived.tag {
                    DerivedTag::Pointer | DerivedTag::Reference | DerivedTag::PointerToMember => {
                        return Some(current);
                    }
                    _ => current = derived.base?,
                },
                MetadataNode::CompositeType(composite) if composite.is_declaration => {
                    let definition = composite.identifier.and_then(|name| self.by_identifier.get(&name));
                    return Some(definition.copied().unwrap_or(current));
                }
                _ => return Some(current),
            }
        }
        None
    }

    /// The shape of a type.
    pub fn type_of(&self, ty: MetadataId) -> DebugType<'m> {
        let Some(stripped) = self.strip(ty) else { return DebugType::Other };
        match self.node(stripped) {
            MetadataNode::BasicType { name, size, encoding } => DebugType::Basic {
                name: self.text(*name).unwrap_or(""),
                encoding: self.text(*encoding).unwrap_or(""),
                bits: *size,
            },
            MetadataNode::DerivedType(derived) if derived.tag != DerivedTag::PointerToMember => {
                DebugType::Pointer { pointee: derived.base }
            }
            MetadataNode::SubroutineType { .. } => DebugType::Function,
            MetadataNode::CompositeType(composite) => self.composite(composite),
            _ => DebugType::Other,
        }
    }

    fn composite(&self, composite: &'m DiCompositeType) -> DebugType<'m> {
        let (name, bits) = (self.text(composite.name), composite.size);
        match composite.tag {
            CompositeTag::Struct | CompositeTag::Class => DebugType::Struct { name, bits },
            CompositeTag::Union => DebugType::Union { name, bits },
            CompositeTag::Enum => DebugType::Enum { name, bits },
            CompositeTag::Array => {
                let dimensions = self.elements(composite).filter_map(|id| match self.node(id) {
                    MetadataNode::Subrange { count, lower_bound, upper_bound } => {
                        let upper = upper_bound
                            .map(|upper| upper.saturating_sub(lower_bound.unwrap_or(0)).saturating_add(1));
                        Some(count.or(upper).and_then(|count| u64::try_from(count).ok()))
                    }
                    _ => None,
                });
                DebugType::Array { element: composite.base, dimensions: dimensions.collect() }
            }
            CompositeTag::Other => DebugType::Other,
        }
    }

    /// The nodes in the element list of a composite type.
    fn elements(&self, composite: &DiCompositeType) -> impl Iterator<Item = MetadataId> + use<'m> {
        let tuple = match composite.elements.map(|id| self.node(id)) {
            Some(MetadataNode::Tuple(elements)) => elements.as_slice(),
            _ => &[],
        };
        tuple.iter().filter_map(|element| match element {
            MetadataElement::Node(id) => Some(*id),
            _ => None,
        })
    }

    /// What a pointer or reference type points to.
    pub fn pointee(&self, ty: MetadataId) -> Option<MetadataId> {
        match self.type_of(ty) {
            DebugType::Pointer { pointee } => pointee,
            _ => None,
        }
    }

    /// The element type of an array (of the innermost dimension).
    pub fn array_element(&self, ty: MetadataId) -> Option<MetadataId> {
        match self.type_of(ty) {
            DebugType::Array { element, .. } => element,
            _ => None,
        }
    }

    /// Whether an integer, character or enum type is signed; `None` for other types.
    pub fn is_signed(&self, ty: MetadataId) -> Option<bool> {
        match self.type_of(ty) {
            DebugType::Basic { encoding, .. } => match encoding {
                "DW_ATE_signed" | "DW_ATE_signed_char" => Some(true),
                "DW_ATE_unsigned" | "DW_ATE_unsigned_char" | "DW_ATE_boolean" | "DW_ATE_UTF" => Some(false),
                _ => None,
            },
            DebugType::Enum { .. } => {
                let MetadataNode::CompositeType(composite) = self.node(self.strip(ty)?) else { return None };
                composite.base.and_then(|base| match self.type_of(base) {
                    DebugType::Basic { encoding, .. } => Some(encoding.starts_with("DW_ATE_signed")),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// The name of an enumerator of an enum type by its value.
    pub fn enumerator(&self, ty: MetadataId, wanted: i128) -> Option<&'m str> {
        let MetadataNode::CompositeType(composite) = self.node(self.strip(ty)?) else { return None };
        self.elements(composite).find_map(|id| match self.node(id) {
            MetadataNode::Enumerator { name, value } if *value == wanted => self.text(*name),
            _ => None,
        })
    }

    /// Size of a type in bits.
    pub fn bits(&self, ty: MetadataId) -> Option<u64> {
        let mut current = ty;
        // Elements multiply up while we go down through arrays of unknown total size.
        let mut factor = 1u64;
        for _ in 0..MAX_STEPS {
            let bits = match self.node(self.strip(current)?) {
                MetadataNode::BasicType { size, .. } => *size,
                MetadataNode::DerivedType(derived) => derived.size,
                MetadataNode::CompositeType(composite) if composite.size != 0 => composite.size,
                MetadataNode::CompositeType(composite) => match self.composite(composite) {
                    DebugType::Array { element, dimensions } => {
                        for dimension in dimensions {
                            factor = factor.checked_mul(dimension?)?;
                        }
                        current = element?;
                        continue;
                    }
                    _ => composite.size,
                },
                _ => return None,
            };
            return bits.checked_mul(factor);
        }
        None
    }
}
