//! A trace as text: the trace program with its π-functions (Fusion, Fig. 4) and the formula (Fig. 5).
//!
//! Reads are named π1, π2, … in recorded order; the n-th write to a cell is named after the cell with a number, its initial
//! value with 0. Only steps that touch what several threads see are shown.

use crate::encode::{sources, writes_by_cell};
use crate::expr::{ExprId, Exprs, Node, ReadId};
use crate::must::MustOrder;
use crate::trace::{StepId, StepKind, Trace};
use ir::{BinaryOp, CompareOp};
use std::collections::BTreeMap;
use std::fmt::Write;

struct Names<'t> {
    trace: &'t Trace,
    /// The name that each write gives to each of its cells.
    writes: BTreeMap<(StepId, usize), String>,
    by_cell: Vec<Vec<(StepId, bool)>>,
    must: MustOrder,
}

impl<'t> Names<'t> {
    fn of(trace: &'t Trace) -> Self {
        let by_cell = writes_by_cell(trace);
        let mut writes = BTreeMap::new();
        for (cell, list) in by_cell.iter().enumerate() {
            for (index, &(id, _)) in list.iter().enumerate() {
                writes.insert((id, cell), format!("{}{}", trace.cells[cell].name, index + 1));
            }
        }
        Names { trace, writes, by_cell, must: MustOrder::of(trace) }
    }
    fn write(&self, step: Option<StepId>, cell: usize) -> String {
        match step.and_then(|step| self.writes.get(&(step, cell))) {
            Some(name) => name.clone(),
            None => format!("{}0", self.trace.cells[cell].name),
        }
    }
    fn read(&self, read: ReadId) -> String {
        format!("π{}", read.0 + 1)
    }
    fn expr(&self, id: ExprId) -> String {
        expression(&self.trace.exprs, id, &|read| self.read(read))
    }
    fn guards(&self, list: &[ExprId]) -> String {
        let words: Vec<String> = list.iter().map(|&guard| self.expr(guard)).collect();
        if words.is_empty() { "true".into() } else { words.join(" ∧ ") }
    }
    fn pi(&self, id: StepId, cell: usize) -> Vec<(Option<StepId>, String)> {
        let list = sources(self.trace, &self.must, id, &self.by_cell[cell]);
        list.into_iter().map(|source| (source, self.write(source, cell))).collect()
    }
    fn shown(&self) -> impl Iterator<Item = StepId> + '_ {
        self.trace.ids().filter(|&id| !matches!(self.trace.step(id).kind, StepKind::Private))
    }
}

fn binary(op: BinaryOp) -> String {
    match op {
        BinaryOp::Add => "+".into(),
        BinaryOp::Sub => "-".into(),
        BinaryOp::Mul => "*".into(),
        BinaryOp::And => "&".into(),
        BinaryOp::Or => "|".into(),
        BinaryOp::Xor => "^".into(),
        other => format!("{other:?}").to_lowercase(),
    }
}

fn comparison(op: CompareOp) -> &'static str {
    match op {
        CompareOp::Eq => "=",
        CompareOp::Ne => "≠",
        CompareOp::Ult | CompareOp::Slt => "<",
        CompareOp::Ule | CompareOp::Sle => "≤",
        CompareOp::Ugt | CompareOp::Sgt => ">",
        CompareOp::Uge | CompareOp::Sge => "≥",
        _ => "?",
    }
}

/// An expression in the usual notation. Very deep ones are cut.
pub(crate) fn expression(exprs: &Exprs, id: ExprId, read: &dyn Fn(ReadId) -> String) -> String {
    fn show(exprs: &Exprs, id: ExprId, read: &dyn Fn(ReadId) -> String, depth: u32) -> String {
        if depth == 0 {
            return "…".into();
        }
        let at = |part: ExprId| show(exprs, part, read, depth - 1);
        match exprs.node(id) {
            Node::Const(value) => interp::eval::signed(value, exprs.ty(id)).to_string(),
            Node::Read(id) => read(id),
            Node::Flag(flag) => flag.to_string(),
            Node::Unary(op, a) => format!("{}({})", format!("{op:?}").to_lowercase(), at(a)),
            Node::Binary(op, a, b) => format!("({} {} {})", at(a), binary(op), at(b)),
            Node::Compare(CompareOp::Eq, a, b)
                if exprs.ty(a) == ir::Ty::BOOL && exprs.as_const(b) == Some(0) =>
            {
                match exprs.node(a) {
                    Node::Compare(op, x, y) => format!("¬({} {} {})", at(x), comparison(op), at(y)),
                    _ => format!("¬({})", at(a)),
                }
            }
            Node::Compare(op, a, b) => format!("{} {} {}", at(a), comparison(op), at(b)),
            Node::Cast(_, a) => at(a),
            Node::Select(cond, then, other) => format!("({} ? {} : {})", at(cond), at(then), at(other)),
            Node::Overflow(op, a, b, lost) => {
                format!("{op:?}{}({}, {})", if lost { " overflows" } else { "" }, at(a), at(b))
            }
            Node::Bytes(a, from) => format!("{}[{from}..]", at(a)),
            Node::Join(low, high) => format!("({} ++ {})", at(high), at(low)),
        }
    }
    show(exprs, id, read, 24)
}

/// The trace program in concurrent static single assignment form, as in Fig. 4.
pub fn show_trace(trace: &Trace) -> String {
    let names = Names::of(trace);
    let mut text = String::new();
    let initial: Vec<String> = (0..trace.cells.len())
        .map(|cell| format!("{} := {}", names.write(None, cell), trace.cells[cell].initial))
        .collect();
    let _ = writeln!(text, "begin: {{{}}}", initial.join(", "));
    for id in names.shown() {
        let step = trace.step(id);
        let mut effects = Vec::new();
        let mut where_ = Vec::new();
        let mut guards = step.guards.clone();
        match &step.kind {
            StepKind::Access(access) => {
                guards.extend(access.requires);
                if let Some(read) = access.read {
                    effects.push(format!("read {}", names.read(read)));
                    for cell in trace.touched(id) {
                        let parameters: Vec<String> =
                            names.pi(id, cell).into_iter().map(|(_, name)| name).collect();
                        where_.push(format!("{} <- π({})", names.read(read), parameters.join(", ")));
                    }
                }
                if let Some((value, _)) = access.write {
                    for cell in trace.touched(id) {
                        effects.push(format!("{} := {}", names.write(Some(id), cell), names.expr(value)));
                    }
                }
            }
            other => effects.push(words(other)),
        }
        let _ = write!(
            text,
            "{id}: ⟨{}, (assume({}), {{{}}})⟩",
            step.thread,
            names.guards(&guards),
            effects.join(", ")
        );
        if !where_.is_empty() {
            let _ = write!(text, " where {}", where_.join(", "));
        }
        text.push('\n');
    }
    text
}

fn words(kind: &StepKind) -> String {
    match kind {
        StepKind::Create { child } => format!("create {child}"),
        StepKind::Join { child } => format!("join {child}"),
        StepKind::Acquire { shared: false, .. } => "acquire".into(),
        StepKind::Acquire { .. } => "acquire shared".into(),
        StepKind::Release { .. } => "release".into(),
        StepKind::Refused { .. } => "refused".into(),
        StepKind::WaitBegin { wait, .. } => format!("wait {wait} begins"),
        StepKind::WaitTimeout { wait } => format!("wait {wait} times out"),
        StepKind::WaitEnd { wait, .. } => format!("wait {wait} ends"),
        StepKind::Signal { all, .. } => if *all { "broadcast" } else { "signal" }.into(),
        StepKind::Arrive { round, .. } => format!("arrive in round {round}"),
        StepKind::Once { runs, .. } => if *runs { "once, the first" } else { "once, done" }.into(),
        StepKind::OnceEnd { .. } => "once ends".into(),
        StepKind::Free { .. } => "free".into(),
        StepKind::Fixed { .. } => "initialise or destroy".into(),
        StepKind::Private | StepKind::Access(_) => String::new(),
    }
}

/// Path conditions, program order and π-functions of the formula, as in Fig. 5.
pub fn show_formula(trace: &Trace) -> String {
    let names = Names::of(trace);
    let mut text = String::from("Path conditions:\n");
    let mut last: Vec<Option<StepId>> = vec![None; trace.threads.len()];
    let mut order = String::from("Program order:\n");
    let mut pi = String::from("π-functions:\n");
    for id in names.shown() {
        let step = trace.step(id);
        let before = last[step.thread as usize].replace(id);
        let before = before.or(trace.threads[step.thread as usize].created_by);
        let parent = before.map_or("true".to_string(), |before| format!("g{}", before.0));
        let guards = match step.guards.is_empty() {
            true => String::new(),
            false => format!(" ∧ {}", names.guards(&step.guards)),
        };
        let _ = writeln!(text, "  g{} = {parent}{guards}", id.0);
        let _ = writeln!(order, "  HB({}, {id})", before.map_or("begin".into(), |before| before.to_string()));
        if let Some(read) = trace.access(id).and_then(|access| access.read) {
            for cell in trace.touched(id) {
                pi.push_str(&pi_function(&names, id, read, cell));
            }
        }
    }
    text + &order + &pi
}

fn pi_function(names: &Names<'_>, id: StepId, read: ReadId, cell: usize) -> String {
    let parameters = names.pi(id, cell);
    let event = |step: Option<StepId>| step.map_or("begin".to_string(), |step| step.to_string());
    let mut text = String::new();
    for (index, (source, name)) in parameters.iter().enumerate() {
        let start = if index == 0 { format!("  {id}: ") } else { "    ∨ ".to_string() };
        let _ = write!(text, "{start}({} = {name})", names.read(read));
        if let Some(source) = source {
            let _ = write!(text, " ∧ g{} ∧ HB({source}, {id})", source.0);
        }
        for (other, _) in parameters.iter().filter(|(other, _)| other != source && other.is_some()) {
            let other = event(*other);
            match source {
                Some(source) => {
                    let _ = write!(text, " ∧ (HB({other}, {source}) ∨ HB({id}, {other}))");
                }
                None => {
                    let _ = write!(text, " ∧ HB({id}, {other})");
                }
            }
        }
        text.push('\n');
    }
    text
}
