// expect: sc=violation tso=violation pso=violation rmo=violation
// property: deadlock
// unwind: 4
//
// Dijkstra's dining philosophers, who all take the left fork first: if each has taken one, all wait
// for the right one for ever. The cycle goes through three locks, so looking at pairs of threads
// does not reveal it. Repaired in dining_philosophers.c.
#include <assert.h>
#include <pthread.h>

#define SEATS 3

static pthread_mutex_t fork_[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int meals[SEATS];

static void *philosopher(void *arg) {
    int seat = (int)(long)arg;
    int left = seat, right = (seat + 1) % SEATS;
    pthread_mutex_lock(&fork_[left]);
    pthread_mutex_lock(&fork_[right]);
    meals[seat]++;
    pthread_mutex_unlock(&fork_[left]);
    pthread_mutex_unlock(&fork_[right]);
    return NULL;
}

int main(void) {
    pthread_t thread[SEATS];
    for (long seat = 0; seat < SEATS; seat++)
        pthread_create(&thread[seat], NULL, philosopher, (void *)seat);
    for (int seat = 0; seat < SEATS; seat++)
        pthread_join(thread[seat], NULL);
    assert(meals[0] + meals[1] + meals[2] == SEATS);
    return 0;
}
