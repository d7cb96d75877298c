// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// Booking seats with an overflow: the sum of used seats and people is cut to eight bits before it
// is compared, so a group of 200 after a group of 60 "fits" (260 is 4 in eight bits), and the count
// of used seats goes DOWN. The run that shows it needs two groups, the second so large that the sum
// wraps. Repaired in booking.c.
#include <pthread.h>

#include "selvedge.h"

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static unsigned char used;  // of 100 seats; protected by guard

static void *group(void *arg) {
    (void)arg;
    unsigned char people = selvedge_nondet_uchar();
    pthread_mutex_lock(&guard);
    unsigned char before = used;
    if ((unsigned char)(used + people) <= 100)
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
