// expect: sc=unknown tso=unknown
// property: memory
// A copy of a mutex that is held is locked: POSIX leaves open what that does. Was safe by every engine.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int x;

int main(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_t copy = lock;
    pthread_mutex_lock(&copy);
    x = 1;
    pthread_mutex_unlock(&copy);
    pthread_mutex_unlock(&lock);
}
