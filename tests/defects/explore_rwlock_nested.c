// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert). Was: explore "safe: every execution": readers are two bits wide, the fourth nested read lock is EAGAIN.
#include <assert.h>
#include <pthread.h>
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *w(void *a) { x = 1; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    for (int i = 0; i < 3; i++) pthread_rwlock_rdlock(&l);
    if (pthread_rwlock_rdlock(&l) == 0) assert(0);
}
