// expect: sc=safe tso=safe pso=safe
//
// A lock for many readers or one writer, made of a mutex and two numbers. Up to three readers at a time, of any number of
// threads.
#include <assert.h>
#include <pthread.h>

#define MOST 3

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int readers, writing;

static int enter_to_read(void) {
    int entered = 0;
    pthread_mutex_lock(&lock);
    if (!writing && readers < MOST) {
        readers++;
        entered = 1;
    }
    pthread_mutex_unlock(&lock);
    return entered;
}

static int enter_to_write(void) {
    int entered = 0;
    pthread_mutex_lock(&lock);
    if (!writing && readers == 0) {
        writing = 1;
        entered = 1;
    }
    pthread_mutex_unlock(&lock);
    return entered;
}

static void *reader(void *unused) {
    for (;;) {
        if (!enter_to_read())
            continue;
        pthread_mutex_lock(&lock);
        assert(!writing);
        readers--;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

static void *writer(void *unused) {
    for (;;) {
        if (!enter_to_write())
            continue;
        pthread_mutex_lock(&lock);
        assert(writing && readers == 0);
        writing = 0;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    for (;;)
        pthread_create(&thread, 0, reader, 0);
}
