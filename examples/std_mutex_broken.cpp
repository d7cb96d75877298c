// expect: sc=violation tso=violation pso=violation rmo=violation
// property: assert
// unwind: 2
//
// A lock_guard without a name: it is a temporary, which takes the mutex and gives it back in the
// same statement. The increment after it is not protected at all, and one of two can be lost under
// every model. It reads just like the correct version, std_mutex.cpp, and compilers may not say a
// word.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex guard;
static int counter;  // protected by guard

static void work() {
    std::lock_guard<std::mutex>{guard};  // should have a name
    counter++;
}

int main() {
    std::thread a(work);
    std::thread b(work);
    a.join();
    b.join();
    assert(counter == 2);
    return 0;
}
