// A spinlock is a mutex to others.
// expect: none
#include <pthread.h>
#include "../../../../../include/selvedge.h"
pthread_spinlock_t l;
int x;
void *a(void *p) {
    selvedge_atomic_begin();
    pthread_spin_lock(&l);
    x = x + 1;
    pthread_spin_unlock(&l);
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    pthread_spin_lock(&l);
    x = 5;
    pthread_spin_unlock(&l);
    return p;
}
int main(void) {
    pthread_spin_init(&l, 0);
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
