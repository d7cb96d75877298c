// A function that reads in one call and sets in the next, from the same place: two calls are two operations.
// broken: lost update: T
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value, sum;
__attribute__((noinline)) void step(int what) {
    if (what != 1) {
        pthread_mutex_lock(&lock);
        sum += value;
        pthread_mutex_unlock(&lock);
    }
    if (what != 0) {
        pthread_mutex_lock(&lock);
        value = what;
        pthread_mutex_unlock(&lock);
    }
}
void *clear(void *unused) {
    wait_for(0);
    pthread_mutex_lock(&lock);
    value = 0;
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t thread = start(clear, 0);
    for (int round = 0; round < 4; round++) {
        UNLESS_BROKEN(step(round % 2));
        IF_BROKEN(step(2));
    }
    say_done(0);
    finish(thread);
}
