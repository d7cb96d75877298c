// expect: sc=safe tso=safe pso=safe rmo=safe
// property: deadlock
// unwind: 3
//
// A mailbox for one message with std::condition_variable. The wait takes a predicate, which is the
// loop around the wait that must not be forgotten: it looks first, sleeps only if there is nothing,
// and looks again after each wake-up. So neither an early message nor a spurious wake-up does harm.
// For the C version and what goes wrong without see lost_wakeup.c and lost_wakeup_broken.c.
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>

static std::mutex guard;
static std::condition_variable arrived;
static bool full;    // protected by guard
static int message;  // protected by guard

static void send() {
    {
        std::lock_guard<std::mutex> hold(guard);
        message = 42;
        full = true;
    }
    arrived.notify_one();
}

static void receive() {
    std::unique_lock<std::mutex> hold(guard);
    arrived.wait(hold, [] { return full; });
    assert(message == 42);
}

int main() {
    std::thread sender(send);
    std::thread receiver(receive);
    sender.join();
    receiver.join();
    return 0;
}
