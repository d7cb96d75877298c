//! A witness: the execution that breaks a property, complete enough to be replayed and re-checked by someone who
//! does not trust whoever found it.

use crate::SCHEMA_VERSION;
use events::{EventId, Execution, Failure};
use ir::Program;
use model::Model;
use serde::{Deserialize, Serialize};
use thiserror::Error;

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Witness {
    pub schema: u32,
    pub program: ProgramRef,
    /// The memory model that permits the execution.
    pub model: Model,
    pub failure: Failure,
    pub execution: Execution,
    /// All events in one order that respects the model's global order: writes stand where they reach memory.
    pub order: Vec<EventId>,
    /// Final values a litmus test asks about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub observed: Vec<Observed>,
}

/// Which program the witness speaks of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProgramRef {
    /// Where it was read from, relative to where the command ran.
    pub path: String,
    /// Extra arguments that were given to clang.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clang_args: Vec<String>,
    /// The function that ran as the first thread.
    pub entry: String,
    /// Hash of the IR; a replay against another program is refused.
    pub fingerprint: String,
    /// Paths for the file ids in spans.
    pub files: Vec<String>,
    /// Functions whose calls are said to be atomic; `locks` stands for every call that takes a lock more than once.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub atomic: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Observed {
    pub name: String,
    pub value: String,
}

/// Why a text is not a witness.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WitnessError {
    #[error("line {}, column {}: not a witness: {source}", source.line(), source.column())]
    Json {
        #[from]
        source: serde_json::Error,
    },
    #[error("the witness has schema version {found}, this selvedge reads version {SCHEMA_VERSION}")]
    Schema { found: u32 },
    #[error("the witness is inconsistent: {0}")]
    Malformed(String),
}

impl ProgramRef {
    pub fn new(program: &Program, path: &str, clang_args: &[String]) -> Self {
        ProgramRef {
            path: path.to_string(),
            clang_args: clang_args.to_vec(),
            entry: program
                .functions
                .get(program.entry)
                .map(|entry| entry.name.to_string())
                .unwrap_or_default(),
            fingerprint: fingerprint(program),
            files: program.files.iter().map(|file| file.path.to_string()).collect(),
            atomic: Vec::new(),
        }
    }
}

/// A hash of the program's text form (FNV-1a, 64 bits): the same source and front end give the same one.
pub fn fingerprint(program: &Program) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in program.to_string().bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    format!("{hash:016x}")
}

impl Observed {
    pub fn new(name: &str, value: i128) -> Observed {
        Observed { name: name.to_string(), value: value.to_string() }
    }
}

impl Witness {
    /// Without final values.
    pub fn new(
        program: ProgramRef,
        model: Model,
        failure: Failure,
        execution: Execution,
        order: Vec<EventId>,
    ) -> Witness {
        let (schema, observed) = (SCHEMA_VERSION, Vec::new());
        Witness { schema, program, model, failure, execution, order, observed }
    }

    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).expect("a witness is plain data")
    }

    /// Reads a witness and checks that its ids point to things that exist, so that later steps may index freely.
    pub fn from_json(text: &str) -> Result<Witness, WitnessError> {
        #[derive(Deserialize)]
        struct Header {
            schema: u32,
        }
        let header: Header = serde_json::from_str(text)?;
        if header.schema != SCHEMA_VERSION {
            return Err(WitnessError::Schema { found: header.schema });
        }
        let witness: Witness = serde_json::from_str(text)?;
        witness.check_ids().map_err(WitnessError::Malformed)?;
        Ok(witness)
    }

    fn check_ids(&self) -> Result<(), String> {
        let execution = &self.execution;
        let n_events = execution.events.len();
        let known = |id: &EventId| (id.0 as usize) < n_events;
        let mut in_po = vec![0u32; n_events];
        for (index, thread) in execution.threads.iter().enumerate() {
            for id in &thread.events {
                let event =
                    execution.events.get(id.0 as usize).ok_or_else(|| format!("{id} does not exist"))?;
                if event.thread.0 as usize != index {
                    return Err(format!("{id} is listed in thread {index} but belongs to {}", event.thread));
                }
                in_po[id.0 as usize] += 1;
            }
        }
        if in_po.iter().any(|&count| count != 1) {
            return Err("an event does not stand exactly once in its thread".into());
        }
        let sources = execution.events.iter().flat_map(|event| event.rf.iter().filter_map(|rf| rf.source));
        let deps = execution.events.iter().flat_map(|event| {
            [&event.deps.addr, &event.deps.data, &event.deps.ctrl].into_iter().flatten().copied()
        });
        let listed =
            execution.co.iter().flatten().chain(execution.sync.iter().flat_map(|order| &order.events));
        let all = sources.chain(deps).chain(listed.copied()).chain(self.order.iter().copied());
        match all.into_iter().find(|id| !known(id)) {
            Some(id) => Err(format!("{id} does not exist")),
            None if self.failure.thread.0 as usize >= execution.threads.len() => {
                Err(format!("{} does not exist", self.failure.thread))
            }
            None => Ok(()),
        }
    }
}
