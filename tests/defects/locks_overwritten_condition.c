// expect: sc=unknown
// property: memory
// A structure with a mutex and a condition variable is assigned to while another thread may wait in it.
#include <pthread.h>

struct queue {
    pthread_mutex_t lock;
    pthread_cond_t filled;
    int n;
} queue;

void *consumer(void *unused) {
    pthread_mutex_lock(&queue.lock);
    while (!queue.n)
        pthread_cond_wait(&queue.filled, &queue.lock);
    pthread_mutex_unlock(&queue.lock);
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_mutex_init(&queue.lock, 0);
    pthread_cond_init(&queue.filled, 0);
    pthread_create(&thread, 0, consumer, 0);
    queue = (struct queue){0};
    pthread_mutex_lock(&queue.lock);
    queue.n = 1;
    pthread_cond_signal(&queue.filled);
    pthread_mutex_unlock(&queue.lock);
    pthread_join(thread, 0);
}
