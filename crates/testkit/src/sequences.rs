//! Short sequences of synchronisation operations by two threads, as programs.
//!
//! `main` prepares the objects, starts a third thread where the family has one, then the two, and joins the two. Every result of
//! every operation is recorded under the thread's number and the operation's: `0:1` is the second of the first thread.

mod families;

pub use families::{of_one, of_two};

use ir::{
    Access, BlockId, CastOp, FinalCondition, FuncId, Function, Global, GlobalId, Init, Inst, Observable, Op,
    Operand, Program, Prop, Quantifier, Span, SyncOp, Target, Term, Ty,
};
use smallvec::{SmallVec, smallvec};
use std::fmt;
use std::sync::Arc;

/// What an operation is given.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Arg {
    Object(u32),
    Int(i32),
    /// The handle of the third thread.
    Third,
}

/// One operation; `OnceEnd` stands for the whole of `pthread_once`, `OnceBegin` for one whose routine goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Call {
    pub op: SyncOp,
    pub args: [Option<Arg>; 2],
}

impl fmt::Display for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.op.name())?;
        if let Some(Arg::Int(number)) = self.args[1] {
            write!(f, "({number})")?;
        }
        match self.args[0] {
            Some(Arg::Object(object)) if object > 0 => write!(f, "'{object}"),
            _ => Ok(()),
        }
    }
}

/// An operation on an object.
pub fn on(op: SyncOp, object: u32) -> Call {
    Call { op, args: [Some(Arg::Object(object)), None] }
}

/// An operation on an object with a number: its kind, its count.
pub fn with(op: SyncOp, object: u32, number: i32) -> Call {
    Call { op, args: [Some(Arg::Object(object)), Some(Arg::Int(number))] }
}

/// Objects and what may be done with them.
#[derive(Clone, Debug)]
pub struct Family {
    pub name: &'static str,
    pub n_objects: u32,
    /// What `main` does before there are threads.
    pub before: Vec<Call>,
    pub calls: Vec<Call>,
    /// What the third thread does, if there is one.
    pub third: Option<Vec<Call>>,
}

/// For each of the two threads which of the family's calls it makes.
pub type Pair = [Vec<u8>; 2];

impl Family {
    /// Whether all threads have ended when `main` has: only then is there a final state.
    pub fn has_final_states(&self) -> bool {
        self.third.as_ref().is_none_or(|calls| calls.is_empty())
    }

    pub fn in_words(&self, pair: &Pair) -> String {
        let thread = |calls: &[u8]| {
            let calls: Vec<String> =
                calls.iter().map(|&call| self.calls[call as usize].to_string()).collect();
            calls.join(" ")
        };
        format!("{}: {} | {}", self.name, thread(&pair[0]), thread(&pair[1]))
    }

    /// The program, with all results as its final state and a condition that never holds.
    pub fn program(&self, pair: &Pair) -> Program {
        let mut program = Program::new(self.name);
        program.intern_file("sequence");
        for object in 0..=self.n_objects {
            program.globals.push(global(format!("o{object}"), 64));
        }
        let mut observed = Vec::new();
        for (thread, calls) in pair.iter().enumerate() {
            let calls: Vec<Call> = calls.iter().map(|&call| self.calls[call as usize]).collect();
            let mut builder = Builder::thread(self.n_objects, &thread.to_string());
            calls.iter().for_each(|call| builder.call(call));
            observed.append(&mut builder.names);
            builder.returns(Operand::NULL);
            program.functions.push(builder.function);
        }
        if let Some(calls) = &self.third {
            let mut builder = Builder::thread(self.n_objects, "third");
            calls.iter().for_each(|call| builder.call(call));
            builder.returns(Operand::NULL);
            program.functions.push(builder.function);
        }
        program.entry = program.functions.push(self.main());
        let observed = observed.into_iter().map(|name| Observable::Register { name }).collect();
        let (quantifier, prop) = (Quantifier::Exists, Prop::False);
        program.condition = Some(FinalCondition { quantifier, prop, observed });
        ir::verify::verify(&program).expect("it is valid IR");
        program
    }

    fn main(&self) -> Function {
        let mut main = Builder::new("main", self.n_objects, Ty::I32);
        self.before.iter().for_each(|call| main.call(call));
        if self.third.is_some() {
            let handle = main.start(2);
            let (access, addr) = (Access::plain(Ty::I64), main.third());
            main.push(Op::Store { access, addr, value: handle }, &[]);
        }
        let handles = [main.start(0), main.start(1)];
        for handle in handles {
            let op = Op::Sync { op: SyncOp::ThreadJoin, args: smallvec![handle] };
            main.push(op, SyncOp::ThreadJoin.results());
        }
        main.returns(Operand::i32(0));
        main.function
    }
}

/// All bytes zero.
fn global(name: String, size: u64) -> Global {
    let (name, span) = (name.into(), Span::NONE);
    Global { name, size, align: 8, thread_local: false, constant: false, init: Init::default(), span }
}

struct Builder {
    function: Function,
    block: BlockId,
    /// Which of the threads it is, if its results are recorded.
    thread: Option<String>,
    names: Vec<Arc<str>>,
    n_calls: usize,
    n_objects: u32,
}

impl Builder {
    fn new(name: &str, n_objects: u32, result: Ty) -> Builder {
        let mut function = Function::new(name);
        function.results = vec![result];
        let block = function.new_block();
        Builder { function, block, thread: None, names: Vec::new(), n_calls: 0, n_objects }
    }
    fn thread(n_objects: u32, name: &str) -> Builder {
        let mut builder = Builder::new(&format!("thread_{name}"), n_objects, Ty::Ptr);
        builder.function.add_param(Ty::Ptr);
        builder.thread = (name != "third").then(|| name.to_string());
        builder
    }
    /// Where the handle of the third thread is kept.
    fn third(&self) -> Operand {
        Operand::Global { id: GlobalId(self.n_objects), offset: 0 }
    }
    fn push(&mut self, op: Op, results: &[Ty]) -> SmallVec<[Operand; 2]> {
        let results: SmallVec<_> = results.iter().map(|&ty| self.function.new_value(ty)).collect();
        let values = results.iter().map(|&value| Operand::Value(value)).collect();
        self.function.blocks[self.block].insts.push(Inst { op, results, span: Span::NONE });
        values
    }
    fn start(&mut self, function: u32) -> Operand {
        let args = smallvec![Operand::Func(FuncId(function)), Operand::NULL];
        self.push(Op::Sync { op: SyncOp::ThreadCreate, args }, SyncOp::ThreadCreate.results())[0]
    }
    fn call(&mut self, call: &Call) {
        let mut args = SmallVec::new();
        for arg in call.args.into_iter().flatten() {
            args.push(match arg {
                Arg::Object(object) => Operand::Global { id: GlobalId(object), offset: 0 },
                Arg::Int(number) => Operand::i32(number),
                Arg::Third => {
                    let (access, addr) = (Access::plain(Ty::I64), self.third());
                    self.push(Op::Load { access, addr }, &[Ty::I64])[0]
                }
            });
        }
        let op = if call.op == SyncOp::OnceEnd { SyncOp::OnceBegin } else { call.op };
        let mut results = self.push(Op::Sync { op, args: args.clone() }, op.results());
        if call.op == SyncOp::OnceEnd {
            self.end_routine(results[0], args);
        }
        let place = self.n_calls;
        self.n_calls += 1;
        let Some(thread) = self.thread.clone() else { return };
        // What a joined thread returned is a pointer, and always null.
        results.truncate(if op == SyncOp::ThreadJoin { 1 } else { 2 });
        if results.is_empty() {
            results.push(Operand::i32(0));
        }
        if op == SyncOp::OnceBegin {
            results = self.push(Op::Cast { op: CastOp::ZExt, a: results[0] }, &[Ty::I32]);
        }
        let name = format!("{thread}:{place}");
        for (nth, value) in results.into_iter().enumerate() {
            let name: Arc<str> = if nth == 0 { name.as_str().into() } else { format!("{name}+").into() };
            self.push(Op::Observe { name: name.clone(), value }, &[]);
            self.names.push(name);
        }
    }
    /// The whole of `pthread_once`: who is the first ends the routine, too.
    fn end_routine(&mut self, first: Operand, args: SmallVec<[Operand; 2]>) {
        let (then, after) = (self.function.new_block(), self.function.new_block());
        let to = |block| Target { block, args: smallvec![] };
        self.function.blocks[self.block].term =
            Term::Branch { cond: first, then: to(then), other: to(after) };
        self.block = then;
        self.push(Op::Sync { op: SyncOp::OnceEnd, args }, &[]);
        self.function.blocks[then].term = Term::Jump(to(after));
        self.block = after;
    }
    fn returns(&mut self, value: Operand) {
        self.function.blocks[self.block].term = Term::Return(smallvec![value]);
    }
}
