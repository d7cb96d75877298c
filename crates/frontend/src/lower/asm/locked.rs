//! x86's `lock`-prefixed instructions (and `xchg`, which needs no prefix) as read-modify-writes, with the `sete` and the
//! like behind them that tell how they came out. Everything else is for the caller to refuse.

use super::slots::{Slot, Slots};
use super::{FunctionLowering, Lower, pieces};
use ir::*;

/// An operand in the text of an instruction.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Place {
    Slot(usize),
    /// `($0)`: in memory, at the address that the operand holds.
    Through(usize),
    Immediate(i128),
}

/// What the last instruction says about its result.
#[derive(Clone, Copy)]
enum Flags {
    /// Of the new value.
    Result(Operand),
    /// Whether a compare-and-exchange took place.
    Equal(Operand),
    /// The bit that was there before.
    Carry(Operand),
}

/// Registers that were written, by their numbers.
type Written = Vec<(usize, Operand)>;

impl<'m> FunctionLowering<'_, 'm> {
    /// What the instructions leave in registers; `None`: one of them is not understood.
    pub(super) fn locked_instructions(&mut self, text: &str, slots: &Slots) -> Lower<Option<Written>> {
        let (mut written, mut flags) = (Written::new(), None);
        for piece in pieces(text) {
            let (word, rest) = piece.split_once(char::is_whitespace).unwrap_or((&piece, ""));
            let (locked, word, rest) = match word {
                "lock" => {
                    let rest = rest.trim();
                    let (word, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
                    (true, word, rest)
                }
                _ => (false, word, rest),
            };
            let Some(places) = places(rest, slots) else { return Ok(None) };
            let done = match word.strip_prefix("set") {
                Some(condition) if !locked => self.set_flag(condition, &places, slots, flags, &mut written),
                _ => self.locked(locked, word, &places, slots, &mut written).map(|new| flags = Some(new)),
            };
            if done.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(written))
    }

    fn locked(
        &mut self,
        locked: bool,
        word: &str,
        places: &[Place],
        slots: &Slots,
        written: &mut Written,
    ) -> Option<Flags> {
        let (base, suffix) = split_mnemonic(word)?;
        if !locked && base != "xchg" {
            return None;
        }
        let (source, target) = match *places {
            [target] => (None, target),
            // An exchange may name its operands either way.
            [a, b] if base == "xchg" && self.address(b, slots).is_none() => (Some(b), a),
            [source, target] => (Some(source), target),
            _ => return None,
        };
        let addr = self.address(target, slots)?;
        let ty = suffix.or_else(|| self.register_ty(source?, slots))?;
        let access = Access::plain(ty).with_order(Order::SeqCst);
        if base == "cmpxchg" {
            let desired = self.source(source?, ty, slots, written)?;
            return self.locked_exchange(access, addr, desired, slots, written);
        }
        let (op, value) = match (base, source) {
            ("inc", None) => (RmwOp::Add, Operand::int(1, ty)),
            ("dec", None) => (RmwOp::Sub, Operand::int(1, ty)),
            ("not", None) => (RmwOp::Xor, Operand::int(-1, ty)),
            ("bts" | "btr" | "btc", Some(bit)) => return self.locked_bit(base, access, addr, bit, slots),
            (_, Some(source)) => (rmw_of(base)?, self.source(source, ty, slots, written)?),
            _ => return None,
        };
        let old = self.builder.value(Op::Rmw { access, op, addr, value }, ty);
        if matches!(base, "xadd" | "xchg") {
            written.push((output(source?, slots)?, old));
        }
        Some(Flags::Result(match op {
            RmwOp::Xchg => value,
            RmwOp::Add => self.builder.binary(BinaryOp::Add, old, value),
            RmwOp::Sub => self.builder.binary(BinaryOp::Sub, old, value),
            RmwOp::And => self.builder.binary(BinaryOp::And, old, value),
            RmwOp::Or => self.builder.binary(BinaryOp::Or, old, value),
            _ => self.builder.binary(BinaryOp::Xor, old, value),
        }))
    }

    /// `cmpxchg`: a fence also where it fails.
    fn locked_exchange(
        &mut self,
        access: Access,
        addr: Operand,
        desired: Operand,
        slots: &Slots,
        written: &mut Written,
    ) -> Option<Flags> {
        let ty = access.ty;
        let (expected, output) = slots.accumulator()?;
        let expected = self.narrowed(expected, ty)?;
        self.builder.effect(Op::Fence { bits: FenceBits::FULL });
        let failure = Order::SeqCst;
        let op = Op::CompareExchange { access, failure, addr, expected, desired, weak: false };
        let results = self.builder.emit(op, &[ty, Ty::BOOL]);
        written.extend(output.map(|output| (output, results[0].into())));
        Some(Flags::Equal(results[1].into()))
    }

    /// Sets, resets or complements a bit of known number.
    fn locked_bit(
        &mut self,
        base: &str,
        access: Access,
        addr: Operand,
        bit: Place,
        slots: &Slots,
    ) -> Option<Flags> {
        let ty = access.ty;
        let bit = match bit {
            Place::Immediate(bit) => bit,
            Place::Slot(number) => match slots.get(number)?.1 {
                Slot::Register { value: Some(value), .. } => value.as_const()? as i128,
                _ => return None,
            },
            Place::Through(_) => return None,
        };
        // A number beyond the word is one of another word.
        let bit = (0..i128::from(ty.bits())).contains(&bit).then_some(bit)?;
        let (op, value) = match base {
            "bts" => (RmwOp::Or, 1 << bit),
            "btr" => (RmwOp::And, !(1 << bit)),
            _ => (RmwOp::Xor, 1 << bit),
        };
        let old = self.builder.value(Op::Rmw { access, op, addr, value: Operand::int(value, ty) }, ty);
        let masked = self.builder.binary(BinaryOp::And, old, Operand::int(1 << bit, ty));
        Some(Flags::Carry(self.builder.is_true(masked)))
    }

    /// `sete`, `setz`, `setc` and the like, into a byte.
    fn set_flag(
        &mut self,
        condition: &str,
        places: &[Place],
        slots: &Slots,
        flags: Option<Flags>,
        written: &mut Written,
    ) -> Option<()> {
        let (condition, negated) = match condition.strip_prefix('n') {
            Some(condition) => (condition, true),
            None => (condition, false),
        };
        let holds = match (condition, flags?) {
            ("e" | "z", Flags::Equal(equal)) => equal,
            ("e" | "z", Flags::Result(new)) => {
                let ty = self.builder.ty(new);
                self.builder.compare(CompareOp::Eq, new, Operand::int(0, ty))
            }
            ("s", Flags::Result(new)) => {
                let ty = self.builder.ty(new);
                self.builder.compare(CompareOp::Slt, new, Operand::int(0, ty))
            }
            ("c" | "b", Flags::Carry(carry)) => carry,
            _ => return None,
        };
        let holds = match negated {
            true => self.builder.binary(BinaryOp::Xor, holds, Operand::TRUE),
            false => holds,
        };
        let byte = self.builder.resize(holds, Ty::I8, false);
        let &[place] = places else { return None };
        match self.address(place, slots) {
            Some(addr) => self.builder.store(Access::plain(Ty::I8), addr, byte),
            None => written.push((output(place, slots)?, byte)),
        }
        Some(())
    }

    /// The address of an operand that is in memory.
    fn address(&mut self, place: Place, slots: &Slots) -> Option<Operand> {
        match place {
            Place::Slot(number) => match slots.get(number)?.1 {
                Slot::Memory(addr) => Some(addr),
                _ => None,
            },
            Place::Through(number) => match slots.get(number)?.1 {
                Slot::Register { value: Some(addr), .. } if self.builder.ty(addr).bits() == 64 => {
                    Some(self.fit(addr, Ty::Ptr))
                }
                _ => None,
            },
            Place::Immediate(_) => None,
        }
    }

    /// What an operand in a register, or a number, is now.
    fn source(&mut self, place: Place, ty: Ty, slots: &Slots, written: &Written) -> Option<Operand> {
        match place {
            Place::Immediate(number) => Some(Operand::int(number, ty)),
            Place::Slot(number) => match slots.get(number)? {
                (number, Slot::Register { value, .. }) => {
                    let newest =
                        written.iter().rev().find(|(known, _)| *known == number).map(|(_, value)| *value);
                    self.narrowed(newest.or(value)?, ty)
                }
                _ => None,
            },
            Place::Through(_) => None,
        }
    }

    /// The lower part of a register; what is above the value in it is not known.
    fn narrowed(&mut self, value: Operand, ty: Ty) -> Option<Operand> {
        let from = self.builder.ty(value);
        let number = matches!(from, Ty::Int(_) | Ty::Ptr);
        if let Operand::Const { .. } = value
            && number
        {
            return Some(self.builder.resize(value, ty, true));
        }
        (number && from.bits() >= ty.bits()).then(|| self.fit(value, ty))
    }

    fn register_ty(&self, place: Place, slots: &Slots) -> Option<Ty> {
        let Place::Slot(number) = place else { return None };
        match slots.get(number)?.1 {
            Slot::Register { value: Some(value), .. } => match self.builder.ty(value) {
                Ty::Ptr => Some(Ty::I64),
                ty @ Ty::Int(8 | 16 | 32 | 64) => Some(ty),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The register that an instruction may write.
fn output(place: Place, slots: &Slots) -> Option<usize> {
    let Place::Slot(number) = place else { return None };
    match slots.get(number)? {
        (number, Slot::Register { output: true, .. }) => Some(number),
        _ => None,
    }
}

fn rmw_of(base: &str) -> Option<RmwOp> {
    Some(match base {
        "add" | "xadd" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        "xchg" => RmwOp::Xchg,
        _ => return None,
    })
}

/// The instruction, and how wide its suffix says it is.
fn split_mnemonic(word: &str) -> Option<(&str, Option<Ty>)> {
    const KNOWN: [&str; 14] = [
        "inc", "dec", "not", "add", "sub", "and", "or", "xor", "xadd", "xchg", "cmpxchg", "bts", "btr", "btc",
    ];
    if KNOWN.contains(&word) {
        return Some((word, None));
    }
    let (base, suffix) = word.split_at_checked(word.len().checked_sub(1)?)?;
    let ty = match suffix {
        "b" => Ty::I8,
        "w" => Ty::Int(16),
        "l" => Ty::I32,
        "q" => Ty::I64,
        _ => return None,
    };
    KNOWN.contains(&base).then_some((base, Some(ty)))
}

fn places(text: &str, slots: &Slots) -> Option<Vec<Place>> {
    let parts = text.split(',').map(str::trim).filter(|part| !part.is_empty());
    parts.map(|part| place(part, slots)).collect()
}

fn place(text: &str, slots: &Slots) -> Option<Place> {
    let number = |text: &str| {
        // `${0:b}`: the operand by the name of a part of its register.
        let inner = text.strip_prefix('{').and_then(|text| text.strip_suffix('}'));
        let digits = inner.map_or(text, |inner| inner.split(':').next().unwrap_or(""));
        digits.parse::<usize>().ok().filter(|&number| slots.get(number).is_some())
    };
    if let Some(through) = text.strip_prefix("($").and_then(|text| text.strip_suffix(')')) {
        return number(through).map(Place::Through);
    }
    let rest = text.strip_prefix('$')?;
    let immediate = rest.strip_prefix('$').or(slots.is_empty().then_some(rest));
    match immediate {
        None => number(rest).map(Place::Slot),
        Some(digits) => {
            let (sign, digits) = digits.strip_prefix('-').map_or((1, digits), |digits| (-1, digits));
            let parsed = match digits.strip_prefix("0x") {
                Some(hex) => i128::from_str_radix(hex, 16),
                None => digits.parse(),
            };
            parsed.ok().map(|number| Place::Immediate(sign * number))
        }
    }
}
