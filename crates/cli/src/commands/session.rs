//! One question put to an engine under several memory models, and its answers.
//!
//! Models are asked weakest first: what is safe under a weaker model is safe under a stronger one with the same scope.

use super::stopping;
use crate::flags::{InputFlags, Kind, OutputFlags, QuestionFlags};
use crate::output::Terminal;
use anyhow::{Context, Result, bail};
use events::Property;
use frontend::Loaded;
use model::Model;
use report::Certification;
use std::path::PathBuf;
use std::time::Duration;
use verdict::{Answer, Engine, Interrupt, Limits, ProgramRef, Report, Task, Verdict, Why};

pub struct Session {
    pub loaded: Loaded,
    /// Models without an answer, the next one last.
    waiting: Vec<Model>,
    /// In the order the user gave them.
    models: Vec<Model>,
    answers: Vec<(Model, Answer)>,
    properties: Vec<Property>,
    question: QuestionFlags,
    reference: ProgramRef,
    engine: Engine,
    interrupt: Interrupt,
    /// Put the question also to models for which it is settled.
    pub ask_every_model: bool,
}

impl Session {
    pub fn new(
        input: &InputFlags,
        question: &QuestionFlags,
        models: &[String],
        engine: Engine,
    ) -> Result<Session> {
        let models = parse_models(models)?;
        input.reading.allow(&question.property, &models)?;
        let reading = input.reading.for_properties(&question.property);
        let loaded = super::load(&input.file, &reading)?;
        let mut waiting = models.clone();
        waiting.sort_by_key(|model| Model::ALL.iter().position(|known| known == model));
        let path = input.file.display().to_string();
        let reference = ProgramRef::new(&loaded.program, &path, &super::clang_args(&reading));
        Ok(Session {
            loaded,
            waiting,
            models,
            answers: Vec::new(),
            properties: question.property.iter().filter_map(|kind| property(*kind)).collect(),
            question: question.clone(),
            reference,
            engine,
            interrupt: stopping::interrupt(question.memory_limit)?,
            ask_every_model: false,
        })
    }

    /// The model to ask about next; those that an answer so far settles are answered on the way.
    pub fn next_model(&mut self) -> Option<Model> {
        while let Some(model) = self.waiting.pop() {
            match self.settled(model) {
                Some(verdict) => self.answer(model, verdict, Duration::ZERO),
                None => return Some(model),
            }
        }
        None
    }

    fn settled(&self, model: Model) -> Option<Verdict> {
        if self.interrupt.is_set() {
            return Some(Verdict::unknown(Why::NotBegun));
        }
        if self.ask_every_model {
            return None;
        }
        let weaker = |(other, answer): &&(Model, Answer)| {
            other.weaker_or_equal(model) && matches!(answer.verdict, Verdict::Safe { .. })
        };
        self.answers.iter().find(weaker).map(|(_, answer)| answer.verdict.clone())
    }

    /// What an engine is asked about a model; its time begins now.
    pub fn task(&self, model: Model, time: Option<Duration>) -> Task {
        Task {
            model,
            properties: self.properties.clone(),
            limits: Limits::new(time, Some(self.interrupt.clone())),
            inputs: None,
            spurious_wakeups: !self.question.no_spurious,
        }
    }

    /// Whether `--property unwind` was asked for.
    pub fn asks_bound(&self) -> bool {
        self.question.property.contains(&Kind::Unwind)
    }

    pub fn answer(&mut self, model: Model, mut verdict: Verdict, time: Duration) {
        if let Verdict::Violation { witness } = &mut verdict {
            witness.program = self.reference.clone();
        }
        let answer = Answer {
            model,
            properties: self.properties.clone(),
            verdict,
            engine: Some(self.engine),
            seconds: time.as_secs_f64(),
        };
        self.answers.push((model, answer));
    }

    /// Certifies, saves and prints; the exit code.
    pub fn finish(self, flags: &OutputFlags, terminal: &Terminal) -> Result<u8> {
        let program = &self.loaded.program;
        let mut report = Report::new(program);
        for model in &self.models {
            report
                .answers
                .extend(self.answers.iter().filter(|(m, _)| m == model).map(|(_, answer)| answer.clone()));
        }
        super::certify_all(&mut report, program);
        if let Some(path) = &self.question.save {
            save(&report, path)?;
        }
        let milliseconds = |model| {
            let answer = report.answers.iter().find(|answer| answer.model == model);
            answer.map(|answer| answer.seconds * 1e3)
        };
        terminal.print_report(&report, program, flags, |witness| Certification {
            certified: true,
            milliseconds: milliseconds(witness.model),
        })?;
        Ok(report.exit_code())
    }
}

pub(super) fn save(report: &Report, path: &PathBuf) -> Result<()> {
    let witness = report.answers.iter().find_map(|answer| match &answer.verdict {
        Verdict::Violation { witness } => Some(witness),
        _ => None,
    });
    match witness {
        Some(witness) => std::fs::write(path, witness.to_json())
            .with_context(|| format!("cannot write {}", path.display())),
        None => Ok(()),
    }
}

/// `None`: not about what the program does, but about the bound.
pub(super) fn property(kind: Kind) -> Option<Property> {
    match kind {
        Kind::Assert => Some(Property::Assert),
        Kind::Deadlock => Some(Property::Deadlock),
        Kind::Memory => Some(Property::Memory),
        Kind::Race => Some(Property::Race),
        Kind::Unwind => None,
    }
}

pub(super) fn parse_models(names: &[String]) -> Result<Vec<Model>> {
    let mut models = Vec::new();
    for name in names {
        match (name.as_str(), Model::by_name(name)) {
            ("all", _) => models.extend([Model::SC, Model::TSO, Model::PSO, Model::RMO]),
            (_, Some(model)) => models.push(model),
            (name, None) => bail!(super::models::no_such_model(name)),
        }
    }
    let mut seen = Vec::new();
    models.retain(|model| {
        !seen.contains(model) && {
            seen.push(*model);
            true
        }
    });
    Ok(models)
}
