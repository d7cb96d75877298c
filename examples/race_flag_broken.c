// expect: sc=violation tso=violation pso=violation rmo=violation
// property: race
// unwind: 2
//
// A hand-over through a plain int: two data races in the sense of C11, on the flag and behind it on
// the data. The compiler may now do as it likes with both, so the question is the race, not the
// assertion (which, taken literally, would hold under SC and TSO and fail from PSO on). Repaired in
// race_flag.c with an atomic flag.
#include <assert.h>
#include <pthread.h>

static int data;
static int ready;

static void *writer(void *arg) {
    (void)arg;
    data = 42;
    ready = 1;
    return NULL;
}

static void *reader(void *arg) {
    (void)arg;
    if (ready)
        assert(data == 42);
    return NULL;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, NULL, writer, NULL);
    pthread_create(&r, NULL, reader, NULL);
    pthread_join(w, NULL);
    pthread_join(r, NULL);
    return 0;
}
