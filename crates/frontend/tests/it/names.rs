//! Places in the user's words.

use crate::check_function;
use expect_test::expect;

#[test]
fn places() {
    check_function(
        "t.c",
        r#"struct inner { int k; int buf[4]; };
struct node { int v; struct node *next; struct inner in; } *head, pool[3];
int a[5], m[2][3], *p; 
void f(struct node *n, int i) {
    head->next->v = 1;
    pool[1].in.buf[2] = 2;
    pool[i].in.buf[i + 1] = 3;
    n->in.k = 4;
    a[2] = 5;
    a[i] = 6;
    m[1][2] = 7;
    *p = 8;
    p[i] = 9;
    p[3] = 10;
    *(a + i) = 11;
    (*n).v = 12;
    n[1].v = 13;
    static int counter;
    counter++;
}
int main() { f(head, 1); }
"#,
        "f",
        expect![[r#"
            fn @f(v0 "n": ptr, v1 "i": i32) {  ; t.c:4
            b0():
              v2: ptr = load ptr &head  ; head                            ; t.c:5
              v3: ptr = ptradd v2, 8:i64
              v4: ptr = load ptr v3  ; head->next
              store i32 v4 <- 1:i32  ; head->next->v
              store i32 &pool+68 <- 2:i32  ; pool[1].in.buf[2]            ; t.c:6
              v5: i64 = cast sext v1                                      ; t.c:7
              v6: i64 = mul v5, 40:i64
              v7: ptr = ptradd &pool, v6
              v8: ptr = ptradd v7, 16:i64
              v9: ptr = ptradd v8, 4:i64
              v10: i32 = add v1, 1:i32
              v11: i64 = cast sext v10
              v12: i64 = mul v11, 4:i64
              v13: ptr = ptradd v9, v12
              store i32 v13 <- 3:i32  ; pool[i].in.buf[i + 1]
              v14: ptr = ptradd v0, 16:i64                                ; t.c:8
              store i32 v14 <- 4:i32  ; n->in.k
              store i32 &a+8 <- 5:i32  ; a[2]                             ; t.c:9
              v15: i64 = cast sext v1                                     ; t.c:10
              v16: i64 = mul v15, 4:i64
              v17: ptr = ptradd &a, v16
              store i32 v17 <- 6:i32  ; a[i]
              store i32 &m+20 <- 7:i32  ; m[1][2]                         ; t.c:11
              v18: ptr = load ptr &p  ; p                                 ; t.c:12
              store i32 v18 <- 8:i32  ; *p
              v19: ptr = load ptr &p  ; p                                 ; t.c:13
              v20: i64 = cast sext v1
              v21: i64 = mul v20, 4:i64
              v22: ptr = ptradd v19, v21
              store i32 v22 <- 9:i32  ; p[i]
              v23: ptr = load ptr &p  ; p                                 ; t.c:14
              v24: ptr = ptradd v23, 12:i64
              store i32 v24 <- 10:i32  ; p[3]
              v25: i64 = cast sext v1                                     ; t.c:15
              v26: i64 = mul v25, 4:i64
              v27: ptr = ptradd &a, v26
              store i32 v27 <- 11:i32  ; a[i]
              store i32 v0 <- 12:i32  ; n->v                              ; t.c:16
              v28: ptr = ptradd v0, 40:i64                                ; t.c:17
              store i32 v28 <- 13:i32  ; n[1].v
              v29: i32 = load i32 &counter  ; counter                     ; t.c:19
              v30: i32 = add v29, 1:i32
              store i32 &counter <- v30  ; counter
              return                                                      ; t.c:20
            }
        "#]],
    );
}
