// A condition ends when nobody can signal it any more.
// broken: use after destroy
#include "quiet.h"
pthread_cond_t *changed;
void *work(void *unused) {
    pthread_cond_signal(changed);
    say_done(0);
    return 0;
}
int main(void) {
    changed = malloc(sizeof *changed);
    pthread_cond_init(changed, 0);
    pthread_t thread = start(work, 0);
    wait_for(0);
    UNLESS_BROKEN(finish(thread));
    pthread_cond_destroy(changed);
    free(changed);
    IF_BROKEN(finish(thread));
}
