// Threads are given numbers of their own.
// broken: data race
#include "quiet.h"
int sums[3];
void *work(void *number) {
    sums[*(int *)number % 3] = 1;
    return 0;
}
int main(void) {
    pthread_t threads[3];
    int numbers[3], number;
    for (number = 0; number < 3; number++) {
        numbers[number] = number;
        IF_BROKEN(threads[number] = start(work, &number));
        UNLESS_BROKEN(threads[number] = start(work, &numbers[number]));
        settle();
    }
    for (int thread = 0; thread < 3; thread++) finish(threads[thread]);
}
