//! The machine: a program made ready to run, and the loop that executes the pure code of one thread.

use crate::code::{Code, Edge, Src, Step, Target};
use crate::memory::{Memory, ObjectKind, initial_bytes};
use crate::shadow::{Arg, Decision, Dependencies, Move, Pure, Shadow};
use crate::state::{Frame, Phase, Progress, ThreadState};
use crate::{AllocKind, ReadSet, Request, RequestKind, RuntimeError, Values, eval};
use ir::{FuncId, Id, Inst, Layout, Liveness, Operand, Program, Span, Ty};
use limits::Limits;
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
    pub(crate) live: Vec<OnceLock<Liveness>>,
    pub(crate) options: MachineOptions,
    sizes: posix::Sizes,
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
        let sizes = posix::Sizes::of(&program);
        Machine { program, layout, codes, live, options, sizes }
    }
    /// How large its synchronisation objects are.
    pub fn sizes(&self) -> posix::Sizes {
        self.sizes
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
    pub fn advance_within(&self, state: &mut ThreadState, limits: &Limits) -> Result<Request, limits::Stop> {
        loop {
            let request = self.advance(state);
            let pauses = matches!(request.kind, RequestKind::Error(RuntimeError::StepLimit { .. }));
            if !pauses || state.steps() >= self.options.max_steps {
                return Ok(request);
            }
            limits.reached().map_or(Ok(()), Err)?;
        }
    }

    /// Runs the thread until it needs the world. Before an answer, the same request comes again.
    pub fn advance(&self, state: &mut ThreadState) -> Request {
        match state.tracking {
            true => self.advance_beside(state, &mut Dependencies),
            false => self.advance_beside(state, &mut ()),
        }
    }

    /// The same as [`Machine::advance`], with a shadow of the caller's.
    pub fn advance_beside<S: Shadow>(&self, state: &mut ThreadState, shadow: &mut S) -> Request {
        loop {
            let request = match self.run(state, shadow) {
                Stop::World => {
                    if S::ON && matches!(state.progress, Progress::None) {
                        shadow.begin(self, state);
                    }
                    self.ask(state)
                }
                Stop::Empty => {
                    let request = self.between_frames(state);
                    if S::ON && !state.frames.is_empty() {
                        shadow.enter(state, &[]);
                    }
                    request
                }
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

    /// The instruction at hand; none at the end of a block.
    pub fn instruction(&self, state: &ThreadState) -> Option<&Inst> {
        let frame = state.frames.last()?;
        let code = &self.codes[frame.function.index()];
        let block = code.block_of(frame.pc);
        let at = (frame.pc - code.blocks[block.index()].start) as usize;
        self.program.functions[frame.function].blocks[block].insts.get(at)
    }

    /// An operand of the instruction at hand.
    pub fn operand(&self, state: &ThreadState, operand: Operand) -> Arg {
        let ty = match state.frames.last() {
            Some(frame) => self.program.functions[frame.function].operand_ty(operand),
            None => Ty::I64,
        };
        Arg { slot: self.slot(state, operand), value: self.number(state, operand), ty }
    }
    pub(crate) fn slot(&self, state: &ThreadState, operand: Operand) -> Option<usize> {
        Some(state.frames.last()?.base as usize + operand.value()?.index())
    }
    pub(crate) fn number(&self, state: &ThreadState, operand: Operand) -> u128 {
        let number = match self.slot(state, operand) {
            Some(slot) => state.values.get(slot).copied(),
            None => self.layout.constant(operand),
        };
        number.unwrap_or(0)
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
    fn run<S: Shadow>(&self, state: &mut ThreadState, shadow: &mut S) -> Stop {
        let left = self.options.max_steps.saturating_sub(state.steps.0);
        let mut fuel = left.min(self.options.slice);
        let given = fuel;
        let stop = self.run_frames(state, shadow, &mut fuel);
        state.steps.0 += given - fuel;
        stop
    }

    fn run_frames<S: Shadow>(&self, state: &mut ThreadState, shadow: &mut S, fuel: &mut u64) -> Stop {
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
            macro_rules! arg {
                ($src:expr, $ty:expr) => {
                    Arg { slot: $src.slot(base), value: get!($src), ty: $ty }
                };
            }
            macro_rules! set {
                ($dst:expr, $value:expr, $op:expr, [$($src:expr => $ty:expr),*]) => {{
                    let value = $value;
                    state.values[base + $dst as usize] = value;
                    if S::ON {
                        let args = [$(arg!($src, $ty)),*];
                        shadow.compute(state, $op, &args, base + $dst as usize);
                    }
                    pc += 1;
                }};
            }
            macro_rules! decide {
                ($src:expr, $ty:expr, $decision:expr) => {
                    if S::ON {
                        if let Some(frame) = state.frames.last_mut() {
                            frame.pc = pc as u32;
                        }
                        let on = arg!($src, $ty);
                        shadow.decide(self, state, on, $decision);
                    }
                };
            }
            loop {
                if *fuel == 0 {
                    leave!(Stop::Fail(RuntimeError::StepLimit { limit: self.options.max_steps }));
                }
                *fuel -= 1;
                match &code.steps[pc] {
                    &Step::Binary { op, ty, a, b, dst } => match eval::binary(op, ty, get!(a), get!(b)) {
                        Ok(value) => set!(dst, value, Pure::Binary(op), [a => ty, b => ty]),
                        Err(error) => leave!(Stop::Fail(error)),
                    },
                    &Step::Compare { op, ty, a, b, dst } => {
                        let value = u128::from(eval::compare(op, ty, get!(a), get!(b)));
                        set!(dst, value, Pure::Compare(op), [a => ty, b => ty])
                    }
                    &Step::Cast { op, from, to, a, dst } => {
                        set!(dst, eval::cast(op, from, to, get!(a)), Pure::Cast(op, to), [a => from])
                    }
                    &Step::PtrAdd { base: pointer, offset, dst } => {
                        let sum = (get!(pointer) as u64).wrapping_add(get!(offset) as u64);
                        set!(dst, u128::from(sum), Pure::PtrAdd, [pointer => Ty::Ptr, offset => Ty::I64])
                    }
                    &Step::Select { cond, ty, then, other, dst } => {
                        let value = if get!(cond) != 0 { get!(then) } else { get!(other) };
                        set!(dst, value, Pure::Select, [cond => Ty::BOOL, then => ty, other => ty])
                    }
                    &Step::Unary { op, ty, a, dst } => {
                        set!(dst, eval::unary(op, ty, get!(a)), Pure::Unary(op), [a => ty])
                    }
                    &Step::Overflow { op, ty, a, b, dst, flag } => {
                        let (value, lost) = eval::overflow(op, ty, get!(a), get!(b));
                        set!(dst, value, Pure::Overflow(op, false), [a => ty, b => ty]);
                        pc -= 1;
                        set!(flag, u128::from(lost), Pure::Overflow(op, true), [a => ty, b => ty]);
                    }
                    &Step::Jump { edge } => {
                        pc = take_edge(state, shadow, code, &code.edges[edge as usize], base);
                    }
                    &Step::Branch { cond, then, other, join } => {
                        let (edge, other) = if get!(cond) != 0 { (then, other) } else { (other, then) };
                        let other = || code.edges[other as usize].block;
                        decide!(cond, Ty::BOOL, Decision::Branch { other: other(), join });
                        pc = take_edge(state, shadow, code, &code.edges[edge as usize], base);
                    }
                    &Step::Switch { value, table } => {
                        let (table, found) = (&code.switches[table as usize], get!(value));
                        let case = table.values.binary_search(&found);
                        let edge = case.map_or(table.default, |index| table.edges[index]);
                        decide!(
                            value,
                            table.ty,
                            Decision::Switch { values: &table.values, join: table.join }
                        );
                        pc = take_edge(state, shadow, code, &code.edges[edge as usize], base);
                    }
                    &Step::Call { call } => {
                        if let Some(frame) = state.frames.last_mut() {
                            frame.pc = pc as u32;
                        }
                        match self.enter_call(state, shadow, code, call, base) {
                            Ok(()) => continue 'frame,
                            Err(error) => leave!(Stop::Fail(error)),
                        }
                    }
                    &Step::Return { values } => {
                        if state.must_release() {
                            *fuel += 1;
                            leave!(Stop::World);
                        }
                        self.leave_call(state, shadow, code, values, base);
                        continue 'frame;
                    }
                    &Step::Assert { cond, inst } if get!(cond) != 0 => {
                        decide!(cond, Ty::BOOL, Decision::Assert(&code.insts[inst as usize]));
                        pc += 1
                    }
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

    fn enter_call<S: Shadow>(
        &self,
        state: &mut ThreadState,
        shadow: &mut S,
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
        }
        if S::ON {
            let params = callee_code.params.iter().map(|&(reg, _)| top + reg as usize);
            let moves: SmallVec<[Move; 4]> =
                params.zip(&site.args).map(|(dst, arg)| (dst, arg.slot(base))).collect();
            shadow.enter(state, &moves);
            if let Target::Indirect(pointer) = site.target {
                let value = read(state, code, base, pointer);
                let on = Arg { slot: pointer.slot(base), value, ty: Ty::Ptr };
                shadow.decide(self, state, on, Decision::Call);
            }
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

    fn leave_call<S: Shadow>(
        &self,
        state: &mut ThreadState,
        shadow: &mut S,
        code: &Code,
        values: u32,
        base: usize,
    ) {
        let sources = &code.returns[values as usize];
        let results: SmallVec<[u128; 2]> = sources.iter().map(|&src| read(state, code, base, src)).collect();
        if S::ON {
            let values: SmallVec<[Option<usize>; 2]> = sources.iter().map(|src| src.slot(base)).collect();
            let into = self.results_of_caller(state);
            shadow.leave(state, &values, &into, base);
        }
        state.frames.pop();
        state.fewest.0 = state.fewest.0.min(state.frames.len() as u64);
        state.values.truncate(base);
        let Some(caller) = state.frames.last_mut() else {
            return self.outermost_returned(state, results);
        };
        let caller_code = &self.codes[caller.function.index()];
        let Step::Call { call } = caller_code.steps[caller.pc as usize] else { return };
        caller.pc += 1;
        let window = caller.base as usize;
        for (index, &reg) in caller_code.calls[call as usize].results.iter().enumerate() {
            state.values[window + reg as usize] = results.get(index).copied().unwrap_or(0);
        }
    }

    /// Where the frame below the innermost one wants the results of its call.
    fn results_of_caller(&self, state: &ThreadState) -> SmallVec<[usize; 2]> {
        let Some(caller) = state.frames.iter().nth_back(1) else { return SmallVec::new() };
        let code = &self.codes[caller.function.index()];
        let Step::Call { call } = code.steps[caller.pc as usize] else { return SmallVec::new() };
        let results = &code.calls[call as usize].results;
        results.iter().map(|&reg| caller.base as usize + reg as usize).collect()
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

/// Moves the arguments of a jump into the parameters of its target; where to go on.
#[inline]
fn take_edge<S: Shadow>(
    state: &mut ThreadState,
    shadow: &mut S,
    code: &Code,
    edge: &Edge,
    base: usize,
) -> usize {
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
    if S::ON {
        let moves: SmallVec<[Move; 4]> =
            edge.moves.iter().map(|&(dst, src)| (base + dst as usize, src.slot(base))).collect();
        shadow.jump(state, &moves, edge.block);
    }
    edge.pc as usize
}
