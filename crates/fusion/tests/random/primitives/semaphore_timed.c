// sem_timedwait gets a permit or gives up; a permit that comes late changes what it can do.
// expect: some
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
#include "../../../../../include/selvedge.h"
sem_t s;
int x;
void *a(void *p) {
    struct timespec limit = {0, 0};
    selvedge_atomic_begin();
    int v = x;
    if (sem_timedwait(&s, &limit) == 0)
        x = v + 1;
    else
        x = v + 2;
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    x = 5;
    sem_post(&s);
    return p;
}
int main(void) {
    sem_init(&s, 0, 0);
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
