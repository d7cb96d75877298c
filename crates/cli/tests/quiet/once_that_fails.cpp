// Something is made once, and the first try fails.
// broken: data race on made
#include "quiet.h"
#include <mutex>
#include <thread>
std::once_flag flag;
int tries, made;
void work() {
    for (int round = 0; round < 2; round++) {
        try {
            UNLESS_BROKEN(std::call_once(flag, [] { if (tries++ == 0) throw 1; made = 7; }));
            IF_BROKEN(made = 7);
        } catch (int) {
        }
    }
    if (made != 7) abort();
}
int main() {
    std::thread one(work), two(work);
    one.join();
    two.join();
}
