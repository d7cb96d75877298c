//! Types: `i32`, `ptr`, `[4 x %struct.node]`, `{ i32, i1 }`, `i32 (ptr, ...)`.

use super::{Parsed, Parser};
use crate::ll::ast::*;
use crate::ll::lexer::Token;

/// The width of `iN`, if the word is one.
fn int_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // LLVM's own limit is 2^23.
    digits.parse().ok().filter(|&width| (1..=1 << 23).contains(&width))
}

/// A type that is one word and not `ptr` or `target`.
fn word_type(word: &str) -> Option<Type> {
    Some(match word {
        "void" => Type::Void,
        "half" => Type::Half,
        "bfloat" => Type::BFloat,
        "float" => Type::Float,
        "double" => Type::Double,
        "x86_fp80" => Type::X86Fp80,
        "fp128" => Type::Fp128,
        "ppc_fp128" => Type::PpcFp128,
        "x86_mmx" => Type::X86Mmx,
        "x86_amx" => Type::X86Amx,
        "label" => Type::Label,
        "metadata" => Type::Metadata,
        "token" => Type::Token,
        _ => Type::Int(int_width(word)?),
    })
}

/// The commonest types without a look into the table.
fn quick_type(word: &str) -> Option<TypeId> {
    Some(match word {
        "ptr" => TypeTable::PTR,
        "i32" => TypeTable::I32,
        "i64" => TypeTable::I64,
        "i8" => TypeTable::I8,
        "i1" => TypeTable::I1,
        "i16" => TypeTable::I16,
        "void" => TypeTable::VOID,
        "double" => TypeTable::DOUBLE,
        "float" => TypeTable::FLOAT,
        "metadata" => TypeTable::METADATA,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Whether the current token begins a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token {
            Token::Word(word) => quick_type(word).is_some() || word == "target" || word_type(word).is_some(),
            Token::Local(_) | Token::QuotedLocal(_) => true,
            Token::Punct(byte) => matches!(byte, b'[' | b'<' | b'{'),
            _ => false,
        }
    }

    /// A type, including function types.
    pub(super) fn ty(&mut self) -> Parsed<TypeId> {
        let mut ty = self.nested(Self::simple_type)?;
        let mut functions = 0;
        loop {
            match self.token {
                Token::Punct(b'(') if functions == 0 => {
                    functions += 1;
                    ty = self.nested(|parser| parser.function_type(ty))?;
                }
                Token::Punct(b'*') => {
                    return self.error("typed pointers are not supported: use clang 15 or newer");
                }
                _ => return Ok(ty),
            }
        }
    }

    fn simple_type(&mut self) -> Parsed<TypeId> {
        match self.token {
            Token::Word(word) => self.type_word(word),
            Token::Local(raw) | Token::QuotedLocal(raw) => {
                self.advance();
                let name = self.intern(raw);
                let named = self.module.types.intern_named(name);
                Ok(self.module.types.intern(Type::Named(named)))
            }
            Token::Punct(b'[') => self.array_type(),
            Token::Punct(b'{') => self.struct_type(false),
            Token::Punct(b'<') => {
                self.advance();
                if self.at(b'{') {
                    let ty = self.struct_type(true)?;
                    self.expect(b'>')?;
                    return Ok(ty);
                }
                self.vector_type()
            }
            _ => self.expected("a type"),
        }
    }

    fn type_word(&mut self, word: &str) -> Parsed<TypeId> {
        if let Some(ty) = quick_type(word) {
            self.advance();
            return if ty == TypeTable::PTR { self.pointer_suffix() } else { Ok(ty) };
        }
        if word == "target" {
            return self.target_type();
        }
        match word_type(word) {
            Some(ty) => {
                self.advance();
                Ok(self.module.types.intern(ty))
            }
            None => self.expected("a type"),
        }
    }

    fn pointer_suffix(&mut self) -> Parsed<TypeId> {
        if !self.at_word("addrspace") {
            return Ok(TypeTable::PTR);
        }
        let address_space = self.address_space()?;
        Ok(self.module.types.intern(Type::Pointer { address_space }))
    }

    /// `addrspace(N)`; a symbolic one (`addrspace("A")`) counts as 0.
    pub(super) fn address_space(&mut self) -> Parsed<u32> {
        self.expect_word("addrspace")?;
        self.expect(b'(')?;
        let space = match self.token {
            Token::String(_) => {
                self.advance();
                0
            }
            _ => self.small_unsigned()?,
        };
        self.expect(b')')?;
        Ok(space)
    }

    /// `target("name", parameters...)`
    fn target_type(&mut self) -> Parsed<TypeId> {
        let start = self.position;
        self.advance();
        if !self.at(b'(') {
            return self.expected("`(`");
        }
        self.skip_group()?;
        let text = self.text.get(start..self.position).unwrap_or("").trim_end();
        let symbol = self.module.symbols.intern(text);
        Ok(self.module.types.intern(Type::Target(symbol)))
    }

    /// `[4 x T]`
    fn array_type(&mut self) -> Parsed<TypeId> {
        self.expect(b'[')?;
        let count = self.unsigned()?;
        self.expect_word("x")?;
        let element = self.ty()?;
        self.expect(b']')?;
        Ok(self.module.types.intern(Type::Array { count, element }))
    }

    /// After `<`: `4 x T>` or `vscale x 4 x T>`.
    fn vector_type(&mut self) -> Parsed<TypeId> {
        let scalable = self.eat_word("vscale");
        if scalable {
            self.expect_word("x")?;
        }
        let count = self.unsigned()?;
        self.expect_word("x")?;
        let element = self.ty()?;
        self.expect(b'>')?;
        Ok(self.module.types.intern(Type::Vector { count, element, scalable }))
    }

    fn struct_type(&mut self, packed: bool) -> Parsed<TypeId> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if !self.at(b'}') {
            fields.push(self.ty()?);
            while self.eat(b',') {
                fields.push(self.ty()?);
            }
        }
        self.expect(b'}')?;
        Ok(self.module.types.intern(Type::Struct { fields: fields.into(), packed }))
    }

    /// After the result type: `(T, T, ...)`; parameter attributes are dropped.
    fn function_type(&mut self, result: TypeId) -> Parsed<TypeId> {
        self.expect(b'(')?;
        let mut parameters = Vec::new();
        let mut variadic = false;
        while !self.at(b')') {
            if self.token == Token::Ellipsis {
                self.advance();
                variadic = true;
                break;
            }
            parameters.push(self.ty()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(self.module.types.intern(Type::Function { result, parameters: parameters.into(), variadic }))
    }

    /// `%name = type { ... }` or `%name = type opaque`
    pub(super) fn named_type(&mut self) -> Parsed<()> {
        let (Token::Local(raw) | Token::QuotedLocal(raw)) = self.token else {
            return self.expected("a type name");
        };
        self.advance();
        self.expect(b'=')?;
        self.expect_word("type")?;
        let name = self.intern(raw);
        let id = self.module.types.intern_named(name);
        let body = if self.eat_word("opaque") { None } else { Some(self.ty()?) };
        self.module.types.define_named(id, body);
        Ok(())
    }
}
