//! Values: locals, globals, literals, aggregates, constant expressions, inline assembly.

use super::{Parsed, Parser, keywords, numbers};
use crate::ll::ast::*;
use crate::ll::lexer::{Token, unescape, unescape_text};

impl Parser<'_> {
    /// `T v`
    pub(super) fn operand(&mut self) -> Parsed<Operand> {
        let ty = self.ty()?;
        let value = self.value(ty)?;
        Ok(Operand { ty, value })
    }

    /// `T c`, where c is a constant.
    pub(super) fn constant_operand(&mut self) -> Parsed<Operand> {
        let ty = self.ty()?;
        let value = Value::Constant(self.constant(ty)?);
        Ok(Operand { ty, value })
    }

    /// A value whose type has been read.
    pub(super) fn value(&mut self, ty: TypeId) -> Parsed<Value> {
        match self.token {
            Token::Local(_) | Token::QuotedLocal(_) => Ok(Value::Local(self.local_use()?)),
            Token::Word("asm") => Ok(Value::InlineAsm(Box::new(self.inline_asm()?))),
            _ if ty == TypeTable::METADATA => Ok(Value::Metadata(self.metadata_argument()?)),
            _ => Ok(Value::Constant(self.constant(ty)?)),
        }
    }

    /// A constant whose type has been read.
    pub(super) fn constant(&mut self, ty: TypeId) -> Parsed<Constant> {
        match self.token {
            Token::Number(text) => self.number(text, ty),
            Token::Global(_) => Ok(Constant::Global(self.global_name()?)),
            Token::CString(raw) => {
                self.advance();
                Ok(Constant::Bytes(unescape(raw).into()))
            }
            Token::Word(word) => self.constant_word(word, ty),
            Token::Punct(b'{' | b'[' | b'<') => self.nested(Self::aggregate),
            _ => self.expected("a value"),
        }
    }

    fn number(&mut self, text: &str, ty: TypeId) -> Parsed<Constant> {
        let constant = match self.module.types.get(ty) {
            Type::Int(width) => numbers::integer(text, *width),
            _ => numbers::float(text).map(Constant::Float),
        };
        let Some(constant) = constant else {
            return self.error("a malformed number, or one that does not fit its type");
        };
        self.advance();
        Ok(constant)
    }

    fn constant_word(&mut self, word: &str, ty: TypeId) -> Parsed<Constant> {
        let simple = match word {
            "true" => Constant::Int(1),
            "false" => Constant::Int(0),
            "null" => Constant::Null,
            "undef" => Constant::Undef,
            "poison" => Constant::Poison,
            "zeroinitializer" => Constant::Zero,
            "none" => Constant::NoneToken,
            _ if word.starts_with("u0x") || word.starts_with("s0x") => return self.number(word, ty),
            _ => return self.nested(|parser| parser.compound_constant(word)),
        };
        self.advance();
        Ok(simple)
    }

    fn compound_constant(&mut self, word: &str) -> Parsed<Constant> {
        self.advance();
        match word {
            "blockaddress" => self.block_address(),
            "dso_local_equivalent" => Ok(Constant::DsoLocalEquivalent(self.global_name()?)),
            "no_cfi" => Ok(Constant::NoCfi(self.global_name()?)),
            "splat" => {
                self.expect(b'(')?;
                let element = self.constant_operand()?;
                self.expect(b')')?;
                Ok(Constant::Splat(Box::new(element)))
            }
            _ => Ok(Constant::Expression(Box::new(self.constant_expression(word)?))),
        }
    }

    /// `{ T c, ... }`, `<{ ... }>`, `[ ... ]`, `< ... >`
    fn aggregate(&mut self) -> Parsed<Constant> {
        let packed_or_vector = self.eat(b'<');
        let close = match self.token {
            Token::Punct(b'{') => Some(b'}'),
            Token::Punct(b'[') if !packed_or_vector => Some(b']'),
            _ => None,
        };
        if close.is_some() {
            self.advance();
        }
        let end = close.unwrap_or(b'>');
        let mut elements = Vec::new();
        if !self.at(end) {
            elements.push(self.constant_operand()?);
            while self.eat(b',') {
                elements.push(self.constant_operand()?);
            }
        }
        self.expect(end)?;
        if packed_or_vector && close.is_some() {
            self.expect(b'>')?;
        }
        Ok(Constant::Aggregate(elements.into()))
    }

    /// `(@function, %block)`
    fn block_address(&mut self) -> Parsed<Constant> {
        self.expect(b'(')?;
        let function = self.global_name()?;
        self.expect(b',')?;
        let block = self.local_name()?;
        self.expect(b')')?;
        Ok(Constant::BlockAddress { function, block })
    }

    fn constant_expression(&mut self, word: &str) -> Parsed<ConstantExpression> {
        if let Some(op) = keywords::cast_op(word) {
            self.flags();
            self.expect(b'(')?;
            let operand = self.constant_operand()?;
            self.expect_word("to")?;
            let to = self.ty()?;
            self.expect(b')')?;
            return Ok(ConstantExpression::Cast { op, operand, to });
        }
        if let Some(op) = keywords::binary_op(word) {
            let flags = self.flags();
            let [left, right] = self.constant_operands()?;
            return Ok(ConstantExpression::Binary { op, flags, left, right });
        }
        match word {
            "getelementptr" => Ok(ConstantExpression::GetElementPtr(self.constant_gep()?)),
            "icmp" => {
                let predicate = self.int_predicate()?;
                let [left, right] = self.constant_operands()?;
                Ok(ConstantExpression::IntCompare { predicate, left, right })
            }
            "fcmp" => {
                let predicate = self.float_predicate()?;
                let [left, right] = self.constant_operands()?;
                Ok(ConstantExpression::FloatCompare { predicate, left, right })
            }
            "select" => {
                let [condition, if_true, if_false] = self.constant_operands()?;
                Ok(ConstantExpression::Select { condition, if_true, if_false })
            }
            "extractelement" => {
                let [vector, index] = self.constant_operands()?;
                Ok(ConstantExpression::ExtractElement { vector, index })
            }
            "insertelement" => {
                let [vector, element, index] = self.constant_operands()?;
                Ok(ConstantExpression::InsertElement { vector, element, index })
            }
            "shufflevector" => {
                let [left, right, mask] = self.constant_operands()?;
                Ok(ConstantExpression::ShuffleVector { left, right, mask })
            }
            _ => Err(self.error_at(self.position, format!("`{word}` does not begin a value"))),
        }
    }

    /// `(T c, ...)`, exactly N of them.
    fn constant_operands<const N: usize>(&mut self) -> Parsed<[Operand; N]> {
        self.expect(b'(')?;
        let mut operands = Vec::with_capacity(N);
        for index in 0..N {
            if index > 0 {
                self.expect(b',')?;
            }
            operands.push(self.constant_operand()?);
        }
        self.expect(b')')?;
        operands.try_into().or_else(|_| self.error("wrong number of operands"))
    }

    /// After `getelementptr`: `inbounds (T, ptr c, i32 0, ...)`
    fn constant_gep(&mut self) -> Parsed<GetElementPtr> {
        let mut gep = self.gep_flags()?;
        self.expect(b'(')?;
        gep.source_type = self.ty()?;
        self.expect(b',')?;
        gep.base = self.constant_operand()?;
        while self.eat(b',') {
            // Up to clang 18 an index may be marked.
            self.eat_word("inrange");
            gep.indices.push(self.constant_operand()?);
        }
        self.expect(b')')?;
        Ok(gep)
    }

    /// `inbounds nusw nuw inrange(-8, 16)` in any order, as the beginning of an otherwise empty value.
    pub(super) fn gep_flags(&mut self) -> Parsed<GetElementPtr> {
        let mut gep = GetElementPtr {
            inbounds: false,
            no_unsigned_wrap: false,
            no_unsigned_signed_wrap: false,
            source_type: TypeTable::VOID,
            base: Operand { ty: TypeTable::PTR, value: Value::Constant(Constant::Null) },
            indices: Vec::new(),
        };
        loop {
            match self.token {
                Token::Word("inbounds") => gep.inbounds = true,
                Token::Word("nuw") => gep.no_unsigned_wrap = true,
                Token::Word("nusw") => gep.no_unsigned_signed_wrap = true,
                Token::Word("inrange") => {
                    self.advance();
                    self.skip_group()?;
                    continue;
                }
                _ => return Ok(gep),
            }
            self.advance();
        }
    }

    pub(super) fn int_predicate(&mut self) -> Parsed<IntPredicate> {
        self.eat_word("samesign");
        let Token::Word(word) = self.token else { return self.expected("a predicate") };
        let Some(predicate) = keywords::int_predicate(word) else { return self.expected("a predicate") };
        self.advance();
        Ok(predicate)
    }

    pub(super) fn float_predicate(&mut self) -> Parsed<FloatPredicate> {
        self.flags();
        let Token::Word(word) = self.token else { return self.expected("a predicate") };
        let Some(predicate) = keywords::float_predicate(word) else { return self.expected("a predicate") };
        self.advance();
        Ok(predicate)
    }

    /// Flags between an opcode and its operands; fast-math flags are dropped.
    pub(super) fn flags(&mut self) -> ArithmeticFlags {
        let mut flags = ArithmeticFlags::default();
        while let Token::Word(word) = self.token {
            match word {
                "nuw" => flags.no_unsigned_wrap = true,
                "nsw" => flags.no_signed_wrap = true,
                "exact" => flags.exact = true,
                "disjoint" => flags.disjoint = true,
                "nneg" => flags.non_negative = true,
                _ if keywords::is_fast_math_flag(word) => {}
                _ => break,
            }
            self.advance();
        }
        flags
    }

    /// `asm sideeffect "text", "constraints"`
    fn inline_asm(&mut self) -> Parsed<InlineAsm> {
        self.expect_word("asm")?;
        let mut asm = InlineAsm {
            text: String::new(),
            constraints: String::new(),
            side_effect: false,
            align_stack: false,
            intel_dialect: false,
        };
        while let Token::Word(word) = self.token {
            match word {
                "sideeffect" => asm.side_effect = true,
                "alignstack" => asm.align_stack = true,
                "inteldialect" => asm.intel_dialect = true,
                "unwind" => {}
                _ => return self.expected("inline assembly"),
            }
            self.advance();
        }
        asm.text = unescape_text(self.string()?).into_owned();
        self.expect(b',')?;
        asm.constraints = unescape_text(self.string()?).into_owned();
        Ok(asm)
    }
}
