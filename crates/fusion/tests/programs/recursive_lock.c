// expect atomicity: none
// expect race: none
#define _GNU_SOURCE
#include <pthread.h>
#include "../../../../include/selvedge.h"

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int x;
static int get(void) { pthread_mutex_lock(&m); int v = x; pthread_mutex_unlock(&m); return v; }
static void set(int v) { pthread_mutex_lock(&m); x = v; pthread_mutex_unlock(&m); }
void *a(void *p) {
    pthread_mutex_lock(&m);
    selvedge_atomic_begin();
    set(get() + 1);
    selvedge_atomic_end();
    pthread_mutex_unlock(&m);
    return p;
}
void *b(void *p) { set(7); return p; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
