// All locks of C++, also where they are tried.
// broken: data race on read_often
#include "quiet.h"
#include <chrono>
#include <mutex>
#include <shared_mutex>
#include <thread>
std::mutex first, second;
std::timed_mutex timed;
std::recursive_mutex again;
std::shared_mutex many;
std::shared_timed_mutex many_timed;
int both, once, nested, read_often, read_timed;
void work(bool turned) {
    for (int round = 0; round < 10; round++) {
        if (turned) {
            std::scoped_lock guard(first, second);
            both++;
        } else {
            std::scoped_lock guard(second, first);
            both++;
        }
        if (timed.try_lock_for(std::chrono::seconds(100))) {
            once++;
            timed.unlock();
        }
        {
            std::lock_guard<std::recursive_mutex> outer(again);
            {
                std::lock_guard<std::recursive_mutex> inner(again);
                nested++;
            }
            nested++;
        }
        if (round % 3 == 0) {
            UNLESS_BROKEN(std::unique_lock<std::shared_mutex> guard(many));
            read_often++;
        } else {
            std::shared_lock<std::shared_mutex> guard(many);
            volatile int seen = read_often;
            (void)seen;
        }
        std::unique_lock<std::shared_timed_mutex> guard(many_timed, std::chrono::seconds(100));
        read_timed++;
    }
}
int main() {
    std::thread one(work, true), two(work, false);
    one.join();
    two.join();
}
