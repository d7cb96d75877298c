//! Tokens of `.ll` text: a byte lexer that allocates nothing; every token borrows from the text.
//!
//! Labels and metadata keys (`entry:`, `line:`) come out as a word and a `:`, which the parser puts together.

/// One token. Quoted names keep their escapes; see [`unescape`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Token<'a> {
    End,
    /// Keywords, opcodes, attributes, types such as `i32`, unquoted labels.
    Word(&'a str),
    /// `12`, `-1`, `1.5e+3`, `0xK3FFF`
    Number(&'a str),
    /// `%x`, `%12`
    Local(&'a str),
    /// `%"a b"`
    QuotedLocal(&'a str),
    /// `@x`, `@"a b"`
    Global(&'a str),
    /// `"text"`
    String(&'a str),
    /// `c"text"`
    CString(&'a str),
    /// `!12`
    MetadataNumber(u32),
    /// `!dbg`, `!DILocation`, `!llvm.dbg.cu`
    MetadataName(&'a str),
    /// `#0`
    AttributeGroup,
    /// `#dbg_declare`, without `#`
    DebugRecord(&'a str),
    /// `$name`
    Comdat,
    /// `...`
    Ellipsis,
    /// Any other single byte.
    Punct(u8),
}

/// A cursor over the text.
#[derive(Clone, Debug)]
pub struct Lexer<'a> {
    text: &'a str,
    position: usize,
    /// Line of `position`, from 1.
    line: u32,
}

const fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'$' | b'.' | b'_')
}

/// `WORD[b]`: whether `b` may continue a word.
const WORD: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = is_word_byte(byte as u8);
        byte += 1;
    }
    table
};

impl<'a> Lexer<'a> {
    pub fn new(text: &'a str) -> Self {
        Lexer { text, position: 0, line: 1 }
    }

    /// Continues at another place, whose line the caller knows.
    pub fn jump(&mut self, position: usize, line: u32) {
        self.position = position;
        self.line = line;
    }

    fn byte(&self, position: usize) -> Option<u8> {
        self.text.as_bytes().get(position).copied()
    }

    fn slice(&self, start: usize, end: usize) -> &'a str {
        self.text.get(start..end).unwrap_or("")
    }

    fn skip_blanks(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(&byte) = bytes.get(self.position) {
            match byte {
                b'\n' => self.line += 1,
                b' ' | b'\t' | b'\r' => {}
                b';' => {
                    self.position = self.line_end(self.position);
                    continue;
                }
                _ => return,
            }
            self.position += 1;
        }
    }

    /// Position of the next line feed, or of the end.
    pub fn line_end(&self, from: usize) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or(&[]);
        rest.iter().position(|&byte| byte == b'\n').map_or(self.text.len(), |length| from + length)
    }

    fn word_end(&self, from: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut position = from;
        while bytes.get(position).is_some_and(|&byte| WORD[byte as usize]) {
            position += 1;
        }
        position
    }

    /// The next token, the position where it starts, and its line.
    pub fn next(&mut self) -> (Token<'a>, usize, u32) {
        self.skip_blanks();
        let (start, line) = (self.position, self.line);
        let Some(byte) = self.byte(start) else {
            return (Token::End, start, line);
        };
        (self.token(byte, start), start, line)
    }

    fn token(&mut self, byte: u8, start: usize) -> Token<'a> {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => self.word(start),
            b'.' if self.slice(start, start + 3) == "..." => self.take(start + 3, Token::Ellipsis),
            b'.' => self.word(start),
            b'0'..=b'9' | b'-' | b'+' => self.number(start),
            b'%' => self.sigil(start, Token::Local, Token::QuotedLocal),
            b'@' => self.sigil(start, Token::Global, Token::Global),
            b'$' => self.sigil(start, |_| Token::Comdat, |_| Token::Comdat),
            b'"' => match self.quoted(start) {
                Some(text) => Token::String(text),
                None => self.take(self.text.len(), Token::Punct(b'"')),
            },
            b'!' => self.metadata(start),
            b'#' => self.hash(start),
            _ => self.take(start + 1, Token::Punct(byte)),
        }
    }

    fn take(&mut self, end: usize, token: Token<'a>) -> Token<'a> {
        self.position = end;
        token
    }

    fn word(&mut self, start: usize) -> Token<'a> {
        let end = self.word_end(start + 1);
        if self.slice(start, end) == "c"
            && self.byte(end) == Some(b'"')
            && let Some(text) = self.quoted(end)
        {
            return Token::CString(text);
        }
        self.take(end, Token::Word(self.slice(start, end)))
    }

    /// A number; the sign of an exponent belongs to it. Also labels that begin with a digit.
    fn number(&mut self, start: usize) -> Token<'a> {
        let mut end = self.word_end(start + 1);
        let after_exponent = end > start && matches!(self.byte(end - 1), Some(b'e' | b'E'));
        if after_exponent && self.byte(end) == Some(b'+') {
            end = self.word_end(end + 1);
        }
        self.take(end, Token::Number(self.slice(start, end)))
    }

    fn sigil(
        &mut self,
        start: usize,
        plain: fn(&'a str) -> Token<'a>,
        quoted: fn(&'a str) -> Token<'a>,
    ) -> Token<'a> {
        if self.byte(start + 1) == Some(b'"') {
            return match self.quoted(start + 1) {
                Some(text) => quoted(text),
                None => self.take(self.text.len(), Token::Punct(b'"')),
            };
        }
        let end = self.word_end(start + 1);
        if end == start + 1 {
            let byte = self.byte(start).unwrap_or(0);
            return self.take(end, Token::Punct(byte));
        }
        self.take(end, plain(self.slice(start + 1, end)))
    }

    /// The text between quotes, the first of which is at `start`; counts the lines in it.
    fn quoted(&mut self, start: usize) -> Option<&'a str> {
        let rest = self.text.as_bytes().get(start + 1..)?;
        let length = rest.iter().position(|&byte| byte == b'"')?;
        self.line += rest[..length].iter().filter(|&&byte| byte == b'\n').count() as u32;
        self.position = start + 1 + length + 1;
        Some(self.slice(start + 1, start + 1 + length))
    }

    fn metadata(&mut self, start: usize) -> Token<'a> {
        match self.byte(start + 1) {
            Some(b'0'..=b'9') => {
                let end = self.word_end(start + 1);
                match self.slice(start + 1, end).parse() {
                    Ok(number) => self.take(end, Token::MetadataNumber(number)),
                    Err(_) => self.take(start + 1, Token::Punct(b'!')),
                }
            }
            Some(byte) if WORD[byte as usize] || byte == b'\\' => {
                let mut end = start + 1;
                while self.byte(end).is_some_and(|byte| WORD[byte as usize] || byte == b'\\') {
                    end += 1;
                }
                self.take(end, Token::MetadataName(self.slice(start + 1, end)))
            }
            _ => self.take(start + 1, Token::Punct(b'!')),
        }
    }

    fn hash(&mut self, start: usize) -> Token<'a> {
        let end = self.word_end(start + 1);
        match self.byte(start + 1) {
            Some(b'0'..=b'9') => self.take(end, Token::AttributeGroup),
            Some(b'a'..=b'z') => self.take(end, Token::DebugRecord(self.slice(start + 1, end))),
            _ => self.take(start + 1, Token::Punct(b'#')),
        }
    }
}

/// The bytes of a quoted text: `\\` is a backslash, `\XY` the byte with that hex code; anything else stands
/// for itself.
pub fn unescape(raw: &str) -> Vec<u8> {
    let bytes = raw.as_bytes();
    let mut result = Vec::with_capacity(bytes.len());
    let mut position = 0;
    while let Some(&byte) = bytes.get(position) {
        let pair = bytes.get(position + 1).zip(bytes.get(position + 2));
        if byte != b'\\' {
            result.push(byte);
            position += 1;
        } else if bytes.get(position + 1) == Some(&b'\\') {
            result.push(b'\\');
            position += 2;
        } else if let Some((high, low)) = pair.and_then(|(&a, &b)| hex_digit(a).zip(hex_digit(b))) {
            result.push(high << 4 | low);
            position += 3;
        } else {
            result.push(byte);
            position += 1;
        }
    }
    result
}

/// Like [`unescape`], as text; bytes that are not UTF-8 are replaced.
pub fn unescape_text(raw: &str) -> std::borrow::Cow<'_, str> {
    if raw.as_bytes().contains(&b'\\') {
        String::from_utf8_lossy(&unescape(raw)).into_owned().into()
    } else {
        raw.into()
    }
}

fn hex_digit(byte: u8) -> Option<u8> {
    (byte as char).to_digit(16).map(|digit| digit as u8)
}
