// What has a stack of its own goes on in another thread.
// broken: data race on x
#include "quiet.h"
#include <ucontext.h>
int x;
ucontext_t fibre, back;
void steps(void) {
    int local = 1;
    x++;
    swapcontext(&fibre, &back);
    x += local;
    swapcontext(&fibre, &back);
}
void *work(void *unused) {
    swapcontext(&back, &fibre);
    return 0;
}
int main(void) {
    static char stack[65536];
    getcontext(&fibre);
    fibre.uc_stack.ss_sp = stack;
    fibre.uc_stack.ss_size = sizeof stack;
    makecontext(&fibre, steps, 0);
    swapcontext(&back, &fibre);
    pthread_t thread = start(work, 0);
    IF_BROKEN(x++);
    finish(thread);
    return x < 2;
}
