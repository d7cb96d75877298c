// A block is used under the lock under which it is freed, as long as it is there.
// broken: use after free
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *block;
void *user(void *unused) {
    pthread_mutex_lock(&lock);
    UNLESS_BROKEN(if (block)) *block = 1;
    pthread_mutex_unlock(&lock);
    say_done(0);
    return 0;
}
int main(void) {
    int *own = block = malloc(sizeof *block);
    pthread_t thread = start(user, 0);
    wait_for(0);
    pthread_mutex_lock(&lock);
    UNLESS_BROKEN(block = 0);
    free(own);
    pthread_mutex_unlock(&lock);
    finish(thread);
}
