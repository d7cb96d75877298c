//! Inline assembly: fences by their text, and x86's `lock`-prefixed instructions ([`locked`]). Whatever else is there is
//! not supported: an instruction that is not understood may write anything.
//!
//! `isync` alone orders nothing. (On POWER a conditional branch followed by `isync` orders loads after it; our models
//! have no such dependency, so a program that relies on it may be reported with more behaviours than POWER shows.)

mod locked;
mod slots;

use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::{Call, InlineAsm};
use ir::{FenceBits, Operands};
use slots::Slots;

impl<'m> FunctionLowering<'_, 'm> {
    pub fn inline_asm(&mut self, asm: &InlineAsm, call: &Call) -> Lower<Operands> {
        let unknown = || refuse(format!("inline assembly \"{}\"", asm.text));
        let args = self.flat_arguments(&call.arguments)?;
        let Some(slots) = Slots::parse(&asm.constraints, &args) else { return unknown() };
        let leaves = self.unit.leaves(call.return_type)?;
        let tys: Vec<ir::Ty> = leaves.iter().map(|leaf| leaf.ty).collect();
        // Instructions that only order touch none of their operands.
        let written = match fence_of_text(&asm.text) {
            Some(bits) => {
                self.fence_bits(bits)?;
                Vec::new()
            }
            None if asm.intel_dialect => return unknown(),
            None => match self.locked_instructions(&asm.text, &slots)? {
                Some(written) => written,
                None => return unknown(),
            },
        };
        // What no instruction writes keeps the value it was tied to: `asm("" : "+r"(x))` hides one from the optimiser.
        let outputs: Option<Operands> = slots
            .outputs()
            .zip(tys)
            .map(|((number, tied), ty)| {
                let value = written.iter().rev().find(|(slot, _)| *slot == number).map(|(_, value)| *value);
                let value = value.or(tied)?;
                let fits = self.builder.ty(value).bits() == ty.bits();
                fits.then(|| self.fit(value, ty))
            })
            .collect();
        match outputs {
            Some(outputs) if outputs.len() == leaves.len() => Ok(outputs),
            _ => refuse(format!("the outputs of inline assembly \"{}\"", asm.text)),
        }
    }
}

/// The instructions of a piece of assembly; a prefix on its own stands before the next one.
fn pieces(text: &str) -> Vec<String> {
    let lowered = text.to_ascii_lowercase();
    let is_code = |line: &&str| !line.starts_with('#') && !line.starts_with("//") && !line.is_empty();
    let lines = lowered.split(['\n', '\r']).map(str::trim).filter(is_code);
    let mut all: Vec<String> = Vec::new();
    for piece in lines.flat_map(|line| line.split(';')).map(str::trim).filter(|piece| !piece.is_empty()) {
        match all.last_mut().filter(|last| matches!(last.as_str(), "lock" | "rep")) {
            Some(prefix) => *prefix = format!("{prefix} {piece}"),
            None => all.push(piece.to_string()),
        }
    }
    all
}

/// What a piece of assembly orders, if it does nothing but order.
fn fence_of_text(text: &str) -> Option<FenceBits> {
    let mut total = FenceBits::NONE;
    for piece in pieces(text) {
        let (word, rest) = piece.split_once(char::is_whitespace).unwrap_or((&piece, ""));
        total = total
            | match word {
                "lock" if changes_nothing(rest) => FenceBits::FULL,
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
    }
    Some(total)
}

/// `addl $0, 0(%rsp)` and the like: what is on top of the stack stays as it is.
fn changes_nothing(instruction: &str) -> bool {
    let plain: String = instruction.split_whitespace().collect::<Vec<_>>().join(" ").replace("$$", "$");
    let Some((word, rest)) = plain.split_once(' ') else { return false };
    let Some((number, place)) = rest.split_once(',') else { return false };
    let neutral = match word.trim_end_matches(['l', 'q', 'b', 'w']) {
        "add" | "or" | "xor" | "su" | "sub" => matches!(number.trim(), "$0" | "$0x0"),
        "and" => number.trim() == "$-1",
        _ => false,
    };
    let place = place.trim();
    let offset = ["(%rsp)", "(%esp)"].iter().find_map(|top| place.strip_suffix(top));
    neutral && offset.is_some_and(|offset| offset.is_empty() || offset.parse::<i32>().is_ok())
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
        let more = ["movl $1, x", "rdtsc", "lock; addl $0,0(%rsp); ret", "membar #what"];
        let writes =
            ["lock", "lock; incl $0", "lock; addl $$1,0(%rsp)", "lock addl $$0,x", "lock; addl $$0,$0"];
        for text in more.into_iter().chain(writes) {
            assert_eq!(fence_of_text(text), None, "{text}");
        }
    }
}
