//! The printing functions of the C library as a state machine that asks for memory piece by piece.
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

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Arguments {
    Direct {
        values: Vec<u128>,
        next: usize,
    },
    /// Address of the `va_list`, then of its area once that is read, and the offset of the next slot.
    List {
        tag: u64,
        area: Option<u64>,
        offset: u64,
    },
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Stage {
    /// Reading the format string.
    Template {
        addr: u64,
    },
    /// Working through the format from this position.
    Convert {
        at: usize,
    },
    /// In the middle of one conversion.
    Arguments {
        spec: Spec,
        rest: usize,
    },
    /// Reading a string: up to `limit` bytes, up to NUL if `terminated`.
    Text {
        addr: u64,
        limit: Option<u64>,
        terminated: bool,
        spec: Option<Spec>,
        rest: usize,
    },
    /// `%n`: storing how much has been printed so far.
    Count {
        addr: u64,
        rest: usize,
    },
    Failed(String),
    /// Writing the text to the buffer.
    Store {
        written: u64,
    },
    Emit,
    Done,
}

/// Where the text goes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Sink {
    Stream { fd: i32 },
    Buffer { addr: u64, size: Option<u64> },
}

/// A print on its way: what it needs next, until it is done.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PrintState {
    func: PrintFn,
    sink: Sink,
    stage: Stage,
    arguments: Arguments,
    template: Vec<u8>,
    text: Vec<u8>,
    pub output: Vec<u8>,
    need: Need,
    /// What the text depends on.
    pub taint: ReadSet,
}

impl PrintState {
    pub fn start(func: PrintFn, args: &[(u128, Ty)], taint: ReadSet) -> PrintState {
        let addr = |index: usize| args.get(index).map_or(0, |arg| arg.0 as u64);
        let direct = |from: usize| Arguments::Direct {
            values: args.iter().skip(from).map(|&(value, ty)| promoted(value, ty)).collect(),
            next: 0,
        };
        let list = |index: usize| Arguments::List { tag: addr(index), area: None, offset: 0 };
        let stdout = Sink::Stream { fd: 1 };
        let buffer = |size| Sink::Buffer { addr: addr(0), size };
        let template = |index: usize| Stage::Template { addr: addr(index) };
        let text = |addr, limit, terminated| Stage::Text { addr, limit, terminated, spec: None, rest: 0 };
        let (sink, stage, arguments) = match func {
            PrintFn::Printf => (stdout, template(0), direct(1)),
            PrintFn::Sprintf => (buffer(None), template(1), direct(2)),
            PrintFn::Snprintf => (buffer(Some(addr(1))), template(2), direct(3)),
            PrintFn::Vprintf => (stdout, template(0), list(1)),
            PrintFn::Vsnprintf => (buffer(Some(addr(1))), template(2), list(3)),
            PrintFn::Puts | PrintFn::Fputs => (stdout, text(addr(0), None, true), direct(args.len())),
            PrintFn::Putchar => (stdout, Stage::Emit, direct(args.len())),
            PrintFn::Write => {
                let fd = args.first().map_or(1, |arg| arg.0 as u32 as i32);
                (Sink::Stream { fd }, text(addr(1), Some(addr(2)), false), direct(args.len()))
            }
        };
        let mut state = PrintState {
            func,
            sink,
            stage,
            arguments,
            template: Vec::new(),
            text: Vec::new(),
            output: Vec::new(),
            need: Need::Done { result: 0 },
            taint,
        };
        if func == PrintFn::Putchar {
            state.output.push(addr(0) as u8);
        }
        state.need = state.next();
        state
    }

    pub fn need(&self) -> &Need {
        &self.need
    }

    /// The answer to `need`: what was read; ignored for writes and output.
    pub fn answer(&mut self, value: u128) {
        match &mut self.stage {
            Stage::Template { .. } if value as u8 == 0 => self.stage = Stage::Convert { at: 0 },
            Stage::Template { .. } => self.template.push(value as u8),
            Stage::Arguments { .. } => self.take_list_argument(value),
            Stage::Text { terminated: true, .. } if value as u8 == 0 => self.end_text(),
            Stage::Text { .. } => self.text.push(value as u8),
            Stage::Count { rest, .. } => self.stage = Stage::Convert { at: *rest },
            Stage::Store { written } => *written += 1,
            Stage::Emit => self.stage = Stage::Done,
            Stage::Convert { .. } | Stage::Done | Stage::Failed(_) => {}
        }
        self.need = self.next();
    }

    /// Goes on as far as possible without the world.
    fn next(&mut self) -> Need {
        loop {
            let need = match &self.stage {
                Stage::Template { addr } => {
                    Some(Need::Read { addr: addr.wrapping_add(self.template.len() as u64), size: 1 })
                }
                Stage::Convert { at } => self.convert(*at),
                Stage::Arguments { .. } => self.next_argument(),
                Stage::Text { addr, limit, .. } => {
                    let done = self.text.len() as u64;
                    match limit.is_some_and(|limit| done >= limit) {
                        true => {
                            self.end_text();
                            None
                        }
                        false => Some(Need::Read { addr: addr.wrapping_add(done), size: 1 }),
                    }
                }
                Stage::Count { addr, .. } => {
                    Some(Need::Write { addr: *addr, size: 4, value: self.output.len() as u128 & 0xffff_ffff })
                }
                Stage::Failed(message) => Some(Need::Failed(message.clone())),
                Stage::Store { written } => self.store(*written),
                Stage::Emit => self.emit(),
                Stage::Done => Some(Need::Done { result: self.result() }),
            };
            if let Some(need) = need {
                return need;
            }
        }
    }

    fn result(&self) -> i32 {
        match self.func {
            PrintFn::Putchar => i32::from(self.output.first().copied().unwrap_or(0)),
            PrintFn::Fputs => 1,
            _ => self.output.len().min(i32::MAX as usize) as i32,
        }
    }

    fn emit(&mut self) -> Option<Need> {
        match self.sink {
            Sink::Stream { fd } if !self.output.is_empty() => Some(Need::Output { fd }),
            _ => {
                self.stage = Stage::Done;
                None
            }
        }
    }

    /// The next byte of the text for a buffer, with NUL after the last.
    fn store(&mut self, written: u64) -> Option<Need> {
        let Sink::Buffer { addr, size } = self.sink else {
            self.stage = Stage::Emit;
            return None;
        };
        let room = size.map_or(u64::MAX, |size| size.saturating_sub(1));
        let n_bytes = (self.output.len() as u64).min(room);
        if written > n_bytes || size == Some(0) {
            self.stage = Stage::Done;
            return None;
        }
        let byte = if written < n_bytes { self.output[written as usize] } else { 0 };
        Some(Need::Write { addr: addr.wrapping_add(written), size: 1, value: u128::from(byte) })
    }

    fn end_text(&mut self) {
        let text = std::mem::take(&mut self.text);
        let Stage::Text { spec, rest, .. } = &self.stage else { return };
        match spec {
            Some(spec) => {
                self.output.extend(spec.string(text));
                self.stage = Stage::Convert { at: *rest };
            }
            None => {
                self.output.extend(text);
                if self.func == PrintFn::Puts {
                    self.output.push(b'\n');
                }
                self.stage = Stage::Emit;
            }
        }
    }

    /// Plain text up to the next conversion, whose arguments are then collected.
    fn convert(&mut self, at: usize) -> Option<Need> {
        let rest = &self.template[at.min(self.template.len())..];
        let plain = rest.iter().position(|&byte| byte == b'%').unwrap_or(rest.len());
        self.output.extend_from_slice(&rest[..plain]);
        let Some((_, after)) = rest[plain..].split_first() else {
            self.stage = Stage::Store { written: 0 };
            return None;
        };
        let Some((spec, remaining)) = Spec::parse(after) else {
            self.stage = Stage::Failed("the format ends within a conversion".into());
            return None;
        };
        let rest = self.template.len() - remaining.len();
        if spec.conversion == b'%' {
            self.output.push(b'%');
            self.stage = Stage::Convert { at: rest };
        } else {
            self.stage = Stage::Arguments { spec, rest };
        }
        None
    }

    /// Takes the next argument of the conversion if it is at hand, else asks for it.
    fn next_argument(&mut self) -> Option<Need> {
        let Stage::Arguments { spec, .. } = &self.stage else { return None };
        let long_double = spec.is_float()
            && spec.long_double
            && spec.width != Count::Argument
            && spec.precision != Count::Argument;
        match &mut self.arguments {
            Arguments::Direct { values, next } => {
                let value = values.get(*next).copied();
                *next += 1;
                match value {
                    Some(value) => self.take_argument(value),
                    None => {
                        self.stage =
                            Stage::Failed("there are fewer arguments than the format asks for".into())
                    }
                }
                None
            }
            Arguments::List { tag, area: None, .. } => {
                Some(Need::Read { addr: tag.wrapping_add(8), size: 8 })
            }
            Arguments::List { area: Some(area), offset, .. } => {
                let mut addr = area.wrapping_add(*offset);
                if long_double {
                    addr = addr.wrapping_add(addr.wrapping_neg() % 16);
                }
                Some(Need::Read { addr, size: 8 })
            }
        }
    }

    fn take_list_argument(&mut self, value: u128) {
        let Need::Read { addr, .. } = self.need else { return };
        let Stage::Arguments { spec, .. } = &self.stage else { return };
        let stars = spec.width == Count::Argument || spec.precision == Count::Argument;
        let size = if spec.is_float() && spec.long_double && !stars { 16 } else { 8 };
        if let Arguments::List { area, offset, .. } = &mut self.arguments {
            match *area {
                None => {
                    *area = Some(value as u64);
                    return;
                }
                Some(area) => *offset = addr.wrapping_add(size).wrapping_sub(area),
            }
        }
        self.take_argument(value);
    }

    /// One argument: a `*`, or the value itself, which ends the conversion.
    fn take_argument(&mut self, value: u128) {
        let Stage::Arguments { spec, rest } = &mut self.stage else { return };
        if spec.width == Count::Argument {
            return spec.set_width(value);
        }
        if spec.precision == Count::Argument {
            return spec.set_precision(value);
        }
        let rest = *rest;
        self.stage = match spec.conversion {
            b's' if value == 0 => {
                self.output.extend(spec.string(b"(null)".to_vec()));
                Stage::Convert { at: rest }
            }
            b's' => {
                let limit = spec.string_limit().map(|limit| limit as u64);
                Stage::Text { addr: value as u64, limit, terminated: true, spec: Some(spec.clone()), rest }
            }
            b'n' => Stage::Count { addr: value as u64, rest },
            other => match spec.number(value) {
                Some(text) => {
                    self.output.extend(text);
                    Stage::Convert { at: rest }
                }
                None => Stage::Failed(format!("unknown conversion %{}", char::from(other))),
            },
        };
    }
}

/// As passed through `...`: narrow integers arrive with their bits, `float` as `double`.
fn promoted(value: u128, ty: Ty) -> u128 {
    match ty {
        Ty::F32 => u128::from(f64::from(f32::from_bits(value as u32)).to_bits()),
        _ => value,
    }
}
