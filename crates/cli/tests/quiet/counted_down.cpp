// Who is last to let go deletes. Taking is relaxed, letting go releases, and the last acquires.
// broken: nothing orders them
#include "quiet.h"
#include <atomic>
#include <thread>
#include <vector>
struct Shared {
    std::atomic<int> users{1};
    int value = 0, own[4] = {};
};
void take(Shared *shared) { shared->users.fetch_add(1, std::memory_order_relaxed); }
void drop(Shared *shared) {
#ifdef BROKEN
    if (shared->users.fetch_sub(1, std::memory_order_relaxed) == 1) {
#else
    if (shared->users.fetch_sub(1, std::memory_order_release) == 1) {
        std::atomic_thread_fence(std::memory_order_acquire);
#endif
        shared->value = shared->own[0] + shared->own[1] + shared->own[2];
        delete shared;
    }
}
int main() {
    Shared *shared = new Shared;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; i++) {
        take(shared);
        threads.emplace_back([=] {
            shared->own[i] = i;
            drop(shared);
        });
    }
    drop(shared);
    for (auto &thread : threads) thread.join();
}
