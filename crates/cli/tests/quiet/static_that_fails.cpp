// A static variable of a function is made at its first use, and the first try fails.
// broken: data race on tries
#include "quiet.h"
#include <thread>
int tries;
int make() {
    if (tries++ == 0) throw 1;
    return 7;
}
int use() {
    UNLESS_BROKEN(static int made = make());
    IF_BROKEN(int made = make());
    return made;
}
void work() {
    for (int round = 0; round < 2; round++) {
        try {
            if (use() != 7) abort();
        } catch (int) {
        }
    }
}
int main() {
    std::thread one(work), two(work);
    one.join();
    two.join();
}
