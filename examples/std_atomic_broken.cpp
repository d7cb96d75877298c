// expect: sc=safe tso=safe pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Message passing with std::atomic, published with a relaxed store: std::atomic makes the flag
// itself atomic, but it does not order what is around it unless told to. From PSO on the flag may
// be seen before the payload. The reader's acquire alone is no help. Repaired in std_atomic.cpp.
#include <atomic>
#include <cassert>
#include <thread>

static int payload;
static std::atomic<bool> ready{false};

int main() {
    std::thread writer([] {
        payload = 42;
        ready.store(true, std::memory_order_relaxed);
    });
    std::thread reader([] {
        if (ready.load(std::memory_order_acquire))
            assert(payload == 42);
    });
    writer.join();
    reader.join();
    return 0;
}
