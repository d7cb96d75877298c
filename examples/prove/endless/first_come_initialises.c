// expect: sc=safe tso=safe pso=safe
//
// Whoever comes first sets things up; nobody sees them before they are.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ready, level;

static void *worker(void *unused) {
    pthread_mutex_lock(&lock);
    if (!ready) {
        int value = __VERIFIER_nondet_int();
        level = value > 0 ? value : 1;
        ready = 1;
    }
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    assert(ready);
    assert(level > 0);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
