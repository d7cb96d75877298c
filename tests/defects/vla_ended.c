// expect: sc=violation tso=violation
// property: memory
// An array of variable length is used when its block has ended.
#include <pthread.h>
static int n = 2;
static void *worker(void *arg) { return 0; }
int main(void) {
    pthread_t thread;
    int *last = 0, sum = 0;
    pthread_create(&thread, 0, worker, 0);
    for (int i = 0; i < 2; i++) {
        int row[n];
        row[0] = row[1] = i;
        last = row;
        sum += last[1];
    }
    pthread_join(thread, 0);
    return sum + *last == 77;
}
