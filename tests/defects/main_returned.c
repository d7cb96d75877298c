// expect: sc=violation tso=violation
// property: memory
// The variables of `main` end when it returns, and the thread may run until the program ends. Was safe by every engine.
#include <pthread.h>
void *worker(void *arg) {
    *(int *)arg = 1;
    return 0;
}
int main(void) {
    int x = 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &x);
    return 0;
}
