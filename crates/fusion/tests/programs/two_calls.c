// atomic: both
// expect atomicity: 10 18 11; 11 18 10; 11 18 11
#include <pthread.h>
#include "../../../../include/selvedge.h"

int x;

static int touch(int value) {
    if (value)
        x = value;
    return x;
}
static void both(void) {
    int v = touch(0);
    touch(v + 1);
}
void *a(void *p) { both(); return p; }
void *b(void *p) { x = 10; return p; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
