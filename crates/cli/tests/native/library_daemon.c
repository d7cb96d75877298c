// Goes to the background by a function of the C library, which forks and ends the first process by itself.
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void count(int rounds) {
    for (int i = 0; i < rounds; i++) {
        pthread_mutex_lock(&lock);
        pthread_mutex_unlock(&lock);
    }
}

int main(void) {
    count(30);
    if (daemon(1, 0)) return 9;
    count(50);
    return 0;
}
