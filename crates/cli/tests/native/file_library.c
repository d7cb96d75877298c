// The library of closed_file.c.
#include <pthread.h>

struct file { pthread_mutex_t lock; int open, used; } file = {PTHREAD_MUTEX_INITIALIZER, 1, 0};

int file_use(struct file *file, int bytes) {
    pthread_mutex_lock(&file->lock);
    file->used += bytes;
    int done = file->open ? bytes : -1;
    pthread_mutex_unlock(&file->lock);
    return done;
}

int file_close(struct file *file) {
    pthread_mutex_lock(&file->lock);
    file->open = 0;
    pthread_mutex_unlock(&file->lock);
    return 0;
}
