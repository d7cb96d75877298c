// Two logs and their files, each with a lock that functions of its own take, several calls deep: who writes to one takes the
// other's only after giving back its own.
// broken: deadlock: 
#include "quiet.h"
struct file { pthread_mutex_t lock; int lines; };
struct log { struct file file; struct log *copy; };
struct log first = {{PTHREAD_MUTEX_INITIALIZER, 0}, 0}, second = {{PTHREAD_MUTEX_INITIALIZER, 0}, 0};
static __attribute__((noinline)) void open_file(struct file *file) { pthread_mutex_lock(&file->lock); }
static __attribute__((noinline)) void close_file(struct file *file) { pthread_mutex_unlock(&file->lock); }
static __attribute__((noinline)) void add_line(struct file *file) {
    open_file(file);
    file->lines++;
    close_file(file);
}
static __attribute__((noinline)) void tell_copy(struct log *log) { add_line(&log->copy->file); }
static __attribute__((noinline)) void say(struct log *log) {
    open_file(&log->file);
    UNLESS_BROKEN(log->file.lines++;)
    UNLESS_BROKEN(close_file(&log->file);)
    tell_copy(log);
    IF_BROKEN(log->file.lines++;)
    IF_BROKEN(close_file(&log->file);)
}
void *work(void *log) {
    say(log);
    say_done(0);
    return 0;
}
int main(void) {
    first.copy = &second;
    second.copy = &first;
    pthread_t one = start(work, &first);
    wait_for(0);
    pthread_t other = start(work, &second);
    finish(one);
    finish(other);
}
