// expect: sc=violation
// property: memory
#include <pthread.h>
void *f(void *p) { *(int *)p = 1; return 0; }
int main(void) { pthread_t t; int x = 0; pthread_create(&t, 0, f, &x); pthread_exit(0); }
