//! Conversions of `printf`: one specification and one value to text, as the C standard (7.21.6.1) has it.

/// `%[flags][width][.precision][length]conversion`; `*` is already replaced by its value.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) struct Spec {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub width: Count,
    pub precision: Count,
    /// Bits of an integer argument.
    pub bits: u32,
    pub long_double: bool,
    pub conversion: u8,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub(crate) enum Count {
    #[default]
    None,
    Given(usize),
    /// `*`: comes from an argument.
    Argument,
}

impl Count {
    fn get(self) -> Option<usize> {
        match self {
            Count::Given(count) => Some(count),
            _ => None,
        }
    }
}

/// The arguments of a format that are texts, by number, each with how much of it is read at most; why not, if that is not known.
pub fn texts_of_format(format: &[u8]) -> Result<Vec<(usize, Option<u64>)>, String> {
    let (mut texts, mut rest, mut next) = (Vec::new(), format, 0);
    while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
        let Some((spec, behind)) = Spec::parse(&rest[at + 1..]) else {
            return Err("the format ends within a conversion".into());
        };
        rest = behind;
        let stars = [spec.width, spec.precision].map(|count| usize::from(count == Count::Argument));
        next += stars[0] + stars[1];
        match spec.conversion {
            b'%' => continue,
            b's' if stars[1] > 0 => return Err("the precision of a text that is printed".into()),
            b's' => texts.push((next, spec.string_limit().map(|limit| limit as u64))),
            b'n' => return Err("the conversion %n".into()),
            _ if spec.number(0).is_some() => {}
            other => return Err(format!("unknown conversion %{}", char::from(other))),
        }
        next += 1;
    }
    Ok(texts)
}

/// No field is made wider than this: a width is user data, and memory is finite.
const MAX_FIELD: usize = 1 << 16;

impl Spec {
    /// Reads what follows a `%`; the rest of the text comes back with it. `None`: not a conversion.
    pub fn parse(mut text: &[u8]) -> Option<(Spec, &[u8])> {
        let mut spec = Spec { bits: 32, ..Spec::default() };
        while let Some((&flag, rest)) = text.split_first() {
            match flag {
                b'-' => spec.left = true,
                b'+' => spec.plus = true,
                b' ' => spec.space = true,
                b'#' => spec.alternate = true,
                b'0' => spec.zero = true,
                b'\'' => {}
                _ => break,
            }
            text = rest;
        }
        (spec.width, text) = parse_count(text);
        if let Some((b'.', rest)) = text.split_first() {
            (spec.precision, text) = parse_count(rest);
            if spec.precision == Count::None {
                spec.precision = Count::Given(0);
            }
        }
        while let Some((&length, rest)) = text.split_first() {
            match length {
                b'h' => spec.bits /= 2,
                b'l' | b'j' | b'z' | b't' | b'q' => spec.bits = 64,
                b'L' => (spec.bits, spec.long_double) = (64, true),
                _ => break,
            }
            text = rest;
        }
        let (&conversion, rest) = text.split_first()?;
        spec.conversion = conversion;
        spec.bits = spec.bits.max(8);
        Some((spec, rest))
    }

    pub fn set_width(&mut self, value: u128) {
        let width = value as u32 as i32;
        self.left |= width < 0;
        self.width = Count::Given(width.unsigned_abs() as usize);
    }
    pub fn set_precision(&mut self, value: u128) {
        // A negative precision counts as none.
        self.precision = usize::try_from(value as u32 as i32).map_or(Count::None, Count::Given);
    }
    /// How many bytes of a string are read at most.
    pub fn string_limit(&self) -> Option<usize> {
        self.precision.get()
    }

    /// The text of a value; `None`: not a conversion of numbers.
    pub fn number(&self, value: u128) -> Option<Vec<u8>> {
        match self.conversion {
            b'd' | b'i' => {
                let shift = 128 - self.bits;
                let signed = ((value << shift) as i128) >> shift;
                Some(self.integer(signed.unsigned_abs(), self.sign(signed < 0)))
            }
            b'u' | b'x' | b'X' | b'o' | b'b' => {
                Some(self.integer(value & (u128::MAX >> (128 - self.bits)), b""))
            }
            b'c' => Some(self.pad(Vec::new(), vec![value as u8], false)),
            b'p' if value == 0 => Some(self.pad(Vec::new(), b"(nil)".to_vec(), false)),
            b'p' => Some(self.pad(Vec::new(), format!("{:#x}", value as u64).into_bytes(), false)),
            b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A' => {
                Some(self.float(f64::from_bits(value as u64)))
            }
            _ => None,
        }
    }
    pub fn string(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        if let Some(limit) = self.precision.get() {
            bytes.truncate(limit);
        }
        self.pad(Vec::new(), bytes, false)
    }
    pub fn is_float(&self) -> bool {
        matches!(self.conversion, b'f' | b'F' | b'e' | b'E' | b'g' | b'G' | b'a' | b'A')
    }

    fn integer(&self, magnitude: u128, sign: &[u8]) -> Vec<u8> {
        let digits = match self.conversion {
            b'x' => format!("{magnitude:x}"),
            b'X' => format!("{magnitude:X}"),
            b'o' => format!("{magnitude:o}"),
            b'b' => format!("{magnitude:b}"),
            _ => magnitude.to_string(),
        };
        let mut digits = digits.into_bytes();
        if let Some(precision) = self.precision.get() {
            if precision == 0 && magnitude == 0 {
                digits.clear();
            }
            let missing = precision.min(MAX_FIELD).saturating_sub(digits.len());
            digits.splice(0..0, std::iter::repeat_n(b'0', missing));
        }
        if self.alternate && self.conversion == b'o' && digits.first() != Some(&b'0') {
            digits.insert(0, b'0');
        }
        let prefix: &[u8] = match (self.conversion, self.alternate && magnitude != 0) {
            (b'x', true) => b"0x",
            (b'X', true) => b"0X",
            (b'b', true) => b"0b",
            _ => sign,
        };
        self.pad(prefix.to_vec(), digits, self.precision.get().is_none())
    }

    fn sign(&self, negative: bool) -> &'static [u8] {
        match (negative, self.plus, self.space) {
            (true, ..) => b"-",
            (_, true, _) => b"+",
            (_, _, true) => b" ",
            _ => b"",
        }
    }

    /// Sign or prefix, zeros or blanks, the text itself.
    fn pad(&self, prefix: Vec<u8>, body: Vec<u8>, zeros_allowed: bool) -> Vec<u8> {
        let width = self.width.get().unwrap_or(0).min(MAX_FIELD);
        let missing = width.saturating_sub(prefix.len() + body.len());
        let mut text = prefix;
        if self.left {
            text.extend(body);
            text.extend(std::iter::repeat_n(b' ', missing));
        } else if self.zero && zeros_allowed {
            text.extend(std::iter::repeat_n(b'0', missing));
            text.extend(body);
        } else {
            text.splice(0..0, std::iter::repeat_n(b' ', missing));
            text.extend(body);
        }
        text
    }

    fn float(&self, value: f64) -> Vec<u8> {
        let upper = self.conversion.is_ascii_uppercase();
        let magnitude = value.abs();
        let mut prefix = self.sign(value.is_sign_negative()).to_vec();
        let mut text = match self.conversion.to_ascii_lowercase() {
            _ if value.is_nan() => "nan".to_string(),
            _ if value.is_infinite() => "inf".to_string(),
            b'f' => self.with_point(format!("{:.*}", self.float_precision(), magnitude)),
            b'e' => exponential(magnitude, self.float_precision(), self.alternate),
            b'g' => self.general(magnitude),
            _ => {
                prefix.extend(if upper { b"0X" } else { b"0x" });
                hexadecimal(magnitude, self.precision.get().map(|precision| precision.min(MAX_FIELD)))
            }
        };
        if upper {
            text.make_ascii_uppercase();
        }
        self.pad(prefix, text.into_bytes(), value.is_finite())
    }

    fn float_precision(&self) -> usize {
        self.precision.get().unwrap_or(6).min(MAX_FIELD)
    }
    /// `#` keeps the point even when no digit follows it.
    fn with_point(&self, mut text: String) -> String {
        if self.alternate && !text.contains('.') {
            text.push('.');
        }
        text
    }

    fn general(&self, magnitude: f64) -> String {
        let precision = self.float_precision().max(1);
        let scientific = format!("{:.*e}", precision - 1, magnitude);
        let exponent: i32 = scientific.rsplit('e').next().and_then(|digits| digits.parse().ok()).unwrap_or(0);
        let fixed = exponent >= -4 && i64::from(exponent) < precision as i64;
        let (mut text, tail) = match fixed {
            true => (
                format!("{:.*}", (precision as i64 - 1 - i64::from(exponent)) as usize, magnitude),
                String::new(),
            ),
            false => {
                let full = exponential(magnitude, precision - 1, false);
                match full.split_once('e') {
                    Some((digits, exponent)) => (digits.to_string(), format!("e{exponent}")),
                    None => (full, String::new()),
                }
            }
        };
        if self.alternate {
            text = self.with_point(text);
        } else if text.contains('.') {
            text.truncate(text.trim_end_matches('0').trim_end_matches('.').len());
        }
        text + &tail
    }
}

fn parse_count(text: &[u8]) -> (Count, &[u8]) {
    if let Some((b'*', rest)) = text.split_first() {
        return (Count::Argument, rest);
    }
    let n_digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(n_digits);
    if digits.is_empty() {
        return (Count::None, rest);
    }
    let value = digits
        .iter()
        .fold(0usize, |n, &digit| n.saturating_mul(10).saturating_add(usize::from(digit - b'0')));
    (Count::Given(value), rest)
}

/// `d.ddde±dd`: C wants a sign and at least two digits in the exponent.
fn exponential(magnitude: f64, precision: usize, keep_point: bool) -> String {
    let text = format!("{magnitude:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    let point = if keep_point && precision == 0 { "." } else { "" };
    format!("{mantissa}{point}e{sign}{digits:0>2}")
}

/// `h.hhhp±d` without the leading `0x`.
fn hexadecimal(magnitude: f64, precision: Option<usize>) -> String {
    let bits = magnitude.to_bits();
    let (mut exponent, mut fraction) = ((bits >> 52) as i64 - 1023, bits & ((1 << 52) - 1));
    let mut whole = 1u64;
    if bits >> 52 == 0 {
        (whole, exponent) = (0, if fraction == 0 { 0 } else { -1022 });
    }
    let mut digits = 13;
    if let Some(precision) = precision.filter(|&precision| precision < 13) {
        // Round half to even on the digits that are dropped.
        let drop = 4 * (13 - precision) as u32;
        let (all, half) = ((whole << 52) | fraction, 1u64 << (drop - 1));
        let (kept, rest) = (all >> drop, all & ((1 << drop) - 1));
        let rounded = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
        whole = rounded >> (4 * precision);
        fraction = rounded & ((1u64 << (4 * precision)) - 1);
        digits = precision;
    }
    let mut text = format!("{fraction:0digits$x}");
    if digits == 0 {
        text.clear();
    }
    match precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(precision) => text.extend(std::iter::repeat_n('0', precision.saturating_sub(text.len()))),
    }
    let point = if text.is_empty() { "" } else { "." };
    format!("{whole:x}{point}{text}p{exponent:+}")
}
