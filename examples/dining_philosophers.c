// expect: sc=safe tso=safe pso=safe rmo=safe
// property: deadlock
// unwind: 4
//
// Dijkstra's dining philosophers: three of them, three forks, two forks needed to eat. Everybody
// takes the fork with the smaller number first, so the one at the last seat reaches to the other
// side than the rest, and no circle of waiting can close. dining_philosophers_broken.c lets all
// take the left first.
#include <assert.h>
#include <pthread.h>

#define SEATS 3

static pthread_mutex_t fork_[SEATS] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
                                       PTHREAD_MUTEX_INITIALIZER};
static int meals[SEATS];

static void *philosopher(void *arg) {
    int seat = (int)(long)arg;
    int left = seat, right = (seat + 1) % SEATS;
    int first = left < right ? left : right;
    int second = left < right ? right : left;
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
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
