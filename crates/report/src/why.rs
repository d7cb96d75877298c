//! Why a model permits an execution, in sentences.

use crate::describe::Describe;
use events::{EventId, EventKind};
use model::{Model, Relaxation, RelaxationKind, consistent, relaxations};
use verdict::Witness;

/// Whole sentences: which liberties the execution takes, and under which stronger models it cannot happen.
pub fn why(witness: &Witness, describe: &Describe<'_>) -> Vec<String> {
    why_given(witness, describe, witness.model, &relaxations(&witness.execution, witness.model))
}

/// The same for whoever knows the liberties already.
pub fn why_given(
    witness: &Witness,
    describe: &Describe<'_>,
    model: Model,
    taken: &[Relaxation],
) -> Vec<String> {
    if taken.is_empty() && consistent(&witness.execution, Model::SC).is_err() {
        let early = "lets a thread see its own call on an object take effect before the others do";
        return vec![format!("{} {early}.", model.title()), forbidden_under(witness, model)];
    }
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
    let (first, second) = (relaxation.first, relaxation.second);
    let line = |id: EventId| match witness.execution.event(id).span.line {
        0 => String::new(),
        line => format!(" in line {line}"),
    };
    let access = |id: EventId, how: &str| {
        let event = witness.execution.event(id);
        match event.kind {
            EventKind::Sync { .. } => format!("the call `{}`{}", describe.event(event), line(id)),
            _ => format!("the {how} {}{}", describe.place(event), line(id)),
        }
    };
    let passes = |later: &str, earlier: &str, without: &str| {
        format!("{} pass {} ({without})", access(second, later), access(first, earlier))
    };
    match relaxation.kind {
        RelaxationKind::StoreLoad => passes("load of", "store to", "no fence between"),
        RelaxationKind::StoreStore => passes("store to", "store to", "no fence between"),
        RelaxationKind::LoadStore => passes("store to", "load of", "no fence, no dependency"),
        RelaxationKind::LoadLoad => passes("load of", "load of", "no fence, no dependency"),
        RelaxationKind::OwnStoreEarly => {
            let store = describe.place(witness.execution.event(first));
            format!(
                "the thread see its own store to {store}{} before the others do{}",
                line(first),
                line(second)
            )
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
