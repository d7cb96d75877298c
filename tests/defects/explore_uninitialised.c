// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// should be: violation (assert: the memory is not set). Was: explore "safe"; check and run: violation.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int g;
void *f(void *p) { g = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); int *p = malloc(4); assert(*p == 0); }
