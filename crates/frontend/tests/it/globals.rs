//! Globals and their initialisers.

use crate::check;
use expect_test::expect;

#[test]
fn initialisers() {
    check(
        r#"struct s { char c; short h; int *p; double d; };
int x = -2, arr[4] = {1, 2};
static const struct s table[2] = {{'a', 3, &arr[1], 0.5}, {'b', 4, &x, -1}};
const char *name = "hi", text[] = "there";
int (*fn)(int);
int id(int n) { return n; }
int (*fns[])(int) = {id, 0};
float f = 1.5f; long double ld = 2; unsigned long mask = 1UL << 40;
int main() { fn = fns[0]; return table[1].c + name[0] + text[1] + (int)f + (int)ld + (int)mask + *table[0].p; }
"#,
        expect![[r#"
            program "t.c"

            global g0 "fns" size 16 align 16 +0:@id  ; t.c:7
            global g1 "fn" size 8 align 8  ; t.c:5
            global g2 "name" size 8 align 8 +0:&.str  ; t.c:4
            global const g3 ".str" size 3 align 1 = 68 69 00
            global const g4 "text" size 6 align 1 = 74 68 65 72 65 00  ; t.c:4
            global g5 "f" size 4 align 4 = 00 00 c0 3f  ; t.c:8
            global g6 "ld" size 16 align 16 = 00 00 00 00 00 00 00 40 00 00 00 00 00 00 00 00  ; t.c:8
            global g7 "mask" size 8 align 8 = 00 00 00 00 00 01 00 00  ; t.c:8
            global const g8 "table" size 48 align 16 = 61 00 03 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 00 e0 3f 62 00 04 00 00 00 00 00 … +8:&arr+4 +32:&x  ; t.c:3
            global g9 "arr" size 16 align 16 = 01 00 00 00 02 00 00 00 00 00 00 00 00 00 00 00  ; t.c:2
            global g10 "x" size 4 align 4 = fe ff ff ff  ; t.c:2

            entry fn @main() -> i32 {  ; t.c:9
            b0():
              v0: ptr = load ptr &fns  ; fns[0]                           ; t.c:9
              store ptr &fn <- v0  ; fn
              v1: ptr = load ptr &name  ; name
              v2: i8 = load i8 v1  ; *name
              v3: i32 = cast sext v2
              v4: i32 = add 98:i32, v3
              v5: i8 = load i8 &text+1  ; text[1]
              v6: i32 = cast sext v5
              v7: i32 = add v4, v6
              v8: f32 = load f32 &f  ; f
              v9: i1 = cmp foge v8, -2147483600.0:f32
              v10: i1 = cmp folt v8, 2147483600.0:f32
              v11: i1 = and v9, v10
              assert arithmetic v11 "a conversion of a number that does not fit"
              v12: i32 = cast ftos v8
              v13: i32 = add v7, v12
              v14: f80 = load f80 &ld  ; ld
              v15: i1 = cmp fogt v14, -2147483649.0:f80
              v16: i1 = cmp folt v14, 2147483648.0:f80
              v17: i1 = and v15, v16
              assert arithmetic v17 "a conversion of a number that does not fit"
              v18: i32 = cast ftos v14
              v19: i32 = add v13, v18
              v20: i64 = load i64 &mask  ; mask
              v21: i32 = cast trunc v20
              v22: i32 = add v19, v21
              v23: ptr = load ptr &table+8  ; table[0].p
              v24: i32 = load i32 v23  ; *table[0].p
              v25: i32 = add v22, v24
              return v25
            }

            fn @id(v0 "n": i32) -> i32 {  ; t.c:6
            b0():
              return v0                                                   ; t.c:6
            }
        "#]],
    );
}

#[test]
fn aliases_and_weak_symbols() {
    check(
        r#"int real(void) { return 4; }
int other(void) __attribute__((alias("real")));
extern int absent(void) __attribute__((weak));
extern int missing __attribute__((weak));
int main() { if (absent) return absent(); return other() + (&missing != 0); }
"#,
        expect![[r#"
            program "t.c"
            ; warning: t.c:5: `absent` is not defined: its result is arbitrary

            entry fn @main() -> i32 {  ; t.c:5
            b0():
              v0: i32 = call @real()                                      ; t.c:5
              v1: i32 = add v0, 0:i32
              return v1
            }

            fn @real() -> i32 {  ; t.c:1
            b0():
              return 4:i32                                                ; t.c:1
            }
        "#]],
    );
}

#[test]
fn constructors_run_first() {
    let source = crate::Source::new(
        "t.c",
        "int x; __attribute__((constructor(200))) void b(void) { x = 2; }\n__attribute__((constructor(101))) void a(void) { x = 1; }\nint main() { return x; }\n",
    );
    let program = source.load().expect("a program").program;
    let names: Vec<&str> = program.constructors.iter().map(|&id| &*program.functions[id].name).collect();
    assert_eq!(names, ["a", "b"]);
}
