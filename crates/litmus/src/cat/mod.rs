//! Users' own models in a subset of herd's `cat`.
//!
//! Understood: `let`, `let rec`, functions, `include`, union, intersection, difference, sequence, product, inverse,
//! closures, complement, `[S]`, `try … with …`, and `acyclic`, `irreflexive`, `empty` (also negated) with `as NAME`.
//! `show`, `unshow` and `flag` checks are read and ignored. Of herd's library, `cos.cat` is built in (coherence orders
//! are ours to find), as are the fence relations of `fences.cat` and `x86fences.cat`.
//! Not understood, with a message that says where: `match`, `forall`, `with … from`, `enum`, `procedure`, and whatever
//! else herd has.
//!
//! Every check is a rule named as it says (`acyclic … as tso`), and so is every relation that is a summand of what is
//! checked: `acyclic pair;(ppo | fence | rfe)` has the rules `ppo`, `fence` and `rfe`.

mod base;
mod eval;
mod lexer;
mod parser;

use parser::Statement;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use thiserror::Error;

/// A model that was read from a file, with all it includes.
#[derive(Clone, Debug)]
pub struct CatModel {
    /// The name of the file without its ending.
    pub name: Arc<str>,
    /// The title in its first line.
    pub title: Arc<str>,
    statements: Vec<(Arc<str>, Statement)>,
}

/// What is wrong with a model file, and where.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{path}:{line}:{column}: {message}")]
pub struct CatError {
    pub path: String,
    pub line: u32,
    pub column: u32,
    pub message: String,
}

/// Files that need not be there.
const LIBRARY: &[&str] = &["cos.cat", "fences.cat", "x86fences.cat", "stdlib.cat", "filters.cat", "hats.cat"];
const MAX_INCLUDES: usize = 64;
const MAX_BYTES: u64 = 1 << 20;

impl CatModel {
    /// Reads a model and what it includes; included files are looked for beside it and in `directories`.
    pub fn load(path: &Path, directories: &[PathBuf]) -> Result<CatModel, CatError> {
        let mut loader = Loader { directories, seen: Vec::new(), statements: Vec::new(), title: None };
        let text = read(path).map_err(|message| CatError {
            path: path.display().to_string(),
            line: 1,
            column: 1,
            message,
        })?;
        loader.file(path, &text)?;
        let stem = path.file_stem().map_or("model".into(), |stem| stem.to_string_lossy().into_owned());
        let title = loader.title.unwrap_or_else(|| stem.clone());
        Ok(CatModel { name: stem.into(), title: title.into(), statements: loader.statements })
    }

    /// Reads a model that includes nothing but the library.
    pub fn parse(name: &str, text: &str) -> Result<CatModel, CatError> {
        let mut loader = Loader { directories: &[], seen: Vec::new(), statements: Vec::new(), title: None };
        loader.file(Path::new(name), text)?;
        let title = loader.title.unwrap_or_else(|| name.to_string());
        let stem = name.trim_end_matches(".cat");
        Ok(CatModel { name: stem.into(), title: title.into(), statements: loader.statements })
    }
}

fn read(path: &Path) -> Result<String, String> {
    let size = std::fs::metadata(path).map_err(|error| format!("cannot be read: {error}"))?.len();
    if size > MAX_BYTES {
        return Err(format!("{size} bytes: at most {MAX_BYTES} are read"));
    }
    let bytes = std::fs::read(path).map_err(|error| format!("cannot be read: {error}"))?;
    String::from_utf8(bytes).map_err(|_| "not a text file".to_string())
}

struct Loader<'a> {
    directories: &'a [PathBuf],
    seen: Vec<PathBuf>,
    statements: Vec<(Arc<str>, Statement)>,
    title: Option<String>,
}

impl Loader<'_> {
    fn file(&mut self, path: &Path, text: &str) -> Result<(), CatError> {
        let shown: Arc<str> = path.display().to_string().into();
        let at = |line, column, message| CatError { path: shown.to_string(), line, column, message };
        let parsed = parser::parse(text).map_err(|error| at(error.line, error.column, error.message))?;
        self.title = self.title.take().or(parsed.title);
        for statement in parsed.statements {
            let Statement::Include { file, pos } = &statement else {
                self.statements.push((shown.clone(), statement));
                continue;
            };
            let beside = path.parent().map(|directory| directory.join(file));
            let candidates = beside.into_iter().chain(self.directories.iter().map(|dir| dir.join(file)));
            let found = candidates.into_iter().find(|candidate| candidate.is_file());
            match found {
                Some(found) if self.seen.contains(&found) => {}
                Some(found) => {
                    if self.seen.len() >= MAX_INCLUDES {
                        return Err(at(pos.line, pos.column, format!("more than {MAX_INCLUDES} includes")));
                    }
                    let text =
                        read(&found).map_err(|error| at(pos.line, pos.column, format!("{file} {error}")))?;
                    self.seen.push(found.clone());
                    self.file(&found, &text)?;
                }
                None if LIBRARY.contains(&file.as_str()) => {}
                None => {
                    let message = format!("{file:?} is neither beside this file nor part of the library");
                    return Err(at(pos.line, pos.column, message));
                }
            }
        }
        Ok(())
    }
}
