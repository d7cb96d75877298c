// A thread waits for work or for being stopped.
// broken: data race on x
#include "quiet.h"
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>
std::mutex lock;
std::condition_variable_any changed;
int x, seen;
int main() {
    int stopped = 0;
    {
        std::jthread worker([&](std::stop_token token) {
            std::stop_callback note(token, [&] { stopped++; });
            std::unique_lock<std::mutex> held(lock);
            while (changed.wait(held, token, [] { return x != seen; })) seen = x;
            IF_BROKEN(held.unlock());
            IF_BROKEN(x++);
        });
        for (int round = 0; round < 10; round++) {
            std::lock_guard<std::mutex> held(lock);
            x++;
            changed.notify_one();
        }
        worker.request_stop();
        UNLESS_BROKEN(worker.join());
        x++;
    }
    return stopped != 1;
}
