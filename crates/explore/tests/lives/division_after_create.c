// expect: sc=violation tso=violation
// property: memory
#include <pthread.h>
int x;
void *f(void *a) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); return 10 / x; }
