// A table that grows under a lock; where it is is written only if it has moved.
// broken: data race
#include "quiet.h"
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int *table, room = 4, count;
void add(int number) {
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    if (count == room) {
        int *moved = realloc(table, 2 * room * sizeof(int));
        if (moved != table) table = moved;
        room *= 2;
    }
    table[count++] = number;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
}
void *work(void *unused) {
    for (int number = 0; number < 40; number++) add(number);
    return 0;
}
int main(void) {
    table = calloc(room, sizeof(int));
    pthread_t one = start(work, 0);
    settle();
    IF_BROKEN(finish(one); one = start(work, 0); settle());
    pthread_t two = start(work, 0);
    finish(one);
    finish(two);
    free(table);
}
