// A number that one thread has closed without the C library, which it says by a hook, is given out to another thread.
// broken: data race on used
// clang: only
#include "quiet.h"
#include <fcntl.h>
#include <sanitizer/linux_syscall_hooks.h>
#include <sys/syscall.h>
int used[64];
int first;
void *work(void *unused) {
    wait_for(0);
    int fd = open("/dev/null", O_RDONLY);
    if (fd != first) exit(0);
    used[fd]++;
    return 0;
}
int main(void) {
    first = open("/dev/null", O_RDONLY);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(used[first]++);
    __sanitizer_syscall_pre_close(first);
    long result = syscall(SYS_close, first);
    __sanitizer_syscall_post_close(result, first);
    IF_BROKEN(used[first]++);
    say_done(0);
    finish(thread);
    return used[first] < 2;
}
