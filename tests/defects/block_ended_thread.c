// expect: sc=violation tso=violation
// property: memory
// Each thread is given the address of a variable of the loop's body, which has ended when it looks.
#include <pthread.h>
void *worker(void *arg) { return *(int *)arg == 7 ? arg : 0; }
int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) {
        int number = i;
        pthread_create(&threads[i], 0, worker, &number);
    }
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
