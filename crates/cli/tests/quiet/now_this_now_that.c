// A loop that reads a value in one round and sets it in another: what it sets does not go by what it has read.
// broken: lost update: T
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value, sum;
int orders[] = {0, 1, 0, 1};
void add(void) {
    pthread_mutex_lock(&lock);
    sum += value;
    pthread_mutex_unlock(&lock);
}
void set(int to) {
    pthread_mutex_lock(&lock);
    value = to;
    pthread_mutex_unlock(&lock);
}
void one_of_them(void) {
    for (int i = 0; i < 4; i++) {
        if (orders[i] == 0)
            add();
        else
            set(i);
    }
}
void both(void) {
    for (int i = 0; i < 4; i++) {
        add();
        set(sum);
    }
}
void *clear(void *unused) {
    wait_for(0);
    set(0);
    return 0;
}
int main(void) {
    pthread_t thread = start(clear, 0);
    UNLESS_BROKEN(one_of_them());
    IF_BROKEN(both());
    say_done(0);
    finish(thread);
}
