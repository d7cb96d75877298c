//! What is wrong with a trace: errors, after which nothing is read, and damage, which shortens it.

use std::fmt;

/// Nothing can be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TraceError {
    #[error("cannot read the trace: {0}")]
    Io(#[from] std::io::Error),
    #[error("not a trace: {0}")]
    NotATrace(String),
    #[error("{file}:{line}:{column}: {message}")]
    Text { file: String, line: u64, column: u32, message: String },
    #[error("cannot write the trace: {0}")]
    Write(String),
}

/// Something is missing; what comes before is there.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Damage {
    /// The file ends within a chunk.
    Truncated { offset: u64 },
    /// Bytes that are no chunk were skipped.
    Skipped { offset: u64, bytes: u64, reason: &'static str },
    /// A thread's chunk is missing; what the thread did after it is not used.
    LostChunk { thread: u32, sequence: u32, events: u64 },
    /// A chunk does not decode from this event on.
    BadEvent { thread: u32, sequence: u32, event: u32 },
    /// No event has this ticket; synchronisation after it is not used.
    Gap { ticket: u64, events: u64 },
    /// There is no end mark: the program was killed or the file was cut.
    NoEnd,
    /// It is a part of a run: what threads did before or do next is elsewhere.
    Part,
}

impl fmt::Display for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Damage::Truncated { offset } => write!(f, "the file ends within the chunk at byte {offset}"),
            Damage::Skipped { offset, bytes, reason } => {
                write!(f, "{bytes} bytes at byte {offset} are not used: {reason}")
            }
            Damage::LostChunk { thread, sequence, events } => {
                write!(
                    f,
                    "chunk {sequence} of thread {thread} is missing; its {events} later events are not used"
                )
            }
            Damage::BadEvent { thread, sequence, event } => {
                write!(
                    f,
                    "event {event} in chunk {sequence} of thread {thread} cannot be read; the thread ends there"
                )
            }
            Damage::Gap { ticket, events } => {
                write!(f, "no event has ticket {ticket}; {events} events after it are not used")
            }
            Damage::Part => write!(f, "it is a part of a run, by itself"),
            Damage::NoEnd => write!(f, "there is no end mark: the program was killed or the file was cut"),
        }
    }
}
