// expect: sc=unknown
// property: deadlock
// A reader that holds the lock waits behind a writer that waits for it: hangs natively. Locks that prefer writers are not known: unknown, never safe.
#define _GNU_SOURCE
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
void *w(void *a) { pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); return 0; }
int main(void) { pthread_t t; pthread_rwlock_rdlock(&l); pthread_create(&t, 0, w, 0); pthread_rwlock_rdlock(&l); pthread_rwlock_unlock(&l); pthread_rwlock_unlock(&l); pthread_join(t, 0); }
