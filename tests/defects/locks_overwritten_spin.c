// expect: sc=unknown
// property: memory
// The kind of a mutex that is held is written, in a program that has a spinlock too.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t spin;

int main(void) {
    pthread_spin_init(&spin, 0);
    pthread_spin_lock(&spin);
    pthread_spin_unlock(&spin);
    pthread_mutex_lock(&lock);
    ((int *)&lock)[4] = 1;
    pthread_mutex_unlock(&lock);
}
