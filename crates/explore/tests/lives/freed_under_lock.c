// expect: sc=safe tso=safe
// property: memory
#include <pthread.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int *p, r;
void *f(void *a) {
    pthread_mutex_lock(&m);
    if (p) { r = *p; free(p); p = 0; }
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    p = malloc(4);
    *p = 3;
    pthread_t t[2];
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
}
