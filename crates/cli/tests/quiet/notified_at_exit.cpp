// A thread tells when it ends, variables of its own included.
// broken: data race on x
#include "quiet.h"
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex lock;
std::condition_variable &changed = *new std::condition_variable; // The last notification may come when `main` has ended.
bool done;
int x;
struct Last { ~Last() { x = 1; } };
thread_local Last last;
void work() {
    (void)&last;
    std::unique_lock<std::mutex> held(lock);
    done = true;
    UNLESS_BROKEN(std::notify_all_at_thread_exit(changed, std::move(held)));
    IF_BROKEN(changed.notify_all());
}
int main() {
    std::thread(work).detach();
    std::unique_lock<std::mutex> held(lock);
    while (!done) changed.wait(held);
    IF_BROKEN(settle());
    return x > 1;
}
