// expect: sc=safe tso=safe pso=safe rmo=safe
// property: memory
#include <pthread.h>
void *f(void *p) { *(int *)p += 1; return 0; }
void start(void) { pthread_t t; int x = 0; pthread_create(&t, 0, f, &x); pthread_join(t, 0); }
int main(void) { start(); start(); }
