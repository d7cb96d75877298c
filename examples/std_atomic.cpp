// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Message passing with std::atomic: the release store publishes what was written before it, the
// acquire load that sees it may rely on that. The threads are lambdas. The same in C with the whole
// story: message_passing_fenced.c. std_atomic_broken.cpp publishes with a relaxed store.
#include <atomic>
#include <cassert>
#include <thread>

static int payload;
static std::atomic<bool> ready{false};

int main() {
    std::thread writer([] {
        payload = 42;
        ready.store(true, std::memory_order_release);
    });
    std::thread reader([] {
        if (ready.load(std::memory_order_acquire))
            assert(payload == 42);
    });
    writer.join();
    reader.join();
    return 0;
}
