// expect: sc=violation tso=violation
// property: memory
// The second element may be read before anybody has written it. A single int that was never written is no value.
#include <pthread.h>
#include <stdlib.h>
#include <stdatomic.h>
int *shared;
void *writer(void *arg) { shared[1] = 5; return 0; }
int main(void) {
    pthread_t thread;
    shared = malloc(2 * sizeof(int));
    shared[0] = 1;
    pthread_create(&thread, 0, writer, 0);
    int sum = shared[0] + shared[1];
    pthread_join(thread, 0);
    free(shared);
    return sum == 77;
}
