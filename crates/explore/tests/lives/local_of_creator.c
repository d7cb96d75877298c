// expect: sc=violation tso=violation rmo=violation
// property: memory
#include <pthread.h>
void *f(void *p) { *(int *)p = 1; return 0; }
pthread_t t;
void start(void) { int x = 0; pthread_create(&t, 0, f, &x); }
int main(void) { start(); pthread_join(t, 0); }
