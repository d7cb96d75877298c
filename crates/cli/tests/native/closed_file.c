// Library calls by a specification: both threads use the library's own lock, so nothing races inside.
// spec: closed_file.spec
// with: file_library.c
// expect: use of a closed file
// events: call=2
#include <pthread.h>
#include <unistd.h>

int file_use(void *file, int bytes);
int file_close(void *file);

extern char file[];

void *user(void *unused) {
    file_use(file, 7);
    return 0;
}

void *closer(void *unused) {
    usleep(50000);
    file_close(file);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, user, 0);
    pthread_create(&threads[1], 0, closer, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
