// A block is freed by who is told to.
// broken: free
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *block;
void *work(void *unused) {
    pthread_mutex_lock(&lock);
    int *own = block;
    UNLESS_BROKEN(block = 0);
    pthread_mutex_unlock(&lock);
    if (own) {
        *own = 1;
        UNLESS_BROKEN(free(own));
        IF_BROKEN(if (own[1]++ == 0) free(own));
    }
    return 0;
}
int main(void) {
    block = calloc(2, sizeof *block);
    pthread_t one = start(work, 0);
    IF_BROKEN(finish(start(work, 0)));
    UNLESS_BROKEN(finish(start(work, 0)));
    finish(one);
}
