// After a jump out of more calls than are known, stacks are right again.
// expect: in after_jump
#include <pthread.h>
#include <setjmp.h>

static int shared, depths;
static jmp_buf place;

__attribute__((noinline)) static void touch(int by) {
    shared += by;
}

__attribute__((noinline)) static void dive(int depth) {
    if (depth == 0) longjmp(place, 1);
    dive(depth - 1);
    depths++;
}

__attribute__((noinline)) static void after_jump(void) {
    touch(1);
    __asm__ volatile("");
}

static void *first(void *argument) {
    if (!setjmp(place)) dive(3000);
    after_jump();
    return argument;
}

static void *second(void *argument) {
    touch(2);
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
