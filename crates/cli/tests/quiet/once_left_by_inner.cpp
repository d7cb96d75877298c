// What is done once does something else once, which fails, and with it both.
// broken: data race on tries
#include "quiet.h"
#include <mutex>
#include <thread>
std::once_flag outer, inner;
int tries, made;
void make_inner() {
    if (tries++ < 2) throw 1;
}
void make() {
    UNLESS_BROKEN(made++);
    std::call_once(inner, make_inner);
    IF_BROKEN(made++);
}
void work() {
    for (int round = 0; round < 3; round++) {
        try {
            UNLESS_BROKEN(std::call_once(outer, make));
            IF_BROKEN(if (tries++ > 100) abort());
        } catch (int) {
        }
    }
}
int main() {
    std::thread one(work), two(work);
    one.join();
    two.join();
}
