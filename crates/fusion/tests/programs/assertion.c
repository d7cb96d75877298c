// expect assert: 10
// expect race: 10 14; 9 14
#include <pthread.h>
#include "../../../../include/selvedge.h"

#include <assert.h>
int x;
void *a(void *p) {
    x = 1;
    assert(x == 1);
    return p;
}

void *b(void *p) { if (x >= 0) x = 2; return p; }

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
