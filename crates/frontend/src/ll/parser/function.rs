//! Function bodies: dense numbering of values and blocks, labels, and recovery from unknown instructions.
//!
//! Values and blocks may be used before they appear, so ids are handed out at first mention. Blocks are
//! renumbered into textual order at the end. A name that is used but never defined fails the file.

use super::{Parsed, Parser};
use crate::ll::ast::*;
use crate::ll::lexer::Token;
use rustc_hash::FxHashMap;

/// The function being read.
#[derive(Debug, Default)]
pub struct Body {
    locals: Vec<Local>,
    local_ids: FxHashMap<LocalName, LocalId>,
    /// Where each local was first mentioned, `DEFINED` once it is defined.
    local_use: Vec<usize>,
    block_ids: FxHashMap<LocalName, BlockId>,
    /// As for `local_use`.
    block_use: Vec<usize>,
    /// In textual order, with the id given at first mention.
    blocks: Vec<(BlockId, Block)>,
    /// The number that the next unnamed value or block gets.
    next_number: u32,
}

const DEFINED: usize = usize::MAX;

impl Body {
    fn local(&mut self, name: LocalName, position: usize) -> LocalId {
        let next = LocalId(self.locals.len() as u32);
        let id = *self.local_ids.entry(name).or_insert(next);
        if id == next {
            self.locals.push(Local { name, ty: TypeTable::VOID });
            self.local_use.push(position);
        }
        id
    }

    fn block(&mut self, name: LocalName, position: usize) -> BlockId {
        let next = BlockId(self.block_use.len() as u32);
        let id = *self.block_ids.entry(name).or_insert(next);
        if id == next {
            self.block_use.push(position);
        }
        id
    }

    fn number(&mut self) -> LocalName {
        let number = self.next_number;
        self.count(LocalName::Number(number));
        LocalName::Number(number)
    }

    fn count(&mut self, name: LocalName) {
        if let LocalName::Number(number) = name {
            self.next_number = self.next_number.max(number.saturating_add(1));
        }
    }

    /// Defines a local; `None` if it was defined before.
    pub fn define_local(&mut self, name: Option<LocalName>, ty: TypeId) -> Option<LocalId> {
        let name = name.unwrap_or_else(|| self.number());
        self.count(name);
        let id = self.local(name, DEFINED - 1);
        let used = self.local_use.get_mut(id.index())?;
        if *used == DEFINED {
            return None;
        }
        *used = DEFINED;
        self.locals.get_mut(id.index())?.ty = ty;
        Some(id)
    }

    /// Begins a block; `None` if it was defined before.
    fn begin_block(&mut self, name: Option<LocalName>) -> Option<()> {
        let name = name.unwrap_or_else(|| self.number());
        self.count(name);
        let id = self.block(name, DEFINED - 1);
        let used = self.block_use.get_mut(id.index())?;
        if *used == DEFINED {
            return None;
        }
        *used = DEFINED;
        self.blocks.push((id, Block { name, instructions: Vec::new() }));
        Some(())
    }

    /// The locals and the blocks in textual order, or the place of a name that is never defined.
    pub fn finish(mut self) -> Result<(Vec<Local>, Vec<Block>), (usize, LocalName)> {
        let undefined_local = self.local_use.iter().position(|&used| used != DEFINED);
        if let Some(index) = undefined_local {
            return Err((self.local_use[index], self.locals[index].name));
        }
        if let Some((name, id)) = self.block_ids.iter().find(|(_, id)| self.block_use[id.index()] != DEFINED)
        {
            return Err((self.block_use[id.index()], *name));
        }
        let mut order = vec![BlockId(0); self.block_use.len()];
        for (index, (id, _)) in self.blocks.iter().enumerate() {
            order[id.index()] = BlockId(index as u32);
        }
        for (_, block) in &mut self.blocks {
            for instruction in &mut block.instructions {
                instruction.op.for_each_block(|id| *id = order[id.index()]);
            }
        }
        Ok((self.locals, self.blocks.into_iter().map(|(_, block)| block).collect()))
    }
}

impl Op {
    /// Every block that the instruction mentions.
    pub fn for_each_block(&mut self, mut visit: impl FnMut(&mut BlockId)) {
        match self {
            Op::Br(target) => visit(target),
            Op::CondBr { if_true, if_false, .. } => {
                visit(if_true);
                visit(if_false);
            }
            Op::Switch { default, cases, .. } => {
                visit(default);
                cases.iter_mut().for_each(|(_, target)| visit(target));
            }
            Op::IndirectBr { targets, .. } => targets.iter_mut().for_each(visit),
            Op::Invoke { normal, unwind, .. } => {
                visit(normal);
                visit(unwind);
            }
            Op::CallBr { fallthrough, targets, .. } => {
                visit(fallthrough);
                targets.iter_mut().for_each(visit);
            }
            Op::Phi { incoming, .. } => incoming.iter_mut().for_each(|(_, block)| visit(block)),
            _ => {}
        }
    }
}

impl<'a> Parser<'a> {
    /// `%x` as a name.
    pub(super) fn local_name(&mut self) -> Parsed<LocalName> {
        let name = match self.token {
            Token::Local(raw) => match raw.parse() {
                Ok(number) => LocalName::Number(number),
                Err(_) => LocalName::Name(self.module.symbols.intern(raw)),
            },
            Token::QuotedLocal(raw) => LocalName::Name(self.intern(raw)),
            _ => return self.expected("a local name"),
        };
        self.advance();
        Ok(name)
    }

    /// `%x` as an operand.
    pub(super) fn local_use(&mut self) -> Parsed<LocalId> {
        let position = self.position;
        let name = self.local_name()?;
        match &mut self.body {
            Some(body) => Ok(body.local(name, position)),
            None => Err(self.error_at(position, "a local value outside a function")),
        }
    }

    /// `label %x`
    pub(super) fn label_use(&mut self) -> Parsed<BlockId> {
        self.expect_word("label")?;
        self.block_use()
    }

    /// `%x` as a block.
    pub(super) fn block_use(&mut self) -> Parsed<BlockId> {
        let position = self.position;
        let name = self.local_name()?;
        match &mut self.body {
            Some(body) => Ok(body.block(name, position)),
            None => Err(self.error_at(position, "a block outside a function")),
        }
    }

    /// After `{`: blocks up to and including `}`.
    pub(super) fn function_body(&mut self) -> Parsed<()> {
        let mut open = false;
        loop {
            match self.token {
                Token::Punct(b'}') => {
                    self.advance();
                    return if open { self.error("a block without terminator") } else { Ok(()) };
                }
                Token::End => return self.error("the function is never closed"),
                Token::Word("uselistorder" | "uselistorder_bb") => {
                    self.skip_line();
                    continue;
                }
                _ => {}
            }
            let start = self.position;
            if let Some(name) = self.label()? {
                self.begin_block(Some(name), start)?;
                open = true;
                continue;
            }
            if !open {
                self.begin_block(None, start)?;
            }
            let instruction = self.instruction_or_unknown()?;
            open = !instruction.op.is_terminator();
            let block = self.body.as_mut().and_then(|body| body.blocks.last_mut());
            if let Some((_, block)) = block {
                block.instructions.push(instruction);
            }
            open &= !self.closes_after_unknown();
        }
    }

    /// A block may end in an unknown instruction: it may have been a terminator.
    fn closes_after_unknown(&self) -> bool {
        let last = self.body.as_ref().and_then(|body| body.blocks.last());
        let last = last.and_then(|(_, block)| block.instructions.last());
        let unknown = last.is_some_and(|instruction| matches!(instruction.op, Op::Unknown { .. }));
        unknown && self.at(b'}')
    }

    fn begin_block(&mut self, name: Option<LocalName>, position: usize) -> Parsed<()> {
        let previous_is_open =
            self.body.as_ref().and_then(|body| body.blocks.last()).is_some_and(|(_, block)| {
                !block
                    .instructions
                    .last()
                    .is_some_and(|last| last.op.is_terminator() || matches!(last.op, Op::Unknown { .. }))
            });
        if previous_is_open {
            return Err(self.error_at(position, "the block before this one has no terminator"));
        }
        match self.body.as_mut().and_then(|body| body.begin_block(name)) {
            Some(()) => Ok(()),
            None => Err(self.error_at(position, "this block is defined twice")),
        }
    }

    /// `name:`, if there is one here.
    fn label(&mut self) -> Parsed<Option<LocalName>> {
        let (raw, quoted) = match self.token {
            Token::Word(raw) | Token::Number(raw) => (raw, false),
            Token::String(raw) => (raw, true),
            _ => return Ok(None),
        };
        let length = raw.len() + if quoted { 2 } else { 0 };
        if self.text.as_bytes().get(self.position + length) != Some(&b':') {
            return Ok(None);
        }
        self.advance();
        self.advance();
        Ok(Some(match raw.parse() {
            Ok(number) if !quoted => LocalName::Number(number),
            _ => LocalName::Name(self.intern(raw)),
        }))
    }

    /// One instruction; what cannot be read becomes `Op::Unknown` with its whole text.
    fn instruction_or_unknown(&mut self) -> Parsed<Instruction> {
        let (start, line, depth) = (self.position, self.line, self.depth);
        let name = match self.token {
            Token::Local(_) | Token::QuotedLocal(_) => {
                let name = self.local_name()?;
                self.expect(b'=')?;
                Some(name)
            }
            _ => None,
        };
        let (op, debug) = match self.instruction() {
            Ok(read) => read,
            Err(_) => {
                self.depth = depth;
                let end = self.unknown_end(start);
                let text = self.text.get(start..end).unwrap_or("").trim_end();
                let lines = text.bytes().filter(|&byte| byte == b'\n').count() as u32;
                self.jump(end, line + lines);
                (Op::Unknown { text: text.into() }, None)
            }
        };
        let result = self.define_result(name, &op, start)?;
        Ok(Instruction { result, op, debug, line })
    }

    fn define_result(&mut self, name: Option<LocalName>, op: &Op, start: usize) -> Parsed<Option<LocalId>> {
        let implicit = name.is_none() && op.must_have_result();
        if name.is_none() && !implicit {
            return Ok(None);
        }
        match self.body.as_mut().and_then(|body| body.define_local(name, TypeTable::VOID)) {
            Some(local) => Ok(Some(local)),
            None => Err(self.error_at(start, "this value is defined twice")),
        }
    }

    /// Where an instruction that begins at `start` ends: with its line and those that continue it, which
    /// are indented more, or close a bracket.
    fn unknown_end(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let line_start = bytes[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
        let indentation = |from: usize| {
            let line = self.text.get(from..).unwrap_or("");
            line.len() - line.trim_start_matches([' ', '\t']).len()
        };
        let own = indentation(line_start);
        let mut end = self.lexer.line_end(start);
        while end < self.text.len() {
            let width = indentation(end + 1);
            let rest = self.text.get(end + 1 + width..).unwrap_or("");
            let blank = rest.is_empty() || rest.starts_with(['\n', '\r', ';', '#', '}']);
            let continues = width > own || rest.starts_with(']');
            if blank || !continues {
                break;
            }
            end = self.lexer.line_end(end + 1);
        }
        end
    }
}

impl Op {
    /// Whether an instruction without a written name still takes the next number.
    fn must_have_result(&self) -> bool {
        match self {
            Op::Call(call) | Op::Invoke { call, .. } | Op::CallBr { call, .. } => {
                call.return_type != TypeTable::VOID
            }
            Op::Store(_) | Op::Fence { .. } | Op::Debug(_) | Op::Other { .. } | Op::Unknown { .. } => false,
            _ => !self.is_terminator(),
        }
    }
}
