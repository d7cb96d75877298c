// expect: sc=safe tso=safe
// property: memory
// As main_returned.c, but nothing ends before the program does.
#include <pthread.h>
#include <stdlib.h>
void *worker(void *arg) {
    *(int *)arg = 1;
    return 0;
}
int main(void) {
    int x = 0;
    pthread_t thread;
    pthread_create(&thread, 0, worker, &x);
    exit(0);
}
