// expect atomicity: 10 17 11
#include <pthread.h>
#include "../../../../include/selvedge.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *a(void *p) {
    if (pthread_mutex_trylock(&m) == 0) {
        selvedge_atomic_begin();
        int v = x;
        x = v + 1; // broken by line 17, which locks nothing
        selvedge_atomic_end();
        pthread_mutex_unlock(&m);
    }
    return p;
}
void *b(void *p) { x = 9; return p; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
