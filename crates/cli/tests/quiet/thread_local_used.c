// A thread-local variable is used by others as long as its thread is there.
// broken: use after free
#include "quiet.h"
#include <semaphore.h>
__thread int own;
int *handed_out;
sem_t handed, used;
void *work(void *unused) {
    own = 1;
    handed_out = &own;
    sem_post(&handed);
    UNLESS_BROKEN(sem_wait(&used));
    IF_BROKEN(say_done(0));
    return 0;
}
int main(void) {
    sem_init(&handed, 0, 0);
    sem_init(&used, 0, 0);
    pthread_t thread = start(work, 0);
    sem_wait(&handed);
    int seen = *handed_out;
    sem_post(&used);
    IF_BROKEN(wait_for(0));
    finish(thread);
    return seen != 1;
}
