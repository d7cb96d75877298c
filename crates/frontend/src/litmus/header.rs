//! The first lines of a test: `DIALECT name`, then strings and `Key=value` lines up to the initial state.

use super::lexer::Scanner;
use super::{LitmusError, Pos, Result};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    C,
    X86,
    X86_64,
    Ppc,
}

#[derive(Clone, Debug)]
pub(super) struct Header {
    pub dialect: Dialect,
    pub name: String,
    pub pos: Pos,
}

/// Leaves the scanner at the `{` of the initial state.
pub(super) fn read(scanner: &mut Scanner<'_>) -> Result<Header> {
    scanner.skip_blank(true)?;
    let pos = scanner.pos();
    let dialect = dialect(scanner, pos)?;
    let name = scanner.take_line().trim();
    if name.is_empty() {
        return Err(LitmusError::expected(pos, "the name of the test after the dialect", "end of line"));
    }
    skip_information(scanner)?;
    Ok(Header { dialect, name: name.to_string(), pos })
}

fn dialect(scanner: &mut Scanner<'_>, pos: Pos) -> Result<Dialect> {
    let word = scanner.take_while(|character| !character.is_whitespace());
    match word {
        "C" => Ok(Dialect::C),
        "X86" => Ok(Dialect::X86),
        "X86_64" => Ok(Dialect::X86_64),
        "PPC" => Ok(Dialect::Ppc),
        _ => {
            let mut shown: String = word.chars().take(20).collect();
            shown = if shown.is_empty() { "an empty text".into() } else { format!("{shown:?}") };
            Err(LitmusError::expected(pos, "a litmus test to begin with C, X86, X86_64 or PPC", shown))
        }
    }
}

fn skip_information(scanner: &mut Scanner<'_>) -> Result {
    loop {
        scanner.skip_blank(true)?;
        let pos = scanner.pos();
        match scanner.peek() {
            Some('{') => return Ok(()),
            Some('"') => scanner.skip_string()?,
            Some(first) => {
                let line = scanner.take_line();
                let key = line.split('=').next().unwrap_or_default();
                let is_key =
                    !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-. ".contains(c));
                if !is_key || !line.contains('=') {
                    let expected = "a string, a Key=value line or '{' before the initial state";
                    return Err(LitmusError::expected(pos, expected, format!("{first:?}")));
                }
            }
            None => return Err(LitmusError::expected(pos, "'{' before the initial state", "end of file")),
        }
    }
}
