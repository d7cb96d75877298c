//! Which stack variables become values, and what is there before the first write.

use crate::check_function;
use expect_test::expect;

#[test]
fn loops_get_block_parameters() {
    check_function(
        "t.c",
        r#"int sum(int n) {
    int s = 0;
    for (int i = 0; i < n; i++) if (i & 1) s += i; else continue;
    return s;
}
int main() { return sum(10); }
"#,
        "sum",
        expect![[r#"
            fn @sum(v0 "n": i32) -> i32 {  ; t.c:1
            b0():
              jump b1(0:i32, 0:i32)                                       ; t.c:3
            b1(v1 "s": i32, v2 "i": i32):
              v3: i1 = cmp slt v2, v0
              branch v3, b3(), b2()
            b2():
              return v1                                                   ; t.c:4
            b3():
              v4: i32 = and v2, 1:i32                                     ; t.c:3
              v5: i1 = cmp ne v4, 0:i32
              branch v5, b4(), b5(v1)
            b4():
              v6 "s": i32 = add v1, v2
              jump b5(v6)
            b5(v7 "s": i32):
              v8 "i": i32 = add v2, 1:i32
              jump b1(v7, v8)
            }
        "#]],
    );
}

#[test]
fn uninitialised_variables_are_arbitrary() {
    check_function(
        "t.c",
        r#"int g;
int main() {
    int a;
    if (g) a = 1;
    for (int i = 0; i < 2; i++) { int fresh; if (g) fresh = i; g = fresh; }
    return a;
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:2
            b0():
              v0 "a": i32 = nondet uninitialised "a"                      ; t.c:3
              v1: i32 = load i32 &g  ; g                                  ; t.c:4
              v2: i1 = cmp ne v1, 0:i32
              branch v2, b1(1:i32), b1(v0)
            b1(v3 "a": i32):
              jump b2(0:i32)                                              ; t.c:5
            b2(v4 "i": i32):
              v5: i1 = cmp slt v4, 2:i32
              branch v5, b4(), b3()
            b3():
              return v3                                                   ; t.c:6
            b4():
              v6 "fresh": i32 = nondet uninitialised "fresh"              ; t.c:5
              v7: i32 = load i32 &g  ; g
              v8: i1 = cmp ne v7, 0:i32
              branch v8, b5(v4), b5(v6)
            b5(v9 "fresh": i32):
              store i32 &g <- v9  ; g
              v10 "i": i32 = add v4, 1:i32
              jump b2(v10)
            }
        "#]],
    );
}

#[test]
fn small_structs_and_arrays_are_split() {
    check_function(
        "t.c",
        r#"struct point { int x, y; char tag; };
int g;
int main() {
    struct point p = {1, 2, 'a'}, q;
    int a[3] = {0};
    q = p;
    q.y = g;
    a[1] = q.x;
    return q.x + q.y + q.tag + a[1] + a[2];
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:3
            b0():
              v0 "p": i32 = load i32 &__const.main.p                      ; t.c:4
              v1 "p": i32 = load i32 &__const.main.p+4
              v2 "p": i8 = load i8 &__const.main.p+8
              v3 "q.y": i32 = load i32 &g  ; g                            ; t.c:7
              v4: i32 = add v0, v3                                        ; t.c:9
              v5: i32 = cast sext v2
              v6: i32 = add v4, v5
              v7: i32 = add v6, v0
              v8: i32 = add v7, 0:i32
              return v8
            }
        "#]],
    );
}

#[test]
fn escaping_and_indexed_objects_stay_in_memory() {
    check_function(
        "t.c",
        r#"int *shared; int g;
int main() {
    int escapes = 1, stays = 2, a[4];
    shared = &escapes;
    a[g & 3] = stays;
    return escapes + a[1];
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:2
            b0():
              v0: ptr = alloca "escapes" size 4:i64 align 4
              v1: ptr = alloca "a" size 16:i64 align 16
              store i32 v0 <- 1:i32  ; escapes                            ; t.c:3
              store ptr &shared <- v0  ; shared                           ; t.c:4
              v2: i32 = load i32 &g  ; g                                  ; t.c:5
              v3: i32 = and v2, 3:i32
              v4: i64 = cast sext v3
              v5: i64 = mul v4, 4:i64
              v6: ptr = ptradd v1, v5
              store i32 v6 <- 2:i32  ; a[g & 3]
              v7: i32 = load i32 v0  ; escapes                            ; t.c:6
              v8: ptr = ptradd v1, 4:i64
              v9: i32 = load i32 v8  ; a[1]
              v10: i32 = add v7, v9
              return v10
            }
        "#]],
    );
}

#[test]
fn volatile_locals_and_unions_of_one_width() {
    check_function(
        "t.c",
        r#"float g;
int main() {
    volatile int v = 1;
    union { float f; int i; } u;
    u.f = g;
    return u.i + v;
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:2
            b0():
              v0 "u.f": f32 = load f32 &g  ; g                            ; t.c:5
              v1: i32 = cast bits v0                                      ; t.c:6
              v2: i32 = add v1, 1:i32
              return v2
            }
        "#]],
    );
}

#[test]
fn dependencies_are_kept() {
    check_function(
        "t.c",
        r#"int x, y;
int main() {
    int r = x;
    int zero = r ^ r;
    int r2 = *(&y + zero);
    if (r2 == r2) y = 1;
    return 0;
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:2
            b0():
              v0 "r": i32 = load i32 &x  ; x                              ; t.c:3
              v1 "zero": i32 = xor v0, v0                                 ; t.c:4
              v2: i64 = cast sext v1                                      ; t.c:5
              v3: i64 = mul v2, 4:i64
              v4: ptr = ptradd &y, v3
              v5 "r2": i32 = load i32 v4  ; (&y)[zero]
              v6: i1 = cmp eq v5, v5                                      ; t.c:6
              branch v6, b1(), b2()
            b1():
              store i32 &y <- 1:i32  ; y
              jump b2()
            b2():
              return 0:i32                                                ; t.c:7
            }
        "#]],
    );
}

/// Both ways out of the block run the destructor; the `return` does not look as if it might go round again.
#[test]
fn each_way_out_of_a_block_has_its_own_clean_up() {
    let text = "extern \"C\" void enter(void); extern \"C\" void leave(void); extern \"C\" int look(void);\n\
                struct Guard { Guard() { enter(); } ~Guard() { leave(); } };\n\
                void enter(void) {} void leave(void) {} int look(void) { return 1; }\n\
                extern \"C\" int take() { for (;;) { Guard guard; int seen = look(); if (seen == 2) break; if (seen) return seen; } return 0; }\n\
                int main() { return take(); }\n";
    check_function(
        "t.cpp",
        text,
        "take",
        expect![[r#"
        fn @take() -> i32 {  ; t.cpp:4
        b0():
          v0: ptr = alloca "guard" size 1:i64 align 1
          jump b1()                                                   ; t.cpp:4
        b1():
          call @Guard::Guard(v0)
          v1 "seen": i32 = call @look()
          v2: i1 = cmp eq v1, 2:i32
          branch v2, b5(), b2()
        b2():
          v3: i1 = cmp ne v1, 0:i32
          branch v3, b4(), b3()
        b3():
          call @Guard::~Guard(v0)
          jump b1()
        b4():
          call @Guard::~Guard(v0)
          jump b6(v1)
        b5():
          call @Guard::~Guard(v0)
          jump b6(0:i32)
        b6(v4: i32):
          return v4
        }
    "#]],
    );
}
