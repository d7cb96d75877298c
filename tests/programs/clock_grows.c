// expect: sc=safe tso=safe
// property: assert
//
// Time does not go backwards from a thread to who waits for it, nor the other way.
#include <assert.h>
#include <pthread.h>
#include <time.h>
struct timespec before, inside, after;
static int later(struct timespec *a, struct timespec *b) {
    return a->tv_sec > b->tv_sec || (a->tv_sec == b->tv_sec && a->tv_nsec >= b->tv_nsec);
}
void *f(void *p) {
    clock_gettime(CLOCK_MONOTONIC, &inside);
    return 0;
}
int main(void) {
    pthread_t t;
    clock_gettime(CLOCK_MONOTONIC, &before);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    clock_gettime(CLOCK_MONOTONIC, &after);
    assert(later(&inside, &before) && later(&after, &inside));
}
