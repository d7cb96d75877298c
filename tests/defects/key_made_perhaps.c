// expect: sc=unknown tso=unknown
// property: assert
// On one of the paths there is no such key. Was safe by `check`.
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
pthread_key_t key;
int main(void) {
    int x;
    if (__VERIFIER_nondet_int()) pthread_key_create(&key, 0);
    pthread_setspecific(key, &x);
    assert(pthread_getspecific(key) == &x);
}
