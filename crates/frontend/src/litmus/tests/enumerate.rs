//! Runs a litmus program under every SC interleaving and collects its final states.

use ir::*;
use std::collections::{BTreeMap, HashSet};

#[derive(Clone, PartialEq, Eq, Hash)]
struct ThreadState {
    func: FuncId,
    block: BlockId,
    next: usize,
    values: Vec<u128>,
    done: bool,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct State {
    threads: Vec<ThreadState>,
    memory: BTreeMap<u64, u8>,
    locked: BTreeMap<u64, usize>,
    observed: BTreeMap<String, i128>,
}

struct Machine<'p> {
    program: &'p Program,
    layout: Layout,
}

fn signed(bits: u128, ty: Ty) -> i128 {
    let unused = 128 - ty.bits();
    ((bits << unused) as i128) >> unused
}

/// All final states over the observables of the condition; deadlocks give none.
pub(super) fn final_states(program: &Program) -> Vec<String> {
    let machine = Machine { program, layout: Layout::of(program) };
    let mut seen = HashSet::new();
    let mut pending = vec![machine.initial()];
    let mut finals = HashSet::new();
    while let Some(state) = pending.pop() {
        if !seen.insert(state.clone()) {
            continue;
        }
        assert!(seen.len() < 1_000_000, "too many states for this oracle");
        if state.threads.iter().all(|thread| thread.done) {
            finals.insert(machine.show(&state));
        }
        let running = (0..state.threads.len()).filter(|&index| !state.threads[index].done);
        // A step that touches nothing shared commutes with all others: it alone is enough.
        let choices: Vec<usize> = match running.clone().find(|&index| machine.is_local(&state.threads[index]))
        {
            Some(local) => vec![local],
            None => running.collect(),
        };
        for index in choices {
            let mut next = state.clone();
            if machine.step(&mut next, index) {
                pending.push(next);
            }
        }
    }
    let mut finals: Vec<String> = finals.into_iter().collect();
    finals.sort();
    finals
}

impl Machine<'_> {
    fn initial(&self) -> State {
        let mut memory = BTreeMap::new();
        for (id, global) in self.program.globals.iter_enumerated() {
            let start = self.layout.global(id);
            (0..global.size).for_each(|offset| {
                memory.insert(start + offset, global.init.bytes.get(offset as usize).copied().unwrap_or(0));
            });
            for relocation in &global.init.relocations {
                let address = self.layout.constant(relocation.target).expect("an address") as u64;
                for (index, byte) in address.to_le_bytes().into_iter().enumerate() {
                    memory.insert(start + relocation.offset + index as u64, byte);
                }
            }
        }
        let main = &self.program.functions[self.program.entry];
        let creates = main.blocks[Function::ENTRY].insts.iter().filter_map(|inst| match &inst.op {
            Op::Sync { op: SyncOp::ThreadCreate, args } => match args[0] {
                Operand::Func(func) => Some(func),
                _ => None,
            },
            _ => None,
        });
        let threads = creates.map(|func| {
            let values = vec![0; self.program.functions[func].values.len()];
            ThreadState { func, block: Function::ENTRY, next: 0, values, done: false }
        });
        State { threads: threads.collect(), memory, locked: BTreeMap::new(), observed: BTreeMap::new() }
    }

    fn show(&self, state: &State) -> String {
        let condition = self.program.condition.as_ref().expect("a condition");
        let parts = condition.observed.iter().map(|observable| {
            let value = match observable {
                Observable::Register { name } => state.observed.get(&**name).copied().unwrap_or(0),
                Observable::Memory { global, offset, ty, .. } => {
                    signed(self.load(state, self.layout.global(*global) + offset, *ty), *ty)
                }
            };
            format!("{}={value};", observable.name())
        });
        parts.collect::<Vec<_>>().join(" ")
    }

    fn load(&self, state: &State, addr: u64, ty: Ty) -> u128 {
        let byte = |index| u128::from(*state.memory.get(&(addr + index)).expect("a valid address"));
        (0..ty.bytes()).map(|index| byte(index) << (8 * index)).sum()
    }
    fn store(&self, state: &mut State, addr: u64, ty: Ty, bits: u128) {
        for index in 0..ty.bytes() {
            *state.memory.get_mut(&(addr + index)).expect("a valid address") = (bits >> (8 * index)) as u8;
        }
    }

    fn is_local(&self, thread: &ThreadState) -> bool {
        let block = &self.program.functions[thread.func].blocks[thread.block];
        let shared = |op: &Op| {
            matches!(
                op,
                Op::Load { .. }
                    | Op::Store { .. }
                    | Op::Rmw { .. }
                    | Op::CompareExchange { .. }
                    | Op::Sync { .. }
            )
        };
        block.insts.get(thread.next).is_none_or(|inst| !shared(&inst.op))
    }

    /// One instruction; false if the thread must wait.
    fn step(&self, state: &mut State, index: usize) -> bool {
        let thread = state.threads[index].clone();
        let function = &self.program.functions[thread.func];
        let block = &function.blocks[thread.block];
        let get = |operand: Operand| match operand {
            Operand::Value(value) => thread.values[value.index()],
            constant => self.layout.constant(constant).expect("a constant"),
        };
        let ty_of = |operand: Operand| function.operand_ty(operand);
        let Some(inst) = block.insts.get(thread.next) else {
            return self.leave(state, index, &block.term, get);
        };
        let result_ty = inst.results.first().map(|&result| function.values[result].ty);
        let mut results: Vec<u128> = Vec::new();
        match &inst.op {
            Op::Binary { op, a, b } => results.push(binary(*op, get(*a), get(*b), ty_of(*a))),
            Op::Compare { op, a, b } => results.push(compare(*op, get(*a), get(*b), ty_of(*a)).into()),
            Op::Cast { op: CastOp::SExt, a } => results.push(signed(get(*a), ty_of(*a)) as u128),
            Op::Cast { a, .. } => results.push(get(*a)),
            Op::Select { cond, then, other } => {
                results.push(get(if get(*cond) == 1 { *then } else { *other }))
            }
            Op::PtrAdd { base, offset } => results.push(get(*base).wrapping_add(get(*offset))),
            Op::Load { access, addr } => results.push(self.load(state, get(*addr) as u64, access.ty)),
            Op::Store { access, addr, value } => self.store(state, get(*addr) as u64, access.ty, get(*value)),
            Op::Rmw { access, op, addr, value } => {
                let old = self.load(state, get(*addr) as u64, access.ty);
                self.store(state, get(*addr) as u64, access.ty, update(*op, old, get(*value), access.ty));
                results.push(old);
            }
            Op::CompareExchange { access, addr, expected, desired, .. } => {
                let old = self.load(state, get(*addr) as u64, access.ty);
                if old == get(*expected) {
                    self.store(state, get(*addr) as u64, access.ty, get(*desired));
                }
                results.extend([old, u128::from(old == get(*expected))]);
            }
            Op::Fence { .. } => {}
            Op::Observe { name, value } => {
                state.observed.insert(name.to_string(), signed(get(*value), ty_of(*value)));
            }
            Op::Sync { op, args } => match self.sync(state, index, *op, get(args[0]) as u64) {
                Some(status) => results.push(status),
                None => return false,
            },
            other => panic!("not an operation of litmus tests: {other:?}"),
        }
        let thread = &mut state.threads[index];
        for (&result, bits) in inst.results.iter().zip(results) {
            thread.values[result.index()] =
                bits & result_ty.filter(|_| inst.results.len() == 1).map_or(u128::MAX, Ty::mask);
        }
        thread.next += 1;
        true
    }

    fn sync(&self, state: &mut State, index: usize, op: SyncOp, lock: u64) -> Option<u128> {
        let holder = state.locked.get(&lock).copied();
        match (op, holder) {
            (SyncOp::MutexLock, Some(_)) => return None,
            (SyncOp::MutexTryLock, Some(_)) => return Some(errno(sync::errno::EBUSY)),
            (SyncOp::MutexLock | SyncOp::MutexTryLock, None) => {
                state.locked.insert(lock, index);
            }
            (SyncOp::MutexUnlock, Some(holder)) if holder == index => {
                state.locked.remove(&lock);
            }
            other => panic!("not expected here: {other:?}"),
        }
        Some(0)
    }

    fn leave(&self, state: &mut State, index: usize, term: &Term, get: impl Fn(Operand) -> u128) -> bool {
        let target = match term {
            Term::Jump(target) => target,
            Term::Branch { cond, then, other } => {
                if get(*cond) == 1 {
                    then
                } else {
                    other
                }
            }
            Term::Return(_) => {
                state.threads[index].done = true;
                return true;
            }
            other => panic!("not a terminator of litmus tests: {other:?}"),
        };
        let params = self.program.functions[state.threads[index].func].blocks[target.block].params.clone();
        let args: Vec<u128> = target.args.iter().map(|&arg| get(arg)).collect();
        let thread = &mut state.threads[index];
        params.iter().zip(args).for_each(|(param, bits)| thread.values[param.index()] = bits);
        (thread.block, thread.next) = (target.block, 0);
        true
    }
}

fn errno(number: i32) -> u128 {
    number as u32 as u128
}

fn binary(op: BinaryOp, a: u128, b: u128, ty: Ty) -> u128 {
    let (left, right) = (signed(a, ty), signed(b, ty));
    match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::SDiv => (left / right) as u128,
        BinaryOp::UDiv => a / b,
        BinaryOp::SRem => (left % right) as u128,
        BinaryOp::URem => a % b,
        BinaryOp::Shl => a << b,
        BinaryOp::LShr => a >> b,
        BinaryOp::AShr => (left >> b) as u128,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        other => panic!("not an operation of litmus tests: {other:?}"),
    }
}

fn update(op: RmwOp, old: u128, value: u128, ty: Ty) -> u128 {
    let op = match op {
        RmwOp::Xchg => return value,
        RmwOp::Add => BinaryOp::Add,
        RmwOp::Sub => BinaryOp::Sub,
        RmwOp::And => BinaryOp::And,
        RmwOp::Or => BinaryOp::Or,
        RmwOp::Xor => BinaryOp::Xor,
        other => panic!("not an operation of litmus tests: {other:?}"),
    };
    binary(op, old, value, ty) & ty.mask()
}

fn compare(op: CompareOp, a: u128, b: u128, ty: Ty) -> bool {
    let (left, right) = (signed(a, ty), signed(b, ty));
    match op {
        CompareOp::Eq => a == b,
        CompareOp::Ne => a != b,
        CompareOp::Ult => a < b,
        CompareOp::Ule => a <= b,
        CompareOp::Ugt => a > b,
        CompareOp::Uge => a >= b,
        CompareOp::Slt => left < right,
        CompareOp::Sle => left <= right,
        CompareOp::Sgt => left > right,
        CompareOp::Sge => left >= right,
        other => panic!("not a comparison of litmus tests: {other:?}"),
    }
}
