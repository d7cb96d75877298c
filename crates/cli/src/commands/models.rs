//! `selvedge models`: the memory models and what each lets pass.

use crate::flags::ModelsFlags;
use crate::output::print_text;
use anyhow::{Result, bail};
use model::{Model, relaxation_table};

pub fn models(flags: &ModelsFlags) -> Result<u8> {
    let text = match &flags.name {
        None => all_models(),
        Some(name) => match Model::by_name(name) {
            Some(model) => one_model(model),
            None => bail!(no_such_model(name)),
        },
    };
    print_text(&text)?;
    Ok(0)
}

/// What to say to a name that is no model's.
pub fn no_such_model(name: &str) -> String {
    let names: Vec<&str> = Model::ALL.iter().map(|model| model.name()).collect();
    format!("no memory model is called {name:?}; there are {}", names.join(", "))
}

fn all_models() -> String {
    let mut text = String::new();
    for model in Model::ALL {
        text += &format!("{:<10} {}\n", model.name(), wrap(model.explain(), 11));
    }
    text += "\nProgram order that survives without a fence:\n\n";
    text += &relaxation_table(&Model::ALL);
    text += "\nLocks, thread creation and every other pthread call are full fences. `selvedge models NAME` says more.\n";
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
