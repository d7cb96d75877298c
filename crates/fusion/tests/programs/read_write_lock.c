// expect atomicity: none
// expect race: none
#include <pthread.h>
#include "../../../../include/selvedge.h"

pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
int x;
void *a(void *p) {
    pthread_rwlock_rdlock(&l);
    selvedge_atomic_begin();
    int v = x + x;
    selvedge_atomic_end();
    pthread_rwlock_unlock(&l);
    return (void *)(long)v;
}
void *b(void *p) {
    pthread_rwlock_wrlock(&l);
    x = 3;
    pthread_rwlock_unlock(&l);
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
