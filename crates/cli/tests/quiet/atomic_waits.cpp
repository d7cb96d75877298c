// Two threads take turns by waiting for a number to change.
// broken: data race on x
#include "quiet.h"
#include <atomic>
#include <thread>
std::atomic<int> turn{0};
int x;
void work(int own) {
    for (int round = 0; round < 5; round++) {
        UNLESS_BROKEN(for (int now; (now = turn.load()) % 2 != own;) turn.wait(now);)
        x++;
        turn.fetch_add(1, IF_BROKEN(std::memory_order_relaxed) UNLESS_BROKEN(std::memory_order_release));
        turn.notify_all();
    }
}
int main() {
    std::thread one(work, 0), two(work, 1);
    one.join();
    two.join();
}
