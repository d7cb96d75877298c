// expect: sc=violation tso=violation
// property: memory
#include <pthread.h>
pthread_mutex_t *m;
void *f(void *a) { pthread_mutex_lock(m); pthread_mutex_unlock(m); return 0; }
pthread_t t;
void start(void) {
    pthread_mutex_t mutex;
    pthread_mutex_init(&mutex, 0);
    m = &mutex;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
}
int main(void) { start(); pthread_join(t, 0); }
