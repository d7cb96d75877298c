// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// should be: violation (double free). Was: explore "safe (every execution)".
#include <pthread.h>
#include <stdlib.h>
void *th(void *p) { free(p); return 0; }
int main(void) { void *p = malloc(4); pthread_t t[2]; for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, th, p); for (int i = 0; i < 2; i++) pthread_join(t[i], 0); }
