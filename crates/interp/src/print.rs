//! The printing functions of the C library, which ask for memory piece by piece.
//!
//! Each is written as if memory were at hand, and run from its beginning up to the first thing that is not known yet; when that
//! has come it is run again. Strings come byte by byte and are known when they are whole.
//!
//! `va_list` is the SysV `__va_list_tag`; the front end always passes arguments of variadic calls in 8-byte slots of
//! `overflow_arg_area` (at offset 8 of the tag), so the register save area is never looked at. Differs from C: `%n`
//! writes 4 bytes whatever its length modifier, `%ls`/`%lc` read narrow characters, `%m` is refused.

use crate::ReadSet;
use crate::format::{Count, Spec};
use ir::{PrintFn, Ty};

/// What a printing function needs before it can go on.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Need {
    Read { addr: u64, size: u64 },
    Write { addr: u64, size: u64, value: u128 },
    Output { fd: i32 },
    Done { result: i32 },
    Failed(String),
}

/// What has come so far.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Known {
    /// Something read; of no consequence for writes and output.
    Number(u128),
    Text(Vec<u8>),
}

/// A string on its way: up to `limit` bytes, up to NUL if `terminated`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Text {
    addr: u64,
    limit: Option<u64>,
    terminated: bool,
    bytes: Vec<u8>,
}

/// A print on its way: what it needs next, until it is done.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PrintState {
    func: PrintFn,
    args: Vec<u128>,
    known: Vec<Known>,
    text: Option<Text>,
    pub output: Vec<u8>,
    need: Need,
    /// What the text depends on.
    pub taint: ReadSet,
}

impl PrintState {
    pub fn start(func: PrintFn, args: &[(u128, Ty)], taint: ReadSet) -> PrintState {
        let args = args.iter().map(|&(value, ty)| promoted(value, ty)).collect();
        let need = Need::Done { result: 0 };
        let (known, text, output) = (Vec::new(), None, Vec::new());
        let mut state = PrintState { func, args, known, text, output, need, taint };
        state.go_on();
        state
    }

    pub fn need(&self) -> &Need {
        &self.need
    }

    /// The answer to `need`: what was read; ignored for writes and output.
    pub fn answer(&mut self, value: u128) {
        match &mut self.text {
            Some(text) if text.terminated && value as u8 == 0 => self.end_text(),
            Some(text) => text.bytes.push(value as u8),
            None => self.known.push(Known::Number(value)),
        }
        self.go_on();
    }

    fn end_text(&mut self) {
        self.known.extend(self.text.take().map(|text| Known::Text(text.bytes)));
    }

    /// Goes on as far as possible without the world.
    fn go_on(&mut self) {
        loop {
            if let Some(text) = &self.text {
                let done = text.bytes.len() as u64;
                if text.limit.is_none_or(|limit| done < limit) {
                    self.need = Need::Read { addr: text.addr.wrapping_add(done), size: 1 };
                    return;
                }
                self.end_text();
            }
            let mut script = Script { args: &self.args, known: self.known.iter(), output: Vec::new() };
            let result = script.run(self.func);
            self.output = script.output;
            match result {
                Err(Missing::Text(text)) => self.text = Some(text),
                Err(Missing::Need(need)) => return self.need = need,
                Ok(result) => return self.need = Need::Done { result },
            }
        }
    }
}

/// Why a script stops.
enum Missing {
    Need(Need),
    Text(Text),
}

fn failed(message: impl Into<String>) -> Missing {
    Missing::Need(Need::Failed(message.into()))
}

/// One run of a printing function over what is known.
struct Script<'a> {
    args: &'a [u128],
    known: std::slice::Iter<'a, Known>,
    output: Vec<u8>,
}

/// The arguments of conversions, from the next one on.
enum Arguments<'a> {
    Direct(std::slice::Iter<'a, u128>),
    /// Address of the `va_list`, and of the next slot of its area once that is known.
    List(u64, Option<u64>),
}

impl<'a> Script<'a> {
    fn number(&mut self, need: Need) -> Result<u128, Missing> {
        match self.known.next() {
            Some(Known::Number(value)) => Ok(*value),
            _ => Err(Missing::Need(need)),
        }
    }
    fn text(&mut self, addr: u64, limit: Option<u64>, terminated: bool) -> Result<&'a [u8], Missing> {
        match self.known.next() {
            Some(Known::Text(bytes)) => Ok(bytes),
            _ => Err(Missing::Text(Text { addr, limit, terminated, bytes: Vec::new() })),
        }
    }

    fn run(&mut self, func: PrintFn) -> Result<i32, Missing> {
        let args = self.args;
        let addr = |index: usize| args.get(index).map_or(0, |&arg| arg as u64);
        let direct = |from: usize| Arguments::Direct(args.get(from..).unwrap_or(&[]).iter());
        match func {
            PrintFn::Printf => self.format(addr(0), direct(1))?,
            PrintFn::Sprintf => self.format(addr(1), direct(2))?,
            PrintFn::Snprintf => self.format(addr(2), direct(3))?,
            PrintFn::Vprintf => self.format(addr(0), Arguments::List(addr(1), None))?,
            PrintFn::Vsnprintf => self.format(addr(2), Arguments::List(addr(3), None))?,
            PrintFn::Putchar => self.output.push(addr(0) as u8),
            PrintFn::Puts | PrintFn::Fputs => {
                self.output = self.text(addr(0), None, true)?.to_vec();
                self.output.extend((func == PrintFn::Puts).then_some(b'\n'));
            }
            PrintFn::Write => self.output = self.text(addr(1), Some(addr(2)), false)?.to_vec(),
        }
        match func {
            PrintFn::Sprintf => self.store(addr(0), u64::MAX)?,
            PrintFn::Snprintf | PrintFn::Vsnprintf => self.store(addr(0), addr(1))?,
            _ if self.output.is_empty() => {}
            _ => {
                let fd = if func == PrintFn::Write { addr(0) as u32 as i32 } else { 1 };
                self.number(Need::Output { fd })?;
            }
        }
        Ok(match func {
            PrintFn::Putchar => i32::from(self.output[0]),
            PrintFn::Fputs => 1,
            _ => self.output.len().min(i32::MAX as usize) as i32,
        })
    }

    /// The text goes into a buffer of this size, with NUL behind it.
    fn store(&mut self, addr: u64, size: u64) -> Result<(), Missing> {
        let Some(room) = size.checked_sub(1) else { return Ok(()) };
        let n_bytes = (self.output.len() as u64).min(room);
        for index in 0..=n_bytes {
            let byte = if index < n_bytes { self.output[index as usize] } else { 0 };
            self.number(Need::Write { addr: addr.wrapping_add(index), size: 1, value: byte.into() })?;
        }
        Ok(())
    }

    fn format(&mut self, template: u64, mut arguments: Arguments<'a>) -> Result<(), Missing> {
        let mut rest = self.text(template, None, true)?;
        while let Some(at) = rest.iter().position(|&byte| byte == b'%') {
            self.output.extend_from_slice(&rest[..at]);
            let Some((mut spec, behind)) = Spec::parse(&rest[at + 1..]) else {
                return Err(failed("the format ends within a conversion"));
            };
            rest = behind;
            if spec.conversion == b'%' {
                self.output.push(b'%');
                continue;
            }
            if spec.width == Count::Argument {
                spec.set_width(self.argument(&mut arguments, false)?);
            }
            if spec.precision == Count::Argument {
                spec.set_precision(self.argument(&mut arguments, false)?);
            }
            let value = self.argument(&mut arguments, spec.is_float() && spec.long_double)?;
            self.convert(&spec, value)?;
        }
        self.output.extend_from_slice(rest);
        Ok(())
    }

    fn argument(&mut self, arguments: &mut Arguments<'a>, long_double: bool) -> Result<u128, Missing> {
        match arguments {
            Arguments::Direct(values) => values
                .next()
                .copied()
                .ok_or_else(|| failed("there are fewer arguments than the format asks for")),
            Arguments::List(tag, next) => {
                let mut addr = match *next {
                    Some(next) => next,
                    None => self.number(Need::Read { addr: tag.wrapping_add(8), size: 8 })? as u64,
                };
                if long_double {
                    addr = addr.wrapping_add(addr.wrapping_neg() % 16);
                }
                *next = Some(addr.wrapping_add(if long_double { 16 } else { 8 }));
                self.number(Need::Read { addr, size: 8 })
            }
        }
    }

    fn convert(&mut self, spec: &Spec, value: u128) -> Result<(), Missing> {
        let text = match spec.conversion {
            b's' if value == 0 => spec.string(b"(null)".to_vec()),
            b's' => {
                let limit = spec.string_limit().map(|limit| limit as u64);
                spec.string(self.text(value as u64, limit, true)?.to_vec())
            }
            b'n' => {
                let printed = self.output.len() as u128 & 0xffff_ffff;
                self.number(Need::Write { addr: value as u64, size: 4, value: printed })?;
                return Ok(());
            }
            other => spec
                .number(value)
                .ok_or_else(|| failed(format!("unknown conversion %{}", char::from(other))))?,
        };
        self.output.extend(text);
        Ok(())
    }
}

/// As passed through `...`: narrow integers arrive with their bits, `float` as `double`.
fn promoted(value: u128, ty: Ty) -> u128 {
    match ty {
        Ty::F32 => u128::from(f64::from(f32::from_bits(value as u32)).to_bits()),
        _ => value,
    }
}
