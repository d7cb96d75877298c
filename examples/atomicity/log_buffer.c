// A server's log (the shape of an Apache bug): the length is read, and written back later, while another thread flushes.
// Both lock every single access, so there is no race; the block is broken all the same. -DFIXED: the flush waits until the
// message is in (a flag and a condition variable). -DFLUSHES=N: how often the other thread empties the log.
#include <pthread.h>
#include "../../include/selvedge.h"

#ifndef FLUSHES
#define FLUSHES 1
#endif
#define INITS 3

int length, dropped;
int done;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t finished = PTHREAD_COND_INITIALIZER;

static int get_length(void) {
    pthread_mutex_lock(&lock);
    int value = length;
    pthread_mutex_unlock(&lock);
    return value;
}

static void set_length(int value) {
    pthread_mutex_lock(&lock);
    length = value;
    pthread_mutex_unlock(&lock);
}

void *writer(void *arg) {
    selvedge_atomic_begin();
#if FLUSHES > 1
    if (get_length() < 1000)
#endif
        set_length(get_length() + 7);
    pthread_mutex_lock(&lock);
    dropped = dropped + 1;
    pthread_mutex_unlock(&lock);
    selvedge_atomic_end();
    pthread_mutex_lock(&lock);
    done = 1;
    pthread_cond_signal(&finished);
    pthread_mutex_unlock(&lock);
    return arg;
}

void *flusher(void *arg) {
#ifdef FIXED
    pthread_mutex_lock(&lock);
    while (!done)
        pthread_cond_wait(&finished, &lock);
    pthread_mutex_unlock(&lock);
#endif
    for (int i = 0; i < FLUSHES; i++)
        set_length(-1 - i);
    pthread_mutex_lock(&lock);
    dropped = 100;
    pthread_mutex_unlock(&lock);
    return arg;
}

int main(void) {
    pthread_t a, b;
    for (int i = 0; i < INITS; i++) {
        length = i;
        dropped = i;
    }
    pthread_create(&a, 0, writer, 0);
    pthread_create(&b, 0, flusher, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return length;
}
