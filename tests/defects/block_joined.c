// expect: sc=safe tso=safe
// property: memory
// As block_ended_thread.c, but each thread is joined before the block ends.
#include <pthread.h>
void *worker(void *arg) { return *(int *)arg == 7 ? arg : 0; }
int main(void) {
    for (int i = 0; i < 2; i++) {
        int number = i;
        pthread_t thread;
        pthread_create(&thread, 0, worker, &number);
        pthread_join(thread, 0);
    }
}
