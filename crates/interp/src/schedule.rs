//! Schedules: which thread moves next, as plain text that replays.
//!
//! `0*12,1*3,2.1` means: thread 0 twelve times, thread 1 three times, thread 2 once by its variant 1. Blanks and
//! line breaks are free.

use events::ThreadId;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// One thing that can happen next: a thread moves, in one of the ways it can.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Choice {
    pub thread: ThreadId,
    /// 0 for the ordinary way. `CondSignal`: which of the waiting threads wakes. Waits with a time-out: 1 times out.
    /// Threads waiting for a condition: 2 wakes without cause. Weak compare-exchange: 1 fails without cause.
    pub variant: u32,
}

impl Choice {
    pub fn thread(thread: u32) -> Self {
        Choice { thread: ThreadId(thread), variant: 0 }
    }
}

/// A sequence of choices, in runs of equal ones.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Schedule {
    runs: Vec<(Choice, u64)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("schedule, position {position}: {message}")]
pub struct ScheduleError {
    /// Bytes from the beginning of the text.
    pub position: usize,
    pub message: String,
}

impl Schedule {
    pub fn new() -> Self {
        Schedule::default()
    }
    pub fn push(&mut self, choice: Choice) {
        match self.runs.last_mut() {
            Some((last, count)) if *last == choice => *count += 1,
            _ => self.runs.push((choice, 1)),
        }
    }
    /// How many choices there are.
    pub fn len(&self) -> u64 {
        self.runs.iter().map(|(_, count)| count).sum()
    }
    pub fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
    pub fn iter(&self) -> impl Iterator<Item = Choice> + '_ {
        self.runs.iter().flat_map(|&(choice, count)| (0..count).map(move |_| choice))
    }
    /// How often another thread takes over.
    pub fn switches(&self) -> usize {
        self.runs.windows(2).filter(|pair| pair[0].0.thread != pair[1].0.thread).count()
    }
}

impl FromIterator<Choice> for Schedule {
    fn from_iter<I: IntoIterator<Item = Choice>>(choices: I) -> Self {
        let mut schedule = Schedule::new();
        choices.into_iter().for_each(|choice| schedule.push(choice));
        schedule
    }
}

impl fmt::Display for Schedule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (choice, count)) in self.runs.iter().enumerate() {
            if index > 0 {
                f.write_str(",")?;
            }
            write!(f, "{}", choice.thread.0)?;
            if choice.variant != 0 {
                write!(f, ".{}", choice.variant)?;
            }
            if *count != 1 {
                write!(f, "*{count}")?;
            }
        }
        Ok(())
    }
}

impl FromStr for Schedule {
    type Err = ScheduleError;

    fn from_str(text: &str) -> Result<Self, ScheduleError> {
        let mut reader = Reader { text: text.as_bytes(), position: 0 };
        let mut schedule = Schedule::new();
        reader.skip_blanks();
        while reader.position < reader.text.len() {
            let thread = reader.number::<u32>("a thread number")?;
            let variant = if reader.eat(b'.') { reader.number::<u32>("a variant")? } else { 0 };
            let count = if reader.eat(b'*') { reader.number::<u64>("a count")? } else { 1 };
            let choice = Choice { thread: ThreadId(thread), variant };
            match schedule.runs.last_mut() {
                _ if count == 0 => {}
                Some((last, total)) if *last == choice => *total = total.saturating_add(count),
                _ => schedule.runs.push((choice, count)),
            }
            if reader.position < reader.text.len() && !reader.eat(b',') {
                return Err(reader.error("expected `,`"));
            }
        }
        Ok(schedule)
    }
}

struct Reader<'a> {
    text: &'a [u8],
    position: usize,
}

impl Reader<'_> {
    fn error(&self, message: &str) -> ScheduleError {
        ScheduleError { position: self.position, message: message.to_string() }
    }
    fn skip_blanks(&mut self) {
        while self.text.get(self.position).is_some_and(u8::is_ascii_whitespace) {
            self.position += 1;
        }
    }
    fn eat(&mut self, byte: u8) -> bool {
        let found = self.text.get(self.position) == Some(&byte);
        self.position += usize::from(found);
        self.skip_blanks();
        found
    }
    fn number<N: FromStr>(&mut self, what: &str) -> Result<N, ScheduleError> {
        let rest = &self.text[self.position..];
        let n_digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let digits = std::str::from_utf8(&rest[..n_digits]).unwrap_or("");
        if digits.is_empty() {
            return Err(self.error(&format!("expected {what}")));
        }
        let number = digits.parse().map_err(|_| self.error(&format!("{what} is too large")))?;
        self.position += n_digits;
        self.skip_blanks();
        Ok(number)
    }
}
