// A string is changed and read under a lock.
// broken: data race
#include "quiet.h"
#include <mutex>
#include <string>
std::mutex lock;
std::string text = "first";
void *work(void *) {
    std::lock_guard<std::mutex> held(lock);
    for (char &letter : text) letter = 's';
    return 0;
}
int main() {
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(lock.lock());
    char seen = text[1];
    UNLESS_BROKEN(lock.unlock());
    finish(thread);
    return seen == 'x';
}
