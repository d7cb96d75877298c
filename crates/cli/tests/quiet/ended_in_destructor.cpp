// A class that has a thread of its own ends it before its members end.
// broken: data race
#include "quiet.h"
#include <atomic>
#include <thread>
struct Worker {
    std::atomic<bool> stops{false};
    virtual void step() { usleep(500); }
    std::thread thread;
    void begin() {
        thread = std::thread([this] {
            while (!stops) step();
        });
    }
    void end() {
        stops = true;
        thread.join();
    }
    virtual ~Worker() {
        if (thread.joinable()) end();
    }
};
struct Counter : Worker {
    int *count = new int(0);
    void step() override {
        ++*count;
        say_done(0);
        usleep(500);
    }
    ~Counter() {
        UNLESS_BROKEN(end());
        IF_BROKEN(*count = -1);
        UNLESS_BROKEN(delete count);
    }
};
int main() {
    Counter counter;
    counter.begin();
    wait_for(0);
}
