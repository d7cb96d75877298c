// A condition that is told when a thread ends, with the lock held until then.
// broken: data race on plain
#include "quiet.h"
#include <condition_variable>
#include <mutex>
#include <thread>
std::mutex lock;
std::condition_variable changed;
bool done;
int plain;
int main() {
    std::thread thread([] {
        std::unique_lock<std::mutex> guard(lock);
        done = true;
        UNLESS_BROKEN(std::notify_all_at_thread_exit(changed, std::move(guard)));
        IF_BROKEN(guard.unlock(); changed.notify_all());
        plain++;
    });
    {
        std::unique_lock<std::mutex> guard(lock);
        changed.wait(guard, [] { return done; });
    }
    plain++;
    thread.join();
}
