// Locks that pass on priorities, and one that processes share.
// broken: data race on x
#include "quiet.h"
#include <sys/mman.h>
#include <sys/wait.h>
struct shared { pthread_mutex_t lock; pthread_cond_t changed; int x; };
struct shared *shared;
pthread_mutex_t inherits;
int x;
void *work(void *unused) {
    for (int round = 0; round < 3; round++) {
        UNLESS_BROKEN(pthread_mutex_lock(&inherits));
        x++;
        UNLESS_BROKEN(pthread_mutex_unlock(&inherits));
        pthread_mutex_lock(&shared->lock);
        shared->x++;
        pthread_cond_broadcast(&shared->changed);
        pthread_mutex_unlock(&shared->lock);
    }
    return 0;
}
int main(void) {
    shared = mmap(0, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pthread_mutexattr_t how;
    pthread_mutexattr_init(&how);
    pthread_mutexattr_setprotocol(&how, PTHREAD_PRIO_INHERIT);
    pthread_mutex_init(&inherits, &how);
    pthread_mutexattr_setpshared(&how, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&shared->lock, &how);
    pthread_condattr_t kind;
    pthread_condattr_init(&kind);
    pthread_condattr_setpshared(&kind, PTHREAD_PROCESS_SHARED);
    pthread_cond_init(&shared->changed, &kind);
    pid_t child = fork();
    if (child == 0) {
        work(0);
        _exit(0);
    }
    pthread_t one = start(work, 0), two = start(work, 0);
    pthread_mutex_lock(&shared->lock);
    while (shared->x < 9) pthread_cond_wait(&shared->changed, &shared->lock);
    pthread_mutex_unlock(&shared->lock);
    finish(one);
    finish(two);
    waitpid(child, 0, 0);
    return x != 6;
}
