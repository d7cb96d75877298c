// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// should be: violation (use after free). Was: explore "safe (every execution)", check violation.
#include <pthread.h>
#include <stdlib.h>
int r;
void *th(void *p) { r = *(int *)p; return 0; }
int main(void) { int *p = malloc(4); *p = 1; pthread_t t; pthread_create(&t, 0, th, p); free(p); pthread_join(t, 0); }
