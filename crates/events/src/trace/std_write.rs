//! Events as lines of the text format STD (see [`super::StdReader`]).
//!
//! Names that would not read back (they contain `|`, a comma or a parenthesis) are written with a letter and a number.
//! Sizes, values and orders are not part of the format.

use super::std_read::TIMED_WAIT;
use super::{Batch, Namespace, Op, Tables, TraceError, TraceEvent};
use std::io::Write;

#[derive(Debug)]
pub struct StdWriter<W: Write> {
    out: W,
    line: Vec<u8>,
}

impl<W: Write> StdWriter<W> {
    pub fn new(out: W) -> Self {
        StdWriter { out, line: Vec::new() }
    }

    pub fn push(&mut self, event: &TraceEvent, batch: &Batch, tables: &Tables) -> Result<(), TraceError> {
        self.line.clear();
        let thread = name(tables, Namespace::Thread, u64::from(event.thread));
        let location = tables.location(event.location).replace('|', "/");
        let namespace = event.op.namespace();
        let operation = match (event.op, namespace) {
            (Op::Call, _) => call(event, batch, tables),
            (op, Namespace::None) => op.name().into(),
            (Op::Wait, _) if event.has_value && event.value != 0 => {
                format!("{TIMED_WAIT}({})", name(tables, namespace, event.object))
            }
            (op, _) => format!("{}({})", op.name(), name(tables, namespace, event.object)),
        };
        writeln!(self.line, "{thread}|{operation}|{location}")?;
        self.out.write_all(&self.line)?;
        Ok(())
    }

    pub fn finish(mut self) -> Result<W, TraceError> {
        self.out.flush()?;
        Ok(self.out)
    }
}

fn name(tables: &Tables, namespace: Namespace, number: u64) -> String {
    let name = tables.name(namespace, number);
    let is_plain = |name: &str| !name.is_empty() && !name.contains(['|', ',', '(', ')', '\n', '#']);
    if is_plain(&name) { name } else { format!("{}_{number}", namespace.letter()) }
}

/// The name of a method, or its number.
fn method(tables: &Tables, number: u32) -> String {
    let known = tables.method(number).filter(|entry| !entry.object.contains(['|', '(', ')', '.', '\n']));
    known.map_or_else(|| format!("method.{number}"), |entry| format!("{}.{}", entry.object, entry.method))
}

fn call(event: &TraceEvent, batch: &Batch, tables: &Tables) -> String {
    let (arguments, result) = batch.call(event);
    let mut text =
        format!("{}({}", method(tables, event.size), name(tables, Namespace::Object, event.object));
    for argument in arguments {
        text += &format!(",{argument}");
    }
    text.push(')');
    if let Some(result) = result {
        text += &format!("={result}");
    }
    text
}
