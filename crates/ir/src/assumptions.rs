//! What answers about a program take for granted: every engine lays out memory in one way ([`crate::layout`]), and lets condition
//! waits return without a signal so and so often (`posix::WAKES_WITHOUT_SIGNAL`).

use crate::{
    BinaryOp, CastOp, Function, IndexVec, Inst, NondetKind, Op, Operand, Program, SyncOp, Ty, ValueId,
};

/// The input that says whether there is memory for one more block, in programs where it may run out.
pub const MEMORY_IS_LEFT: &str = "memory is left";

/// Something that holds in our executions and need not hold in those of a real machine.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Assumption {
    /// The program frees memory and lets addresses decide, and nothing is ever allocated where something was freed.
    FreedAddressesStay,
    /// The program asks for memory and always gets it.
    MemoryIsLeft,
    /// The program waits for conditions; a thread may wake there without a signal, but not time and again.
    OneWakeWithoutSignal,
    /// The program has weak compare-exchanges, which C lets fail without a reason; no processor of our models does so.
    ExchangesFailForAReason,
    /// The program calls functions whose code is not there; they are taken to return anything and to do nothing else.
    UndefinedFunctionsOnlyReturn,
}

impl Assumption {
    pub const ALL: &[Assumption] = &[
        Assumption::FreedAddressesStay,
        Assumption::MemoryIsLeft,
        Assumption::OneWakeWithoutSignal,
        Assumption::ExchangesFailForAReason,
        Assumption::UndefinedFunctionsOnlyReturn,
    ];

    /// As verdicts say it, after "assuming that".
    pub fn text(self) -> &'static str {
        match self {
            Assumption::FreedAddressesStay => "freed addresses do not come back",
            Assumption::MemoryIsLeft => "memory never runs out",
            Assumption::OneWakeWithoutSignal => "no thread wakes more than once without a signal",
            Assumption::ExchangesFailForAReason => {
                "a weak compare-exchange fails only where the values differ"
            }
            Assumption::UndefinedFunctionsOnlyReturn => {
                "functions that are not defined do nothing but return"
            }
        }
    }
}

impl Program {
    /// What a verdict about this program takes for granted and should say.
    pub fn assumptions(&self) -> Vec<Assumption> {
        let blocks = || self.functions.iter().flat_map(|function| function.blocks.iter());
        let has =
            |wanted: fn(&Op) -> bool| blocks().any(|block| block.insts.iter().any(|inst| wanted(&inst.op)));
        let frees = has(|op| matches!(op, Op::HeapFree { .. }));
        let waits = has(|op| matches!(op, Op::Sync { op: SyncOp::CondWait | SyncOp::CondTimedWait, .. }));
        let mut found = Vec::new();
        if frees && self.functions.iter().any(addresses_decide) {
            found.push(Assumption::FreedAddressesStay);
        }
        if has(|op| matches!(op, Op::HeapAlloc { .. })) && !has(may_run_out) {
            found.push(Assumption::MemoryIsLeft);
        }
        if waits {
            found.push(Assumption::OneWakeWithoutSignal);
        }
        if has(|op| matches!(op, Op::CompareExchange { weak: true, .. })) {
            found.push(Assumption::ExchangesFailForAReason);
        }
        if has(|op| matches!(op, Op::Nondet { kind: NondetKind::External(_) })) {
            found.push(Assumption::UndefinedFunctionsOnlyReturn);
        }
        found
    }
}

/// Whether this decides that no memory is left ([`MEMORY_IS_LEFT`]).
fn may_run_out(op: &Op) -> bool {
    matches!(op, Op::Nondet { kind: NondetKind::Input(name) } if &**name == MEMORY_IS_LEFT)
}

/// What is known of a value's origin.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Origin {
    /// The address of a variable: never one that `malloc` gives.
    Variable,
    /// The address of a pointer as a number.
    Number,
    Other,
}

/// Whether a function may find out that two addresses of the heap are the same: by comparing pointers, by a
/// compare-and-exchange of one, or with numbers made of them.
fn addresses_decide(function: &Function) -> bool {
    let origins = origins(function);
    let of = |operand: Operand| match operand {
        Operand::Value(id) => origins[id],
        Operand::Const { .. } | Operand::Global { .. } | Operand::Func(_) => Origin::Variable,
    };
    let decides = |inst: &Inst| match &inst.op {
        Op::Compare { a, b, .. } if function.operand_ty(*a) == Ty::Ptr => {
            of(*a) != Origin::Variable && of(*b) != Origin::Variable
        }
        Op::CompareExchange { access, expected, .. } => {
            access.ty == Ty::Ptr && of(*expected) != Origin::Variable || uses_number(inst, &of)
        }
        // The distance of two pointers, the pointer itself, its alignment.
        Op::Binary { op: BinaryOp::Sub, a, b } if of(*a) == Origin::Number && of(*b) == Origin::Number => {
            false
        }
        Op::Binary { op: BinaryOp::And, b: Operand::Const { .. }, .. } => false,
        Op::Cast { op: CastOp::Bits, .. } => false,
        _ => uses_number(inst, &of),
    };
    function.blocks.iter().any(|block| {
        let mut found = block.insts.iter().any(decides);
        block.term.for_each_operand(|operand| found |= of(operand) == Origin::Number);
        found
    })
}

fn uses_number(inst: &Inst, of: &impl Fn(Operand) -> Origin) -> bool {
    let mut found = false;
    inst.op.for_each_operand(|operand| found |= of(operand) == Origin::Number);
    found
}

/// Where each value comes from, as far as one look at each instruction tells; definitions may stand in any order, so what
/// is not known yet counts as anything.
fn origins(function: &Function) -> IndexVec<ValueId, Origin> {
    let mut origins: IndexVec<ValueId, Origin> = function.values.iter().map(|_| Origin::Other).collect();
    for inst in function.blocks.iter().flat_map(|block| &block.insts) {
        let Some(&result) = inst.results.first() else { continue };
        origins[result] = match &inst.op {
            Op::Alloca { .. } | Op::ThreadLocal { .. } => Origin::Variable,
            Op::PtrAdd { base: Operand::Global { .. }, .. } => Origin::Variable,
            Op::PtrAdd { base: Operand::Value(base), .. } => origins[*base],
            Op::Cast { op: CastOp::Bits, a } if function.operand_ty(*a) == Ty::Ptr => match a {
                Operand::Value(id) if origins[*id] != Origin::Variable => Origin::Number,
                _ => Origin::Variable,
            },
            _ => Origin::Other,
        };
    }
    origins
}
