//! The words by which a program speaks to a verifier: SV-COMP's, CPROVER's, our own, and `assert`.

use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::TypeId;
use ir::*;

impl<'m> FunctionLowering<'_, 'm> {
    /// Words that mean the same even where the program gives them a body.
    pub fn is_fixed_word(&self, name: &str) -> bool {
        name.starts_with("__selvedge_")
            || matches!(
                name,
                "__VERIFIER_atomic_begin"
                    | "__VERIFIER_atomic_end"
                    | "__VERIFIER_error"
                    | "__VERIFIER_assume"
                    | "reach_error"
                    | "__CPROVER_assume"
                    | "__CPROVER_assert"
                    | "__CPROVER_atomic_begin"
                    | "__CPROVER_atomic_end"
                    | "__CPROVER_fence"
            )
    }

    pub fn vocabulary_call(
        &mut self,
        name: &str,
        args: &[Operand],
        result: TypeId,
    ) -> Lower<Option<Operands>> {
        match (name, args) {
            ("__VERIFIER_error" | "reach_error", _) => {
                self.assertion(Operand::FALSE, AssertKind::ReachError, name.to_string());
            }
            (
                "__VERIFIER_assert" | "selvedge_assert" | "assert" | "__CPROVER_assert",
                &[cond, ref rest @ ..],
            ) => {
                let told = rest.first().and_then(|&text| self.c_string(text));
                let quoted = || self.cx.quoted_argument(self.builder.span);
                let message = told.or_else(quoted).unwrap_or_else(|| name.to_string());
                let cond = self.builder.is_true(cond);
                self.assertion(cond, AssertKind::Assert, message);
            }
            ("__VERIFIER_assume" | "__CPROVER_assume" | "selvedge_assume", &[cond, ..]) => {
                let cond = self.builder.is_true(cond);
                self.builder.effect(Op::Assume { cond });
            }
            ("__VERIFIER_atomic_begin" | "__CPROVER_atomic_begin", _) => self.builder.effect(Op::AtomicBegin),
            ("__VERIFIER_atomic_end" | "__CPROVER_atomic_end", _) => self.builder.effect(Op::AtomicEnd),
            ("selvedge_atomic_begin", _) => self.builder.effect(Op::TransactionBegin),
            ("selvedge_atomic_end", _) => self.builder.effect(Op::TransactionEnd),
            ("selvedge_fence", &[bits]) => return self.constant_fence(bits).map(Some),
            ("__CPROVER_fence", kinds) => return self.named_fence(kinds).map(Some),
            // glibc: (expression, file, line, function); macOS: (function, file, line, expression).
            ("__assert_fail" | "__assert", &[text, ..])
            | ("__assert_rtn" | "__assert13", &[_, _, _, text]) => {
                let message = self.c_string(text).unwrap_or_else(|| "assertion".into());
                self.assertion(Operand::FALSE, AssertKind::Assert, message);
            }
            // GLib: (domain, file, line, function, expression or message, …).
            (_, &[_, _, _, _, text, ..]) if name.starts_with("g_assertion_message") => {
                let message = self.c_string(text).unwrap_or_else(|| "assertion".into());
                self.assertion(Operand::FALSE, AssertKind::Assert, message);
            }
            ("__assert_perror_fail", _) => {
                self.assertion(Operand::FALSE, AssertKind::Assert, "assert_perror".into());
            }
            _ if ends_by_itself(name) => self.abort(name.to_string()),
            _ if is_panic(name) => self.abort("a panic of Rust".into()),
            _ if is_nondet(name) => return self.nondet_input(name, result).map(Some),
            ("__VERIFIER_tid", _) => return self.sync(SyncOp::ThreadSelf, &[], result).map(Some),
            _ if is_hint(name) => {}
            // What it means is known to another verifier: any value would be wrong.
            _ if name.starts_with("__VERIFIER_") || name.starts_with("__CPROVER_") => {
                return refuse(format!("`{name}`, a word of another verifier"));
            }
            _ => return Ok(None),
        }
        // What the caller makes of a result that these do not have is its own affair.
        self.zeros(result).map(Some)
    }

    /// Arbitrary input of the type that the caller declares.
    pub fn nondet_input(&mut self, name: &str, result: TypeId) -> Lower<Operands> {
        let leaves = self.unit.leaves(result)?;
        let kind = NondetKind::Input(name.into());
        Ok(leaves.iter().map(|leaf| self.builder.nondet(kind.clone(), leaf.ty)).collect())
    }

    pub fn constant_fence(&mut self, bits: Operand) -> Lower<Operands> {
        match bits.as_const() {
            Some(bits) => self.fence_bits(FenceBits(bits as u8) & FenceBits::FULL),
            None => refuse("a fence whose kind is not constant"),
        }
    }

    /// `__CPROVER_fence("WWfence", "RRfence", …)`. The `…cumul` kinds say that the fence is cumulative, which all
    /// our fences are.
    fn named_fence(&mut self, kinds: &[Operand]) -> Lower<Operands> {
        let mut total = FenceBits::NONE;
        for &kind in kinds {
            let Some(text) = self.c_string(kind) else { return refuse("a fence whose kind is not constant") };
            total = total
                | match text.as_str() {
                    "RRfence" => FenceBits::LL,
                    "RWfence" => FenceBits::LS,
                    "WRfence" => FenceBits::SL,
                    "WWfence" => FenceBits::SS,
                    _ if text.ends_with("cumul") => FenceBits::NONE,
                    _ => return refuse(format!("a fence of kind \"{text}\"")),
                };
        }
        self.fence_bits(total)
    }
}

/// Ends the program because something is wrong with it.
fn ends_by_itself(name: &str) -> bool {
    matches!(name, "__stack_chk_fail" | "__chk_fail" | "__fortify_fail" | "g_abort")
}

/// Where a panic of Rust begins, by the old and the new way of mangling names.
fn is_panic(name: &str) -> bool {
    let rust = name.starts_with("_ZN") || name.starts_with("_R");
    let places =
        ["4core9panicking", "3std9panicking", "4core6option13expect_failed", "4core6option13unwrap_failed"];
    let more = ["4core6result13unwrap_failed", "4core5slice5index", "4core3str16slice_error_fail"];
    rust && places.iter().chain(&more).any(|place| name.contains(place))
}

/// Tells another verifier how to go through a loop; it means nothing for what the program does.
fn is_hint(name: &str) -> bool {
    matches!(
        name,
        "__VERIFIER_loop_bound"
            | "__VERIFIER_loop_begin"
            | "__VERIFIER_spin_start"
            | "__VERIFIER_spin_end"
            | "__CPROVER_input"
            | "__CPROVER_output"
    )
}

fn is_nondet(name: &str) -> bool {
    ["__VERIFIER_nondet", "selvedge_nondet_", "__CPROVER_nondet", "nondet"]
        .iter()
        .any(|prefix| name.starts_with(prefix))
}
