// A number that lies across words, under a lock.
// broken: data race on packed
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
struct __attribute__((packed)) {
    char before[5];
    long number;
} packed;
void *work(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    packed.number++;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
int main(void) {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    return packed.number < 1;
}
