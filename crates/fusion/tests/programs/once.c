// expect atomicity: none
// expect race: none
#include <pthread.h>
#include "../../../../include/selvedge.h"

pthread_once_t o = PTHREAD_ONCE_INIT;
int x;
static void init(void) {
    selvedge_atomic_begin();
    x = 1;
    x = x + 1;
    selvedge_atomic_end();
}
void *a(void *p) { pthread_once(&o, init); return p; }
void *b(void *p) { pthread_once(&o, init); x = 4; return p; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
