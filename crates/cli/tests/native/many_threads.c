// Ten thousand threads, five hundred at a time.
// events: fork=10000 join=10000 exit=10000 acq=10000
#include <pthread.h>

int counter;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_t threads[500];

void *work(void *unused) {
    pthread_mutex_lock(&lock);
    counter++;
    pthread_mutex_unlock(&lock);
    return 0;
}

int main(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 65536);
    for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 500; i++)
            if (pthread_create(&threads[i], &small, work, 0)) return 8;
        for (int i = 0; i < 500; i++) pthread_join(threads[i], 0);
    }
    return counter == 10000 ? 0 : 9;
}
