//! Verdicts and the report they are gathered in.

use crate::{Property, Witness};
use ir::{Program, Span};
use serde::{Deserialize, Serialize};

/// The answer to one question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    Safe { scope: Scope },
    Violation { witness: Box<Witness> },
    Unknown { reason: String, place: Option<Place> },
}

/// How the reason begins where an engine has found a failure and could not show it: a defect of ours, and no `safe` may stand beside it.
pub const NOT_SHOWN: &str = "internal error: a failure was found but could not be shown";

/// How the reason ends where something undefined can happen that nobody asked about: behind it anything may happen.
pub const NOT_ASKED: &str = "(not among the properties asked for)";

impl Verdict {
    /// Whether somebody has found something undefined that nobody asked about.
    pub fn is_undefined(&self) -> bool {
        matches!(self, Verdict::Unknown { reason, .. } if reason.ends_with(NOT_ASKED))
    }
    /// Whether somebody has found a failure that did not certify.
    pub fn is_unshown_failure(&self) -> bool {
        matches!(self, Verdict::Unknown { reason, .. } if reason.starts_with(NOT_SHOWN))
    }
}

/// How far "safe" reaches.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scope {
    /// Every execution, without any bound.
    Unbounded,
    /// Every execution: the program's own bounds were exhausted.
    Complete,
    /// Every execution for the input values that were given.
    GivenInputs,
    /// Every execution in which no loop runs more often than this.
    UpToUnwind(u32),
}

/// A position in a source file, as people name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Place {
    /// `None` where the span is unknown.
    pub fn of(program: &Program, span: Span) -> Option<Place> {
        let file = program.files.get(span.file).filter(|_| span.is_known())?;
        Some(Place { file: file.path.to_string(), line: span.line, column: span.column })
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// One question with its answer.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// `sc`, `tso`, …
    pub model: String,
    pub properties: Vec<Property>,
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Who found it: `run`, `replay`, `check`, …
    pub engine: String,
    pub seconds: f64,
}

/// Everything one command has to say about one program.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Report {
    pub schema: u32,
    pub tool: String,
    pub program: String,
    pub warnings: Vec<Notice>,
    /// What every "safe" of this report takes for granted about the machine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub assumptions: Vec<String>,
    pub answers: Vec<Answer>,
}

/// Something the user should know that is no verdict.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Notice {
    pub message: String,
    pub place: Option<Place>,
}

impl Report {
    pub fn new(program: &Program) -> Self {
        let warnings = program
            .warnings
            .iter()
            .map(|warning| Notice {
                message: warning.message.clone(),
                place: Place::of(program, warning.span),
            })
            .collect();
        Report {
            schema: crate::SCHEMA_VERSION,
            tool: format!("selvedge {}", env!("CARGO_PKG_VERSION")),
            program: program.name.to_string(),
            warnings,
            assumptions: program.assumptions().into_iter().map(|known| known.text().into()).collect(),
            answers: Vec::new(),
        }
    }

    /// 0 all safe, 1 some violation, 3 no violation but something unknown (or nothing asked).
    pub fn exit_code(&self) -> u8 {
        let violated = self.answers.iter().any(|answer| matches!(answer.verdict, Verdict::Violation { .. }));
        let all_safe = self.answers.iter().all(|answer| matches!(answer.verdict, Verdict::Safe { .. }));
        match (violated, all_safe && !self.answers.is_empty()) {
            (true, _) => 1,
            (false, true) => 0,
            (false, false) => 3,
        }
    }
}
