//! Threads, locks, fences, inline assembly.

use crate::{check, check_function};
use expect_test::expect;

#[test]
fn store_buffering() {
    check(
        r#"#include <pthread.h>
#include <assert.h>
int x, y, a, b;
void *t1(void *p) { x = 1; a = y; return 0; }
void *t2(void *p) { y = 1; b = x; return 0; }
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, t1, 0);
    pthread_create(&q, 0, t2, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
    assert(a == 1 || b == 1);
    return 0;
}
"#,
        expect![[r#"
            program "t.c"

            global g0 "a" size 4 align 4  ; t.c:3
            global g1 "b" size 4 align 4  ; t.c:3
            global g2 "x" size 4 align 4  ; t.c:3
            global g3 "y" size 4 align 4  ; t.c:3

            entry fn @main() -> i32 {  ; t.c:6
            b0():
              v0: ptr = alloca "p" size 8:i64 align 8
              v1: ptr = alloca "q" size 8:i64 align 8
              v2: i32 = call @pthread_create(v0, null, @t1, null)         ; t.c:8
              v3: i32 = call @pthread_create(v1, null, @t2, null)         ; t.c:9
              v4: i64 = load i64 v0  ; p                                  ; t.c:10
              v5: i32 = call @pthread_join(v4, null)
              v6: i64 = load i64 v1  ; q                                  ; t.c:11
              v7: i32 = call @pthread_join(v6, null)
              v8: i32 = load i32 &a  ; a                                  ; t.c:12
              v9: i1 = cmp eq v8, 1:i32
              branch v9, b3(), b1()
            b1():
              v10: i32 = load i32 &b  ; b
              v11: i1 = cmp eq v10, 1:i32
              branch v11, b3(), b2()
            b2():
              assert assert 0 "a == 1 || b == 1"
              unreachable
            b3():
              return 0:i32                                                ; t.c:13
            }

            fn @t1(v0 "p": ptr) -> ptr {  ; t.c:4
            b0():
              store i32 &x <- 1:i32  ; x                                  ; t.c:4
              v1: i32 = load i32 &y  ; y
              store i32 &a <- v1  ; a
              return null
            }

            fn @t2(v0 "p": ptr) -> ptr {  ; t.c:5
            b0():
              store i32 &y <- 1:i32  ; y                                  ; t.c:5
              v1: i32 = load i32 &x  ; x
              store i32 &b <- v1  ; b
              return null
            }
        "#]],
    );
}

#[test]
fn locks_are_instructions() {
    check_function(
        "t.c",
        r#"#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
sem_t s;
int x;
int main(void) {
    pthread_mutex_lock(&m);
    while (!x) pthread_cond_wait(&c, &m);
    pthread_cond_signal(&c);
    int busy = pthread_mutex_trylock(&m);
    pthread_mutex_unlock(&m);
    pthread_rwlock_rdlock(&rw);
    pthread_rwlock_unlock(&rw);
    sem_post(&s);
    pthread_exit((void *)(long)busy);
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:8
            b0():
              v0: i32 = mutex_lock(&m)                                    ; t.c:9
              jump b1()                                                   ; t.c:10
            b1():
              v1: i32 = load i32 &x  ; x
              v2: i1 = cmp ne v1, 0:i32
              v3: i1 = xor v2, 1
              branch v3, b3(), b2()
            b2():
              v4: i32 = cond_signal(&c)                                   ; t.c:11
              v5 "busy": i32 = mutex_trylock(&m)                          ; t.c:12
              v6: i32 = mutex_unlock(&m)                                  ; t.c:13
              v7: i32 = rw_rdlock(&rw)                                    ; t.c:14
              v8: i32 = rw_unlock(&rw)                                    ; t.c:15
              v9: i32 = call @sem_post(&s)                                ; t.c:16
              v10: i64 = cast sext v5                                     ; t.c:17
              v11: ptr = cast bits v10
              thread_exit(v11)
              unreachable
            b3():
              v12: i32 = cond_wait(&c, &m)                                ; t.c:10
              jump b1()
            }
        "#]],
    );
}

#[test]
fn a_thread_function_of_another_type_gets_an_adapter() {
    let text = r#"#include <pthread.h>
int x;
void plain(void) { x = 1; }
int number(int n) { return x + n; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, (void *(*)(void *))plain, 0);
    pthread_create(&t, 0, (void *(*)(void *))number, (void *)3);
    return 0;
}
"#;
    check_function(
        "t.c",
        text,
        "main",
        expect![[r#"
        fn @main() -> i32 {  ; t.c:5
        b0():
          v0: ptr = alloca "t" size 8:i64 align 8
          v1: i32 = call @pthread_create(v0, null, @plain, null)      ; t.c:7
          v2: i32 = call @pthread_create(v0, null, @number, 0x3:ptr)  ; t.c:8
          return 0:i32                                                ; t.c:9
        }
    "#]],
    );
}

#[test]
fn the_adapter_calls_with_what_fits() {
    let source = crate::Source::new(
        "t.c",
        "#include <pthread.h>\nint f(int n) { return n; }\nint main() { pthread_t t; return pthread_create(&t, 0, (void *)f, (void *)3); }\n",
    );
    let program = source.load().expect("a program").program;
    let adapter = program.functions.iter().find(|function| function.library && &*function.name == "f");
    assert_eq!(adapter.expect("an adapter with the name of the function").results, [ir::Ty::Ptr]);
}

#[test]
fn asynchronous_labels_start_threads() {
    check(
        r#"int x, cnt;
void *f(void *p) { x = 1; cnt++; return 0; }
void g(int a, int b) { x = a + b; cnt++; }
int main() {
    __CPROVER_ASYNC_1: f(0);
    if (x == 0)
        __CPROVER_ASYNC_2: g(2, x);
    __CPROVER_assume(cnt == 2);
    __CPROVER_assert(x != 0, "x is set");
}
"#,
        expect![[r#"
            program "t.c"

            global g0 "x" size 4 align 4  ; t.c:1
            global g1 "cnt" size 4 align 4  ; t.c:1

            entry fn @main() -> i32 {  ; t.c:4
            b0():
              v0: i64 = thread_create(@f, null)                           ; t.c:5
              v1: i32 = load i32 &x  ; x                                  ; t.c:6
              v2: i1 = cmp eq v1, 0:i32
              branch v2, b1(), b2()
            b1():
              v3: i64 = thread_create(@__CPROVER_ASYNC_2, null)           ; t.c:7
              jump b2()
            b2():
              v4: i32 = load i32 &cnt  ; cnt                              ; t.c:8
              v5: i1 = cmp eq v4, 2:i32
              assume v5
              v6: i32 = load i32 &x  ; x                                  ; t.c:9
              v7: i1 = cmp ne v6, 0:i32
              assert assert v7 "x is set"
              return 0:i32                                                ; t.c:10
            }

            fn @f(v0 "p": ptr) -> ptr {  ; t.c:2
            b0():
              store i32 &x <- 1:i32  ; x                                  ; t.c:2
              v1: i32 = load i32 &cnt  ; cnt
              v2: i32 = add v1, 1:i32
              store i32 &cnt <- v2  ; cnt
              return null
            }

            fn @g(v0 "a": i32, v1 "b": i32) {  ; t.c:3
            b0():
              v2: i32 = add v0, v1                                        ; t.c:3
              store i32 &x <- v2  ; x
              v3: i32 = load i32 &cnt  ; cnt
              v4: i32 = add v3, 1:i32
              store i32 &cnt <- v4  ; cnt
              return
            }

            fn @__CPROVER_ASYNC_2(v0: ptr) -> ptr {  ; t.c:7
            b0():
              v1: i32 = load i32 &x  ; x                                  ; t.c:7
              call @g(2:i32, v1)
              return null
            }
        "#]],
    );
}

#[test]
fn fences_by_instruction_and_by_text() {
    check_function(
        "t.c",
        r#"#include <stdatomic.h>
int main() {
    __asm__ __volatile__("mfence" ::: "memory");
    __asm__ __volatile__("lock; addl $0,0(%%rsp)" ::: "memory");
    __asm__ __volatile__("sfence" ::: "memory");
    __asm__ __volatile__("lwsync" ::: "memory");
    __asm__ __volatile__("membar #StoreLoad" ::: "memory");
    __asm__ __volatile__("" ::: "memory");
    __asm__ __volatile__("rep; nop" ::: "memory");
    __sync_synchronize();
    atomic_thread_fence(memory_order_acquire);
    atomic_thread_fence(memory_order_release);
    atomic_signal_fence(memory_order_seq_cst);
    __CPROVER_fence("WWfence", "RRfence", "WWcumul");
    __asm__ __volatile__("wbinvd" ::: "memory");
    return 0;
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:2
            b0():
              fence full                                                  ; t.c:3
              fence full                                                  ; t.c:4
              fence ss                                                    ; t.c:5
              fence ll|ls|ss                                              ; t.c:6
              fence sl                                                    ; t.c:7
              fence full                                                  ; t.c:10
              fence ll|ls                                                 ; t.c:11
              fence ls|ss                                                 ; t.c:12
              fence ll|ss                                                 ; t.c:14
              unsupported "inline assembly \"wbinvd\""                    ; t.c:15
              return 0:i32                                                ; t.c:16
            }
        "#]],
    );
}

#[test]
fn atomics_keep_their_orders() {
    check_function(
        "t.c",
        r#"#include <stdatomic.h>
#include <stdbool.h>
atomic_int x; int y; _Atomic(int *) p; volatile int v;
int main() {
    atomic_store(&x, 1);
    atomic_store_explicit(&x, 2, memory_order_release);
    int a = atomic_load_explicit(&x, memory_order_acquire);
    a += atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    a += __sync_fetch_and_or(&y, 4);
    a += atomic_exchange(&x, 5);
    int expected = 3;
    bool done = atomic_compare_exchange_weak_explicit(&x, &expected, 7, memory_order_acq_rel, memory_order_relaxed);
    atomic_store_explicit(&p, &y, memory_order_relaxed);
    v = a;
    return done + expected + v;
}
"#,
        "main",
        expect![[r#"
            fn @main() -> i32 {  ; t.c:4
            b0():
              store seq_cst i32 &x <- 1:i32  ; x                          ; t.c:5
              store release i32 &x <- 2:i32  ; x                          ; t.c:6
              v0 "a": i32 = load acquire i32 &x  ; x                      ; t.c:7
              v1: i32 = rmw add relaxed i32 &x, 1:i32  ; x                ; t.c:8
              v2 "a": i32 = add v0, v1
              v3: i32 = rmw or seq_cst i32 &y, 4:i32  ; y                 ; t.c:9
              v4 "a": i32 = add v2, v3
              v5: i32 = rmw xchg seq_cst i32 &x, 5:i32  ; x               ; t.c:10
              v6 "a": i32 = add v4, v5
              v7 "expected": i32, v8: i1 = cas weak acq_rel i32/relaxed &x, 3:i32 -> 7:i32  ; x  ; t.c:12
              branch v8, b1(3:i32), b1(v7)
            b1(v9 "expected": i32):
              v10: i64 = cast bits &y                                     ; t.c:13
              store relaxed i64 &p <- v10  ; p
              store volatile i32 &v <- v6  ; v                            ; t.c:14
              v11: i32 = cast zext v8                                     ; t.c:15
              v12: i32 = add v11, v9
              v13: i32 = load volatile i32 &v  ; v
              v14: i32 = add v12, v13
              return v14
            }
        "#]],
    );
}

#[test]
fn thread_local_variables() {
    check(
        r#"_Thread_local int n = 3; static __thread int m;
int main() { n++; m = n; return m; }
"#,
        expect![[r#"
            program "t.c"

            thread_local g0 "n" size 4 align 4 = 03 00 00 00  ; t.c:1
            thread_local g1 "m" size 4 align 4  ; t.c:1

            entry fn @main() -> i32 {  ; t.c:2
            b0():
              v0: ptr = threadlocal &n                                    ; t.c:2
              v1: i32 = load i32 v0  ; n
              v2: i32 = add v1, 1:i32
              store i32 v0 <- v2  ; n
              v3: ptr = threadlocal &n
              v4: i32 = load i32 v3  ; n
              v5: ptr = threadlocal &m
              store i32 v5 <- v4  ; m
              v6: ptr = threadlocal &m
              v7: i32 = load i32 v6  ; m
              return v7
            }
        "#]],
    );
}

#[test]
fn a_thread_that_falls_off_its_end_returns_nothing_that_matters() {
    let falls_off = |join: &str| {
        let text = format!(
            "#include <pthread.h>\nvoid *f(void *p) {{ }}\nint main(void) {{ pthread_t t; void *r; \
             pthread_create(&t, 0, f, 0); {join} }}\n"
        );
        let program = crate::Source::new("t.c", &text).load().expect("a program").program;
        let inputs = |inst: &ir::Inst| matches!(inst.op, ir::Op::Nondet { .. });
        let function = program.functions.iter().find(|function| &*function.name == "f").expect("the thread");
        function.blocks.iter().flat_map(|block| &block.insts).filter(|inst| inputs(inst)).count()
    };
    assert_eq!(falls_off("pthread_join(t, 0);"), 0);
    assert_eq!(falls_off("pthread_join(t, &r); return r != 0;"), 1);
    assert_eq!(falls_off("f(0); pthread_join(t, 0);"), 1);
}
