//! Whether two places of a function follow each other in one round through it, by its text: the second is behind the first and in no
//! other branch.
//!
//! A trace does not say which branches were taken. Where a loop does now the one and now the other (`if … else …`, `case`, a block that
//! ends with `continue`), the two are in different rounds and belong to different operations. So the text between them is read: no
//! `else`, `case`, `:` or jump may part them. Macros are words like others. Where the text cannot be read, nothing is claimed.
//!
//! May be wrong: `if (a) … if (b) …` in a loop where never both hold in one round; gotos.

use std::path::Path;

/// A line of a function, in a call that the compiler may have inlined.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

/// The places are given from the outermost function on; where the two begin to differ, they are compared.
pub fn follow(first: &[Place], second: &[Place]) -> bool {
    let Some((one, other)) = first.iter().zip(second).find(|(one, other)| one != other) else { return false };
    let is_behind = (one.line, one.column) < (other.line, other.column);
    if one.file != other.file || one.function != other.function || one.line == 0 || !is_behind {
        return false;
    }
    let text = std::fs::read(Path::new(&one.file));
    text.is_ok_and(|text| {
        in_one_round(&String::from_utf8_lossy(&text), (one.line, one.column), (other.line, other.column))
    })
}

/// What a text is made of, as far as it matters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Token<'a> {
    Word(&'a str),
    Mark(char),
    /// `#else` and `#elif`.
    OtherText,
}

/// A token, its line and column.
type Placed<'a> = (Token<'a>, (u32, u32));

fn in_one_round(text: &str, from: (u32, u32), to: (u32, u32)) -> bool {
    let tokens = tokens(text);
    let at = |place: (u32, u32)| tokens.partition_point(|(_, known)| *known < place);
    let (first, last) = (at(from), at(to));
    !is_jump_around(&tokens[..first]) && Walk::default().reaches(&tokens[first..last.max(first)])
}

fn is_jump(word: &str) -> bool {
    matches!(word, "return" | "break" | "continue" | "goto" | "throw" | "co_return")
}

/// Whether the statement that the first place is in leaves the block itself: `return get();`
fn is_jump_around(before: &[Placed]) -> bool {
    let own = before.iter().rev().take_while(|(token, _)| !matches!(token, Token::Mark(';' | '{' | '}')));
    own.into_iter().any(|(token, _)| matches!(token, Token::Word(word) if is_jump(word)))
}

/// From the first place on.
struct Walk {
    /// Of each block that was begun since, and of the innermost of those that are around both: how many `if`s may have an `else`.
    blocks: Vec<u32>,
    /// What is done depends on an `if` or loop without braces.
    is_guarded: bool,
    /// Still in the first place's statement, and `?`s in it.
    in_first: bool,
    questions: u32,
    parentheses: i32,
}

impl Default for Walk {
    fn default() -> Self {
        Walk { blocks: vec![0], is_guarded: false, in_first: true, questions: 0, parentheses: 0 }
    }
}

impl Walk {
    fn reaches(mut self, tokens: &[Placed]) -> bool {
        tokens.iter().all(|(token, _)| match token {
            Token::Word(word) => self.word(word),
            Token::Mark(mark) => self.mark(*mark),
            Token::OtherText => false,
        })
    }

    /// `false` where the two are parted.
    fn word(&mut self, word: &str) -> bool {
        let is_outside = self.blocks.len() == 1;
        let ifs = self.blocks.last_mut();
        match word {
            "else" => {
                self.is_guarded = true;
                return ifs.is_some_and(|ifs| {
                    let has_one = *ifs > 0;
                    *ifs = ifs.saturating_sub(1);
                    has_one
                });
            }
            "if" | "for" | "while" | "switch" | "catch" => {
                self.is_guarded = true;
                ifs.into_iter().for_each(|ifs| *ifs += u32::from(word == "if"));
            }
            "case" | "default" => return !is_outside,
            word if is_jump(word) => return !is_outside || self.is_guarded,
            _ => {}
        }
        true
    }

    fn mark(&mut self, mark: char) -> bool {
        match mark {
            '(' => self.parentheses += 1,
            ')' => self.parentheses -= 1,
            '?' => self.questions += 1,
            ':' if self.in_first => {
                let has_one = self.questions > 0;
                self.questions = self.questions.saturating_sub(1);
                return has_one;
            }
            ';' if self.parentheses <= 0 => {
                (self.is_guarded, self.in_first, self.parentheses) = (false, false, 0)
            }
            '{' => {
                self.blocks.push(0);
                (self.is_guarded, self.in_first) = (false, false);
            }
            '}' => {
                self.blocks.pop();
                if self.blocks.is_empty() {
                    self.blocks.push(0);
                }
                (self.is_guarded, self.in_first) = (false, false);
            }
            _ => {}
        }
        true
    }
}

/// The words and marks of a text, without comments, texts in quotes, `::` and lines for the preprocessor.
fn tokens(text: &str) -> Vec<Placed<'_>> {
    let mut reader = Reader { text, at: 0, line: 1, line_start: 0, tokens: Vec::new() };
    while reader.at < text.len() {
        reader.next();
    }
    reader.tokens
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: u32,
    line_start: usize,
    tokens: Vec<Placed<'a>>,
}

impl<'a> Reader<'a> {
    fn next(&mut self) {
        let rest = &self.text[self.at..];
        let Some(first) = rest.chars().next() else { return };
        let is_first = self.text[self.line_start..self.at].trim().is_empty();
        let until = |end: &str| rest.find(end).map_or(rest.len(), |at| at + end.len());
        let length = match first {
            '#' if is_first => return self.directive(),
            '/' if rest.starts_with("//") => until("\n") - usize::from(rest.contains('\n')),
            '/' if rest.starts_with("/*") => until("*/"),
            'R' if rest.starts_with("R\"") => {
                let delimiter = rest[2..].split('(').next().unwrap_or_default();
                until(&format!("){delimiter}\""))
            }
            '"' | '\'' => quoted(rest, first),
            ':' if rest.starts_with("::") => 2,
            first if first.is_alphanumeric() || first == '_' => return self.word(),
            first => {
                if !first.is_whitespace() {
                    self.push(Token::Mark(first));
                }
                first.len_utf8()
            }
        };
        self.pass(length);
    }

    fn word(&mut self) {
        let rest = &self.text[self.at..];
        // In numbers a ' stands between digits.
        let is_number = rest.starts_with(|first: char| first.is_ascii_digit());
        let belongs = |c: char| c.is_alphanumeric() || c == '_' || is_number && c == '\'';
        let length = rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        self.push(Token::Word(&rest[..length]));
        self.pass(length);
    }

    fn directive(&mut self) {
        let rest = &self.text[self.at..];
        let name = rest[1..].trim_start_matches([' ', '\t']);
        if name.starts_with("else") || name.starts_with("elif") {
            self.push(Token::OtherText);
        }
        let mut length = 0;
        for line in rest.split_inclusive('\n') {
            length += line.len();
            if !line.trim_end().ends_with('\\') {
                break;
            }
        }
        self.pass(length);
    }

    fn push(&mut self, token: Token<'a>) {
        let column = (self.at - self.line_start) as u32 + 1;
        self.tokens.push((token, (self.line, column)));
    }

    fn pass(&mut self, length: usize) {
        let end = self.at + length.max(1);
        for (at, _) in self.text[self.at..end].match_indices('\n') {
            (self.line, self.line_start) = (self.line + 1, self.at + at + 1);
        }
        self.at = end;
    }
}

/// The length of what begins with a quotation mark.
fn quoted(rest: &str, mark: char) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return at,
            c if c == mark => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// From `get` to `set`.
    fn is_one(text: &str) -> bool {
        let text = format!("void f(void) {{\n{text}\n}}\n");
        let place = |word: &str| {
            let at = text.find(word).unwrap();
            let line = text[..at].matches('\n').count() as u32 + 1;
            (line, (at - text[..at].rfind('\n').unwrap()) as u32)
        };
        in_one_round(&text, place("get"), place("set"))
    }

    #[test]
    fn one_after_the_other() {
        for text in [
            "int seen = get(); set(seen + 1);",
            "if (!get()) set(1);",
            "if (!get()) { work(); set(1); }",
            "for (;;) { int seen = get(); if (seen) return; set(1); }",
            "int seen = get(); if (seen < 0) { free(p); return; } set(1);",
            "int seen = get(); if (seen) { stop(); } else { set(1); }",
            "switch (get()) { case 1: work(); break; case 2: set(1); }",
            "lock { seen = get(); } if (seen == ':' || text == \"else\") { set(1); } // else",
            "if (all) { seen = get(); } /* else */ set(1);",
            "seen = get() ? 1 : 2; set(seen);",
            "do { seen = get(); if (seen > 1'000) break; } while (more()); std::set(1);",
        ] {
            assert!(is_one(text), "{text}");
        }
    }

    #[test]
    fn in_different_rounds() {
        for text in [
            "for (;;) { if (asks) get(); else set(1); }",
            "for (;;) { if (asks) { get(); } else { set(1); } }",
            "for (;;) { if (asks) { if (a) b(); get(); } else if (x) { set(1); } }",
            "while (next(&m)) switch (m) { case 1: get(); break; case 2: set(1); break; }",
            "while (next(&m)) switch (m) { case 1: { get(); break; } case 2: { set(1); } }",
            "while (next(&m)) { if (m == 1) { get(); continue; } set(1); }",
            "if (asks) return get(); set(1);",
            "asks ? get() : set(1);",
            "for (;;) { if (asks)\n#if A\n get();\n#else\n set(1);\n#endif\n }",
        ] {
            assert!(!is_one(text), "{text}");
        }
    }

    #[test]
    fn places_are_compared_where_they_differ() {
        let place = |line: u32, function: &str| Place {
            file: "no such file".into(),
            line,
            column: 1,
            function: function.into(),
        };
        assert!(!follow(&[place(1, "f")], &[place(1, "f")]));
        assert!(!follow(&[place(1, "f")], &[place(2, "g")]));
        assert!(!follow(&[place(1, "f")], &[place(2, "f")]));
        assert!(!follow(&[], &[]));
    }
}
