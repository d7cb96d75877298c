//! `expected.tsv`: what each test allows under each model, and how an answer compares with it.

use model::Model;
use std::collections::BTreeMap;

/// One row: verdict and number of final states of a test under a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Expected {
    pub allowed: bool,
    pub n_states: usize,
    pub observation: String,
}

/// The rows of a table, by test and model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Expectations {
    rows: BTreeMap<String, Vec<(Model, Expected)>>,
}

impl Expectations {
    /// Reads a table: a head line, then `name model verdict n_states observation …` separated by tabs.
    /// An error names the line and what is wrong with it.
    pub fn parse(text: &str) -> Result<Expectations, String> {
        let mut rows: BTreeMap<String, Vec<(Model, Expected)>> = BTreeMap::new();
        for (number, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.is_empty()) {
            let wrong = |column: usize, what: &str| format!("{}:{column}: expected {what}", number + 1);
            let fields: Vec<&str> = line.split('\t').collect();
            let column =
                |field: usize| 1 + fields.iter().take(field).map(|text| text.len() + 1).sum::<usize>();
            let &[name, model, verdict, n_states, observation, ..] = fields.as_slice() else {
                return Err(wrong(1, "name, model, verdict, n_states and observation, separated by tabs"));
            };
            let model = Model::by_name(model).ok_or_else(|| wrong(column(1), "the name of a model"))?;
            let allowed = match verdict {
                "allowed" => true,
                "forbidden" => false,
                _ => return Err(wrong(column(2), "'allowed' or 'forbidden'")),
            };
            let n_states = n_states.parse().map_err(|_| wrong(column(3), "a number of states"))?;
            let expected = Expected { allowed, n_states, observation: observation.to_string() };
            rows.entry(name.to_string()).or_default().push((model, expected));
        }
        Ok(Expectations { rows })
    }

    pub fn get(&self, name: &str, model: Model) -> Option<&Expected> {
        self.rows.get(name)?.iter().find(|(known, _)| *known == model).map(|(_, expected)| expected)
    }
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.rows.keys().map(String::as_str)
    }
}
