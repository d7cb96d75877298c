// expect: sc=violation
// property: assert
#include <assert.h>
#include <pthread.h>
int g;
void *f(void *p) { g = 1; return 0; }
int main(void) { int x[2]; int y = x[0]; assert(y == 0); pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); }
