// Locks in both orders, but all but one are only tried, or waited for up to some time.
// broken: deadlock
// property: deadlock
#include "quiet.h"
#include <chrono>
#include <mutex>
#include <thread>
std::mutex one, two;
std::timed_mutex third, fourth;
int x;
// Who waits for the first thread does so out of sight, so that the two never meet.
volatile bool is_done;
__attribute__((noinline, no_sanitize("thread"))) void done() { is_done = true; }
__attribute__((noinline, no_sanitize("thread"))) void wait() {
    while (!is_done) settle();
}
void work(bool turned) {
    for (int round = 0; round < 3; round++) {
#ifdef BROKEN
        std::lock_guard<std::mutex> outer(turned ? one : two), inner(turned ? two : one);
#else
        std::scoped_lock both(turned ? one : two, turned ? two : one);
#endif
        x++;
    }
    {
        std::unique_lock<std::timed_mutex> outer(turned ? third : fourth);
        std::unique_lock<std::timed_mutex> inner(turned ? fourth : third, std::chrono::seconds(100));
    }
    done();
}
int main() {
    std::thread first(work, true);
    wait();
    std::thread second(work, false);
    first.join();
    second.join();
}
