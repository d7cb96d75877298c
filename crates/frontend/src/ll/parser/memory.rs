//! Instructions that touch memory or compute addresses.

use super::{Parsed, Parser, keywords};
use crate::ll::ast::*;
use crate::ll::lexer::{Token, unescape_text};

impl Parser<'_> {
    pub(super) fn alloca(&mut self) -> Parsed<Op> {
        while self.eat_word("inalloca") || self.eat_word("swifterror") {}
        let ty = self.ty()?;
        let mut count = None;
        while self.more()? {
            count = Some(self.operand()?);
        }
        Ok(Op::Alloca { ty, count, align: self.suffix.align })
    }

    /// `atomic` and `volatile` in the order LLVM writes them.
    fn access_flags(&mut self) -> (bool, bool) {
        let atomic = self.eat_word("atomic");
        let volatile = self.eat_word("volatile");
        (atomic, volatile)
    }

    pub(super) fn load(&mut self) -> Parsed<Op> {
        let (atomic, volatile) = self.access_flags();
        let ty = self.ty()?;
        self.expect(b',')?;
        let address = self.operand()?;
        let (scope, ordering) = self.access_ordering(atomic)?;
        self.suffixes()?;
        Ok(Op::Load(Load { ty, address, volatile, ordering, scope, align: self.suffix.align }))
    }

    pub(super) fn store(&mut self) -> Parsed<Op> {
        let (atomic, volatile) = self.access_flags();
        let value = self.operand()?;
        self.expect(b',')?;
        let address = self.operand()?;
        let (scope, ordering) = self.access_ordering(atomic)?;
        self.suffixes()?;
        Ok(Op::Store(Store { value, address, volatile, ordering, scope, align: self.suffix.align }))
    }

    fn access_ordering(&mut self, atomic: bool) -> Parsed<(SyncScope, Option<AtomicOrdering>)> {
        if !atomic {
            return Ok((SyncScope::System, None));
        }
        let scope = self.sync_scope()?;
        Ok((scope, Some(self.ordering()?)))
    }

    /// `syncscope("singlethread")`, if it is there.
    fn sync_scope(&mut self) -> Parsed<SyncScope> {
        if !self.eat_word("syncscope") {
            return Ok(SyncScope::System);
        }
        self.expect(b'(')?;
        let name = unescape_text(self.string()?);
        self.expect(b')')?;
        Ok(match &*name {
            "" => SyncScope::System,
            "singlethread" => SyncScope::SingleThread,
            other => SyncScope::Other(self.module.symbols.intern(other)),
        })
    }

    fn ordering(&mut self) -> Parsed<AtomicOrdering> {
        let Token::Word(word) = self.token else { return self.expected("an atomic ordering") };
        let Some(ordering) = keywords::ordering(word) else { return self.expected("an atomic ordering") };
        self.advance();
        Ok(ordering)
    }

    pub(super) fn fence(&mut self) -> Parsed<Op> {
        let scope = self.sync_scope()?;
        Ok(Op::Fence { ordering: self.ordering()?, scope })
    }

    pub(super) fn cmpxchg(&mut self) -> Parsed<Op> {
        let weak = self.eat_word("weak");
        let volatile = self.eat_word("volatile");
        let address = self.operand()?;
        self.expect(b',')?;
        let expected = self.operand()?;
        self.expect(b',')?;
        let desired = self.operand()?;
        let scope = self.sync_scope()?;
        let success = self.ordering()?;
        let failure = self.ordering()?;
        self.suffixes()?;
        let align = self.suffix.align;
        Ok(Op::CompareExchange(Box::new(CompareExchange {
            weak,
            volatile,
            address,
            expected,
            desired,
            success,
            failure,
            scope,
            align,
        })))
    }

    pub(super) fn atomicrmw(&mut self) -> Parsed<Op> {
        let volatile = self.eat_word("volatile");
        let Token::Word(word) = self.token else { return self.expected("an operation") };
        let Some(op) = keywords::rmw_op(word) else { return self.expected("an operation") };
        self.advance();
        let address = self.operand()?;
        self.expect(b',')?;
        let value = self.operand()?;
        let scope = self.sync_scope()?;
        let ordering = self.ordering()?;
        self.suffixes()?;
        let align = self.suffix.align;
        Ok(Op::AtomicRmw(Box::new(AtomicRmw { op, volatile, address, value, ordering, scope, align })))
    }

    pub(super) fn getelementptr(&mut self) -> Parsed<Op> {
        let mut gep = self.gep_flags()?;
        gep.source_type = self.ty()?;
        self.expect(b',')?;
        gep.base = self.operand()?;
        while self.more()? {
            gep.indices.push(self.operand()?);
        }
        Ok(Op::GetElementPtr(Box::new(gep)))
    }
}
