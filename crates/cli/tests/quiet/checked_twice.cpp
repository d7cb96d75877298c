// Something is made by whoever needs it first, under a lock; who finds it made takes none.
// broken: data race on instance
#include "quiet.h"
#include <atomic>
#include <mutex>
struct Table {
    int size = 7;
};
#ifdef BROKEN
Table *instance;
#else
std::atomic<Table *> instance;
#endif
std::mutex lock;
int get() {
    Table *table = instance;
    if (!table) {
        std::lock_guard<std::mutex> held(lock);
        table = instance;
        if (!table) {
            table = new Table;
            instance = table;
        }
    }
    return table->size;
}
void *work(void *) { return (void *)(long)get(); }
int main() {
    pthread_t one = start(work, 0), two = start(work, 0);
    finish(one);
    finish(two);
    return get() != 7;
}
