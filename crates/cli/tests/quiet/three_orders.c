// Three locks, two of which each of three threads takes, in the order of their addresses.
// broken: deadlock: 
#include "quiet.h"
pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
int x;
void *work(void *number) {
    long first = (long)number, second = (first + 1) % 3;
    UNLESS_BROKEN(if (first == 2) { first = 0; second = 2; })
    pthread_mutex_lock(&locks[first]);
    pthread_mutex_lock(&locks[second]);
    pthread_mutex_unlock(&locks[second]);
    pthread_mutex_unlock(&locks[first]);
    say_done((long)number);
    return 0;
}
int main(void) {
    pthread_t threads[3];
    for (long number = 0; number < 3; number++) {
        threads[number] = start(work, (void *)number);
        wait_for(number);
    }
    for (int number = 0; number < 3; number++) finish(threads[number]);
}
