//! Memory that goes back to another allocator than gave it (`free` of what `new` gave, `delete` of what `new[]` gave), where memory
//! errors are asked for.
//!
//! Who gave it can be told from its address ([`layout::heap_offset`]). Nothing is asserted where the program has one allocator only.

use super::function::FunctionLowering;
use ir::*;

/// Functions of C++ that give memory or take it back, by the beginnings of their names.
const OF_CXX: [(&str, Allocator); 4] = [
    ("_Znwm", Allocator::New),
    ("_Znam", Allocator::NewArray),
    ("_ZdlPv", Allocator::New),
    ("_ZdaPv", Allocator::NewArray),
];
const OF_C: [&str; 9] = [
    "malloc",
    "calloc",
    "realloc",
    "reallocarray",
    "strdup",
    "strndup",
    "aligned_alloc",
    "posix_memalign",
    "memalign",
];

/// In the names of those that are told an alignment.
const ALIGNED: &str = "St11align_val_t";

/// Whose memory a function of C++ gives or takes back. What needs a larger alignment begins where its slot does, as that of `malloc`: these
/// are not told apart.
pub(super) fn of_cxx(name: &str) -> Option<Allocator> {
    let &(_, by) = OF_CXX.iter().find(|(beginning, _)| name.starts_with(beginning))?;
    Some(if name.contains(ALIGNED) { Allocator::Malloc } else { by })
}

/// The allocator that a program takes memory from when it calls this function.
pub(super) fn given_by(name: &str) -> Option<Allocator> {
    match OF_C.contains(&name) {
        true => Some(Allocator::Malloc),
        false => of_cxx(name).filter(|_| name.starts_with("_Zn")),
    }
}

impl FunctionLowering<'_, '_> {
    /// Asserts that what is given back here is null or from the same allocator.
    pub fn gives_back(&mut self, ptr: Operand, to: Allocator) {
        if !self.cx.switches.memory_checks || self.cx.switches.reuse_freed {
            return;
        }
        let others = self.cx.allocators().into_iter().filter(|&by| by != to).collect::<Vec<Allocator>>();
        if others.is_empty() {
            return;
        }
        let address = self.builder.bits(ptr, Ty::I64);
        let offset = self.builder.binary(BinaryOp::And, address, Operand::i64(layout::PAGE as i64 - 1));
        let is = |this: &mut Self, value: Operand, op: CompareOp, known: i64| {
            this.builder.compare(op, value, Operand::i64(known))
        };
        let mut holds = Operand::TRUE;
        for by in others {
            let differs = is(self, offset, CompareOp::Ne, layout::heap_offset(by) as i64);
            holds = self.builder.binary(BinaryOp::And, holds, differs);
        }
        let null = is(self, address, CompareOp::Eq, 0);
        let holds = self.builder.binary(BinaryOp::Or, null, holds);
        let message = match to {
            Allocator::Malloc => "free of memory that new gave",
            Allocator::New => "delete of memory that malloc or new[] gave",
            Allocator::NewArray => "delete[] of memory that malloc or new gave",
        };
        self.assertion(holds, AssertKind::GivenBack, message.into());
    }
}
