//! The machine: a program made ready to run, and the loop that executes the pure code of one thread.

use crate::code::{Code, Edge, Src, Step, Target};
use crate::live::Live;
use crate::memory::{Memory, ObjectKind, initial_bytes};
use crate::state::{Frame, Phase, Progress, ThreadState};
use crate::{AllocKind, Limits, ReadSet, Request, RequestKind, RuntimeError, Values, eval};
use ir::{FuncId, Id, Layout, Program, Span};
use smallvec::SmallVec;
use std::sync::{Arc, OnceLock};

/// What a machine is told once and for all.
#[derive(Clone, Debug)]
pub struct MachineOptions {
    /// Record for each request which earlier reads of the thread it depends on.
    pub dependencies: bool,
    /// Calls within one another.
    pub max_frames: usize,
    /// Instructions of one thread.
    pub max_steps: u64,
    /// Instructions between two requests, after which a step limit is told that the caller may go on behind.
    pub slice: u64,
}

impl Default for MachineOptions {
    fn default() -> Self {
        MachineOptions { dependencies: false, max_frames: 10_000, max_steps: u64::MAX, slice: u64::MAX }
    }
}

/// A program made ready to run. The program must be one that `ir::verify` accepts.
#[derive(Debug)]
pub struct Machine {
    program: Arc<Program>,
    layout: Layout,
    pub(crate) codes: Vec<Code>,
    /// Liveness of each function, once asked for.
    pub(crate) live: Vec<OnceLock<Live>>,
    pub(crate) options: MachineOptions,
    spinlocks: bool,
}

/// Why the pure code cannot go on by itself.
pub(crate) enum Stop {
    /// The step at hand needs the world.
    World,
    /// No frame is left.
    Empty,
    Fail(RuntimeError),
}

impl Machine {
    pub fn new(program: &Program) -> Machine {
        Machine::with_options(Arc::new(program.clone()), MachineOptions::default())
    }
    pub fn with_options(program: Arc<Program>, options: MachineOptions) -> Machine {
        let layout = Layout::of(&program);
        let codes = program.functions.iter().map(|function| Code::of(function, &layout)).collect();
        let live = program.functions.iter().map(|_| OnceLock::new()).collect();
        let spinlocks = posix::has_spinlocks(&program);
        Machine { program, layout, codes, live, options, spinlocks }
    }
    /// Whether the program has spinlocks.
    pub fn has_spinlocks(&self) -> bool {
        self.spinlocks
    }
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }
    pub fn layout(&self) -> &Layout {
        &self.layout
    }
    pub fn options(&self) -> &MachineOptions {
        &self.options
    }

    /// The first thread: static constructors, then the entry function with zeros for arguments. It asks for `Exit`
    /// when the entry function returns.
    pub fn start_main(&self, thread: u32) -> ThreadState {
        ThreadState::new(thread, Phase::Constructors { next: 0 }, self.options.dependencies)
    }

    /// A thread that calls `function` with these arguments and is `Finished` when it returns. A function that takes
    /// fewer arguments gets the first of them.
    pub fn start(&self, thread: u32, function: FuncId, args: &[u128]) -> ThreadState {
        let mut state = ThreadState::new(thread, Phase::Body, self.options.dependencies);
        if let Err(error) = self.push_frame(&mut state, function, args) {
            state.phase = Phase::Failed(error);
        }
        state
    }

    /// Makes the object that a thread asks for, with its first contents.
    pub fn allocate(
        &self,
        memory: &mut Memory,
        (addr, size): (u64, u64),
        zeroed: bool,
        kind: AllocKind,
        name: Option<Arc<str>>,
    ) {
        let zeros = || zeroed.then(|| vec![0; size as usize]);
        let (object, bytes) = match kind {
            AllocKind::Stack => (ObjectKind::Stack, zeros()),
            AllocKind::Heap => (ObjectKind::Heap, zeros()),
            AllocKind::ThreadLocal(global) => {
                let bytes = initial_bytes(&self.program.globals[global], &self.layout);
                (ObjectKind::ThreadLocal, Some(bytes))
            }
        };
        memory.allocate(addr, size, object, bytes, name);
    }

    /// The same as [`Machine::advance`] within limits, which are looked at after each slice; the error says which was reached.
    pub fn advance_within(&self, state: &mut ThreadState, limits: &Limits) -> Result<Request, String> {
        loop {
            let request = self.advance(state);
            let pauses = matches!(request.kind, RequestKind::Error(RuntimeError::StepLimit { .. }));
            if !pauses || state.steps() >= self.options.max_steps {
                return Ok(request);
            }
            if let Some(reason) = limits.reached() {
                return Err(reason);
            }
        }
    }

    /// Runs the thread until it needs the world. Before an answer, the same request comes again.
    pub fn advance(&self, state: &mut ThreadState) -> Request {
        loop {
            let stop = match state.tracking {
                true => self.run::<true>(state),
                false => self.run::<false>(state),
            };
            let request = match stop {
                Stop::World => self.ask(state),
                Stop::Empty => self.between_frames(state),
                Stop::Fail(error) => Some(Request::new(RequestKind::Error(error), self.span(state))),
            };
            if let Some(request) = request {
                return request;
            }
        }
    }

    /// The line of the innermost function that is the user's own.
    pub fn span(&self, state: &ThreadState) -> Span {
        let spans = state.frames.iter().rev().filter_map(|frame| {
            let code = self.codes.get(frame.function.index())?;
            let span = code.spans.get(frame.pc as usize).copied()?;
            (!code.library && span.is_known()).then_some(span)
        });
        let innermost = state.frames.last();
        let fallback =
            || innermost.and_then(|f| self.codes[f.function.index()].spans.get(f.pc as usize).copied());
        spans.into_iter().next().or_else(fallback).unwrap_or(Span::NONE)
    }

    /// Calls a function from outside any frame.
    fn push_frame(
        &self,
        state: &mut ThreadState,
        function: FuncId,
        args: &[u128],
    ) -> Result<(), RuntimeError> {
        let Some(code) = self.codes.get(function.index()) else {
            return Err(RuntimeError::CallNotFunction { addr: 0 });
        };
        if args.len() < code.params.len() {
            let (given, taken) = (args.len(), code.params.len());
            return Err(RuntimeError::CallArity { function: code.name.clone(), given, taken });
        }
        let base = self.open_window(state, function)?;
        for (&(reg, ty), &arg) in code.params.iter().zip(args) {
            state.values[base + reg as usize] = arg & ty.mask();
        }
        Ok(())
    }

    /// A new innermost frame with room for its registers; where they begin.
    fn open_window(&self, state: &mut ThreadState, function: FuncId) -> Result<usize, RuntimeError> {
        if state.frames.len() >= self.options.max_frames {
            return Err(RuntimeError::StackOverflow { limit: self.options.max_frames });
        }
        let base = state.values.len();
        let top = base + self.codes[function.index()].n_values;
        state.values.resize(top, 0);
        if state.tracking {
            state.taints.resize(top, ReadSet::EMPTY);
        }
        let objects = state.objects.len() as u32;
        state.frames.push(Frame { function, pc: 0, base: base as u32, objects });
        Ok(base)
    }

    /// No frame is left: constructors, the entry, key destructors, the end.
    fn between_frames(&self, state: &mut ThreadState) -> Option<Request> {
        let constructors = &self.program.constructors;
        let plain = |kind| Some(Request::new(kind, Span::NONE));
        let next_call = match &mut state.phase {
            Phase::Constructors { next } if *next < constructors.len() => {
                *next += 1;
                (constructors[*next - 1], SmallVec::<[u128; 4]>::new())
            }
            Phase::Constructors { .. } => {
                state.phase = Phase::Main;
                (self.program.entry, SmallVec::from_vec(self.program.entry_arguments()))
            }
            Phase::Ending { calls, .. } if !calls.is_empty() => {
                let (addr, argument) = calls.remove(0);
                match self.layout.function_at(addr) {
                    Some(function) => (function, SmallVec::from_slice(&[u128::from(argument)])),
                    None => return plain(RequestKind::Error(RuntimeError::CallNotFunction { addr })),
                }
            }
            Phase::Ending { round, .. } if *round < crate::DESTRUCTOR_ROUNDS => {
                return plain(RequestKind::Destructors { round: *round });
            }
            Phase::Ending { values, .. } => {
                state.phase = Phase::Over { values: std::mem::take(values) };
                return None;
            }
            Phase::ExitMain { code } => return plain(RequestKind::Exit { code: *code }),
            Phase::Over { values } => return plain(RequestKind::Finished { values: values.clone() }),
            Phase::Failed(error) => return plain(RequestKind::Error(error.clone())),
            Phase::Main | Phase::Body => return plain(RequestKind::Error(RuntimeError::Unreachable)),
        };
        let (function, args) = next_call;
        self.push_frame(state, function, &args).err().map(|error| {
            state.phase = Phase::Failed(error.clone());
            Request::new(RequestKind::Error(error), Span::NONE)
        })
    }

    /// The outermost frame returned these values.
    fn outermost_returned(&self, state: &mut ThreadState, values: Values) {
        match &state.phase {
            Phase::Main => {
                let code = values.first().map_or(0, |&value| value as u32 as i32);
                state.phase = Phase::ExitMain { code };
            }
            Phase::Body => state.phase = Phase::Ending { round: 0, calls: Vec::new(), values },
            _ => {}
        }
    }

    /// Ends the thread from within any depth of calls; its stack objects are released already.
    pub(crate) fn exit_thread(&self, state: &mut ThreadState, value: u128) {
        state.frames.clear();
        state.fewest.0 = 0;
        state.values.clear();
        state.taints.clear();
        state.control.clear();
        state.progress = Progress::None;
        state.phase = Phase::Ending { round: 0, calls: Vec::new(), values: Values::from_slice(&[value]) };
    }

    /// Executes pure steps until one needs the world.
    fn run<const TRACK: bool>(&self, state: &mut ThreadState) -> Stop {
        let left = self.options.max_steps.saturating_sub(state.steps.0);
        let mut fuel = left.min(self.options.slice);
        let given = fuel;
        let stop = self.run_frames::<TRACK>(state, &mut fuel);
        state.steps.0 += given - fuel;
        stop
    }

    fn run_frames<const TRACK: bool>(&self, state: &mut ThreadState, fuel: &mut u64) -> Stop {
        'frame: loop {
            let Some(frame) = state.frames.last() else { return Stop::Empty };
            let (mut pc, base) = (frame.pc as usize, frame.base as usize);
            let code = &self.codes[frame.function.index()];
            macro_rules! leave {
                ($stop:expr) => {{
                    if let Some(frame) = state.frames.last_mut() {
                        frame.pc = pc as u32;
                    }
                    return $stop;
                }};
            }
            macro_rules! get {
                ($src:expr) => {
                    match $src.split() {
                        Ok(reg) => state.values[base + reg],
                        Err(constant) => code.constants[constant],
                    }
                };
            }
            macro_rules! set {
                ($dst:expr, $value:expr, [$($src:expr),*]) => {{
                    let value = $value;
                    state.values[base + $dst as usize] = value;
                    if TRACK {
                        let taint = ReadSet::EMPTY;
                        $(let taint = taint.union(&taint_of(state, base, $src));)*
                        state.taints[base + $dst as usize] = taint;
                    }
                    pc += 1;
                }};
            }
            loop {
                if *fuel == 0 {
                    leave!(Stop::Fail(RuntimeError::StepLimit { limit: self.options.max_steps }));
                }
                *fuel -= 1;
                match &code.steps[pc] {
                    &Step::Binary { op, ty, a, b, dst } => match eval::binary(op, ty, get!(a), get!(b)) {
                        Ok(value) => set!(dst, value, [a, b]),
                        Err(error) => leave!(Stop::Fail(error)),
                    },
                    &Step::Compare { op, ty, a, b, dst } => {
                        set!(dst, u128::from(eval::compare(op, ty, get!(a), get!(b))), [a, b])
                    }
                    &Step::Cast { op, from, to, a, dst } => set!(dst, eval::cast(op, from, to, get!(a)), [a]),
                    &Step::PtrAdd { base: pointer, offset, dst } => {
                        let sum = (get!(pointer) as u64).wrapping_add(get!(offset) as u64);
                        set!(dst, u128::from(sum), [pointer, offset])
                    }
                    &Step::Select { cond, then, other, dst } => {
                        let value = if get!(cond) != 0 { get!(then) } else { get!(other) };
                        set!(dst, value, [cond, then, other])
                    }
                    &Step::Unary { op, ty, a, dst } => set!(dst, eval::unary(op, ty, get!(a)), [a]),
                    &Step::Overflow { op, ty, a, b, dst, flag } => {
                        let (value, lost) = eval::overflow(op, ty, get!(a), get!(b));
                        set!(dst, value, [a, b]);
                        pc -= 1;
                        set!(flag, u128::from(lost), [Src::register(dst)]);
                    }
                    &Step::Jump { edge } => {
                        pc = take_edge::<TRACK>(state, code, &code.edges[edge as usize], base);
                    }
                    &Step::Branch { cond, then, other } => {
                        let edge = if get!(cond) != 0 { then } else { other };
                        if TRACK {
                            branch_on(state, code, pc, base, cond);
                        }
                        pc = take_edge::<TRACK>(state, code, &code.edges[edge as usize], base);
                    }
                    &Step::Switch { value, table } => {
                        let (table, found) = (&code.switches[table as usize], get!(value));
                        let case = table.cases.binary_search_by_key(&found, |&(case, _)| case);
                        let edge = case.map_or(table.default, |index| table.cases[index].1);
                        if TRACK {
                            branch_on(state, code, pc, base, value);
                        }
                        pc = take_edge::<TRACK>(state, code, &code.edges[edge as usize], base);
                    }
                    &Step::Call { call } => {
                        if let Some(frame) = state.frames.last_mut() {
                            frame.pc = pc as u32;
                        }
                        match self.enter_call::<TRACK>(state, code, call, base) {
                            Ok(()) => continue 'frame,
                            Err(error) => leave!(Stop::Fail(error)),
                        }
                    }
                    &Step::Return { values } => {
                        if state.must_release() {
                            *fuel += 1;
                            leave!(Stop::World);
                        }
                        self.leave_call::<TRACK>(state, code, values, base);
                        continue 'frame;
                    }
                    &Step::Assert { cond, .. } if get!(cond) != 0 => pc += 1,
                    Step::Load { .. } | Step::Store { .. } | Step::World { .. } | Step::Assert { .. } => {
                        // Counted when answered.
                        *fuel += 1;
                        leave!(Stop::World);
                    }
                    Step::Unreachable => leave!(Stop::Fail(RuntimeError::Unreachable)),
                }
            }
        }
    }

    fn enter_call<const TRACK: bool>(
        &self,
        state: &mut ThreadState,
        code: &Code,
        call: u32,
        base: usize,
    ) -> Result<(), RuntimeError> {
        let site = &code.calls[call as usize];
        let callee = match site.target {
            Target::Direct(id) => id,
            Target::Indirect(pointer) => self.callee_at(read(state, code, base, pointer) as u64)?,
        };
        let callee_code = &self.codes[callee.index()];
        check_signature(callee_code, site.args.len(), site.results.len())?;
        let top = self.open_window(state, callee)?;
        for (&(reg, ty), &arg) in callee_code.params.iter().zip(&site.args) {
            state.values[top + reg as usize] = read(state, code, base, arg) & ty.mask();
            if TRACK {
                state.taints[top + reg as usize] = taint_of(state, base, arg);
            }
        }
        if let (true, Target::Indirect(pointer)) = (TRACK, &site.target) {
            let own = taint_of(state, base, *pointer);
            state.push_control(state.frames.len() as u32, None, own);
        }
        Ok(())
    }

    pub(crate) fn callee_at(&self, addr: u64) -> Result<FuncId, RuntimeError> {
        match self.layout.function_at(addr) {
            Some(id) => Ok(id),
            None if addr == 0 => Err(RuntimeError::CallNull),
            None => Err(RuntimeError::CallNotFunction { addr }),
        }
    }

    fn leave_call<const TRACK: bool>(&self, state: &mut ThreadState, code: &Code, values: u32, base: usize) {
        let sources = &code.returns[values as usize];
        let results: SmallVec<[u128; 2]> = sources.iter().map(|&src| read(state, code, base, src)).collect();
        let taints: SmallVec<[ReadSet; 2]> = match TRACK {
            true => sources.iter().map(|&src| taint_of(state, base, src)).collect(),
            false => SmallVec::new(),
        };
        state.frames.pop();
        state.fewest.0 = state.fewest.0.min(state.frames.len() as u64);
        state.values.truncate(base);
        if TRACK {
            state.taints.truncate(base);
            state.leave_frame();
        }
        let Some(caller) = state.frames.last_mut() else {
            return self.outermost_returned(state, results);
        };
        let caller_code = &self.codes[caller.function.index()];
        let Step::Call { call } = caller_code.steps[caller.pc as usize] else { return };
        caller.pc += 1;
        let window = caller.base as usize;
        for (index, &reg) in caller_code.calls[call as usize].results.iter().enumerate() {
            state.values[window + reg as usize] = results.get(index).copied().unwrap_or(0);
            if TRACK {
                state.taints[window + reg as usize] = taints.get(index).cloned().unwrap_or_default();
            }
        }
    }
}

/// A caller may drop results but not invent them.
fn check_signature(callee: &Code, n_args: usize, n_results: usize) -> Result<(), RuntimeError> {
    if n_args != callee.params.len() {
        let (given, taken) = (n_args, callee.params.len());
        return Err(RuntimeError::CallArity { function: callee.name.clone(), given, taken });
    }
    if n_results > callee.n_results {
        let (wanted, given) = (n_results, callee.n_results);
        return Err(RuntimeError::CallResults { function: callee.name.clone(), wanted, given });
    }
    Ok(())
}

#[inline]
pub(crate) fn read(state: &ThreadState, code: &Code, base: usize, src: Src) -> u128 {
    match src.split() {
        Ok(reg) => state.values[base + reg],
        Err(constant) => code.constants[constant],
    }
}

pub(crate) fn taint_of(state: &ThreadState, base: usize, src: Src) -> ReadSet {
    match src.split() {
        Ok(reg) => state.taints.get(base + reg).cloned().unwrap_or_default(),
        Err(_) => ReadSet::EMPTY,
    }
}

fn branch_on(state: &mut ThreadState, code: &Code, pc: usize, base: usize, cond: Src) {
    let own = taint_of(state, base, cond);
    if !own.is_empty() {
        let join = code.joins.get(code.block_of(pc as u32)).copied().flatten();
        state.push_control(state.frames.len() as u32, join, own);
    }
}

/// Moves the arguments of a jump into the parameters of its target; where to go on.
#[inline]
fn take_edge<const TRACK: bool>(state: &mut ThreadState, code: &Code, edge: &Edge, base: usize) -> usize {
    if edge.parallel {
        let values: SmallVec<[u128; 8]> =
            edge.moves.iter().map(|&(_, src)| read(state, code, base, src)).collect();
        for (&(dst, _), value) in edge.moves.iter().zip(values) {
            state.values[base + dst as usize] = value;
        }
    } else {
        for &(dst, src) in &edge.moves {
            state.values[base + dst as usize] = read(state, code, base, src);
        }
    }
    if TRACK {
        let taints: SmallVec<[ReadSet; 4]> =
            edge.moves.iter().map(|&(_, src)| taint_of(state, base, src)).collect();
        for (&(dst, _), taint) in edge.moves.iter().zip(taints) {
            state.taints[base + dst as usize] = taint;
        }
        state.enter_block(edge.block);
    }
    edge.pc as usize
}
