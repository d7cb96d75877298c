// A structure is copied as a whole under a lock.
// broken: data race on latest
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct Sample {
    long values[9];
} latest;
void *work(void *unused) {
    struct Sample own;
    for (int at = 0; at < 9; at++) own.values[at] = at;
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    latest = own;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    pthread_mutex_lock(&lock);
    long seen = latest.values[7];
    pthread_mutex_unlock(&lock);
    finish(thread);
    return seen < 0;
}
