// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// unwind: 2
//
// A buffer handed to a thread and freed before the thread is done with it: use after free, if the
// schedule will have it so. It usually will not, which is why such bugs live long. Repaired in
// early_free.c: join first.
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg) {
    int *buffer = arg;
    buffer[0] = 1;
    buffer[1] = 2;
    return NULL;
}

int main(void) {
    int *buffer = malloc(2 * sizeof *buffer);
    if (buffer == NULL)
        return 1;
    pthread_t w;
    pthread_create(&w, NULL, worker, buffer);
    free(buffer);
    pthread_join(w, NULL);
    return 0;
}
