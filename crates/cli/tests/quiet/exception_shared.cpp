// An exception that detached threads hold; whoever is last destroys it.
// broken: data race on seen
#include "quiet.h"
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>
struct Failure {
    std::vector<int> numbers{1, 2, 3};
    ~Failure() { numbers[0] = 9; }
};
std::mutex lock;
std::condition_variable changed;
int done, sum, seen;
int main() {
    for (int round = 0; round < 10; round++) {
        std::exception_ptr held;
        try {
            throw Failure();
        } catch (...) {
            held = std::current_exception();
        }
        for (int index = 0; index < 3; index++) {
            std::thread([mine = held]() mutable {
                int all = 0;
                try {
                    std::rethrow_exception(mine);
                } catch (Failure &failure) {
                    for (int number : failure.numbers) all += number;
                }
                {
                    std::lock_guard<std::mutex> guard(lock);
                    sum += all;
                }
                mine = nullptr;
                IF_BROKEN(seen++);
                std::lock_guard<std::mutex> guard(lock);
                done++;
                changed.notify_one();
            }).detach();
        }
    }
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return done == 30; });
    return sum == 180 ? 0 : 1;
}
