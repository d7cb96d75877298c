// expect deadlock: yes
// expect race: none
#include <pthread.h>
#include "../../../../include/selvedge.h"

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x;
void *a(void *p) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&n);
    x++;
    pthread_mutex_unlock(&n);
    pthread_mutex_unlock(&m);
    return p;
}
void *b(void *p) {
    pthread_mutex_lock(&n);
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    pthread_mutex_unlock(&n);
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
