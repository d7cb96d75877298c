// Leaves a process in the background that is held up while it is being forked, until there is a file `stop`: the first of the
// handlers for that waits. Nobody waits for longer than a minute.
#define _GNU_SOURCE
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Nothing of this is recorded: it would be the parent's. So no function of the C library that is. */
__attribute__((no_sanitize("thread"))) static void hold_up(void) {
    for (int number = 0; number < 3; number++) syscall(SYS_close, number);
    for (int turn = 0; turn < 60000 && syscall(SYS_access, "stop", F_OK); turn++) usleep(1000);
}

/* Before anything else of the program runs. */
static void first(void) {
    pthread_atfork(0, 0, hold_up);
}

__attribute__((section(".preinit_array"), used)) static void (*const at_first)(void) = first;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    if (fork()) _exit(0);
    return 0;
}
