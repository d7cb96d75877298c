// A guard has a name, and lasts as long as the block.
// broken: data race on count
#include "quiet.h"
#include <mutex>
std::mutex lock;
int count;
void *work(void *) {
    UNLESS_BROKEN(std::lock_guard<std::mutex> held(lock));
    IF_BROKEN(std::lock_guard<std::mutex>{lock});
    count++;
    return 0;
}
int main() {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
}
