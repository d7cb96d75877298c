//! What a test program expects, in the comments at its head:
//!
//! ```c
//! // expect: sc=safe tso=violation pso=violation rmo=violation
//! // property: assert
//! // unwind: 2      executions: sc=3 tso=4
//! // flags: -DSELVEDGE_REUSE_FREED
//! ```
//!
//! Lines that begin with one of these words count; the head ends with the first line that is no `//` comment.

use model::Model;
use thiserror::Error;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    Safe,
    Violation,
    Unknown,
}

/// The expectations of one file.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Head {
    pub expect: Vec<(Model, Expected)>,
    /// What is asked about, as written: `assert`, `deadlock`, `race`, `memory`; empty: `assert`.
    pub properties: Vec<String>,
    pub unwind: Option<u32>,
    /// How many executions there are.
    pub executions: Vec<(Model, u64)>,
    /// Further arguments for the front end.
    pub flags: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}: {message}")]
pub struct HeadError {
    pub line: usize,
    pub message: String,
}

const KEYS: [&str; 5] = ["expect", "property", "unwind", "executions", "flags"];
const PROPERTIES: [&str; 4] = ["assert", "deadlock", "race", "memory"];

impl Head {
    pub fn parse(source: &str) -> Result<Head, HeadError> {
        let mut head = Head::default();
        for (index, line) in source.lines().enumerate() {
            let Some(comment) = line.trim_start().strip_prefix("//") else { break };
            head.line(comment).map_err(|message| HeadError { line: index + 1, message })?;
        }
        Ok(head)
    }

    pub fn expected(&self, model: Model) -> Option<Expected> {
        self.expect.iter().find(|(known, _)| *known == model).map(|(_, expected)| *expected)
    }
    pub fn executions(&self, model: Model) -> Option<u64> {
        self.executions.iter().find(|(known, _)| *known == model).map(|(_, count)| *count)
    }

    /// How a program with this head is read.
    pub fn reading(&self) -> frontend::Options {
        let mut options = frontend::Options::default();
        options.extra_args.clone_from(&self.flags);
        if self.properties.iter().any(|property| property == "memory") {
            options.extra_args.extend(frontend::MEMORY_CHECKS.map(String::from));
        }
        options
    }

    fn line(&mut self, comment: &str) -> Result<(), String> {
        let mut key = "";
        for word in comment.split_whitespace() {
            match word.strip_suffix(':').and_then(|word| KEYS.iter().find(|key| **key == word)) {
                Some(found) => key = found,
                // Prose: only the first word can begin an entry.
                None if key.is_empty() => return Ok(()),
                None => self.entry(key, word)?,
            }
        }
        Ok(())
    }

    fn entry(&mut self, key: &str, word: &str) -> Result<(), String> {
        match key {
            "expect" => {
                let (model, verdict) = assignment(word)?;
                let expected = match verdict {
                    "safe" => Expected::Safe,
                    "violation" => Expected::Violation,
                    "unknown" => Expected::Unknown,
                    other => return Err(format!("{other:?} is not safe, violation or unknown")),
                };
                self.expect.push((model, expected));
            }
            "executions" => {
                let (model, count) = assignment(word)?;
                let count = count.parse().map_err(|_| format!("{count:?} is not a number"))?;
                self.executions.push((model, count));
            }
            "flags" => self.flags.push(word.to_string()),
            "unwind" => self.unwind = Some(word.parse().map_err(|_| format!("{word:?} is not a number"))?),
            _ => {
                let name = word.trim_end_matches(',');
                if !PROPERTIES.contains(&name) {
                    return Err(format!("{name:?} is not one of {}", PROPERTIES.join(", ")));
                }
                self.properties.push(name.to_string());
            }
        }
        Ok(())
    }
}

fn assignment(word: &str) -> Result<(Model, &str), String> {
    let (model, value) =
        word.split_once('=').ok_or_else(|| format!("{word:?} is not of the form model=value"))?;
    let model = model.parse::<Model>().map_err(|error| error.to_string())?;
    Ok((model, value.trim_end_matches(',')))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heads_are_read() {
        let head = Head::parse(
            "// expect: sc=safe tso=violation\n// property: assert\n// unwind: 2      executions: sc=3\n//\n\
             // Prose. What we expect: nothing.\nint x;\n// expect: pso=safe\n",
        )
        .unwrap();
        assert_eq!(head.expected(Model::SC), Some(Expected::Safe));
        assert_eq!(head.expected(Model::TSO), Some(Expected::Violation));
        assert_eq!(head.expected(Model::PSO), None);
        assert_eq!((head.unwind, head.executions(Model::SC)), (Some(2), Some(3)));
        assert_eq!(head.properties, ["assert"]);
    }

    #[test]
    fn mistakes_have_a_line() {
        for (source, line, word) in [
            ("// expect: sc=maybe", 1, "maybe"),
            ("//\n// expect: arm=safe", 2, "arm"),
            ("// unwind: two", 1, "two"),
            ("// executions: sc", 1, "sc"),
            ("// property: beauty", 1, "beauty"),
        ] {
            let error = Head::parse(source).unwrap_err();
            assert_eq!(error.line, line, "{source}");
            assert!(error.message.contains(word), "{error}");
        }
    }
}
