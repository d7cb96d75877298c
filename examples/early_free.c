// expect: sc=safe tso=safe pso=safe rmo=safe
// property: memory
// unwind: 2
//
// A buffer handed to a thread: main waits for the thread and frees the buffer afterwards. The join
// orders everything the thread did before the free, on every memory model. early_free_broken.c does
// it in the other order.
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
    pthread_join(w, NULL);
    free(buffer);
    return 0;
}
