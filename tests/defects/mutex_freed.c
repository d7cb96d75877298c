// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// should be: violation. Was: "safe" by both engines. Same: sem_wait on a freed semaphore, another thread locking a freed mutex, a mutex in a frame that has returned.
#include <pthread.h>
#include <stdlib.h>
int main(void) { pthread_mutex_t *m = malloc(sizeof *m); pthread_mutex_init(m, 0); free(m); pthread_mutex_lock(m); }
