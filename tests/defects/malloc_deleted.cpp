// expect: sc=violation tso=violation
// property: memory
// What `malloc` gave goes back through `delete`, where another thread was faster.
#include <atomic>
#include <cstdlib>
#include <thread>
static std::atomic<int *> slot;
int main() {
    slot = new int(3);
    std::thread other([] { slot.exchange(static_cast<int *>(malloc(sizeof(int)))); });
    delete slot.exchange(nullptr);
    other.join();
    delete slot.exchange(nullptr);
}
