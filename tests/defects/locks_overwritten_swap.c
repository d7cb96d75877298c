// expect: sc=unknown
// property: memory
// Two mutexes change places while one of them is held.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&a);
    pthread_mutex_t old = a;
    a = b;
    b = old;
    pthread_mutex_unlock(&a);
}
