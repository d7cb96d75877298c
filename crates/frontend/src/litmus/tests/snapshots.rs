//! The IR of a few tests as a whole. `UPDATE_EXPECT=1 cargo test` writes them anew.

use super::program;
use expect_test::{Expect, expect};

fn check(text: &str, expected: Expect) {
    expected.assert_eq(&program(text).to_string());
}

#[test]
fn message_passing_with_an_address_dependency() {
    check(
        "C MP+ss+addr\n{ x=0; }\nP0(int *x, int *y)\n{\n  WRITE_ONCE(*x, 1);\n  membar_ss();\n  WRITE_ONCE(*y, 1);\n}\n\
         P1(int *x, int *y)\n{\n  int r0;\n  int r1;\n  int r2;\n  r0 = READ_ONCE(*y);\n  r1 = r0 ^ r0;\n\
         \x20 r2 = READ_ONCE(*(x + r1));\n}\nlocations [x; y;]\nexists (1:r0=1 /\\ 1:r2=0)\n",
        expect![[r#"
            program "MP+ss+addr"

            global g0 "x" size 4 align 4  ; t.litmus:2
            global g1 "y" size 4 align 4  ; t.litmus:3

            fn @P0(v0: ptr) -> ptr {  ; t.litmus:3
            b0():
              store relaxed i32 &x <- 1:i32  ; x                          ; t.litmus:5
              fence ss                                                    ; t.litmus:6
              store relaxed i32 &y <- 1:i32  ; y                          ; t.litmus:7
              return null                                                 ; t.litmus:8
            }

            fn @P1(v0: ptr) -> ptr {  ; t.litmus:9
            b0():
              v1 "r0": i32 = load relaxed i32 &y  ; y                     ; t.litmus:14
              v2 "r1": i32 = xor v1, v1                                   ; t.litmus:15
              v3: i64 = cast sext v2                                      ; t.litmus:16
              v4: i64 = mul v3, 4:i64
              v5: ptr = ptradd &x, v4
              v6 "r2": i32 = load relaxed i32 v5  ; x
              observe "1:r0" v1                                           ; t.litmus:17
              observe "1:r1" v2
              observe "1:r2" v6
              return null
            }

            entry fn @main() -> i32 {  ; t.litmus:1
            b0():
              v0: i64 = thread_create(@P0, null)                          ; t.litmus:3
              v1: i64 = thread_create(@P1, null)                          ; t.litmus:9
              v2: i32, v3: ptr = thread_join(v0)                          ; t.litmus:3
              v4: i32, v5: ptr = thread_join(v1)                          ; t.litmus:9
              return 0:i32
            }

            exists (1:r0=1 /\ 1:r2=0)
        "#]],
    );
}

#[test]
fn a_branch_and_a_join() {
    check(
        "C ctrl\n{ [l]=1; }\nP0(int *x, int *l)\n{\n  int r0;\n  int r1 = 5;\n  r0 = cmpxchg_relaxed(l, 1, 2);\n\
         \x20 if (r0 == 1) {\n    r1 = 7;\n    WRITE_ONCE(*x, 1);\n  }\n  WRITE_ONCE(*l, r1);\n}\n~exists (x=0 /\\ l=7)\n",
        expect![[r#"
            program "ctrl"

            global g0 "l" size 4 align 4 = 01 00 00 00  ; t.litmus:2
            global g1 "x" size 4 align 4  ; t.litmus:3

            fn @P0(v0: ptr) -> ptr {  ; t.litmus:3
            b0():
              v1 "r0": i32, v2: i1 = cas relaxed i32/relaxed &l, 1:i32 -> 2:i32  ; l  ; t.litmus:7
              v3: i1 = cmp eq v1, 1:i32                                   ; t.litmus:8
              branch v3, b1(), b2(5:i32)
            b1():
              store relaxed i32 &x <- 1:i32  ; x                          ; t.litmus:10
              jump b2(7:i32)                                              ; t.litmus:8
            b2(v4 "r1": i32):
              store relaxed i32 &l <- v4  ; l                             ; t.litmus:12
              observe "0:r0" v1                                           ; t.litmus:13
              observe "0:r1" v4
              return null
            }

            entry fn @main() -> i32 {  ; t.litmus:1
            b0():
              v0: i64 = thread_create(@P0, null)                          ; t.litmus:3
              v1: i32, v2: ptr = thread_join(v0)
              return 0:i32
            }

            ~exists (x=0 /\ l=7)
        "#]],
    );
}

#[test]
fn a_loop_in_x86() {
    check(
        "X86 spin\n{ 1:ECX=4; }\n P0          | P1            ;\n MOV [x],$1  | L: MOV EAX,[y] ;\n LOCK INC [y] | CMP EAX,$1   ;\n\
         \x20            | JNE L         ;\n             | XCHG [x],ECX  ;\nexists (1:ECX=0)\n",
        expect![[r#"
            program "spin"

            global g0 "x" size 4 align 4  ; t.litmus:4
            global g1 "y" size 4 align 4  ; t.litmus:5

            fn @P0(v0: ptr) -> ptr {  ; t.litmus:3
            b0():
              store relaxed i32 &x <- 1:i32  ; x                          ; t.litmus:4
              v1: i32 = rmw add seq_cst i32 &y, 1:i32  ; y                ; t.litmus:5
              return null
            }

            fn @P1(v0: ptr) -> ptr {  ; t.litmus:3
            b0():
              jump b1()                                                   ; t.litmus:4
            b1():
              v1 "EAX": i32 = load relaxed i32 &y  ; y
              v2: i1 = cmp ne v1, 1:i32                                   ; t.litmus:6
              branch v2, b1(), b2()
            b2():
              v3 "ECX": i32 = rmw xchg seq_cst i32 &x, 4:i32  ; x         ; t.litmus:7
              observe "1:EAX" v1
              observe "1:ECX" v3
              return null
            }

            entry fn @main() -> i32 {  ; t.litmus:1
            b0():
              v0: i64 = thread_create(@P0, null)                          ; t.litmus:3
              v1: i64 = thread_create(@P1, null)
              v2: i32, v3: ptr = thread_join(v0)
              v4: i32, v5: ptr = thread_join(v1)
              return 0:i32
            }

            exists 1:ECX=0
        "#]],
    );
}

#[test]
fn pointers_and_locks() {
    check(
        "C publish\n{ int x=3; int *p=&x; spinlock_t l; }\nP0(int **p, spinlock_t *l)\n{\n  int *r0;\n  int r1;\n  spin_lock(l);\n\
         \x20 r0 = rcu_dereference(*p);\n  spin_unlock(l);\n  r1 = atomic_fetch_add_relaxed(2, r0);\n}\nforall (0:r1=3 /\\ p=x)\n",
        expect![[r#"
            program "publish"

            global g0 "x" size 4 align 4 = 03 00 00 00  ; t.litmus:2
            global g1 "p" size 8 align 8 +0:&x  ; t.litmus:2
            global g2 "l" size 40 align 8  ; t.litmus:2

            fn @P0(v0: ptr) -> ptr {  ; t.litmus:3
            b0():
              v1: i32 = mutex_lock(&l)                                    ; t.litmus:7
              v2 "r0": ptr = load relaxed ptr &p  ; p                     ; t.litmus:8
              v3: i32 = mutex_unlock(&l)                                  ; t.litmus:9
              v4 "r1": i32 = rmw add relaxed i32 v2, 2:i32  ; *r0         ; t.litmus:10
              observe "0:r0" v2                                           ; t.litmus:11
              observe "0:r1" v4
              return null
            }

            entry fn @main() -> i32 {  ; t.litmus:1
            b0():
              v0: i64 = thread_create(@P0, null)                          ; t.litmus:3
              v1: i32, v2: ptr = thread_join(v0)
              return 0:i32
            }

            forall (0:r1=3 /\ p=268435456)
        "#]],
    );
}
