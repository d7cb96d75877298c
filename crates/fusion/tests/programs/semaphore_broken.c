// expect atomicity: 11 16 12; 11 16 12; 12 16 12
#include <pthread.h>
#include <semaphore.h>
#include "../../../../include/selvedge.h"

sem_t s;
int x;
void *a(void *p) {
    sem_post(&s);
    selvedge_atomic_begin();
    x = 1;
    x = x + 1;
    selvedge_atomic_end();
    return p;
}
void *b(void *p) { sem_wait(&s); x = 5; return p; }

int main(void) {
    pthread_t t[2];
    sem_init(&s, 0, 0);
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
