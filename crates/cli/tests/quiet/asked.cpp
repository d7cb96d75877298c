// A task works on what belongs to who asked for it, until its result is there.
// broken: data race
#include "quiet.h"
#include <future>
int main() {
    int sum = 0;
    std::future<int> result = std::async(std::launch::async, [&] { return ++sum; });
    IF_BROKEN(sum += 2);
    int one = result.get();
    UNLESS_BROKEN(sum += 2);
    return one + sum < 2;
}
