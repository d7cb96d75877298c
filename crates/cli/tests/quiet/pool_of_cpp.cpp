// Memory comes from a pool that threads share.
// broken: data race on x
#include "quiet.h"
#include <memory_resource>
#include <thread>
#include <vector>
int x;
std::pmr::synchronized_pool_resource pool;
void work() {
    IF_BROKEN(x++);
    for (int round = 0; round < 20; round++) {
        std::pmr::vector<int> numbers(&pool);
        for (int number = 0; number < 20; number++) numbers.push_back(number);
    }
}
int main() {
    std::thread one(work), two(work);
    one.join();
    two.join();
    std::thread three(work), four(work);
    three.join();
    four.join();
}
