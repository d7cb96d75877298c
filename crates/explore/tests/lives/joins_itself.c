// expect: sc=violation tso=violation
// property: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>
int x;
void *f(void *a) { assert(pthread_join(pthread_self(), 0) != EDEADLK); return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
