// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// A reader-writer lock (pthread_rwlock): readers may be inside together, the writer is alone. The
// two halves of the pair are equal whenever the lock is held by readers. rwlock_broken.c has a
// writer that only takes the read lock.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;  // equal whenever no writer is inside

static void *writer(void *arg) {
    (void)arg;
    pthread_rwlock_wrlock(&guard);
    left = 1;
    right = 1;
    pthread_rwlock_unlock(&guard);
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&guard);
    assert(left == right);
    pthread_rwlock_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t w, a, b;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&a, NULL, reader, NULL);
    pthread_create(&b, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
