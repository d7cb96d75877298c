// A coroutine goes on in another thread.
// broken: data race on x
#include "quiet.h"
#include <coroutine>
#include <thread>
int x;
std::thread *next;
struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { abort(); }
    };
};
struct Move {
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> rest) {
        next = new std::thread([rest] { rest.resume(); });
        IF_BROKEN(x++);
    }
    void await_resume() {}
};
Task steps() {
    int local = 1;
    x++;
    co_await Move();
    x += local;
}
int main() {
    steps();
    next->join();
    delete next;
    return x < 2;
}
