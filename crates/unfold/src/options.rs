//! What an unfolding is for, and how far it goes.

use events::Property;
use ir::{FenceBits, Program, Span};
use model::Model;
use verdict::Limits;

/// Iterations of a loop whose end is known, at most.
pub const MAX_KNOWN_ITERATIONS: u32 = 10_000;

/// What a graph is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// One verdict: what a thread does to memory of its own is data flow, and its path ends where it fails.
    Verdict,
    /// Executions one by one: every access to a variable of the program is an event, events know where they come from
    /// ([`crate::Origin`]), and threads go on behind assertions that fail.
    Executions {
        /// Computations and branches are events too, their values cut from their definitions.
        locals: bool,
        /// A read may have any value as far as the graph goes.
        free_reads: bool,
    },
}

#[derive(Clone, Debug)]
pub struct Options {
    /// The model whose executions are wanted; `None`: any, however weak.
    pub model: Option<Model>,
    pub purpose: Purpose,
    /// Properties that are asked about: what only they need is left out without them.
    pub properties: Vec<Property>,
    /// How often a loop whose end is not known goes round, and how deep recursion goes.
    pub unwind: u32,
    /// Bounds of single loops, by the line of their head.
    pub unwind_at: Vec<(u32, u32)>,
    /// How often loops go round whose end is known.
    pub known_iterations: u32,
    /// Whether `pthread_cond_wait` may wake without a signal.
    pub spurious_wakeups: bool,
    /// Calls within one another: beyond this even those whose end is known are cut. Each takes some of our own stack.
    pub max_call_depth: usize,
    /// Events of the whole unrolled program.
    pub max_events: usize,
    pub limits: Limits,
}

impl Options {
    pub(crate) fn asks(&self, property: Property) -> bool {
        self.properties.contains(&property)
    }
    /// The bound of a loop whose head stands in this line.
    pub(crate) fn bound(&self, span: Span) -> u32 {
        self.unwind_at.iter().find(|(line, _)| *line == span.line).map_or(self.unwind, |&(_, bound)| bound)
    }
}

/// Whether it matters what printing reads.
pub fn prints_matter(properties: &[Property]) -> bool {
    properties.contains(&Property::Race) || properties.contains(&Property::Memory)
}

/// What is known of the values that reads find.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Knowledge {
    /// All that is ever stored in the place, and within which bounds that lies.
    Ranges,
    /// Only where addresses can point to: without dependencies a value may be the reason why it is written.
    Addresses,
    /// The numbers that are ever stored in the place, whichever way branches go (`sets`).
    Sets,
    /// Nothing but where addresses can point to, and reads are not tied to them.
    Free,
}

/// What follows from the options and the program for every pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    /// Values and events know the reads that they depend on.
    pub(crate) dependencies: bool,
    /// Some read must find something written.
    pub(crate) written: bool,
    pub(crate) knowledge: Knowledge,
    /// No event is its own cause in this model: loads keep their order to later stores, or dependencies do.
    pub(crate) causal: bool,
    /// Private accesses are nodes of program order too.
    pub(crate) private_accesses: bool,
    /// For [`Purpose::Executions`].
    pub(crate) executions: bool,
    /// Memory of one thread is like any other: what it reads there may be switched off, or its model say otherwise.
    pub(crate) every_access: bool,
    pub(crate) locals: bool,
}

impl Needs {
    /// Whether a value that can only be one number is that number.
    pub(crate) fn numbers_decide(&self) -> bool {
        matches!(self.knowledge, Knowledge::Ranges | Knowledge::Addresses)
    }
    pub(crate) fn of(program: &Program, options: &Options) -> Needs {
        let keeps = |model: Model| model.keeps_dependencies;
        let causal = |model: Model| keeps(model) || model.kept.contains(FenceBits::LS);
        let causal = options.model.is_some_and(causal);
        let (executions, locals, free) = match options.purpose {
            Purpose::Verdict => (false, false, false),
            Purpose::Executions { locals, free_reads } => (true, locals, free_reads),
        };
        let knowledge = match (executions, free, causal) {
            (true, true, _) => Knowledge::Free,
            (true, false, _) => Knowledge::Sets,
            (false, _, true) => Knowledge::Ranges,
            (false, _, false) => Knowledge::Addresses,
        };
        Needs {
            dependencies: executions || options.model.is_none_or(keeps),
            written: crate::written::is_asked(program),
            knowledge,
            causal,
            private_accesses: options.model != Some(Model::SC) && options.model != Some(Model::TSO),
            executions,
            every_access: executions && (locals || free || options.model.is_none()),
            locals,
        }
    }
}
