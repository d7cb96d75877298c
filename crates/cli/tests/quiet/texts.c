// A state that is a text, under a lock: functions of the C library alone change it and look at it.
// broken: data race on state
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char state[16] = "empty", other[64];
int data;
void *work(void *unused) {
    data = 7;
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    strcpy(state, "full");
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
void *second(void *unused) {
    int number = 41;
    pthread_mutex_lock(&lock);
    snprintf(state, sizeof state, "%d", number + 1);
    strcat(other, "x");
    pthread_mutex_unlock(&lock);
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    settle();
    pthread_mutex_lock(&lock);
    int is_full = !strncmp(state, "full", 4);
    pthread_mutex_unlock(&lock);
    if (is_full) data++;
    thread = (finish(thread), start(second, 0));
    settle();
    pthread_mutex_lock(&lock);
    is_full = !strcmp(state, "42");
    pthread_mutex_unlock(&lock);
    if (is_full && strlen(other) != 1) abort();
    finish(thread);
}
