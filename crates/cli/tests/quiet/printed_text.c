// A text that one thread prints to memory and another compares, under a lock.
// broken: data race on line
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char line[32] = "none", none[5] = "none";
void *work(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    snprintf(line, sizeof line, "%d of %s", 3, "many");
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    pthread_mutex_lock(&lock);
    volatile int is_none = strcmp(line, none) == 0;
    pthread_mutex_unlock(&lock);
    finish(thread);
    return is_none < 0;
}
