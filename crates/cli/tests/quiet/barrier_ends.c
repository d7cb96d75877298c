// A barrier ends when all have left it and said so.
// broken: use after destroy
#include "quiet.h"
pthread_barrier_t barrier;
void *work(void *unused) {
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    return 0;
}
int main(void) {
    pthread_barrier_init(&barrier, 0, 1);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(finish(thread));
    IF_BROKEN(settle());
    pthread_barrier_destroy(&barrier);
    IF_BROKEN(finish(thread));
}
