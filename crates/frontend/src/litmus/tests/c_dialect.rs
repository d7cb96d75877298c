//! Every construct of the C dialect, by what it does under SC or by the instruction it becomes.

use super::{body_of, c_test, program, states};
use ir::{Op, Order};

/// The one final state of a test with one thread.
fn only(body: &str, question: &str) -> String {
    let found = states(&c_test("{}", &[body], question));
    assert_eq!(found.len(), 1, "{body}: {found:?}");
    found[0].clone()
}
fn r0(body: &str) -> String {
    only(&format!("int r0; {body}"), "exists (0:r0=0)")
}

#[test]
fn arithmetic_follows_c() {
    for (expr, value) in [
        ("1 + 2 * 3", 7),
        ("(1 + 2) * 3", 9),
        ("7 / 2", 3),
        ("-7 / 2", -3),
        ("-7 % 3", -1),
        ("1 << 4 >> 2", 4),
        ("-8 >> 1", -4),
        ("6 & 3 | 8 ^ 1", 11),
        ("~5", -6),
        ("!5", 0),
        ("!0", 1),
        ("3 > 2", 1),
        ("3 <= 2", 0),
        ("1 == 1 && 2 != 2", 0),
        ("0 || 3", 1),
        ("1 ? 5 : 6", 5),
        ("0 ? 5 : 6", 6),
        ("+3", 3),
        ("(char)300", 44),
        ("(unsigned char)-1", 255),
        ("(_Bool)7", 1),
        ("4294967295 == -1", 0),
        ("(unsigned)-1 > 0", 1),
        ("-1 < 0", 1),
        ("0x10", 16),
        ("10UL", 10),
    ] {
        assert_eq!(r0(&format!("r0 = {expr};")), format!("0:r0={value};"), "{expr}");
    }
}

#[test]
fn assignments_steps_and_declarations() {
    assert_eq!(r0("r0 = 5; r0 += 2; r0 -= 1; r0 *= 3; r0 /= 2; r0 %= 5;"), "0:r0=4;");
    assert_eq!(r0("r0 = 1; r0 <<= 3; r0 |= 1; r0 &= 5; r0 ^= 15; r0 >>= 1;"), "0:r0=7;");
    assert_eq!(
        only("int r0 = 3, r1 = r0++, r2 = --r0;", "exists (0:r0=3 /\\ 0:r1=3 /\\ 0:r2=3)"),
        "0:r0=3; 0:r1=3; 0:r2=3;"
    );
    assert_eq!(only("r7 = 4;", "exists (0:r7=4)"), "0:r7=4;", "a register needs no declaration");
    assert_eq!(only("*x = 3; (*x)++; *x += 2; int r0 = *x;", "exists (x=6 /\\ 0:r0=6)"), "x=6; 0:r0=6;");
}

#[test]
fn structured_control_flow() {
    assert_eq!(r0("if (1) r0 = 1; else r0 = 2;"), "0:r0=1;");
    assert_eq!(r0("if (0) { r0 = 1; } else if (1) { r0 = 2; } else { r0 = 3; }"), "0:r0=2;");
    assert_eq!(r0("while (r0 < 5) r0 = r0 + 1;"), "0:r0=5;");
    assert_eq!(r0("do { r0 = r0 + 1; } while (r0 < 3);"), "0:r0=3;");
    assert_eq!(
        r0("for (int i = 0; i < 4; i++) { if (i == 1) continue; if (i == 3) break; r0 += i; }"),
        "0:r0=2;"
    );
    assert_eq!(r0("for (;;) { r0++; if (r0 == 4) break; }"), "0:r0=4;");
    assert_eq!(r0("r0 = 1; if (r0) return; r0 = 2;"), "0:r0=1;");
    assert_eq!(r0("{ ; { r0 = 8; } }"), "0:r0=8;");
}

#[test]
fn short_circuits_only_where_memory_is_touched() {
    let touched = "int r0; if (READ_ONCE(*x) && (*y = 1)) { r0 = 1; }";
    assert_eq!(only(touched, "exists (y=0 /\\ 0:r0=0)"), "y=0; 0:r0=0;");
    let or = "int r0; r0 = 1 || (*y = 1);";
    assert_eq!(only(or, "exists (y=0 /\\ 0:r0=0)"), "y=0; 0:r0=1;");
    let body = body_of(&c_test("{}", &["int r0; int r1; if (r0 && r1) { *x = 1; }"], "exists (x=1)"), "P0");
    assert_eq!(body.matches("branch").count(), 1, "{body}");
    let ternary = only("int r0; r0 = READ_ONCE(*x) ? READ_ONCE(*y) : 7;", "exists (0:r0=7)");
    assert_eq!(ternary, "0:r0=7;");
}

#[test]
fn a_branch_controls_its_braces_only() {
    let text = c_test(
        "{}",
        &["int r0; r0 = READ_ONCE(*x); if (r0 == 1) { *y = 1; } WRITE_ONCE(*x, 2);"],
        "exists (x=2)",
    );
    let program = program(&text);
    let thread = &program.functions[program.function_named("P0").expect("P0")];
    let post_dominators = ir::cfg::post_dominators(thread);
    let block_with = |wanted: &dyn Fn(&Op) -> bool| {
        thread
            .blocks
            .iter_enumerated()
            .find(|(_, block)| block.insts.iter().any(|inst| wanted(&inst.op)))
            .expect("a block")
            .0
    };
    let store = |place: &'static str| move |op: &Op| matches!(op, Op::Store { access, .. } if access.place.as_deref() == Some(place));
    let (inside, after) = (block_with(&store("y")), block_with(&store("x")));
    let branch = block_with(&|op| matches!(op, Op::Compare { .. }));
    assert_eq!(post_dominators[branch], Some(after));
    assert_eq!(post_dominators[inside], Some(after));
}

#[test]
fn dependencies_are_not_folded() {
    let body = body_of(
        &c_test(
            "{}",
            &["int r0 = READ_ONCE(*x); int r1 = r0 ^ r0; int r2 = READ_ONCE(*(y + r1));"],
            "exists (0:r2=0)",
        ),
        "P0",
    );
    assert_eq!(
        body,
        "b0():\n\
         v1 \"r0\": i32 = load relaxed i32 &x\n\
         v2 \"r1\": i32 = xor v1, v1\n\
         v3: i64 = cast sext v2\n\
         v4: i64 = mul v3, 4:i64\n\
         v5: ptr = ptradd &y, v4\n\
         v6 \"r2\": i32 = load relaxed i32 v5\n\
         observe \"0:r0\" v1\n\
         observe \"0:r1\" v2\n\
         observe \"0:r2\" v6\n\
         return null"
    );
}

#[test]
fn a_register_that_a_branch_leaves_alone_has_no_part_in_the_join() {
    let body = body_of(
        &c_test("{}", &["int r0 = READ_ONCE(*x); if (r0) { *y = 1; } *x = r0;"], "exists (x=1)"),
        "P0",
    );
    assert!(body.contains("store i32 &x <- v1"), "{body}");
    assert!(!body.contains("b2(v"), "{body}");
}

#[test]
fn orders_are_as_spelled() {
    let cases = [
        ("READ_ONCE(*x)", "load relaxed i32 &x"),
        ("WRITE_ONCE(*x, 1)", "store relaxed i32 &x <- 1:i32"),
        ("*x", "load i32 &x"),
        ("*x = 1", "store i32 &x <- 1:i32"),
        ("smp_load_acquire(x)", "load acquire i32 &x"),
        ("smp_store_release(x, 1)", "store release i32 &x <- 1:i32"),
        ("rcu_dereference(*x)", "load relaxed i32 &x"),
        ("rcu_assign_pointer(*x, 1)", "store release i32 &x <- 1:i32"),
        ("atomic_read(x)", "load relaxed i32 &x"),
        ("atomic_set(x, 1)", "store relaxed i32 &x <- 1:i32"),
        ("atomic_load_explicit(x, memory_order_acquire)", "load acquire i32 &x"),
        ("atomic_load_explicit(x, memory_order_consume)", "load acquire i32 &x"),
        ("atomic_load(x)", "load seq_cst i32 &x"),
        ("atomic_store_explicit(x, 1, memory_order_release)", "store release i32 &x <- 1:i32"),
        ("atomic_store(x, 1)", "store seq_cst i32 &x <- 1:i32"),
        ("atomic_exchange_explicit(x, 1, memory_order_acq_rel)", "rmw xchg acq_rel i32 &x, 1:i32"),
        ("atomic_exchange(x, 1)", "rmw xchg seq_cst i32 &x, 1:i32"),
        ("atomic_fetch_sub_explicit(x, 2, memory_order_relaxed)", "rmw sub relaxed i32 &x, 2:i32"),
        ("atomic_fetch_or(x, 2)", "rmw or seq_cst i32 &x, 2:i32"),
        ("atomic_fetch_add_relaxed(2, x)", "rmw add relaxed i32 &x, 2:i32"),
        ("atomic_fetch_and_acquire(2, x)", "rmw and acquire i32 &x, 2:i32"),
        ("atomic64_fetch_xor_release(2, x)", "rmw xor release i32 &x, 2:i32"),
        ("xchg(x, 1)", "rmw xchg seq_cst i32 &x, 1:i32"),
        ("xchg_acquire(x, 1)", "rmw xchg acquire i32 &x, 1:i32"),
        ("atomic_xchg_release(x, 1)", "rmw xchg release i32 &x, 1:i32"),
        ("cmpxchg_relaxed(x, 0, 1)", "cas relaxed i32/relaxed &x, 0:i32 -> 1:i32"),
        ("cmpxchg(x, 0, 1)", "cas seq_cst i32/relaxed &x, 0:i32 -> 1:i32"),
        ("atomic_cmpxchg_acquire(x, 0, 1)", "cas acquire i32/relaxed &x, 0:i32 -> 1:i32"),
        ("atomic_inc(x)", "rmw add relaxed i32 &x, 1:i32"),
        ("atomic_sub(3, x)", "rmw sub relaxed i32 &x, 3:i32"),
        ("atomic_dec_and_test(x)", "rmw sub seq_cst i32 &x, 1:i32"),
        ("fence()", "fence full"),
        ("smp_mb()", "fence full"),
        ("smp_rmb()", "fence ll"),
        ("smp_wmb()", "fence ss"),
        ("membar_sl()", "fence sl"),
        ("smp_mb__before_atomic()", "fence full"),
        ("atomic_thread_fence(memory_order_acquire)", "fence ll|ls"),
        ("atomic_thread_fence(memory_order_release)", "fence ls|ss"),
        ("atomic_thread_fence(memory_order_acq_rel)", "fence ll|ls|ss"),
        ("atomic_thread_fence(memory_order_seq_cst)", "fence full"),
        ("atomic_thread_fence(memory_order_relaxed)", "fence none"),
    ];
    for (call, instruction) in cases {
        let body = body_of(&c_test("{}", &[&format!("{call};")], "exists (x=1)"), "P0");
        let line = body.lines().nth(1).expect("an instruction");
        let shown = line.split(" = ").last().expect("the operation");
        assert_eq!(shown, instruction, "{call}");
    }
}

#[test]
fn results_of_updates() {
    let init = "{ x=5; }";
    for (call, result, memory) in [
        ("atomic_fetch_add_relaxed(2, x)", 5, 7),
        ("atomic_fetch_add(x, 2)", 5, 7),
        ("atomic_add_return(2, x)", 7, 7),
        ("atomic_add_return_relaxed(2, x)", 7, 7),
        ("atomic_sub_return_acquire(2, x)", 3, 3),
        ("atomic_inc_return_release(x)", 6, 6),
        ("atomic_dec_return(x)", 4, 4),
        ("atomic_fetch_inc(x)", 5, 6),
        ("atomic_fetch_andnot(4, x)", 5, 1),
        ("atomic_sub_and_test(5, x)", 1, 0),
        ("atomic_add_negative(-9, x)", 1, -4),
        ("xchg_relaxed(x, 9)", 5, 9),
        ("cmpxchg(x, 5, 8)", 5, 8),
        ("cmpxchg(x, 4, 8)", 5, 5),
        ("atomic_cmpxchg(x, 5, 6)", 5, 6),
    ] {
        let found = states(&c_test(init, &[&format!("int r0; r0 = {call};")], "exists (0:r0=0 /\\ x=0)"));
        assert_eq!(found, [format!("0:r0={result}; x={memory};")], "{call}");
    }
}

#[test]
fn c11_compare_exchange_reports_what_it_found() {
    let question = "exists (0:r0=0 /\\ 0:r1=0 /\\ x=0)";
    let with = |expected: u32| {
        let call = format!(
            "int r0 = {expected}; int r1; r1 = atomic_compare_exchange_strong_explicit(x, &r0, 9, memory_order_acq_rel, memory_order_acquire);"
        );
        states(&c_test("{ x=5; }", &[&call], question))
    };
    assert_eq!(with(5), ["0:r0=5; 0:r1=1; x=9;"]);
    assert_eq!(with(4), ["0:r0=5; 0:r1=0; x=5;"]);
    let in_memory = "int r1; r1 = atomic_compare_exchange_weak(x, y, 9);";
    assert_eq!(
        states(&c_test("{ x=5; }", &[in_memory], "exists (0:r1=0 /\\ x=0 /\\ y=0)")),
        ["0:r1=0; x=5; y=5;"]
    );
}

#[test]
fn types_of_variables() {
    let text = "C t\n{ long l = -1; unsigned char c = 255; _Bool b; }\n\
                P0(long *l, unsigned char *c, _Bool *b) { int r0 = *l == -1; int r1 = *c; *b = 4; *c += 1; }\n\
                exists (0:r0=1 /\\ 0:r1=255 /\\ b=1 /\\ c=0)";
    assert_eq!(states(text), ["0:r0=1; 0:r1=255; b=1; c=0;"]);
    let sizes: Vec<u64> = program(text).globals.iter().map(|global| global.size).collect();
    assert_eq!(sizes, [8, 1, 1]);
}

#[test]
fn atomic_and_volatile_types() {
    let text = "C t\n{ atomic_int x; }\nP0(atomic_int *x, volatile int *y, _Atomic(int) *z) { *x = 1; *y = 1; *z = 1; int r0 = *x; }\nexists (x=1)";
    let body = body_of(text, "P0");
    assert!(body.contains("store seq_cst i32 &x"), "{body}");
    assert!(body.contains("store volatile i32 &y"), "{body}");
    assert!(body.contains("store seq_cst i32 &z"), "{body}");
}

#[test]
fn pointers_and_arrays() {
    let text = "C t\n{ int x=1; int z=2; int *p=&x; }\n\
                P0(int *x, int *z, int **p) { int *r0 = READ_ONCE(*p); int r1 = *r0; rcu_assign_pointer(*p, z); }\n\
                P1(int **p) { int *r0; int r1; r0 = rcu_dereference(*p); r1 = READ_ONCE(*r0); }\n\
                exists (1:r0=z /\\ 1:r1=2)";
    let found = states(text);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found.iter().any(|state| state.ends_with("1:r1=1;"))
            && found.iter().any(|state| state.ends_with("1:r1=2;"))
    );
    let array = "C t\n{ int a[3] = {1, 2}; }\n\
                 P0(int *a) { int r0 = a[1]; a[2] = r0 + *(a + 0); int r1 = &a[2] - a; int *r2 = a + 2; *(r2 - 1) = 9; }\n\
                 locations [a; a[1]; 0:r0; 0:r1;]";
    assert_eq!(states(array), ["a[0]=1; a[1]=9; a[2]=3; 0:r0=2; 0:r1=2;"]);
}

#[test]
fn places_are_named_as_the_user_does() {
    let body = "int r0; int *r1 = x; READ_ONCE(*x); READ_ONCE(*(x + r0)); x[0] = 1; x[r0] = 1; *r1 = 1;";
    let program = program(&c_test("{}", &[body], "exists (x=1)"));
    let places: Vec<String> = program.functions[ir::FuncId(0)]
        .blocks
        .iter()
        .flat_map(|block| &block.insts)
        .filter_map(|inst| match &inst.op {
            Op::Load { access, .. } | Op::Store { access, .. } => access.place.as_deref().map(str::to_string),
            _ => None,
        })
        .collect();
    assert_eq!(places, ["x", "x", "x[0]", "x[r0]", "*r1"]);
}

#[test]
fn locks_exclude_each_other() {
    let text = "C t\n{ spinlock_t l; }\n\
                P0(int *x, spinlock_t *l) { int r0; spin_lock(l); r0 = READ_ONCE(*x); WRITE_ONCE(*x, r0 + 1); spin_unlock(l); }\n\
                P1(int *x, spinlock_t *l) { int r0; spin_lock(l); r0 = READ_ONCE(*x); WRITE_ONCE(*x, r0 + 1); spin_unlock(l); }\n\
                P2(int *x, spinlock_t *l) { int r0; r0 = spin_trylock(l); if (r0) { spin_unlock(l); } }\n\
                forall (x=2)";
    assert_eq!(states(text), ["x=2;"]);
    let with_trylock = text.replace("forall (x=2)", "exists (2:r0=0)");
    assert_eq!(states(&with_trylock), ["2:r0=0;", "2:r0=1;"]);
}

#[test]
fn initial_values() {
    let text = "C t\n{ x=1; [y]=2; int *z; 0:r0=7; P0:r1=-1; atomic_t v = ATOMIC_INIT(3); int 0:r2=4; }\n\
                P0(int *x, int *y, int **z, atomic_t *v) { int r0; int r1; int r2; int r3 = atomic_read(v); }\n\
                locations [x; y; z; v; 0:r0; 0:r1; 0:r2; 0:r3]";
    assert_eq!(states(text), ["x=1; y=2; z=0; v=3; 0:r0=7; 0:r1=-1; 0:r2=4; 0:r3=3;"]);
}

#[test]
fn comments_strings_and_information_lines() {
    let text = "(* first *) C a name+with.signs\n\"a doc \\\" string\nover lines\"\nGenerator=diy7 (version 7.58)\nCom=Rf Fr\n\
                (* outer (* inner *) *)\n{ x=1; (* here *) // there\n }\n(* between *)\n\
                P0(int *x) { // body\n int r0; /* in C */ (*x)++; r0 = (*x); }\n(* after *)\nexists (x=2) (* end *)\n// end";
    let program = program(text);
    assert_eq!(&*program.name, "a name+with.signs");
    assert_eq!(states(text), ["x=2;"]);
}

#[test]
fn spans_are_real() {
    let text = "C t\n{}\nP0(int *x)\n{\n  int r0;\n    WRITE_ONCE(*x, 1);\n}\nexists (x=1)";
    let program = program(text);
    let thread = &program.functions[program.function_named("P0").expect("P0")];
    let store =
        thread.blocks.iter().flat_map(|block| &block.insts).find(|inst| matches!(inst.op, Op::Store { .. }));
    let span = store.expect("the store").span;
    assert_eq!((span.line, span.column, program.show_span(span).as_str()), (6, 5, "t.litmus:6"));
    assert_eq!((thread.span.line, thread.span.column), (3, 1));
    assert_eq!(program.globals[ir::GlobalId(0)].span.line, 3);
}

#[test]
fn main_starts_and_joins_in_order() {
    let body = body_of(&c_test("{}", &["*x = 1;", "*y = 1;"], "exists (x=1)"), "main");
    assert_eq!(
        body,
        "b0():\nv0: i64 = thread_create(@P0, null)\nv1: i64 = thread_create(@P1, null)\n\
         v2: i32, v3: ptr = thread_join(v0)\nv4: i32, v5: ptr = thread_join(v1)\nreturn 0:i32"
    );
}

#[test]
fn orders_that_an_access_cannot_have_never_reach_the_ir() {
    let program =
        program(&c_test("{}", &["atomic_store_explicit(x, 1, memory_order_release);"], "exists (x=1)"));
    let orders =
        program.functions.iter().flat_map(|function| function.blocks.iter()).flat_map(|block| &block.insts);
    assert!(
        orders
            .filter_map(|inst| if let Op::Store { access, .. } = &inst.op {
                Some(access.order)
            } else {
                None
            })
            .all(|order| order == Order::Release)
    );
}

#[test]
fn integers_may_hold_addresses_as_in_herd() {
    let publish = "C t\n{ z=w; w=7; }\nP0(int *y, int *z) { WRITE_ONCE(*y, 1); smp_store_release(z, y); }\n\
                   P1(int *z) { int r1; int r2; r1 = READ_ONCE(*z); r2 = READ_ONCE(*r1); }\nexists (1:r2=0)";
    assert_eq!(states(publish), ["1:r2=1;", "1:r2=7;"]);
    assert!(program(publish).globals.iter().all(|global| global.size == 8));
    let by_init =
        "C t\n{ 0:r4=y; 0:r5=2; y=3; }\nP0(int *x) { r1 = *r4 + r5; *x = r1; }\nexists (x=5 /\\ 0:r4=y)";
    assert_eq!(states(by_init).len(), 1);
    assert!(states(by_init)[0].starts_with("x=5;"), "{:?}", states(by_init));
    let declared =
        "C t\n{ 0:r2=y; y=3; }\nP0(int *x) { int r2; int r1; r1 = READ_ONCE(*r2); }\nexists (0:r1=3)";
    assert_eq!(states(declared), ["0:r1=3;"]);
    let computed = "C t\n{ x=4; }\nP0(int *x) { int r0 = *x; int r8 = r0 - r0; r8 = x + r8; int r1 = smp_load_acquire(r8); }\nexists (0:r1=4)";
    assert_eq!(states(computed), ["0:r1=4;"]);
}
