//! User-facing names of places inside objects: `ring.buf[2]`, `head->next`.
//!
//! A path is chosen by byte offset and, where that leaves a choice (a struct and its first member, the
//! members of a union), by the number of bytes accessed: we go down as long as the part is not smaller
//! than the access. Base classes and unnamed structs and unions add nothing to the path.

use super::{DebugInfo, DebugType};
use crate::ll::ast::*;
use std::fmt::Write as _;

/// Deeper than members nest in practice.
const MAX_DEPTH: usize = 64;

/// How far up a hierarchy of empty classes we look.
const EMPTY_DEPTH: u32 = 8;

/// A place inside an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberPath {
    /// `.buf[2].next`; empty for the object itself.
    pub text: String,
    /// The type there.
    pub ty: MetadataId,
    /// Bytes left over inside that type (non-zero if the place is in the middle of a scalar).
    pub rest: u64,
}

/// `base` and a path: `ring` and `.buf[2]` give `ring.buf[2]`; through a pointer `head` and `.next` give
/// `head->next`, and an empty path `*head`.
pub fn join_path(base: &str, path: &str, through_pointer: bool) -> String {
    if !through_pointer {
        return format!("{base}{path}");
    }
    match path.strip_prefix('.') {
        Some(member) => format!("{base}->{member}"),
        None if path.is_empty() => format!("*{base}"),
        None => format!("(*{base}){path}"),
    }
}

impl DebugInfo<'_> {
    /// The path of the innermost part at `byte_offset` of an object of type `ty`: `.next`, `.buf[2]`,
    /// or empty for a scalar. `None` if the offset is outside or the type is unknown.
    pub fn member_path(&self, ty: MetadataId, byte_offset: u64) -> Option<String> {
        let path = self.resolve_path(ty, byte_offset, None)?;
        (path.rest == 0).then_some(path.text)
    }

    /// The part at `byte_offset` of an object of type `ty` that an access of so many bytes means.
    pub fn resolve_path(
        &self,
        ty: MetadataId,
        byte_offset: u64,
        access_bytes: Option<u64>,
    ) -> Option<MemberPath> {
        // A type that leads nowhere has no parts.
        self.strip(ty)?;
        let mut path = MemberPath { text: String::new(), ty, rest: byte_offset };
        for _ in 0..MAX_DEPTH {
            if self.descend(&mut path, access_bytes)?.is_none() {
                break;
            }
        }
        self.is_inside(&path).then_some(path)
    }

    /// Whether the place is within the bounds of the type there, as far as they are known.
    fn is_inside(&self, path: &MemberPath) -> bool {
        self.bits(path.ty).is_none_or(|bits| bits == 0 || path.rest < bits.div_ceil(8))
    }

    /// Goes one level down; `Some(None)` when the path is complete, `None` when the offset is outside.
    fn descend(&self, path: &mut MemberPath, access_bytes: Option<u64>) -> Option<Option<()>> {
        match self.type_of(path.ty) {
            DebugType::Struct { .. } | DebugType::Union { .. } => Some(self.enter_member(path, access_bytes)),
            DebugType::Array { .. } if !self.is_inside(path) => None,
            DebugType::Array { element: Some(element), dimensions } => {
                self.enter_element(path, element, &dimensions, access_bytes)
            }
            _ => Some(None),
        }
    }

    /// Moves to the member of a struct or union that holds the access, if there is one.
    fn enter_member(&self, path: &mut MemberPath, access_bytes: Option<u64>) -> Option<()> {
        let MetadataNode::CompositeType(composite) = self.node(self.strip(path.ty)?) else { return None };
        let members = self.elements(composite).filter_map(|id| match self.node(id) {
            MetadataNode::DerivedType(member) => Some(&**member),
            _ => None,
        });
        let holding = members.filter(|member| self.holds(member, path.rest, access_bytes));
        // Among the members of a union, the one that fits the access exactly; else the first.
        let exact = |member: &&DiDerivedType| {
            access_bytes.is_some_and(|bytes| self.member_bytes(member) == Some(bytes))
        };
        let mut first = None;
        let mut chosen = None;
        for member in holding {
            first = first.or(Some(member));
            if exact(&member) {
                chosen = Some(member);
                break;
            }
        }
        let member = chosen.or(first)?;
        if let Some(name) = self.text(member.name).filter(|_| member.tag == DerivedTag::Member) {
            let _ = write!(path.text, ".{name}");
        }
        path.rest -= member.offset / 8;
        path.ty = member.base?;
        Some(())
    }

    fn member_bytes(&self, member: &DiDerivedType) -> Option<u64> {
        let bits = if member.is_bit_field {
            Some(member.size)
        } else {
            member.base.and_then(|base| self.bits(base))
        };
        bits.map(|bits| bits.div_ceil(8))
    }

    fn holds(&self, member: &DiDerivedType, offset: u64, access_bytes: Option<u64>) -> bool {
        let is_part = matches!(member.tag, DerivedTag::Member | DerivedTag::Inheritance);
        if !is_part || member.is_static || member.base.is_none() {
            return false;
        }
        if member.base.is_some_and(|base| self.is_empty_class(base, EMPTY_DEPTH)) {
            return false;
        }
        let start = member.offset / 8;
        // A flexible array at the end has no size of its own.
        let bytes = self.member_bytes(member).unwrap_or(u64::MAX);
        let flexible = bytes == 0 && member.base.is_some_and(|base| self.array_element(base).is_some());
        let end = if member.is_bit_field {
            // It may begin in one byte and end in the next.
            member.offset.saturating_add(member.size).div_ceil(8)
        } else if flexible {
            u64::MAX
        } else {
            start.saturating_add(bytes)
        };
        let large_enough =
            flexible || member.is_bit_field || access_bytes.is_none_or(|access| bytes >= access);
        start <= offset && offset < end && large_enough
    }

    /// Whether a class has no data; it has a size of one byte all the same, which it may share with others.
    fn is_empty_class(&self, ty: MetadataId, depth: u32) -> bool {
        let Some(MetadataNode::CompositeType(composite)) = self.strip(ty).map(|ty| self.node(ty)) else {
            return false;
        };
        if depth == 0 || !matches!(composite.tag, CompositeTag::Struct | CompositeTag::Class) {
            return false;
        }
        composite.size == 8
            && self.elements(composite).all(|id| match self.node(id) {
                MetadataNode::DerivedType(member) => match (member.tag, member.base) {
                    (DerivedTag::Member, _) => member.is_static,
                    (DerivedTag::Inheritance, Some(base)) => self.is_empty_class(base, depth - 1),
                    _ => true,
                },
                _ => true,
            })
    }

    /// Moves to the element of an array that holds the access.
    fn enter_element(
        &self,
        path: &mut MemberPath,
        element: MetadataId,
        dimensions: &[Option<u64>],
        access_bytes: Option<u64>,
    ) -> Option<Option<()>> {
        let Some(bytes) = self.bits(element).map(|bits| bits.div_ceil(8)).filter(|&bytes| bytes > 0) else {
            return Some(None);
        };
        if access_bytes.is_some_and(|access| access > bytes) {
            return Some(None);
        }
        let mut index = path.rest / bytes;
        let mut indices = Vec::with_capacity(dimensions.len());
        for dimension in dimensions.iter().skip(1).rev() {
            let extent = dimension.filter(|&extent| extent > 0)?;
            indices.push(index % extent);
            index /= extent;
        }
        indices.push(index);
        for index in indices.iter().rev() {
            let _ = write!(path.text, "[{index}]");
        }
        path.rest %= bytes;
        path.ty = element;
        Some(Some(()))
    }

    /// A type as a C programmer writes it, roughly: `struct node *`, `int [4]`, `unsigned int`.
    pub fn type_name(&self, ty: MetadataId) -> String {
        let mut suffix = String::new();
        let mut current = Some(ty);
        for _ in 0..MAX_DEPTH {
            let Some(id) = current else { return format!("void{suffix}") };
            match self.node(id) {
                MetadataNode::DerivedType(derived) => {
                    if let (DerivedTag::Typedef, Some(name)) = (derived.tag, self.text(derived.name)) {
                        return format!("{name}{suffix}");
                    }
                    match derived.tag {
                        DerivedTag::Pointer => suffix = pointer_suffix('*', &suffix),
                        DerivedTag::Reference => suffix = pointer_suffix('&', &suffix),
                        _ => {}
                    }
                    current = derived.base;
                }
                MetadataNode::CompositeType(composite) if composite.tag == CompositeTag::Array => {
                    if let DebugType::Array { dimensions, .. } = self.type_of(id) {
                        let extents =
                            dimensions.iter().map(|extent| extent.map_or(String::new(), |e| e.to_string()));
                        suffix = format!(" [{}]{suffix}", extents.collect::<Vec<_>>().join("]["));
                    }
                    current = composite.base;
                }
                other => return format!("{}{suffix}", self.base_name(other)),
            }
        }
        "?".into()
    }

    fn base_name(&self, node: &MetadataNode) -> String {
        match node {
            MetadataNode::BasicType { name, .. } => self.text(*name).unwrap_or("?").to_owned(),
            MetadataNode::CompositeType(composite) => {
                let keyword = match composite.tag {
                    CompositeTag::Struct => "struct",
                    CompositeTag::Class => "class",
                    CompositeTag::Union => "union",
                    CompositeTag::Enum => "enum",
                    CompositeTag::Array | CompositeTag::Other => "",
                };
                format!("{keyword} {}", self.text(composite.name).unwrap_or("{...}"))
            }
            MetadataNode::SubroutineType { .. } => "function".into(),
            _ => "?".into(),
        }
    }
}

fn pointer_suffix(mark: char, suffix: &str) -> String {
    let inner = suffix.trim_start();
    format!(" {mark}{inner}")
}
