//! The tables that lie beside the litmus tests: what each test allows under each model.

use crate::State;
use model::Model;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// One row of `expected.tsv`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub name: String,
    pub model: Model,
    /// Whether some reachable final state satisfies the proposition.
    pub allowed: bool,
    pub n_states: u64,
    pub n_positive: u64,
    pub n_negative: u64,
}

/// The corpus: rows by test, and every reachable state with the strongest model that reaches it.
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    pub directory: PathBuf,
    pub rows: BTreeMap<String, Vec<Row>>,
    pub states: BTreeMap<String, Vec<(Model, State)>>,
}

impl Corpus {
    /// Reads the tables of a directory.
    pub fn read(directory: &Path) -> Result<Corpus, String> {
        let table = |name: &str| {
            let path = directory.join(name);
            std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
        };
        let mut corpus = Corpus { directory: directory.to_path_buf(), ..Corpus::default() };
        for (index, line) in table("expected.tsv")?.lines().enumerate().skip(1) {
            let row = parse_row(line).ok_or_else(|| format!("expected.tsv:{}: {line:?}", index + 1))?;
            corpus.rows.entry(row.name.clone()).or_default().push(row);
        }
        for (index, line) in table("states.tsv")?.lines().enumerate().skip(1) {
            let (name, model, state) =
                parse_state(line).ok_or_else(|| format!("states.tsv:{}: {line:?}", index + 1))?;
            corpus.states.entry(name).or_default().push((model, state));
        }
        Ok(corpus)
    }

    pub fn n_rows(&self) -> usize {
        self.rows.values().map(Vec::len).sum()
    }
    /// The text of a test.
    pub fn text(&self, name: &str) -> Result<String, String> {
        let path = self.directory.join(format!("{name}.litmus"));
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))
    }
    /// The states that a model reaches; `None` for RMO-v9, of which only counts are given.
    pub fn states_of(&self, name: &str, model: Model) -> Option<BTreeSet<State>> {
        let chain = [Model::SC, Model::TSO, Model::PSO, Model::RMO, Model::RMO_NODEP];
        let upto = chain.iter().position(|&known| known == model)?;
        let listed = self.states.get(name)?;
        let reached = listed.iter().filter(|(strongest, _)| chain[..=upto].contains(strongest));
        Some(reached.map(|(_, state)| state.clone()).collect())
    }
}

fn parse_row(line: &str) -> Option<Row> {
    let fields: Vec<&str> = line.split('\t').collect();
    let &[name, model, verdict, n_states, _, n_positive, n_negative] = fields.as_slice() else { return None };
    Some(Row {
        name: name.to_string(),
        model: Model::by_name(model)?,
        allowed: match verdict {
            "allowed" => true,
            "forbidden" => false,
            _ => return None,
        },
        n_states: n_states.parse().ok()?,
        n_positive: n_positive.parse().ok()?,
        n_negative: n_negative.parse().ok()?,
    })
}

/// `[x]=1; 0:r0=0;`, with the brackets dropped.
fn parse_state(line: &str) -> Option<(String, Model, State)> {
    let mut fields = line.split('\t');
    let (name, model, text) = (fields.next()?, Model::by_name(fields.next()?)?, fields.next()?);
    let mut state = State::new();
    for part in text.split(';').map(str::trim).filter(|part| !part.is_empty()) {
        let (place, value) = part.split_once('=')?;
        let place = place.trim_start_matches('[').trim_end_matches(']');
        state.insert(place.to_string(), value.parse().ok()?);
    }
    Some((name.to_string(), model, state))
}
