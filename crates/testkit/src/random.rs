//! Random small programs from a seed: the same seed gives the same program for ever.
//!
//! Two or three threads of one to four accesses over two or three variables, with fences, atomics, dependencies and
//! branches. Stored values differ, so that a final value tells which write it came from. The question is a random
//! conjunction; ask the oracle which way it goes.

use crate::small::{Final, SmallProgram, Stmt, Value};
use ir::{FenceBits, Order};

/// What a random program may be made of.
#[derive(Clone, Debug)]
pub struct Shape {
    pub max_threads: usize,
    pub max_accesses: usize,
    pub max_variables: usize,
    /// Whether accesses may have acquire, release and seq_cst orders (else all are relaxed).
    pub orders: bool,
    /// Whether values may flow from loads to stores.
    pub data_flow: bool,
    /// Mutexes to lock and unlock around accesses, in any order (so there may be deadlocks).
    pub n_mutexes: usize,
}

impl Default for Shape {
    fn default() -> Self {
        Shape {
            max_threads: 3,
            max_accesses: 4,
            max_variables: 3,
            orders: true,
            data_flow: true,
            n_mutexes: 0,
        }
    }
}

/// SplitMix64: small, known, and the same on every machine.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    pub fn new(seed: u64) -> Self {
        Rng(seed)
    }
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
    /// A number below `n`, which is not 0.
    pub fn below(&mut self, n: usize) -> usize {
        (self.next_u64() % n.max(1) as u64) as usize
    }
    /// True once in `n` times.
    pub fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }
}

/// The program of a seed.
pub fn random_program(seed: u64, shape: &Shape) -> SmallProgram {
    let mut maker = Maker { rng: Rng::new(seed), shape, n_variables: 0, next_value: 1 };
    maker.n_variables = 2 + maker.rng.below(shape.max_variables.max(2) - 1);
    let n_threads = 2 + maker.rng.below(shape.max_threads.max(2) - 1);
    // Three threads of four accesses are beyond brute force under the weakest models.
    let max_accesses = if n_threads > 2 { shape.max_accesses.min(3) } else { shape.max_accesses };
    let threads: Vec<Vec<Stmt>> = (0..n_threads).map(|_| maker.thread(max_accesses)).collect();
    let mut program = SmallProgram {
        name: format!("random{seed}"),
        n_variables: maker.n_variables,
        threads,
        question: Vec::new(),
    };
    program.question = maker.question(&program);
    program
}

struct Maker<'a> {
    rng: Rng,
    shape: &'a Shape,
    n_variables: usize,
    next_value: i32,
}

impl Maker<'_> {
    fn thread(&mut self, max_accesses: usize) -> Vec<Stmt> {
        let n_accesses = 1 + self.rng.below(max_accesses);
        let (mut body, mut n_registers, mut held) = (Vec::new(), 0, Vec::new());
        for index in 0..n_accesses {
            if index > 0 && self.rng.once_in(4) {
                body.push(Stmt::Fence { bits: self.fence() });
            }
            self.lock_or_unlock(&mut held, &mut body);
            let stmt = self.access(&mut n_registers);
            match n_registers > 0 && self.rng.once_in(6) && !defines_register(&stmt) {
                true => {
                    let (register, equals) = (self.rng.below(n_registers), self.rng.below(2) as i32);
                    body.push(Stmt::If { register, equals, body: vec![stmt] });
                }
                false => body.push(stmt),
            }
        }
        body.extend(held.into_iter().map(|mutex| Stmt::Unlock { mutex }));
        body
    }

    fn lock_or_unlock(&mut self, held: &mut Vec<usize>, body: &mut Vec<Stmt>) {
        if self.shape.n_mutexes == 0 || self.rng.once_in(3) {
            return;
        }
        let mutex = self.rng.below(self.shape.n_mutexes);
        match held.iter().position(|&known| known == mutex) {
            Some(position) => {
                held.remove(position);
                body.push(Stmt::Unlock { mutex });
            }
            None => {
                held.push(mutex);
                body.push(Stmt::Lock { mutex });
            }
        }
    }

    fn fence(&mut self) -> FenceBits {
        let all =
            [FenceBits::FULL, FenceBits::LL, FenceBits::LS, FenceBits::SL, FenceBits::SS, FenceBits::ACQ_REL];
        all[self.rng.below(all.len())]
    }
    fn value(&mut self) -> i32 {
        self.next_value += 1;
        self.next_value - 1
    }
    fn order(&mut self, orders: &[Order]) -> Order {
        match self.shape.orders && self.rng.once_in(3) {
            true => orders[self.rng.below(orders.len())],
            false => Order::Relaxed,
        }
    }

    fn access(&mut self, n_registers: &mut usize) -> Stmt {
        let variable = self.rng.below(self.n_variables);
        let used = (*n_registers > 0).then(|| self.rng.below(*n_registers));
        let mut fresh = || {
            *n_registers += 1;
            *n_registers - 1
        };
        match self.rng.below(10) {
            0..4 => {
                let address_from = used.filter(|_| self.rng.once_in(3));
                let order = self.order(&[Order::Acquire, Order::SeqCst]);
                Stmt::Load { register: fresh(), variable, order, address_from }
            }
            4..8 => {
                let order = self.order(&[Order::Release, Order::SeqCst]);
                let address_from = used.filter(|_| self.rng.once_in(6));
                Stmt::Store { variable, value: self.stored(used), order, address_from }
            }
            kind => {
                let order = self.order(&[Order::Acquire, Order::Release, Order::AcqRel, Order::SeqCst]);
                let (register, value) = (fresh(), self.value());
                match (kind, self.rng.below(2)) {
                    (8, _) => Stmt::Exchange { register, variable, value, order },
                    (_, 0) => Stmt::FetchAdd { register, variable, value, order },
                    _ => Stmt::CompareExchange {
                        register,
                        variable,
                        expected: 0,
                        desired: value,
                        order: Order::Relaxed,
                    },
                }
            }
        }
    }

    fn stored(&mut self, used: Option<usize>) -> Value {
        let value = self.value();
        match (used, self.rng.below(4)) {
            (Some(register), 0) => Value::Tainted { value, register },
            (Some(register), 1) if self.shape.data_flow => {
                Value::Register { register, plus: self.rng.below(2) as i32 }
            }
            _ => Value::Const(value),
        }
    }

    fn question(&mut self, program: &SmallProgram) -> Vec<Final> {
        let mut question = Vec::new();
        for thread in 0..program.threads.len() {
            for register in 0..program.n_registers(thread) {
                if !self.rng.once_in(3) {
                    let value = self.rng.below(self.next_value as usize) as i32;
                    question.push(Final::Register { thread, register, value });
                }
            }
        }
        if question.is_empty() || self.rng.once_in(4) {
            let variable = self.rng.below(program.n_variables);
            question
                .push(Final::Variable { variable, value: self.rng.below(self.next_value as usize) as i32 });
        }
        question
    }
}

/// A register defined inside of a branch only would make most questions dull.
fn defines_register(stmt: &Stmt) -> bool {
    !matches!(stmt, Stmt::Store { .. } | Stmt::Fence { .. })
}
