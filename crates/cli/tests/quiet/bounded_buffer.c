// A ring of three places: who fills one waits until it is free, who empties one until it is full.
// broken: data race on ring
#include "quiet.h"
#include <semaphore.h>
#define SIZE 3
int ring[SIZE];
sem_t is_free, is_full;
void *fill(void *unused) {
    for (int i = 0; i < 12; i++) {
        while (sem_wait(&is_free)) {}
        ring[i % SIZE] = i + 1;
        sem_post(&is_full);
    }
    return 0;
}
void *empty(void *unused) {
    for (int i = 0; i < 12; i++) {
        UNLESS_BROKEN(while (sem_wait(&is_full)) {});
        if (ring[i % SIZE] > 12) abort();
        sem_post(&is_free);
    }
    return 0;
}
int main(void) {
    sem_init(&is_free, 0, SIZE);
    sem_init(&is_full, 0, 0);
    pthread_t one = start(fill, 0), two = start(empty, 0);
    finish(one);
    finish(two);
    sem_destroy(&is_free);
    sem_destroy(&is_full);
}
