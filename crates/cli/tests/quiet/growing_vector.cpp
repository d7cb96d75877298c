// A vector grows and is read under a lock.
// broken: data race
#include "quiet.h"
#include <mutex>
#include <vector>
std::mutex lock;
std::vector<int> numbers;
void *work(void *) {
    for (int number = 0; number < 20; number++) {
        std::lock_guard<std::mutex> held(lock);
        numbers.push_back(number);
    }
    return 0;
}
int main() {
    numbers.push_back(0);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(lock.lock());
    int seen = numbers.size() > 100;
    UNLESS_BROKEN(lock.unlock());
    finish(thread);
    return seen;
}
