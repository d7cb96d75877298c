// expect: sc=safe tso=safe
// property: memory
// Compound literals that are used within their blocks: of a loop, of a `goto` out of it, of the function.
#include <pthread.h>
struct range { int from, to; };
static int sum;
static void *add(void *arg) {
    const struct range *range = arg;
    sum += range->from + range->to;
    return 0;
}
int main(void) {
    pthread_t thread;
    for (int i = 0; i < 3; i++) {
        struct range *range = &(struct range){i, 2};
        range->to += i;
        add(range);
        if (sum > 5) goto out;
    }
out:
    if (sum == 77) return 1;
    pthread_create(&thread, 0, add, &(struct range){1, 2});
    pthread_join(thread, 0);
    return add(&(struct range){sum, 4}) != 0;
}
