//! The prelude: models of the C, pthread and C++ libraries, written in C and compiled once. Of its text only what a
//! program refers to is parsed, with all that those functions and variables refer to themselves.

use crate::ll::ast::Module;
use crate::ll::{self};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::OnceLock;

/// Compiled from `prelude/*.c` by `make prelude`.
const TEXT: &str = include_str!("../../prelude/prelude.ll");

/// The text in pieces: definitions and declarations by name, everything else (types, target, attributes).
#[derive(Debug, Default)]
struct Index {
    named: FxHashMap<&'static str, Vec<usize>>,
    /// In file order; `true` for those that are always needed.
    pieces: Vec<(Range<usize>, bool)>,
}

fn index() -> &'static Index {
    static INDEX: OnceLock<Index> = OnceLock::new();
    INDEX.get_or_init(|| {
        let mut index = Index::default();
        let mut position = 0;
        while position < TEXT.len() {
            let rest = &TEXT[position..];
            // A definition ends with a brace at the beginning of a line, anything else with its line.
            let length = match rest.starts_with("define ") {
                true => rest.find("\n}\n").map(|end| end + 3),
                false => rest.find('\n').map(|end| end + 1),
            };
            let range = position..position + length.unwrap_or(rest.len());
            position = range.end;
            let name = piece_name(&TEXT[range.clone()]);
            if let Some(name) = name {
                index.named.entry(name).or_default().push(index.pieces.len());
            }
            index.pieces.push((range, name.is_none()));
        }
        index
    })
}

/// The symbol that a piece defines or declares.
fn piece_name(piece: &'static str) -> Option<&'static str> {
    let is_named = ["define ", "declare ", "@"].iter().any(|start| piece.starts_with(start));
    symbols(piece).next().filter(|_| is_named)
}

/// All `@names` in a text.
fn symbols(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('@').skip(1).map(|rest| match rest.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next().unwrap_or(""),
        None => {
            let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "_.$-".contains(c)));
            &rest[..end.unwrap_or(rest.len())]
        }
    })
}

/// The part of the prelude that a program needs which refers to these names.
pub(crate) fn module_for<'a>(wanted: impl Iterator<Item = &'a str>) -> Module {
    let index = index();
    let mut needed: Vec<bool> = index.pieces.iter().map(|(_, always)| *always).collect();
    let mut seen: FxHashSet<&str> = FxHashSet::default();
    let mut work: Vec<&'static str> =
        wanted.filter_map(|name| index.named.get_key_value(name)).map(|(name, _)| *name).collect();
    while let Some(name) = work.pop() {
        if !seen.insert(name) {
            continue;
        }
        for &piece in index.named.get(name).into_iter().flatten() {
            needed[piece] = true;
            work.extend(symbols(&TEXT[index.pieces[piece].0.clone()]));
        }
    }
    let pieces = index.pieces.iter().zip(&needed).filter(|(_, needed)| **needed);
    let text: String = pieces.map(|((range, _), _)| &TEXT[range.clone()]).collect();
    // The prelude is part of this program, so it parses (a test sees to that); if it did not, every library function
    // would be undefined and reported as such.
    ll::parse(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prelude_parses() {
        crate::ll::parse(TEXT).expect("the embedded prelude");
    }

    #[test]
    fn a_part_holds_what_it_refers_to() {
        let module = module_for(["pthread_create", "strlen", "no such function"].into_iter());
        for name in ["pthread_create", "strlen"] {
            assert!(module.function(name).is_some_and(|function| !function.is_declaration()), "{name}");
        }
        let whole = crate::ll::parse(TEXT).expect("the embedded prelude");
        assert!(module.functions.len() < whole.functions.len());
        // Every symbol that the part mentions is there, as in the whole.
        let everything = module_for(index().named.keys().copied());
        assert_eq!(everything.functions.len(), whole.functions.len());
        assert_eq!(everything.globals.len(), whole.globals.len());
    }
}
