//! `selvedge litmus -i`: the constraints stay loaded, each question is answered by assumptions.

use super::{LitmusFlags, show};
use crate::output::print_text;
use ::litmus::{AnyModel, Question, Selection, Session, Switching, Symmetry, parse_outcome};
use anyhow::{Result, bail};
use ir::{Program, Prop};
use std::collections::BTreeSet;
use std::io::{BufRead, IsTerminal, Write};
use std::time::Instant;

const HELP: &str = "\
rules            the rules, and which are off
off RULES        switch rules off            on RULES   switch them on again
only RULES       these rules and no others   all        all rules again
assume OUTCOME   fix values, such as P0:r1=1 /\\ P1:r2=0 (adds to what is fixed)
forget           fix nothing any more
ask              is it possible? with an execution, or why not
states           all final states
matrix           which operation comes before which
program          the operations with their numbers
quit
";

struct Talk<'a> {
    program: &'a Program,
    model: AnyModel,
    session: Session,
    fixed: Vec<Prop>,
}

pub fn run(flags: &LitmusFlags, program: &Program, models: &[AnyModel]) -> Result<u8> {
    let [model] = models else { bail!("interactive sessions are about one model") };
    let session = Session::new(program, model, &Selection::All, Switching::Instances, &flags.options())?;
    let known: Vec<String> = session.encoding.rules.list.iter().map(|rule| rule.name.to_string()).collect();
    let mut talk = Talk { program, model: model.clone(), session, fixed: Vec::new() };
    talk.session.encoding.rules.selection = flags.selection();
    if let Some(name) = flags.selection().names().find(|name| !known.iter().any(|rule| rule == name)) {
        bail!("no rule is called {name:?}; there are {}", known.join(", "));
    }
    if let Some(text) = &flags.assume {
        talk.fixed.push(parse_outcome(text, program)?);
    }
    let prompt = std::io::stdin().is_terminal();
    let header = format!("{} under {}; `help` lists the commands\n", program.name, model.title());
    print_text(&header)?;
    for line in std::io::stdin().lock().lines() {
        let line = line?;
        let (command, rest) = line.trim().split_once(' ').unwrap_or((line.trim(), ""));
        if matches!(command, "quit" | "exit" | "q") {
            break;
        }
        let started = Instant::now();
        let answer = talk.answer(command, rest.trim()).unwrap_or_else(|error| format!("error: {error:#}\n"));
        print_text(&answer)?;
        if !command.is_empty() && command != "help" {
            print_text(&format!("[{:.1} ms]\n", started.elapsed().as_secs_f64() * 1e3))?;
        }
        if prompt {
            print_text("> ")?;
            std::io::stdout().flush()?;
        }
    }
    Ok(0)
}

impl Talk<'_> {
    fn answer(&mut self, command: &str, rest: &str) -> Result<String> {
        match command {
            "" => Ok(String::new()),
            "help" => Ok(HELP.to_string()),
            "rules" => Ok(self.rules()),
            "program" => Ok(show::operations(&self.session, self.program)),
            "off" | "on" | "only" | "all" => {
                self.switch(command, rest)?;
                Ok(self.rules())
            }
            "assume" => {
                self.fixed.push(parse_outcome(rest, self.program)?);
                Ok(format!("fixed: {}\n", self.prop()))
            }
            "forget" => {
                self.fixed.clear();
                Ok("nothing is fixed\n".into())
            }
            "ask" => {
                let prop = self.prop();
                let validation = self.session.validate(self.program, &prop)?;
                Ok(show::validation(&self.session, self.program, &self.model, &prop, &validation))
            }
            "states" => self.states(),
            "matrix" => {
                let prop = self.prop();
                Ok(match self.session.matrix(self.program, &prop)? {
                    Some(matrix) => matrix.render(),
                    None => "no matrix: not possible, or no single order of all operations\n".into(),
                })
            }
            other => bail!("{other:?} is no command; `help` lists them"),
        }
    }

    fn prop(&self) -> Prop {
        match self.fixed.as_slice() {
            [] => Prop::True,
            [one] => one.clone(),
            many => Prop::And(many.to_vec()),
        }
    }

    fn rules(&self) -> String {
        let rules = &self.session.encoding.rules;
        let line = |rule: &::litmus::Rule| {
            let state = if rules.selection.has(&rule.name) { "on " } else { "off" };
            format!("{state} {:<20} {}\n", rule.name, rule.meaning)
        };
        rules.list.iter().map(line).collect()
    }

    fn switch(&mut self, command: &str, rest: &str) -> Result<()> {
        let rules = &mut self.session.encoding.rules;
        let known: Vec<String> = rules.list.iter().map(|rule| rule.name.to_string()).collect();
        let mut names = BTreeSet::new();
        for word in rest.split([',', ' ']).filter(|word| !word.is_empty()) {
            let name = word.to_lowercase().replace('_', "-");
            if !known.contains(&name) {
                bail!("no rule is called {word:?}; there are {}", known.join(", "));
            }
            names.insert(name);
        }
        if names.is_empty() && command != "all" {
            bail!("which rules? There are {}", known.join(", "));
        }
        let mut off: BTreeSet<String> =
            known.iter().filter(|name| !rules.selection.has(name)).cloned().collect();
        match command {
            "off" => off.extend(names),
            "on" => off.retain(|name| !names.contains(name)),
            "only" => off = known.into_iter().filter(|name| !names.contains(name)).collect(),
            _ => off.clear(),
        }
        rules.selection = if off.is_empty() { Selection::All } else { Selection::Without(off) };
        Ok(())
    }

    fn states(&mut self) -> Result<String> {
        let prop = self.prop();
        let question = Question::of(self.program);
        let results = self.session.states(&Symmetry::none())?;
        let mut text = String::new();
        let mut n = 0;
        for state in &results.states {
            let value = |observable: &ir::Observable| {
                let place = question.observed.iter().position(|other| other.name() == observable.name());
                place.and_then(|place| state.get(place)).copied().unwrap_or(0)
            };
            if !prop.eval(&value) {
                continue;
            }
            n += 1;
            let parts: Vec<String> =
                results.names.iter().zip(state).map(|(name, value)| format!("{name}={value};")).collect();
            text += &format!("{}\n", parts.join(" "));
        }
        Ok(format!("{n} states\n{text}"))
    }
}
