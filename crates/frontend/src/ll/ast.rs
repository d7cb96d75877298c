//! The data that the `.ll` reader hands out: one module of LLVM IR with opaque pointers, as a plain tree.
//!
//! Follows the LLVM Language Reference (versions 15 to 20) as far as clang's output for C and C++ goes.
//! Differences: parameter and function attributes that do not change the meaning of a call are dropped;
//! fast-math flags and non-`!dbg` attachments are dropped; both forms of debug statements
//! (`#dbg_declare(...)` and `call void @llvm.dbg.declare(...)`) become one [`DebugRecord`].
//!
//! Invariants of a [`Module`] returned by [`parse`](super::parse):
//! - every [`TypeId`], [`NamedTypeId`], [`Symbol`], [`MetadataId`] indexes its table in the same module;
//! - every [`LocalId`]/[`BlockId`] in a function body indexes `Function::locals`/`Function::blocks`;
//! - parameters are the first locals: `function.parameters[i].local == LocalId(i)`;
//! - `blocks[0]` is the entry; a function is a declaration iff it has no blocks;
//! - every block is non-empty, and only its last instruction is a terminator (it may instead end in
//!   [`Op::Unknown`], when the reader did not understand the terminator);
//! - `Constant::Int` is already truncated to the width of its type.

pub use super::metadata::*;
pub use super::opcodes::*;
pub use super::symbols::{Symbol, SymbolTable};
pub use super::type_table::{NamedType, NamedTypeId, Type, TypeId, TypeTable};
use rustc_hash::FxHashMap;

/// A value of one function: a parameter or the result of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// A basic block of one function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

impl LocalId {
    /// As an index into `Function::locals`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl BlockId {
    /// As an index into `Function::blocks`.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// One translation unit.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// `source_filename = "..."`, empty if absent.
    pub source_filename: String,
    /// `target datalayout = "..."`, empty if absent.
    pub datalayout: String,
    /// `target triple = "..."`, empty if absent.
    pub target_triple: String,
    /// The texts of all `module asm "..."` lines, in order.
    pub module_asm: Vec<String>,
    /// All strings.
    pub symbols: SymbolTable,
    /// All types, and the named struct types in order of appearance.
    pub types: TypeTable,
    /// Global variables, declared or defined, in file order.
    pub globals: Vec<GlobalVariable>,
    /// `@a = alias ...`, in file order.
    pub aliases: Vec<Alias>,
    /// `@a = ifunc ...`, kept so that a use of one can be reported; they have no body here.
    pub ifuncs: Vec<Ifunc>,
    /// Functions, declared or defined, in file order.
    pub functions: Vec<Function>,
    /// Numbered metadata nodes.
    pub metadata: Metadata,
    /// What each global symbol stands for.
    pub definitions: FxHashMap<Symbol, Definition>,
}

/// What a global symbol stands for; the number indexes the vector of that kind in [`Module`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Definition {
    Function(usize),
    Variable(usize),
    Alias(usize),
    Ifunc(usize),
}

impl Module {
    /// The string of a symbol.
    pub fn name(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    /// The function of that name, declared or defined.
    pub fn function(&self, name: &str) -> Option<&Function> {
        match self.definition(name)? {
            Definition::Function(index) => self.functions.get(index),
            _ => None,
        }
    }

    /// The global variable of that name, declared or defined.
    pub fn global(&self, name: &str) -> Option<&GlobalVariable> {
        match self.definition(name)? {
            Definition::Variable(index) => self.globals.get(index),
            _ => None,
        }
    }

    /// What `name` stands for.
    pub fn definition(&self, name: &str) -> Option<Definition> {
        self.definitions.get(&self.symbols.lookup(name)?).copied()
    }

    /// The symbol at the end of a chain of aliases (itself if it is none); `None` if an aliasee is not a
    /// plain symbol or the chain is circular.
    pub fn resolve_alias(&self, symbol: Symbol) -> Option<Symbol> {
        let mut current = symbol;
        for _ in 0..=self.aliases.len() {
            let Some(Definition::Alias(index)) = self.definitions.get(&current) else {
                return Some(current);
            };
            match &self.aliases.get(*index)?.aliasee.value {
                Value::Constant(Constant::Global(next)) => current = *next,
                _ => return None,
            }
        }
        None
    }

    /// All instructions that the reader did not understand, with their function.
    pub fn unknown_instructions(&self) -> impl Iterator<Item = (&Function, &Instruction)> {
        self.functions.iter().flat_map(|function| {
            let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
            instructions.filter(|i| matches!(i.op, Op::Unknown { .. })).map(move |i| (function, i))
        })
    }
}

/// `@name = ... global/constant T [initializer]`.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    pub name: Symbol,
    pub linkage: Linkage,
    pub thread_local: bool,
    /// `constant` rather than `global`.
    pub constant: bool,
    /// The type of the variable itself (the symbol is a pointer to it).
    pub ty: TypeId,
    /// Absent for `external` declarations.
    pub initializer: Option<Constant>,
    pub align: Option<u64>,
    pub address_space: u32,
    /// The `!DIGlobalVariableExpression`s attached (several for a struct split into parts; normally one).
    pub debug: Vec<MetadataId>,
    /// Line in the `.ll` text.
    pub line: u32,
}

/// `@name = alias T, ptr @aliasee`.
#[derive(Clone, Debug)]
pub struct Alias {
    pub name: Symbol,
    pub linkage: Linkage,
    pub thread_local: bool,
    pub ty: TypeId,
    pub aliasee: Operand,
    pub line: u32,
}

/// `@name = ifunc T, ptr @resolver`.
#[derive(Clone, Debug)]
pub struct Ifunc {
    pub name: Symbol,
    pub linkage: Linkage,
    pub ty: TypeId,
    pub resolver: Operand,
    pub line: u32,
}

/// A function, declared or defined.
#[derive(Clone, Debug)]
pub struct Function {
    pub name: Symbol,
    pub linkage: Linkage,
    pub return_type: TypeId,
    pub parameters: Vec<Parameter>,
    pub variadic: bool,
    /// Names and types of all values; the parameters come first.
    pub locals: Vec<Local>,
    /// Empty for a declaration.
    pub blocks: Vec<Block>,
    /// The `!DISubprogram`.
    pub debug: Option<MetadataId>,
    /// Line of `define`/`declare` in the `.ll` text.
    pub line: u32,
}

impl Function {
    /// Whether there is no body.
    pub fn is_declaration(&self) -> bool {
        self.blocks.is_empty()
    }
}

/// One formal parameter.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// Index into `Function::locals`, equal to the position of the parameter (also for declarations).
    pub local: LocalId,
    pub ty: TypeId,
    pub passing: Passing,
}

/// How an argument is handed over, as far as it changes the meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Passing {
    /// The value itself.
    #[default]
    Direct,
    /// `byval(T)`: the callee gets a private copy of the pointee.
    ByValue(TypeId),
    /// `sret(T)`: the callee writes its result of type T there.
    StructReturn(TypeId),
}

/// Name of a local value or block as written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LocalName {
    /// `%12`
    Number(u32),
    /// `%retval`
    Name(Symbol),
}

/// A value of a function.
#[derive(Clone, Copy, Debug)]
pub struct Local {
    pub name: LocalName,
    /// `void` where the type is not known (result of an [`Op::Unknown`]).
    pub ty: TypeId,
}

/// A basic block.
#[derive(Clone, Debug)]
pub struct Block {
    pub name: LocalName,
    pub instructions: Vec<Instruction>,
}

impl Block {
    /// The last instruction; a terminator, or `Op::Unknown`.
    pub fn terminator(&self) -> Option<&Instruction> {
        self.instructions.last()
    }
}

/// An instruction or debug record.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub result: Option<LocalId>,
    pub op: Op,
    /// The `!DILocation` of `!dbg`.
    pub debug: Option<MetadataId>,
    /// Line in the `.ll` text.
    pub line: u32,
}

/// A value with its type.
#[derive(Clone, Debug, PartialEq)]
pub struct Operand {
    pub ty: TypeId,
    pub value: Value,
}

/// An operand of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Local(LocalId),
    Constant(Constant),
    /// Only as a callee.
    InlineAsm(Box<InlineAsm>),
    /// Only as an argument of type `metadata` of an intrinsic other than `llvm.dbg.*`.
    Metadata(MetadataArgument),
}

/// An operand of type `metadata`.
#[derive(Clone, Debug, PartialEq)]
pub enum MetadataArgument {
    Node(MetadataId),
    String(Symbol),
    Value(Box<Operand>),
    /// `!DIExpression(...)`
    Expression(DebugExpression),
    /// Another node written in place, such as `!{}` or `!DIArgList(...)`, which is not kept.
    Other,
}

/// `asm sideeffect "text", "constraints"`.
#[derive(Clone, Debug, PartialEq)]
pub struct InlineAsm {
    pub text: String,
    pub constraints: String,
    pub side_effect: bool,
    pub align_stack: bool,
    pub intel_dialect: bool,
}

/// A constant. Its type is beside it ([`Operand::ty`], or the type of the global variable).
#[derive(Clone, Debug, PartialEq)]
pub enum Constant {
    /// Also `true` (1) and `false` (0); truncated to the width of the type.
    Int(u128),
    /// An integer literal that does not fit 128 bits, as written.
    BigInt(Box<str>),
    Float(FloatConstant),
    Null,
    Undef,
    Poison,
    /// `zeroinitializer`
    Zero,
    /// `none` (of type token)
    NoneToken,
    /// `@name`
    Global(Symbol),
    /// `{...}`, `<{...}>`, `[...]`, `<...>`: the type tells which.
    Aggregate(Box<[Operand]>),
    /// `c"..."` with its escapes resolved; the type is `[n x i8]` with n = length.
    Bytes(Box<[u8]>),
    /// `splat (T c)` in a vector type.
    Splat(Box<Operand>),
    /// `blockaddress(@function, %block)`
    BlockAddress {
        function: Symbol,
        block: LocalName,
    },
    /// `dso_local_equivalent @f`
    DsoLocalEquivalent(Symbol),
    /// `no_cfi @f`
    NoCfi(Symbol),
    Expression(Box<ConstantExpression>),
}

/// A constant expression.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstantExpression {
    GetElementPtr(GetElementPtr),
    Cast { op: CastOp, operand: Operand, to: TypeId },
    Binary { op: BinaryOp, flags: ArithmeticFlags, left: Operand, right: Operand },
    IntCompare { predicate: IntPredicate, left: Operand, right: Operand },
    FloatCompare { predicate: FloatPredicate, left: Operand, right: Operand },
    Select { condition: Operand, if_true: Operand, if_false: Operand },
    ExtractElement { vector: Operand, index: Operand },
    InsertElement { vector: Operand, element: Operand, index: Operand },
    ShuffleVector { left: Operand, right: Operand, mask: Operand },
}

/// `[inbounds] [nusw] [nuw] T, ptr base, indices...`
#[derive(Clone, Debug, PartialEq)]
pub struct GetElementPtr {
    pub inbounds: bool,
    pub no_unsigned_wrap: bool,
    pub no_unsigned_signed_wrap: bool,
    /// The type that the first index steps over.
    pub source_type: TypeId,
    pub base: Operand,
    pub indices: Vec<Operand>,
}

/// `call` or the call part of `invoke`.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    pub tail: TailKind,
    pub return_type: TypeId,
    /// The written function type; present for variadic callees, usually absent otherwise.
    pub signature: Option<TypeId>,
    /// `Value::Constant(Constant::Global(f))` for a direct call.
    pub callee: Value,
    pub arguments: Vec<Argument>,
    pub bundles: Vec<OperandBundle>,
}

impl Call {
    /// The symbol called, if the call is direct.
    pub fn direct_callee(&self) -> Option<Symbol> {
        match &self.callee {
            Value::Constant(Constant::Global(symbol)) => Some(*symbol),
            _ => None,
        }
    }
}

/// An actual argument.
#[derive(Clone, Debug, PartialEq)]
pub struct Argument {
    pub operand: Operand,
    pub passing: Passing,
}

/// `[ "tag"(operands) ]`
#[derive(Clone, Debug, PartialEq)]
pub struct OperandBundle {
    pub tag: Symbol,
    pub operands: Vec<Operand>,
}

/// A clause of `landingpad`.
#[derive(Clone, Debug, PartialEq)]
pub enum LandingPadClause {
    Catch(Operand),
    Filter(Operand),
}

/// Where a variable lives or what it is worth: from `#dbg_*` records or `llvm.dbg.*` calls.
/// `variable` is `None` when the node was written in place or is missing.
#[derive(Clone, Debug, PartialEq)]
pub enum DebugRecord {
    /// The variable lives at `address` (`None` once the address has been dropped).
    Declare { address: Option<Operand>, variable: Option<MetadataId>, expression: DebugExpression },
    /// The variable is worth `value` from here on; also for `dbg.assign`.
    Value { value: Option<Operand>, variable: Option<MetadataId>, expression: DebugExpression },
    /// A source label (`!DILabel`).
    Label { label: Option<MetadataId> },
}

/// `!DIExpression(...)`: the operations as written, in words; empty in the usual case.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct DebugExpression {
    pub words: Vec<Symbol>,
}

/// What an instruction does. Terminators come first.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    Ret(Option<Operand>),
    Br(BlockId),
    CondBr {
        condition: Operand,
        if_true: BlockId,
        if_false: BlockId,
    },
    Switch {
        value: Operand,
        default: BlockId,
        cases: Vec<(u128, BlockId)>,
    },
    IndirectBr {
        address: Operand,
        targets: Vec<BlockId>,
    },
    Invoke {
        call: Box<Call>,
        normal: BlockId,
        unwind: BlockId,
    },
    /// `asm goto`.
    CallBr {
        call: Box<Call>,
        fallthrough: BlockId,
        targets: Vec<BlockId>,
    },
    Resume(Operand),
    Unreachable,

    FNeg(Operand),
    /// The right operand has the type of the left one.
    Binary {
        op: BinaryOp,
        flags: ArithmeticFlags,
        left: Operand,
        right: Value,
    },
    Cast {
        op: CastOp,
        flags: ArithmeticFlags,
        operand: Operand,
        to: TypeId,
    },
    IntCompare {
        predicate: IntPredicate,
        left: Operand,
        right: Value,
    },
    FloatCompare {
        predicate: FloatPredicate,
        left: Operand,
        right: Value,
    },
    Select {
        condition: Operand,
        if_true: Operand,
        if_false: Operand,
    },
    Freeze(Operand),
    Phi {
        ty: TypeId,
        incoming: Vec<(Value, BlockId)>,
    },

    ExtractElement {
        vector: Operand,
        index: Operand,
    },
    InsertElement {
        vector: Operand,
        element: Operand,
        index: Operand,
    },
    ShuffleVector {
        left: Operand,
        right: Operand,
        mask: Operand,
    },
    ExtractValue {
        aggregate: Operand,
        indices: Vec<u32>,
    },
    InsertValue {
        aggregate: Operand,
        element: Operand,
        indices: Vec<u32>,
    },

    /// `count` is absent for one element.
    Alloca {
        ty: TypeId,
        count: Option<Operand>,
        align: Option<u64>,
    },
    Load(Load),
    Store(Store),
    Fence {
        ordering: AtomicOrdering,
        scope: SyncScope,
    },
    CompareExchange(Box<CompareExchange>),
    AtomicRmw(Box<AtomicRmw>),
    GetElementPtr(Box<GetElementPtr>),

    Call(Box<Call>),
    VaArg {
        list: Operand,
        ty: TypeId,
    },
    LandingPad {
        ty: TypeId,
        cleanup: bool,
        clauses: Vec<LandingPadClause>,
    },
    Debug(Box<DebugRecord>),

    /// Windows exception handling (`catchswitch`, `cleanuppad`, ...): known, not decoded.
    Other {
        opcode: Symbol,
        text: Box<str>,
        terminator: bool,
    },
    /// An instruction that the reader does not understand, as written.
    Unknown {
        text: Box<str>,
    },
}

impl Op {
    /// Whether control leaves the block here. [`Op::Unknown`] counts as no terminator.
    pub fn is_terminator(&self) -> bool {
        match self {
            Op::Ret(_)
            | Op::Br(_)
            | Op::CondBr { .. }
            | Op::Switch { .. }
            | Op::IndirectBr { .. }
            | Op::Invoke { .. }
            | Op::CallBr { .. }
            | Op::Resume(_)
            | Op::Unreachable => true,
            Op::Other { terminator, .. } => *terminator,
            _ => false,
        }
    }
}

/// `load [atomic] [volatile] T, ptr p`
#[derive(Clone, Debug, PartialEq)]
pub struct Load {
    pub ty: TypeId,
    pub address: Operand,
    pub volatile: bool,
    /// Present iff atomic.
    pub ordering: Option<AtomicOrdering>,
    pub scope: SyncScope,
    pub align: Option<u64>,
}

/// `store [atomic] [volatile] T v, ptr p`
#[derive(Clone, Debug, PartialEq)]
pub struct Store {
    pub value: Operand,
    pub address: Operand,
    pub volatile: bool,
    /// Present iff atomic.
    pub ordering: Option<AtomicOrdering>,
    pub scope: SyncScope,
    pub align: Option<u64>,
}

/// `cmpxchg`: the result is `{ T, i1 }`, the old value and whether it was exchanged.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareExchange {
    pub weak: bool,
    pub volatile: bool,
    pub address: Operand,
    pub expected: Operand,
    pub desired: Operand,
    pub success: AtomicOrdering,
    pub failure: AtomicOrdering,
    pub scope: SyncScope,
    pub align: Option<u64>,
}

/// `atomicrmw`: the result is the old value.
#[derive(Clone, Debug, PartialEq)]
pub struct AtomicRmw {
    pub op: RmwOp,
    pub volatile: bool,
    pub address: Operand,
    pub value: Operand,
    pub ordering: AtomicOrdering,
    pub scope: SyncScope,
    pub align: Option<u64>,
}
