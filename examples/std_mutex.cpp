// expect: sc=safe tso=safe pso=safe rmo=safe
// property: assert
// unwind: 2
//
// The C++ way to count under a lock: std::lock_guard takes the mutex where it is declared and gives
// it back at the end of the block, whichever way the block is left. std_mutex_broken.cpp forgets to
// give the guard a name.
#include <cassert>
#include <mutex>
#include <thread>

static std::mutex guard;
static int counter;  // protected by guard

static void work() {
    std::lock_guard<std::mutex> hold(guard);
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
