// expect: sc=unknown
// property: memory
// A barrier is set to zero.
#include <pthread.h>
#include <string.h>

pthread_barrier_t barrier;

int main(void) {
    pthread_barrier_init(&barrier, 0, 1);
    memset(&barrier, 0, sizeof barrier);
    pthread_barrier_wait(&barrier);
}
