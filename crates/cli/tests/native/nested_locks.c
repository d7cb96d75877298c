// 64 locks held at once by each of four threads, in one order.
// expect: nothing
// events: acq=25600 rel=25600 fork=4 join=4
#include <pthread.h>

enum { LOCKS = 64, ROUNDS = 100, THREADS = 4 };
static pthread_mutex_t locks[LOCKS];
static int counters[LOCKS];

static void *work(void *argument) {
    for (int round = 0; round < ROUNDS; round++) {
        for (int lock = 0; lock < LOCKS; lock++) {
            pthread_mutex_lock(&locks[lock]);
            counters[lock]++;
        }
        for (int lock = LOCKS; lock-- > 0;) pthread_mutex_unlock(&locks[lock]);
    }
    return argument;
}

int main(void) {
    pthread_t threads[THREADS];
    for (int lock = 0; lock < LOCKS; lock++) pthread_mutex_init(&locks[lock], 0);
    for (int thread = 0; thread < THREADS; thread++) pthread_create(&threads[thread], 0, work, 0);
    for (int thread = 0; thread < THREADS; thread++) pthread_join(threads[thread], 0);
    return counters[LOCKS - 1] == ROUNDS * THREADS ? 0 : 1;
}
