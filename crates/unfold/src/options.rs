//! What an unfolding is for, and how far it goes.

use events::Property;
use ir::{FenceBits, Program, Span};
use model::Model;
use verdict::Limits;

/// Iterations of a loop whose end is known, at most.
pub const MAX_KNOWN_ITERATIONS: u32 = 10_000;

#[derive(Clone, Debug)]
pub struct Options {
    pub model: Model,
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

/// What follows from the options and the program for every pass.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Needs {
    /// Values and events know the reads that they depend on.
    pub(crate) dependencies: bool,
    /// Some read must find something written.
    pub(crate) written: bool,
    /// No event is its own cause in this model: loads keep their order to later stores, or dependencies do.
    pub(crate) causal: bool,
    /// Private accesses are nodes of program order too.
    pub(crate) private_accesses: bool,
}

impl Needs {
    pub(crate) fn of(program: &Program, options: &Options) -> Needs {
        let model = options.model;
        Needs {
            dependencies: model.keeps_dependencies,
            written: crate::written::is_asked(program),
            causal: model.keeps_dependencies || model.kept.contains(FenceBits::LS),
            private_accesses: model != Model::SC && model != Model::TSO,
        }
    }
}
