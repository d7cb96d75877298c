//! Small programs as text: a litmus test in the C dialect, and a C program with an assertion.

use super::{Final, SmallProgram, Stmt, Value, mutex_name, variable_name};
use ir::{FenceBits, Order};
use std::fmt::Write;

/// The order that a compare-exchange has when it fails.
pub(super) fn failure_order(order: Order) -> Order {
    match order {
        Order::Release => Order::Relaxed,
        Order::AcqRel => Order::Acquire,
        other => other,
    }
}

fn c_order(order: Order) -> String {
    match order {
        Order::Plain => "memory_order_relaxed".into(),
        other => format!("memory_order_{other}"),
    }
}

const FENCES: [(FenceBits, &str, &str); 4] = [
    (FenceBits::LL, "membar_ll", "#LoadLoad"),
    (FenceBits::LS, "membar_ls", "#LoadStore"),
    (FenceBits::SL, "membar_sl", "#StoreLoad"),
    (FenceBits::SS, "membar_ss", "#StoreStore"),
];

/// How the two languages spell the same statement.
trait Spelling {
    fn load(&self, address: &str, order: Order) -> String;
    fn store(&self, address: &str, value: &str, order: Order) -> String;
    fn exchange(&self, variable: &str, value: i32, order: Order) -> String;
    fn fetch_add(&self, variable: &str, value: i32, order: Order) -> String;
    fn compare_exchange(&self, variable: &str, expected: i32, desired: i32, order: Order) -> String;
    fn fence(&self, bits: FenceBits) -> Vec<String>;
    fn address(&self, variable: &str) -> String;
    fn lock(&self, mutex: &str) -> String;
    fn unlock(&self, mutex: &str) -> String;
}

struct Litmus;

impl Spelling for Litmus {
    fn load(&self, address: &str, order: Order) -> String {
        match order {
            Order::Plain | Order::Relaxed => format!("READ_ONCE(*{address})"),
            order => format!("atomic_load_explicit({address}, {})", c_order(order)),
        }
    }
    fn store(&self, address: &str, value: &str, order: Order) -> String {
        match order {
            Order::Plain | Order::Relaxed => format!("WRITE_ONCE(*{address}, {value})"),
            order => format!("atomic_store_explicit({address}, {value}, {})", c_order(order)),
        }
    }
    fn exchange(&self, variable: &str, value: i32, order: Order) -> String {
        match order {
            Order::Plain | Order::Relaxed => format!("xchg_relaxed({variable}, {value})"),
            order => format!("atomic_exchange_explicit({variable}, {value}, {})", c_order(order)),
        }
    }
    fn fetch_add(&self, variable: &str, value: i32, order: Order) -> String {
        match order {
            Order::Plain | Order::Relaxed => format!("atomic_fetch_add_relaxed({value}, {variable})"),
            order => format!("atomic_fetch_add_explicit({variable}, {value}, {})", c_order(order)),
        }
    }
    fn compare_exchange(&self, variable: &str, expected: i32, desired: i32, _: Order) -> String {
        format!("cmpxchg_relaxed({variable}, {expected}, {desired})")
    }
    fn fence(&self, bits: FenceBits) -> Vec<String> {
        if bits == FenceBits::FULL {
            return vec!["fence();".into()];
        }
        FENCES
            .iter()
            .filter(|(bit, ..)| bits.contains(*bit))
            .map(|(_, name, _)| format!("{name}();"))
            .collect()
    }
    fn address(&self, variable: &str) -> String {
        variable.into()
    }
    fn lock(&self, mutex: &str) -> String {
        format!("spin_lock({mutex});")
    }
    fn unlock(&self, mutex: &str) -> String {
        format!("spin_unlock({mutex});")
    }
}

struct C;

impl Spelling for C {
    fn load(&self, address: &str, order: Order) -> String {
        format!("atomic_load_explicit({address}, {})", c_order(order))
    }
    fn store(&self, address: &str, value: &str, order: Order) -> String {
        format!("atomic_store_explicit({address}, {value}, {})", c_order(order))
    }
    fn exchange(&self, variable: &str, value: i32, order: Order) -> String {
        format!("atomic_exchange_explicit(&{variable}, {value}, {})", c_order(order))
    }
    fn fetch_add(&self, variable: &str, value: i32, order: Order) -> String {
        format!("atomic_fetch_add_explicit(&{variable}, {value}, {})", c_order(order))
    }
    fn compare_exchange(&self, variable: &str, expected: i32, desired: i32, order: Order) -> String {
        format!(
            "cas(&{variable}, {expected}, {desired}, {}, {})",
            c_order(order),
            c_order(failure_order(order))
        )
    }
    fn fence(&self, bits: FenceBits) -> Vec<String> {
        if bits == FenceBits::FULL {
            return vec!["atomic_thread_fence(memory_order_seq_cst);".into()];
        }
        let kept = FENCES.iter().filter(|(bit, ..)| bits.contains(*bit));
        kept.map(|(.., name)| format!("__asm__ volatile(\"membar {name}\" ::: \"memory\");")).collect()
    }
    fn address(&self, variable: &str) -> String {
        format!("&{variable}")
    }
    fn lock(&self, mutex: &str) -> String {
        format!("pthread_mutex_lock(&{mutex});")
    }
    fn unlock(&self, mutex: &str) -> String {
        format!("pthread_mutex_unlock(&{mutex});")
    }
}

struct Writer<'a> {
    spelling: &'a dyn Spelling,
    text: String,
    n_temporaries: usize,
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        writeln!(self.text, "{:depth$}{line}", "", depth = 2 * depth).expect("writing to a string");
    }
    /// The address, computed with the help of a register if it depends on one.
    fn address(&mut self, depth: usize, variable: usize, from: Option<usize>) -> String {
        let plain = self.spelling.address(&variable_name(variable));
        let Some(register) = from else { return plain };
        let temporary = self.temporary(depth, register);
        format!("({plain} + {temporary})")
    }
    fn temporary(&mut self, depth: usize, register: usize) -> String {
        let name = format!("t{}", self.n_temporaries);
        self.n_temporaries += 1;
        self.line(depth, &format!("{name} = r{register} ^ r{register};"));
        name
    }
    fn value(&mut self, depth: usize, value: Value) -> String {
        match value {
            Value::Const(value) => value.to_string(),
            Value::Tainted { value, register } => {
                let temporary = self.temporary(depth, register);
                format!("{value} + {temporary}")
            }
            Value::Register { register, plus: 0 } => format!("r{register}"),
            Value::Register { register, plus } => format!("r{register} + {plus}"),
        }
    }

    fn body(&mut self, depth: usize, body: &[Stmt]) {
        for stmt in body {
            self.statement(depth, stmt);
        }
    }
    fn statement(&mut self, depth: usize, stmt: &Stmt) {
        let spelling = self.spelling;
        let (register, text) = match *stmt {
            Stmt::Load { register, variable, order, address_from } => {
                let address = self.address(depth, variable, address_from);
                (register, spelling.load(&address, order))
            }
            Stmt::Exchange { register, variable, value, order } => {
                (register, spelling.exchange(&variable_name(variable), value, order))
            }
            Stmt::FetchAdd { register, variable, value, order } => {
                (register, spelling.fetch_add(&variable_name(variable), value, order))
            }
            Stmt::CompareExchange { register, variable, expected, desired, order } => {
                (register, spelling.compare_exchange(&variable_name(variable), expected, desired, order))
            }
            Stmt::Store { variable, value, order, address_from } => {
                let value = self.value(depth, value);
                let address = self.address(depth, variable, address_from);
                return self.line(depth, &format!("{};", spelling.store(&address, &value, order)));
            }
            Stmt::Fence { bits } => {
                return spelling.fence(bits).iter().for_each(|fence| self.line(depth, fence));
            }
            Stmt::Lock { mutex } => return self.line(depth, &spelling.lock(&mutex_name(mutex))),
            Stmt::Unlock { mutex } => return self.line(depth, &spelling.unlock(&mutex_name(mutex))),
            Stmt::If { register, equals, ref body } => {
                self.line(depth, &format!("if (r{register} == {equals}) {{"));
                self.body(depth + 1, body);
                return self.line(depth, "}");
            }
        };
        self.line(depth, &format!("r{register} = {text};"));
    }
}

impl SmallProgram {
    fn thread_text(&self, thread: usize, spelling: &dyn Spelling) -> (String, usize) {
        let mut writer = Writer { spelling, text: String::new(), n_temporaries: 0 };
        writer.body(1, &self.threads[thread]);
        (writer.text, writer.n_temporaries)
    }
    fn declarations(&self, thread: usize, n_temporaries: usize, initial: &str) -> String {
        let registers =
            (0..self.n_registers(thread)).map(|register| format!("  int r{register}{initial};\n"));
        registers.chain((0..n_temporaries).map(|number| format!("  int t{number};\n"))).collect()
    }

    /// As a litmus test in the corpus' C dialect. A compare-exchange is written as a relaxed one.
    pub fn to_litmus(&self) -> String {
        let names: Vec<String> = (0..self.n_variables).map(variable_name).collect();
        let locks = (0..self.n_mutexes()).map(|mutex| format!("spinlock_t *{}", mutex_name(mutex)));
        let params: Vec<String> = names.iter().map(|name| format!("int *{name}")).chain(locks).collect();
        let mut text = format!("C {}\n{{}}\n", self.name);
        for thread in 0..self.threads.len() {
            let (body, n_temporaries) = self.thread_text(thread, &Litmus);
            let declarations = self.declarations(thread, n_temporaries, "");
            write!(text, "\nP{thread}({})\n{{\n{declarations}{body}}}\n", params.join(", "))
                .expect("a string");
        }
        let registers = (0..self.threads.len()).flat_map(|thread| {
            (0..self.n_registers(thread)).map(move |register| format!("{thread}:r{register}"))
        });
        let observed: Vec<String> = names.iter().cloned().chain(registers).collect();
        let question: Vec<String> = self
            .question
            .iter()
            .map(|part| match part {
                Final::Variable { variable, value } => format!("{}={value}", variable_name(*variable)),
                Final::Register { thread, register, value } => format!("{thread}:r{register}={value}"),
            })
            .collect();
        let question = if question.is_empty() { "true".into() } else { question.join(" /\\ ") };
        write!(text, "\nlocations [{};]\nexists ({question})\n", observed.join("; ")).expect("a string");
        text
    }

    /// As a C program that fails an assertion exactly when the question can be answered with yes.
    pub fn to_c(&self) -> String {
        let mut text = String::from("#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\n");
        for variable in 0..self.n_variables {
            writeln!(text, "atomic_int {};", variable_name(variable)).expect("a string");
        }
        for mutex in 0..self.n_mutexes() {
            writeln!(text, "pthread_mutex_t {} = PTHREAD_MUTEX_INITIALIZER;", mutex_name(mutex))
                .expect("a string");
        }
        text.push_str(
            "\nstatic int cas(atomic_int *place, int expected, int desired, memory_order success, memory_order failure) {\n  \
             atomic_compare_exchange_strong_explicit(place, &expected, desired, success, failure);\n  return expected;\n}\n",
        );
        for thread in 0..self.threads.len() {
            self.c_thread(thread, &mut text);
        }
        text.push_str("\nint main(void) {\n");
        for thread in 0..self.threads.len() {
            writeln!(text, "  pthread_t p{thread};\n  pthread_create(&p{thread}, 0, P{thread}, 0);")
                .expect("a string");
        }
        for thread in 0..self.threads.len() {
            writeln!(text, "  pthread_join(p{thread}, 0);").expect("a string");
        }
        let question: Vec<String> = self
            .question
            .iter()
            .map(|part| match part {
                Final::Variable { variable, value } => format!("{} == {value}", variable_name(*variable)),
                Final::Register { thread, register, value } => format!("P{thread}_r{register} == {value}"),
            })
            .collect();
        let question = if question.is_empty() { "1".into() } else { question.join(" && ") };
        write!(text, "  assert(!({question}));\n  return 0;\n}}\n").expect("a string");
        text
    }

    fn c_thread(&self, thread: usize, text: &mut String) {
        let (body, n_temporaries) = self.thread_text(thread, &C);
        let declarations = self.declarations(thread, n_temporaries, " = 0");
        let (mut finals, mut stores) = (String::new(), String::new());
        for register in 0..self.n_registers(thread) {
            writeln!(finals, "static int P{thread}_r{register};").expect("a string");
            writeln!(stores, "  P{thread}_r{register} = r{register};").expect("a string");
        }
        let head = format!("static void *P{thread}(void *unused)");
        write!(text, "\n{finals}{head} {{\n{declarations}{body}{stores}  return 0;\n}}\n").expect("a string");
    }
}
