//! A tiny builder of programs, and ways to run them.

use interp::*;
use ir::*;
use std::sync::Arc;

/// A function under construction; instructions go to the current block.
pub struct Fun {
    pub function: Function,
    pub block: BlockId,
    line: u32,
}

impl Fun {
    pub fn new(name: &str) -> Fun {
        let mut function = Function::new(name);
        let block = function.new_block();
        Fun { function, block, line: 0 }
    }
    pub fn param(&mut self, ty: Ty) -> Operand {
        self.function.add_param(ty).into()
    }
    pub fn results(&mut self, results: &[Ty]) {
        self.function.results = results.to_vec();
    }
    pub fn new_block(&mut self) -> BlockId {
        self.function.new_block()
    }
    pub fn block_param(&mut self, block: BlockId, ty: Ty) -> Operand {
        self.function.add_block_param(block, ty).into()
    }
    pub fn at(&mut self, block: BlockId) {
        self.block = block;
    }
    pub fn multi(&mut self, op: Op, results: &[Ty]) -> Vec<Operand> {
        self.line += 1;
        let results: Vec<ValueId> = results.iter().map(|&ty| self.function.new_value(ty)).collect();
        let span = Span::new(FileId(0), self.line, 1);
        self.function.blocks[self.block].insts.push(Inst {
            op,
            results: results.iter().copied().collect(),
            span,
        });
        results.into_iter().map(Operand::from).collect()
    }
    pub fn val(&mut self, op: Op, ty: Ty) -> Operand {
        self.multi(op, &[ty])[0]
    }
    pub fn act(&mut self, op: Op) {
        self.multi(op, &[]);
    }
    pub fn term(&mut self, term: Term) {
        let block = &mut self.function.blocks[self.block];
        block.term = term;
        block.span = Span::new(FileId(0), 900 + self.block.0, 1);
    }

    pub fn load(&mut self, ty: Ty, addr: Operand) -> Operand {
        self.val(Op::Load { access: Access::plain(ty), addr }, ty)
    }
    pub fn store(&mut self, ty: Ty, addr: Operand, value: Operand) {
        self.act(Op::Store { access: Access::plain(ty), addr, value });
    }
    pub fn binary(&mut self, op: BinaryOp, a: Operand, b: Operand) -> Operand {
        let ty = self.function.operand_ty(a);
        self.val(Op::Binary { op, a, b }, ty)
    }
    pub fn compare(&mut self, op: CompareOp, a: Operand, b: Operand) -> Operand {
        self.val(Op::Compare { op, a, b }, Ty::BOOL)
    }
    pub fn offset(&mut self, base: Operand, offset: i64) -> Operand {
        self.val(Op::PtrAdd { base, offset: Operand::i64(offset) }, Ty::Ptr)
    }
    pub fn alloca(&mut self, size: i64, name: &str) -> Operand {
        self.val(Op::Alloca { size: Operand::i64(size), align: 8, name: Some(name.into()) }, Ty::Ptr)
    }
    pub fn sync(&mut self, op: SyncOp, args: &[Operand]) -> Vec<Operand> {
        self.multi(Op::Sync { op, args: args.iter().copied().collect() }, op.results())
    }
    pub fn print(&mut self, func: PrintFn, args: &[Operand]) -> Operand {
        self.val(Op::Print { func, args: args.iter().copied().collect() }, Ty::I32)
    }
    pub fn call(&mut self, callee: Callee, args: &[Operand], results: &[Ty]) -> Vec<Operand> {
        self.multi(Op::Call { callee, args: args.iter().copied().collect() }, results)
    }
    pub fn observe(&mut self, name: &str, value: Operand) {
        self.act(Op::Observe { name: name.into(), value });
    }
    pub fn assert_equal(&mut self, a: Operand, b: Operand, message: &str) {
        let cond = self.compare(CompareOp::Eq, a, b);
        self.act(Op::Assert { cond, kind: AssertKind::Assert, message: message.into() });
    }
    pub fn jump(&mut self, block: BlockId, args: &[Operand]) {
        self.term(Term::Jump(target(block, args)));
    }
    pub fn branch(&mut self, cond: Operand, then: BlockId, other: BlockId) {
        self.term(Term::Branch { cond, then: target(then, &[]), other: target(other, &[]) });
    }
    pub fn ret(&mut self, values: &[Operand]) {
        self.term(Term::Return(values.iter().copied().collect()));
    }
}

pub fn target(block: BlockId, args: &[Operand]) -> Target {
    Target { block, args: args.iter().copied().collect() }
}

/// A program under construction.
pub struct Prog {
    pub program: Program,
}

impl Prog {
    pub fn new() -> Prog {
        let mut program = Program::new("test");
        program.intern_file("test.c");
        Prog { program }
    }
    pub fn global(&mut self, name: &str, size: u64, bytes: &[u8]) -> Operand {
        self.global_with(name, size, bytes, |_| {})
    }
    pub fn constant(&mut self, name: &str, bytes: &[u8]) -> Operand {
        self.global_with(name, bytes.len() as u64, bytes, |global| global.constant = true)
    }
    pub fn global_with(
        &mut self,
        name: &str,
        size: u64,
        bytes: &[u8],
        change: impl FnOnce(&mut Global),
    ) -> Operand {
        let mut global = Global {
            name: name.into(),
            size,
            align: 8,
            thread_local: false,
            constant: false,
            init: Init { bytes: bytes.to_vec(), relocations: vec![] },
            span: Span::NONE,
        };
        change(&mut global);
        Operand::Global { id: self.program.globals.push(global), offset: 0 }
    }
    pub fn string(&mut self, text: &str) -> Operand {
        let bytes: Vec<u8> = text.bytes().chain([0]).collect();
        self.constant("string", &bytes)
    }
    pub fn add(&mut self, fun: Fun) -> FuncId {
        self.program.functions.push(fun.function)
    }
    /// The finished program with this function as its entry.
    pub fn finish(mut self, main: Fun) -> Program {
        self.program.entry = self.add(main);
        verify::verify(&self.program).expect("the test program is valid IR");
        self.program
    }
}

/// A main function of `int main()` shape that the closure fills; returns 0.
pub fn main_fun(fill: impl FnOnce(&mut Fun)) -> Fun {
    let mut main = Fun::new("main");
    main.results(&[Ty::I32]);
    fill(&mut main);
    main.ret(&[Operand::i32(0)]);
    main
}

/// A thread function `void *f(void *)` that the closure fills; returns its argument.
pub fn thread_fun(name: &str, fill: impl FnOnce(&mut Fun, Operand)) -> Fun {
    let mut fun = Fun::new(name);
    fun.results(&[Ty::Ptr]);
    let argument = fun.param(Ty::Ptr);
    fill(&mut fun, argument);
    fun.ret(&[argument]);
    fun
}

pub fn world(program: &Program) -> World {
    world_with(program, WorldConfig { record: Some(100_000), ..WorldConfig::default() })
}
pub fn world_with(program: &Program, config: WorldConfig) -> World {
    let options = MachineOptions { dependencies: true, max_steps: 10_000_000, ..MachineOptions::default() };
    World::new(Arc::new(Machine::with_options(Arc::new(program.clone()), options)), config)
}

/// Runs to the end, always taking the first choice; what was printed comes with it.
pub fn finish(mut world: World) -> (World, String) {
    let mut printed = Vec::new();
    while world.is_running() {
        let choice = world.choices()[0];
        world.step(choice).expect("a choice that was offered");
        world.take_output().iter().for_each(|(_, bytes)| printed.extend_from_slice(bytes));
    }
    (world, String::from_utf8_lossy(&printed).into_owned())
}

/// Every execution: all final worlds.
pub fn explore(world: World) -> Vec<World> {
    let mut stack = vec![world];
    let mut finals = Vec::new();
    while let Some(world) = stack.pop() {
        for choice in world.choices() {
            let mut next = world.clone();
            next.step(choice).expect("a choice that was offered");
            stack.push(next);
        }
        // A deadlock counts as an end though a thread may wake without a signal.
        if !world.is_running() {
            finals.push(world);
        }
    }
    finals
}

/// The value of an observed register.
pub fn observed(world: &World, name: &str) -> u128 {
    world.observed().get(name).unwrap_or_else(|| panic!("{name} was not observed")).0
}

pub fn failure_kind(world: &World) -> Option<events::FailureKind> {
    world.outcome().failure().map(|failure| failure.kind)
}
