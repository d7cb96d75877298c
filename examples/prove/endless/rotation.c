// expect: sc=safe tso=safe pso=safe
//
// Three values go round between three variables; no two are ever the same for who holds the lock.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a = 1, b = 2, c = 3;

static void *worker(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        int first = a;
        a = b;
        b = c;
        c = first;
        assert(a != b && b != c && a != c);
        pthread_mutex_unlock(&lock);
    }
    return unused;
}

int main(void) {
    pthread_t thread;
    for (;;)
        pthread_create(&thread, 0, worker, 0);
}
