// An object has a lock of its own, which ends with it, when nobody can want it any more.
// broken: use after destroy: 
#include "quiet.h"
#include <mutex>
struct Node {
    std::mutex lock;
};
Node *node = new Node;
int x;
void *work(void *number) {
    {
        std::lock_guard<std::mutex> held(node->lock);
        x++;
    }
    say_done((int)(long)number);
    return 0;
}
int main() {
    Node *own = node;
    pthread_t one = start(work, (void *)0), other = start(work, (void *)1);
    wait_for(0);
    wait_for(1);
    UNLESS_BROKEN(finish(one); finish(other);)
    delete own;
    IF_BROKEN(finish(one); finish(other);)
}
