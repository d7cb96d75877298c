// expect: sc=safe
// property: assert deadlock memory
//
// std::thread, mutexes, condition variables, atomics and call_once.

#include <atomic>
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
std::mutex m;
std::condition_variable cv;
std::queue<int> q;
std::atomic<int> n{0};
std::once_flag of;
std::recursive_mutex rm;
std::timed_mutex tm_;
struct B {
    virtual void f() = 0;
    virtual ~B() {}
};
struct D : B {
    void f() override { n++; }
};
void prod(int k) {
    for (int i = 0; i < k; i++) {
        std::lock_guard<std::mutex> l(m);
        q.push(i);
        cv.notify_one();
    }
}
void cons(int k) {
    for (int i = 0; i < k; i++) {
        std::unique_lock<std::mutex> l(m);
        cv.wait(l, [] { return !q.empty(); });
        q.pop();
        n.fetch_add(1, std::memory_order_relaxed);
    }
}
int main() {
    std::vector<std::thread> v;
    v.emplace_back(prod, 2);
    v.emplace_back(cons, 2);
    for (auto &t : v)
        t.join();
    std::call_once(of, [] { n++; });
    auto p = std::make_shared<int>(3);
    std::unique_ptr<B> b(new D);
    b->f();
    std::function<void()> f = [p] { n += *p; };
    f();
    std::unique_lock<std::mutex> l(m);
    cv.wait_for(l, std::chrono::milliseconds(1));
    l.unlock();
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    std::this_thread::yield();
    std::scoped_lock sl(m, rm);
    if (tm_.try_lock_for(std::chrono::milliseconds(1)))
        tm_.unlock();
    static B *s = new D;
    assert(n == 7);
}
