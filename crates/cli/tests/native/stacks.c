// A race in a function that two others call: the report says which.
// expect: in second_caller
#include <pthread.h>

static int shared;

__attribute__((noinline)) static void touch(int by) {
    shared += by;
}

__attribute__((noinline)) static void first_caller(void) {
    touch(1);
    __asm__ volatile("");
}

__attribute__((noinline)) static void second_caller(void) {
    touch(2);
    __asm__ volatile("");
}

static void *first(void *argument) {
    first_caller();
    return argument;
}

static void *second(void *argument) {
    second_caller();
    return argument;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
