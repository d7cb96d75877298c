// expect: sc=safe tso=safe pso=safe
//
// Two variables that are always set together hold the same, whatever it is.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int left, right;

static void *worker(void *unused) {
    for (;;) {
        int value = __VERIFIER_nondet_int();
        pthread_mutex_lock(&lock);
        assert(left == right);
        left = value;
        right = value;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
