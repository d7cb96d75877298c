// Tables of three to nine, each of whom takes two forks; the last one takes them in the other order, so that nobody starves.
// broken: deadlock: 
#include "quiet.h"
enum { MOST = 9 };
pthread_mutex_t forks[MOST];
int seats, meals[MOST];
void *eat(void *argument) {
    int seat = (int)(long)argument, one = seat, other = (seat + 1) % seats;
    UNLESS_BROKEN(if (seat == seats - 1) { one = other; other = seat; })
    pthread_mutex_lock(&forks[one]);
    pthread_mutex_lock(&forks[other]);
    meals[one]++;
    pthread_mutex_unlock(&forks[other]);
    pthread_mutex_unlock(&forks[one]);
    say_done(seat);
    return 0;
}
int main(int count, char **arguments) {
    int first = count > 1 ? atoi(arguments[1]) : 3, last = count > 1 ? first : MOST;
    for (int i = 0; i < MOST; i++) pthread_mutex_init(&forks[i], 0);
    for (seats = first; seats <= last; seats++) {
        pthread_t threads[MOST];
        for (int i = 0; i < seats; i++) {
            threads[i] = start(eat, (void *)(long)i);
            wait_for(i);
        }
        for (int i = 0; i < seats; i++) finish(threads[i]);
    }
}
