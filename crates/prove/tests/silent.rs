//! Random programs whose threads may do nothing that others see, with inputs and assertions behind them, against all
//! interleavings: what can fail is never proved, by any method. A second kind waits for conditions and uses read-write locks, semaphores,
//! barriers, `once` and mutexes of all kinds, whose answers are among the numbers that branches and assertions are about.
//!
//! Each input is 0 or 1 for the oracle, which walks one program per choice. What fails under SC fails under every
//! model. `SELVEDGE_SEEDS=A..B` takes other programs, `SELVEDGE_FULL=1` 20,000 of them.

use ir::*;
use model::Model;
use prove::{Interference, ProveConfig, prove};
use smallvec::SmallVec;
use std::collections::BTreeSet;
use testkit::random::Rng;
use testkit::{Ending, explore_sc};

const PROGRAMS: u64 = 1_500;
const PROGRAMS_IN_FULL: u64 = 20_000;
const N_THREADS: usize = 3;
const MUTEX: GlobalId = GlobalId(2);
const RW: GlobalId = GlobalId(3);
const SEMAPHORE: GlobalId = GlobalId(4);
const BARRIER: GlobalId = GlobalId(5);
const CONDITION: GlobalId = GlobalId(6);
const ONCE: GlobalId = GlobalId(7);
const MAX_INPUTS: u32 = 3;

/// Writes one function after the other.
struct Maker {
    rng: Rng,
    n_inputs: u32,
    n_assertions: u32,
    /// With objects of all kinds.
    objects: bool,
}

fn at(id: GlobalId) -> Operand {
    Operand::Global { id, offset: 0 }
}

/// A function while it is written: the end of what there is, and the numbers known there.
struct Writer {
    function: Function,
    at: BlockId,
    known: Vec<Operand>,
}

impl Writer {
    fn new(name: String, result: Ty) -> Writer {
        let mut function = Function::new(name);
        function.results = vec![result];
        let at = function.new_block();
        Writer { function, at, known: vec![Operand::i32(0), Operand::i32(1)] }
    }
    fn push(&mut self, op: Op, tys: &[Ty]) -> SmallVec<[ValueId; 1]> {
        let results: SmallVec<[ValueId; 1]> = tys.iter().map(|&ty| self.function.new_value(ty)).collect();
        self.function.blocks[self.at].insts.push(Inst { op, results: results.clone(), span: Span::NONE });
        results
    }
    fn sync(&mut self, op: SyncOp, args: &[Operand]) -> SmallVec<[ValueId; 1]> {
        self.push(Op::Sync { op, args: args.into() }, op.results())
    }
    fn go_on_in(&mut self, block: BlockId) {
        self.function.blocks[self.at].term = Term::Jump(Target::new(block));
        self.at = block;
    }
}

impl Maker {
    fn number(&mut self, writer: &Writer) -> Operand {
        writer.known[self.rng.below(writer.known.len())]
    }

    fn condition(&mut self, writer: &mut Writer) -> Operand {
        let op = [CompareOp::Eq, CompareOp::Ne, CompareOp::Slt][self.rng.below(3)];
        let (a, b) = (self.number(writer), self.number(writer));
        writer.push(Op::Compare { op, a, b }, &[Ty::BOOL])[0].into()
    }

    fn body(&mut self, writer: &mut Writer, starts: &[FuncId], depth: u32) {
        for _ in 0..self.rng.below(4) {
            self.statement(writer, starts, depth);
        }
    }

    fn statement(&mut self, writer: &mut Writer, starts: &[FuncId], depth: u32) {
        let access = Access::plain(Ty::I32);
        let addr = Operand::Global { id: GlobalId(self.rng.below(2) as u32), offset: 0 };
        match self.rng.below(if self.objects { 18 } else { 9 }) {
            0 => {
                let value = self.number(writer);
                writer.push(Op::Store { access, addr, value }, &[]);
            }
            1 => {
                let value = writer.push(Op::Load { access, addr }, &[Ty::I32])[0];
                writer.known.push(value.into());
            }
            2 => {
                let (a, b) = (self.number(writer), self.number(writer));
                let sum = writer.push(Op::Binary { op: BinaryOp::Add, a, b }, &[Ty::I32])[0];
                writer.known.push(sum.into());
            }
            3 if self.n_inputs < MAX_INPUTS => {
                let kind = NondetKind::Input(self.n_inputs.to_string().into());
                self.n_inputs += 1;
                let input = writer.push(Op::Nondet { kind }, &[Ty::I32])[0];
                writer.known.push(input.into());
            }
            4 => self.assertion(writer),
            5 | 6 if depth < 2 => self.branch(writer, starts, depth),
            7 => {
                writer.sync(SyncOp::MutexLock, &[Operand::Global { id: MUTEX, offset: 0 }]);
                self.body(writer, &[], 2);
                writer.sync(SyncOp::MutexUnlock, &[Operand::Global { id: MUTEX, offset: 0 }]);
            }
            9.. => self.object(writer),
            _ if !starts.is_empty() => self.start(writer, starts),
            _ => {}
        }
    }

    /// An operation whose answer is a number like others.
    fn answer(&mut self, writer: &mut Writer, op: SyncOp, args: &[Operand]) -> Operand {
        let status = Operand::from(writer.sync(op, args)[0]);
        writer.known.push(status);
        status
    }

    /// What is done if a number is zero, and what is done then in any case.
    fn if_zero(&mut self, writer: &mut Writer, number: Operand, last: (SyncOp, GlobalId)) {
        let compare = Op::Compare { op: CompareOp::Eq, a: number, b: Operand::i32(0) };
        let cond = Operand::from(writer.push(compare, &[Ty::BOOL])[0]);
        let n_known = writer.known.len();
        let (then, after) = (writer.function.new_block(), writer.function.new_block());
        let term = Term::Branch { cond, then: Target::new(then), other: Target::new(after) };
        writer.function.blocks[writer.at].term = term;
        writer.at = then;
        self.body(writer, &[], 2);
        writer.sync(last.0, &[at(last.1)]);
        writer.known.truncate(n_known);
        writer.go_on_in(after);
    }

    /// Something with an object of synchronisation.
    fn object(&mut self, writer: &mut Writer) {
        use SyncOp::*;
        match self.rng.below(10) {
            0 => {
                let op = [MutexTryLock, MutexTimedLock, MutexLock][self.rng.below(3)];
                let status = self.answer(writer, op, &[at(MUTEX)]);
                self.if_zero(writer, status, (MutexUnlock, MUTEX));
            }
            1 | 2 => {
                let op = [RwReadLock, RwTryReadLock, RwWriteLock, RwTryWriteLock][self.rng.below(4)];
                let status = self.answer(writer, op, &[at(RW)]);
                self.if_zero(writer, status, (RwUnlock, RW));
            }
            3 => drop(self.answer(writer, SemPost, &[at(SEMAPHORE)])),
            4 => {
                let op = [SemWait, SemTryWait, SemTimedWait][self.rng.below(3)];
                self.answer(writer, op, &[at(SEMAPHORE)]);
            }
            5 => {
                let value = writer.sync(SemGetValue, &[at(SEMAPHORE)])[1];
                writer.known.push(value.into());
            }
            6 => drop(self.answer(writer, BarrierWait, &[at(BARRIER)])),
            7 => {
                let op = [CondWait, CondTimedWait][self.rng.below(2)];
                writer.sync(MutexLock, &[at(MUTEX)]);
                self.answer(writer, op, &[at(CONDITION), at(MUTEX)]);
                self.body(writer, &[], 2);
                writer.sync(MutexUnlock, &[at(MUTEX)]);
            }
            8 => {
                let op = [CondSignal, CondBroadcast][self.rng.below(2)];
                self.answer(writer, op, &[at(CONDITION)]);
            }
            _ => {
                let first = Operand::from(writer.sync(OnceBegin, &[at(ONCE)])[0]);
                let flag = writer.push(Op::Cast { op: CastOp::ZExt, a: first }, &[Ty::I32])[0];
                writer.known.push(flag.into());
                let other = Op::Binary { op: BinaryOp::Xor, a: flag.into(), b: Operand::i32(1) };
                let other = Operand::from(writer.push(other, &[Ty::I32])[0]);
                self.if_zero(writer, other, (OnceEnd, ONCE));
            }
        }
    }

    /// Sometimes `assert(0)`.
    fn assertion(&mut self, writer: &mut Writer) {
        let cond = if self.rng.once_in(3) { Operand::FALSE } else { self.condition(writer) };
        let message = self.n_assertions.to_string().into();
        self.n_assertions += 1;
        writer.push(Op::Assert { cond, kind: AssertKind::Assert, message }, &[]);
    }

    fn branch(&mut self, writer: &mut Writer, starts: &[FuncId], depth: u32) {
        let cond = self.condition(writer);
        let n_known = writer.known.len();
        let (then, after) = (writer.function.new_block(), writer.function.new_block());
        let from = writer.at;
        writer.at = then;
        // `if (input) assert(0)` more often than chance would have it.
        match self.rng.once_in(3) {
            true => self.assertion(writer),
            false => self.body(writer, starts, depth + 1),
        }
        writer.known.truncate(n_known);
        writer.go_on_in(after);
        let term = Term::Branch { cond, then: Target::new(then), other: Target::new(after) };
        writer.function.blocks[from].term = term;
    }

    /// Starts a thread, at times waits for it, at times starts another of it in a second round.
    fn start(&mut self, writer: &mut Writer, starts: &[FuncId]) {
        let function = Operand::Func(starts[self.rng.below(starts.len())]);
        if self.rng.once_in(4) {
            return self.start_in_a_loop(writer, function);
        }
        let handle = writer.sync(SyncOp::ThreadCreate, &[function, Operand::NULL])[0];
        if self.rng.once_in(3) {
            self.body(writer, &[], 2);
            writer.sync(SyncOp::ThreadJoin, &[handle.into()]);
        }
    }

    fn start_in_a_loop(&mut self, writer: &mut Writer, function: Operand) {
        let (head, after) = (writer.function.new_block(), writer.function.new_block());
        let round = writer.function.add_block_param(head, Ty::I32);
        let first = Target { block: head, args: [Operand::i32(0)].into_iter().collect() };
        writer.function.blocks[writer.at].term = Term::Jump(first);
        writer.at = head;
        writer.sync(SyncOp::ThreadCreate, &[function, Operand::NULL]);
        let add = Op::Binary { op: BinaryOp::Add, a: round.into(), b: Operand::i32(1) };
        let next = Operand::from(writer.push(add, &[Ty::I32])[0]);
        let less = Op::Compare { op: CompareOp::Slt, a: next, b: Operand::i32(2) };
        let cond = Operand::from(writer.push(less, &[Ty::BOOL])[0]);
        let again = Target { block: head, args: [next].into_iter().collect() };
        writer.function.blocks[head].term = Term::Branch { cond, then: again, other: Target::new(after) };
        writer.at = after;
    }

    fn program(&mut self, seed: u64) -> Program {
        let mut program = Program::new(format!("silent{seed}"));
        let sizes = [("x", 4), ("y", 4), ("m", 40), ("w", 56), ("s", 32), ("b", 32), ("c", 48), ("o", 4)];
        program.globals = sizes.map(|(name, size)| global(name, size)).into_iter().collect();
        for number in 0..N_THREADS {
            let mut writer = Writer::new(format!("f{number}"), Ty::Ptr);
            writer.function.add_param(Ty::Ptr);
            // Threads start only threads of functions before theirs.
            let starts: Vec<FuncId> = (0..number as u32).map(FuncId).collect();
            let starts = if self.rng.once_in(3) { &starts[..] } else { &[] };
            self.body(&mut writer, starts, 0);
            writer.function.blocks[writer.at].term = Term::Return([Operand::NULL].into_iter().collect());
            program.functions.push(writer.function);
        }
        let mut writer = Writer::new("main".into(), Ty::I32);
        if self.objects {
            let mut make = |op, id, number: usize| {
                writer.sync(op, &[at(id), Operand::i32(number as i32)]);
            };
            make(SyncOp::MutexInit, MUTEX, self.rng.below(3));
            make(SyncOp::BarrierInit, BARRIER, 1 + self.rng.below(2));
            make(SyncOp::SemInit, SEMAPHORE, [0, 1, i32::MAX as usize][self.rng.below(3)]);
        }
        let starts: Vec<FuncId> = (0..N_THREADS as u32).map(FuncId).collect();
        for _ in 0..1 + self.rng.below(2) {
            self.body(&mut writer, &starts, 0);
            self.start(&mut writer, &starts);
        }
        self.body(&mut writer, &starts, 0);
        writer.function.blocks[writer.at].term = Term::Return([Operand::i32(0)].into_iter().collect());
        program.entry = program.functions.push(writer.function);
        program
    }
}

/// All bytes zero: for a mutex, a static initialiser.
fn global(name: &str, size: u64) -> Global {
    let (init, span) = (Init::default(), Span::NONE);
    Global { name: name.into(), size, align: 8, thread_local: false, constant: false, init, span }
}

/// The program with its inputs given as bits of a number.
fn with_inputs(program: &Program, inputs: u32) -> Program {
    let mut program = program.clone();
    for function in program.functions.iter_mut() {
        for inst in function.blocks.iter_mut().flat_map(|block| &mut block.insts) {
            if let Op::Nondet { kind: NondetKind::Input(name) } = &inst.op {
                let bit = inputs >> name.parse::<u32>().unwrap_or(0) & 1;
                let (a, b) = (Operand::i32(bit as i32), Operand::i32(0));
                inst.op = Op::Binary { op: BinaryOp::Add, a, b };
            }
        }
    }
    program
}

/// The messages of assertions that can fail; `None`: too large to say.
fn failing(program: &Program, n_inputs: u32) -> Option<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    for inputs in 0..1 << n_inputs {
        let outcomes = explore_sc(&with_inputs(program, inputs), 3_000).ok()?;
        found.extend(outcomes.endings.into_iter().filter_map(|ending| match ending {
            Ending::Failure(message) => Some(message),
            _ => None,
        }));
    }
    Some(found)
}

fn configs() -> Vec<ProveConfig> {
    let of = |model, interference| ProveConfig { interference, ..ProveConfig::new(model) };
    let states = of(Model::SC, Interference::States);
    vec![
        of(Model::SC, Interference::Datalog),
        of(Model::SC, Interference::Model),
        states.clone(),
        of(Model::TSO, Interference::States),
        of(Model::PSO, Interference::States),
        ProveConfig { max_numbers: 0, ..states.clone() },
        ProveConfig { count_to: Some(1), ..states },
    ]
}

fn seeds() -> std::ops::Range<u64> {
    let asked = std::env::var("SELVEDGE_SEEDS").ok();
    let range = asked.as_deref().and_then(|text| text.split_once(".."));
    if let Some((Ok(from), Ok(to))) = range.map(|(from, to)| (from.parse(), to.parse())) {
        return from..to;
    }
    0..if std::env::var_os("SELVEDGE_FULL").is_some() { PROGRAMS_IN_FULL } else { PROGRAMS }
}

#[test]
fn what_can_fail_is_never_proved_whatever_threads_do_unseen() {
    never_proved_wrongly(false);
}

#[test]
fn what_can_fail_is_never_proved_whatever_objects_answer() {
    never_proved_wrongly(true);
}

fn never_proved_wrongly(objects: bool) {
    let (mut bogus, mut n_asked, mut n_failing, mut n_proved) = (Vec::new(), 0, 0, 0);
    for seed in seeds() {
        let mut maker = Maker { rng: Rng::new(seed), n_inputs: 0, n_assertions: 0, objects };
        let program = maker.program(seed);
        if maker.n_assertions == 0 {
            continue;
        }
        let Some(failing) = failing(&program, maker.n_inputs) else { continue };
        n_asked += 1;
        n_failing += u32::from(!failing.is_empty());
        for (index, config) in configs().iter().enumerate() {
            for assertion in prove(&program, config).assertions.iter().filter(|known| known.is_proved()) {
                n_proved += 1;
                if failing.contains(&*assertion.message) {
                    bogus.push(format!("seed {seed}, method {index}, assertion {}", assertion.message));
                }
            }
        }
    }
    println!("{n_asked} programs, {n_failing} of which can fail; {n_proved} proofs");
    assert!(bogus.is_empty(), "{} bogus proofs:\n{}", bogus.len(), bogus.join("\n"));
    assert!(n_failing * 5 > n_asked && n_proved > n_asked, "too little is tested");
}
