// expect: sc=safe tso=safe pso=safe
//
// Producers and consumers without end, as many as you like; the buffer holds between nothing and four things.
#include <assert.h>
#include <pthread.h>

#define ROOM 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_full = PTHREAD_COND_INITIALIZER, not_empty = PTHREAD_COND_INITIALIZER;
static int held;

static void *producer(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (held == ROOM)
            pthread_cond_wait(&not_full, &lock);
        held++;
        assert(held > 0 && held <= ROOM);
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *consumer(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        while (held == 0)
            pthread_cond_wait(&not_empty, &lock);
        held--;
        assert(held >= 0 && held < ROOM);
        pthread_cond_signal(&not_full);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;) {
        pthread_create(&thread, 0, producer, 0);
        pthread_create(&thread, 0, consumer, 0);
    }
}
