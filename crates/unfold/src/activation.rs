//! One call of a function: its unrolled blocks in topological order, states merged where paths join.
//!
//! A block instance is named by the loops around it with their iteration numbers; instances are processed in the
//! order of that name (head of the loop, iteration, then block in reverse postorder), so all ways into an instance
//! are known before it runs.

use crate::access::{merge_deps, select};
use crate::arith;
use crate::flow::{Control, Flow};
use crate::guards::GuardId;
use crate::objects::PathId;
use crate::shape::Shape;
use crate::unfolder::Unfolder;
use crate::value::{Deps, SymVal};
use crate::view::View;
use crate::waiting::RoundStart;
use events::FailureKind;
use ir::{BlockId, FuncId, Function, Id, Operand, Target, Term};
use smallvec::SmallVec;
use solver::TermId;
use std::collections::BTreeMap;
use std::rc::Rc;
use verdict::Why;

/// How one iteration of a loop has gone so far.
#[derive(Clone, Debug, Default)]
struct Round {
    iteration: u32,
    /// A branch out of the loop was decided by a constant; by something else.
    known_exit: bool,
    open_exit: bool,
    /// Events before this one are not of this iteration.
    first_event: u32,
    /// For loops that may be waiting.
    start: Option<Rc<RoundStart>>,
    /// Wake-ups without a signal before the loop.
    n_spurious: usize,
}

type Rounds = SmallVec<[Round; 4]>;

/// A path at the beginning of a block instance.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) flow: Flow,
    pub(super) values: Vec<Option<SymVal>>,
    rounds: Rounds,
}

/// The call being unfolded.
pub(super) struct Activation<'f> {
    pub(super) function: &'f Function,
    pub(super) shape: Rc<Shape>,
    pub(super) path: PathId,
    pending: BTreeMap<SmallVec<[u32; 8]>, (BlockId, Vec<Path>)>,
    returns: Vec<(Flow, Vec<SymVal>)>,
}

impl Unfolder<'_> {
    /// Inlines a call. `None`: no path comes back.
    pub(super) fn call(
        &mut self,
        callee: FuncId,
        args: Vec<SymVal>,
        flow: Flow,
        path: PathId,
    ) -> Option<(Flow, Vec<SymVal>)> {
        let program = self.program;
        let function = &program.functions[callee];
        let shape = self.shape(callee);
        if function.blocks.is_empty() || shape.irreducible {
            let reason =
                if shape.irreducible { "a loop with two entries" } else { "a function without a body" };
            self.context.span = function.span;
            self.unsupported(flow.guard, format!("{reason} in {}", function.name));
            return None;
        }
        let depth = self.context.call_stack.iter().filter(|&&other| other == callee).count();
        if self.context.call_stack.len() >= self.options.max_call_depth
            || depth > self.options.unwind as usize
                && flow.guard != self.graph.threads[self.context.id as usize].guard
        {
            self.context.section = flow.section.map(|section| section.number);
            self.context.span = function.span;
            self.cut(flow.guard, format!("recursion in {}", function.name));
            return None;
        }
        let mut values = vec![None; function.values.len()];
        for (&param, arg) in function.params.iter().zip(args) {
            values[param.index()] = Some(arg);
        }
        self.context.call_stack.push(callee);
        self.context.locals.push(Vec::new());
        self.context.depth += 1;
        let mut activation =
            Activation { function, shape, path, pending: BTreeMap::new(), returns: Vec::new() };
        let start = Path { flow, values, rounds: Rounds::new() };
        activation.pending.insert(SmallVec::from_slice(&[0]), (Function::ENTRY, vec![start]));
        while let Some((_, (block, paths))) = activation.pending.pop_first() {
            if self.is_refused() {
                break;
            }
            let path = self.merge_paths(&activation, block, paths);
            self.block(&mut activation, block, path);
        }
        self.context.depth -= 1;
        self.context.call_stack.pop();
        let depth = self.context.depth;
        let locals = self.context.locals.pop().unwrap_or_default();
        let returned = self.merge_returns(std::mem::take(&mut activation.returns), depth);
        if let Some((flow, _)) = &returned {
            self.leave_locals(flow.guard, &locals);
        }
        returned
    }

    pub(super) fn merge_returns(
        &mut self,
        mut returns: Vec<(Flow, Vec<SymVal>)>,
        depth: u32,
    ) -> Option<(Flow, Vec<SymVal>)> {
        if returns.len() > 1 {
            let guards: Vec<GuardId> = returns.iter().map(|(flow, _)| flow.guard).collect();
            let conditions = self.graph.guards.distinguish(&mut self.graph.terms, &guards);
            let n_values = returns.iter().map(|(_, values)| values.len()).min().unwrap_or(0);
            let mut values = Vec::with_capacity(n_values);
            for index in 0..n_values {
                let parts: Vec<SymVal> = returns.iter().map(|(_, values)| values[index].clone()).collect();
                values.push(self.select(&parts, &conditions));
            }
            let flows: Vec<Flow> = returns.into_iter().map(|(flow, _)| flow).collect();
            let flow = self.merge_flows(flows, &conditions);
            returns = vec![(flow, values)];
        }
        let (mut flow, values) = returns.pop()?;
        flow.control.retain(|control| control.depth <= depth);
        Some((flow, values))
    }

    /// One flow for paths that join; `conditions` tell them apart.
    fn merge_flows(&mut self, flows: Vec<Flow>, conditions: &[TermId]) -> Flow {
        let guards: Vec<GuardId> = flows.iter().map(|flow| flow.guard).collect();
        let guard = self.graph.guards.any(&mut self.graph.terms, &guards);
        let views: Vec<&View> = flows.iter().map(|flow| &flow.view).collect();
        let (terms, mut initial) = self.graph.initial(self.program, self.layout);
        let objects = initial.objects;
        let view = View::merge(terms, &mut initial, &views, conditions, |terms, values, conditions| {
            select(terms, objects, values, conditions)
        });
        let control = self.merge_control(&flows, conditions);
        let section = flows[0].section;
        if flows
            .iter()
            .any(|flow| flow.section.map(|s| (s.number, s.depth)) != section.map(|s| (s.number, s.depth)))
        {
            self.refuse(Why::Unsupported("paths that join inside and outside of an atomic section".into()));
        }
        let mut keys = flows[0].keys.clone();
        if flows.iter().any(|flow| flow.keys != keys) {
            // What is not set is null.
            let mut names: Vec<u32> = flows.iter().flat_map(|flow| &flow.keys).map(|(key, _)| *key).collect();
            names.sort_unstable();
            names.dedup();
            keys.clear();
            for name in names {
                let null = arith::constant(&mut self.graph.terms, 0, ir::Ty::Ptr);
                let of = |flow: &Flow| flow.keys.iter().find(|(key, _)| *key == name).map(|(_, v)| v.clone());
                let found: Vec<SymVal> =
                    flows.iter().map(|flow| of(flow).unwrap_or_else(|| null.clone())).collect();
                keys.push((name, self.select(&found, conditions)));
            }
        }
        let mut spurious = flows[0].spurious.clone();
        for wake in flows.iter().flat_map(|flow| &flow.spurious) {
            if !spurious.contains(wake) {
                spurious.push(*wake);
            }
        }
        Flow { guard, view, control, section, keys, spurious }
    }

    fn merge_control(&mut self, flows: &[Flow], conditions: &[TermId]) -> Vec<Control> {
        let mut merged = flows[0].control.clone();
        if flows.iter().all(|flow| flow.control == merged) {
            return merged;
        }
        merged.clear();
        for control in flows.iter().flat_map(|flow| &flow.control) {
            if merged.iter().any(|known| known.depth == control.depth && known.join == control.join) {
                continue;
            }
            let none = Deps::none();
            let same = |other: &&Control| other.depth == control.depth && other.join == control.join;
            let parts: Vec<&Deps> =
                flows.iter().map(|flow| flow.control.iter().find(same).map_or(&none, |c| &c.deps)).collect();
            let deps = match parts.iter().all(|deps| *deps == parts[0]) {
                true => parts[0].clone(),
                false => merge_deps(&mut self.graph.terms, parts.into_iter(), conditions),
            };
            merged.push(Control { depth: control.depth, join: control.join, deps });
        }
        merged
    }

    fn merge_paths(&mut self, activation: &Activation<'_>, block: BlockId, mut paths: Vec<Path>) -> Path {
        for path in &mut paths {
            path.flow
                .control
                .retain(|control| !(control.depth == self.context.depth && control.join == Some(block)));
        }
        if paths.len() == 1
            && let Some(path) = paths.pop()
        {
            return path;
        }
        let guards: Vec<GuardId> = paths.iter().map(|path| path.flow.guard).collect();
        let conditions = self.graph.guards.distinguish(&mut self.graph.terms, &guards);
        let mut values = vec![None; activation.function.values.len()];
        let params = &activation.function.blocks[block].params;
        for &value in activation.shape.live[block].iter().chain(params) {
            let parts: Option<Vec<SymVal>> =
                paths.iter().map(|path| path.values[value.index()].clone()).collect();
            let Some(parts) = parts else { continue };
            values[value.index()] = Some(match parts.iter().all(|part| *part == parts[0]) {
                true => parts[0].clone(),
                false => self.select(&parts, &conditions),
            });
        }
        let mut rounds = paths[0].rounds.clone();
        for path in &paths[1..] {
            for (round, other) in rounds.iter_mut().zip(&path.rounds) {
                round.known_exit |= other.known_exit;
                round.open_exit |= other.open_exit;
                round.first_event = round.first_event.min(other.first_event);
            }
        }
        let flows: Vec<Flow> = paths.into_iter().map(|path| path.flow).collect();
        let flow = self.merge_flows(flows, &conditions);
        Path { flow, values, rounds }
    }

    fn block(&mut self, activation: &mut Activation<'_>, block: BlockId, mut path: Path) {
        let here = path.rounds.iter().fold(activation.path, |parent, round| {
            self.paths.child(parent, 1 << 41, u64::from(round.iteration))
        });
        let here = self.paths.child(here, 1 << 42, u64::from(block.0));
        let innermost = activation.shape.nest[block].last().map(|&index| &activation.shape.loops[index]);
        if innermost.is_some_and(|l| l.head == block)
            && let Some(round) = path.rounds.last_mut().filter(|round| round.iteration == 0)
        {
            round.n_spurious = path.flow.spurious.len();
        }
        if innermost.is_some_and(|l| l.head == block && l.waits.is_some())
            && let Some(round) = path.rounds.last_mut()
        {
            let params = &activation.function.blocks[block].params;
            let matter = params.iter().copied().filter(|param| activation.shape.useful.contains(param));
            round.start = Some(Rc::new(RoundStart::of(self, &path.flow, &path.values, matter)));
        }
        let code = &activation.function.blocks[block];
        for (index, inst) in code.insts.iter().enumerate() {
            if path.flow.guard == GuardId::FALSE || self.is_refused() {
                return;
            }
            let place = self.paths.child(here, 1 << 43, index as u64);
            if !self.step(activation.function, inst, &mut path.flow, &mut path.values, place) {
                return;
            }
        }
        if path.flow.guard != GuardId::FALSE {
            self.terminator(activation, block, path);
        }
    }

    fn terminator(&mut self, activation: &mut Activation<'_>, block: BlockId, path: Path) {
        let code = &activation.function.blocks[block];
        match &code.term {
            Term::Jump(target) => self.jump(activation, block, target, path),
            Term::Branch { cond, then, other } => {
                let cond = self.operand(activation.function, &path.values, *cond);
                let taken = if self.needs.locals { self.note_branch(&path.flow, &cond) } else { cond.term };
                self.branch(activation, block, path, &cond.deps.clone(), &[(taken, then)], other);
            }
            Term::Switch { value, cases, default } => {
                let ty = activation.function.operand_ty(*value);
                let value = self.operand(activation.function, &path.values, *value);
                let mut tests = Vec::with_capacity(cases.len());
                for (case, target) in cases {
                    let case = arith::constant(&mut self.graph.terms, *case, ty);
                    let (a, b) = (
                        arith::bits(&mut self.graph.terms, value.term),
                        arith::bits(&mut self.graph.terms, case.term),
                    );
                    tests.push((self.graph.terms.eq(a, b), target));
                }
                self.branch(activation, block, path, &value.deps.clone(), &tests, default);
            }
            Term::Return(values) => {
                let results = values
                    .iter()
                    .map(|&value| self.operand(activation.function, &path.values, value))
                    .collect();
                activation.returns.push((path.flow, results));
            }
            Term::Unreachable => {
                let message = "this place is never to be reached";
                self.context.span = code.span;
                self.fail(path.flow.guard, FailureKind::UnreachableCode, message);
            }
        }
    }

    /// Goes to the first target whose test holds, else to `default`.
    fn branch(
        &mut self,
        activation: &mut Activation<'_>,
        block: BlockId,
        mut path: Path,
        deps: &Deps,
        tests: &[(TermId, &Target)],
        default: &Target,
    ) {
        if self.needs.dependencies && !deps.is_empty() {
            self.push_control(self.context.depth, activation.shape.joins[block], deps, &mut path.flow);
        }
        let decided = tests.iter().all(|(test, _)| self.graph.terms.as_bool_const(*test).is_some());
        for (level, &index) in activation.shape.nest[block].iter().enumerate() {
            let blocks = &activation.shape.loops[index].blocks;
            let leaves = tests
                .iter()
                .map(|(_, target)| target.block)
                .chain([default.block])
                .any(|b| !blocks.contains(&b));
            if leaves && let Some(round) = path.rounds.get_mut(level) {
                round.known_exit |= decided;
                round.open_exit |= !decided;
            }
        }
        for &(test, target) in tests {
            let mut taken = path.clone();
            taken.flow.guard = self.and(path.flow.guard, test);
            if taken.flow.guard != GuardId::FALSE {
                self.jump(activation, block, target, taken);
            }
            path.flow.guard = self.and_not(path.flow.guard, test);
            if path.flow.guard == GuardId::FALSE {
                return;
            }
        }
        self.jump(activation, block, default, path);
    }

    /// As in the interpreter: a loop's condition is one entry that grows.
    pub(super) fn push_control(&mut self, depth: u32, join: Option<BlockId>, deps: &Deps, flow: &mut Flow) {
        if let Some(top) = flow.control.last()
            && top.depth == depth
            && top.join == join
        {
            let merged = self.union_deps(&top.deps.clone(), deps);
            if let Some(top) = flow.control.last_mut() {
                top.deps = merged;
            }
            return;
        }
        flow.control.push(Control { depth, join, deps: deps.clone() });
    }

    fn jump(&mut self, activation: &mut Activation<'_>, from: BlockId, target: &Target, mut path: Path) {
        let shape = activation.shape.clone();
        let args: Vec<SymVal> =
            target.args.iter().map(|&arg| self.operand(activation.function, &path.values, arg)).collect();
        for (&param, arg) in activation.function.blocks[target.block].params.iter().zip(args) {
            path.values[param.index()] = Some(arg);
        }
        let (outer, inner) = (&shape.nest[from], &shape.nest[target.block]);
        let common = outer.iter().zip(inner).take_while(|(a, b)| a == b).count();
        // What woke without a signal in a loop that is cut at a bound has had its round there.
        if let Some(left) = path.rounds[common..].iter().find(|round| round.open_exit) {
            path.flow.spurious.truncate(left.n_spurious);
        }
        path.rounds.truncate(common);
        let first_event = self.graph.events.len() as u32;
        let goes_round = inner.last().is_some_and(|&index| shape.loops[index].head == target.block)
            && common == inner.len();
        if goes_round {
            if !self.next_round(activation, target.block, &mut path) {
                return;
            }
        } else {
            path.rounds.extend((common..inner.len()).map(|_| Round { first_event, ..Round::default() }));
        }
        let mut key: SmallVec<[u32; 8]> = SmallVec::new();
        for (&index, round) in inner.iter().zip(&path.rounds) {
            key.extend([shape.rank[shape.loops[index].head], round.iteration]);
        }
        key.push(shape.rank[target.block]);
        activation.pending.entry(key).or_insert_with(|| (target.block, Vec::new())).1.push(path);
    }

    /// Whether the loop may go round once more.
    fn next_round(&mut self, activation: &Activation<'_>, head: BlockId, path: &mut Path) -> bool {
        let span = loop_span(activation.function, head);
        let Some(&index) = activation.shape.nest[head].last() else { return false };
        let events = self.graph.events.len() as u32;
        let Some(round) = path.rounds.last_mut() else { return false };
        let ended = std::mem::take(round);
        *round = Round {
            iteration: ended.iteration + 1,
            first_event: events,
            n_spurious: ended.n_spurious,
            ..Round::default()
        };
        if let (Some(waits), Some(start)) = (activation.shape.loops[index].waits, &ended.start) {
            let place = self.paths.child(activation.path, 1 << 49, u64::from(head.0));
            let round = (&**start, ended.first_event);
            path.flow.guard = self.only_waited((&path.flow, &path.values), round, (waits, place));
            if path.flow.guard == GuardId::FALSE {
                return false;
            }
        }
        let known = ended.known_exit && !ended.open_exit;
        let bound = if known { self.known_iterations } else { self.options.bound(span) };
        if ended.iteration < bound {
            return true;
        }
        self.pass.cut_known |= known;
        // A wake-up without a signal is a round more, of which the bound says nothing.
        let woken = match known || ended.iteration > bound {
            true => TermId::FALSE,
            false => self.graph.terms.or_all(path.flow.spurious[ended.n_spurious..].iter().copied()),
        };
        let cut = self.and_not(path.flow.guard, woken);
        let message = format!("loop in {} goes round more than {bound} times", activation.function.name);
        self.context.section = path.flow.section.map(|section| section.number);
        self.context.span = span;
        self.cut(cut, message);
        path.flow.guard = self.and(path.flow.guard, woken);
        path.flow.guard != GuardId::FALSE
    }

    pub(super) fn operand(
        &mut self,
        function: &Function,
        values: &[Option<SymVal>],
        operand: Operand,
    ) -> SymVal {
        match operand {
            Operand::Value(id) => match values.get(id.index()).cloned().flatten() {
                Some(value) => value,
                None => {
                    let name = &function.name;
                    self.refuse(Why::Internal(format!("a value of {name} is used before it is defined")));
                    arith::constant(&mut self.graph.terms, 0, function.values[id].ty)
                }
            },
            constant => {
                let bits = self.layout.constant(constant).unwrap_or(0);
                arith::constant(&mut self.graph.terms, bits, function.operand_ty(constant))
            }
        }
    }
}

fn loop_span(function: &Function, head: BlockId) -> ir::Span {
    let block = &function.blocks[head];
    let first = block.insts.iter().map(|inst| inst.span).find(|span| span.is_known());
    first.unwrap_or(if block.span.is_known() { block.span } else { function.span })
}
