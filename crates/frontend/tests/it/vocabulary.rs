//! The words by which programs speak to a verifier.

use crate::{check, check_function};
use expect_test::expect;

#[test]
fn sv_comp() {
    check(
        r#"extern void __VERIFIER_assume(int); extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void); extern _Bool __VERIFIER_nondet_bool(void); extern char *__VERIFIER_nondet_pointer(void);
void __VERIFIER_assert(int);
void __VERIFIER_atomic_begin(void) { while (1); }
void __VERIFIER_atomic_end(void) { while (1); }
void reach_error(void) { for (;;); }
int x;
void __VERIFIER_atomic_add(int n) { if (n < 0) return; x += n; }
int main() {
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(n > 0 && n < 10);
    __VERIFIER_atomic_begin();
    x++;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_add(n);
    __VERIFIER_assert(x == n + 1);
    if (__VERIFIER_nondet_bool()) reach_error();
    if (__VERIFIER_nondet_pointer()) __VERIFIER_error();
    return 0;
}
"#,
        expect![[r#"
            program "t.c"

            global g0 "x" size 4 align 4  ; t.c:7

            entry fn @main() -> i32 {  ; t.c:9
            b0():
              v0 "n": i32 = nondet input "__VERIFIER_nondet_int"          ; t.c:10
              v1: i1 = cmp sgt v0, 0:i32                                  ; t.c:11
              branch v1, b1(), b2(0)
            b1():
              v2: i1 = cmp slt v0, 10:i32
              jump b2(v2)
            b2(v3: i1):
              assume v3
              atomic_begin                                                ; t.c:12
              v4: i32 = load i32 &x  ; x                                  ; t.c:13
              v5: i32 = add v4, 1:i32
              store i32 &x <- v5  ; x
              atomic_end                                                  ; t.c:14
              call @__VERIFIER_atomic_add(v0)                             ; t.c:15
              v6: i32 = load i32 &x  ; x                                  ; t.c:16
              v7: i32 = add v0, 1:i32
              v8: i1 = cmp eq v6, v7
              assert assert v8 "x == n + 1"
              v9: i1 = nondet input "__VERIFIER_nondet_bool"              ; t.c:17
              branch v9, b3(), b4()
            b3():
              assert reacherror 0 "reach_error"
              jump b4()
            b4():
              v10: ptr = nondet input "__VERIFIER_nondet_pointer"         ; t.c:18
              v11: i1 = cmp ne v10, null
              branch v11, b5(), b6()
            b5():
              assert reacherror 0 "__VERIFIER_error"
              jump b6()
            b6():
              return 0:i32                                                ; t.c:19
            }

            fn @__VERIFIER_atomic_add(v0 "n": i32) {  ; t.c:8
            b0():
              atomic_begin                                                ; t.c:8
              v1: i1 = cmp slt v0, 0:i32
              branch v1, b2(), b1()
            b1():
              v2: i32 = load i32 &x  ; x
              v3: i32 = add v2, v0
              store i32 &x <- v3  ; x
              jump b2()
            b2():
              atomic_end
              return
            }
        "#]],
    );
}

#[test]
fn a_definition_of_assert_by_the_program_stays() {
    check_function(
        "t.c",
        r#"void __VERIFIER_error();
void __VERIFIER_assert(int c) { if (!c) { ERROR: __VERIFIER_error(); } }
void assume_abort_if_not(int c) { if (!c) abort(); }
int main() { int n = nondet_0(); assume_abort_if_not(n); __VERIFIER_assert(n > 3); }
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:4
            b0():
              v0 "n": i32 = nondet input "nondet_0"                       ; t.c:4
              call @assume_abort_if_not(v0)
              v1: i1 = cmp sgt v0, 3:i32
              v2: i32 = cast zext v1
              call @__VERIFIER_assert(v2)
              return 0:i32
            }
        "#]],
    );
}

#[test]
fn our_own_header() {
    check_function(
        "t.c",
        r#"#include "selvedge.h"
int x;
int main() {
    selvedge_atomic_begin();
    x = selvedge_nondet_int();
    selvedge_atomic_end();
    selvedge_assume(x > 2);
    selvedge_fence(SELVEDGE_SL | SELVEDGE_SS);
    selvedge_assert(x != 2);
    return selvedge_nondet_bool();
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:3
            b0():
              transaction_begin                                           ; t.c:4
              v0: i32 = nondet input "selvedge_nondet_int"                ; t.c:5
              store i32 &x <- v0  ; x
              transaction_end                                             ; t.c:6
              v1: i32 = load i32 &x  ; x                                  ; t.c:7
              v2: i1 = cmp sgt v1, 2:i32
              assume v2
              fence sl|ss                                                 ; t.c:8
              v3: i32 = load i32 &x  ; x                                  ; t.c:9
              v4: i1 = cmp ne v3, 2:i32
              assert assert v4 "x != 2"
              v5: i1 = nondet input "selvedge_nondet_bool"                ; t.c:10
              v6: i32 = cast zext v5
              return v6
            }
        "#]],
    );
}

#[test]
fn assert_and_the_end_of_the_program() {
    check_function(
        "t.c",
        r#"#include <assert.h>
#include <stdlib.h>
int x;
int main() {
    assert(x < 3 && "in range");
    if (x == 1) abort();
    if (x == 2) exit(4);
    __builtin_trap();
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:4
            b0():
              v0: i32 = load i32 &x  ; x                                  ; t.c:5
              v1: i1 = cmp slt v0, 3:i32
              branch v1, b2(), b1()
            b1():
              assert assert 0 "x < 3 && \"in range\""
              unreachable
            b2():
              v2: i32 = load i32 &x  ; x                                  ; t.c:6
              v3: i1 = cmp eq v2, 1:i32
              branch v3, b6(), b3()
            b3():
              v4: i32 = load i32 &x  ; x                                  ; t.c:7
              v5: i1 = cmp eq v4, 2:i32
              branch v5, b5(), b4()
            b4():
              assert abort 0 "__builtin_trap()"                           ; t.c:8
              return 0:i32                                                ; t.c:9
            b5():
              exit 4:i32                                                  ; t.c:7
              unreachable
            b6():
              assert abort 0 "abort()"                                    ; t.c:6
              unreachable
            }
        "#]],
    );
}

#[test]
fn undefined_functions() {
    check(
        r#"int unknown(int); void hint(const char *); int evil(int *); extern int limit; int x;
int main() {
    hint("here");
    x = unknown(limit);
    return evil(&x);
}
"#,
        expect![[r#"
            program "t.c"
            ; warning: ?: `limit` is declared but not defined: its initial value is arbitrary
            ; warning: t.c:4: `unknown` is not defined: its result is arbitrary

            global g0 "limit" size 4 align 4
            global g1 "x" size 4 align 4  ; t.c:1

            entry fn @main() -> i32 {  ; t.c:2
            b0():
              unsupported "the function `hint` is not defined and has no result but what it does"  ; t.c:3
              v0: i32 = load i32 &limit  ; limit                          ; t.c:4
              v1: i32 = nondet external "unknown"
              store i32 &x <- v1  ; x
              unsupported "the function `evil` is not defined and is given pointers"  ; t.c:5
              v2: i32 = nondet uninitialised "unsupported"
              return v2
            }
        "#]],
    );
}
