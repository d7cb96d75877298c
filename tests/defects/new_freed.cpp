// expect: sc=violation tso=violation
// property: memory
// What `new` gave goes back through `free`.
#include <cstdlib>
#include <thread>
static int *shared;
int main() {
    shared = new int(3);
    std::thread other([] { free(shared); });
    other.join();
}
