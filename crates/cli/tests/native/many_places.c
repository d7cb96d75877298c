// Two threads that write to the same PLACES places under a lock, and to one more without it.
//   many_places PLACES
#include <pthread.h>
#include <stdlib.h>

static long *table, places, unprotected;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *own) {
    for (long at = 0; at < places; at += 16) {
        pthread_mutex_lock(&lock);
        for (long next = at; next < at + 16; next++) table[next]++;
        pthread_mutex_unlock(&lock);
        unprotected++;
    }
    return own;
}

int main(int argc, char **argv) {
    places = argc > 1 ? atol(argv[1]) : 16;
    table = calloc(places, sizeof *table);
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
