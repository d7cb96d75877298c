// A program forks while no other thread holds a lock that the child wants.
// broken: fork while another thread holds a lock
#include "quiet.h"
#include <semaphore.h>
#include <sys/wait.h>
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
sem_t taken, forked;
void *work(void *unused) {
    pthread_mutex_lock(&other);
    pthread_mutex_lock(&lock);
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
    sem_post(&taken);
    sem_wait(&forked);
    IF_BROKEN(pthread_mutex_unlock(&lock));
    pthread_mutex_unlock(&other);
    return 0;
}
int main(void) {
    sem_init(&taken, 0, 0);
    sem_init(&forked, 0, 0);
    pthread_t thread = start(work, 0);
    sem_wait(&taken);
    pid_t child = fork();
    if (child == 0) {
        IF_BROKEN(alarm(1));
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
        _exit(0);
    }
    int status;
    waitpid(child, &status, 0);
    sem_post(&forked);
    finish(thread);
    return status;
}
