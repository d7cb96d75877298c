// expect atomicity: 12 19 13
#include <pthread.h>
#include "../../../../include/selvedge.h"

int cells[4], which;

/* In the run the other thread writes to another cell; which one depends on what it reads. */
void *a(void *p) {
    which = 2;
    selvedge_atomic_begin();
    /* broken if the other thread has read 0 */
    int v = cells[0];
    cells[0] = v + 1;
    selvedge_atomic_end();
    return p;
}

void *b(void *p) {
    cells[which] = 7;
    return p;
}

int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, a, 0);
    pthread_create(&t[1], 0, b, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
