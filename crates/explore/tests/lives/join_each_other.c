// expect: sc=violation
// property: deadlock
#include <pthread.h>
pthread_t a, b;
pthread_barrier_t bar;
void *f(void *p) { pthread_barrier_wait(&bar); pthread_join(b, 0); return 0; }
void *g(void *p) { pthread_barrier_wait(&bar); pthread_join(a, 0); return 0; }
int main(void) {
    pthread_barrier_init(&bar, 0, 3);
    pthread_create(&a, 0, f, 0);
    pthread_create(&b, 0, g, 0);
    pthread_barrier_wait(&bar);
    pthread_exit(0);
}
