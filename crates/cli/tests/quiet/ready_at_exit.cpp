// A result that is there when its thread ends.
// broken: data race on plain
#include "quiet.h"
#include <future>
#include <thread>
int plain;
int main() {
    for (int round = 0; round < 5; round++) {
        std::promise<int> promise;
        auto future = promise.get_future();
        std::thread thread([&] {
            UNLESS_BROKEN(promise.set_value_at_thread_exit(5));
            IF_BROKEN(promise.set_value(5));
            plain++;
        });
        if (future.get() != 5) return 1;
        plain++;
        thread.join();
    }
}
