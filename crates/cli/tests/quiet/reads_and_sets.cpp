// A limit that is raised from what it is: by one call of the class, not by two that each take its lock.
// broken: lost update: T
#include <mutex>
#include <thread>
#include "quiet.h"
class Limit {
    std::mutex mutex;
    int value = 1;

public:
    int read() {
        std::lock_guard<std::mutex> guard(mutex);
        return value;
    }
    void set(int to) {
        std::lock_guard<std::mutex> guard(mutex);
        value = to;
    }
    void raise(int by) {
        std::lock_guard<std::mutex> guard(mutex);
        value += by;
    }
} limit;
void raise_it() {
    UNLESS_BROKEN(limit.raise(5));
    IF_BROKEN(int now = limit.read());
    IF_BROKEN(limit.set(now + 5));
}
int main() {
    std::thread other([] {
        wait_for(0);
        limit.set(100);
    });
    raise_it();
    say_done(0);
    other.join();
}
