//! A small concurrent program in one form that turns into IR, into litmus text and into C.
//!
//! Threads are straight lines with `if`s over shared variables `x`, `y`, … (all `int`, all 0) and registers `r0`, … .
//! The question is a conjunction of final values.

mod lower;
mod render;

use ir::{FenceBits, Order};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallProgram {
    pub name: String,
    pub n_variables: usize,
    pub threads: Vec<Vec<Stmt>>,
    /// The question: all of these hold in the end.
    pub question: Vec<Final>,
}

/// A final value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Final {
    Variable { variable: usize, value: i32 },
    Register { thread: usize, register: usize, value: i32 },
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Stmt {
    /// `address_from`: the address depends on this register, without changing.
    Load {
        register: usize,
        variable: usize,
        order: Order,
        address_from: Option<usize>,
    },
    Store {
        variable: usize,
        value: Value,
        order: Order,
        address_from: Option<usize>,
    },
    Exchange {
        register: usize,
        variable: usize,
        value: i32,
        order: Order,
    },
    FetchAdd {
        register: usize,
        variable: usize,
        value: i32,
        order: Order,
    },
    CompareExchange {
        register: usize,
        variable: usize,
        expected: i32,
        desired: i32,
        order: Order,
    },
    Fence {
        bits: FenceBits,
    },
    Lock {
        mutex: usize,
    },
    Unlock {
        mutex: usize,
    },
    If {
        register: usize,
        equals: i32,
        body: Vec<Stmt>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    Const(i32),
    /// The constant, with a data dependency that does not change it: `value + (r ^ r)`.
    Tainted {
        value: i32,
        register: usize,
    },
    /// `r + value`.
    Register {
        register: usize,
        plus: i32,
    },
}

/// The name of a mutex.
pub fn mutex_name(mutex: usize) -> String {
    format!("m{mutex}")
}

/// The name of a shared variable.
pub fn variable_name(variable: usize) -> String {
    match b"xyzuvw".get(variable) {
        Some(&letter) => char::from(letter).to_string(),
        None => format!("v{variable}"),
    }
}

impl SmallProgram {
    /// One more than the largest mutex.
    pub fn n_mutexes(&self) -> usize {
        fn largest(body: &[Stmt]) -> usize {
            let needed = body.iter().map(|stmt| match stmt {
                Stmt::Lock { mutex } | Stmt::Unlock { mutex } => mutex + 1,
                Stmt::If { body, .. } => largest(body),
                _ => 0,
            });
            needed.max().unwrap_or(0)
        }
        self.threads.iter().map(|body| largest(body)).max().unwrap_or(0)
    }

    /// One more than the largest register of a thread.
    pub fn n_registers(&self, thread: usize) -> usize {
        self.threads.get(thread).map_or(0, |body| registers(body))
    }

    /// How many statements there are, those inside of branches included.
    pub fn n_statements(&self) -> usize {
        fn count(body: &[Stmt]) -> usize {
            body.iter().map(|stmt| if let Stmt::If { body, .. } = stmt { 1 + count(body) } else { 1 }).sum()
        }
        self.threads.iter().map(|body| count(body)).sum()
    }

    /// The programs with one statement less, for shrinking a failure by hand or by a loop.
    pub fn smaller(&self) -> Vec<SmallProgram> {
        let mut result = Vec::new();
        for thread in 0..self.threads.len() {
            for body in without_one(&self.threads[thread]) {
                let mut copy = self.clone();
                copy.threads[thread] = body;
                let n_registers: Vec<usize> = (0..copy.threads.len()).map(|t| copy.n_registers(t)).collect();
                copy.question.retain(|part| match part {
                    Final::Register { thread, register, .. } => *register < n_registers[*thread],
                    Final::Variable { .. } => true,
                });
                result.push(copy);
            }
        }
        result
    }
}

fn without_one(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut result = Vec::new();
    for index in 0..body.len() {
        let mut copy = body.to_vec();
        copy.remove(index);
        result.push(copy);
        if let Stmt::If { register, equals, body: inner } = &body[index] {
            for smaller in without_one(inner) {
                let mut copy = body.to_vec();
                copy[index] = Stmt::If { register: *register, equals: *equals, body: smaller };
                result.push(copy);
            }
        }
    }
    result
}

fn registers(body: &[Stmt]) -> usize {
    let of_value = |value: &Value| match value {
        Value::Const(_) => 0,
        Value::Tainted { register, .. } | Value::Register { register, .. } => register + 1,
    };
    let of_option = |register: &Option<usize>| register.map_or(0, |register| register + 1);
    let needed = body.iter().map(|stmt| match stmt {
        Stmt::Load { register, address_from, .. } => (register + 1).max(of_option(address_from)),
        Stmt::Store { value, address_from, .. } => of_value(value).max(of_option(address_from)),
        Stmt::Exchange { register, .. }
        | Stmt::FetchAdd { register, .. }
        | Stmt::CompareExchange { register, .. } => register + 1,
        Stmt::Fence { .. } | Stmt::Lock { .. } | Stmt::Unlock { .. } => 0,
        Stmt::If { register, body, .. } => (register + 1).max(registers(body)),
    });
    needed.max().unwrap_or(0)
}
