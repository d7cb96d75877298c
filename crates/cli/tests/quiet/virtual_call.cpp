// An object is destroyed when nobody calls its functions any more.
// broken: data race
#include "quiet.h"
struct Base {
    virtual int value() { return 1; }
    virtual ~Base();
};
volatile int ended;
__attribute__((noinline)) void look_at(Base *object) { ended += object->value(); }
Base::~Base() { look_at(this); }
struct Derived : Base {
    int own = 2;
    int value() override { return own; }
    ~Derived() { look_at(this); }
};
Base *object;
void *work(void *) {
    if (object->value() != 2) abort();
    say_done(0);
    return 0;
}
int main() {
    object = new Derived;
    pthread_t thread = start(work, 0);
    wait_for(0);
    UNLESS_BROKEN(finish(thread));
    object->~Base();
    IF_BROKEN(finish(thread));
    operator delete(object);
    return ended != 3;
}
