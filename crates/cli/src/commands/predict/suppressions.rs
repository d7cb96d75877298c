//! What is not to be reported: texts (`--suppress`) and files of patterns (`--suppressions`).
//!
//! A line of a file is a pattern, or a kind of finding and a pattern: `data-race:Cache::touch`. Empty lines and those that begin
//! with `#` are passed over. A pattern is looked for in the files and functions of what is found and of the calls that led there; `*` stands for
//! any text, `^` at its beginning and `$` at its end bind it to the ends of the name.

use ::predict::{Fault, Kind};
use anyhow::{Context, Result, bail};
use std::path::PathBuf;

/// Other names for kinds, as ThreadSanitizer has them.
const OTHER_NAMES: [(&str, &str); 1] = [("race", "data-race")];

#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    /// Any, if there is none.
    kind: Option<String>,
    pattern: String,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Suppressions {
    rules: Vec<Rule>,
}

impl Suppressions {
    pub(super) fn new(texts: &[String], files: &[PathBuf]) -> Result<Suppressions> {
        // A text is taken as it is.
        let text = |text: &String| Rule { kind: None, pattern: text.replace('*', "\\*") };
        let mut rules: Vec<Rule> = texts.iter().map(text).collect();
        for file in files {
            let text = std::fs::read_to_string(file)
                .with_context(|| format!("cannot read the suppressions {}", file.display()))?;
            for (number, line) in (1..).zip(text.lines()) {
                let rule = Rule::parse(line).with_context(|| format!("{}:{number}", file.display()))?;
                rules.extend(rule);
            }
        }
        Ok(Suppressions { rules })
    }

    /// Whether something of a kind is not to be reported, by the names of files and functions that it is about.
    pub(super) fn hide<'a>(&self, kind: &str, mut names: impl Iterator<Item = &'a str>) -> bool {
        let rules: Vec<&Rule> =
            self.rules.iter().filter(|rule| rule.kind.as_ref().is_none_or(|wanted| wanted == kind)).collect();
        !rules.is_empty() && names.any(|name| rules.iter().any(|rule| matches(&rule.pattern, name)))
    }
}

impl Rule {
    /// `None` if the line says nothing.
    fn parse(line: &str) -> Result<Option<Rule>> {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            return Ok(None);
        }
        // In C++ names colons come in pairs.
        let colon = line.find(':').filter(|at| !line[at + 1..].starts_with(':'));
        let Some((kind, pattern)) = colon.map(|at| (line[..at].trim(), line[at + 1..].trim())) else {
            return Ok(Some(Rule { kind: None, pattern: line.into() }));
        };
        let known = OTHER_NAMES.iter().find(|(other, _)| *other == kind).map_or(kind, |(_, name)| name);
        let names = kinds();
        if !names.contains(&known) {
            bail!("there is no kind of finding called {kind:?}; there are {}", names.join(", "));
        }
        if pattern.is_empty() {
            bail!("nothing is said to look for after {kind}:");
        }
        Ok(Some(Rule { kind: Some(known.into()), pattern: pattern.into() }))
    }
}

fn kinds() -> Vec<&'static str> {
    let pairs = [
        Kind::Race,
        Kind::UseAfterFree,
        Kind::LostSignal,
        Kind::UseAfterDestroy,
        Kind::CallOrder(0),
        Kind::CallRace(0),
        Kind::Deadlock,
        Kind::Atomicity,
    ];
    let mut names: Vec<&str> = pairs.map(Kind::name).into_iter().chain(Fault::ALL.map(Fault::name)).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// Whether a pattern is found in a name.
fn matches(pattern: &str, name: &str) -> bool {
    let (at_start, pattern) = pattern.strip_prefix('^').map_or((false, pattern), |rest| (true, rest));
    let (at_end, pattern) = pattern.strip_suffix('$').map_or((false, pattern), |rest| (true, rest));
    let parts = split(pattern);
    let (mut rest, last) = (name, parts.len() - 1);
    for (number, part) in parts.iter().enumerate() {
        let is_bound = number == 0 && at_start;
        let found = match (is_bound, number == last && at_end) {
            (true, true) => (rest == part).then_some(0),
            (true, false) => rest.starts_with(part.as_str()).then_some(0),
            (false, true) => rest.ends_with(part.as_str()).then(|| rest.len() - part.len()),
            (false, false) => rest.find(part.as_str()),
        };
        let Some(at) = found else { return false };
        rest = &rest[at + part.len()..];
    }
    true
}

/// The texts between the `*` of a pattern; behind a backslash it is one itself.
fn split(pattern: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut characters = pattern.chars().peekable();
    while let Some(character) = characters.next() {
        let next = if character == '\\' { characters.next_if_eq(&'*') } else { None };
        match (next, character) {
            (None, '*') => parts.push(String::new()),
            (next, character) => {
                parts.iter_mut().next_back().into_iter().for_each(|last| last.push(next.unwrap_or(character)))
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns() {
        let cases = [
            ("touch", "Cache::touch(int)", true),
            ("Cache*int", "Cache::touch(int)", true),
            ("^touch", "Cache::touch(int)", false),
            ("^Cache*int)$", "Cache::touch(int)", true),
            ("^Cache::touch$", "Cache::touch(int)", false),
            ("int$", "Cache::touch(int)", false),
            ("^a*a$", "a", false),
            ("*", "", true),
            ("a\\*b", "a*b", true),
            ("a\\*b", "axb", false),
        ];
        for (pattern, name, expected) in cases {
            assert_eq!(matches(pattern, name), expected, "{pattern} in {name}");
        }
    }

    #[test]
    fn lines() {
        let rule = |kind: Option<&str>, pattern: &str| {
            Some(Rule { kind: kind.map(Into::into), pattern: pattern.into() })
        };
        assert_eq!(Rule::parse("  # nothing").unwrap(), None);
        assert_eq!(Rule::parse("std::sort").unwrap(), rule(None, "std::sort"));
        assert_eq!(Rule::parse("race:std::sort").unwrap(), rule(Some("data-race"), "std::sort"));
        assert_eq!(Rule::parse("lost-signal: x.c").unwrap(), rule(Some("lost-signal"), "x.c"));
        assert!(Rule::parse("rice:x").unwrap_err().to_string().contains("\"rice\""));
        assert!(Rule::parse("race:").is_err());
    }

    #[test]
    fn kinds_are_told_apart() {
        let rules = [Rule::parse("race:main.c"), Rule::parse("^lib*")];
        let rules = rules.into_iter().filter_map(|rule| rule.unwrap()).collect();
        let suppressions = Suppressions { rules };
        let hides = |kind: &str, name: &str| suppressions.hide(kind, [name].into_iter());
        assert!(
            hides("data-race", "src/main.c")
                && !hides("deadlock", "src/main.c")
                && hides("deadlock", "lib.c")
        );
    }
}
