// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// Booking seats for groups of any size (selvedge_nondet_uchar): the hall has 100, and a group gets
// seats only if all fit. The comparison subtracts on the side that cannot overflow.
// booking_broken.c adds in eight bits. The locking is right in both: not all bugs of concurrent
// programs are bugs of concurrency, and a verifier that is bit-precise finds these too.
#include <pthread.h>

#include "selvedge.h"

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static unsigned char used;  // of 100 seats; protected by guard

static void *group(void *arg) {
    (void)arg;
    unsigned char people = selvedge_nondet_uchar();
    pthread_mutex_lock(&guard);
    unsigned char before = used;
    if (people <= 100 - used)
        used += people;
    selvedge_assert(used >= before && used <= 100);
    pthread_mutex_unlock(&guard);
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, group, NULL);
    pthread_create(&b, NULL, group, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}
