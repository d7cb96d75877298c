//! `selvedge models`: the memory models, what each lets pass, and the rules each is made of.

use crate::flags::ModelsFlags;
use crate::output::print_text;
use ::litmus::Classical;
use anyhow::{Result, bail};
use model::{Model, relaxation_table};

pub fn models(flags: &ModelsFlags) -> Result<u8> {
    let text = match &flags.name {
        None => all_models(),
        Some(name) => match (Model::by_name(name), Classical::by_name(name)) {
            (Some(model), _) => one_model(model),
            (None, Some(model)) => classical(model),
            (None, None) => bail!(no_such_model(name)),
        },
    };
    print_text(&text)?;
    Ok(0)
}

/// What to say to a name that is no model's.
pub fn no_such_model(name: &str) -> String {
    let built_in = Model::ALL.iter().map(|model| model.name());
    let names: Vec<&str> = built_in.chain(Classical::ALL.iter().map(|model| model.name())).collect();
    format!("no memory model is called {name:?}; there are {}", names.join(", "))
}

fn all_models() -> String {
    let mut text = String::new();
    for model in Model::ALL {
        text += &format!("{:<10} {}\n", model.name(), wrap(model.explain(), 11));
    }
    text += "\nProgram order that survives without a fence:\n\n";
    text += &relaxation_table(&Model::ALL);
    text += "\nFor `selvedge litmus` only, defined by what each thread or place sees:\n\n";
    for model in Classical::ALL {
        text += &format!("{:<10} {}\n", model.name(), wrap(model.explain(), 11));
    }
    text += "\nThread creation, join and successful operations on locks and semaphores are full fences; docs/posix.md lists what is none. `selvedge models NAME` says more.\n";
    text
}

fn one_model(model: Model) -> String {
    let mut text = format!("{}\n\n{}\n\n", model.title(), wrap(model.explain(), 0));
    text += &relaxation_table(&[model]);
    let related = |wanted: fn(Model, Model) -> bool| -> String {
        let names: Vec<&str> =
            Model::ALL.into_iter().filter(|&m| m != model && wanted(model, m)).map(|m| m.name()).collect();
        if names.is_empty() { "none".to_string() } else { names.join(", ") }
    };
    text += &format!("\nWeaker than: {}", related(|this, other| this.weaker_or_equal(other)));
    text += &format!("\nStronger than: {}\n", related(|this, other| other.weaker_or_equal(this)));
    let absent = |name: &str| name == "dependencies" && !model.keeps_dependencies;
    let relational: Vec<(&str, &str)> = [
        ("read-value", "a read takes its value from exactly one write of the same place"),
        ("mutual-exclusion", "two threads do not hold one lock at the same time"),
    ]
    .into_iter()
    .chain(::litmus::RULES.iter().copied().filter(|(name, _)| !absent(name)))
    .collect();
    let listed = if model == Model::SC { Classical::NemosSc.rules() } else { relational };
    text + &rules(&listed)
}

fn classical(model: Classical) -> String {
    format!("{}\n\n{}\n{}", model.title(), wrap(model.explain(), 0), rules(&model.rules()))
}

/// The rules that `selvedge litmus --without` and `--only` switch.
fn rules(rules: &[(&str, &str)]) -> String {
    let mut text = String::from("\nRules (`selvedge litmus --without RULES`):\n\n");
    for (name, meaning) in rules {
        text += &format!("{name:<20} {}\n", wrap(meaning, 21));
    }
    text
}

/// Breaks a paragraph into lines of 96 columns that begin at `indent`.
fn wrap(text: &str, indent: usize) -> String {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("never empty");
        if !line.is_empty() && indent + line.len() + 1 + word.len() > 96 {
            lines.push(word.to_string());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines.join(&format!("\n{}", " ".repeat(indent)))
}
