// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// The block may end before the other thread has looked, and the next one has another variable.
#include <pthread.h>
#include <stdatomic.h>
int *_Atomic shared;
void *reads(void *arg) {
    int *p = shared;
    return p && *p == 7 ? arg : 0;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, reads, 0);
    for (int i = 0; i < 2; i++) {
        int value = i;
        shared = &value;
    }
    shared = 0;
    pthread_join(thread, 0);
    return 0;
}
