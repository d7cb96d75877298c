// Locks, semaphores and conditions on the stacks of threads that wait for others, again and again.
// broken: data race
#include "quiet.h"
#include <semaphore.h>
struct job {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    sem_t begun;
    int is_done, result;
};
void *work(void *argument) {
    struct job *job = argument;
    sem_post(&job->begun);
    pthread_mutex_lock(&job->lock);
    job->result += 7;
    job->is_done = 1;
    pthread_cond_signal(&job->changed);
    pthread_mutex_unlock(&job->lock);
    return 0;
}
void *asks(void *unused) {
    for (int round = 0; round < 5; round++) {
        struct job job = {.is_done = 0};
        pthread_mutex_init(&job.lock, 0);
        pthread_cond_init(&job.changed, 0);
        sem_init(&job.begun, 0, 0);
        pthread_t thread = start(work, &job);
        sem_wait(&job.begun);
        IF_BROKEN(job.result++);
        pthread_mutex_lock(&job.lock);
        while (!job.is_done) pthread_cond_wait(&job.changed, &job.lock);
        pthread_mutex_unlock(&job.lock);
        finish(thread);
        pthread_mutex_destroy(&job.lock);
        pthread_cond_destroy(&job.changed);
        sem_destroy(&job.begun);
    }
    return 0;
}
int main(void) {
    pthread_t one = start(asks, 0), two = start(asks, 0);
    finish(one);
    finish(two);
}
