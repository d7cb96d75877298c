//! Integer and floating-point literals.

use crate::ll::ast::*;

/// An integer literal (`12`, `-1`, `u0xFF`, `s0xFF`) for a type of `width` bits.
/// `None` if the text is no integer at all.
pub fn integer(text: &str, width: u32) -> Option<Constant> {
    if let Some(digits) = text.strip_prefix("u0x") {
        return Some(unsigned(text, u128::from_str_radix(digits, 16).ok(), width));
    }
    if let Some(digits) = text.strip_prefix("s0x") {
        let value = u128::from_str_radix(digits, 16).ok();
        let bits = digits.len() as u32 * 4;
        return Some(unsigned(text, value.map(|value| sign_extend(value, bits)), width));
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let value = digits.parse::<u128>().ok();
    if negative && width > 128 {
        return Some(Constant::BigInt(text.into()));
    }
    Some(unsigned(text, value.map(|value| if negative { value.wrapping_neg() } else { value }), width))
}

fn unsigned(text: &str, value: Option<u128>, width: u32) -> Constant {
    match value {
        Some(value) => Constant::Int(truncate(value, width)),
        None => Constant::BigInt(text.into()),
    }
}

fn sign_extend(value: u128, bits: u32) -> u128 {
    match 128u32.checked_sub(bits) {
        Some(shift @ 1..=127) => (((value << shift) as i128) >> shift) as u128,
        _ => value,
    }
}

fn truncate(value: u128, width: u32) -> u128 {
    if width >= 128 { value } else { value & ((1u128 << width) - 1) }
}

/// A floating-point literal; `None` if the text is none.
pub fn float(text: &str) -> Option<FloatConstant> {
    let Some(hex) = text.strip_prefix("0x") else {
        let plausible =
            text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-'));
        return text
            .parse::<f64>()
            .ok()
            .filter(|_| plausible)
            .map(|value| FloatConstant::Double(value.to_bits()));
    };
    Some(match hex.as_bytes().first()? {
        b'K' => FloatConstant::X86Fp80(hex_bits(&hex[1..], 80)?),
        b'L' => FloatConstant::Quad(low_half_first(&hex[1..])?),
        b'M' => FloatConstant::PpcPair(low_half_first(&hex[1..])?),
        b'H' => FloatConstant::Half(hex_bits(&hex[1..], 16)? as u16),
        b'R' => FloatConstant::BFloat(hex_bits(&hex[1..], 16)? as u16),
        _ => FloatConstant::Double(hex_bits(hex, 64)? as u64),
    })
}

fn hex_bits(digits: &str, width: u32) -> Option<u128> {
    let plausible = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    let value = u128::from_str_radix(digits, 16).ok().filter(|_| plausible)?;
    (truncate(value, width) == value).then_some(value)
}

/// 128-bit literals are written with the low 64 bits first.
fn low_half_first(digits: &str) -> Option<u128> {
    Some(hex_bits(digits, 128)?.rotate_left(64))
}

impl FloatConstant {
    /// The value as a double, rounded where the format holds more (towards zero for the extended formats).
    pub fn to_f64(self) -> f64 {
        match self {
            FloatConstant::Double(bits) => f64::from_bits(bits),
            FloatConstant::Half(bits) => small_float(bits, 5, 10),
            FloatConstant::BFloat(bits) => f64::from(f32::from_bits(u32::from(bits) << 16)),
            FloatConstant::X86Fp80(bits) => {
                // The integer bit is explicit: drop it to get an ordinary fraction.
                wide_float((bits >> 64) as u16, (bits as u64) << 1)
            }
            FloatConstant::Quad(bits) => wide_float((bits >> 112) as u16, (bits >> 48) as u64),
            FloatConstant::PpcPair(bits) => f64::from_bits(bits as u64) + f64::from_bits((bits >> 64) as u64),
        }
    }
}

/// An IEEE number of 16 bits.
fn small_float(bits: u16, exponent_bits: u32, fraction_bits: u32) -> f64 {
    let sign = if bits >> 15 == 1 { -1.0 } else { 1.0 };
    let exponent = i32::from(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    let fraction = f64::from(bits & ((1 << fraction_bits) - 1)) / f64::from(1 << fraction_bits);
    let bias = (1 << (exponent_bits - 1)) - 1;
    if exponent == (1 << exponent_bits) - 1 {
        return if fraction == 0.0 { sign * f64::INFINITY } else { f64::NAN };
    }
    match exponent {
        0 => sign * fraction * f64::powi(2.0, 1 - bias),
        _ => sign * (1.0 + fraction) * f64::powi(2.0, exponent - bias),
    }
}

/// A number with a sign, a 15-bit exponent and a fraction whose leading 64 bits are given.
fn wide_float(sign_exponent: u16, fraction: u64) -> f64 {
    let sign = u64::from(sign_exponent >> 15) << 63;
    let exponent = i32::from(sign_exponent & 0x7fff) - 16383;
    let bits = match exponent {
        16384 if fraction == 0 => 0x7ff << 52,
        16384 => return f64::NAN,
        1024.. => 0x7ff << 52,
        -1022..=1023 => ((exponent + 1023) as u64) << 52 | fraction >> 12,
        -1074..=-1023 => (1 << 63 | fraction >> 1) >> (11 - 1022 - exponent).clamp(0, 63),
        _ => 0,
    };
    f64::from_bits(sign | bits)
}
