//! Models by views (the appendix of Nemos, and its classical models): explicit order matrices with every rule
//! spelled out, totality, transitivity and asymmetry included, so that each can be switched off.
//!
//! | model | views | what they share |
//! |---|---|---|
//! | `nemos-sc` | one, of everything | – |
//! | `coherence` | one per place | – |
//! | `pram` | one per thread: its own operations and all writes | – |
//! | `causal` | as `pram` | all respect (program order ∪ reads-from)⁺ |
//! | `processor` | as `pram` | the order of writes to one place |
//!
//! Where it differs from the paper: a read-modify-write is two operations with nothing between them (rule `atomicity`);
//! thread starts and joins are program order. Classical models know neither fences nor locks: fences order nothing,
//! locks are refused. The final value of a place under `pram` and `causal`, where the views need not agree, is the last
//! one in some view.

use crate::encode::{AnyModel, EncodeError, Encoding};
use crate::events::{EventId, Kind, LocalRule, LocationId, Section, ThreadId, Unfolded};
use crate::memory::{meets, writes_of};
use crate::relation::Relation;
use crate::rules::{RuleId, Rules, mutual_exclusion, read_value};
use crate::signals::{unwritten_reads, wake_ups};
use rustc_hash::FxHashMap;
use solver::{TermId, Terms};
use std::sync::Arc;

/// A model that is defined by views.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Classical {
    NemosSc,
    Coherence,
    Pram,
    Causal,
    Processor,
}

impl Classical {
    pub const ALL: [Classical; 5] =
        [Classical::NemosSc, Classical::Processor, Classical::Causal, Classical::Pram, Classical::Coherence];
    pub fn name(self) -> &'static str {
        match self {
            Classical::NemosSc => "nemos-sc",
            Classical::Coherence => "coherence",
            Classical::Pram => "pram",
            Classical::Causal => "causal",
            Classical::Processor => "processor",
        }
    }
    pub fn title(self) -> &'static str {
        match self {
            Classical::NemosSc => "SC",
            Classical::Coherence => "coherence",
            Classical::Pram => "PRAM",
            Classical::Causal => "causal consistency",
            Classical::Processor => "processor consistency",
        }
    }
    pub fn explain(self) -> &'static str {
        match self {
            Classical::NemosSc => {
                "Sequential consistency rule by rule, as Nemos writes it: one total order of all operations."
            }
            Classical::Coherence => {
                "Coherence only: each place by itself is sequentially consistent, different places know nothing of \
                 each other."
            }
            Classical::Pram => {
                "Pipelined RAM: each thread sees the writes of every other thread in that thread's order, and nothing \
                 more."
            }
            Classical::Causal => {
                "Causal consistency: as PRAM, and a write that another one may have caused is seen after it by \
                 everybody."
            }
            Classical::Processor => {
                "Processor consistency (Goodman): as PRAM, and all threads see the writes to one place in the same \
                 order."
            }
        }
    }
    pub fn by_name(name: &str) -> Option<Classical> {
        let wanted = name.trim().to_ascii_lowercase().replace('_', "-");
        Classical::ALL.into_iter().find(|model| model.name() == wanted)
    }
    /// Names and meanings of its rules.
    pub fn rules(self) -> Vec<(&'static str, &'static str)> {
        let mut rules = vec![
            (
                "program-order",
                "operations of one thread are ordered as in the program, initial writes before all",
            ),
            ("read-value", "a read sees the last write to its place before it in the order"),
            ("local-read-value", "a use of a register sees the last assignment to it"),
            ("control-read-value", "an operation under a branch happens as the branch was decided"),
            ("computation", "a computed value and the outcome of a branch are what the expression says"),
            ("atomicity", "no write comes between the two halves of a read-modify-write"),
        ];
        match self {
            Classical::NemosSc => {
                rules.push(("mutual-exclusion", "two threads do not hold one lock at the same time"));
            }
            Classical::Causal => {
                rules.push(("causal-order", "every view respects program order and reads-from"))
            }
            Classical::Processor => {
                rules.push(("coherence", "all views have the writes to one place in the same order"));
            }
            Classical::Coherence | Classical::Pram => {}
        }
        rules.extend([
            ("total-order", "of any two operations one comes first"),
            ("transitivity", "what comes before something comes before all that follows it"),
            ("asymmetry", "no two operations come before each other"),
        ]);
        rules
    }
}

/// One order of some operations.
#[derive(Clone, Debug)]
pub struct View {
    pub name: Arc<str>,
    pub events: Vec<EventId>,
    pub(crate) before: FxHashMap<(EventId, EventId), TermId>,
}

impl View {
    /// The term "a before b".
    pub fn before(&self, a: EventId, b: EventId) -> TermId {
        self.before.get(&(a, b)).copied().unwrap_or(TermId::FALSE)
    }
}

/// Matrices are cubic: beyond this many operations they are refused.
const MAX_EVENTS: usize = 120;

struct Ids {
    program_order: RuleId,
    local: RuleId,
    control: RuleId,
    computation: RuleId,
    atomicity: RuleId,
    total: RuleId,
    transitive: RuleId,
    asymmetric: RuleId,
    shared: RuleId,
}

pub(crate) fn encode(
    mut rules: Rules,
    unfolded: Unfolded,
    model: Classical,
    finals: &[LocationId],
) -> Result<Encoding, EncodeError> {
    let ids = register(&mut rules, model);
    let events = operations(&unfolded);
    check(&unfolded, model, &events)?;
    let mut views = make_views(&mut rules.solver.terms, &unfolded, model, &events);
    for definition in &unfolded.definitions {
        let rule = match definition.rule {
            LocalRule::LocalReadValue => ids.local,
            LocalRule::ControlReadValue => ids.control,
            LocalRule::Computation => ids.computation,
        };
        rules.require(rule.event(definition.event), definition.equation);
    }
    let mut rf = Relation::empty(unfolded.events.len());
    for view in &views {
        order_rules(&mut rules, &unfolded, &ids, view);
        program_order(&mut rules, &unfolded, &ids, view);
        read_values(&mut rules, &unfolded, view, &mut rf);
        atomicity(&mut rules, &unfolded, &ids, view);
        if model == Classical::NemosSc {
            exclusion(&mut rules, &unfolded, view);
        }
    }
    match model {
        Classical::Causal => causal(&mut rules, &unfolded, &ids, &views, &rf, &events),
        Classical::Processor => agree(&mut rules, &unfolded, &ids, &views),
        _ => {}
    }
    if let [view] = &views[..] {
        wake_ups(&mut rules, &unfolded, &mut |_, a, b| Ok(view.before(a, b)))?;
    }
    unwritten_reads(&mut rules, &unfolded, &rf);
    let finals = final_values(&mut rules, &unfolded, &views, finals);
    let (co, fr) = derived(&mut rules.solver.terms, &unfolded, &views, &rf);
    views.iter_mut().for_each(|view| view.events.sort_unstable());
    Ok(Encoding {
        rules,
        unfolded,
        model: AnyModel::Classical(model),
        rf,
        co,
        fr,
        order: None,
        nodes: Vec::new(),
        finals,
        views,
        within: None,
        beyond: None,
    })
}

fn register(rules: &mut Rules, model: Classical) -> Ids {
    let all = model.rules();
    let mut id = |name: &str| {
        let meaning = all.iter().find(|(known, _)| *known == name).map_or("", |(_, meaning)| meaning);
        rules.rule(name, meaning)
    };
    let shared = match model {
        Classical::Causal => id("causal-order"),
        Classical::Processor => id("coherence"),
        _ => id("program-order"),
    };
    Ids {
        program_order: id("program-order"),
        local: id("local-read-value"),
        control: id("control-read-value"),
        computation: id("computation"),
        atomicity: id("atomicity"),
        total: id("total-order"),
        transitive: id("transitivity"),
        asymmetric: id("asymmetry"),
        shared,
    }
}

/// What has a place in an order: initial writes of ordinary places by address, then the threads.
pub(crate) fn operations(unfolded: &Unfolded) -> Vec<EventId> {
    let mut places: Vec<&crate::events::Location> =
        unfolded.locations.iter().filter(|place| !unfolded.is_mutex(place)).collect();
    places.sort_by_key(|place| place.addr);
    let mut events: Vec<EventId> = places.iter().map(|place| place.initial).collect();
    for thread in unfolded.threads.iter() {
        let only_starts = thread
            .events
            .iter()
            .all(|&id| matches!(unfolded.events[id].kind, Kind::Create(_) | Kind::Join(_)));
        if !only_starts {
            events.extend(&thread.events);
        }
    }
    events
}

fn check(unfolded: &Unfolded, model: Classical, events: &[EventId]) -> Result<(), EncodeError> {
    if events.len() > MAX_EVENTS {
        return Err(EncodeError::Unsupported(format!(
            "{} operations: models by views take at most {MAX_EVENTS}",
            events.len()
        )));
    }
    let spread = |&id: &EventId| unfolded.events[id].access().is_some_and(|access| access.places.len() > 1);
    if model == Classical::Coherence && events.iter().any(spread) {
        let reason = "coherence by itself says nothing about an access whose place is not fixed";
        return Err(EncodeError::Unsupported(reason.into()));
    }
    let sync =
        events.iter().any(|&id| unfolded.events[id].is_sync() || unfolded.events[id].state().is_some());
    if sync && model != Classical::NemosSc {
        return Err(EncodeError::Unsupported(format!(
            "{} says nothing about locks and threads that start threads",
            model.title()
        )));
    }
    Ok(())
}

fn make_views(terms: &mut Terms, unfolded: &Unfolded, model: Classical, events: &[EventId]) -> Vec<View> {
    let of_thread = |thread: ThreadId| -> Vec<EventId> {
        let seen = |&&id: &&EventId| {
            let event = &unfolded.events[id];
            event.thread == Some(thread) || event.is_write()
        };
        events.iter().filter(seen).copied().collect()
    };
    let lists: Vec<(Arc<str>, Vec<EventId>)> = match model {
        Classical::NemosSc => vec![("all".into(), events.to_vec())],
        Classical::Coherence => {
            let places = unfolded.locations.iter_enumerated();
            let here = |place: LocationId| -> Vec<EventId> {
                let touches = |id: &&EventId| {
                    let access = unfolded.events[**id].access();
                    access.is_some_and(|access| access.places.iter().any(|(other, _)| *other == place))
                };
                events.iter().filter(touches).copied().collect()
            };
            places.map(|(id, place)| (place.name.clone(), here(id))).collect()
        }
        Classical::Pram | Classical::Causal | Classical::Processor => {
            let threads = unfolded.threads.iter_enumerated();
            let busy = threads.filter(|(_, thread)| thread.events.iter().any(|id| events.contains(id)));
            busy.map(|(id, thread)| (thread.name.clone(), of_thread(id))).collect()
        }
    };
    let mut views = Vec::new();
    for (name, events) in lists {
        let mut before = FxHashMap::default();
        for &a in &events {
            for &b in events.iter().filter(|&&b| b != a) {
                before.insert((a, b), terms.bool_var("before"));
            }
        }
        views.push(View { name, events, before });
    }
    views
}

/// Totality, transitivity, asymmetry (A.5).
fn order_rules(rules: &mut Rules, unfolded: &Unfolded, ids: &Ids, view: &View) {
    let guard = |id: EventId| unfolded.events[id].guard;
    for &a in &view.events {
        for &b in view.events.iter().filter(|&&b| b > a) {
            let terms = &mut rules.solver.terms;
            let both = terms.and(guard(a), guard(b));
            let (forth, back) = (view.before(a, b), view.before(b, a));
            let either = terms.or(forth, back);
            let not_both = terms.and(forth, back);
            let not_both = terms.not(not_both);
            let (total, asymmetric) = (terms.implies(both, either), terms.implies(both, not_both));
            rules.require(ids.total.everything(), total);
            rules.require(ids.asymmetric.everything(), asymmetric);
        }
    }
    for &a in &view.events {
        for &b in view.events.iter().filter(|&&b| b != a) {
            for &c in view.events.iter().filter(|&&c| c != a && c != b) {
                let terms = &mut rules.solver.terms;
                let premise =
                    terms.and_all([guard(a), guard(b), guard(c), view.before(a, b), view.before(b, c)]);
                let follows = terms.implies(premise, view.before(a, c));
                rules.require(ids.transitive.everything(), follows);
            }
        }
    }
}

/// A.1, with thread starts and joins.
fn program_order(rules: &mut Rules, unfolded: &Unfolded, ids: &Ids, view: &View) {
    for &a in &view.events {
        for &b in view.events.iter().filter(|&&b| b != a) {
            let (x, y) = (&unfolded.events[a], &unfolded.events[b]);
            let when = match (x.thread, y.thread) {
                (None, Some(_)) => TermId::TRUE,
                (Some(s), Some(t)) if s == t && a < b => TermId::TRUE,
                (Some(s), Some(t)) => match (&x.kind, &y.kind) {
                    (Kind::Create(thread), _) if *thread == t => TermId::TRUE,
                    (_, Kind::Join(waits)) => {
                        waits.iter().find(|(thread, _)| *thread == s).map_or(TermId::FALSE, |wait| wait.1)
                    }
                    _ => TermId::FALSE,
                },
                _ => TermId::FALSE,
            };
            let terms = &mut rules.solver.terms;
            let both = terms.and_all([when, x.guard, y.guard]);
            let ordered = terms.implies(both, view.before(a, b));
            rules.require(ids.program_order.pair(a, b), ordered);
        }
    }
}

/// A.2: a read of the view sees a write that is not after it and not overwritten before it.
fn read_values(rules: &mut Rules, unfolded: &Unfolded, view: &View, rf: &mut Relation) {
    for &read in &view.events {
        let event = &unfolded.events[read];
        let Kind::Read(access) = &event.kind else { continue };
        let writes: Vec<EventId> =
            view.events.iter().copied().filter(|&id| unfolded.events[id].is_write()).collect();
        let mut literals = Vec::new();
        for &write in &writes {
            let Some(written) = unfolded.events[write].write() else { continue };
            let meet = meets(&mut rules.solver.terms, unfolded, write, read);
            if meet == TermId::FALSE || access.other_half == Some(write) {
                continue;
            }
            let terms = &mut rules.solver.terms;
            let literal = terms.bool_var("rf");
            let same = terms.eq(access.value, written.value);
            let not_after = terms.not(view.before(read, write));
            let mut all = vec![event.guard, unfolded.events[write].guard, meet, same, not_after];
            for &other in writes.iter().filter(|&&other| other != write) {
                let meet = meets(terms, unfolded, other, read);
                let between = terms.and_all([
                    unfolded.events[other].guard,
                    meet,
                    view.before(write, other),
                    view.before(other, read),
                ]);
                all.push(terms.not(between));
            }
            let terms = &mut rules.solver.terms;
            let sees = terms.and_all(all);
            let sees = terms.implies(literal, sees);
            rules.require(read_value(read), sees);
            rf.add(&mut rules.solver.terms, write, read, literal);
            literals.push(literal);
        }
        let terms = &mut rules.solver.terms;
        let one = terms.at_most_one(&literals);
        rules.solver.assert(one);
        let terms = &mut rules.solver.terms;
        let some = terms.or_all(literals);
        let reads = terms.implies(event.guard, some);
        rules.require(read_value(read), reads);
    }
}

fn atomicity(rules: &mut Rules, unfolded: &Unfolded, ids: &Ids, view: &View) {
    for &write in &view.events {
        let Some(read) = unfolded.events[write].write().and_then(|access| access.other_half) else {
            continue;
        };
        for &other in view.events.iter().filter(|&&id| id != write && unfolded.events[id].is_write()) {
            let terms = &mut rules.solver.terms;
            let meet = meets(terms, unfolded, other, write);
            let between = terms.and_all([
                meet,
                unfolded.events[write].guard,
                unfolded.events[other].guard,
                view.before(read, other),
                view.before(other, write),
            ]);
            let none = terms.not(between);
            rules.require(ids.atomicity.pair(read, write), none);
        }
    }
}

/// A.4.
fn exclusion(rules: &mut Rules, unfolded: &Unfolded, view: &View) {
    for &Section { lock, mutex, ref unlocks } in &unfolded.sections {
        for &other in &view.events {
            let event = &unfolded.events[other];
            let of_lock = match event.kind {
                Kind::Lock { mutex } | Kind::Unlock { mutex } => mutex,
                _ => continue,
            };
            if of_lock != mutex || event.thread == unfolded.events[lock].thread {
                continue;
            }
            let terms = &mut rules.solver.terms;
            let mut all = vec![unfolded.events[lock].guard, event.guard, view.before(lock, other)];
            for &(unlock, when) in unlocks {
                all.push(terms.implies(when, view.before(other, unlock)));
            }
            let between = terms.and_all(all);
            let none = terms.not(between);
            rules.require(mutual_exclusion(lock, other), none);
        }
    }
}

/// Every view respects (po ∪ rf)⁺.
fn causal(
    rules: &mut Rules,
    unfolded: &Unfolded,
    ids: &Ids,
    views: &[View],
    rf: &Relation,
    events: &[EventId],
) {
    let mut direct = rf.clone();
    let terms = &mut rules.solver.terms;
    for &a in events {
        for &b in events.iter().filter(|&&b| b > a) {
            let (x, y) = (&unfolded.events[a], &unfolded.events[b]);
            if x.thread.is_some() && x.thread == y.thread {
                let both = terms.and(x.guard, y.guard);
                direct.add(terms, a, b, both);
            }
        }
    }
    let cause = direct.closure(terms);
    for view in views {
        for (a, b, when) in cause.pairs().filter(|(a, b, _)| a != b) {
            if view.before.contains_key(&(a, b)) {
                let terms = &mut rules.solver.terms;
                let ordered = terms.implies(when, view.before(a, b));
                rules.require(ids.shared.pair(a, b), ordered);
            }
        }
    }
}

/// All views have the writes of one place in one order.
fn agree(rules: &mut Rules, unfolded: &Unfolded, ids: &Ids, views: &[View]) {
    for pair in views.windows(2) {
        for (&(a, b), &first) in &pair[0].before {
            let (x, y) = (&unfolded.events[a], &unfolded.events[b]);
            let Some(&second) = pair[1].before.get(&(a, b)) else { continue };
            if !x.is_write() || !y.is_write() {
                continue;
            }
            let meet = meets(&mut rules.solver.terms, unfolded, a, b);
            let terms = &mut rules.solver.terms;
            let both = terms.and_all([meet, x.guard, y.guard]);
            let same = terms.iff(first, second);
            let agree = terms.implies(both, same);
            rules.require(ids.shared.pair(a.min(b), a.max(b)), agree);
        }
    }
}

fn final_values(
    rules: &mut Rules,
    unfolded: &Unfolded,
    views: &[View],
    wanted: &[LocationId],
) -> Vec<(LocationId, TermId)> {
    let mut values = Vec::new();
    for &location in wanted {
        let writes = writes_of(unfolded, location);
        let Some(first) = unfolded.events[unfolded.locations[location].initial].write() else { continue };
        let terms = &mut rules.solver.terms;
        let width = terms.width(first.value);
        let value = terms.bits_var("final", width);
        let mut ways = Vec::new();
        for view in views.iter().filter(|view| writes.iter().all(|id| view.events.contains(id))) {
            for &write in &writes {
                let Some(written) = unfolded.events[write].write() else { continue };
                let here = written.places.iter().find(|(place, _)| *place == location);
                let terms = &mut rules.solver.terms;
                let mut all = vec![unfolded.events[write].guard, here.map_or(TermId::FALSE, |here| here.1)];
                for &other in writes.iter().filter(|&&other| other != write) {
                    let meet = meets(terms, unfolded, other, write);
                    let happens = terms.and(unfolded.events[other].guard, meet);
                    all.push(terms.implies(happens, view.before(other, write)));
                }
                all.push(terms.eq(value, written.value));
                ways.push(terms.and_all(all));
            }
        }
        let terms = &mut rules.solver.terms;
        let some = terms.or_all(ways);
        rules.solver.assert(some);
        values.push((location, value));
    }
    values
}

/// Coherence and from-reads for pictures: as in the first view that has both writes.
fn derived(terms: &mut Terms, unfolded: &Unfolded, views: &[View], rf: &Relation) -> (Relation, Relation) {
    let mut co = Relation::empty(unfolded.events.len());
    let writes: Vec<EventId> = unfolded.events.ids().filter(|&id| unfolded.events[id].is_write()).collect();
    for &a in &writes {
        for &b in writes.iter().filter(|&&b| b != a) {
            let Some(view) = views.iter().find(|view| view.before.contains_key(&(a, b))) else { continue };
            let meet = meets(terms, unfolded, a, b);
            let guards = terms.and(unfolded.events[a].guard, unfolded.events[b].guard);
            let before = terms.and_all([meet, guards, view.before(a, b)]);
            co.add(terms, a, b, before);
        }
    }
    let fr = rf.inverse().sequence(terms, &co);
    (co, fr)
}
