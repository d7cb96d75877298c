// expect: sc=unknown
// property: assert
// A once flag is used up, then written anew.
#include <assert.h>
#include <pthread.h>

pthread_once_t once = PTHREAD_ONCE_INIT;
int n;

void count(void) { n++; }

int main(void) {
    pthread_once(&once, count);
    once = (pthread_once_t)PTHREAD_ONCE_INIT;
    pthread_once(&once, count);
    assert(n == 2);
}
