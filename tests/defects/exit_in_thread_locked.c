// expect: sc=safe
// property: deadlock
// A thread stands for ever before a lock that it holds itself, and another one ends the program.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *ends(void *unused) {
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, ends, 0);
    pthread_mutex_lock(&lock);
    pthread_mutex_lock(&lock);
    assert(0);
}
