// atomic: add
// expect atomicity: 7 9 7
#include <pthread.h>
#include "../../../../include/selvedge.h"

int x;
static void add(int by) { x = x + by; }
void *a(void *p) { add(1); return p; }
void *b(void *p) { x = 10; return p; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
