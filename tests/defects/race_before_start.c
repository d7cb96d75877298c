// expect: sc=violation tso=violation
// property: race
// A race before the other thread has taken a step.
#include <pthread.h>
void *worker(void *arg) {
    int i = *(int *)arg;
    return 0;
}
int main(void) {
    pthread_t threads[2];
    int i;
    for (i = 0; i < 2; i++) pthread_create(&threads[i], 0, worker, &i);
    for (int j = 0; j < 2; j++) pthread_join(threads[j], 0);
}
