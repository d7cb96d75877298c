// Many accesses, so that a trace gets long.
#include <pthread.h>
#include <stdlib.h>
int *numbers;
void *work(void *unused) {
    for (int at = 0; at < 1000000; at++) numbers[at]++;
    return 0;
}
int main(void) {
    numbers = calloc(1000000, sizeof *numbers);
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    free(numbers);
}
