// Readers go together, writers alone; tryrdlock and trywrlock may be refused.
// expect: some
#include <pthread.h>
#include "../../../../../include/selvedge.h"
pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *a(void *p) {
    selvedge_atomic_begin();
    pthread_rwlock_rdlock(&l);
    int v = x;
    pthread_rwlock_unlock(&l);
    if (pthread_rwlock_trywrlock(&l) == 0) {
        x = v + 1;
        pthread_rwlock_unlock(&l);
    }
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    if (pthread_rwlock_tryrdlock(&l) == 0)
        pthread_rwlock_unlock(&l);
    pthread_rwlock_wrlock(&l);
    x = 5;
    pthread_rwlock_unlock(&l);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
