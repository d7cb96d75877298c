// expect: sc=safe tso=safe
// CPROVER's words for types, and hints for loops that mean nothing for what the program does.
#include <assert.h>
#include <pthread.h>

void __VERIFIER_loop_bound(int);
unsigned __VERIFIER_tid(void);
__CPROVER_thread_local int own = 4;
__CPROVER_bool yes = 1;

static void *other(void *unused) {
    own = 5;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    __VERIFIER_loop_bound(3);
    for (int i = 0; i < 2; i++)
        own += i;
    pthread_join(thread, 0);
    assert(own == 5 && yes && __VERIFIER_tid() == (unsigned)pthread_self());
    return 0;
}
