//! Colour on a terminal, nothing in a pipe.

/// How text is marked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    pub color: bool,
}

impl Style {
    pub const PLAIN: Style = Style { color: false };

    fn paint(self, code: &str, text: &str) -> String {
        match self.color && !text.is_empty() {
            true => format!("\x1b[{code}m{text}\x1b[0m"),
            false => text.to_string(),
        }
    }
    pub fn bold(self, text: &str) -> String {
        self.paint("1", text)
    }
    pub fn bad(self, text: &str) -> String {
        self.paint("1;31", text)
    }
    pub fn good(self, text: &str) -> String {
        self.paint("1;32", text)
    }
    pub fn warn(self, text: &str) -> String {
        self.paint("1;33", text)
    }
    pub fn dim(self, text: &str) -> String {
        self.paint("2", text)
    }
}
