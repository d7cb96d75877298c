// expect: sc=violation tso=violation
// property: memory
// The variable that the pointer points to ended with its block.
#include <pthread.h>
void *worker(void *arg) { return 0; }
int main(void) {
    pthread_t thread;
    int *last = 0, sum = 0;
    for (int i = 0; i < 2; i++) {
        int square = i * i;
        last = &square;
        sum += *last;
    }
    pthread_create(&thread, 0, worker, 0);
    sum += *last;
    pthread_join(thread, 0);
    return sum == 77;
}
