// A unique pointer is handed on under a lock with the word that it is there.
// broken: data race
#include "quiet.h"
#include <condition_variable>
#include <memory>
#include <mutex>
std::mutex lock;
std::condition_variable changed;
std::unique_ptr<int> box;
void *work(void *) {
    auto made = std::make_unique<int>(5);
    int *inside = made.get();
    std::lock_guard<std::mutex> held(lock);
    UNLESS_BROKEN(*inside = 6);
    box = std::move(made);
    changed.notify_one();
    IF_BROKEN(lock.unlock(); *inside = 6; lock.lock());
    return 0;
}
int main() {
    pthread_t thread = start(work, 0);
    std::unique_ptr<int> own;
    {
        std::unique_lock<std::mutex> held(lock);
        changed.wait(held, [] { return box != nullptr; });
        own = std::move(box);
    }
    int seen = *own;
    finish(thread);
    return seen < 5;
}
