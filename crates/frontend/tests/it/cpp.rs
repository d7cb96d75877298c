//! C++: names, virtual calls, exceptions, statics, threads.

use crate::{Source, check_function};
use expect_test::expect;

#[test]
fn virtual_calls_and_names() {
    check_function(
        "t.cpp",
        r#"namespace shop {
struct Base { int k = 1; virtual int f(int n) = 0; virtual ~Base() {} };
struct Derived : Base { int f(int n) override { return n + k; } };
int use(Base &b) { return b.f(3); }
}
int main() { shop::Derived d; return shop::use(d); }
"#,
        "shop::use",
        expect![[r#"
            fn @shop::use(v0 "b": ptr) -> i32 {  ; t.cpp:4
            b0():
              v1: ptr = load ptr v0  ; b->_vptr$Base                      ; t.cpp:4
              v2: ptr = load ptr v1  ; *b->_vptr$Base
              v3: i32 = call *v2(v0, 3:i32)
              return v3
            }
        "#]],
    );
}

#[test]
fn exceptions_are_unsupported_only_where_they_are_raised() {
    check_function(
        "t.cpp",
        r#"struct Guard { int &n; ~Guard() { n--; } };
int depth;
int g(int n) { if (n > 3) throw n; return n; }
int main() { Guard guard{depth}; try { return g(1); } catch (int e) { return e; } }
"#,
        "g",
        expect![[r#"
            fn @g(v0 "n": i32) -> i32 {  ; t.cpp:3
            b0():
              v1: i1 = cmp sgt v0, 3:i32                                  ; t.cpp:3
              branch v1, b2(), b1()
            b1():
              return v0
            b2():
              v2: ptr = call @__cxa_allocate_exception(4:i64)
              store i32 v2 <- v0
              call @__cxa_throw(v2, &_ZTIi, null)
              unreachable
            }
        "#]],
    );
}

#[test]
fn new_delete_and_static_locals() {
    check_function(
        "t.cpp",
        r#"int make();
struct S { int v; S() : v(3) {} };
int get() { static S s; int *p = new int(4); int r = *p + s.v; delete p; return r; }
int main() { return get(); }
"#,
        "get",
        expect![[r#"
            fn @get() -> i32 {  ; t.cpp:3
            b0():
              v0: i8 = load acquire i8 &_ZGVZ3getvE1s  ; _ZGVZ3getvE1s    ; t.cpp:3
              v1: i1 = cmp eq v0, 0:i8
              branch v1, b1(), b3()
            b1():
              v2: i1 = once_begin(&_ZGVZ3getvE1s)
              branch v2, b2(), b3()
            b2():
              call @S::S(&s)
              once_end(&_ZGVZ3getvE1s)
              jump b3()
            b3():
              v3 "p": ptr = heap_alloc size 4:i64 by new
              store i32 v3 <- 4:i32
              v4: i32 = load i32 v3  ; *p
              v5: i32 = load i32 &s  ; s.v
              v6 "r": i32 = add v4, v5
              v7: i1 = cmp eq v3, null
              branch v7, b5(), b4()
            b4():
              heap_free v3
              jump b5()
            b5():
              return v6
            }
        "#]],
    );
}

#[test]
fn standard_threads_lower() {
    let source = Source::new(
        "t.cpp",
        r#"#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex m; std::condition_variable cv; bool ready; std::atomic<int> n{0};
int main() {
    std::thread t([] { std::lock_guard<std::mutex> l(m); ready = true; cv.notify_one(); n.fetch_add(1, std::memory_order_release); });
    { std::unique_lock<std::mutex> l(m); cv.wait(l, [] { return ready; }); }
    t.join();
    return n.load();
}
"#,
    );
    let program = source.load().expect("a program").program;
    let uses = |wanted: ir::SyncOp| {
        let insts = program.functions.iter().flat_map(|f| f.blocks.iter()).flat_map(|block| &block.insts);
        insts.into_iter().any(|inst| matches!(inst.op, ir::Op::Sync { op, .. } if op == wanted))
    };
    for op in [
        ir::SyncOp::ThreadCreate,
        ir::SyncOp::ThreadJoin,
        ir::SyncOp::MutexLock,
        ir::SyncOp::MutexUnlock,
        ir::SyncOp::CondWait,
        ir::SyncOp::CondSignal,
    ] {
        assert!(uses(op), "no {}", op.name());
    }
}
