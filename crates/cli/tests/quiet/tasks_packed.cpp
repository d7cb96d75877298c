// Tasks are packed and passed on to a pool; results come by shared futures.
// broken: data race on x
#include "quiet.h"
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>
std::mutex lock;
std::condition_variable changed;
std::deque<std::packaged_task<int()>> tasks;
std::shared_timed_mutex kept;
bool ends;
int x, y;
void work() {
    for (;;) {
        std::unique_lock<std::mutex> held(lock);
        changed.wait(held, [] { return ends || !tasks.empty(); });
        if (tasks.empty()) return;
        auto task = std::move(tasks.front());
        tasks.pop_front();
        held.unlock();
        task();
    }
}
int add() {
    UNLESS_BROKEN(std::lock_guard<std::shared_timed_mutex> held(kept));
    return ++x;
}
int main() {
    std::thread one(work), two(work);
    std::vector<std::shared_future<int>> results;
    for (int number = 0; number < 6; number++) {
        std::packaged_task<int()> task(add);
        results.push_back(task.get_future().share());
        std::lock_guard<std::mutex> held(lock);
        tasks.push_back(std::move(task));
        changed.notify_one();
    }
    auto reader = std::async(std::launch::async, [&] {
        std::shared_lock<std::shared_timed_mutex> held(kept, std::chrono::seconds(100));
        return x;
    });
    for (auto &result : results) y += result.get();
    reader.get();
    {
        std::lock_guard<std::mutex> held(lock);
        ends = true;
        changed.notify_all();
    }
    one.join();
    two.join();
}
