//! The whole problem as SMT-LIB 2, for cross-checks with other solvers.
//!
//! Events of an order are integer constants (one per node), `before` is `<`. From-reads are written out, so the text is
//! cubic in the size of a location: this is for checking, not for speed. Assumptions can be asserted by name
//! (`:named`), so that the other solver can give a core too.

use std::fmt::Write;

use crate::solver::Solver;
use crate::term::{BitsOp, Compare, Node, Sort, TermId};
use crate::{AssumptionId, EventId, OrderId};

fn sort_text(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".into(),
        Sort::Bits(width) => format!("(_ BitVec {width})"),
    }
}

fn operator(op: BitsOp) -> &'static str {
    match op {
        BitsOp::Add => "bvadd",
        BitsOp::Sub => "bvsub",
        BitsOp::Mul => "bvmul",
        BitsOp::Udiv => "bvudiv",
        BitsOp::Urem => "bvurem",
        BitsOp::Shl => "bvshl",
        BitsOp::Lshr => "bvlshr",
        BitsOp::Ashr => "bvashr",
        BitsOp::And => "bvand",
        BitsOp::Or => "bvor",
        BitsOp::Xor => "bvxor",
    }
}

/// A quoted symbol; characters that cannot be quoted are replaced.
fn symbol(name: &str) -> String {
    let clean: String = name
        .chars()
        .map(|c| if c == '|' || c == '\\' || !(' '..='~').contains(&c) { '_' } else { c })
        .collect();
    format!("|{clean}|")
}

struct Printer<'a> {
    solver: &'a Solver,
    text: String,
}

impl Solver {
    /// The problem with the given assumptions asserted, ending in `(check-sat)`.
    pub fn to_smtlib(&self, assumptions: &[AssumptionId]) -> String {
        let mut printer = Printer { solver: self, text: String::from("(set-logic ALL)\n") };
        printer.all(assumptions);
        printer.text
    }
}

impl Printer<'_> {
    /// Writing to a string cannot fail.
    fn line(&mut self, arguments: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(arguments);
        self.text.push('\n');
    }

    fn all(&mut self, assumptions: &[AssumptionId]) {
        let solver = self.solver;
        for (index, order) in solver.specification.orders.iter().enumerate() {
            // Places can be given by the compilation too; every mentioned event gets a constant of its own.
            self.line(format_args!("; order {index}: {}", symbol(&order.name)));
        }
        for order in 0..solver.specification.orders.len() as u32 {
            let mut nodes: Vec<String> = (0..solver.specification.event_names.len() as u32)
                .map(|event| self.node_name(OrderId(order), EventId(event)))
                .collect();
            nodes.sort_unstable();
            nodes.dedup();
            for node in nodes {
                self.line(format_args!("(declare-const {node} Int)"));
            }
        }
        let roots = self.roots(assumptions);
        for term in solver.terms.reachable(&roots, |_| true) {
            self.define(term);
        }
        for &term in &solver.asserted {
            self.line(format_args!("(assert {})", self.name(term)));
        }
        self.edges();
        for location in &solver.specification.locations {
            self.location(location);
        }
        let all: Vec<(&str, TermId)> = solver.assumption_terms().collect();
        for id in assumptions {
            if let Some(&(name, term)) = all.get(id.index()) {
                let label = symbol(&format!("{name}!{}", id.0));
                self.line(format_args!("(assert (! {} :named {label}))", self.name(term)));
            }
        }
        self.line(format_args!("(check-sat)"));
    }

    fn roots(&self, assumptions: &[AssumptionId]) -> Vec<TermId> {
        let specification = &self.solver.specification;
        let mut roots = self.solver.asserted.clone();
        let all: Vec<TermId> = self.solver.assumption_terms().map(|(_, term)| term).collect();
        roots.extend(assumptions.iter().filter_map(|id| all.get(id.index())));
        roots.extend(specification.edges.iter().map(|edge| edge.condition));
        for location in &specification.locations {
            roots.extend(location.reads.iter().chain(&location.writes).map(|access| access.guard));
            roots.extend(location.reads_from.iter().map(|rf| rf.literal));
            roots.extend(location.coherence.iter().flat_map(|co| [co.literal, co.alias]));
        }
        roots
    }

    fn node_name(&self, order: OrderId, event: EventId) -> String {
        match self.solver.specification.orders[order.index()].places.get(&event) {
            Some((node, _)) => format!("o{}n{node}", order.0),
            None => format!("o{}e{}", order.0, event.0),
        }
    }

    /// `a < b`, decided by position where both are in one node.
    fn less(&self, order: OrderId, a: EventId, b: EventId) -> String {
        let places = &self.solver.specification.orders[order.index()].places;
        if let (Some(x), Some(y)) = (places.get(&a), places.get(&b))
            && x.0 == y.0
        {
            return if x.1 < y.1 { "true".into() } else { "false".into() };
        }
        format!("(< {} {})", self.node_name(order, a), self.node_name(order, b))
    }

    fn name(&self, term: TermId) -> String {
        match term {
            TermId::TRUE => "true".into(),
            TermId::FALSE => "false".into(),
            _ => format!("t{}", term.0),
        }
    }

    fn define(&mut self, term: TermId) {
        let terms = &self.solver.terms;
        let sort = sort_text(terms.sort(term));
        let name = self.name(term);
        let n = |term: TermId| self.name(term);
        let body = match terms.node(term) {
            Node::False | Node::True => return,
            Node::Var(id) => {
                let comment = symbol(terms.var_name(*id));
                return self.line(format_args!("(declare-const {name} {sort}) ; {comment}"));
            }
            Node::Before { order, first, second } => {
                let (less, more) = (self.less(*order, *first, *second), self.less(*order, *second, *first));
                self.line(format_args!("(assert (or {less} {more}))"));
                less
            }
            Node::Not(a) => format!("(not {})", n(*a)),
            Node::And(children) => {
                let parts: Vec<String> = children.iter().map(|&child| n(child)).collect();
                format!("(and {})", parts.join(" "))
            }
            Node::Xor(a, b) => format!("(xor {} {})", n(*a), n(*b)),
            Node::Ite(c, t, e) => format!("(ite {} {} {})", n(*c), n(*t), n(*e)),
            Node::Const(value) => format!("(_ bv{value} {})", terms.width(term)),
            Node::BitNot(a) => format!("(bvnot {})", n(*a)),
            Node::Binary(op, a, b) => format!("({} {} {})", operator(*op), n(*a), n(*b)),
            Node::Compare(op, a, b) => {
                let op = match op {
                    Compare::Eq => "=",
                    Compare::Ult => "bvult",
                    Compare::Slt => "bvslt",
                };
                format!("({op} {} {})", n(*a), n(*b))
            }
            Node::Extract { low, of } => {
                format!("((_ extract {} {low}) {})", low + terms.width(term) - 1, n(*of))
            }
            Node::Concat(high, low) => format!("(concat {} {})", n(*high), n(*low)),
            Node::ZeroExtend(a) => {
                format!("((_ zero_extend {}) {})", terms.width(term) - terms.width(*a), n(*a))
            }
            Node::SignExtend(a) => {
                format!("((_ sign_extend {}) {})", terms.width(term) - terms.width(*a), n(*a))
            }
            Node::FromBool(a) => format!("(ite {} #b1 #b0)", n(*a)),
        };
        self.line(format_args!("(define-fun {name} () {sort} {body})"));
    }

    fn edges(&mut self) {
        for edge in &self.solver.specification.edges {
            let less = self.less(edge.order, edge.from, edge.to);
            self.line(format_args!("(assert (=> {} {less}))", self.name(edge.condition)));
        }
    }

    fn location(&mut self, location: &crate::orders::Location) {
        let writes = &location.writes;
        for rf in &location.reads_from {
            let (write, read) = (writes[rf.write as usize].event, location.reads[rf.read as usize].event);
            for &order in &rf.orders {
                self.line(format_args!(
                    "(assert (=> {} {}))",
                    self.name(rf.literal),
                    self.less(order, write, read)
                ));
            }
        }
        for co in &location.coherence {
            let (first, second) = (writes[co.first as usize], writes[co.second as usize]);
            let live = format!(
                "(and {} {} {})",
                self.name(first.guard),
                self.name(second.guard),
                self.name(co.alias)
            );
            let literal = self.name(co.literal);
            for &order in &co.orders {
                let (less, more) = (
                    self.less(order, first.event, second.event),
                    self.less(order, second.event, first.event),
                );
                self.line(format_args!("(assert (=> {live} (ite {literal} {less} {more})))"));
            }
            for rf in &location.reads_from {
                if rf.write == co.first {
                    self.print_from_read(location, rf, co.second, &literal, co.alias);
                } else if rf.write == co.second {
                    self.print_from_read(location, rf, co.first, &format!("(not {literal})"), co.alias);
                }
            }
        }
    }

    fn print_from_read(
        &mut self,
        location: &crate::orders::Location,
        rf: &crate::orders::ReadsFrom,
        later: u32,
        ordered: &str,
        alias: TermId,
    ) {
        let masked = location.masked.get(&(rf.read, later)).copied().unwrap_or(0);
        let write = location.writes[later as usize];
        let read = location.reads[rf.read as usize];
        for (index, &order) in location.orders.fr.iter().enumerate() {
            if masked >> index & 1 == 0 {
                let less = self.less(order, read.event, write.event);
                self.line(format_args!(
                    "(assert (=> (and {} {ordered} {} {}) {less}))",
                    self.name(rf.literal),
                    self.name(write.guard),
                    self.name(alias),
                ));
            }
        }
    }
}
