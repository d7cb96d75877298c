// A thread that begins before main uses what was made before it.
// broken: data race on late
#include "quiet.h"
#include <thread>
struct Value {
    int number;
    Value(int number) : number(number) {}
};
extern Value late;
Value early(getpid());
int seen;
#ifdef BROKEN
std::thread thread([] { seen = late.number; });
Value late(getpid());
#else
Value late(getpid());
std::thread thread([] { seen = early.number + late.number; });
#endif
int main() {
    thread.join();
    return seen < 0;
}
