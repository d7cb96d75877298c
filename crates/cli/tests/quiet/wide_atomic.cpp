// An atomic object of 24 bytes, which a library locks out of sight.
// broken: data race on data
// link: -latomic
#include "quiet.h"
#include <atomic>
#include <thread>
struct Wide {
    long a, b, c;
};
std::atomic<Wide> wide;
int data;
int main() {
    std::thread thread([] {
        UNLESS_BROKEN(data = 7);
        wide.store({1, 2, 3});
        Wide expected{4, 5, 6};
        wide.compare_exchange_strong(expected, {7, 8, 9});
        wide.exchange({1, 2, 4});
        IF_BROKEN(data = 7);
    });
    while (wide.load().a != 1) std::this_thread::yield();
    int seen = data;
    thread.join();
    return seen >= 0 ? 0 : 1;
}
