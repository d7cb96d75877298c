// expect: sc=safe tso=safe
// property: race
// flags: -DSELVEDGE_ATOMIC_VOLATILE
// With --atomic-volatile accesses of volatile variables are in no race; without it this is one.
#include <pthread.h>
volatile int stop;
void *worker(void *arg) { return stop ? arg : 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    stop = 1;
    pthread_join(thread, 0);
}
