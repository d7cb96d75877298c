// A thread for each task, detached; results are handed over under a lock.
// broken: data race
#include "quiet.h"
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>
#include <vector>
std::mutex lock;
std::condition_variable changed;
int done;
int ready;
std::vector<std::string> results;
void task(int number) {
    std::string text = "task";
    for (int round = 0; round < 5; round++) text += std::to_string(number * round);
    std::vector<int> numbers(10, number);
    IF_BROKEN(ready += numbers[3]);
    std::lock_guard<std::mutex> guard(lock);
    results.push_back(text);
    done++;
    changed.notify_one();
}
int main() {
    for (int number = 0; number < 40; number++) {
        std::thread(task, number).detach();
        if (number % 4 == 3) {
            std::unique_lock<std::mutex> guard(lock);
            changed.wait(guard, [&] { return done > number - 2; });
        }
    }
    std::unique_lock<std::mutex> guard(lock);
    changed.wait(guard, [] { return done == 40; });
}
