// expect: sc=safe tso=safe pso=safe rmo=safe
// property: memory
// What a copy has written counts as written, whatever it is.
#include <pthread.h>
#include <stdlib.h>
struct pair { int a, b; };
void *reads(void *arg) {
    struct pair *pair = arg;
    (void)*(volatile int *)&pair->b;
    free(pair);
    return 0;
}
int main(void) {
    pthread_t thread;
    struct pair *pair = malloc(sizeof *pair), *copy = malloc(sizeof *copy);
    pair->a = 1;
    *copy = *pair;
    pthread_create(&thread, 0, reads, copy);
    pthread_join(thread, 0);
    free(pair);
    return 0;
}
