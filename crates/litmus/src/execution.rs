//! One execution for people: the operations that happen, numbered, with values, relations and one order to read.

use crate::encode::Encoding;
use crate::events::{Access, Event, EventId, Kind, Unfolded};
use crate::views::operations;
use ir::{FenceBits, Program};
use solver::{Model as Assignment, TermId};
use std::sync::Arc;

/// An operation that happens.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Operation {
    pub event: EventId,
    /// From 1, as in the list and in explanations; the same for all executions of a program.
    pub number: usize,
    /// `None`: an initial write.
    pub thread: Option<Arc<str>>,
    /// `r1 = x`, `x = 1`, `fence`, …
    pub text: String,
    /// The value read, written or computed.
    pub value: Option<i128>,
    /// `file:line`.
    pub place: Option<String>,
    pub line: u32,
    pub kind: OperationKind,
    /// The shared variable or lock.
    pub location: Option<Arc<str>>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperationKind {
    Read,
    Write,
    Fence,
    Lock,
    Unlock,
    Start,
    Local,
}

/// One execution of a program under a model.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Execution {
    pub threads: Vec<Arc<str>>,
    pub operations: Vec<Operation>,
    /// Linear orders to read, each with the name of its view (empty for the one order of all).
    pub orders: Vec<(String, Vec<EventId>)>,
    pub rf: Vec<(EventId, EventId)>,
    pub co: Vec<(EventId, EventId)>,
    pub fr: Vec<(EventId, EventId)>,
}

impl Execution {
    pub fn operation(&self, event: EventId) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.event == event)
    }
    pub fn number(&self, event: EventId) -> usize {
        self.operation(event).map_or(0, |operation| operation.number)
    }
}

/// The number of each operation, from 1: initial writes first, then thread by thread.
pub fn numbering(unfolded: &Unfolded) -> Vec<EventId> {
    operations(unfolded)
}

/// What an operation does, in the words of the program; values are not needed.
pub fn describe(unfolded: &Unfolded, event: &Event, written: Option<i128>) -> String {
    let name = |access: &crate::events::Access| -> String {
        let names: Vec<&str> =
            access.places.iter().map(|(place, _)| &*unfolded.locations[*place].name).collect();
        names.join("|")
    };
    let described = |op: ir::SyncOp, event: &Event| match event.access() {
        Some(access) => format!("{} {}", op.name(), name(access)),
        None => op.name().to_string(),
    };
    match &event.kind {
        Kind::Read(Access { state: Some(state), .. }) => described(state.op, event),
        Kind::Write(Access { state: Some(state), other_half: None, .. }) => described(state.op, event),
        Kind::Step { op, .. } => op.name().to_string(),
        Kind::Read(access) => {
            let register = access.register.as_deref().unwrap_or("_");
            let atomic = if access.other_half.is_some() { " (atomic)" } else { "" };
            format!("{register} = {}{atomic}", name(access))
        }
        Kind::Write(access) => {
            let atomic = if access.other_half.is_some() { " (atomic)" } else { "" };
            let value = match (written, &access.register) {
                (Some(value), _) => value.to_string(),
                (None, Some(register)) => register.to_string(),
                (None, None) => "…".to_string(),
            };
            format!("{} = {value}{atomic}", name(access))
        }
        Kind::Fence(FenceBits::FULL) => "fence".into(),
        Kind::Fence(bits) => format!("fence {bits}"),
        Kind::Lock { mutex } => format!("Lock {}", unfolded.locations[*mutex].name),
        Kind::Unlock { mutex } => format!("Unlock {}", unfolded.locations[*mutex].name),
        Kind::Create(thread) => {
            format!("start {}", unfolded.threads.get(*thread).map_or("?", |thread| &thread.name))
        }
        Kind::Join(_) => "join".into(),
        Kind::Compute { register, .. } => format!("{register} = …"),
        Kind::Control { .. } => "if".into(),
    }
}

fn location(unfolded: &Unfolded, event: &Event) -> Option<Arc<str>> {
    let place = match &event.kind {
        Kind::Read(access) | Kind::Write(access) => access.places.first()?.0,
        Kind::Lock { mutex } | Kind::Unlock { mutex } => *mutex,
        _ => return None,
    };
    Some(unfolded.locations[place].name.clone())
}

/// Reads an execution off an assignment.
pub(crate) fn execution(encoding: &Encoding, program: &Program, assignment: &Assignment) -> Execution {
    let unfolded = &encoding.unfolded;
    let mut evaluator = assignment.evaluator(&encoding.rules.solver.terms);
    let mut operations = Vec::new();
    for (index, id) in numbering(unfolded).into_iter().enumerate() {
        let event = &unfolded.events[id];
        if !evaluator.bool(event.guard) {
            continue;
        }
        let value = match &event.kind {
            Kind::Read(access) | Kind::Write(access) => {
                Some(interp::eval::signed(evaluator.bits(access.value) & access.ty.mask(), access.ty))
            }
            Kind::Compute { value, .. } => {
                let width = encoding.rules.solver.terms.width(*value);
                Some(interp::eval::signed(evaluator.bits(*value), ir::Ty::Int(width.clamp(1, 128) as u8)))
            }
            Kind::Control { value } => Some(i128::from(evaluator.bool(*value))),
            _ => None,
        };
        let kind = match &event.kind {
            Kind::Read(_) => OperationKind::Read,
            Kind::Write(_) => OperationKind::Write,
            Kind::Fence(_) => OperationKind::Fence,
            Kind::Lock { .. } => OperationKind::Lock,
            Kind::Unlock { .. } => OperationKind::Unlock,
            Kind::Create(_) | Kind::Join(_) | Kind::Step { .. } => OperationKind::Start,
            Kind::Compute { .. } | Kind::Control { .. } => OperationKind::Local,
        };
        operations.push(Operation {
            event: id,
            number: index + 1,
            thread: event.thread.map(|thread| unfolded.threads[thread].name.clone()),
            text: describe(unfolded, event, value.filter(|_| event.is_write())),
            value,
            place: event.span.is_known().then(|| program.show_span(event.span)),
            line: event.span.line,
            kind,
            location: location(unfolded, event),
        });
    }
    let happens: Vec<EventId> = operations.iter().map(|operation| operation.event).collect();
    let mut holding = |relation: &crate::relation::Relation| -> Vec<(EventId, EventId)> {
        let pairs = relation.pairs().filter(|(a, b, _)| happens.contains(a) && happens.contains(b));
        pairs.filter(|&(_, _, term)| evaluator.bool(term)).map(|(a, b, _)| (a, b)).collect()
    };
    let (rf, co, fr) = (holding(&encoding.rf), holding(&encoding.co), holding(&encoding.fr));
    let orders = orders(encoding, assignment, &happens);
    let mut threads: Vec<Arc<str>> = Vec::new();
    for thread in operations.iter().filter_map(|operation| operation.thread.clone()) {
        if !threads.contains(&thread) {
            threads.push(thread);
        }
    }
    Execution { threads, operations, orders, rf, co, fr }
}

fn orders(encoding: &Encoding, assignment: &Assignment, happens: &[EventId]) -> Vec<(String, Vec<EventId>)> {
    if !encoding.views.is_empty() {
        let mut evaluator = assignment.evaluator(&encoding.rules.solver.terms);
        let many = encoding.views.len() > 1;
        let mut orders = Vec::new();
        for view in &encoding.views {
            let mut here: Vec<(usize, usize, EventId)> = Vec::new();
            for (index, &id) in happens.iter().enumerate().filter(|(_, id)| view.events.contains(id)) {
                let earlier = happens.iter().filter(|&&other| evaluator.bool(view.before(other, id)));
                here.push((earlier.count(), index, id));
            }
            here.sort_unstable();
            let name = if many { view.name.to_string() } else { String::new() };
            let mut order: Vec<EventId> = here.into_iter().map(|(_, _, id)| id).collect();
            // Which initial write comes first is nobody's business: as they are numbered.
            let n_initial = order.iter().take_while(|id| encoding.unfolded.events[**id].is_initial()).count();
            order[..n_initial].sort_by_key(|id| happens.iter().position(|other| other == id));
            orders.push((name, order));
        }
        return orders;
    }
    let Some(order) = encoding.order else { return Vec::new() };
    // Initial writes first; what has no place in the order follows what is before it in its thread.
    let mut keyed: Vec<(i64, usize, EventId)> = Vec::new();
    for (index, &id) in happens.iter().enumerate() {
        let event = &encoding.unfolded.events[id];
        let position = encoding.nodes.get(id.0 as usize).and_then(|&node| assignment.position(order, node));
        let before =
            keyed.iter().rev().find(|(_, _, other)| encoding.unfolded.events[*other].thread == event.thread);
        let key = match (event.is_initial(), position) {
            (true, _) => -1,
            (false, Some(position)) => i64::from(position),
            (false, None) => before.map_or(0, |before| before.0),
        };
        keyed.push((key, index, id));
    }
    keyed.sort_unstable();
    vec![(String::new(), keyed.into_iter().map(|(_, _, id)| id).collect())]
}

/// The term "a comes before b" in the order that speaks for all, if there is one.
pub(crate) fn before(encoding: &mut Encoding, a: EventId, b: EventId) -> Option<TermId> {
    let unfolded = &encoding.unfolded;
    if let Some(view) = encoding.views.first() {
        return view.before.get(&(a, b)).copied();
    }
    let order = encoding.order?;
    match (unfolded.events[a].is_initial(), unfolded.events[b].is_initial()) {
        (true, false) => return Some(TermId::TRUE),
        (false, true) => return Some(TermId::FALSE),
        _ => {}
    }
    let (x, y) = (*encoding.nodes.get(a.0 as usize)?, *encoding.nodes.get(b.0 as usize)?);
    encoding.rules.solver.before(order, x, y).ok()
}

/// An operation of the program, whether it happens or not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Listed {
    pub number: usize,
    /// `None`: an initial write.
    pub thread: Option<Arc<str>>,
    pub text: String,
    pub place: Option<String>,
    /// It happens in some executions only.
    pub conditional: bool,
}

/// All operations with their numbers, as explanations name them.
pub fn listing(encoding: &Encoding, program: &Program) -> Vec<Listed> {
    let unfolded = &encoding.unfolded;
    let list = |(index, id): (usize, EventId)| {
        let event = &unfolded.events[id];
        let known = event.write().and_then(|access| {
            let bits = encoding.rules.solver.terms.as_const(access.value)?;
            Some(interp::eval::signed(bits & access.ty.mask(), access.ty))
        });
        Listed {
            number: index + 1,
            thread: event.thread.map(|thread| unfolded.threads[thread].name.clone()),
            text: describe(unfolded, event, known),
            place: event.span.is_known().then(|| program.show_span(event.span)),
            conditional: event.guard != TermId::TRUE,
        }
    };
    numbering(unfolded).into_iter().enumerate().map(list).collect()
}
