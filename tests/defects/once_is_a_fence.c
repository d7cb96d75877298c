// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// The call that runs a once routine synchronises memory, says POSIX. Was: explore "a failure was found but could not be shown".
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
int x, y, a = 1, b = 1;
pthread_once_t once = PTHREAD_ONCE_INIT;
static void first(void) { x = 1; }
void *f(void *p) { pthread_once(&once, first); pthread_once(&once, first); a = y; return 0; }
void *g(void *p) { y = 1; atomic_thread_fence(memory_order_seq_cst); b = x; return 0; }
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, f, 0); pthread_create(&t, 0, g, 0); pthread_join(s, 0); pthread_join(t, 0);
    assert(a || b);
}
