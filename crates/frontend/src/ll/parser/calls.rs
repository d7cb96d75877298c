//! Calls, invokes, landing pads, and the two forms of debug statements.

use super::{Parsed, Parser, keywords};
use crate::ll::ast::*;
use crate::ll::lexer::Token;

impl Parser<'_> {
    pub(super) fn tail_call(&mut self, tail: TailKind) -> Parsed<Op> {
        self.expect_word("call")?;
        self.call(tail)
    }

    pub(super) fn call(&mut self, tail: TailKind) -> Parsed<Op> {
        let call = self.call_parts(tail)?;
        Ok(match self.debug_intrinsic(&call) {
            Some(record) => Op::Debug(Box::new(record)),
            None => Op::Call(Box::new(call)),
        })
    }

    pub(super) fn invoke(&mut self) -> Parsed<Op> {
        let call = self.call_parts(TailKind::None)?;
        self.expect_word("to")?;
        let normal = self.label_use()?;
        self.expect_word("unwind")?;
        let unwind = self.label_use()?;
        Ok(Op::Invoke { call: Box::new(call), normal, unwind })
    }

    pub(super) fn callbr(&mut self) -> Parsed<Op> {
        let call = self.call_parts(TailKind::None)?;
        self.expect_word("to")?;
        let fallthrough = self.label_use()?;
        let targets = self.label_list()?;
        Ok(Op::CallBr { call: Box::new(call), fallthrough, targets })
    }

    /// Everything of a call but its opcode and attachments.
    fn call_parts(&mut self, tail: TailKind) -> Parsed<Call> {
        while !self.at_type() {
            self.skip_attribute()?;
        }
        let written = self.ty()?;
        let (return_type, signature) = match self.module.types.get(written) {
            Type::Function { result, .. } => (*result, Some(written)),
            _ => (written, None),
        };
        let callee = self.value(TypeTable::PTR)?;
        let arguments = self.arguments()?;
        self.call_attributes()?;
        let bundles = self.bundles()?;
        Ok(Call { tail, return_type, signature, callee, arguments, bundles })
    }

    fn arguments(&mut self) -> Parsed<Vec<Argument>> {
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        while !self.at(b')') {
            if self.token == Token::Ellipsis {
                // The forwarded rest of a `musttail` call from a variadic function.
                self.advance();
                break;
            }
            arguments.push(self.argument()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(arguments)
    }

    fn argument(&mut self) -> Parsed<Argument> {
        let ty = self.ty()?;
        let mut passing = Passing::Direct;
        if ty != TypeTable::METADATA {
            while self.at_argument_attribute() {
                self.parameter_attribute(&mut passing)?;
            }
        }
        let value = self.value(ty)?;
        Ok(Argument { operand: Operand { ty, value }, passing })
    }

    fn at_argument_attribute(&self) -> bool {
        match self.token {
            Token::Word(word) => !keywords::begins_value(word),
            Token::String(_) => true,
            _ => false,
        }
    }

    /// Attributes after the arguments; they end with the line or at a bundle or `to`.
    fn call_attributes(&mut self) -> Parsed<()> {
        loop {
            match self.token {
                Token::AttributeGroup => self.advance(),
                Token::Word("to") => return Ok(()),
                Token::Word(_) | Token::String(_) if self.line == self.previous_line => {
                    self.skip_attribute()?;
                }
                _ => return Ok(()),
            }
        }
    }

    /// `[ "tag"(T a, T b), ... ]`
    fn bundles(&mut self) -> Parsed<Vec<OperandBundle>> {
        let mut bundles = Vec::new();
        if !self.eat(b'[') {
            return Ok(bundles);
        }
        while !self.at(b']') {
            let raw = self.string()?;
            let tag = self.intern(raw);
            self.expect(b'(')?;
            let mut operands = Vec::new();
            while !self.at(b')') {
                operands.push(self.operand()?);
                if !self.eat(b',') {
                    break;
                }
            }
            self.expect(b')')?;
            bundles.push(OperandBundle { tag, operands });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(bundles)
    }

    pub(super) fn landingpad(&mut self) -> Parsed<Op> {
        let ty = self.ty()?;
        let mut clauses = Vec::new();
        let cleanup = self.eat_word("cleanup");
        loop {
            if self.eat_word("catch") {
                clauses.push(LandingPadClause::Catch(self.operand()?));
            } else if self.eat_word("filter") {
                clauses.push(LandingPadClause::Filter(self.operand()?));
            } else {
                return Ok(Op::LandingPad { ty, cleanup, clauses });
            }
        }
    }

    /// `call void @llvm.dbg.declare(metadata ptr %x, metadata !12, metadata !DIExpression())` and its kin.
    fn debug_intrinsic(&mut self, call: &Call) -> Option<DebugRecord> {
        let name = self.module.symbols.name(call.direct_callee()?).strip_prefix("llvm.dbg.")?;
        let kind = match name {
            "declare" | "addr" => "dbg_declare",
            "value" | "assign" => "dbg_value",
            "label" => "dbg_label",
            _ => return None,
        };
        let mut arguments = call.arguments.iter().map(|argument| match &argument.operand.value {
            Value::Metadata(metadata) => metadata.clone(),
            _ => MetadataArgument::Other,
        });
        let first = arguments.next()?;
        Some(record(kind, first, arguments.next(), arguments.next()))
    }

    /// `#dbg_declare(ptr %x, !12, !DIExpression(), !13)` and its kin.
    pub(super) fn debug_record(&mut self, word: &str) -> Parsed<Op> {
        let kind = match word {
            "dbg_declare" | "dbg_label" => word,
            "dbg_value" | "dbg_assign" => "dbg_value",
            _ => return self.expected("a known debug record"),
        };
        self.advance();
        self.expect(b'(')?;
        let mut arguments = Vec::new();
        while !self.at(b')') {
            arguments.push(self.metadata_argument()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        if let Some(MetadataArgument::Node(location)) = arguments.last() {
            self.suffix.debug = Some(*location);
        }
        let mut arguments = arguments.into_iter();
        let Some(first) = arguments.next() else { return self.error("a debug record without arguments") };
        let record = record(kind, first, arguments.next(), arguments.next());
        Ok(Op::Debug(Box::new(record)))
    }
}

fn record(
    kind: &str,
    first: MetadataArgument,
    variable: Option<MetadataArgument>,
    expression: Option<MetadataArgument>,
) -> DebugRecord {
    let node = |argument: &MetadataArgument| match argument {
        MetadataArgument::Node(node) => Some(*node),
        _ => None,
    };
    if kind == "dbg_label" {
        return DebugRecord::Label { label: node(&first) };
    }
    let operand = match first {
        MetadataArgument::Value(operand) => Some(*operand),
        _ => None,
    };
    let variable = variable.as_ref().and_then(node);
    let expression = match expression {
        Some(MetadataArgument::Expression(expression)) => expression,
        _ => DebugExpression::default(),
    };
    if kind == "dbg_declare" {
        DebugRecord::Declare { address: operand, variable, expression }
    } else {
        DebugRecord::Value { value: operand, variable, expression }
    }
}
