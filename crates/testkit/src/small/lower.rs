//! Small programs as IR: `main` starts the threads in order, joins them in order and returns 0, as for litmus tests.

use super::{Final, SmallProgram, Stmt, Value, mutex_name, variable_name};
use ir::{
    Access, BinaryOp, BlockId, CastOp, CompareOp, FinalCondition, FuncId, Function, Global, GlobalId, Init,
    Inst, Observable, Op, Operand, Order, Program, Prop, Quantifier, RmwOp, Span, SyncOp, Target, Term, Ty,
    ValueId,
};
use smallvec::{SmallVec, smallvec};

impl SmallProgram {
    /// The program as IR, with the question as an `exists` condition over all variables and registers.
    pub fn to_program(&self) -> Program {
        let mut program = Program::new(self.name.as_str());
        program.intern_file(&format!("{}.litmus", self.name));
        let variables = (0..self.n_variables).map(|variable| global(variable_name(variable), 4));
        let mutexes = (0..self.n_mutexes()).map(|mutex| global(mutex_name(mutex), 40));
        program.globals = variables.chain(mutexes).collect();
        for (number, body) in self.threads.iter().enumerate() {
            let function = ThreadBuilder::build(number, body, self.n_registers(number), self.n_variables);
            program.functions.push(function);
        }
        program.entry = program.functions.push(main_function(self.threads.len()));
        program.condition = Some(self.condition());
        program
    }

    fn condition(&self) -> FinalCondition {
        let memory = |variable: usize| Observable::Memory {
            global: GlobalId(variable as u32),
            offset: 0,
            ty: Ty::I32,
            name: variable_name(variable).into(),
        };
        let named =
            |thread: usize, register: usize| Observable::Register { name: register_name(thread, register) };
        let parts = self.question.iter().map(|part| match *part {
            Final::Variable { variable, value } => Prop::Equals(memory(variable), value.into()),
            Final::Register { thread, register, value } => {
                Prop::Equals(named(thread, register), value.into())
            }
        });
        let registers =
            (0..self.threads.len()).flat_map(|t| (0..self.n_registers(t)).map(move |r| named(t, r)));
        FinalCondition {
            quantifier: Quantifier::Exists,
            prop: Prop::And(parts.collect()),
            observed: (0..self.n_variables).map(memory).chain(registers).collect(),
        }
    }
}

/// All bytes zero: for a mutex, a static initialiser.
fn global(name: String, size: u64) -> Global {
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

fn register_name(thread: usize, register: usize) -> std::sync::Arc<str> {
    format!("{thread}:r{register}").into()
}

fn main_function(n_threads: usize) -> Function {
    let mut function = Function::new("main");
    function.results = vec![Ty::I32];
    let block = function.new_block();
    let mut handles = Vec::new();
    for thread in 0..n_threads {
        let handle = function.new_value(Ty::I64);
        let args = smallvec![Operand::Func(FuncId(thread as u32)), Operand::NULL];
        push(&mut function, block, Op::Sync { op: SyncOp::ThreadCreate, args }, smallvec![handle]);
        handles.push(handle);
    }
    for handle in handles {
        let results = smallvec![function.new_value(Ty::I32), function.new_value(Ty::Ptr)];
        let op = Op::Sync { op: SyncOp::ThreadJoin, args: smallvec![Operand::Value(handle)] };
        push(&mut function, block, op, results);
    }
    function.blocks[block].term = Term::Return(smallvec![Operand::i32(0)]);
    function
}

fn push(function: &mut Function, block: BlockId, op: Op, results: SmallVec<[ValueId; 1]>) {
    function.blocks[block].insts.push(Inst { op, results, span: Span::NONE });
}

struct ThreadBuilder {
    function: Function,
    block: BlockId,
    registers: Vec<Operand>,
    /// Mutexes come behind the variables.
    first_mutex: usize,
}

impl ThreadBuilder {
    fn build(number: usize, body: &[Stmt], n_registers: usize, first_mutex: usize) -> Function {
        let mut function = Function::new(format!("P{number}"));
        function.add_param(Ty::Ptr);
        let block = function.new_block();
        let registers = vec![Operand::i32(0); n_registers];
        let mut builder = ThreadBuilder { function, block, registers, first_mutex };
        builder.body(body);
        for (register, value) in builder.registers.clone().into_iter().enumerate() {
            let op = Op::Observe { name: register_name(number, register), value };
            push(&mut builder.function, builder.block, op, smallvec![]);
        }
        builder.function.blocks[builder.block].term = Term::Return(smallvec![]);
        builder.function
    }

    fn emit(&mut self, op: Op, ty: Ty) -> Operand {
        let value = self.function.new_value(ty);
        push(&mut self.function, self.block, op, smallvec![value]);
        Operand::Value(value)
    }
    fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        self.emit(Op::Binary { op, a, b }, Ty::I32)
    }
    /// 0, but syntactically from the register.
    fn zero_of(&mut self, register: usize) -> Operand {
        let value = self.registers[register];
        self.binary(BinaryOp::Xor, value, value)
    }
    fn address(&mut self, variable: usize, from: Option<usize>) -> Operand {
        let base = Operand::Global { id: GlobalId(variable as u32), offset: 0 };
        let Some(register) = from else { return base };
        let zero = self.zero_of(register);
        let offset = self.emit(Op::Cast { op: CastOp::SExt, a: zero }, Ty::I64);
        self.emit(Op::PtrAdd { base, offset }, Ty::Ptr)
    }
    fn value(&mut self, value: Value) -> Operand {
        match value {
            Value::Const(value) => Operand::i32(value),
            Value::Tainted { value, register } => {
                let zero = self.zero_of(register);
                self.binary(BinaryOp::Add, Operand::i32(value), zero)
            }
            Value::Register { register, plus: 0 } => self.registers[register],
            Value::Register { register, plus } => {
                let value = self.registers[register];
                self.binary(BinaryOp::Add, value, Operand::i32(plus))
            }
        }
    }

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            self.statement(stmt);
        }
    }

    fn statement(&mut self, stmt: &Stmt) {
        let access = |variable: usize, order: Order| {
            Access::plain(Ty::I32).with_order(order).at(variable_name(variable))
        };
        match *stmt {
            Stmt::Load { register, variable, order, address_from } => {
                let addr = self.address(variable, address_from);
                self.registers[register] =
                    self.emit(Op::Load { access: access(variable, order), addr }, Ty::I32);
            }
            Stmt::Store { variable, value, order, address_from } => {
                let value = self.value(value);
                let addr = self.address(variable, address_from);
                let op = Op::Store { access: access(variable, order), addr, value };
                push(&mut self.function, self.block, op, smallvec![]);
            }
            Stmt::Exchange { register, variable, value, order } => {
                let op = self.rmw(RmwOp::Xchg, access(variable, order), variable, value);
                self.registers[register] = self.emit(op, Ty::I32);
            }
            Stmt::FetchAdd { register, variable, value, order } => {
                let op = self.rmw(RmwOp::Add, access(variable, order), variable, value);
                self.registers[register] = self.emit(op, Ty::I32);
            }
            Stmt::CompareExchange { register, variable, expected, desired, order } => {
                let failure =
                    if order == Order::Plain { Order::Relaxed } else { super::render::failure_order(order) };
                let op = Op::CompareExchange {
                    access: access(variable, order),
                    failure,
                    addr: self.address(variable, None),
                    expected: Operand::i32(expected),
                    desired: Operand::i32(desired),
                    weak: false,
                };
                let (old, success) = (self.function.new_value(Ty::I32), self.function.new_value(Ty::BOOL));
                push(&mut self.function, self.block, op, smallvec![old, success]);
                self.registers[register] = Operand::Value(old);
            }
            Stmt::Fence { bits } => push(&mut self.function, self.block, Op::Fence { bits }, smallvec![]),
            Stmt::Lock { mutex } => self.mutex(SyncOp::MutexLock, mutex),
            Stmt::Unlock { mutex } => self.mutex(SyncOp::MutexUnlock, mutex),
            Stmt::If { register, equals, ref body } => self.branch(register, equals, body),
        }
    }

    fn mutex(&mut self, op: SyncOp, mutex: usize) {
        let object = Operand::Global { id: GlobalId((self.first_mutex + mutex) as u32), offset: 0 };
        self.emit(Op::Sync { op, args: smallvec![object] }, Ty::I32);
    }
    fn rmw(&mut self, op: RmwOp, access: Access, variable: usize, value: i32) -> Op {
        Op::Rmw { access, op, addr: self.address(variable, None), value: Operand::i32(value) }
    }

    /// All registers become parameters of the block where the two ways meet.
    fn branch(&mut self, register: usize, equals: i32, body: &[Stmt]) {
        let (a, b) = (self.registers[register], Operand::i32(equals));
        let cond = self.emit(Op::Compare { op: CompareOp::Eq, a, b }, Ty::BOOL);
        let (inside, join) = (self.function.new_block(), self.function.new_block());
        let around = Target { block: join, args: self.registers.iter().copied().collect() };
        self.function.blocks[self.block].term =
            Term::Branch { cond, then: Target::new(inside), other: around };
        self.block = inside;
        self.body(body);
        let through = Target { block: join, args: self.registers.iter().copied().collect() };
        self.function.blocks[self.block].term = Term::Jump(through);
        self.block = join;
        for register in 0..self.registers.len() {
            self.registers[register] = Operand::Value(self.function.add_block_param(join, Ty::I32));
        }
    }
}
