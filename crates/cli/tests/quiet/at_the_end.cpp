// Destructors of thread-local variables and keys hand over results under a lock.
// broken: data race
#include "quiet.h"
#include <mutex>
#include <thread>
#include <vector>
std::mutex lock;
std::vector<int> results;
pthread_key_t key;
struct Own {
    int value = 0;
    ~Own() {
        UNLESS_BROKEN(std::lock_guard<std::mutex> guard(lock));
        results.push_back(value);
    }
};
thread_local Own own;
void at_end(void *value) {
    std::lock_guard<std::mutex> guard(lock);
    results.push_back(*(int *)value);
    delete (int *)value;
}
int main() {
    pthread_key_create(&key, at_end);
    results.reserve(100);
    for (int round = 0; round < 5; round++) {
        auto work = [](int number) {
            own.value = number;
            pthread_setspecific(key, new int(number));
        };
        std::thread one(work, 1), two(work, 2);
        one.join();
        two.join();
    }
    return results.size() == 20 ? 0 : 1;
}
