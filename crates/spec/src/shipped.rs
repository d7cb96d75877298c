//! The specifications that come with the tool.

use crate::ast::Specification;

macro_rules! shipped {
    ($($name:literal),+ $(,)?) => {
        [$(($name, include_str!(concat!("../../../specs/", $name, ".spec")))),+]
    };
}

static SHIPPED: [(&str, &str); 12] = shipped![
    "channel",
    "condvar",
    "counter",
    "fd",
    "map",
    "memory",
    "mutex",
    "queue",
    "register",
    "set",
    "stack",
    "union_find",
];

/// Names and texts.
pub fn shipped() -> &'static [(&'static str, &'static str)] {
    &SHIPPED
}

/// One of them, by name.
pub fn shipped_specification(name: &str) -> Option<Specification> {
    let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
    Specification::parse(text, &format!("{name}.spec")).ok()
}
