// A program that goes on until it is told to stop: by the file `stop`, an interrupt, or after ROUNDS.
//   busy race|quiet|slow [ROUNDS]
// Two threads work under one lock; with `race` they also count without it, with `slow` they do
// that and sleep in between. One thread holds a lock from beginning to end,
// which another waits for; one sleeps on a condition variable all the time. How far it is, is in the file `progress`.
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, whole = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wanted = PTHREAD_COND_INITIALIZER;
static int table[2048], owned[64], unprotected, is_over, races, pause_time, rounds;
static int stop;

static int is_stopped(int round) {
    return __atomic_load_n(&stop, __ATOMIC_SEQ_CST) || (rounds && round >= rounds);
}

static void progress(int round) {
    char text[32];
    int length = snprintf(text, sizeof text, "%d\n", round);
    FILE *file = fopen("progress", "w");
    if (file) {
        fwrite(text, 1, length, file);
        fclose(file);
    }
}

static void *worker(void *number) {
    for (int round = 0; !is_stopped(round); round++) {
        pthread_mutex_lock(&lock);
        for (int i = 0; i < 2048; i++) table[i]++;
        pthread_mutex_unlock(&lock);
        if (races) unprotected++;
        if (pause_time) usleep(pause_time);
        if (!number && round % 16 == 0) progress(round);
    }
    return 0;
}

static void *keeper(void *nothing) {
    pthread_mutex_lock(&whole);
    for (int round = 0; !is_stopped(round); round++) {
        for (int i = 0; i < 64; i++) owned[i]++;
        usleep(1000);
    }
    pthread_mutex_unlock(&whole);
    return 0;
}

static void *heir(void *nothing) {
    pthread_mutex_lock(&whole);
    for (int i = 0; i < 64; i++) owned[i]++;
    pthread_mutex_unlock(&whole);
    return 0;
}

static void *sleeper(void *nothing) {
    int *mine = malloc(sizeof *mine);
    *mine = 1;
    pthread_mutex_lock(&lock);
    while (!is_over) pthread_cond_wait(&wanted, &lock);
    table[0] += *mine;
    pthread_mutex_unlock(&lock);
    free(mine);
    return 0;
}

static void interrupted(int signal) {
    __atomic_store_n(&stop, 1, __ATOMIC_SEQ_CST);
}

int main(int argc, char **argv) {
    pause_time = argc > 1 && !strcmp(argv[1], "slow") ? 20000 : 0;
    races = pause_time || (argc > 1 && !strcmp(argv[1], "race"));
    rounds = argc > 2 ? atoi(argv[2]) : 0;
    signal(SIGINT, interrupted);
    pthread_t threads[5];
    pthread_create(&threads[0], 0, keeper, 0);
    usleep(20000);
    pthread_create(&threads[1], 0, heir, 0);
    pthread_create(&threads[2], 0, worker, 0);
    pthread_create(&threads[3], 0, worker, threads);
    pthread_create(&threads[4], 0, sleeper, 0);
    while (!rounds && !__atomic_load_n(&stop, __ATOMIC_SEQ_CST)) {
        if (!access("stop", F_OK)) interrupted(0);
        usleep(10000);
    }
    for (int i = 0; i < 4; i++) pthread_join(threads[i], 0);
    pthread_mutex_lock(&lock);
    is_over = 1;
    pthread_cond_signal(&wanted);
    pthread_mutex_unlock(&lock);
    pthread_join(threads[4], 0);
    FILE *file = fopen("done", "w");
    if (file) fclose(file);
    return 0;
}
