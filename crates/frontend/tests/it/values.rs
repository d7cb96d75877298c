//! Arithmetic, conversions, control flow.

use crate::check_function;
use expect_test::expect;

#[test]
fn arithmetic_and_conversions() {
    check_function(
        "t.c",
        r#"int f(int a, unsigned b, long c, double d, float e, char *p, _Bool t) {
    a = a / 3 - a % 5 + (a << 2) - (a >> 1);
    b = b / 3u ^ b % 5u | b >> 1 & ~b;
    c += a + b + (short)c;
    d = d * e - -d / 2.0;
    e = (float)d;
    c += (long)d + (unsigned char)e;
    d += c;
    c += (long)p;
    p = (char *)c + 4;
    return a < b || d > e ? (int)c : !t + (p != 0);
}
int main() { return f(1, 2, 3, 4, 5, "six", 7); }
"#,
        "f",
        expect![[r#"
            fn @f(v0 "a": i32, v1 "b": i32, v2 "c": i64, v3 "d": f64, v4 "e": f32, v5 "p": ptr, v6: i1) -> i32 {  ; t.c:1
            b0():
              v7: i32 = sdiv v0, 3:i32                                    ; t.c:2
              v8: i32 = srem v0, 5:i32
              v9: i32 = sub v7, v8
              v10: i32 = shl v0, 2:i32
              v11: i32 = add v9, v10
              v12: i32 = ashr v0, 1:i32
              v13 "a": i32 = sub v11, v12
              v14: i32 = udiv v1, 3:i32                                   ; t.c:3
              v15: i32 = urem v1, 5:i32
              v16: i32 = xor v14, v15
              v17: i32 = lshr v1, 1:i32
              v18: i32 = xor v1, -1:i32
              v19: i32 = and v17, v18
              v20 "b": i32 = or v16, v19
              v21: i32 = add v13, v20                                     ; t.c:4
              v22: i16 = cast trunc v2
              v23: i32 = cast sext v22
              v24: i32 = add v21, v23
              v25: i64 = cast zext v24
              v26 "c": i64 = add v2, v25
              v27: f64 = cast fext v4                                     ; t.c:5
              v28: f64 = fneg v3
              v29: f64 = fdiv v28, 2.0:f64
              v30: f64 = fneg v29
              v31: f64 = fmul v3, v27
              v32 "d": f64 = fadd v31, v30
              v33 "e": f32 = cast ftrunc v32                              ; t.c:6
              v34: i1 = cmp foge v32, -9.223372036854776e18:f64           ; t.c:7
              v35: i1 = cmp folt v32, 9.223372036854776e18:f64
              v36: i1 = and v34, v35
              assert arithmetic v36 "a conversion of a number that does not fit"
              v37: i64 = cast ftos v32
              v38: i1 = cmp fogt v33, -1.0:f32
              v39: i1 = cmp folt v33, 256.0:f32
              v40: i1 = and v38, v39
              assert arithmetic v40 "a conversion of a number that does not fit"
              v41: i8 = cast ftou v33
              v42: i64 = cast zext v41
              v43: i64 = add v37, v42
              v44 "c": i64 = add v26, v43
              v45: f64 = cast stof v44                                    ; t.c:8
              v46 "d": f64 = fadd v32, v45
              v47: i64 = cast bits v5                                     ; t.c:9
              v48 "c": i64 = add v44, v47
              v49: ptr = cast bits v48                                    ; t.c:10
              v50 "p": ptr = ptradd v49, 4:i64
              v51: i1 = cmp ult v13, v20                                  ; t.c:11
              branch v51, b3(), b1()
            b1():
              v52: f64 = cast fext v33
              v53: i1 = cmp fogt v46, v52
              branch v53, b3(), b2()
            b2():
              v54: i1 = xor v6, 1
              v55: i32 = cast zext v54
              v56: i1 = cmp ne v50, null
              v57: i32 = cast zext v56
              v58: i32 = add v55, v57
              jump b4(v58)
            b3():
              v59: i32 = cast trunc v48
              jump b4(v59)
            b4(v60: i32):
              return v60
            }
        "#]],
    );
}

#[test]
fn switches_and_computed_gotos() {
    check_function(
        "t.c",
        r#"int f(int n) {
    static void *labels[] = {&&one, &&two};
    switch (n) { case 1: case 2: n = 5; break; case 7: return 8; default: n++; }
    goto *labels[n & 1];
one: return 1;
two: return 2;
}
int main() { return f(3); }
"#,
        "f",
        expect![[r#"
            fn @f(v0 "n": i32) -> i32 {  ; t.c:1
            b0():
              switch v0 [1 => b2(5:i32), 2 => b2(5:i32), 7 => b4(8:i32)] else b1()  ; t.c:3
            b1():
              v1 "n": i32 = add v0, 1:i32
              jump b2(v1)
            b2(v2 "n": i32):
              v3: i32 = and v2, 1:i32                                     ; t.c:4
              v4: i64 = cast sext v3
              v5: i64 = mul v4, 8:i64
              v6: ptr = ptradd &labels, v5
              v7: ptr = load ptr v6  ; labels[n & 1]
              v8: i64 = cast bits v7
              switch v8 [6 => b4(1:i32), 7 => b4(2:i32)] else b3()
            b3():
              unreachable
            b4(v9: i32):
              return v9                                                   ; t.c:7
            }
        "#]],
    );
}

#[test]
fn intrinsics() {
    check_function(
        "t.c",
        r#"unsigned f(int a, unsigned b, double d) {
    int r;
    unsigned n = __builtin_popcount(b) + __builtin_clz(b) + __builtin_ctz(b) + __builtin_bswap32(b) + __builtin_rotateleft32(b, 3);
    n += __builtin_add_overflow(a, b, &r);
    n += __builtin_expect(a, 1) + __builtin_constant_p(a) + __builtin_object_size(&a, 0);
    n += __builtin_fabs(d) + __builtin_fma(d, d, d) + __builtin_elementwise_max(a, 3);
    __builtin_assume(a > 0);
    __builtin_prefetch(&a);
    return n + r;
}
int main() { return f(1, 2, 3); }
"#,
        "f",
        expect![[r#"
            fn @f(v0 "a": i32, v1 "b": i32, v2 "d": f64) -> i32 {  ; t.c:1
            b0():
              v3: i32 = countones v1                                      ; t.c:3
              v4: i1 = cmp ne v1, 0:i32
              assert arithmetic v4 "a count of the zeros of 0"
              v5: i32 = leadingzeros v1
              v6: i32 = add v3, v5
              v7: i1 = cmp ne v1, 0:i32
              assert arithmetic v7 "a count of the zeros of 0"
              v8: i32 = trailingzeros v1
              v9: i32 = add v6, v8
              v10: i32 = byteswap v1
              v11: i32 = add v9, v10
              v12: i32 = urem 3:i32, 32:i32
              v13: i32 = shl v1, 3:i32
              v14: i32 = lshr v1, 29:i32
              v15: i32 = or v13, v14
              v16 "n": i32 = add v11, v15
              v17: i33 = cast sext v0                                     ; t.c:4
              v18: i33 = cast zext v1
              v19: i33, v20: i1 = overflow sadd v17, v18
              v21 "r": i32 = cast trunc v19
              v22: i33 = cast sext v21
              v23: i1 = cmp ne v19, v22
              v24: i1 = or v20, v23
              v25: i32 = cast zext v24
              v26 "n": i32 = add v16, v25
              v27: i64 = cast sext v0                                     ; t.c:5
              v28: i64 = add v27, 0:i64
              v29: i64 = add v28, 4:i64
              v30: i64 = cast zext v26
              v31: i64 = add v30, v29
              v32 "n": i32 = cast trunc v31
              v33: f64 = fabs v2                                          ; t.c:6
              v34: f64 = fmul v2, v2
              v35: f64 = fadd v34, v2
              v36: f64 = fadd v33, v35
              v37: i32 = smax v0, 3:i32
              v38: f64 = cast stof v37
              v39: f64 = fadd v36, v38
              v40: f64 = cast utof v32
              v41: f64 = fadd v40, v39
              v42: i1 = cmp fogt v41, -1.0:f64
              v43: i1 = cmp folt v41, 4294967296.0:f64
              v44: i1 = and v42, v43
              assert arithmetic v44 "a conversion of a number that does not fit"
              v45 "n": i32 = cast ftou v41
              v46: i32 = add v45, v21                                     ; t.c:9
              return v46
            }
        "#]],
    );
}

#[test]
fn vectors_are_taken_apart() {
    check_function(
        "t.c",
        r#"typedef int v4 __attribute__((vector_size(16)));
int f(int a, int b, int i) {
    v4 x = {a, b, 1, 2};
    v4 y = x + x;
    v4 z = __builtin_shufflevector(x, y, 0, 5, 2, 7);
    return z[1] + y[i];
}
int main() { return f(1, 2, 3); }
"#,
        "f",
        expect![[r#"
            fn @f(v0 "a": i32, v1 "b": i32, v2 "i": i32) -> i32 {  ; t.c:2
            b0():
              v3 "y": i32 = add v0, v0                                    ; t.c:4
              v4 "y": i32 = add v1, v1
              v5: i1 = cmp eq v2, 1:i32                                   ; t.c:6
              v6: i32 = select v5, v4, v3
              v7: i1 = cmp eq v2, 2:i32
              v8: i32 = select v7, 2:i32, v6
              v9: i1 = cmp eq v2, 3:i32
              v10: i32 = select v9, 4:i32, v8
              v11: i32 = add v4, v10
              return v11
            }
        "#]],
    );
}

#[test]
fn long_double_and_complex_structs() {
    check_function(
        "t.c",
        r#"long double g = 0.125L;
int f(long double x) { return x < g; }
int main() { return f(2); }
"#,
        "f",
        expect![[r#"
            fn @f(v0 "x": f80) -> i32 {  ; t.c:2
            b0():
              v1: f80 = load f80 &g  ; g                                  ; t.c:2
              v2: i1 = cmp folt v0, v1
              v3: i32 = cast zext v2
              return v3
            }
        "#]],
    );
}
