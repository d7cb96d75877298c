// expect: sc=violation tso=violation pso=violation
//
// As `rising_counter`, but somebody takes one away now and then.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static unsigned counter;

static void *thief(void *unused) {
    pthread_mutex_lock(&lock);
    if (counter > 0)
        counter--;
    pthread_mutex_unlock(&lock);
    return unused;
}

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
    pthread_create(&thread, 0, thief, 0);
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
