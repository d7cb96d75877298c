// A recursive mutex: inner lock and unlock change nothing for others. Thread b takes it around its write.
// expect: some
#include <pthread.h>
#include "../../../../../include/selvedge.h"
pthread_mutex_t m;
int x;
static int get(void) {
    pthread_mutex_lock(&m);
    int v = x;
    pthread_mutex_unlock(&m);
    return v;
}
void *a(void *p) {
    selvedge_atomic_begin();
    pthread_mutex_lock(&m);
    int v = get();
    x = v + 1;
    pthread_mutex_unlock(&m);
    v = get();
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    pthread_mutex_lock(&m);
    x = 5;
    pthread_mutex_unlock(&m);
    return p;
}
int main(void) {
    pthread_mutexattr_t attr;
    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
