//! LLVM's own intrinsics.

use super::function::FunctionLowering;
use super::{Lower, refuse};
use crate::ll::ast::{self, TypeId};
use ir::*;

impl<'m> FunctionLowering<'_, 'm> {
    /// The block of a variable begins or ends; older versions of LLVM also say how large it is.
    fn border_of_block(&mut self, call: &'m ast::Call, end: bool) -> Lower<Operands> {
        if let (Some(argument), false) = (call.arguments.last(), self.builder.function.library)
            && let Ok(ptr @ Operand::Value(_)) = self.scalar(&argument.operand)
        {
            match end {
                true => self.builder.effect(Op::ScopeEnd { ptr }),
                false => self.declare(ptr, ""),
            }
        }
        Ok(Operands::new())
    }

    /// A call of `llvm.<name>`.
    pub fn llvm_intrinsic(&mut self, name: &str, call: &'m ast::Call) -> Lower<Operands> {
        let base = base_name(name);
        if let ("lifetime.start" | "lifetime.end", true) = (base, self.cx.switches.memory_checks) {
            return self.border_of_block(call, base == "lifetime.end");
        }
        if is_ignored(base) {
            return self.zeros(call.return_type);
        }
        if base == "threadlocal.address" {
            // Naming the variable is taking the address of this thread's instance.
            return match call.arguments.first() {
                Some(argument) => self.operand(&argument.operand),
                None => refuse("llvm.threadlocal.address without an argument"),
            };
        }
        let args = self.flat_arguments(&call.arguments)?;
        if let Some(flat) = self.memory_intrinsic(base, &args)? {
            return Ok(flat);
        }
        if let Some(flat) = self.integer_intrinsic(base, &args, call.return_type)? {
            return Ok(flat);
        }
        if let Some(flat) = self.float_intrinsic(base, &args, call.return_type)? {
            return Ok(flat);
        }
        match (base, &*args) {
            (
                "expect" | "expect.with.probability" | "ssa.copy" | "annotation" | "ptr.annotation",
                [value, ..],
            )
            | ("launder.invariant.group" | "strip.invariant.group" | "arithmetic.fence", [value, ..]) => {
                Ok(Operands::from_elem(*value, 1))
            }
            ("trap" | "debugtrap" | "ubsantrap", _) => {
                self.abort("__builtin_trap()".into());
                Ok(Operands::new())
            }
            ("va_start", &[list]) => self.va_start(list).map(|()| Operands::new()),
            ("va_copy", &[to, from]) => {
                self.va_copy(to, from);
                Ok(Operands::new())
            }
            ("frameaddress" | "returnaddress" | "stacksave", _) => self.zeros(call.return_type),
            // What is known of the object at compile time: nothing.
            ("objectsize", &[_, smallest, ..]) => {
                let ty = self.unit.scalar(call.return_type)?;
                let unknown = if smallest.as_const() == Some(1) { 0 } else { -1 };
                Ok(Operands::from_elem(Operand::int(unknown, ty), 1))
            }
            ("x86.sse2.mfence", _) => self.fence_bits(FenceBits::FULL),
            ("x86.sse2.lfence", _) => self.fence_bits(FenceBits::LL),
            ("x86.sse.sfence", _) => self.fence_bits(FenceBits::SS),
            _ => refuse(format!("the intrinsic llvm.{name}")),
        }
    }

    pub fn fence_bits(&mut self, bits: FenceBits) -> Lower<Operands> {
        if !bits.is_empty() {
            self.builder.effect(Op::Fence { bits });
        }
        Ok(Operands::new())
    }

    /// `__builtin_clz(0)` and its kin are undefined.
    fn must_not_be_zero(&mut self, a: Operand) {
        if self.builder.function.library {
            return;
        }
        let zero = Operand::int(0, self.builder.ty(a));
        let holds = self.builder.compare(CompareOp::Ne, a, zero);
        self.assertion(holds, AssertKind::Arithmetic, "a count of the zeros of 0".into());
    }

    fn memory_intrinsic(&mut self, base: &str, args: &[Operand]) -> Lower<Option<Operands>> {
        match (base, args) {
            ("memcpy" | "memmove" | "memcpy.inline", &[dst, src, len, ..]) => {
                let len = self.builder.resize(len, Ty::I64, false);
                if base != "memmove" {
                    self.must_be_apart(dst, src, len);
                }
                self.builder.effect(Op::Copy { dst, src, len });
            }
            ("memset" | "memset.inline", &[dst, byte, len, ..]) => {
                let len = self.builder.resize(len, Ty::I64, false);
                self.builder.effect(Op::Fill { dst, byte, len });
            }
            ("ptrmask", &[pointer, mask]) => {
                let bits = self.builder.bits(pointer, Ty::I64);
                let mask = self.builder.resize(mask, Ty::I64, true);
                let masked = self.builder.binary(BinaryOp::And, bits, mask);
                return Ok(Some(Operands::from_elem(self.builder.bits(masked, Ty::Ptr), 1)));
            }
            _ => return Ok(None),
        }
        Ok(Some(Operands::new()))
    }

    fn integer_intrinsic(&mut self, base: &str, args: &[Operand], result: TypeId) -> Lower<Option<Operands>> {
        let width = self.unit.width(result)?;
        if let Some(op) = unary_intrinsic(base) {
            if let ("ctlz" | "cttz", &[a, Operand::TRUE]) = (base, args) {
                self.must_not_be_zero(a);
            }
            // Vectors work scalar by scalar; a flag such as `is_zero_poison` comes behind.
            return Ok(Some(args.iter().take(width).map(|&a| self.builder.unary(op, a)).collect()));
        }
        let pairs = |args: &[Operand]| -> Vec<(Operand, Operand)> {
            let (left, right) = args.split_at(args.len() / 2);
            left.iter().copied().zip(right.iter().copied()).collect()
        };
        if let Some(op) = binary_intrinsic(base) {
            return Ok(Some(pairs(args).into_iter().map(|(a, b)| self.builder.binary(op, a, b)).collect()));
        }
        if let (Some(op), &[a, b]) = (overflow_intrinsic(base), args) {
            let ty = self.builder.ty(a);
            let results = self.builder.emit(Op::Overflow { op, a, b }, &[ty, Ty::BOOL]);
            return Ok(Some(results.into_iter().map(Operand::from).collect()));
        }
        if let Some((op, signed)) = saturating_intrinsic(base) {
            return Ok(Some(
                pairs(args).into_iter().map(|(a, b)| self.saturating(op, signed, a, b)).collect(),
            ));
        }
        match (base, args) {
            ("fshl", &[a, b, amount]) => {
                Ok(Some(Operands::from_elem(self.funnel_shift(a, b, amount, true), 1)))
            }
            ("fshr", &[a, b, amount]) => {
                Ok(Some(Operands::from_elem(self.funnel_shift(a, b, amount, false), 1)))
            }
            ("scmp", &[a, b]) => self.three_way(CompareOp::Slt, a, b, result).map(Some),
            ("ucmp", &[a, b]) => self.three_way(CompareOp::Ult, a, b, result).map(Some),
            ("is.constant", _) => Ok(Some(Operands::from_elem(Operand::FALSE, 1))),
            ("vector.reduce.add", args) if !args.is_empty() => Ok(Some(self.reduce(BinaryOp::Add, args))),
            ("vector.reduce.or", args) if !args.is_empty() => Ok(Some(self.reduce(BinaryOp::Or, args))),
            ("vector.reduce.and", args) if !args.is_empty() => Ok(Some(self.reduce(BinaryOp::And, args))),
            ("vector.reduce.xor", args) if !args.is_empty() => Ok(Some(self.reduce(BinaryOp::Xor, args))),
            _ => Ok(None),
        }
    }

    fn reduce(&mut self, op: BinaryOp, args: &[Operand]) -> Operands {
        let mut sum = args[0];
        for &arg in &args[1..] {
            sum = self.builder.binary(op, sum, arg);
        }
        Operands::from_elem(sum, 1)
    }

    fn three_way(&mut self, less: CompareOp, a: Operand, b: Operand, result: TypeId) -> Lower<Operands> {
        let ty = self.unit.scalar(result)?;
        let below = self.builder.compare(less, a, b);
        let above = self.builder.compare(less, b, a);
        let upper = self.builder.select(above, Operand::int(1, ty), Operand::int(0, ty));
        Ok(Operands::from_elem(self.builder.select(below, Operand::int(-1, ty), upper), 1))
    }

    /// The limit on overflow: of the sign of the left operand, or the end that unsigned arithmetic ran over.
    fn saturating(&mut self, op: OverflowOp, signed: bool, a: Operand, b: Operand) -> Operand {
        let ty = self.builder.ty(a);
        let results = self.builder.emit(Op::Overflow { op, a, b }, &[ty, Ty::BOOL]);
        let limit = match (signed, op) {
            (true, _) => {
                let negative = self.builder.compare(CompareOp::Slt, a, Operand::int(0, ty));
                let greatest = (ty.mask() >> 1) as i128;
                self.builder.select(negative, Operand::int(!greatest, ty), Operand::int(greatest, ty))
            }
            (false, OverflowOp::USub) => Operand::int(0, ty),
            (false, _) => Operand::int(-1, ty),
        };
        self.builder.select(results[1].into(), limit, results[0].into())
    }

    /// The upper (or, to the right, lower) half of `a:b` shifted by `amount` modulo the width.
    fn funnel_shift(&mut self, a: Operand, b: Operand, amount: Operand, left: bool) -> Operand {
        let ty = self.builder.ty(a);
        let width = Operand::int(ty.bits().into(), ty);
        let amount = self.builder.binary(BinaryOp::URem, amount, width);
        let rest = self.builder.binary(BinaryOp::Sub, width, amount);
        // A shift by the whole width gives 0, so an amount of 0 needs no care.
        let (up, down) = if left { (amount, rest) } else { (rest, amount) };
        let high = self.builder.binary(BinaryOp::Shl, a, up);
        let low = self.builder.binary(BinaryOp::LShr, b, down);
        self.builder.binary(BinaryOp::Or, high, low)
    }

    fn float_intrinsic(&mut self, base: &str, args: &[Operand], result: TypeId) -> Lower<Option<Operands>> {
        match (base, args) {
            ("fmuladd" | "fma", &[a, b, c]) => {
                let product = self.builder.binary(BinaryOp::FMul, a, b);
                Ok(Some(Operands::from_elem(self.builder.binary(BinaryOp::FAdd, product, c), 1)))
            }
            ("powi", &[a, power]) => {
                let ty = self.builder.ty(a);
                let power = self.builder.cast(CastOp::SToF, power, ty);
                Ok(Some(Operands::from_elem(self.builder.binary(BinaryOp::FPow, a, power), 1)))
            }
            ("is.fpclass", &[a, classes]) => self.float_class(a, classes).map(Some),
            ("fptosi.sat", &[a]) => {
                let ty = self.unit.scalar(result)?;
                Ok(Some(Operands::from_elem(self.builder.cast(CastOp::FToS, a, ty), 1)))
            }
            ("fptoui.sat", &[a]) => {
                let ty = self.unit.scalar(result)?;
                Ok(Some(Operands::from_elem(self.builder.cast(CastOp::FToU, a, ty), 1)))
            }
            _ => Ok(None),
        }
    }

    /// Classes of numbers that C's macros ask for; see `llvm.is.fpclass`.
    fn float_class(&mut self, a: Operand, classes: Operand) -> Lower<Operands> {
        let ty = self.builder.ty(a);
        let infinity = match ty {
            Ty::F32 => Operand::Const { bits: f32::INFINITY.to_bits().into(), ty },
            _ => Operand::Const { bits: f64::INFINITY.to_bits().into(), ty },
        };
        let answer = match classes.as_const() {
            Some(0x3) => self.builder.compare(CompareOp::FUno, a, a),
            Some(0x204) => {
                let magnitude = self.builder.unary(UnaryOp::FAbs, a);
                self.builder.compare(CompareOp::FOeq, magnitude, infinity)
            }
            Some(0x1f8) => {
                let magnitude = self.builder.unary(UnaryOp::FAbs, a);
                self.builder.compare(CompareOp::FOlt, magnitude, infinity)
            }
            _ => return refuse("llvm.is.fpclass with this mask"),
        };
        Ok(Operands::from_elem(answer, 1))
    }
}

/// The name without the types at its end.
fn base_name(name: &str) -> &str {
    let mut end = 0;
    for segment in name.split('.') {
        let mut chars = segment.chars();
        let type_like = matches!(chars.next(), Some('p' | 'i' | 'f' | 'v'))
            && chars.next().is_some_and(|c| c.is_ascii_digit());
        if type_like {
            return name[..end].trim_end_matches('.');
        }
        end += segment.len() + 1;
    }
    name
}

/// Hints that change nothing.
fn is_ignored(base: &str) -> bool {
    base.starts_with("dbg.")
        || base.starts_with("lifetime.")
        || base.starts_with("invariant.")
        || base.starts_with("experimental.noalias")
        || matches!(
            base,
            "assume"
                | "stacksave"
                | "stackrestore"
                | "va_end"
                | "prefetch"
                | "donothing"
                | "var.annotation"
                | "sideeffect"
                | "pseudoprobe"
                | "fake.use"
                | "x86.sse2.pause"
                | "clear_cache"
                | "codeview.annotation"
        )
}

fn unary_intrinsic(base: &str) -> Option<UnaryOp> {
    Some(match base {
        "ctpop" => UnaryOp::CountOnes,
        "ctlz" => UnaryOp::LeadingZeros,
        "cttz" => UnaryOp::TrailingZeros,
        "bswap" => UnaryOp::ByteSwap,
        "bitreverse" => UnaryOp::BitReverse,
        "abs" => UnaryOp::Abs,
        "fabs" => UnaryOp::FAbs,
        "sqrt" => UnaryOp::Sqrt,
        "floor" => UnaryOp::Floor,
        "ceil" => UnaryOp::Ceil,
        "trunc" => UnaryOp::Trunc,
        "round" => UnaryOp::Round,
        "sin" => UnaryOp::Sin,
        "cos" => UnaryOp::Cos,
        "exp" => UnaryOp::Exp,
        "log" => UnaryOp::Log,
        _ => return None,
    })
}

fn binary_intrinsic(base: &str) -> Option<BinaryOp> {
    Some(match base {
        "smax" => BinaryOp::SMax,
        "smin" => BinaryOp::SMin,
        "umax" => BinaryOp::UMax,
        "umin" => BinaryOp::UMin,
        "minnum" | "minimum" | "minimumnum" => BinaryOp::FMin,
        "maxnum" | "maximum" | "maximumnum" => BinaryOp::FMax,
        "pow" => BinaryOp::FPow,
        "copysign" => BinaryOp::FCopySign,
        _ => return None,
    })
}

fn overflow_intrinsic(base: &str) -> Option<OverflowOp> {
    Some(match base {
        "sadd.with.overflow" => OverflowOp::SAdd,
        "uadd.with.overflow" => OverflowOp::UAdd,
        "ssub.with.overflow" => OverflowOp::SSub,
        "usub.with.overflow" => OverflowOp::USub,
        "smul.with.overflow" => OverflowOp::SMul,
        "umul.with.overflow" => OverflowOp::UMul,
        _ => return None,
    })
}

fn saturating_intrinsic(base: &str) -> Option<(OverflowOp, bool)> {
    Some(match base {
        "sadd.sat" => (OverflowOp::SAdd, true),
        "uadd.sat" => (OverflowOp::UAdd, false),
        "ssub.sat" => (OverflowOp::SSub, true),
        "usub.sat" => (OverflowOp::USub, false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::base_name;

    #[test]
    fn types_are_cut_off_names() {
        assert_eq!(base_name("memcpy.p0.p0.i64"), "memcpy");
        assert_eq!(base_name("sadd.with.overflow.i32"), "sadd.with.overflow");
        assert_eq!(base_name("x86.sse2.mfence"), "x86.sse2.mfence");
        assert_eq!(base_name("fabs.f64"), "fabs");
        assert_eq!(base_name("trap"), "trap");
    }
}
