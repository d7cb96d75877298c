// Correct programs' ways to hand on work, all at once, for ROUNDS: threads that come and go (joined and detached), memory
// that is filled by one and freed by another, condition variables, semaphores, barriers, reader-writer locks, atomics.
//   churn ROUNDS
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 256 };
struct job { int data[SIZE]; long sum; };

static int rounds;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t full = PTHREAD_COND_INITIALIZER, empty = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t posted, taken;
static struct job *queue, *by_semaphore;
static int table[SIZE], halves[2][SIZE], detached_done;
static _Atomic(struct job *) mailbox;

static void *child(void *argument) {
    struct job *job = argument;
    for (int i = 0; i < SIZE; i++) job->sum += job->data[i];
    return job;
}

static void *detached(void *argument) {
    pthread_mutex_lock(&outer);
    detached_done++;
    pthread_mutex_unlock(&outer);
    free(argument);
    return 0;
}

static struct job *new_job(int value) {
    struct job *job = malloc(sizeof *job);
    for (int i = 0; i < SIZE; i++) job->data[i] = value;
    job->sum = 0;
    return job;
}

static void *producer(void *nothing) {
    for (int round = 0; round < rounds; round++) {
        struct job *job = new_job(round);
        pthread_mutex_lock(&outer);
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&outer);
        while (queue) pthread_cond_wait(&empty, &lock);
        queue = job;
        pthread_cond_signal(&full);
        pthread_mutex_unlock(&lock);
        by_semaphore = new_job(round);
        sem_post(&posted);
        sem_wait(&taken);
        struct job *letter = new_job(round), *none = 0;
        while (!atomic_compare_exchange_weak(&mailbox, &none, letter)) none = 0;
    }
    return 0;
}

static void *consumer(void *nothing) {
    for (int round = 0; round < rounds; round++) {
        pthread_mutex_lock(&lock);
        while (!queue) pthread_cond_wait(&full, &lock);
        struct job *job = queue;
        queue = 0;
        pthread_cond_signal(&empty);
        pthread_mutex_unlock(&lock);
        child(job);
        free(job);
        sem_wait(&posted);
        free(child(by_semaphore));
        sem_post(&taken);
        struct job *letter;
        while (!(letter = atomic_exchange(&mailbox, 0)));
        free(child(letter));
    }
    return 0;
}

static void *half(void *argument) {
    int own = argument != 0;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < SIZE; i++) halves[own][i] = round;
        pthread_barrier_wait(&barrier);
        long other = 0;
        for (int i = 0; i < SIZE; i++) other += halves[!own][i];
        if (other != (long)round * SIZE) abort();
        pthread_rwlock_rdlock(&table_lock);
        int seen = table[round % SIZE];
        pthread_rwlock_unlock(&table_lock);
        if (round % 4 == own) {
            pthread_rwlock_wrlock(&table_lock);
            table[round % SIZE] = seen + 1;
            pthread_rwlock_unlock(&table_lock);
        }
        pthread_barrier_wait(&barrier);
    }
    return 0;
}

int main(int argc, char **argv) {
    rounds = argc > 1 ? atoi(argv[1]) : 300;
    sem_init(&posted, 0, 0);
    sem_init(&taken, 0, 0);
    pthread_barrier_init(&barrier, 0, 2);
    pthread_t threads[4];
    pthread_create(&threads[0], 0, producer, 0);
    pthread_create(&threads[1], 0, consumer, 0);
    pthread_create(&threads[2], 0, half, 0);
    pthread_create(&threads[3], 0, half, threads);
    for (int round = 0; round < rounds; round++) {
        pthread_t joined, gone;
        struct job *job = new_job(round);
        pthread_create(&joined, 0, child, job);
        pthread_join(joined, 0);
        job->sum++;
        pthread_create(&gone, 0, detached, job);
        pthread_detach(gone);
    }
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
    return 0;
}
