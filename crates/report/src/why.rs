//! Why a model permits an execution, in sentences.

use crate::describe::Describe;
use events::EventId;
use model::{Model, Relaxation, RelaxationKind, consistent, relaxations};
use verdict::Witness;

/// Whole sentences: which liberties the execution takes, and under which stronger models it cannot happen.
pub fn why(witness: &Witness, describe: &Describe<'_>) -> Vec<String> {
    match Model::by_name(&witness.model) {
        Some(model) => why_given(witness, describe, model, &relaxations(&witness.execution, model)),
        None => Vec::new(),
    }
}

/// The same for whoever knows the liberties already.
pub fn why_given(
    witness: &Witness,
    describe: &Describe<'_>,
    model: Model,
    taken: &[Relaxation],
) -> Vec<String> {
    if taken.is_empty() {
        return match model == Model::SC {
            true => vec!["a plain interleaving of the threads; every memory model permits it.".into()],
            false => vec![format!(
                "a plain interleaving of the threads; it happens under SC too, not only {}.",
                model.title()
            )],
        };
    }
    let sentences: Vec<String> =
        taken.iter().map(|relaxation| clause(witness, describe, relaxation)).collect();
    vec![format!("{} lets {}.", model.title(), join(&sentences)), forbidden_under(witness, model)]
}

fn clause(witness: &Witness, describe: &Describe<'_>, relaxation: &Relaxation) -> String {
    let place = |id: EventId| describe.place(witness.execution.event(id));
    let line = |id: EventId| match witness.execution.event(id).span.line {
        0 => String::new(),
        line => format!(" in line {line}"),
    };
    let (first, second) = (relaxation.first, relaxation.second);
    let (a, b) = (place(first), place(second));
    match relaxation.kind {
        RelaxationKind::StoreLoad => {
            format!("the load of {b}{} pass the store to {a}{} (no fence between)", line(second), line(first))
        }
        RelaxationKind::StoreStore => {
            format!(
                "the store to {b}{} pass the store to {a}{} (no fence between)",
                line(second),
                line(first)
            )
        }
        RelaxationKind::LoadStore => {
            format!(
                "the store to {b}{} pass the load of {a}{} (no fence, no dependency)",
                line(second),
                line(first)
            )
        }
        RelaxationKind::LoadLoad => {
            format!(
                "the load of {b}{} pass the load of {a}{} (no fence, no dependency)",
                line(second),
                line(first)
            )
        }
        RelaxationKind::OwnStoreEarly => {
            format!("the thread see its own store to {a}{} before the others do{}", line(first), line(second))
        }
    }
}

fn join(parts: &[String]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [init @ .., last] => format!("{}, and {last}", init.join(", ")),
    }
}

/// Which of the stronger models rule this very execution out.
fn forbidden_under(witness: &Witness, model: Model) -> String {
    let stronger: Vec<&str> = Model::ALL
        .into_iter()
        .filter(|&other| other != model && model.weaker_or_equal(other))
        .filter(|&other| consistent(&witness.execution, other).is_err())
        .map(Model::title)
        .collect();
    format!("this execution is impossible under {}.", stronger.join(", "))
}
