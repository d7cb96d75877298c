// expect: sc=violation tso=violation
// property: assert
// flags: -DSELVEDGE_MALLOC_MAY_FAIL
// Was "safe: every execution, no bound", and nothing said that memory never runs out; with --malloc-may-fail it may.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *worker(void *unused) {
    if (shared) *shared = 1;
    return NULL;
}
int main(void) {
    shared = malloc(sizeof(int));
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(shared);
    free(shared);
}
