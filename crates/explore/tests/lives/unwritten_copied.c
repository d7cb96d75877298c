// expect: sc=violation tso=violation pso=violation rmo=violation
// property: memory
// A copy does not make its source written.
#include <pthread.h>
#include <stdlib.h>
struct pair { int a, b; } copy;
void *reads(void *arg) {
    struct pair *pair = arg;
    return pair->b == 7 ? arg : 0;
}
int main(void) {
    pthread_t thread;
    struct pair *pair = malloc(sizeof *pair);
    pair->a = 1;
    copy = *pair;
    pthread_create(&thread, 0, reads, pair);
    pthread_join(thread, 0);
    return 0;
}
