//! The C types that litmus tests use: integers, pointers to them, and locks.

use super::cursor::Cursor;
use super::lexer::Tok;
use super::{LitmusError, Result};
use ir::{Order, Ty};
use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Int {
        bits: u8,
        signed: bool,
    },
    Bool,
    /// The result of a comparison: an `i1`, an `int` to C.
    Flag,
    Pointer(Box<CType>),
    /// `spinlock_t` and mutexes.
    Lock,
    Void,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CType {
    pub kind: Kind,
    pub atomic: bool,
    pub volatile: bool,
}

/// Bytes of a lock object: those of a `pthread_mutex_t`, all zero in its static initialiser.
const LOCK_BYTES: u64 = 40;
/// `int ********p` is no litmus test.
const MAX_STARS: usize = 4;

impl CType {
    pub const fn of(kind: Kind) -> CType {
        CType { kind, atomic: false, volatile: false }
    }
    pub const INT: CType = CType::of(Kind::Int { bits: 32, signed: true });
    pub const LONG: CType = CType::of(Kind::Int { bits: 64, signed: true });
    pub const FLAG: CType = CType::of(Kind::Flag);
    pub const VOID: CType = CType::of(Kind::Void);

    pub fn pointer(self) -> CType {
        CType::of(Kind::Pointer(Box::new(self)))
    }
    /// What this points to.
    pub fn pointee(&self) -> Option<&CType> {
        match &self.kind {
            Kind::Pointer(target) => Some(target),
            _ => None,
        }
    }
    /// The type without qualifiers, as a register has it.
    pub fn plain(&self) -> CType {
        CType::of(self.kind.clone())
    }
    /// The type of its values in the IR.
    pub fn value_ty(&self) -> Ty {
        match self.kind {
            Kind::Int { bits, .. } => Ty::Int(bits),
            Kind::Bool => Ty::I8,
            Kind::Flag => Ty::BOOL,
            Kind::Pointer(_) => Ty::Ptr,
            Kind::Lock | Kind::Void => Ty::I32,
        }
    }
    pub fn size(&self) -> u64 {
        match self.kind {
            Kind::Lock => LOCK_BYTES,
            Kind::Void => 1,
            _ => self.value_ty().bytes(),
        }
    }
    pub fn align(&self) -> u32 {
        if self.kind == Kind::Lock { 8 } else { self.size() as u32 }
    }
    /// The order of an access that is spelled `*x`: C11 makes it seq_cst for an atomic type.
    pub fn access_order(&self) -> Order {
        if self.atomic { Order::SeqCst } else { Order::Plain }
    }
    pub fn is_signed(&self) -> bool {
        matches!(self.kind, Kind::Int { signed: true, .. })
    }
    pub fn is_pointer(&self) -> bool {
        matches!(self.kind, Kind::Pointer(_))
    }
    pub fn has_value(&self) -> bool {
        !matches!(self.kind, Kind::Lock | Kind::Void)
    }
}

impl fmt::Display for CType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            Kind::Int { bits: 32, signed: true } | Kind::Flag => f.write_str("int"),
            Kind::Int { bits, signed: true } => write!(f, "int{bits}_t"),
            Kind::Int { bits, signed: false } => write!(f, "uint{bits}_t"),
            Kind::Bool => f.write_str("_Bool"),
            Kind::Pointer(target) => write!(f, "{target} *"),
            Kind::Lock => f.write_str("spinlock_t"),
            Kind::Void => f.write_str("void"),
        }
    }
}

/// A type that is one word.
fn named(name: &str) -> Option<CType> {
    let int = |bits, signed| CType::of(Kind::Int { bits, signed });
    if let Some(rest) = name.strip_prefix("atomic_") {
        let base = match rest {
            "t" => CType::INT,
            "long_t" | "llong" => CType::LONG,
            "int" | "bool" | "char" | "short" | "long" => keyword(rest)?,
            "uint" => int(32, false),
            "ulong" | "ullong" => int(64, false),
            "uchar" => int(8, false),
            "ushort" => int(16, false),
            other if other.ends_with("_t") => named(other)?,
            _ => return None,
        };
        return Some(CType { atomic: true, ..base });
    }
    let short = name.trim_start_matches("__");
    Some(match short {
        "u8" | "uint8_t" => int(8, false),
        "s8" | "int8_t" => int(8, true),
        "u16" | "uint16_t" => int(16, false),
        "s16" | "int16_t" => int(16, true),
        "u32" | "uint32_t" => int(32, false),
        "s32" | "int32_t" => int(32, true),
        "u64" | "uint64_t" | "uintptr_t" | "size_t" => int(64, false),
        "s64" | "int64_t" | "intptr_t" | "ssize_t" | "ptrdiff_t" => int(64, true),
        "atomic64_t" => CType { atomic: true, ..CType::LONG },
        "spinlock_t" | "pthread_mutex_t" | "pthread_spinlock_t" | "mtx_t" => CType::of(Kind::Lock),
        _ => return keyword(name),
    })
}

fn keyword(name: &str) -> Option<CType> {
    let int = |bits| CType::of(Kind::Int { bits, signed: true });
    Some(match name {
        "int" => CType::INT,
        "long" => CType::LONG,
        "short" => int(16),
        "char" => int(8),
        "bool" | "_Bool" => CType::of(Kind::Bool),
        "void" => CType::VOID,
        _ => return None,
    })
}

fn is_qualifier(name: &str) -> bool {
    matches!(name, "const" | "volatile" | "register" | "static" | "restrict" | "__rcu" | "__volatile__")
}

/// Whether a declaration or a cast can begin with this word.
pub(super) fn begins_type(name: &str) -> bool {
    is_qualifier(name)
        || matches!(name, "unsigned" | "signed" | "_Atomic" | "struct" | "union" | "enum")
        || name.contains("int128")
        || named(name).is_some()
}

/// A type without its stars.
pub(super) fn base_type(cursor: &mut Cursor<'_>) -> Result<CType> {
    let mut base: Option<CType> = None;
    let (mut signedness, mut atomic, mut volatile) = (None, false, false);
    while let Tok::Ident(name) = cursor.peek() {
        match name {
            "unsigned" => signedness = Some(false),
            "signed" => signedness = Some(true),
            "volatile" | "__volatile__" => volatile = true,
            "_Atomic" => {
                atomic = true;
                if matches!(cursor.peek_at(1), Tok::Punct("(")) {
                    cursor.advance();
                    cursor.advance();
                    base = Some(cursor.nested(type_with_stars)?);
                    if !cursor.at(")") {
                        return Err(cursor.unexpected("')' after the atomic type"));
                    }
                }
            }
            "struct" | "union" | "enum" => {
                let message = format!(
                    "'{name}' is not supported in a litmus test: expected an integer or pointer type"
                );
                return Err(LitmusError::new(cursor.pos(), message));
            }
            "__int128" | "__int128_t" | "__uint128_t" | "int128_t" | "uint128_t" => {
                return Err(LitmusError::new(cursor.pos(), "integers of 128 bits are not supported"));
            }
            _ if is_qualifier(name) => {}
            _ => match (named(name), &base) {
                (Some(found), None) => base = Some(found),
                // `long long`, `long int`, `short int`, `int long`.
                (Some(found), Some(before)) => base = Some(wider_word(before, found)),
                (None, _) => break,
            },
        }
        cursor.advance();
    }
    let mut ty = match (base, signedness) {
        (Some(ty), None) => ty,
        (Some(CType { kind: Kind::Int { bits, .. }, .. }), Some(signed)) => {
            CType::of(Kind::Int { bits, signed })
        }
        (None, Some(signed)) => CType::of(Kind::Int { bits: 32, signed }),
        _ => return Err(cursor.unexpected("a type")),
    };
    if cursor.wide_int && ty.kind == CType::INT.kind {
        ty.kind = CType::LONG.kind;
    }
    ty.atomic |= atomic;
    ty.volatile |= volatile;
    Ok(ty)
}

/// The type of two words: the one that is not plain `int`.
fn wider_word(before: &CType, found: CType) -> CType {
    if *before == CType::INT { found } else { before.clone() }
}

/// Wraps a type in the stars that follow.
pub(super) fn stars(cursor: &mut Cursor<'_>, base: &CType) -> Result<CType> {
    let mut ty = base.clone();
    let mut count = 0;
    while cursor.eat("*") {
        count += 1;
        if count > MAX_STARS {
            return Err(LitmusError::new(cursor.pos(), format!("a pointer of more than {MAX_STARS} levels")));
        }
        ty = ty.pointer();
        while let Tok::Ident(name) = cursor.peek() {
            if !is_qualifier(name) {
                break;
            }
            ty.volatile |= name == "volatile";
            cursor.advance();
        }
    }
    Ok(ty)
}

pub(super) fn type_with_stars(cursor: &mut Cursor<'_>) -> Result<CType> {
    let base = base_type(cursor)?;
    stars(cursor, &base)
}
