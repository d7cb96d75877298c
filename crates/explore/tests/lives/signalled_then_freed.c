// expect: sc=safe
// property: memory deadlock
#include <pthread.h>
#include <stdlib.h>
struct gate { pthread_mutex_t m; pthread_cond_t c; int open; } *g;
void *f(void *a) {
    pthread_mutex_lock(&g->m);
    g->open = 1;
    pthread_cond_signal(&g->c);
    pthread_mutex_unlock(&g->m);
    return 0;
}
int main(void) {
    g = malloc(sizeof *g);
    pthread_mutex_init(&g->m, 0);
    pthread_cond_init(&g->c, 0);
    g->open = 0;
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    pthread_mutex_lock(&g->m);
    while (!g->open) pthread_cond_wait(&g->c, &g->m);
    pthread_mutex_unlock(&g->m);
    pthread_join(t, 0);
    free(g);
}
