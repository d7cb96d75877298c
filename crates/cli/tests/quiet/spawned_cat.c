// A program that was started passes on what one thread writes to another one.
// broken: data race on x
#include "quiet.h"
#include <spawn.h>
#include <sys/wait.h>
extern char **environ;
int x, to[2], from[2];
void *work(void *unused) {
    char byte;
    if (read(from[0], &byte, 1) != 1) abort();
    x++;
    return 0;
}
int main(void) {
    if (pipe(to) || pipe(from)) abort();
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, to[0], 0);
    posix_spawn_file_actions_adddup2(&actions, from[1], 1);
    posix_spawn_file_actions_addclose(&actions, to[1]);
    pid_t child;
    char *arguments[] = {"cat", 0};
    if (posix_spawnp(&child, "cat", &actions, 0, arguments, environ)) abort();
    posix_spawn_file_actions_destroy(&actions);
    pthread_t thread = start(work, 0);
    UNLESS_BROKEN(x++);
    if (write(to[1], "x", 1) != 1) abort();
    IF_BROKEN(x++);
    finish(thread);
    close(to[1]);
    waitpid(child, 0, 0);
}
