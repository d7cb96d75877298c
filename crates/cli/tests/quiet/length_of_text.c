// A text grows and is measured under a lock.
// broken: data race on name
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
char name[32] = "a";
void *work(void *unused) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    strcat(name, "b");
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    return 0;
}
int main(void) {
    pthread_t thread = start(work, 0);
    pthread_mutex_lock(&lock);
    size_t length = strlen(name);
    pthread_mutex_unlock(&lock);
    finish(thread);
    return length > 2;
}
