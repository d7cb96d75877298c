// The routine runs once; whoever comes second waits for its end.
// expect: some
#include <pthread.h>
#include "../../../../../include/selvedge.h"
pthread_once_t once = PTHREAD_ONCE_INIT;
int x, y;
static void init(void) { x = 1; }
void *a(void *p) {
    selvedge_atomic_begin();
    y = 1;
    pthread_once(&once, init);
    x = x + y;
    selvedge_atomic_end();
    return p;
}
void *b(void *p) {
    pthread_once(&once, init);
    x = 5;
    y = 2;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, a, 0);
    b(0);
    pthread_join(t, 0);
    return 0;
}
