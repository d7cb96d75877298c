//! The concurrent program: files, globals, functions, and for litmus tests the question about the final state.

use crate::{
    BlockId, FileId, FinalCondition, FuncId, GlobalId, IndexVec, Inst, Operand, Span, Term, Ty, ValueId,
};
use std::sync::Arc;

/// A whole program. Execution begins at `entry`; all its parameters are zero.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    pub name: Arc<str>,
    pub files: IndexVec<FileId, SourceFile>,
    pub globals: IndexVec<GlobalId, Global>,
    pub functions: IndexVec<FuncId, Function>,
    pub entry: FuncId,
    /// Functions to run before `entry`, in order (C++ static constructors).
    pub constructors: Vec<FuncId>,
    /// The question of a litmus test.
    pub condition: Option<FinalCondition>,
    /// What the front end had to assume, for the user to know.
    pub warnings: Vec<Warning>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// As the user gave it, or as the debug info says.
    pub path: Arc<str>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    pub span: Span,
    pub message: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Global {
    /// The user's name where there is one.
    pub name: Arc<str>,
    pub size: u64,
    pub align: u32,
    pub thread_local: bool,
    /// Writing to it is an error of the program.
    pub constant: bool,
    pub init: Init,
    pub span: Span,
}

/// Initial contents: bytes (shorter than the size: the rest is zero) with addresses put into them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Init {
    pub bytes: Vec<u8>,
    pub relocations: Vec<Relocation>,
}

/// Eight bytes at `offset` hold this address.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Relocation {
    pub offset: u64,
    /// `Operand::Global` or `Operand::Func`.
    pub target: Operand,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Function {
    /// The user's name (C++: demangled where the debug info has it).
    pub name: Arc<str>,
    pub params: Vec<ValueId>,
    pub results: Vec<Ty>,
    /// The entry is block 0; it has no parameters and nobody jumps to it.
    pub blocks: IndexVec<BlockId, Block>,
    pub values: IndexVec<ValueId, ValueData>,
    pub span: Span,
    /// Part of the front end's prelude (a model of the C or pthread library): its events are shown at the line of
    /// the user's call.
    pub library: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueData {
    pub ty: Ty,
    /// The user's name of the variable this is a value of.
    pub name: Option<Arc<str>>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    pub params: Vec<ValueId>,
    pub insts: Vec<Inst>,
    pub term: Term,
    /// Where the terminator stands.
    pub span: Span,
}

impl Program {
    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Program {
            name: name.into(),
            files: IndexVec::new(),
            globals: IndexVec::new(),
            functions: IndexVec::new(),
            entry: FuncId(0),
            constructors: Vec::new(),
            condition: None,
            warnings: Vec::new(),
        }
    }

    /// What the entry is called with: a `main` as if started without arguments (`argc` is 1, nothing behind it is
    /// given), anything else with zeros.
    pub fn entry_arguments(&self) -> Vec<u128> {
        let Some(entry) = self.functions.get(self.entry) else { return Vec::new() };
        let argc = u128::from(&*entry.name == "main");
        (0..entry.params.len()).map(|index| if index == 0 { argc } else { 0 }).collect()
    }

    /// The id of a file, added if it is new.
    pub fn intern_file(&mut self, path: &str) -> FileId {
        let known = self.files.iter_enumerated().find(|(_, file)| &*file.path == path).map(|(id, _)| id);
        known.unwrap_or_else(|| self.files.push(SourceFile { path: path.into() }))
    }

    /// `file:line` for messages, or `?` where the place is unknown.
    pub fn show_span(&self, span: Span) -> String {
        match self.files.get(span.file) {
            Some(file) if span.is_known() => format!("{}:{}", file.path, span.line),
            _ => "?".to_string(),
        }
    }

    /// All instructions of all functions.
    pub fn insts(&self) -> impl Iterator<Item = &Inst> {
        self.functions.iter().flat_map(Function::insts)
    }
    /// All operands of all functions.
    pub fn for_each_operand(&self, mut look: impl FnMut(Operand)) {
        self.functions.iter().for_each(|function| function.for_each_operand(&mut look));
    }

    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter_enumerated().find(|(_, function)| &*function.name == name).map(|(id, _)| id)
    }
    pub fn global_named(&self, name: &str) -> Option<GlobalId> {
        self.globals.iter_enumerated().find(|(_, global)| &*global.name == name).map(|(id, _)| id)
    }
}

/// What lies somewhere in memory at first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Contents {
    Bits(u128),
    /// One whole address: `Operand::Global` or `Operand::Func`.
    Address(Operand),
    /// Pieces of addresses, or more bytes than a number has.
    Other,
}

impl Init {
    /// What bytes `offset .. offset + size` hold.
    pub fn at(&self, offset: i64, size: u64) -> Contents {
        let end = offset.saturating_add(size as i64);
        let mut touched = self.relocations.iter().filter(|relocation| {
            let at = relocation.offset as i64;
            at < end && offset < at.saturating_add(8)
        });
        match touched.next() {
            Some(whole) if whole.offset as i64 == offset && size == 8 => {
                return Contents::Address(whole.target);
            }
            Some(_) => return Contents::Other,
            None if size > 16 => return Contents::Other,
            None => {}
        }
        let byte = |at: i64| usize::try_from(at).ok().and_then(|at| self.bytes.get(at)).copied().unwrap_or(0);
        Contents::Bits((offset..end).rev().fold(0, |bits, at| bits << 8 | u128::from(byte(at))))
    }
}

impl Function {
    pub const ENTRY: BlockId = BlockId(0);

    pub fn insts(&self) -> impl Iterator<Item = &Inst> {
        self.blocks.iter().flat_map(|block| &block.insts)
    }
    /// The operands of all instructions and of the ends of all blocks.
    pub fn for_each_operand(&self, mut look: impl FnMut(Operand)) {
        for block in self.blocks.iter() {
            block.insts.iter().for_each(|inst| inst.op.for_each_operand(&mut look));
            block.term.for_each_operand(&mut look);
        }
    }

    pub fn new(name: impl Into<Arc<str>>) -> Self {
        Function {
            name: name.into(),
            params: Vec::new(),
            results: Vec::new(),
            blocks: IndexVec::new(),
            values: IndexVec::new(),
            span: Span::NONE,
            library: false,
        }
    }
    pub fn new_value(&mut self, ty: Ty) -> ValueId {
        self.values.push(ValueData { ty, name: None })
    }
    pub fn add_param(&mut self, ty: Ty) -> ValueId {
        let value = self.new_value(ty);
        self.params.push(value);
        value
    }
    /// A new empty block that ends in `Unreachable` until told otherwise.
    pub fn new_block(&mut self) -> BlockId {
        self.blocks.push(Block {
            params: Vec::new(),
            insts: Vec::new(),
            term: Term::Unreachable,
            span: Span::NONE,
        })
    }
    pub fn add_block_param(&mut self, block: BlockId, ty: Ty) -> ValueId {
        let value = self.new_value(ty);
        self.blocks[block].params.push(value);
        value
    }
    /// Whether somebody needs a value.
    pub fn uses(&self, value: ValueId) -> bool {
        let mut found = false;
        self.for_each_operand(|operand| found |= operand == Operand::Value(value));
        found
    }
    pub fn operand_ty(&self, operand: Operand) -> Ty {
        match operand {
            Operand::Value(id) => self.values[id].ty,
            Operand::Const { ty, .. } => ty,
            Operand::Global { .. } | Operand::Func(_) => Ty::Ptr,
        }
    }
}
