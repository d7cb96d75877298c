// What a thread keeps is given back when it ends, to a list under a lock.
// broken: data race on list
#include "quiet.h"
struct block { struct block *next; int used; };
struct block *list;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
pthread_key_t key;
void give_back(void *own) {
    struct block *block = own;
    UNLESS_BROKEN(pthread_mutex_lock(&lock));
    block->next = list;
    list = block;
    UNLESS_BROKEN(pthread_mutex_unlock(&lock));
}
void *work(void *unused) {
    pthread_mutex_lock(&lock);
    struct block *block = list;
    if (block) list = block->next;
    pthread_mutex_unlock(&lock);
    if (!block) block = calloc(1, sizeof *block);
    block->used++;
    pthread_setspecific(key, block);
    return 0;
}
int main(void) {
    pthread_key_create(&key, give_back);
    for (int round = 0; round < 3; round++) {
        pthread_t one = start(work, 0), two = start(work, 0);
        finish(one);
        finish(two);
    }
    while (list) {
        struct block *next = list->next;
        free(list);
        list = next;
    }
}
