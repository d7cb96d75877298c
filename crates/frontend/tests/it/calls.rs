//! Calls: by value, variadic, through pointers, through wrong types.

use crate::{check, check_function};
use expect_test::expect;

#[test]
fn structs_by_value() {
    check(
        r#"struct pair { int a; double d; }; struct big { long v[4]; };
struct pair flip(struct pair p) { p.a = -p.a; return p; }
struct big fill(struct big b) { b.v[1] = 7; return b; }
int main() {
    struct pair p = {1, 2.5}; struct big b = {{1}};
    p = flip(p);
    b = fill(b);
    return p.a + b.v[1];
}
"#,
        expect![[r#"
            program "t.c"

            global const g0 "__const.main.p" size 16 align 8 = 01 00 00 00 00 00 00 00 00 00 00 00 00 00 04 40
            global const g1 "__const.main.b" size 32 align 8 = 01 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00

            entry fn @main() -> i32 {  ; t.c:4
            b0():
              v0: ptr = alloca size 32:i64 align 8                        ; t.c:7
              v1: ptr = alloca size 32:i64 align 8
              v2 "p.a": i32 = load i32 &__const.main.p                    ; t.c:5
              v3 "p.d": f64 = load f64 &__const.main.p+8
              v4 "b": i64 = load i64 &__const.main.b
              v5 "b.v[1]": i64 = load i64 &__const.main.b+8
              v6 "b": i64 = load i64 &__const.main.b+16
              v7 "b": i64 = load i64 &__const.main.b+24
              v8 "p.a": i32, v9 "p.d": f64 = call @flip(v2, v3)           ; t.c:6
              store i64 v0 <- v4                                          ; t.c:7
              v10: ptr = ptradd v0, 8:i64
              store i64 v10 <- v5
              v11: ptr = ptradd v0, 16:i64
              store i64 v11 <- v6
              v12: ptr = ptradd v0, 24:i64
              store i64 v12 <- v7
              call @fill(v1, v0)
              v13 "b": i64 = load i64 v1
              v14: ptr = ptradd v1, 8:i64
              v15 "b.v[1]": i64 = load i64 v14
              v16: ptr = ptradd v1, 16:i64
              v17 "b": i64 = load i64 v16
              v18: ptr = ptradd v1, 24:i64
              v19 "b": i64 = load i64 v18
              v20: i64 = cast sext v8                                     ; t.c:8
              v21: i64 = add v20, v15
              v22: i32 = cast trunc v21
              return v22
            }

            fn @flip(v0: i32, v1: f64) -> i32, f64 {  ; t.c:2
            b0():
              v2 "p.a": i32 = sub 0:i32, v0                               ; t.c:2
              return v2, v1
            }

            fn @fill(v0: ptr, v1: ptr) {  ; t.c:3
            b0():
              v2: ptr = ptradd v1, 8:i64                                  ; t.c:3
              store i64 v2 <- 7:i64  ; b.v[1]
              copy v0 <- v1, 32:i64
              return
            }
        "#]],
    );
}

#[test]
fn variadic_functions() {
    check(
        r#"#include <stdarg.h>
struct big { long v[3]; };
long f(int n, ...) {
    va_list ap, copy;
    va_start(ap, n);
    va_copy(copy, ap);
    long s = va_arg(ap, int);
    s += (long)va_arg(ap, long double);
    s += va_arg(ap, struct big).v[2];
    va_end(ap);
    return s;
}
int main() { struct big b = {{0}}; long (*p)(int, ...) = f; return f(3, 1, 2.0L, b) + p(0); }
"#,
        expect![[r#"
            program "t.c"

            entry fn @main() -> i32 {  ; t.c:13
            b0():
              v0: ptr = alloca size 56:i64 align 16                       ; t.c:13
              store i32 v0 <- 1:i32
              v1: ptr = ptradd v0, 16:i64
              store f80 v1 <- 2.0:f80
              v2: ptr = ptradd v0, 32:i64
              store i64 v2 <- 0:i64
              v3: ptr = ptradd v2, 8:i64
              store i64 v3 <- 0:i64
              v4: ptr = ptradd v2, 16:i64
              store i64 v4 <- 0:i64
              v5: i64 = call @f(3:i32, v0)
              v6: i64 = call @f(0:i32, null)
              v7: i64 = add v5, v6
              v8: i32 = cast trunc v7
              return v8
            }

            fn @f(v0 "n": i32, v1: ptr) -> i64 {  ; t.c:3
            b0():
              v2 "ap[0].overflow_arg_area": ptr = ptradd v1, 8:i64        ; t.c:7
              v3: i32 = load i32 v1
              v4 "s": i64 = cast sext v3
              v5: ptr = ptradd v2, 15:i64                                 ; t.c:8
              v6: i64 = cast bits v5
              v7: i64 = and v6, -16:i64
              v8: ptr = cast bits v7
              v9 "ap[0].overflow_arg_area": ptr = ptradd v8, 16:i64
              v10: f80 = load f80 v8
              v11: i1 = cmp foge v10, -9.223372036854776e18:f80
              v12: i1 = cmp folt v10, 9.223372036854776e18:f80
              v13: i1 = and v11, v12
              assert arithmetic v13 "a conversion of a number that does not fit"
              v14: i64 = cast ftos v10
              v15 "s": i64 = add v4, v14
              v16: i64 = load i64 v9                                      ; t.c:9
              v17: ptr = ptradd v9, 8:i64
              v18: i64 = load i64 v17
              v19: ptr = ptradd v9, 16:i64
              v20: i64 = load i64 v19
              v21 "s": i64 = add v15, v20
              return v21                                                  ; t.c:11
            }
        "#]],
    );
}

#[test]
fn careless_calls() {
    check_function(
        "t.c",
        r#"int one(); void nothing();
int main() { int r = one(1, 2L, 3); r += one(); r += ((int (*)(void))nothing)(); int (*p)() = one; return r + p(4); }
int one(int c) { return c; }
void nothing(void) {}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:2
            b0():
              v0 "r": i32 = call @one(1:i32)                              ; t.c:2
              v1: i32 = nondet uninitialised "missing argument"
              v2: i32 = call @one(v1)
              v3 "r": i32 = add v0, v2
              call @nothing()
              v4: i32 = nondet uninitialised "missing result"
              v5 "r": i32 = add v3, v4
              v6: i32 = call @one(4:i32)
              v7: i32 = add v5, v6
              return v7
            }
        "#]],
    );
}

#[test]
fn function_pointers_to_the_library() {
    check_function(
        "t.c",
        r#"#include <stdlib.h>
#include <pthread.h>
void (*drop)(void *) = free;
int (*take)(pthread_mutex_t *) = pthread_mutex_lock;
pthread_mutex_t m;
int main() { drop(malloc(3)); return take(&m); }
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:6
            b0():
              v0: ptr = load ptr &drop  ; drop                            ; t.c:6
              v1: ptr = heap_alloc size 3:i64
              call *v0(v1)
              v2: ptr = load ptr &take  ; take
              v3: i32 = call *v2(&m)
              return v3
            }
        "#]],
    );
}
