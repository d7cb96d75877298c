// expect: sc=safe tso=safe pso=safe
//
// As many threads as you like count up; whoever has counted finds the counter above what it was, whenever it looks.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned counter;

static void *worker(void *unused) {
    unsigned before;
    pthread_mutex_lock(&lock);
    before = counter;
    if (before == ~0u) {
        pthread_mutex_unlock(&lock);
        return unused;
    }
    counter = before + 1;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(counter > before);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
