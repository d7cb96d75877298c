// A barrier for as many as there are.
// broken: data race on parts
#include "quiet.h"
pthread_barrier_t barrier;
int parts[2];
void *work(void *number) {
    int own = number != 0;
    parts[own] = 1;
    pthread_barrier_wait(&barrier);
    return (void *)(long)parts[1 - own];
}
int main(void) {
    IF_BROKEN(pthread_barrier_init(&barrier, 0, 1));
    UNLESS_BROKEN(pthread_barrier_init(&barrier, 0, 2));
    pthread_t one = start(work, 0), two = start(work, parts);
    finish(one);
    finish(two);
    pthread_barrier_destroy(&barrier);
}
