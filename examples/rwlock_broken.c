// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// A reader-writer lock used wrongly: the "writer" takes the read lock, which it shares with the
// readers. A reader may come in between the two assignments and find a half-written pair, under
// every model. Repaired in rwlock.c with pthread_rwlock_wrlock.
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t guard = PTHREAD_RWLOCK_INITIALIZER;
static int left, right;  // equal whenever no writer is inside

static void *writer(void *arg) {
    (void)arg;
    pthread_rwlock_rdlock(&guard);  // should be wrlock
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
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
