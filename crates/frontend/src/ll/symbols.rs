//! Interned strings and typed indices shared by the whole `.ll` reader.
//!
//! Every name in a module (global symbols, struct names, local names, debug-info names) is stored once
//! in the module's [`SymbolTable`] and handled as a [`Symbol`]. Symbols of different modules must not be mixed.

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

/// An interned string of one module; equal symbols of one module are equal strings.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Symbol(pub u32);

/// The strings of one module, each stored once, numbered in order of first appearance.
#[derive(Clone, Debug, Default)]
pub struct SymbolTable {
    strings: IndexSet<Box<str>, FxBuildHasher>,
}

impl SymbolTable {
    /// The symbol of `text`, made if it is new.
    pub fn intern(&mut self, text: &str) -> Symbol {
        if let Some(index) = self.strings.get_index_of(text) {
            return Symbol(index as u32);
        }
        Symbol(self.strings.insert_full(text.into()).0 as u32)
    }

    /// The symbol of `text` if the module mentions it at all.
    pub fn lookup(&self, text: &str) -> Option<Symbol> {
        self.strings.get_index_of(text).map(|index| Symbol(index as u32))
    }

    /// The string of a symbol; empty for a symbol of another module that is out of range here.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.strings.get_index(symbol.0 as usize).map_or("", |text| text)
    }

    /// How many different strings there are.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Whether nothing has been interned.
    pub fn is_empty(&self) -> bool {
        self.strings.is_empty()
    }
}
