// expect: sc=violation tso=violation
// property: memory
// A variable that is written on one way only.
#include <pthread.h>
#include <stdatomic.h>
atomic_int ready;
void *writer(void *arg) { ready = 1; return 0; }
int main(void) {
    pthread_t thread;
    int found;
    pthread_create(&thread, 0, writer, 0);
    if (ready) found = 1;
    pthread_join(thread, 0);
    return found != 1;
}
