// A map that two threads add to under a lock.
// broken: data race
#include "quiet.h"
#include <map>
#include <mutex>
#include <string>
std::mutex lock;
std::map<std::string, int> counts;
void *work(void *name) {
    for (int round = 0; round < 5; round++) {
        UNLESS_BROKEN(std::lock_guard<std::mutex> held(lock));
        counts[(const char *)name] = round;
        IF_BROKEN(usleep(100));
    }
    say_done(((char *)name)[0] - 'a');
    return 0;
}
int main() {
    pthread_t one = start(work, (void *)"a name");
    IF_BROKEN(wait_for(0));
    pthread_t two = start(work, (void *)"b");
    finish(one);
    finish(two);
    return counts.size() != 2;
}
