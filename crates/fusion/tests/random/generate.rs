//! Random small programs with threads, as IR: accesses, branches, and one or two kinds of synchronisation.

use interp::Random;
use ir::{
    Access, BinaryOp, BlockId, CastOp, CompareOp, FileId, FuncId, Function, Global, GlobalId, Init, Inst, Op,
    Operand, Order, Program, RmwOp, Span, SyncOp, Target, Term, Ty, ValueId,
};
use smallvec::{SmallVec, smallvec};

const X: GlobalId = GlobalId(0);
const ARRAY: GlobalId = GlobalId(2);
const POINTER: GlobalId = GlobalId(3);
const MUTEX: GlobalId = GlobalId(4);
const RW: GlobalId = GlobalId(6);
const SEMAPHORE: GlobalId = GlobalId(7);
const COND: GlobalId = GlobalId(8);
const BARRIER: GlobalId = GlobalId(9);
const N_REGISTERS: usize = 2;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Feature {
    Plain,
    Mutex,
    TryLock,
    ReadWrite,
    Semaphore,
    Condition,
    Barrier,
    Section,
    Array,
    Pointer,
}

const FEATURES: [Feature; 10] = [
    Feature::Plain,
    Feature::Mutex,
    Feature::TryLock,
    Feature::ReadWrite,
    Feature::Semaphore,
    Feature::Condition,
    Feature::Barrier,
    Feature::Section,
    Feature::Array,
    Feature::Pointer,
];

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut random = Random::new(seed);
    let mut program = Program::new(format!("random{seed}"));
    program.intern_file("random.c");
    let sizes =
        [("x", 4), ("y", 4), ("a", 16), ("p", 8), ("m", 40), ("n", 40), ("rw", 56), ("s", 32), ("c", 48)];
    let named = sizes.into_iter().chain([("b", 32)]);
    program.globals = named.map(|(name, size)| global(name, size)).collect();
    program.globals[POINTER].init.relocations =
        vec![ir::Relocation { offset: 0, target: Operand::Global { id: X, offset: 0 } }];
    program.globals[POINTER].init.bytes = vec![0; 8];
    let n_threads = 2 + random.below(2);
    let features = [FEATURES[random.below(10) as usize], FEATURES[random.below(10) as usize]];
    let mut line = 100;
    for thread in 0..n_threads {
        let budget = if n_threads == 2 { 3 + random.below(3) } else { 2 + random.below(2) };
        let mut maker = Maker::new(&mut random, thread, features, line);
        maker.body(budget, thread == 0);
        line = maker.line;
        let function = maker.finish();
        program.functions.push(function);
    }
    let count = 1 + random.below(2);
    program.entry = program.functions.push(main(n_threads, count, &features));
    program
}

fn global(name: &str, size: u64) -> Global {
    Global {
        name: name.into(),
        size,
        align: 8,
        thread_local: false,
        constant: false,
        init: Init::default(),
        span: Span::NONE,
    }
}

fn at(line: u32) -> Span {
    Span::new(FileId(0), line, 1)
}
fn address(id: GlobalId) -> Operand {
    Operand::Global { id, offset: 0 }
}

/// Initialises, starts all threads, joins all.
fn main(n_threads: u64, count: u64, features: &[Feature]) -> Function {
    let mut function = Function::new("main");
    function.results = vec![Ty::I32];
    let block = function.new_block();
    let mut line = 1;
    let mut push = |function: &mut Function, op: SyncOp, args: SmallVec<[Operand; 2]>| {
        let results =
            op.results().iter().map(|&ty| function.new_value(ty)).collect::<SmallVec<[ValueId; 1]>>();
        let first = results.first().copied();
        line += 1;
        function.blocks[block].insts.push(Inst { op: Op::Sync { op, args }, results, span: at(line) });
        first
    };
    if features.contains(&Feature::Semaphore) {
        let args = smallvec![address(SEMAPHORE), Operand::i32(count as i32 - 1)];
        push(&mut function, SyncOp::SemInit, args);
    }
    if features.contains(&Feature::Barrier) {
        push(&mut function, SyncOp::BarrierInit, smallvec![address(BARRIER), Operand::i32(2)]);
    }
    let mut handles = Vec::new();
    for thread in 0..n_threads {
        let args = smallvec![Operand::Func(FuncId(thread as u32)), Operand::NULL];
        handles.extend(push(&mut function, SyncOp::ThreadCreate, args));
    }
    for handle in handles {
        push(&mut function, SyncOp::ThreadJoin, smallvec![Operand::Value(handle)]);
    }
    function.blocks[block].term = Term::Return(smallvec![Operand::i32(0)]);
    function
}

struct Maker<'r> {
    random: &'r mut Random,
    function: Function,
    block: BlockId,
    registers: Vec<Operand>,
    features: [Feature; 2],
    line: u32,
    thread: u64,
}

impl<'r> Maker<'r> {
    fn new(random: &'r mut Random, thread: u64, features: [Feature; 2], line: u32) -> Self {
        let mut function = Function::new(format!("thread{thread}"));
        function.add_param(Ty::Ptr);
        let block = function.new_block();
        Maker {
            random,
            function,
            block,
            registers: vec![Operand::i32(0); N_REGISTERS],
            features,
            line,
            thread,
        }
    }
    fn finish(mut self) -> Function {
        self.function.blocks[self.block].term = Term::Return(smallvec![]);
        self.function
    }

    fn emit(&mut self, op: Op, types: &[Ty]) -> Vec<Operand> {
        self.line += 1;
        let results: SmallVec<[ValueId; 1]> = types.iter().map(|&ty| self.function.new_value(ty)).collect();
        let operands = results.iter().map(|&value| Operand::Value(value)).collect();
        self.function.blocks[self.block].insts.push(Inst { op, results, span: at(self.line) });
        operands
    }
    fn one(&mut self, op: Op, ty: Ty) -> Operand {
        self.emit(op, &[ty])[0]
    }
    fn sync(&mut self, op: SyncOp, args: &[GlobalId]) -> Operand {
        let args = args.iter().map(|&id| address(id)).collect();
        let results = self.emit(Op::Sync { op, args }, op.results());
        results.first().copied().unwrap_or(Operand::i32(0))
    }

    fn body(&mut self, budget: u64, marked: bool) {
        let marked = marked || self.random.below(2) == 0;
        if marked {
            self.emit(Op::TransactionBegin, &[]);
        }
        let mut left = budget as i64;
        while left > 0 {
            let feature = self.features[self.random.below(2) as usize];
            left -= if self.random.below(2) == 0 { self.feature(feature) } else { self.plain() };
        }
        if marked {
            self.emit(Op::TransactionEnd, &[]);
        }
    }

    fn variable(&mut self) -> GlobalId {
        GlobalId(self.random.below(2) as u32)
    }
    fn register(&mut self) -> usize {
        self.random.below(N_REGISTERS as u64) as usize
    }
    fn number(&mut self) -> Operand {
        Operand::i32(self.random.below(3) as i32)
    }

    fn load(&mut self, addr: Operand) {
        let value = self.one(Op::Load { access: Access::plain(Ty::I32), addr }, Ty::I32);
        let register = self.register();
        self.registers[register] = value;
    }
    fn store(&mut self, addr: Operand) {
        let value = if self.random.below(2) == 0 {
            self.number()
        } else {
            let (a, b) = (self.registers[self.random.below(N_REGISTERS as u64) as usize], self.number());
            self.one(Op::Binary { op: BinaryOp::Add, a, b }, Ty::I32)
        };
        self.emit(Op::Store { access: Access::plain(Ty::I32), addr, value }, &[]);
    }
    fn access(&mut self) {
        let addr = address(self.variable());
        if self.random.below(2) == 0 { self.load(addr) } else { self.store(addr) }
    }

    fn plain(&mut self) -> i64 {
        let addr = address(self.variable());
        match self.random.below(8) {
            0..=1 => self.load(addr),
            2..=3 => self.store(addr),
            4 => {
                let (access, value) = (Access::plain(Ty::I32).with_order(Order::SeqCst), self.number());
                let old = self.one(Op::Rmw { access, op: RmwOp::Add, addr, value }, Ty::I32);
                let register = self.register();
                self.registers[register] = old;
            }
            5 => {
                let access = Access::plain(Ty::I32).with_order(Order::SeqCst);
                let (expected, desired) = (self.number(), self.number());
                let failure = Order::SeqCst;
                let op = Op::CompareExchange { access, failure, addr, expected, desired, weak: false };
                let results = self.emit(op, &[Ty::I32, Ty::BOOL]);
                let register = self.register();
                self.registers[register] = results[0];
            }
            _ => self.branch(),
        }
        1
    }

    fn branch(&mut self) {
        let (register, number) = (self.register(), self.number());
        let a = self.registers[register];
        let op = [CompareOp::Eq, CompareOp::Ne, CompareOp::Slt][self.random.below(3) as usize];
        let cond = self.one(Op::Compare { op, a, b: number }, Ty::BOOL);
        self.when(cond, |maker| maker.access());
    }
    fn when(&mut self, cond: Operand, inside: impl FnOnce(&mut Self)) {
        let (then, join) = (self.function.new_block(), self.function.new_block());
        let around = Target { block: join, args: self.registers.iter().copied().collect() };
        self.function.blocks[self.block].term = Term::Branch { cond, then: Target::new(then), other: around };
        self.block = then;
        inside(self);
        let through = Target { block: join, args: self.registers.iter().copied().collect() };
        self.function.blocks[self.block].term = Term::Jump(through);
        self.block = join;
        for register in 0..N_REGISTERS {
            self.registers[register] = Operand::Value(self.function.add_block_param(join, Ty::I32));
        }
    }

    /// What it costs of the thread's budget.
    fn feature(&mut self, feature: Feature) -> i64 {
        match feature {
            Feature::Plain => return self.plain(),
            Feature::Mutex => {
                let lock = GlobalId(MUTEX.0 + self.random.below(2) as u32);
                self.sync(SyncOp::MutexLock, &[lock]);
                self.access();
                if self.random.below(2) == 0 {
                    self.access();
                }
                self.sync(SyncOp::MutexUnlock, &[lock]);
            }
            Feature::TryLock => {
                if self.random.below(2) == 0 {
                    return self.feature(Feature::Mutex);
                }
                let status = self.sync(SyncOp::MutexTryLock, &[MUTEX]);
                let cond =
                    self.one(Op::Compare { op: CompareOp::Eq, a: status, b: Operand::i32(0) }, Ty::BOOL);
                self.when(cond, |maker| {
                    maker.access();
                    maker.sync(SyncOp::MutexUnlock, &[MUTEX]);
                });
            }
            Feature::ReadWrite => {
                let shared = self.random.below(2) == 0;
                self.sync(if shared { SyncOp::RwReadLock } else { SyncOp::RwWriteLock }, &[RW]);
                let addr = address(self.variable());
                if shared {
                    self.load(addr)
                } else {
                    self.store(addr)
                }
                self.sync(SyncOp::RwUnlock, &[RW]);
            }
            Feature::Semaphore => {
                let op = [SyncOp::SemWait, SyncOp::SemPost, SyncOp::SemPost, SyncOp::SemTryWait];
                let op = op[self.random.below(4) as usize];
                self.sync(op, &[SEMAPHORE]);
                return 1;
            }
            Feature::Condition => {
                self.sync(SyncOp::MutexLock, &[MUTEX]);
                match self.random.below(4) {
                    0 => self.sync(SyncOp::CondBroadcast, &[COND]),
                    1 if self.thread > 0 => self.sync(SyncOp::CondSignal, &[COND]),
                    _ if self.thread == 0 => self.sync(SyncOp::CondWait, &[COND, MUTEX]),
                    _ => self.sync(SyncOp::CondSignal, &[COND]),
                };
                self.sync(SyncOp::MutexUnlock, &[MUTEX]);
            }
            Feature::Barrier => {
                let status = self.sync(SyncOp::BarrierWait, &[BARRIER]);
                if self.random.below(2) == 0 {
                    let register = self.register();
                    self.registers[register] = status;
                }
                return 1;
            }
            Feature::Section => {
                self.emit(Op::AtomicBegin, &[]);
                self.access();
                if self.random.below(3) == 0 {
                    self.branch()
                } else {
                    self.access()
                }
                self.emit(Op::AtomicEnd, &[]);
            }
            Feature::Array => {
                let index = self.registers[self.random.below(N_REGISTERS as u64) as usize];
                let masked = Op::Binary { op: BinaryOp::And, a: index, b: Operand::i32(3) };
                let index = self.one(masked, Ty::I32);
                let wide = self.one(Op::Cast { op: CastOp::ZExt, a: index }, Ty::I64);
                let offset = Op::Binary { op: BinaryOp::Mul, a: wide, b: Operand::i64(4) };
                let offset = self.one(offset, Ty::I64);
                let addr = self.one(Op::PtrAdd { base: address(ARRAY), offset }, Ty::Ptr);
                if self.random.below(2) == 0 {
                    self.load(addr)
                } else {
                    self.store(addr)
                }
                return 1;
            }
            Feature::Pointer => {
                if self.random.below(2) == 0 {
                    let value = address(self.variable());
                    let access = Access::plain(Ty::Ptr);
                    self.emit(Op::Store { access, addr: address(POINTER), value }, &[]);
                    return 1;
                }
                let addr =
                    self.one(Op::Load { access: Access::plain(Ty::Ptr), addr: address(POINTER) }, Ty::Ptr);
                if self.random.below(2) == 0 { self.load(addr) } else { self.store(addr) }
            }
        }
        2
    }
}
