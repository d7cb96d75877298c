// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// should be: violation. Was: check "safe", verify ends with 0 in 4 of 30 runs. Same: destroyed semaphore, cond, rwlock, spinlock, barrier; uninitialised ones on stack or heap; cond_wait without the mutex; rwlock_unlock not held.
#include <pthread.h>
pthread_mutex_t b;
int main(void) { pthread_mutex_init(&b, 0); pthread_mutex_destroy(&b); pthread_mutex_lock(&b); }
