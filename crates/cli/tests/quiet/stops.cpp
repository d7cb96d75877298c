// A thread that waits for anything and is asked to stop.
// broken: data race on taken
#include "quiet.h"
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>
std::mutex lock;
std::condition_variable_any changed;
std::vector<int> items;
int taken;
int main() {
    items.reserve(10);
    std::jthread thread([](std::stop_token token) {
        for (;;) {
            std::unique_lock<std::mutex> guard(lock);
            if (!changed.wait(guard, token, [] { return !items.empty(); })) break;
            items.pop_back();
            taken++;
        }
        IF_BROKEN(taken++);
    });
    for (int number = 0; number < 5; number++) {
        std::lock_guard<std::mutex> guard(lock);
        items.push_back(number);
        changed.notify_one();
    }
    thread.request_stop();
    IF_BROKEN(taken++);
    thread.join();
}
