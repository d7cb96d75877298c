// A detached thread has copies of what it needs.
// broken: data race
#include "quiet.h"
#include <atomic>
#include <thread>
std::atomic<int> done;
__attribute__((noinline)) void begin(int value) {
    int local = value;
    IF_BROKEN(std::thread([&] { usleep(3000); local++; done++; }).detach());
    UNLESS_BROKEN(std::thread([local]() mutable { usleep(3000); local++; done++; }).detach());
    local += 2;
    volatile int seen = local;
    (void)seen;
    IF_BROKEN(settle());
}
int main() {
    begin(1);
    while (!done) settle();
}
