//! Verdicts and the report they are gathered in.

use crate::{Property, Why, Witness};
use ir::{Program, Span};
use model::Model;
use serde::{Deserialize, Serialize};

/// The answer to one question.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "snake_case")]
pub enum Verdict {
    Safe {
        scope: Scope,
    },
    Violation {
        witness: Box<Witness>,
    },
    Unknown {
        /// In JSON `why`, and its words as `reason`.
        #[serde(flatten, with = "why_and_reason")]
        why: Why,
        place: Option<Place>,
    },
}

impl Verdict {
    /// Nothing is known, at no particular place.
    pub fn unknown(why: impl Into<Why>) -> Verdict {
        Verdict::Unknown { why: why.into(), place: None }
    }
    /// Nothing is known, because of what stands there.
    pub fn unknown_at(why: impl Into<Why>, program: &Program, span: Span) -> Verdict {
        Verdict::Unknown { why: why.into(), place: Place::of(program, span) }
    }
    /// Why nothing is known, if so.
    pub fn why(&self) -> Option<&Why> {
        match self {
            Verdict::Unknown { why, .. } => Some(why),
            Verdict::Safe { .. } | Verdict::Violation { .. } => None,
        }
    }
    /// Whether somebody has found something undefined that nobody asked about.
    pub fn is_undefined(&self) -> bool {
        self.why().is_some_and(|why| why.any(&|why| matches!(why, Why::Undefined(_))))
    }
    /// Whether somebody has found a failure that did not certify.
    pub fn is_unshown_failure(&self) -> bool {
        self.why().is_some_and(|why| why.any(&|why| matches!(why, Why::NotShown(_))))
    }
}

/// Who gives an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// Without bound, by abstract interpretation; assertions only; never finds a violation.
    Prove,
    /// All executions up to a bound, by SAT modulo order.
    Check,
    /// Every execution, by running it.
    Explore,
    /// From one run to others.
    Predict,
    /// One schedule.
    Run,
    /// A saved execution again.
    Replay,
    /// A saved execution, as it was left.
    #[serde(rename = "saved witness")]
    Saved,
}

impl Engine {
    pub fn name(self) -> &'static str {
        match self {
            Engine::Prove => "prove",
            Engine::Check => "check",
            Engine::Explore => "explore",
            Engine::Predict => "predict",
            Engine::Run => "run",
            Engine::Replay => "replay",
            Engine::Saved => "saved witness",
        }
    }
}

impl std::fmt::Display for Engine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
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
    pub model: Model,
    pub properties: Vec<Property>,
    #[serde(flatten)]
    pub verdict: Verdict,
    /// Who found it; nobody where several were asked and none has settled it.
    #[serde(with = "engine_or_nobody")]
    pub engine: Option<Engine>,
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

/// In JSON nobody is the empty name.
mod engine_or_nobody {
    use super::Engine;
    use serde::de::IntoDeserializer;
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(engine: &Option<Engine>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(engine.map_or("", Engine::name))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Engine>, D::Error> {
        let name = String::deserialize(deserializer)?;
        match name.as_str() {
            "" => Ok(None),
            name => Engine::deserialize(name.into_deserializer()).map(Some),
        }
    }
}

mod why_and_reason {
    use crate::Why;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize)]
    struct Written<'a> {
        reason: String,
        why: &'a Why,
    }

    /// Reports of earlier versions have the words only.
    #[derive(Deserialize)]
    struct Read {
        reason: String,
        why: Option<Why>,
    }

    pub fn serialize<S: Serializer>(why: &Why, serializer: S) -> Result<S::Ok, S::Error> {
        Written { reason: why.to_string(), why }.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Why, D::Error> {
        let Read { reason, why } = Read::deserialize(deserializer)?;
        Ok(why.unwrap_or(Why::NotCovered(reason)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use limits::Stop;
    use std::time::Duration;

    fn answer(verdict: Verdict, engine: Option<Engine>) -> Answer {
        Answer { model: Model::TSO, properties: vec![Property::Race], verdict, engine, seconds: 0.5 }
    }

    #[test]
    fn why_is_read_as_it_was_written() {
        let said = crate::Said { engine: Engine::Check, why: Why::NeedsInputs, place: None };
        let stop = Why::Stopped(Stop::Time(Duration::from_millis(1500)));
        let bound = Why::BoundTooSmall { bound: 3, loops: vec!["a loop".into()] };
        for why in [stop, Why::NotBegun, Why::NotShown("x".into()), bound, Why::Each(vec![said])] {
            let written = answer(Verdict::unknown(why.clone()), None);
            let text = serde_json::to_string(&written).expect("plain data");
            assert!(text.contains(&format!("\"reason\":{:?}", why.to_string())), "{text}");
            assert_eq!(serde_json::from_str::<Answer>(&text).expect(&text), written);
        }
        let written = answer(Verdict::Safe { scope: Scope::Complete }, Some(Engine::Saved));
        let text = serde_json::to_string(&written).expect("plain data");
        assert!(text.contains("\"engine\":\"saved witness\""), "{text}");
        assert_eq!(serde_json::from_str::<Answer>(&text).expect(&text), written);
    }

    #[test]
    fn reports_of_earlier_versions_are_read() {
        let text = r#"{"model":"sc","properties":["assert"],"verdict":"unknown","reason":"time is up","place":null,
                       "engine":"","seconds":1.0}"#;
        let answer: Answer = serde_json::from_str(text).expect("it is read");
        assert_eq!(answer.verdict.why().map(ToString::to_string).as_deref(), Some("time is up"));
    }
}
