// expect: sc=violation tso=violation
// property: race
// The same as volatile_switch.c without the switch: C says that this is a race.
#include <pthread.h>
volatile int stop;
void *worker(void *arg) { return stop ? arg : 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    stop = 1;
    pthread_join(thread, 0);
}
