//! Names, source locations and methods that events refer to by number.

use super::REPEATED;
use super::wire::{Cursor, put_number, put_text};
use rustc_hash::FxHashMap;

/// What a number in an event names.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Namespace {
    None,
    Memory,
    /// Locks, condition variables, barriers, semaphores.
    Sync,
    Thread,
    /// Objects of specified methods.
    Object,
}

impl Namespace {
    pub(crate) const ALL: [Namespace; 5] =
        [Namespace::None, Namespace::Memory, Namespace::Sync, Namespace::Thread, Namespace::Object];

    /// What a number without a name is printed with.
    pub fn letter(self) -> &'static str {
        match self {
            Namespace::None => "",
            Namespace::Memory => "V",
            Namespace::Sync => "L",
            Namespace::Thread => "T",
            Namespace::Object => "O",
        }
    }
}

/// A place in the program. What is not known is 0 or empty.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Location {
    /// Address of the instruction, relative to its module.
    pub pc: u64,
    /// Number of the module (in [`Namespace::None`]) that `pc` is in.
    pub module: u32,
    pub file: String,
    pub line: u32,
    pub column: u32,
    pub function: String,
}

/// A method of a specification.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MethodEntry {
    pub object: String,
    pub method: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tables {
    pub locations: FxHashMap<u32, Location>,
    pub names: FxHashMap<(Namespace, u64), String>,
    pub methods: FxHashMap<u32, MethodEntry>,
}

impl Tables {
    /// The name of an object, or a letter and its number.
    pub fn name(&self, namespace: Namespace, number: u64) -> String {
        match self.names.get(&(namespace, number)) {
            Some(name) => name.clone(),
            None => format!("{}{number}", namespace.letter()),
        }
    }

    /// `file:line`, the program counter, or the number.
    pub fn location(&self, number: u32) -> String {
        match self.locations.get(&number) {
            _ if number == REPEATED => "repeated".into(),
            Some(location) if !location.file.is_empty() => {
                let file = &location.file;
                match (location.line, location.column) {
                    (0, _) => file.clone(),
                    (line, 0) => format!("{file}:{line}"),
                    (line, column) => format!("{file}:{line}:{column}"),
                }
            }
            Some(location) if location.pc != 0 => format!("{:#x}", location.pc),
            _ => number.to_string(),
        }
    }

    pub fn method(&self, number: u32) -> Option<&MethodEntry> {
        self.methods.get(&number)
    }

    pub(crate) fn locations_bytes(&self) -> (Vec<u8>, u32) {
        let mut sorted: Vec<_> = self.locations.iter().collect();
        sorted.sort_unstable_by_key(|(number, _)| **number);
        let mut out = Vec::new();
        for (number, location) in &sorted {
            for field in [u64::from(**number), location.pc, u64::from(location.module)] {
                put_number(&mut out, field);
            }
            put_text(&mut out, &location.file);
            put_number(&mut out, u64::from(location.line));
            put_number(&mut out, u64::from(location.column));
            put_text(&mut out, &location.function);
        }
        (out, sorted.len() as u32)
    }

    pub(crate) fn names_bytes(&self) -> (Vec<u8>, u32) {
        let mut sorted: Vec<_> = self.names.iter().collect();
        sorted.sort_unstable();
        let mut out = Vec::new();
        for ((namespace, number), name) in &sorted {
            out.push(*namespace as u8);
            put_number(&mut out, *number);
            put_text(&mut out, name);
        }
        (out, sorted.len() as u32)
    }

    pub(crate) fn methods_bytes(&self) -> (Vec<u8>, u32) {
        let mut sorted: Vec<_> = self.methods.iter().collect();
        sorted.sort_unstable_by_key(|(number, _)| **number);
        let mut out = Vec::new();
        for (number, entry) in &sorted {
            put_number(&mut out, u64::from(**number));
            put_text(&mut out, &entry.object);
            put_text(&mut out, &entry.method);
        }
        (out, sorted.len() as u32)
    }

    /// Reads entries as far as they go; `None` if the bytes end too early.
    pub(crate) fn add_locations(&mut self, bytes: &[u8], count: u32) -> Option<()> {
        let mut cursor = Cursor::new(bytes, 0);
        for _ in 0..count {
            let number = cursor.small()?;
            let (pc, module) = (cursor.number()?, cursor.small()?);
            let (file, line, column) = (cursor.text()?, cursor.small()?, cursor.small()?);
            let location = Location { pc, module, file, line, column, function: cursor.text()? };
            self.locations.insert(number, location);
        }
        Some(())
    }

    pub(crate) fn add_names(&mut self, bytes: &[u8], count: u32) -> Option<()> {
        let mut cursor = Cursor::new(bytes, 0);
        for _ in 0..count {
            let namespace = *Namespace::ALL.get(usize::from(cursor.byte()?))?;
            let number = cursor.number()?;
            self.names.insert((namespace, number), cursor.text()?);
        }
        Some(())
    }

    pub(crate) fn add_methods(&mut self, bytes: &[u8], count: u32) -> Option<()> {
        let mut cursor = Cursor::new(bytes, 0);
        for _ in 0..count {
            let number = cursor.small()?;
            let entry = MethodEntry { object: cursor.text()?, method: cursor.text()? };
            self.methods.insert(number, entry);
        }
        Some(())
    }
}
