//! What is refused, where, and with which words.

use super::c_test;
use crate::litmus::read;

fn error(text: &str) -> String {
    read(text, "t.litmus").expect_err("a refusal").to_string()
}
fn c_error(body: &str) -> String {
    error(&format!("C t\n{{}}\nP0(int *x, spinlock_t *l)\n{{\n{body}\n}}\nexists (x=1)"))
}

#[test]
fn the_header() {
    let begin = "expected a litmus test to begin with C, X86, X86_64 or PPC";
    assert_eq!(error(""), format!("t.litmus:1:1: {begin}, found an empty text"));
    assert_eq!(error("AArch64 MP\n{}"), format!("t.litmus:1:1: {begin}, found \"AArch64\""));
    assert_eq!(
        error("C\n{}"),
        "t.litmus:1:1: expected the name of the test after the dialect, found end of line"
    );
    assert_eq!(error("C t\n"), "t.litmus:2:1: expected '{' before the initial state, found end of file");
    assert_eq!(error("C t\n(* open"), "t.litmus:2:1: expected '*)' to end this comment, found end of file");
    assert_eq!(error("C t\n\"open"), "t.litmus:2:1: expected '\"' to end this string, found end of file");
}

#[test]
fn statements() {
    assert_eq!(
        error("C t\n{}\nP0(int *x) {\n *x = 1\n}\nP1(int *x) { }"),
        "t.litmus:5:1: expected ';' after statement, found '}'"
    );
    assert_eq!(c_error(" *x = ;"), "t.litmus:5:7: expected an expression, found ';'");
    assert_eq!(
        c_error("goto out;"),
        "t.litmus:5:1: 'goto' is not supported in a litmus test: expected if, while, do or for"
    );
    assert_eq!(
        c_error("out: *x = 1;"),
        "t.litmus:5:1: a label is not supported in a litmus test: expected if, while, do or for"
    );
    assert_eq!(c_error("break;"), "t.litmus:5:1: 'break' outside a loop");
    assert_eq!(c_error("if x"), "t.litmus:5:4: expected '(' after if, found 'x'");
    assert_eq!(c_error("r0 = y;"), "t.litmus:5:6: expected a register or a parameter of P0, found 'y'");
    assert_eq!(c_error("x = 1;"), "t.litmus:5:1: expected *x, the variable itself, found 'x'");
    assert_eq!(c_error("int x;"), "t.litmus:5:5: x is a parameter of P0 already");
    assert_eq!(
        c_error("int r0; short r0;"),
        "t.litmus:5:15: register r0 is declared as int16_t here and as int before"
    );
    assert_eq!(
        c_error("r0 = smp_mb();"),
        "t.litmus:5:1: expected a register or a parameter of P0, found 'r0'"
    );
    assert_eq!(c_error("int r0 = smp_mb();"), "t.litmus:5:5: expected a value, found a call without one");
    assert_eq!(
        c_error("struct s *p;"),
        "t.litmus:5:1: 'struct' is not supported in a litmus test: expected an integer or pointer type"
    );
    assert_eq!(c_error("x->next = 1;"), "t.litmus:5:2: '->': structures are not supported in a litmus test");
    assert_eq!(
        error("C t\n{}\nP0(int x) { }"),
        "t.litmus:3:8: expected a pointer parameter, such as int *x, found int"
    );
    assert_eq!(
        error("C t\n{}\nP0(int *x) { *x = 1;"),
        "t.litmus:3:20: expected '}' after the statements, found end of file"
    );
    assert_eq!(error("C t\n{}\nP0(int *x) { }\nP0(int *x) { }"), "t.litmus:4:1: a second thread named P0");
    assert_eq!(
        error("C t\n{}\nexists (x=1)"),
        "t.litmus:3:1: expected a thread, such as P0(int *x) { … }, found 'exists'"
    );
}

#[test]
fn calls() {
    assert_eq!(c_error("READ_ONCE(*x, 1);"), "t.litmus:5:1: expected 1 argument of READ_ONCE, found 2");
    assert_eq!(c_error("READ_ONCE(x);"), "t.litmus:5:11: expected *x, the variable itself, found 'x'");
    assert_eq!(
        c_error("xchg(1, 2);"),
        "t.litmus:5:9: expected a pointer as argument of xchg, found a value of type int"
    );
    assert_eq!(
        c_error("frob(x);"),
        "t.litmus:5:1: expected a primitive such as READ_ONCE, atomic_load_explicit or smp_mb, found a call of 'frob'"
    );
    assert_eq!(
        c_error("synchronize_rcu();"),
        "t.litmus:5:1: synchronize_rcu: grace periods of RCU are not supported"
    );
    assert_eq!(
        c_error("atomic_load_explicit(x, memory_order_release);"),
        "t.litmus:5:25: a load cannot have order release"
    );
    assert_eq!(
        c_error("atomic_store_explicit(x, 1, memory_order_acquire);"),
        "t.litmus:5:29: a store cannot have order acquire"
    );
    assert_eq!(
        c_error("atomic_load_explicit(x, 5);"),
        "t.litmus:5:25: expected a memory order, such as memory_order_relaxed, found another expression"
    );
    assert_eq!(
        c_error("spin_lock(x);"),
        "t.litmus:5:11: expected a spinlock_t * as argument of spin_lock, found a pointer to int"
    );
    assert_eq!(c_error("int r0 = *l;"), "t.litmus:5:10: l is a lock: it can only be locked and unlocked");
}

#[test]
fn initial_state_and_question() {
    assert_eq!(
        error("C t\n{ x=; }"),
        "t.litmus:2:5: expected an integer or the name of a variable, found ';'"
    );
    assert_eq!(error("C t\n{ x=1; x=2; }"), "t.litmus:2:8: x has an initial value already");
    assert_eq!(error("C t\n{ int a[0]; }"), "t.litmus:2:9: expected an array of 1 to 4096 elements, found 0");
    assert_eq!(
        error("C t\n{ short x=&y; }\nP0(short *x) { }"),
        "t.litmus:2:9: x has type int16_t and cannot hold an address"
    );
    assert_eq!(error("C t\n{ 3:r0=1; }\nP0(int *x) { }"), "t.litmus:2:3: there is no thread P3");
    assert_eq!(
        error("C t\n{ short x; }\nP0(int *x) { }"),
        "t.litmus:3:9: x is declared as int here and as int16_t elsewhere"
    );
    let question = |text: &str| error(&c_test("{}", &[""], text));
    assert_eq!(
        question("exists (q=1)"),
        "t.litmus:4:9: expected a shared variable or thread:register, found 'q'"
    );
    assert_eq!(question("exists (4:r0=1)"), "t.litmus:4:9: there is no thread P4");
    assert_eq!(question("exists (x 1)"), "t.litmus:4:11: expected '=' after the location, found '1'");
    assert_eq!(
        question("exists (x=1"),
        "t.litmus:4:11: expected ')' after the proposition, found end of file"
    );
    assert_eq!(
        question("exists (x=1) P1"),
        "t.litmus:4:14: expected end of file, '/\\' or '\\/' after the condition, found 'P1'"
    );
    assert_eq!(
        question("whatever"),
        "t.litmus:4:1: expected a thread, locations, filter, exists, ~exists or forall, found 'whatever'"
    );
    assert_eq!(
        question("exists (x=99999999999999999999)"),
        "t.litmus:4:11: expected a number of at most 64 bits, found '99999999999999999999'"
    );
}

#[test]
fn what_was_expected_is_data_too() {
    let found = read("C t\n{}\nP0(int *x) { *x = 1 }", "t.litmus").expect_err("a refusal");
    assert_eq!((found.line, found.column, found.expected.as_deref()), (3, 21, Some("';' after statement")));
}

#[test]
fn assembly() {
    let x86 = |rows: &str| error(&format!("X86 t\n{{}}\n P0 | P1 ;\n{rows}\nexists (x=1)"));
    assert_eq!(x86(" FROB | ;"), "t.litmus:4:2: expected an x86 instruction, found 'FROB'");
    assert_eq!(x86(" MOV [x],$1 | | MFENCE ;"), "t.litmus:4:24: a row of more than 2 columns");
    assert_eq!(x86(" MOV [x],[y] | ;"), "t.litmus:4:2: expected at most one memory operand, found two");
    assert_eq!(
        x86(" MOV $1,EAX | ;"),
        "t.litmus:4:2: expected a register or [variable] as destination, found a constant"
    );
    assert_eq!(x86(" JMP L | ;"), "t.litmus:4:2: expected a label of P0, found 'L'");
    assert_eq!(
        x86(" LOCK MOV [x],$1 | ;"),
        "t.litmus:4:2: expected an instruction that updates [variable] after LOCK, found another"
    );
    assert_eq!(x86(" MOVB [x],$1 | ;"), "t.litmus:4:2: MOVB: accesses of 1 and 2 bytes are not supported");
    assert_eq!(x86(" MOV [x] | ;"), "t.litmus:4:2: expected 2 operands of MOV, found 1");
    assert_eq!(
        x86(" MOV [x],$1"),
        "t.litmus:5:12: expected '|' or ';' after an instruction, found end of file"
    );
    let ppc = |rows: &str| error(&format!("PPC t\n{{ 0:r2=x; }}\n P0 ;\n{rows}\nexists (x=1)"));
    assert_eq!(
        ppc(" lwarx r1,0,r2 ;\n li r1,2 ;\n stwcx. r1,0,r2 ;"),
        "t.litmus:4:2: expected lwarx and stwcx. on one address as an exchange, a fetch-and-op or a compare-and-swap, found another use of reservations"
    );
    assert_eq!(ppc(" stw r1,r2 ;"), "t.litmus:4:9: expected a number, found 'r2'");
}
