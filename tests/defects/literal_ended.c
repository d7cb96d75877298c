// expect: sc=violation tso=violation
// property: memory
// The thread may run when the compound literal that it was given has ended with its block.
#include <pthread.h>
struct range { int from, to; };
static int sum;
static void *add(void *arg) {
    const struct range *range = arg;
    sum = range->from + range->to;
    return 0;
}
int main(void) {
    pthread_t thread;
    { pthread_create(&thread, 0, add, &(struct range){1, 2}); }
    pthread_join(thread, 0);
    return sum == 77;
}
