// expect: sc=safe
// property: deadlock
// A thread that ends the program never ends itself: who joins it never goes on.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void *ends(void *unused) {
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ends, 0);
    pthread_join(thread, 0);
    assert(0);
}
