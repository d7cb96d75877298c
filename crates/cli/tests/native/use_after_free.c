// Both the use and the free are under one lock, so no schedule has a data race; in another order the memory is gone.
// expect: use after free
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct connection { int descriptor; } *connection;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

void *user(void *unused) {
    pthread_mutex_lock(&lock);
    connection->descriptor = 3;
    pthread_mutex_unlock(&lock);
    return 0;
}

void *closer(void *unused) {
    usleep(50000);
    pthread_mutex_lock(&lock);
    free(connection);
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    connection = malloc(sizeof *connection);
    pthread_t threads[2];
    pthread_create(&threads[0], 0, user, 0);
    pthread_create(&threads[1], 0, closer, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
