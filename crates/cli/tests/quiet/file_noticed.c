// One thread makes a file, another one is told that it is there.
// broken: data race on x
// absent: 77
#include "quiet.h"
#include <fcntl.h>
#include <sys/inotify.h>
int x, notes;
char folder[] = "/tmp/quiet-XXXXXX";
void *work(void *unused) {
    char note[4096];
    if (read(notes, note, sizeof note) <= 0) abort();
    x++;
    return 0;
}
int main(void) {
    if (!mkdtemp(folder)) abort();
    notes = inotify_init();
    if (notes < 0 || inotify_add_watch(notes, folder, IN_CREATE) < 0) return 77;
    pthread_t thread = start(work, 0);
    char name[64];
    snprintf(name, sizeof name, "%s/file", folder);
    UNLESS_BROKEN(x++);
    close(open(name, O_CREAT | O_RDWR, 0600));
    IF_BROKEN(x++);
    finish(thread);
    unlink(name);
    rmdir(folder);
}
