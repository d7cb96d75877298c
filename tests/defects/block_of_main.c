// expect: sc=violation tso=violation
// property: memory
// The variable ends with its block, once, and not again when main returns. Was: "could not be shown" by explore.
#include <pthread.h>
#include <stdatomic.h>
_Atomic(int *) lent;
int g;
void *t1(void *arg) { int *q = lent; if (q) g = *q & 3; return 0; }
int main(void) {
    pthread_t id;
    pthread_create(&id, 0, t1, 0);
    { int z = 3; lent = &z; lent = 0; }
    pthread_join(id, 0);
    return 0;
}
