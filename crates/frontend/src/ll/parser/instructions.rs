//! Instructions: dispatch on the opcode, terminators, arithmetic, vectors and aggregates.

use super::{Parsed, Parser, Suffix, keywords};
use crate::ll::ast::*;
use crate::ll::lexer::Token;

impl Parser<'_> {
    /// One instruction without its result name, and its `!dbg` location.
    pub(super) fn instruction(&mut self) -> Parsed<(Op, Option<MetadataId>)> {
        self.suffix = Suffix::default();
        let op = match self.token {
            Token::Word(word) => self.operation(word)?,
            Token::DebugRecord(word) => self.debug_record(word)?,
            _ => return self.expected("an instruction"),
        };
        self.suffixes()?;
        let ends = self.line != self.previous_line || matches!(self.token, Token::Punct(b'}') | Token::End);
        if !ends {
            return self.expected("the end of the instruction");
        }
        Ok((op, self.suffix.debug))
    }

    fn operation(&mut self, word: &str) -> Parsed<Op> {
        let start = self.position;
        self.advance();
        match word {
            "ret" => self.ret(),
            "br" => self.br(),
            "switch" => self.switch(),
            "indirectbr" => self.indirectbr(),
            "invoke" => self.invoke(),
            "callbr" => self.callbr(),
            "resume" => Ok(Op::Resume(self.operand()?)),
            "unreachable" => Ok(Op::Unreachable),
            "load" => self.load(),
            "store" => self.store(),
            "alloca" => self.alloca(),
            "getelementptr" => self.getelementptr(),
            "call" => self.call(TailKind::None),
            "tail" => self.tail_call(TailKind::Tail),
            "musttail" => self.tail_call(TailKind::MustTail),
            "notail" => self.tail_call(TailKind::NoTail),
            "icmp" => self.icmp(),
            "fcmp" => self.fcmp(),
            "phi" => self.phi(),
            "select" => self.select(),
            "freeze" => Ok(Op::Freeze(self.operand()?)),
            "fneg" => {
                self.flags();
                Ok(Op::FNeg(self.operand()?))
            }
            "fence" => self.fence(),
            "cmpxchg" => self.cmpxchg(),
            "atomicrmw" => self.atomicrmw(),
            "extractvalue" => self.extractvalue(),
            "insertvalue" => self.insertvalue(),
            "extractelement" => self.extractelement(),
            "insertelement" => self.insertelement(),
            "shufflevector" => self.shufflevector(),
            "va_arg" => self.va_arg(),
            "landingpad" => self.landingpad(),
            "catchswitch" | "catchret" | "cleanupret" => self.other(word, start, true),
            "catchpad" | "cleanuppad" => self.other(word, start, false),
            _ => self.arithmetic(word),
        }
    }

    fn arithmetic(&mut self, word: &str) -> Parsed<Op> {
        if let Some(op) = keywords::binary_op(word) {
            let flags = self.flags();
            let left = self.operand()?;
            self.expect(b',')?;
            let right = self.value(left.ty)?;
            return Ok(Op::Binary { op, flags, left, right });
        }
        if let Some(op) = keywords::cast_op(word) {
            let flags = self.flags();
            let operand = self.operand()?;
            self.expect_word("to")?;
            let to = self.ty()?;
            return Ok(Op::Cast { op, flags, operand, to });
        }
        self.error(format!("unknown instruction `{word}`"))
    }

    /// After an operand: whether another one follows a comma. Reads `align` and attachments on the way.
    pub(super) fn more(&mut self) -> Parsed<bool> {
        while self.eat(b',') {
            match self.token {
                Token::MetadataName(kind) => {
                    self.advance();
                    let node = self.metadata_reference()?;
                    if kind == "dbg" {
                        self.suffix.debug = node;
                    }
                }
                Token::Word("align") => {
                    self.advance();
                    self.suffix.align = Some(self.unsigned()?);
                }
                Token::Word("addrspace") => {
                    self.address_space()?;
                }
                _ => return Ok(true),
            }
        }
        Ok(false)
    }

    /// Everything after the operands.
    pub(super) fn suffixes(&mut self) -> Parsed<()> {
        if self.more()? { self.expected("an attachment") } else { Ok(()) }
    }

    fn ret(&mut self) -> Parsed<Op> {
        let ty = self.ty()?;
        if ty == TypeTable::VOID {
            return Ok(Op::Ret(None));
        }
        let value = self.value(ty)?;
        Ok(Op::Ret(Some(Operand { ty, value })))
    }

    fn br(&mut self) -> Parsed<Op> {
        if self.at_word("label") {
            return Ok(Op::Br(self.label_use()?));
        }
        let condition = self.operand()?;
        self.expect(b',')?;
        let if_true = self.label_use()?;
        self.expect(b',')?;
        let if_false = self.label_use()?;
        Ok(Op::CondBr { condition, if_true, if_false })
    }

    fn switch(&mut self) -> Parsed<Op> {
        let value = self.operand()?;
        self.expect(b',')?;
        let default = self.label_use()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.at(b']') {
            let ty = self.ty()?;
            let Constant::Int(case) = self.constant(ty)? else {
                return self.expected("an integer of at most 128 bits");
            };
            self.expect(b',')?;
            cases.push((case, self.label_use()?));
        }
        self.expect(b']')?;
        Ok(Op::Switch { value, default, cases })
    }

    fn indirectbr(&mut self) -> Parsed<Op> {
        let address = self.operand()?;
        self.expect(b',')?;
        let targets = self.label_list()?;
        Ok(Op::IndirectBr { address, targets })
    }

    /// `[label %a, label %b]`
    pub(super) fn label_list(&mut self) -> Parsed<Vec<BlockId>> {
        self.expect(b'[')?;
        let mut targets = Vec::new();
        while !self.at(b']') {
            targets.push(self.label_use()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(targets)
    }

    fn icmp(&mut self) -> Parsed<Op> {
        let predicate = self.int_predicate()?;
        let left = self.operand()?;
        self.expect(b',')?;
        let right = self.value(left.ty)?;
        Ok(Op::IntCompare { predicate, left, right })
    }

    fn fcmp(&mut self) -> Parsed<Op> {
        let predicate = self.float_predicate()?;
        let left = self.operand()?;
        self.expect(b',')?;
        let right = self.value(left.ty)?;
        Ok(Op::FloatCompare { predicate, left, right })
    }

    fn phi(&mut self) -> Parsed<Op> {
        self.flags();
        let ty = self.ty()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            let block = self.block_use()?;
            self.expect(b']')?;
            incoming.push((value, block));
            if !self.more()? {
                return Ok(Op::Phi { ty, incoming });
            }
        }
    }

    /// `T a, T b, ...`, exactly N of them.
    fn operands<const N: usize>(&mut self) -> Parsed<[Operand; N]> {
        let mut operands = Vec::with_capacity(N);
        for index in 0..N {
            if index > 0 {
                self.expect(b',')?;
            }
            operands.push(self.operand()?);
        }
        operands.try_into().or_else(|_| self.error("wrong number of operands"))
    }

    fn select(&mut self) -> Parsed<Op> {
        self.flags();
        let [condition, if_true, if_false] = self.operands()?;
        Ok(Op::Select { condition, if_true, if_false })
    }

    fn extractelement(&mut self) -> Parsed<Op> {
        let [vector, index] = self.operands()?;
        Ok(Op::ExtractElement { vector, index })
    }

    fn insertelement(&mut self) -> Parsed<Op> {
        let [vector, element, index] = self.operands()?;
        Ok(Op::InsertElement { vector, element, index })
    }

    fn shufflevector(&mut self) -> Parsed<Op> {
        let [left, right, mask] = self.operands()?;
        Ok(Op::ShuffleVector { left, right, mask })
    }

    fn extractvalue(&mut self) -> Parsed<Op> {
        let aggregate = self.operand()?;
        let indices = self.index_list()?;
        Ok(Op::ExtractValue { aggregate, indices })
    }

    fn insertvalue(&mut self) -> Parsed<Op> {
        let [aggregate, element] = self.operands()?;
        let indices = self.index_list()?;
        Ok(Op::InsertValue { aggregate, element, indices })
    }

    /// `, 0, 1`, at least one.
    fn index_list(&mut self) -> Parsed<Vec<u32>> {
        let mut indices = Vec::new();
        while self.more()? {
            indices.push(self.small_unsigned()?);
        }
        if indices.is_empty() { self.expected("an index") } else { Ok(indices) }
    }

    fn va_arg(&mut self) -> Parsed<Op> {
        let list = self.operand()?;
        self.expect(b',')?;
        let ty = self.ty()?;
        Ok(Op::VaArg { list, ty })
    }

    /// Keeps the line of an instruction that we know but do not decode.
    fn other(&mut self, word: &str, start: usize, terminator: bool) -> Parsed<Op> {
        let end = self.lexer.line_end(start);
        let text = self.text.get(start..end).unwrap_or("").trim_end();
        let opcode = self.module.symbols.intern(word);
        let line = self.line;
        self.jump(end, line);
        self.previous_line = line;
        Ok(Op::Other { opcode, text: text.into(), terminator })
    }
}
