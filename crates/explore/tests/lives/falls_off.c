// expect: sc=safe tso=safe
// property: assert memory
#include <pthread.h>
int x;
void *f(void *a) { x = 1; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
