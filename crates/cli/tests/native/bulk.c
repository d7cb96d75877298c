// More than a million accesses of memory that two threads hand to each other, and one that does not wait for its turn.
// expect: data race on bulk
#include <pthread.h>

#define SIZE 400000
#define TURNS 4

unsigned bulk[SIZE], seen;
int turn;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t changed = PTHREAD_COND_INITIALIZER;

void take_turns(int own) {
    for (int round = own; round < TURNS; round += 2) {
        pthread_mutex_lock(&lock);
        while (turn != round) pthread_cond_wait(&changed, &lock);
        pthread_mutex_unlock(&lock);
        for (int at = 0; at < SIZE; at++) bulk[at] += at;
        pthread_mutex_lock(&lock);
        turn++;
        pthread_cond_broadcast(&changed);
        pthread_mutex_unlock(&lock);
    }
}

void *other(void *unused) {
    take_turns(1);
    return unused;
}

int main() {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    take_turns(0);
    seen = bulk[777];
    pthread_join(thread, 0);
    return 0;
}
