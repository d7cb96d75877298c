//! Reads that must find something written ([`ir::Access::initialised`]): where nobody has written any of the bytes, the program fails.
//!
//! What a thread, and its creators before it, have written is kept in the view beside the contents, a byte for each. Of
//! memory that nobody else changes that is all there is to know. Of shared memory it tells what is surely written, as
//! coherence lets nobody read behind a write that came before; for the rest the source of the read decides
//! (`encode`: it takes everything from the initial contents). The path ends there, behind the read.

use crate::access::Request;
use crate::flow::Flow;
use crate::objects::{Place, Shadow};
use crate::unfolder::Unfolder;
use crate::value::{NumberSet, SymVal};
use events::FailureKind;
use ir::{Access, Op, Program};
use solver::TermId;

/// Whether some read of the program must find something written.
pub(super) fn is_asked(program: &Program) -> bool {
    let reads = |op: &Op| match op {
        Op::Load { access, .. } | Op::Rmw { access, .. } | Op::CompareExchange { access, .. } => {
            matches!(access, Access { initialised: true, .. })
        }
        _ => false,
    };
    let blocks = program.functions.iter().flat_map(|function| function.blocks.iter());
    blocks.flat_map(|block| &block.insts).any(|inst| reads(&inst.op))
}

impl Unfolder<'_> {
    /// Ends the path where a read that must find something written does not; `event` is that of a shared read.
    pub(super) fn require_written(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        places: &[Place],
        event: Option<u32>,
    ) {
        if !request.initialised {
            return;
        }
        let mut unwritten = self.is_unwritten(flow, request, places);
        if unwritten == TermId::FALSE {
            return;
        }
        if let Some(event) = event {
            unwritten = self.graph.terms.bool_var("unwritten");
            self.graph.unwritten_reads.push((event, unwritten));
        }
        let place = self.name_of(request, places);
        self.fail_where(flow, unwritten, FailureKind::UninitialisedRead, place);
    }

    /// That none of the bytes is known to be written.
    fn is_unwritten(&mut self, flow: &Flow, request: &Request<'_>, places: &[Place]) -> TermId {
        let mut ways = Vec::new();
        for &(object, offset) in places {
            if self.graph.objects.get(object).kind.begins_unwritten() {
                let known = self.view_read(flow, object.shadow(Shadow::Written), offset, request.size).term;
                let nothing = self.graph.terms.bits_const(0, 8 * request.size as u32);
                let missing = self.graph.terms.eq(known, nothing);
                let here = self.is_only_at(request, places, (object, offset));
                ways.push(self.graph.terms.and(here, missing));
            }
        }
        self.graph.terms.or_all(ways)
    }

    /// These bytes are written from now on, where `when` holds.
    pub(super) fn note_written(
        &mut self,
        flow: &mut Flow,
        request: &Request<'_>,
        places: &[Place],
        when: TermId,
    ) {
        if !self.needs.written {
            return;
        }
        for &(object, offset) in places {
            if self.graph.objects.get(object).kind.begins_unwritten() {
                let shadow = object.shadow(Shadow::Written);
                let here = self.is_only_at(request, places, (object, offset));
                let condition = self.graph.terms.and(here, when);
                let old = self.view_read(flow, shadow, offset, request.size).term;
                let width = 8 * request.size as u32;
                let all = self.graph.terms.bits_const(u128::MAX >> (128 - width), width);
                let now = self.graph.terms.ite(condition, all, old);
                self.view_write(flow, shadow, offset, request.size, SymVal::new(now, NumberSet::ANY));
            }
        }
    }
}
