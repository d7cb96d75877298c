// A semaphore as a lock: one may go in.
// broken: data race on x
#include "quiet.h"
#include <semaphore.h>
sem_t tokens;
int x;
void *work(void *unused) {
    sem_wait(&tokens);
    x++;
    sem_post(&tokens);
    return 0;
}
int main(void) {
    IF_BROKEN(sem_init(&tokens, 0, 2));
    UNLESS_BROKEN(sem_init(&tokens, 0, 1));
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    sem_destroy(&tokens);
    return x > 2;
}
