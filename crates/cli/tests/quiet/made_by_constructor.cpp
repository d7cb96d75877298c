// Conditions of C++ are made by a constructor that nobody sees, again and again at the same place, and end unused or used.
// broken: use after destroy in the run itself
#include "quiet.h"
#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>
alignas(std::condition_variable) char place[sizeof(std::condition_variable)];
static void hand_over() {
    std::mutex lock;
    std::condition_variable told;
    bool ready = false;
    std::thread other([&] {
        std::lock_guard<std::mutex> guard(lock);
        ready = true;
        told.notify_one();
    });
    {
        std::unique_lock<std::mutex> guard(lock);
        while (!ready) told.wait(guard);
    }
    other.join();
}
int main() {
    for (int round = 0; round < 3; round++) {
        hand_over();
        auto *unused = new (place) std::condition_variable;
        unused->~condition_variable();
        auto *used = new (place) std::condition_variable;
        used->notify_all();
        used->~condition_variable();
        IF_BROKEN(used->notify_all();)
    }
}
