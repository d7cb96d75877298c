// Promises, tasks, and results that are not asked for.
// broken: data race on result
#include "quiet.h"
#include <functional>
#include <future>
#include <memory>
#include <thread>
#include <vector>
int result;
int main() {
    for (int round = 0; round < 5; round++) {
        std::promise<std::unique_ptr<int>> promise;
        auto future = promise.get_future();
        std::packaged_task<int(int)> task([](int number) { return number + 1; });
        auto of_task = task.get_future();
        std::thread thread([&promise, task = std::move(task)]() mutable {
            result = 1;
            promise.set_value(std::make_unique<int>(3));
            task(4);
        });
        IF_BROKEN(result = 5);
        auto lazily = std::async(std::launch::deferred, [] { return 2; });
        auto unused = std::async(std::launch::async, [] { return std::vector<int>(100, 2); });
        if (*future.get() + lazily.get() + of_task.get() != 10) return 1;
        result = 2;
        thread.join();
    }
}
