//! Printing changes nothing, but it reads the texts that it is given: where races or memory errors are asked for, byte by byte.

use crate::access::Request;
use crate::arith;
use crate::flow::{Flow, Results};
use crate::guards::GuardId;
use crate::objects::ObjectKind;
use crate::step::{Here, Values};
use crate::unfolder::Unfolder;
use crate::value::SymVal;
use ir::{PrintFn, Ty};
use solver::TermId;

/// Bytes of one text.
const MAX_TEXT: u64 = 256;

impl Unfolder<'_> {
    /// How many characters it was is not looked into.
    pub(super) fn print(&mut self, here: &Here<'_>, flow: &mut Flow, values: &Values) -> Results {
        let ir::Op::Print { func, args } = &here.inst.op else { return Some(Vec::new()) };
        if here.inst.results.iter().any(|&result| here.function.uses(result)) {
            return self.refuse_step(flow, "the number of characters that were printed");
        }
        let args: Vec<SymVal> = args.iter().map(|&arg| self.operand(here.function, values, arg)).collect();
        match (func, &args[..]) {
            (PrintFn::Putchar, _) => {}
            (PrintFn::Puts | PrintFn::Fputs, [text]) => self.look_at(flow, text, None, true)?,
            (PrintFn::Write, [_, text, length]) if crate::prints_matter(&self.options.properties) => {
                let Some(length) = arith::known(&self.graph.terms, length.term) else {
                    return self.refuse_step(flow, "a write of a length that is not constant");
                };
                self.look_at(flow, text, Some(length as u64), false)?;
            }
            (PrintFn::Write, _) => {}
            (PrintFn::Printf, [format, args @ ..]) => self.format(flow, format, Some(args))?,
            (PrintFn::Vprintf, [format, ..]) => self.format(flow, format, None)?,
            _ => return self.refuse_step(flow, "printing into memory"),
        }
        Some(vec![arith::fresh(&mut self.graph.terms, "printed", Ty::I32)])
    }

    /// What a format asks for; `args` where they are not in a `va_list`.
    fn format(&mut self, flow: &mut Flow, format: &SymVal, args: Option<&[SymVal]>) -> Option<()> {
        let Some(format) = self.constant_text(format) else {
            return self.refuse_step(flow, "printing with a format that is not constant");
        };
        let texts = match interp::texts_of_format(&format) {
            Ok(texts) => texts,
            Err(reason) => return self.refuse_step(flow, &reason),
        };
        if !crate::prints_matter(&self.options.properties) {
            return Some(());
        }
        for (number, limit) in texts {
            let Some(args) = args else {
                return self.refuse_step(flow, "printing a text from a list of arguments");
            };
            let Some(text) = args.get(number) else {
                return self.refuse_step(flow, "there are fewer arguments than the format asks for");
            };
            // For null there is a text of its own.
            let null = self.is_zero(text, 64);
            let mut there = flow.clone();
            there.guard = self.and_not(flow.guard, null);
            let before = there.guard;
            if before == GuardId::FALSE {
                continue;
            }
            let goes_on = self.look_at(&mut there, text, limit, true).is_some();
            self.without_failures(flow, before, if goes_on { there.guard } else { GuardId::FALSE });
        }
        Some(())
    }

    /// The bytes that an address stands for up to NUL, if that is one place of constant memory.
    fn constant_text(&self, text: &SymVal) -> Option<Vec<u8>> {
        let &[addr] = text.set.consts()? else { return None };
        let (object, offset) = self.graph.objects.at(addr as u64)?;
        let ObjectKind::Global(id) = self.graph.objects.get(object).kind else { return None };
        let global = &self.program.globals[id];
        let mut bytes = global.init.bytes.clone();
        bytes.resize(usize::try_from(global.size).ok()?, 0);
        let bytes = bytes.get(offset as usize..)?;
        let end = bytes.iter().position(|&byte| byte == 0)?;
        (global.constant && global.init.relocations.is_empty()).then(|| bytes[..end].to_vec())
    }

    /// Reads a text: so many bytes at most, up to NUL if it is `terminated`. `None`: the path does not go on.
    fn look_at(
        &mut self,
        flow: &mut Flow,
        text: &SymVal,
        limit: Option<u64>,
        terminated: bool,
    ) -> Option<()> {
        if !crate::prints_matter(&self.options.properties)
            || (terminated && self.constant_text(text).is_some())
        {
            return Some(());
        }
        if limit.unwrap_or(0) > MAX_TEXT {
            return self.refuse_step(flow, "printing so many bytes");
        }
        let mut there = flow.clone();
        for at in 0..limit.unwrap_or(MAX_TEXT) {
            let addr = self.shifted(text, at);
            let before = there.guard;
            let byte = self.load(&mut there, &Request::plain(&addr, 1));
            let after = if byte.is_some() { there.guard } else { GuardId::FALSE };
            self.without_failures(flow, before, after);
            let byte = byte.filter(|_| flow.guard != GuardId::FALSE)?;
            if terminated {
                let ends = self.is_zero(&byte, 8);
                there.guard = self.and_not(there.guard, ends);
            }
            if there.guard == GuardId::FALSE {
                return Some(());
            }
        }
        if limit.is_none() {
            self.unsupported(there.guard, "printing a text of so many bytes");
            flow.guard = self.and_not_guard(flow.guard, there.guard);
        }
        (flow.guard != GuardId::FALSE).then_some(())
    }

    /// The path without what failed between two points of a part of it.
    fn without_failures(&mut self, flow: &mut Flow, before: GuardId, after: GuardId) {
        if before != after {
            let still = self.graph.guards.term(after);
            let failed = self.and_not(before, still);
            flow.guard = self.and_not_guard(flow.guard, failed);
        }
    }

    fn is_zero(&mut self, value: &SymVal, width: u32) -> TermId {
        let zero = self.graph.terms.bits_const(0, width);
        self.graph.terms.eq(value.term, zero)
    }

    fn and_not_guard(&mut self, guard: GuardId, without: GuardId) -> GuardId {
        let without = self.graph.guards.term(without);
        self.and_not(guard, without)
    }
}
