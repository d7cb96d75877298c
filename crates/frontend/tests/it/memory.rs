//! Memory: heap, copies, variable-length arrays, library functions.

use crate::check_function;
use expect_test::expect;

#[test]
fn heap_copies_and_output() {
    check_function(
        "t.c",
        r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct big { int v[100]; } a, b;
int main() {
    int *p = malloc(sizeof *p * 4);
    memset(p, 0, 16);
    memcpy(p, &a, 8);
    a = b;
    printf("%d %s\n", p[0], "x");
    puts("done");
    free(p);
    return 0;
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:5
            b0():
              v0 "p": ptr = heap_alloc size 16:i64                        ; t.c:6
              fill v0 <- 0:i8, 16:i64                                     ; t.c:7
              copy v0 <- &a, 8:i64                                        ; t.c:8
              copy &a <- &b, 400:i64                                      ; t.c:9
              v1: i32 = load i32 v0  ; *p                                 ; t.c:10
              v2: i32 = printf(&.str, v1, &.str.1)
              v3: i32 = puts(&.str.2)                                     ; t.c:11
              heap_free v0                                                ; t.c:12
              return 0:i32                                                ; t.c:13
            }
        "#]],
    );
}

#[test]
fn variable_length_arrays() {
    check_function(
        "t.c",
        r#"int f(int n) { int a[n]; a[n - 1] = 3; return a[0]; }
int main() { return f(3); }
"#,
        "f",
        expect![[r#"
            fn @f(v0 "n": i32) -> i32 {  ; t.c:1
            b0():
              v1 "__vla_expr0": i64 = cast zext v0                        ; t.c:1
              v2: i64 = mul v1, 4:i64
              v3: ptr = alloca "a" size v2 align 16
              v4: i32 = sub v0, 1:i32
              v5: i64 = cast sext v4
              v6: i64 = mul v5, 4:i64
              v7: ptr = ptradd v3, v6
              store i32 v7 <- 3:i32  ; a[n - 1]
              v8: i32 = load i32 v3  ; a[0]
              return v8
            }
        "#]],
    );
}

#[test]
fn bit_fields() {
    check_function(
        "t.c",
        r#"struct { unsigned a : 3; int b : 5; } s;
int main() { s.b = s.a + 1; return s.b; }
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:2
            b0():
              v0: i8 = load i8 &s  ; s.a                                  ; t.c:2
              v1: i8 = and v0, 7:i8
              v2: i32 = cast zext v1
              v3: i32 = add v2, 1:i32
              v4: i8 = cast trunc v3
              v5: i8 = load i8 &s  ; s.a
              v6: i8 = and v4, 31:i8
              v7: i8 = shl v6, 3:i8
              v8: i8 = and v5, 7:i8
              v9: i8 = or v8, v7
              store i8 &s <- v9  ; s.a
              v10: i8 = load i8 &s  ; s.a
              v11: i8 = ashr v10, 3:i8
              v12: i32 = cast sext v11
              return v12
            }
        "#]],
    );
}
