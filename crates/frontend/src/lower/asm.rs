//! Inline assembly: fences by their text; whatever else is there is not supported.
//!
//! `isync` alone orders nothing. (On POWER a conditional branch followed by `isync` orders loads after it; our models
//! have no such dependency, so a program that relies on it may be reported with more behaviours than POWER shows.)

use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::{Call, InlineAsm};
use ir::{FenceBits, Operands};

impl<'m> FunctionLowering<'_, 'm> {
    pub fn inline_asm(&mut self, asm: &InlineAsm, call: &Call) -> Lower<Operands> {
        let Some(bits) = fence_of_text(&asm.text) else {
            return refuse(format!("inline assembly \"{}\"", asm.text));
        };
        // Outputs of a fence (an operand tied to a register and the like) are not known.
        let outputs = self.unit.width(call.return_type)? > 0;
        if outputs && asm.text.trim().is_empty() {
            return self.tied_outputs(asm, call);
        }
        if outputs {
            return refuse(format!("inline assembly \"{}\" with outputs", asm.text));
        }
        self.fence_bits(bits)
    }

    /// `asm("" : "+r"(x))`: hides a value from the optimiser; the outputs are the tied inputs.
    fn tied_outputs(&mut self, asm: &InlineAsm, call: &Call) -> Lower<Operands> {
        let args = self.flat_arguments(&call.arguments)?;
        match self.unit.width(call.return_type)? {
            width if width == args.len() => {
                let leaves = self.unit.leaves(call.return_type)?;
                Ok(args.into_iter().zip(leaves.iter()).map(|(arg, leaf)| self.fit(arg, leaf.ty)).collect())
            }
            _ => refuse(format!("inline assembly with constraints \"{}\"", asm.constraints)),
        }
    }
}

/// What a piece of assembly orders, if it does nothing but order.
fn fence_of_text(text: &str) -> Option<FenceBits> {
    let mut total = FenceBits::NONE;
    let lowered = text.to_ascii_lowercase();
    // `lock; addl $0,0(%rsp)` is one instruction in two pieces: the prefix alone makes the fence.
    let pieces = lowered.split([';', '\n', '\r']).map(str::trim).filter(|piece| !piece.is_empty());
    let mut locked = false;
    for piece in pieces {
        if piece.starts_with('#') || piece.starts_with("//") {
            continue;
        }
        let (word, rest) = piece.split_once(char::is_whitespace).unwrap_or((piece, ""));
        let bits = match word {
            "lock" => {
                locked = rest.trim().is_empty();
                FenceBits::FULL
            }
            _ if locked => {
                locked = false;
                FenceBits::NONE
            }
            "mfence" | "sync" | "hwsync" | "dsb" => FenceBits::FULL,
            "lwsync" => FenceBits::ACQ_REL,
            "eieio" | "sfence" => FenceBits::SS,
            "lfence" => FenceBits::LL,
            "dmb" => arm_barrier(rest)?,
            "membar" => sparc_barrier(rest)?,
            "isync" | "isb" | "nop" | "pause" | "yield" => FenceBits::NONE,
            "rep" if matches!(rest.trim(), "" | "nop") => FenceBits::NONE,
            _ => return None,
        };
        total = total | bits;
    }
    Some(total)
}

fn arm_barrier(domain: &str) -> Option<FenceBits> {
    Some(match domain.trim() {
        "" | "sy" | "ish" | "nsh" | "osh" => FenceBits::FULL,
        "st" | "ishst" | "nshst" | "oshst" => FenceBits::SS,
        "ld" | "ishld" | "nshld" | "oshld" => FenceBits::ACQUIRE,
        _ => return None,
    })
}

/// `membar #StoreLoad | #LoadLoad`
fn sparc_barrier(masks: &str) -> Option<FenceBits> {
    let mut total = FenceBits::NONE;
    for mask in masks.split(['|', ',']).map(|mask| mask.trim().trim_start_matches('#')) {
        let bits = match mask {
            "storeload" => FenceBits::SL,
            "loadload" => FenceBits::LL,
            "loadstore" => FenceBits::LS,
            "storestore" => FenceBits::SS,
            "sync" | "memissue" | "" => FenceBits::FULL,
            "lookaside" => FenceBits::SL,
            _ => return None,
        };
        total = total | bits;
    }
    Some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fences_are_known_by_their_text() {
        let full = [
            "mfence",
            "lock; addl $$0,0(%rsp)",
            "lock addl $0, (%esp)",
            "sync",
            "membar #Sync",
            "dmb ish\n",
            "\tmfence\n\t",
        ];
        for text in full {
            assert_eq!(fence_of_text(text), Some(FenceBits::FULL), "{text}");
        }
        assert_eq!(fence_of_text("lwsync"), Some(FenceBits::ACQ_REL));
        assert_eq!(fence_of_text("membar #StoreLoad | #StoreStore"), Some(FenceBits::SL | FenceBits::SS));
        assert_eq!(fence_of_text("sfence"), Some(FenceBits::SS));
        for text in ["", "nop", "pause", "rep; nop", "rep nop", "isync"] {
            assert_eq!(fence_of_text(text), Some(FenceBits::NONE), "{text}");
        }
        for text in ["movl $1, x", "rdtsc", "lock; addl $0,0(%rsp); ret", "membar #what"] {
            assert_eq!(fence_of_text(text), None, "{text}");
        }
    }
}
