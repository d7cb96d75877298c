//! The text format STD, as RAPID and its data sets use it: one event per line, `T0|acq(L1)|12`.
//!
//! The third field is a location: a number stands for itself, any other text (`main.c:12`) gets a number and a place in
//! the table.
//! Operations: `r w acq rel fork join begin end`, and of our own `racq` (reader side), `wait wake signal broadcast enter
//! leave post down alloc free destroy ar aw rmw fence exit`, `timedwait` (a wait that ends after some time), and calls of
//! specified methods, `set.add(s,1)=0`. Empty lines and lines that begin with `#` are skipped. Threads, variables, locks
//! and objects are numbered in the order they appear, and keep their names in the table.

use super::{
    Batch, Damage, EventStream, Location, MethodEntry, Namespace, Op, REPEATED, Tables, TraceError,
    TraceEvent,
};
use rustc_hash::FxHashMap;
use std::io::BufRead;

/// How a wait with a value (it ends after some time) is written.
pub(super) const TIMED_WAIT: &str = "timedwait";
/// A line longer than this is an error, not a reason to take all memory.
const MAX_LINE: u64 = 1 << 20;

pub struct StdReader<R: BufRead> {
    input: R,
    file: String,
    line_number: u64,
    line: Vec<u8>,
    tables: Tables,
    names: FxHashMap<(Namespace, Box<[u8]>), u64>,
    counts: [u64; 5],
    locations: FxHashMap<Box<[u8]>, u32>,
    methods: FxHashMap<Box<[u8]>, u32>,
    ops: FxHashMap<&'static [u8], Op>,
}

impl<R: BufRead> std::fmt::Debug for StdReader<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StdReader")
            .field("file", &self.file)
            .field("line", &self.line_number)
            .finish_non_exhaustive()
    }
}

impl<R: BufRead> StdReader<R> {
    /// `file` is for messages only.
    pub fn new(input: R, file: &str) -> Self {
        StdReader {
            input,
            file: file.into(),
            line_number: 0,
            line: Vec::new(),
            tables: Tables::default(),
            names: FxHashMap::default(),
            counts: [0; 5],
            locations: FxHashMap::default(),
            methods: FxHashMap::default(),
            ops: Op::ALL.iter().map(|op| (op.name().as_bytes(), *op)).collect(),
        }
    }

    fn error<T>(&self, column: usize, message: impl Into<String>) -> Result<T, TraceError> {
        let (file, line) = (self.file.clone(), self.line_number);
        Err(TraceError::Text { file, line, column: column as u32 + 1, message: message.into() })
    }

    /// Reads a line into `self.line`; `false` at the end.
    fn read_line(&mut self) -> Result<bool, TraceError> {
        self.line.clear();
        self.line_number += 1;
        let count = std::io::Read::take(&mut self.input, MAX_LINE).read_until(b'\n', &mut self.line)?;
        if count as u64 == MAX_LINE {
            return self.error(0, "the line is longer than a megabyte");
        }
        while self.line.last().is_some_and(u8::is_ascii_whitespace) {
            self.line.pop();
        }
        Ok(count > 0)
    }

    fn parse_line(&mut self, batch: &mut Batch) -> Result<(), TraceError> {
        let line = std::mem::take(&mut self.line);
        let result = self.parse(&line, batch);
        self.line = line;
        result
    }

    fn parse(&mut self, line: &[u8], batch: &mut Batch) -> Result<(), TraceError> {
        if line.is_empty() || line[0] == b'#' {
            return Ok(());
        }
        let Some(first) = find(line, b'|') else {
            return self.error(0, "expected `thread|operation(object)|location`");
        };
        let rest = &line[first + 1..];
        let second = find(rest, b'|').unwrap_or(rest.len());
        let (operation, place) = (&rest[..second], rest.get(second + 1..).unwrap_or(&[]));
        if first == 0 {
            return self.error(0, "the thread has no name");
        }
        let thread = self.number(Namespace::Thread, &line[..first]) as u32;
        let location = self.location(place);
        let (name, inside, after) = match find(operation, b'(') {
            None => (operation, &[][..], &[][..]),
            Some(open) => match operation.iter().rposition(|byte| *byte == b')') {
                Some(close) if close > open => {
                    (&operation[..open], &operation[open + 1..close], &operation[close + 1..])
                }
                _ => return self.error(first + 1 + open, "this parenthesis is not closed"),
            },
        };
        if find(name, b'.').is_some() {
            return self.call(batch, thread, name, inside, after, location, first + 1);
        }
        let is_timed = name == TIMED_WAIT.as_bytes();
        let op = if is_timed { Some(Op::Wait) } else { self.ops.get(name).copied() };
        let Some(op) = op else {
            let message = format!("unknown operation `{}`", String::from_utf8_lossy(name));
            return self.error(first + 1, message);
        };
        if op == Op::Call {
            return self.error(first + 1, "a call is written `object.method(name,argument)=result`");
        }
        let namespace = op.namespace();
        let object = match (namespace, inside) {
            (Namespace::None, _) => 0,
            (_, []) => return self.error(first + 1, format!("`{}` needs an object", op.name())),
            _ => self.number(namespace, inside),
        };
        let mut event = TraceEvent::new(thread, op, object, location);
        if is_timed {
            (event.value, event.has_value) = (1, true);
        }
        batch.events.push(event);
        Ok(())
    }

    /// `set.add(s,1)=0`
    fn call(
        &mut self,
        batch: &mut Batch,
        thread: u32,
        name: &[u8],
        inside: &[u8],
        after: &[u8],
        location: u32,
        column: usize,
    ) -> Result<(), TraceError> {
        let mut parts = inside.split(|byte| *byte == b',');
        let object = self.number(Namespace::Object, parts.next().unwrap_or(&[]));
        let mut arguments = Vec::new();
        for part in parts {
            match parse_number(part) {
                Some(number) => arguments.push(number),
                None => {
                    return self
                        .error(column, format!("`{}` is not a number", String::from_utf8_lossy(part)));
                }
            }
        }
        let result = match after {
            [] => None,
            [b'=', digits @ ..] if parse_number(digits).is_some() => parse_number(digits),
            _ => return self.error(column, "expected `=result` after a call"),
        };
        let mut event = TraceEvent::new(thread, Op::Call, object, location);
        event.size = self.method(name);
        event.value = batch.add_call(&arguments, result);
        batch.events.push(event);
        Ok(())
    }

    fn number(&mut self, namespace: Namespace, name: &[u8]) -> u64 {
        // The key is only copied for a new name.
        let key = (namespace, Box::<[u8]>::from(name));
        if let Some(number) = self.names.get(&key) {
            return *number;
        }
        let count = &mut self.counts[namespace as usize];
        let number = *count;
        *count += 1;
        self.names.insert(key, number);
        self.tables.names.insert((namespace, number), String::from_utf8_lossy(name).into_owned());
        number
    }

    fn location(&mut self, text: &[u8]) -> u32 {
        let number = parse_number(text).and_then(|number| u32::try_from(number).ok());
        if let Some(number) = number.filter(|number| *number != REPEATED) {
            return number;
        }
        if text.is_empty() {
            return 0;
        }
        if let Some(number) = self.locations.get(text) {
            return *number;
        }
        // From the top, out of the way of numbers that stand for themselves.
        let number = REPEATED - 1 - self.locations.len() as u32;
        self.locations.insert(text.into(), number);
        self.tables.locations.insert(number, place(&String::from_utf8_lossy(text)));
        number
    }

    fn method(&mut self, name: &[u8]) -> u32 {
        if let Some(number) = self.methods.get(name) {
            return *number;
        }
        let number = self.methods.len() as u32;
        self.methods.insert(name.into(), number);
        let text = String::from_utf8_lossy(name).into_owned();
        let (object, method) = text.split_once('.').unwrap_or((&text, ""));
        self.tables.methods.insert(number, MethodEntry { object: object.into(), method: method.into() });
        number
    }
}

impl<R: BufRead> EventStream for StdReader<R> {
    fn fill(&mut self, batch: &mut Batch) -> Result<bool, TraceError> {
        batch.clear();
        while batch.events.len() < Batch::CAPACITY && self.read_line()? {
            self.parse_line(batch)?;
        }
        Ok(!batch.events.is_empty())
    }

    fn tables(&self) -> &Tables {
        &self.tables
    }

    fn damage(&self) -> &[Damage] {
        &[]
    }

    fn has_addresses(&self) -> bool {
        false
    }
}

/// `file:line:column`, `file:line` or `file`.
fn place(text: &str) -> Location {
    let split = |text: &str| {
        let (before, digits) = text.rsplit_once(':')?;
        let number =
            digits.parse::<u32>().ok().filter(|number| number.to_string() == digits && *number > 0)?;
        (!before.is_empty()).then(|| (before.to_owned(), number))
    };
    let (file, line, column) = match split(text) {
        None => (text.to_owned(), 0, 0),
        Some((before, last)) => match split(&before) {
            Some((file, line)) => (file, line, last),
            None => (before, last, 0),
        },
    };
    Location { file, line, column, ..Location::default() }
}

fn find(bytes: &[u8], wanted: u8) -> Option<usize> {
    bytes.iter().position(|byte| *byte == wanted)
}

fn parse_number(digits: &[u8]) -> Option<i64> {
    let (negative, digits) = match digits {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, digits),
    };
    if digits.is_empty() {
        return None;
    }
    let mut number = 0_i64;
    for digit in digits {
        if !digit.is_ascii_digit() {
            return None;
        }
        number = number.checked_mul(10)?.checked_add(i64::from(digit - b'0'))?;
    }
    Some(if negative { -number } else { number })
}
