// expect: sc=violation tso=violation
// property: memory
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t *m;
void *f(void *a) { pthread_mutex_lock(m); pthread_mutex_unlock(m); return 0; }
int main(void) {
    m = malloc(sizeof *m);
    pthread_mutex_init(m, 0);
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
    free(m);
    pthread_join(t, 0);
}
