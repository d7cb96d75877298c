//! Tests in the style of the kernel's and C11's litmus tests, written for this purpose.

use super::{program, states};

#[test]
fn mp_polocks() {
    let text = "C MP+polocks\n\n(* Result: Never *)\n\n{}\n\n\
        P0(int *buf, int *flag, spinlock_t *mylock) // Producer\n{\n\tWRITE_ONCE(*buf, 1);\n\tspin_lock(mylock);\n\
        \tWRITE_ONCE(*flag, 1);\n\tspin_unlock(mylock);\n}\n\n\
        P1(int *buf, int *flag, spinlock_t *mylock) // Consumer\n{\n\tint r0;\n\tint r1;\n\n\tspin_lock(mylock);\n\
        \tr0 = READ_ONCE(*flag);\n\tspin_unlock(mylock);\n\tr1 = READ_ONCE(*buf);\n}\n\n\
        exists (1:r0=1 /\\ 1:r1=0) (* Bad outcome. *)\n";
    assert_eq!(states(text), ["1:r0=0; 1:r1=0;", "1:r0=0; 1:r1=1;", "1:r0=1; 1:r1=1;"]);
}

#[test]
fn sb_rfionceonce_poonceonces() {
    let text = "C SB+rfionceonce-poonceonces\n\n(* Result: Sometimes *)\n\n{}\n\n\
        P0(int *x, int *y)\n{\n\tint r1;\n\tint r2;\n\n\tWRITE_ONCE(*x, 1);\n\tr1 = READ_ONCE(*x);\n\tr2 = READ_ONCE(*y);\n}\n\n\
        P1(int *x, int *y)\n{\n\tint r3;\n\tint r4;\n\n\tWRITE_ONCE(*y, 1);\n\tr3 = READ_ONCE(*y);\n\tr4 = READ_ONCE(*x);\n}\n\n\
        locations [0:r1; 1:r3; x; y] (* Debug aid: Print things not in \"exists\". *)\nexists (0:r2=0 /\\ 1:r4=0)\n";
    let names: Vec<String> =
        program(text).condition.expect("a condition").observed.iter().map(|one| one.name().into()).collect();
    assert_eq!(names, ["0:r1", "1:r3", "x", "y", "0:r2", "1:r4"]);
    assert_eq!(states(text).len(), 3);
}

#[test]
fn lb_ctrlonceonce_mbonceonce() {
    let text = "C LB+ctrlonceonce+mbonceonce\n\n{}\n\nP0(int *x, int *y)\n{\n\tint r0;\n\n\tr0 = READ_ONCE(*x);\n\tif (r0)\n\
        \t\tWRITE_ONCE(*y, 1);\n}\n\nP1(int *x, int *y)\n{\n\tint r0;\n\n\tr0 = READ_ONCE(*y);\n\tsmp_mb();\n\
        \tWRITE_ONCE(*x, 1);\n}\n\nexists (0:r0=1 /\\ 1:r0=1)\n";
    assert_eq!(states(text), ["0:r0=0; 1:r0=0;", "0:r0=1; 1:r0=0;"]);
}

#[test]
fn mp_onceassign_derefonce() {
    let text = "C MP+onceassign+derefonce\n\n{\np=x;\np=x;\n}\n\nP0(int *x, int **p) {}\nexists (x=1)";
    assert!(super::read(text, "t.litmus").is_err(), "the same variable twice");
    let text = "C MP+onceassign+derefonce\n\n{\np=x;\n}\n\nP0(int *y, int **p) // Producer\n{\n\tWRITE_ONCE(*y, 1);\n\
        \trcu_assign_pointer(*p, y);\n}\n\nP1(int *y, int **p) // Consumer\n{\n\tint *r0;\n\tint r1;\n\n\trcu_read_lock();\n\
        \tr0 = rcu_dereference(*p);\n\tr1 = READ_ONCE(*r0);\n\trcu_read_unlock();\n}\n\nexists (1:r0=y /\\ 1:r1=0) (* Bad. *)\n";
    let program = program(text);
    let y = ir::Layout::of(&program).global(program.global_named("y").expect("y"));
    let x = ir::Layout::of(&program).global(program.global_named("x").expect("x"));
    assert_eq!(states(text), [format!("1:r0={x}; 1:r1=0;"), format!("1:r0={y}; 1:r1=1;")]);
}

#[test]
fn isa2_pooncerelease_poacquirerelease_poacquireonce() {
    let text = "C ISA2+pooncerelease+poacquirerelease+poacquireonce\n{}\n\
        P0(int *x, int *y)\n{\n\tWRITE_ONCE(*x, 1);\n\tsmp_store_release(y, 1);\n}\n\
        P1(int *y, int *z)\n{\n\tint r0;\n\n\tr0 = smp_load_acquire(y);\n\tsmp_store_release(z, 1);\n}\n\
        P2(int *x, int *z)\n{\n\tint r0;\n\tint r1;\n\n\tr0 = smp_load_acquire(z);\n\tr1 = READ_ONCE(*x);\n}\n\
        exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)\n";
    assert!(!states(text).contains(&"1:r0=1; 2:r0=1; 2:r1=0;".to_string()));
}

#[test]
fn atomic_increments_of_the_kernel() {
    let text = "C 2atomics\n{ atomic_t v = ATOMIC_INIT(0); }\n\
        P0(atomic_t *v) { int r0; r0 = atomic_add_return_relaxed(1, v); smp_mb__after_atomic(); }\n\
        P1(atomic_t *v) { int r0; atomic_inc(v); r0 = atomic_read(v); }\nforall (v=2)\n";
    assert_eq!(states(text), ["v=2;"]);
}

#[test]
fn c11_store_buffering() {
    let text = "C SB+sc\n{ [x] = 0; [y] = 0; }\n\n\
        P0 (atomic_int* y, atomic_int* x) {\n  atomic_store_explicit(x, 1, memory_order_seq_cst);\n\
        \x20 int r0 = atomic_load_explicit(y, memory_order_seq_cst);\n}\n\n\
        P1 (volatile atomic_int* y, atomic_int* x) {\n  atomic_store(y, 1);\n  int r0 = atomic_load(x);\n}\n\n\
        exists (0:r0=0 /\\ 1:r0=0)\n";
    assert_eq!(states(text), ["0:r0=0; 1:r0=1;", "0:r0=1; 1:r0=0;", "0:r0=1; 1:r0=1;"]);
}

#[test]
fn c11_spinlock_loop() {
    let lock = "int e = 0; while (!atomic_compare_exchange_weak_explicit(l, &e, 1, memory_order_acquire, memory_order_relaxed)) { e = 0; } \
                int r0 = *x; *x = r0 + 1; atomic_store_explicit(l, 0, memory_order_release);";
    let text = format!(
        "C lock\n{{}}\nP0(atomic_int *l, int *x) {{ {lock} }}\nP1(atomic_int *l, int *x) {{ {lock} }}\nforall (x=2)"
    );
    assert_eq!(states(&text), ["x=2;"]);
}
