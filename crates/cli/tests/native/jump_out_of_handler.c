// The handler of a signal jumps out of whatever it interrupts. No other thread waits for ever for something that the
// interrupted one had taken.
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/time.h>

static sigjmp_buf place;
static volatile int n_jumps, numbers[64];
static long counter;
static int is_over;

static void tick(int signal) {
    n_jumps++;
    siglongjmp(place, 1);
}

static void *other(void *unused) {
    while (!__atomic_load_n(&is_over, __ATOMIC_SEQ_CST)) __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    return 0;
}

__attribute__((noinline)) static void deeper(int depth) {
    __atomic_fetch_add(&counter, 1, __ATOMIC_SEQ_CST);
    numbers[depth]++;
    if (depth) deeper(depth - 1);
}

int main(void) {
    // Who waits for ever takes more.
    struct rlimit seconds = {10, 10};
    setrlimit(RLIMIT_CPU, &seconds);
    sigset_t ticks;
    sigemptyset(&ticks);
    sigaddset(&ticks, SIGALRM);
    sigprocmask(SIG_BLOCK, &ticks, 0);
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    sigprocmask(SIG_UNBLOCK, &ticks, 0);
    struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    if (!sigsetjmp(place, 1)) {
        signal(SIGALRM, tick);
        setitimer(ITIMER_REAL, &often, 0);
    }
    while (n_jumps < 100) deeper(63);
    sigprocmask(SIG_BLOCK, &ticks, 0);
    setitimer(ITIMER_REAL, &never, 0);
    __atomic_store_n(&is_over, 1, __ATOMIC_SEQ_CST);
    pthread_join(thread, 0);
    return 0;
}
